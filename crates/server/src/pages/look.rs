//! What is known of a position, as pages show it: picture, names, the way to the canonical form.

use super::way::way;
use crate::problem::Problem;
use crate::state::{App, families};
use crate::text::Text;
use ludex_core::{Colours, Family, Name, Picture, Refusal, Setup, Style, downcast};
use ludex_draw::to_svg;

/// What is known of a position.
pub(crate) struct Look {
    /// What the family is called.
    pub(crate) family_name: &'static str,
    /// What was read: cells, moves, a name; nothing where the name was the question.
    pub(crate) format: Option<&'static str>,
    /// The picture.
    pub(crate) svg: String,
    /// What the picture shows, in words.
    pub(crate) title: String,
    /// The canonical name.
    pub(crate) name: Option<Name>,
    /// Why it has none.
    pub(crate) no_name: Option<String>,
    /// The page of the name, `/KIND:LETTERS`.
    pub(crate) link: String,
    /// What the pictures to download show: the position as it stands where it has such a name.
    pub(crate) picture_link: String,
    /// How they are drawn.
    pub(crate) style_query: &'static str,
    /// The name of the position as it stands.
    pub(crate) exact: Option<Name>,
    /// The position in the family's usual text.
    pub(crate) text: String,
    /// The canonical position in the same.
    pub(crate) canonical: Option<String>,
    /// What else is known, from the store.
    pub(crate) facts: Vec<(String, String)>,
    /// Whether its page is there: a name that only a store can read has none before it is kept.
    pub(crate) has_page: bool,
    /// Since when the store knows it.
    pub(crate) known: Option<String>,
    /// What is sent to keep it: a JSON object.
    pub(crate) keep: String,
    /// The page on which one can work with it.
    pub(crate) work: Option<String>,
    /// The page that solves it.
    pub(crate) solve: Option<String>,
    /// The way to the canonical form.
    pub(crate) steps: Vec<Step>,
}

/// One step on the way to the canonical form.
pub(crate) struct Step {
    /// What is done.
    pub(crate) words: String,
    /// What it looks like then.
    pub(crate) svg: String,
}

/// Why something was not taken, cut at the character at fault.
pub(crate) struct Refused {
    /// The sentence.
    pub(crate) detail: String,
    /// What stands before the character.
    pub(crate) before: String,
    /// The character; a blank at the end of the text.
    pub(crate) at: Option<char>,
    /// What stands after it.
    pub(crate) after: String,
    /// Its column, from 1.
    pub(crate) column: usize,
}

impl Refused {
    /// A refusal of a text.
    pub(crate) fn new(detail: impl Into<String>, column: Option<usize>, text: &str) -> Refused {
        let letters: Vec<char> = text.chars().take(400).collect();
        let at = column.map(|column| column.saturating_sub(1).min(letters.len()));
        Refused {
            detail: detail.into(),
            before: at.map(|at| letters[..at].iter().collect()).unwrap_or_default(),
            at: at.map(|at| letters.get(at).copied().filter(|c| !c.is_whitespace()).unwrap_or('\u{2423}')),
            after: at.map(|at| letters.iter().skip(at + 1).collect()).unwrap_or_default(),
            column: column.unwrap_or(0),
        }
    }

    /// A problem that a text led to.
    pub(crate) fn of(problem: &Problem, text: &str) -> Refused {
        Refused::new(problem.detail.clone(), problem.column, text)
    }
}

/// How pages draw: cubes in the colours of competitions.
pub(crate) const STYLE: Style = Style { letters: ludex_core::Letters::Traditional, colours: Colours::Wca };

/// A picture for a page.
pub(crate) fn svg(picture: &Picture) -> String {
    to_svg(picture)
}

/// The page of a name.
pub(crate) fn link(name: &Name) -> String {
    format!("/{}:{}", name.kind(), name.url_letters())
}

/// Looks at what stands in a text, without the store.
///
/// # Errors
/// When it is no item of any family.
pub(crate) fn look(app: &App, t: &'static Text, text: &str, size: Option<usize>) -> Result<Look, Refusal> {
    let own;
    let families = match size {
        Some(size) => {
            own = families(Some(size));
            &own
        }
        None => &app.families,
    };
    let item = families.read(text.trim())?;
    let family = item.family;
    let format = format(t, family.word(), text.trim(), size);
    Ok(Look { format: Some(format), ..look_at(t, family, &*item.setup())? })
}

