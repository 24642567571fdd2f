//! What is known of a position, as pages show it: picture, names, the way to the canonical form.

use crate::problem::Problem;
use crate::state::{App, families};
use crate::text::Text;
use ludex_core::{Colours, Difference, Family, Name, Picture, Refusal, Setup, Style, downcast};
use ludex_draw::to_svg;
use ludex_sudoku::Map;

/// What is known of a position.
pub(crate) struct Look {
    /// What the family is called.
    pub(crate) family_name: &'static str,
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
    /// Since when the store knows it.
    pub(crate) known: Option<String>,
    /// What is sent to keep it: a JSON object.
    pub(crate) keep: String,
    /// The page on which one can work with it.
    pub(crate) work: Option<String>,
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
    look_at(t, family, &*item.setup())
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
    let canonical = named.as_ref().ok().and_then(|name| family.recall(name).ok()).map(|found| found.setup());
    let steps = match &canonical {
        Some(canonical) => way(t, family, setup, &**canonical).unwrap_or_default(),
        None => Vec::new(),
    };
    let facts = match &position {
        Ok(position) => position.keys().into_iter().map(|(kind, key)| (kind.to_owned(), key)).collect(),
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
        work: work(word, &text),
        keep: serde_json::json!({"item": text}).to_string(),
        canonical: canonical.map(|canonical| canonical.text()),
        text,
        facts,
        known: None,
        steps,
    })
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

/// Where one can work with a position.
fn work(family: &str, text: &str) -> Option<String> {
    let text = super::encode(text);
    match family {
        "sudoku" => Some(format!("/sudoku?puzzle={text}")),
        "cube" => Some(format!("/cube?item={text}")),
        "xiangqi" => Some(format!("/xiangqi?fen={text}")),
        _ => None,
    }
}

/// The way from a setup to its canonical form.
fn way(
    t: &'static Text,
    family: &dyn Family,
    setup: &dyn Setup,
    canonical: &dyn Setup,
) -> Result<Vec<Step>, Refusal> {
    let first = Step { words: t.step_typed.to_owned(), svg: svg(&setup.picture_in(STYLE)) };
    if let Ok(sudoku) = downcast::<ludex_sudoku::Setup>(setup) {
        let (_, map) = ludex_sudoku::Position::try_from(sudoku)?.canonical_with_map();
        return Ok(sudoku_way(t, sudoku, &map, first));
    }
    let Difference::Same(how) = family.diff(setup, canonical)? else { return Ok(Vec::new()) };
    if how == "as they stand" || setup.text() == canonical.text() {
        return Ok(vec![first]);
    }
    let last = Step { words: told(t, &how), svg: svg(&canonical.picture_in(STYLE)) };
    Ok(vec![first, last])
}

/// What a difference says, in the language of the page: mirrors and turns are all there is.
fn told(t: &'static Text, how: &str) -> String {
    let turned = how.split_once("turned by ").map(|(_, turns)| format!("{} {turns}", t.step_turned));
    match (how.contains("mirror"), turned) {
        (true, Some(turned)) => format!("{}, {turned}", t.step_mirrored),
        (true, None) => t.step_mirrored.to_owned(),
        (false, Some(turned)) => turned,
        (false, None) => how.to_owned(),
    }
}

fn sudoku_way(t: &'static Text, setup: &ludex_sudoku::Setup, map: &Map, first: Step) -> Vec<Step> {
    let mut steps = vec![first];
    let mut so_far = Map::IDENTITY;
    let mut step = |so_far: Map, words: String| {
        let drawn = Setup::picture(&so_far.apply(setup));
        steps.push(Step { words, svg: svg(&drawn) });
    };
    let from_one = |lines: &[u8]| lines.iter().map(|line| char::from(b'1' + line)).collect::<String>();
    if map.transposed {
        so_far.transposed = true;
        step(so_far, t.step_transposed.to_owned());
    }
    if map.rows != so_far.rows {
        so_far.rows = map.rows;
        step(so_far, format!("{} {}", t.step_rows, from_one(&map.rows)));
    }
    if map.cols != so_far.cols {
        so_far.cols = map.cols;
        step(so_far, format!("{} {}", t.step_columns, from_one(&map.cols)));
    }
    if map.names != so_far.names {
        so_far.names = map.names;
        let names: String = map.names[1..].iter().map(|name| char::from(b'0' + name)).collect();
        step(so_far, format!("{} 123456789 → {names}", t.step_digits));
    }
    steps
}
