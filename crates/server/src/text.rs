//! What pages say, in each language: one file per language under `text/`.
//!
//! Every text is a field of [`Text`], so that the compiler refuses a language in which one is missing.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use std::convert::Infallible;

/// A language of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    En,
    /// Simplified Chinese.
    Zh,
}

/// All texts of the pages.
#[derive(Debug)]
#[expect(missing_docs, reason = "the English text stands in text/en.rs")]
pub struct Text {
    pub title: &'static str,
    pub tagline: &'static str,
    pub paste: &'static str,
    pub look: &'static str,
    pub language: &'static str,
    pub not_found: &'static str,
    pub api: &'static str,
}

static EN: Text = include!("../text/en.rs");
static ZH: Text = include!("../text/zh.rs");

impl Language {
    /// All of them, with their codes and what they call themselves.
    pub const ALL: [(Language, &'static str, &'static str); 2] =
        [(Language::En, "en", "English"), (Language::Zh, "zh", "简体中文")];

    /// The texts.
    #[must_use]
    pub fn text(self) -> &'static Text {
        match self {
            Language::En => &EN,
            Language::Zh => &ZH,
        }
    }

    /// The code, as in `lang` attributes.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Zh => "zh",
        }
    }

    fn of(code: &str) -> Option<Language> {
        let first = code.split(['-', '_']).next().unwrap_or_default();
        Language::ALL.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(first)).map(|(one, ..)| *one)
    }

    /// The first language of an `Accept-Language` header that we speak, by weight.
    fn of_header(header: &str) -> Option<Language> {
        let mut wishes: Vec<(f32, Language)> = Vec::new();
        for wish in header.split(',') {
            let (code, weight) = wish.split_once(";q=").unwrap_or((wish, "1"));
            let weight = weight.trim().parse().unwrap_or(0.0);
            wishes.extend(Language::of(code.trim()).map(|language| (weight, language)));
        }
        // Stable: of equal wishes the first.
        wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
        wishes.first().filter(|(weight, _)| *weight > 0.0).map(|(_, language)| *language)
    }
}

/// The value of a cookie.
pub(crate) fn cookie<'a>(parts: &'a Parts, name: &str) -> Option<&'a str> {
    let cookies = parts.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(word, _)| *word == name).map(|(_, value)| value)
}

/// The language of a request: `?lang=`, then the cookie `lang`, then what the browser wishes.
impl<S: Send + Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        let asked = query.split('&').find_map(|pair| pair.strip_prefix("lang=")).and_then(Language::of);
        let kept = || cookie(parts, "lang").and_then(Language::of);
        let wish = || {
            let header = parts.headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
            Language::of_header(header)
        };
        Ok(asked.or_else(kept).or_else(wish).unwrap_or(Language::En))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_weighed() {
        assert_eq!(Language::of_header("zh-CN,zh;q=0.9,en;q=0.8"), Some(Language::Zh));
        assert_eq!(Language::of_header("fr, en;q=0.5, zh;q=0.7"), Some(Language::Zh));
        assert_eq!(Language::of_header("fr, zh;q=0"), None);
        assert_eq!(Language::of_header(""), None);
    }
}
