//! What `rate`, `hint` and `ludex show --steps` share: steps as values, drawings.

use crate::Outcome;
use crate::refuse::OrRefuse;
use clap::Args;
use ludex_core::Picture;
use ludex_sudoku::PuzzleName;
use ludex_sudoku::rate::{Step, Subject, pencilmarks, picture, sheet};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

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
    let (subject, _) = Subject::read(&line).or_refuse()?;
    let (mut told, mut pictures) = (String::new(), Vec::new());
    let rating = subject.rate(u32::MAX, |state, step| {
        told.push_str(&format!("\n  {step}"));
        if draw.wanted() {
            pictures.push(picture(state, Some(step)));
        }
        true
    });
    let rating = rating.or_refuse()?;
    if draw.wanted() {
        draw.write(&pictures)?;
    } else {
        writeln!(std::io::stdout().lock(), "{} ED={rating}{told}", subject.text())?;
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
