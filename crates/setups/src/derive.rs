//! A setup from its fumen alone: the pieces it shows, the leftover they come from, and the patterns of the queues with
//! which it is built and solved.

use crate::setup::SetupFields;
use ludex_store::{Result, StoreError};
use ludex_tetris::saves::leftover_length;
use ludex_tetris::solve::{Building, is_cleared};
use ludex_tetris::{Counts, Fumen, Piece};

/// Pieces of a perfect clear of four lines.
const PIECES: usize = 10;

fn refused(what: impl Into<String>) -> StoreError {
    StoreError::Value(what.into())
}

/// Fills what is empty of a setup from its fumen: the build; the leftover of a first or eighth perfect clear, and of one
/// whose build is the leftover; the cover pattern and the solve pattern, from bags.
///
/// # Errors
/// When the fumen shows no whole pieces, the leftover cannot be told, or no bags give the pieces.
///
/// # Examples
/// ```
/// use ludex_setups::{SetupFields, derive::derive};
/// let mut setup = SetupFields::new(7, "TLO", "", "", "v115@HhRpGewwRpglCeBtxwilDeBtwwJeAgH");
/// derive(&mut setup)?;
/// assert_eq!((setup.build.as_str(), setup.cover_pattern.as_str()), ("TLZO", "[TLO]!,*p2{Z=1}"));
/// assert_eq!(setup.solve_pattern.as_deref(), Some("[^Z]!,*"));
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
pub fn derive(setup: &mut SetupFields) -> Result<()> {
    let page = Fumen::decode(&setup.fumen)
        .map_err(|error| refused(format!("the fumen: {error}")))?
        .pages
        .into_iter()
        .next()
        .ok_or_else(|| refused("the fumen has no page"))?;
    if setup.build.is_empty() {
        let buildings =
            Building::of_field(&page.field).map_err(|error| refused(format!("the fumen: {error}")))?;
        let pieces = buildings.first().map(Building::pieces).unwrap_or_default();
        setup.build = Piece::spell(&Counts::of(&pieces).sorted());
    }
    if setup.pc == 0 {
        setup.pc = 1;
    }
    let pc = u32::try_from(setup.pc).ok().filter(|pc| (1..=9).contains(pc));
    let length =
        leftover_length(pc.ok_or_else(|| refused(format!("perfect clear {}: 1 to 9 are known", setup.pc)))?);
    let word = |field: &str, text: &str| {
        Piece::word(text)
            .map(|pieces| Counts::of(&pieces))
            .map_err(|error| refused(format!("{field}: {error}")))
    };
    let build = word("the build", &setup.build)?;
    if setup.leftover.is_empty() {
        setup.leftover = match length {
            7 => "TILJSZO".into(),
            length if length == build.total() => setup.build.clone(),
            length => {
                return Err(refused(format!(
                    "the fumen does not tell which {length} pieces are left over at perfect clear {}",
                    setup.pc
                )));
            }
        };
    }
    let leftover = word("the leftover", &setup.leftover)?;
    if leftover.total() != length {
        return Err(refused(format!(
            "the leftover {}: perfect clear {} has {length} pieces left over",
            setup.leftover, setup.pc
        )));
    }
    let bags = Bags::new(leftover, build)
        .ok_or_else(|| refused(format!("no bags after {} give the build {}", setup.leftover, setup.build)))?;
    if setup.cover_pattern.is_empty() {
        setup.cover_pattern = bags.cover();
    }
    if setup.solve_pattern.is_none() && !is_cleared(&page.field) {
        setup.solve_pattern = Some(bags.solve());
    }
    Ok(())
}

/// The cover pattern and the solve pattern that bags give for a build; nothing where no bags give its pieces.
///
/// # Examples
/// ```
/// use ludex_setups::derive::patterns;
/// use ludex_tetris::{Counts, Piece};
/// let counts = |text| Piece::word(text).map(|pieces| Counts::of(&pieces));
/// let (cover, solve) = patterns(counts("T")?, counts("TIO")?).unwrap();
/// assert_eq!((cover.as_str(), solve.as_str()), ("T,*p3{IO=1}", "[^IO]!,*p3"));
/// # Ok::<(), ludex_tetris::PieceError>(())
/// ```
#[must_use]
pub fn patterns(leftover: Counts, build: Counts) -> Option<(String, String)> {
    Bags::new(leftover, build).map(|bags| (bags.cover(), bags.solve()))
}

