//! Every word of a page comes from the texts, and every language has them all.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn templates(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the templates") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { templates(&path, all) } else { all.push(path) }
    }
}

/// What people would read of a template: the text between tags, and of the attributes those that are read.
fn words(template: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = template;
    // Expressions, statements and comments of the template language say nothing themselves.
    while let Some(at) = rest.find(['{']) {
        let (before, after) = rest.split_at(at);
        plain.push_str(before);
        let end = [("{{", "}}"), ("{%", "%}"), ("{#", "#}")]
            .into_iter()
            .find(|(open, _)| after.starts_with(open))
            .and_then(|(_, close)| after.find(close));
        match end {
            Some(end) => rest = &after[end + 2..],
            None => {
                plain.push('{');
                rest = &after[1..];
            }
        }
    }
    plain.push_str(rest);
    let mut found = Vec::new();
    let mut kept = false;
    for piece in plain.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        // Commands are the same in every language.
        kept = match tag.split_whitespace().next().unwrap_or_default() {
            "pre" => true,
            "/pre" => false,
            _ => kept,
        };
        for attribute in ["aria-label=\"", "title=\"", "alt=\""] {
            let said = tag.split(attribute).nth(1).and_then(|rest| rest.split('"').next());
            found.extend(said.map(str::to_owned));
        }
        if !kept {
            found.push(text.to_owned());
        }
    }
    found
}

/// Words that are the same in every language.
const NAMES: [&str; 5] = ["FEN", "PGN", "DhtmlXQ", "CSV", "NDJSON"];

#[test]
fn no_page_has_words_of_its_own() {
    let mut all = Vec::new();
    templates(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/templates")), &mut all);
    assert!(all.len() > 15, "{} templates", all.len());
    for path in all {
        let template = std::fs::read_to_string(&path).expect("a template");
        for said in words(&template) {
            let letters = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
            let own: Vec<&str> = said
                .split(|c: char| !(c.is_alphanumeric() || c == '/' || c == '.'))
                .filter(letters)
                .filter(|word| {
                    !NAMES.contains(word) && !word.starts_with('/') && !said.contains(&format!("&{word};"))
                })
                .collect();
            assert!(own.is_empty(), "{}: {own:?} in {said:?}", path.display());
        }
    }
}

/// Keys and values of a language's file.
fn texts(file: &str) -> BTreeMap<String, String> {
    let pairs = file.lines().filter_map(|line| line.trim().trim_end_matches(',').split_once(": "));
    pairs.map(|(key, value)| (key.to_owned(), value.trim_matches('"').to_owned())).collect()
}

#[test]
fn languages_have_the_same_texts() {
    let (en, zh) = (texts(include_str!("../text/en.rs")), texts(include_str!("../text/zh.rs")));
    assert!(en.len() > 200, "{} texts", en.len());
    assert_eq!(en.keys().collect::<Vec<_>>(), zh.keys().collect::<Vec<_>>());
    for (key, text) in &zh {
        assert!(!text.is_empty() && !en[key].is_empty(), "{key} is empty");
        let same = ["title", "fumen"].contains(&key.as_str());
        assert!(same || !text.is_ascii(), "{key} is not Chinese: {text}");
    }
}
