//! What `rate`, `hint` and `generate` share: puzzles or pencilmarks as items, a rater per thread, drawings.

use crate::Outcome;
use crate::refuse::OrRefuse;
use clap::Args;
use ludex_core::{Picture, Refusal};
use ludex_sudoku::rate::{Candidates, PENCILMARK_LETTERS, RateError, Rater, Rating, Step, picture, sheet};
use ludex_sudoku::{Canonical, Position, PuzzleName, Setup};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;

thread_local! {
    /// Chains need memory that is worth keeping from line to line.
    static RATER: RefCell<Rater> = RefCell::new(Rater::new());
}

/// A line: a puzzle or pencilmarks, and its trailing columns.
pub(super) struct Item<'a> {
    state: Candidates,
    position: Option<Position>,
    canonical: Option<Canonical>,
    rest: &'a str,
}

impl<'a> Item<'a> {
    pub(super) fn read(line: &'a str) -> Result<Item<'a>, Refusal> {
        if let Some((marks, rest)) = pencilmarks(line) {
            return Ok(Item { state: marks.parse()?, position: None, canonical: None, rest });
        }
        let (position, rest) = Position::from_line(line)?;
        Ok(Item { state: Candidates::of(position.setup()), position: Some(position), canonical: None, rest })
    }

    /// Puts the canonical form in its place.
    pub(super) fn canonise(&mut self) -> Result<(), Refusal> {
        let Some(position) = &self.position else {
            return Err(Refusal::new(
                "pencilmarks have no canonical form: a puzzle of 81 characters has one",
            ));
        };
        let canonical = position.canonical();
        self.state = Candidates::of(&canonical.setup());
        self.canonical = Some(canonical);
        Ok(())
    }

    /// The canonical form, once it was asked for.
    pub(super) fn named(&self) -> Result<&Canonical, Refusal> {
        self.canonical.as_ref().ok_or_else(|| Refusal::new("pencilmarks have no name"))
    }

    pub(super) fn text(&self) -> String {
        match (&self.canonical, &self.position) {
            (Some(canonical), _) => canonical.setup().to_string(),
            (_, Some(position)) => position.setup().to_string(),
            _ => self.state.to_string(),
        }
    }

    pub(super) const fn rest(&self) -> &'a str {
        self.rest
    }
}

/// Pencilmarks at the start of a line, by their look, and what follows.
fn pencilmarks(line: &str) -> Option<(&str, &str)> {
    let looks = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let whole = line.as_bytes().get(..PENCILMARK_LETTERS)?.iter().all(looks);
    let border = line.as_bytes().get(PENCILMARK_LETTERS).is_none_or(|byte| !looks(byte));
    (whole && border).then(|| line.split_at(PENCILMARK_LETTERS))
}

/// Rates an item; every step is handed over with the state before it.
pub(super) fn rate(
    item: &Item<'_>,
    max: u32,
    mut visit: impl FnMut(&Candidates, &Step),
) -> Result<Rating, Refusal> {
    let rating = RATER.with_borrow_mut(|rater| {
        rater.follow(&item.state, max, |state, step| {
            visit(state, step);
            true
        })
    })?;
    Ok(rating)
}

/// The next step of an item, and the state it is taken in.
pub(super) fn next(item: &Item<'_>) -> Result<(Candidates, Step), Refusal> {
    let mut found = None;
    RATER.with_borrow_mut(|rater| {
        rater.follow(&item.state, u32::MAX, |state, step| {
            found = Some((state.clone(), step.clone()));
            false
        })
    })?;
    found.ok_or_else(|| Refusal::new(RateError::Solved.to_string()))
}

/// The rating of a new puzzle and whether some step of it passes a test; nothing where it is above `max`.
pub(super) fn judge(setup: &Setup, max: u32, mut test: impl FnMut(&Step) -> bool) -> Option<(Rating, bool)> {
    let mut passed = false;
    let rating = RATER.with_borrow_mut(|rater| {
        rater.follow(&Candidates::of(setup), max, |_, step| {
            passed |= test(step);
            true
        })
    });
    rating.ok().filter(|rating| !rating.open).map(|rating| (rating, passed))
}

/// A step as a value.
pub(super) fn told(step: &Step) -> Value {
    json!({
        "rating": f64::from(step.tenths()) / 10.0,
        "technique": step.technique().name(),
        "reason": step.reason(),
        "effect": step.effect(),
    })
}

/// The files a drawing goes into, as typed.
#[derive(Debug, Clone, Args)]
pub(crate) struct DrawArgs {
    /// Draw candidates, links and eliminations as SVG, several steps on one sheet
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// The same as PNG
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Draw the steps one after the other as an animated GIF
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    pub(crate) gif: Option<PathBuf>,
}

/// `ludex show --steps`: the steps of a puzzle, pencilmarks or a name, drawn into files or told.
pub(crate) fn show_steps(item: &str, draw: &DrawArgs) -> anyhow::Result<Outcome> {
    let mut line = item.to_owned();
    if ludex_sudoku::text::measure(item).is_none()
        && pencilmarks(item).is_none()
        && let Ok((name, _)) = PuzzleName::from_line(item)
    {
        line = name.canonical(super::family().tables()).or_refuse()?.setup().to_string();
    }
    let item = Item::read(&line).or_refuse()?;
    let (mut told, mut pictures) = (String::new(), Vec::new());
    let rating = rate(&item, u32::MAX, |state, step| {
        told.push_str(&format!("\n  {step}"));
        if draw.wanted() {
            pictures.push(picture(state, Some(step)));
        }
    });
    let rating = rating.or_refuse()?;
    if draw.wanted() {
        draw.write(&pictures)?;
    } else {
        writeln!(std::io::stdout().lock(), "{} ED={rating}{told}", item.text())?;
    }
    Ok(Outcome::Fine)
}

/// How long a step stays in an animation, in hundredths of a second.
#[cfg(feature = "png")]
const PAUSE: u16 = 150;

impl DrawArgs {
    pub(super) fn wanted(&self) -> bool {
        #[cfg(feature = "png")]
        if self.png.is_some() || self.gif.is_some() {
            return true;
        }
        self.svg.is_some()
    }

    /// Writes the pictures of the steps into the files.
    pub(super) fn write(&self, pictures: &[Picture]) -> anyhow::Result<()> {
        let whole = || match pictures {
            [one] => one.clone(),
            several => sheet(several),
        };
        let mut files = Vec::new();
        if let Some(path) = &self.svg {
            files.push((path, ludex_draw::to_svg(&whole()).into_bytes()));
        }
        #[cfg(feature = "png")]
        {
            if let Some(path) = &self.png {
                files.push((path, ludex_draw::to_png(&whole())?));
            }
            if let Some(path) = &self.gif {
                files.push((path, ludex_draw::to_gif(pictures, PAUSE)?));
            }
        }
        for (path, bytes) in &files {
            crate::replace::write(path, bytes)?;
        }
        Ok(())
    }
}
