//! The program's sentences in the language of a page.
//!
//! What is refused is told in the sentence of the program, which is English. A language has a table of those
//! sentences that people meet: what is told, with `{}` where something is put in (or `{>}` where another
//! sentence stands), and the same in its own words, where `{1}`, `{2}`, ... are what was put in.

use crate::text::Language;

/// Sentences inside sentences, at most.
const DEEP: usize = 3;

/// The sentence in the language; nothing where it has no words for it.
pub(crate) fn told(language: Language, sentence: &str) -> Option<String> {
    tell(language.sentences(), sentence, DEEP)
}

fn tell(table: &[(&str, &str)], sentence: &str, deep: usize) -> Option<String> {
    table.iter().find_map(|(said, ours)| {
        let found = fit(said, sentence)?;
        let mut out = (*ours).to_owned();
        for (i, (what, nested)) in found.into_iter().enumerate() {
            let what = match nested {
                true => tell(table, what, deep.checked_sub(1)?).unwrap_or_else(|| what.to_owned()),
                false => what.to_owned(),
            };
            out = out.replace(&format!("{{{}}}", i + 1), &what);
        }
        Some(out)
    })
}

/// What stands in the places of a sentence, and whether it is a sentence itself.
fn fit<'s>(said: &str, sentence: &'s str) -> Option<Vec<(&'s str, bool)>> {
    let mut found = Vec::new();
    let (mut said, mut sentence) = (said, sentence);
    loop {
        let next = ["{}", "{>}"].into_iter().filter_map(|place| Some((said.find(place)?, place)));
        let Some((at, place)) = next.min() else {
            return (said == sentence).then_some(found);
        };
        sentence = sentence.strip_prefix(&said[..at])?;
        said = &said[at + place.len()..];
        // A place reaches to the words that follow it, or to the end.
        let words = &said[..said.find('{').unwrap_or(said.len())];
        let end = if words.is_empty() { sentence.len() } else { sentence.find(words)? };
        found.push((&sentence[..end], place == "{>}"));
        sentence = &sentence[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled() {
        let table = [("move {}: {>}", "{1}: {2}"), ("{} is no {}", "[{2} {1}]"), ("all", "tout")];
        let tell = |sentence| tell(&table, sentence, DEEP);
        assert_eq!(tell("a is no b"), Some("[b a]".into()));
        assert_eq!(tell("move 3: a is no b"), Some("3: [b a]".into()));
        assert_eq!(tell("move 3: else"), Some("3: else".into()));
        assert_eq!(tell("all"), Some("tout".into()));
        assert_eq!(tell("all of it"), None);
    }

    #[test]
    fn every_sentence_is_told_with_all_that_stands_in_it() {
        for (_, _, name) in Language::ALL {
            let language = Language::ALL.iter().find(|one| one.2 == name).expect("itself").0;
            for (said, ours) in language.sentences() {
                let places = said.matches("{}").count() + said.matches("{>}").count();
                for i in 1..=places {
                    assert!(ours.contains(&format!("{{{i}}}")), "{name}: {said}: no {{{i}}} in {ours}");
                }
                assert!(!ours.contains(&format!("{{{}}}", places + 1)), "{name}: {said}");
            }
        }
    }

    /// What families refuse most often has Chinese words.
    #[test]
    fn what_is_refused_every_day_is_told_in_chinese() {
        let families = crate::state::families(None);
        let bad = [
            "hello",
            "",
            "R U Q",
            "cube9:00",
            "cube2:!",
            "sudoku:0",
            "55...............................................................................",
            "123",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAXNR w",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9 w",
            "rnbaaabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "UUUUUUUURRRRRRRRRUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
            "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBX",
            "v115@!!",
            "2\t0\tOTIT\tOIT\tT,[TIO]!",
        ];
        let mut silent = Vec::new();
        for text in bad {
            for family in families.iter() {
                let refused = match families.read(text) {
                    Err(refusal) => vec![refusal.to_string()],
                    Ok(item) => {
                        item.position().err().map(|refusal| refusal.to_string()).into_iter().collect()
                    }
                };
                let own = family.parse(text).err().map(|refusal| refusal.to_string());
                for sentence in refused.into_iter().chain(own) {
                    if told(Language::Zh, &sentence).is_none() {
                        silent.push(sentence);
                    }
                }
            }
        }
        silent.sort();
        silent.dedup();
        assert!(silent.is_empty(), "{silent:#?}");
    }
}
