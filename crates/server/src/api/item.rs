//! `GET /v1/KIND:NAME`: what a name stands for, as JSON, as text, or drawn.

use crate::cache::Rendered;
use crate::problem::Problem;
use crate::state::{App, AppState, blocking};
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use ludex_core::{Colours, Family, Letters, Position, Refusal, Style};
use ludex_draw::{Ink, to_gif, to_png, to_svg, to_terminal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// How long a frame of an animation stays, in hundredths of a second.
const FRAME_PAUSE: u16 = 70;

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Json,
    Svg,
    Png,
    Gif,
    Text,
}

impl Form {
    const ALL: [(&'static str, &'static str, Form); 5] = [
        ("json", "application/json", Form::Json),
        ("svg", "image/svg+xml", Form::Svg),
        ("png", "image/png", Form::Png),
        ("gif", "image/gif", Form::Gif),
        ("txt", "text/plain; charset=utf-8", Form::Text),
    ];

    fn media(self) -> &'static str {
        Form::ALL.iter().find(|(_, _, form)| *form == self).map_or("", |(_, media, _)| media)
    }

    fn of_ending(ending: &str) -> Result<Form, Problem> {
        let found = Form::ALL.iter().find(|(word, ..)| *word == ending);
        found.map(|(_, _, form)| *form).ok_or_else(|| {
            Problem::not_found(format!(
                "nothing is written as .{ending}: .json, .svg, .png, .gif and .txt are"
            ))
        })
    }

    /// The first form of an `Accept` header that we have; JSON where there is none, or anything will do.
    pub(crate) fn of_accept(headers: &HeaderMap) -> Result<Form, Problem> {
        let Some(accept) = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()) else {
            return Ok(Form::Json);
        };
        for part in accept.split(',') {
            let wanted = part.split(';').next().unwrap_or_default().trim();
            let have = |media: &str| media.split(';').next() == Some(wanted);
            match wanted {
                "*/*" | "application/*" => return Ok(Form::Json),
                "image/*" => return Ok(Form::Svg),
                "text/*" => return Ok(Form::Text),
                _ => {
                    if let Some((_, _, form)) = Form::ALL.iter().find(|(_, media, _)| have(media)) {
                        return Ok(*form);
                    }
                }
            }
        }
        Err(Problem::new(
            StatusCode::NOT_ACCEPTABLE,
            "application/json, image/svg+xml, image/png, image/gif and text/plain are written",
        ))
    }
}

/// How a picture is drawn.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Drawn {
    /// The colours of a cube: house (white above, orange in front) or wca (green in front).
    colours: Option<String>,
    /// What stands on xiangqi pieces: traditional, simplified or latin.
    letters: Option<String>,
}

impl Drawn {
    fn style(&self) -> Result<Style, Problem> {
        let wrong = |what: &str, text: &str, known: &str| {
            Problem::bad_request(format!("{text:?} is no {what}: {known} are accepted"))
        };
        let colours = match self.colours.as_deref() {
            None | Some("house") => Colours::House,
            Some("wca") => Colours::Wca,
            Some(other) => return Err(wrong("colours", other, "house and wca")),
        };
        let letters = match self.letters.as_deref() {
            None | Some("traditional") => Letters::Traditional,
            Some("simplified") => Letters::Simplified,
            Some("latin") => Letters::Latin,
            Some(other) => return Err(wrong("letters", other, "traditional, simplified and latin")),
        };
        Ok(Style { letters, colours })
    }
}

/// What a name stands for.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Item {
    /// The name that was asked for.
    name: String,
    /// Whose it is: sudoku, tetris, cube, xiangqi.
    family: &'static str,
    /// Whether all disguises of the position have this name.
    canonical: bool,
    /// The name that all disguises have.
    canonical_name: String,
    /// The name of the position as it stands, in families that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_name: Option<String>,
    /// The position in the family's usual text.
    position: String,
    /// Short codes that other positions may share.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    keys: BTreeMap<&'static str, String>,
    /// The same drawn.
    links: BTreeMap<&'static str, String>,
}