/// How an item was written.
fn format(t: &'static Text, family: &str, text: &str, size: Option<usize>) -> &'static str {
    match family {
        _ if Name::looks_like(text) => t.format_name,
        "sudoku" => t.format_cells,
        "cube" if ludex_cube::Setup::stickers(text, size).is_ok() => t.format_stickers,
        "cube" => t.format_moves,
        "xiangqi" => t.format_fen,
        _ if text.contains('\t') => t.format_setup,
        _ => t.format_fumen,
    }
}

/// Looks at a setup.
///
/// # Errors
/// When it is of another family.
pub(crate) fn look_at(t: &'static Text, family: &dyn Family, setup: &dyn Setup) -> Result<Look, Refusal> {
    let picture = setup.picture_in(STYLE);
    let text = setup.text();
    let position = setup.position();
    let named = match &position {
        Ok(position) => family.name(&**position),
        Err(refusal) => Err(Refusal::new(refusal.to_string())),
    };
    let exact = match &position {
        Ok(position) => family.exact_name(&**position).and_then(Result::ok),
        Err(_) => None,
    };
    let canonical = match (named.as_ref().ok(), downcast::<ludex_tetris::Setup>(setup)) {
        (None, _) => None,
        // The name of a setup tells what it is made of, not where its pieces lie: it is asked itself.
        (_, Ok(setup)) => {
            let position = ludex_tetris::Position::try_from(setup).ok();
            position.and_then(|position| family.parse(&position.canonical().text()).ok())
        }
        (Some(name), Err(_)) => family.recall(name).ok().map(|found| found.setup()),
    };
    let steps = match &canonical {
        Some(canonical) => way(t, family, setup, &**canonical).unwrap_or_default(),
        None => Vec::new(),
    };
    let facts = match &position {
        Ok(position) => {
            position.keys().into_iter().map(|(kind, key)| (key_word(t, kind).to_owned(), key)).collect()
        }
        Err(_) => Vec::new(),
    };
    let (name, no_name) = match named {
        Ok(name) => (Some(name), None),
        Err(refusal) => (None, Some(refusal.to_string())),
    };
    let word = family.word();
    Ok(Look {
        family_name: family_name(t, word),
        svg: svg(&picture),
        title: picture.title,
        link: name.as_ref().map(link).unwrap_or_default(),
        picture_link: exact.as_ref().or(name.as_ref()).map(link).unwrap_or_default(),
        style_query: if word == "cube" { "?colours=wca" } else { "" },
        name,
        no_name,
        exact,
        format: None,
        work: work(word, &text, ""),
        solve: work(word, &text, if word == "xiangqi" { "hint" } else { "solve" })
            .filter(|_| word != "tetris"),
        keep: serde_json::json!({"item": text}).to_string(),
        canonical: canonical.map(|canonical| canonical.text()),
        text,
        facts,
        has_page: word != "tetris",
        known: None,
        steps,
    })
}

/// What a short code that others may share is called.
fn key_word(t: &'static Text, kind: &'static str) -> &'static str {
    match kind {
        "sextant" => t.sextant_code,
        "setup40" => t.setup_code,
        other => other,
    }
}

/// What a family is called.
pub(crate) fn family_name(t: &'static Text, word: &str) -> &'static str {
    match word {
        "sudoku" => t.nav_sudoku,
        "tetris" => t.nav_tetris,
        "cube" => t.nav_cube,
        _ => t.nav_xiangqi,
    }
}

/// Where one can work with a position, or have something done with it at once.
fn work(family: &str, text: &str, verb: &str) -> Option<String> {
    let (path, field, text) = match family {
        "sudoku" => ("/sudoku", "puzzle", text),
        "cube" => ("/cube", "item", text),
        "xiangqi" => ("/xiangqi", "fen", text),
        // The last column of a setup is its fumen.
        _ => ("/tetris/field", "fumen", text.rsplit('\t').next()?),
    };
    Some(super::link(path, &[(field, text), ("do", verb)]))
}
