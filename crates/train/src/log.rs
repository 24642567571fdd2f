//! A match kept in a file, pair by pair, so that one broken off goes on where it was.
//!
//! ```text
//!   # FIRST | SECOND | LIMIT | START         which match this is
//!   0 1 0.5 0 0                              pair, the first engine's score with Red and with Black,
//!                                            its losses by a rule of repetition, those it had called level
//! ```

use anyhow::{Context, ensure};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

/// The two games from one opening, as the first engine saw them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pair {
    /// Its scores with Red and with Black.
    pub scores: [f64; 2],
    /// Games it lost by a rule of repetition, and those of them it had called level.
    pub lost_by_rule: [u32; 2],
}

impl Pair {
    fn read(line: &str, number: usize) -> Option<Pair> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [at, red, black, lost, level] = words[..] else { return None };
        let score = |word: &str| word.parse().ok().filter(|score| [0.0, 0.5, 1.0].contains(score));
        (at.parse() == Ok(number)).then_some(())?;
        Some(Pair {
            scores: [score(red)?, score(black)?],
            lost_by_rule: [lost.parse().ok()?, level.parse().ok()?],
        })
    }
}

/// Where pairs are written down as they end.
#[derive(Debug)]
pub struct Log {
    file: Option<File>,
    /// The pairs of earlier runs.
    pub pairs: Vec<Pair>,
}

impl Log {
    /// Keeps nothing.
    #[must_use]
    pub const fn none() -> Self {
        Log { file: None, pairs: Vec::new() }
    }

    /// Goes on with a file, or begins one; `title` says which match it is.
    ///
    /// # Errors
    /// When the file is that of another match, or not readable as one. A last line that was cut off is played
    /// again.
    pub fn open(path: &Path, title: &str) -> anyhow::Result<Self> {
        let place = || path.display().to_string();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(place)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(place)?;
        let head = format!("# {title}\n");
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        text.truncate(whole);
        let mut pairs = Vec::new();
        if text.is_empty() {
            file.set_len(0).with_context(place)?;
            std::io::Seek::rewind(&mut file).with_context(place)?;
            file.write_all(head.as_bytes()).with_context(place)?;
        } else {
            let Some(rest) = text.strip_prefix(&head) else {
                let found = text.lines().next().unwrap_or("");
                anyhow::bail!("{}: holds another match: {found}", place());
            };
            for line in rest.lines() {
                let pair = Pair::read(line, pairs.len());
                ensure!(pair.is_some(), "{}: line {}: {line:?} is no pair", place(), pairs.len() + 2);
                pairs.extend(pair);
            }
            file.set_len(whole as u64).with_context(place)?;
            std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).with_context(place)?;
        }
        Ok(Log { file: Some(file), pairs })
    }

    /// Writes the next pair down.
    ///
    /// # Errors
    /// When writing fails.
    pub fn add(&mut self, pair: Pair) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            let Pair { scores: [red, black], lost_by_rule: [lost, level] } = pair;
            file.write_all(format!("{} {red} {black} {lost} {level}\n", self.pairs.len()).as_bytes())?;
            file.flush()?;
        }
        self.pairs.push(pair);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_goes_on_where_it_was() {
        let path = std::env::temp_dir().join(format!("ludex-match-{}.log", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let pairs = [
            Pair { scores: [1.0, 0.5], lost_by_rule: [0, 0] },
            Pair { scores: [0.0, 0.5], lost_by_rule: [1, 1] },
        ];
        let mut log = Log::open(&path, "a | b").unwrap();
        pairs.into_iter().for_each(|pair| log.add(pair).unwrap());
        // A line that was cut off counts for nothing, and the next one takes its place.
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"2 1 0.").unwrap();
        let mut log = Log::open(&path, "a | b").unwrap();
        assert_eq!(log.pairs, pairs);
        log.add(pairs[0]).unwrap();
        assert_eq!(Log::open(&path, "a | b").unwrap().pairs, [pairs[0], pairs[1], pairs[0]]);
        assert!(Log::open(&path, "a | c").unwrap_err().to_string().contains("another match"));
        file.write_all(b"9 1 1 0 0\n").unwrap();
        assert!(Log::open(&path, "a | b").unwrap_err().to_string().contains("line 5"));
        std::fs::remove_file(&path).unwrap();
    }
}