/// What a name stands for
///
/// The ending of the path or `Accept` chooses between JSON, SVG, PNG, GIF and text. Names never change what
/// they stand for, so answers may be kept for ever; names of the kind `pc` are looked up in the store and
/// may not.
#[utoipa::path(
    get, path = "/v1/{item}", tag = "items",
    params(("item" = String, Path, description = "KIND:NAME, with an ending or none", example = "cube2:0469.json"), Drawn),
    responses(
        (status = 200, description = "What it stands for", content(
            (Item = "application/json"), (String = "image/svg+xml"), (Vec<u8> = "image/png"),
            (Vec<u8> = "image/gif"), (String = "text/plain"))),
        (status = 304, description = "As it was"),
        (status = 404, description = "No such name", body = crate::problem::ProblemBody<'static>,
            content_type = "application/problem+json"),
        (status = 406, description = "No such form", body = crate::problem::ProblemBody<'static>,
            content_type = "application/problem+json"),
    )
)]
pub(crate) async fn get(
    State(app): State<App>,
    Path(item): Path<String>,
    Query(drawn): Query<Drawn>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let style = drawn.style()?;
    let (name, form) = match item.split_once('.') {
        Some((name, ending)) => (name, Form::of_ending(ending)?),
        None => (item.as_str(), Form::of_accept(&headers)?),
    };
    let key = match style == Style::default() {
        true => format!("{name}.{form:?}"),
        false => format!("{name}.{form:?}{style:?}"),
    };
    if let Some(kept) = app.cache.get(&key) {
        app.metrics.cached.fetch_add(1, Ordering::Relaxed);
        return Ok(answer(kept, &headers, true));
    }
    let name: ludex_core::Name =
        name.parse().map_err(|error: ludex_core::NameError| Problem::not_found(error.to_string()))?;
    let stored = if name.kind() == "pc" { Some(position_of_setup(&app, &name).await?) } else { None };
    let immutable = stored.is_none();
    let shared = App::clone(&app);
    let rendered = blocking(move || render(&shared, &name, stored, form, style)).await?;
    if immutable {
        app.cache.put(key, rendered.clone());
    }
    Ok(answer(rendered, &headers, immutable))
}

/// A name of the kind `pc` stands for what the store has under it.
pub(crate) async fn position_of_setup(app: &App, name: &ludex_core::Name) -> Result<String, Problem> {
    let (wanted, letters) = (name.clone(), name.letters().to_owned());
    app.store(move |setups| -> Result<String, Problem> {
        if let Ok(id) = letters.parse()
            && let Ok(setup) = setups.setup(id)
        {
            return Ok(setup.typed().to_string());
        }
        let record = setups.store().get(&wanted)?;
        record.and_then(|record| record.position).ok_or_else(|| {
            Problem::not_found(format!("the store has no setup {wanted}: several may share such a name"))
        })
    })
    .await
}

fn render(
    app: &AppState,
    name: &ludex_core::Name,
    stored: Option<String>,
    form: Form,
    style: Style,
) -> Result<Rendered, Problem> {
    let none = |refusal: Refusal| Problem::from(refusal).with_status(StatusCode::NOT_FOUND);
    let (family, kind) = app.families.kind(name.kind()).map_err(none)?;
    let position = match &stored {
        Some(text) => family.parse(text).and_then(|setup| setup.position()).map_err(none)?,
        None => family.recall(name).map_err(none)?,
    };
    let setup = position.setup();
    let failed =
        |error: ludex_draw::BitmapError| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string());
    let body: Vec<u8> = match form {
        Form::Json => {
            let item = describe(family, name, kind.is_canonical(), &*position)?;
            serde_json::to_vec(&item).unwrap_or_default()
        }
        Form::Svg => to_svg(&setup.picture_in(style)).into_bytes(),
        Form::Png => to_png(&setup.picture_in(style)).map_err(failed)?,
        Form::Gif => to_gif(&setup.film_in(style), FRAME_PAUSE).map_err(failed)?,
        Form::Text => format!("{}\n{name}\n", to_terminal(&setup.picture_in(style), Ink::Plain)).into_bytes(),
    };
    Ok(Rendered::new(body, form.media()))
}

fn describe(
    family: &dyn Family,
    name: &ludex_core::Name,
    canonical: bool,
    position: &dyn Position,
) -> Result<Item, Problem> {
    let path = format!("/v1/{}:{}", name.kind(), name.url_letters());
    let links = Form::ALL.iter().map(|(word, ..)| (*word, format!("{path}.{word}"))).collect();
    let canonical_name = if canonical { name.clone() } else { family.name(position)? };
    Ok(Item {
        name: name.to_string(),
        family: family.word(),
        canonical,
        canonical_name: canonical_name.to_string(),
        exact_name: family.exact_name(position).transpose()?.map(|name| name.to_string()),
        position: position.setup().text(),
        keys: position.keys().into_iter().collect(),
        links,
    })
}

/// The answer, or 304 where the client has it already.
pub(crate) fn answer(rendered: Rendered, headers: &HeaderMap, immutable: bool) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let mark = rendered.etag.to_str().unwrap_or_default();
    let same = known.is_some_and(|known| {
        known.split(',').any(|one| {
            let one = one.trim();
            one == "*" || one.trim_start_matches("W/") == mark.trim_start_matches("W/")
        })
    });
    let mut response = Response::new(if same { Body::empty() } else { Body::from(rendered.body) });
    if same {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let cache = if immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, rendered.media);
    out.insert(header::ETAG, rendered.etag);
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    out.insert(header::VARY, HeaderValue::from_static("accept"));
    response
}