/// Leftover and build, and what the build takes of the bags that follow.
struct Bags {
    leftover: Counts,
    /// Pieces of the leftover that are not built.
    kept: Counts,
    /// By bag: what is built of it.
    built: Vec<Counts>,
    total: usize,
}

impl Bags {
    fn new(leftover: Counts, build: Counts) -> Option<Bags> {
        let mut rest = build;
        let mut kept = leftover;
        for (kept, rest) in kept.0.iter_mut().zip(rest.0.iter_mut()) {
            let both = (*kept).min(*rest);
            (*kept, *rest) = (*kept - both, *rest - both);
        }
        let mut built = Vec::new();
        while rest.total() > 0 {
            let now = Counts(rest.0.map(|count| count.min(1)));
            rest = rest.minus(&now)?;
            built.push(now);
        }
        // Before a bag is built with, all but one piece of those before it are: the hold takes one.
        let whole = |count: usize| built.iter().take(count).all(|bag| bag.total() >= 6);
        let fits = built.len() <= 2
            && (built.is_empty() || kept.total() <= 1)
            && whole(built.len().saturating_sub(1));
        (fits && build.total() <= PIECES).then_some(Bags { leftover, kept, built, total: build.total() })
    }

    /// All orders of the leftover, then as much of the bags as is seen with one piece more than the build.
    fn cover(&self) -> String {
        let mut parts = vec![all_of(&self.leftover)];
        let mut seen = self.leftover.total();
        for built in &self.built {
            let more = (self.total + 1).saturating_sub(seen).min(7);
            if more > 0 {
                let wanted = if more == 7 {
                    String::new()
                } else {
                    format!("{{{}=1}}", Piece::spell(&built.sorted()))
                };
                parts.push(format!("{}{wanted}", some(more)));
                seen += more;
            }
        }
        parts.join(",")
    }

    /// What is left of leftover and bags, as many pieces as the rest of the clear takes with the hold.
    fn solve(&self) -> String {
        let mut left = PIECES + 1 - self.total;
        let mut parts = Vec::new();
        let kept = self.kept.total();
        if kept > 0 && left > 0 {
            let count = kept.min(left);
            parts.push(if count == kept {
                all_of(&self.kept)
            } else {
                format!("[{}]p{count}", spell(&self.kept))
            });
            left -= count;
        }
        for built in &self.built {
            let there = 7 - built.total();
            let count = there.min(left);
            if count > 0 {
                let suffix = if count == there { "!".to_owned() } else { format!("p{count}") };
                parts.push(format!("[^{}]{suffix}", spell(built)));
                left -= count;
            }
        }
        while left > 0 {
            let count = left.min(7);
            parts.push(some(count));
            left -= count;
        }
        parts.join(",")
    }
}

fn spell(counts: &Counts) -> String {
    Piece::spell(&counts.sorted())
}

/// All orders of some pieces.
fn all_of(counts: &Counts) -> String {
    match counts.total() {
        1 => spell(counts),
        7 if counts.0 == [1; 7] => "*p7".into(),
        _ => format!("[{}]!", spell(counts)),
    }
}

/// So many pieces of a whole bag.
fn some(count: usize) -> String {
    if count == 1 { "*".into() } else { format!("*p{count}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(leftover: &str, build: &str) -> Option<(String, String)> {
        let counts = |text: &str| Counts::of(&Piece::word(text).unwrap());
        Bags::new(counts(leftover), counts(build)).map(|bags| (bags.cover(), bags.solve()))
    }

    /// Published setups have these patterns, up to what the cover bits say as well.
    #[test]
    fn patterns_from_bags() {
        for (leftover, build, cover, solve) in [
            ("TILJSZO", "TIJSZO", "*p7", "L,*p4"),
            ("TILJSZO", "ILSZ", "*p7", "[TJO]!,*p4"),
            ("TLO", "TLZO", "[TLO]!,*p2{Z=1}", "[^Z]!,*"),
            ("T", "TIO", "T,*p3{IO=1}", "[^IO]!,*p3"),
            ("TTIO", "TIO", "[TTIO]!", "T,*p7"),
            ("TI", "TILJSZOT", "[TI]!,*p7", "[^TLJSZO]!,*p2"),
        ] {
            assert_eq!(patterns(leftover, build), Some((cover.into(), solve.into())), "{leftover} {build}");
        }
        assert_eq!(patterns("TI", "SZS"), None, "two pieces cannot be held");
        assert_eq!(patterns("T", "TTTT"), None);
    }
}
