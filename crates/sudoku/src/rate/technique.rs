//! The techniques of the scale and what they are called.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How a forcing net ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Net {
    /// Both a digit on and off lead to the same.
    Double,
    /// All candidates of a cell lead to the same.
    Cell,
    /// All places of a digit in a house lead to the same.
    House,
    /// A candidate contradicts itself.
    Contradiction,
}

/// A technique of the scale, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// The last empty cell of a house.
    FullHouse,
    /// The only place of a digit in a house.
    HiddenSingle,
    /// Locked candidates of a box that leave a hidden single.
    DirectPointing,
    /// Locked candidates of a line that leave a hidden single.
    DirectClaiming,
    /// A hidden pair that leaves a hidden single.
    DirectHiddenPair,
    /// The only digit of a cell.
    NakedSingle,
    /// A hidden triple that leaves a hidden single.
    DirectHiddenTriple,
    /// Locked candidates of a box.
    Pointing,
    /// Locked candidates of a line.
    Claiming,
    /// Two cells, two digits.
    NakedPair,
    /// Two lines, one digit.
    XWing,
    /// Two digits, two cells.
    HiddenPair,
    /// Three cells, three digits.
    NakedTriple,
    /// Three lines, one digit.
    Swordfish,
    /// Three digits, three cells.
    HiddenTriple,
    /// A pivot and two wings of two digits each.
    XyWing,
    /// A pivot of three digits and two wings.
    XyzWing,
    /// Four cells that could be exchanged, of the type 1 to 4.
    UniqueRectangle(u8),
    /// Six or more cells that could be exchanged, of the type 1 to 4.
    UniqueLoop(u8),
    /// Four cells, four digits.
    NakedQuad,
    /// Four lines, one digit.
    Jellyfish,
    /// Four digits, four cells.
    HiddenQuad,
    /// A bivalue universal grave but for some cells, of the type 1 to 4.
    Bug(u8),
    /// Two cells whose combinations are excluded by others.
    AlignedPair,
    /// A continuous loop of one digit.
    XCycle,
    /// A continuous loop through cells of two candidates.
    YCycle,
    /// A continuous loop.
    XyCycle,
    /// A chain of one digit with six nodes.
    TurbotFish,
    /// A longer chain of one digit.
    XChain,
    /// An alternating inference chain.
    ForcingChain,
    /// Three cells whose combinations are excluded by others.
    AlignedTriple,
    /// A net of one digit that contradicts itself.
    Nishio,
    /// Chains from all candidates of a cell.
    CellChains,
    /// Chains from all places of a digit in a house.
    HouseChains,
    /// A forcing net: how it ends, and how deep eliminations are nested in it (0 to 5).
    Net(Net, u8),
}

/// A word that names no technique.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{word:?} is no technique: {}", Technique::WORDS.map(|(word, _)| word).join(", "))]
pub struct TechniqueError {
    /// What was read.
    pub word: String,
}

/// Whether a technique answers to a word.
type Test = fn(Technique) -> bool;

impl Technique {
    /// The words a technique is asked for by, and whether a technique answers to each.
    const WORDS: [(&'static str, Test); 33] = {
        use Technique as T;
        [
            ("full-house", |t| t == T::FullHouse),
            ("hidden-single", |t| t == T::HiddenSingle),
            ("naked-single", |t| t == T::NakedSingle),
            ("pointing", |t| matches!(t, T::Pointing | T::DirectPointing)),
            ("claiming", |t| matches!(t, T::Claiming | T::DirectClaiming)),
            ("locked-candidates", |t| {
                matches!(t, T::Pointing | T::DirectPointing | T::Claiming | T::DirectClaiming)
            }),
            ("naked-pair", |t| t == T::NakedPair),
            ("naked-triple", |t| t == T::NakedTriple),
            ("naked-quad", |t| t == T::NakedQuad),
            ("hidden-pair", |t| matches!(t, T::HiddenPair | T::DirectHiddenPair)),
            ("hidden-triple", |t| matches!(t, T::HiddenTriple | T::DirectHiddenTriple)),
            ("hidden-quad", |t| t == T::HiddenQuad),
            ("x-wing", |t| t == T::XWing),
            ("swordfish", |t| t == T::Swordfish),
            ("jellyfish", |t| t == T::Jellyfish),
            ("xy-wing", |t| t == T::XyWing),
            ("xyz-wing", |t| t == T::XyzWing),
            ("unique-rectangle", |t| matches!(t, T::UniqueRectangle(_))),
            ("unique-loop", |t| matches!(t, T::UniqueLoop(_))),
            ("bug", |t| matches!(t, T::Bug(_))),
            ("aligned-pair", |t| t == T::AlignedPair),
            ("aligned-triple", |t| t == T::AlignedTriple),
            ("x-cycle", |t| t == T::XCycle),
            ("y-cycle", |t| t == T::YCycle),
            ("nice-loop", |t| matches!(t, T::XCycle | T::YCycle | T::XyCycle)),
            ("turbot-fish", |t| t == T::TurbotFish),
            ("x-chain", |t| matches!(t, T::TurbotFish | T::XChain)),
            ("aic", |t| t == T::ForcingChain),
            ("nishio", |t| t == T::Nishio),
            ("forcing-chain", |t| matches!(t, T::CellChains | T::HouseChains)),
            ("forcing-net", |t| matches!(t, T::Net(_, 0))),
            ("forcing-net-plus", |t| matches!(t, T::Net(_, 1))),
            ("nested-net", |t| matches!(t, T::Net(_, 2..))),
        ]
    };

    /// What people call it.
    #[must_use]
    pub fn name(self) -> String {
        use Technique as T;
        let fixed = match self {
            T::FullHouse => "Full House",
            T::HiddenSingle => "Hidden Single",
            T::DirectPointing => "Locked Candidates Type 1, then Hidden Single",
            T::DirectClaiming => "Locked Candidates Type 2, then Hidden Single",
            T::DirectHiddenPair => "Hidden Pair, then Hidden Single",
            T::NakedSingle => "Naked Single",
            T::DirectHiddenTriple => "Hidden Triple, then Hidden Single",
            T::Pointing => "Locked Candidates Type 1",
            T::Claiming => "Locked Candidates Type 2",
            T::NakedPair => "Naked Pair",
            T::XWing => "X-Wing",
            T::HiddenPair => "Hidden Pair",
            T::NakedTriple => "Naked Triple",
            T::Swordfish => "Swordfish",
            T::HiddenTriple => "Hidden Triple",
            T::XyWing => "XY-Wing",
            T::XyzWing => "XYZ-Wing",
            T::UniqueRectangle(n) => return format!("Uniqueness Test {n}"),
            T::UniqueLoop(n) => return format!("Unique Loop {n}"),
            T::NakedQuad => "Naked Quadruple",
            T::Jellyfish => "Jellyfish",
            T::HiddenQuad => "Hidden Quadruple",
            T::Bug(1) => "BUG+1",
            T::Bug(n) => return format!("BUG+n (type {n})"),
            T::AlignedPair => "Aligned Pair Exclusion",
            T::XCycle => "X-Cycle",
            T::YCycle => "XY-Loop",
            T::XyCycle => "Continuous Nice Loop",
            T::TurbotFish => "Turbot Fish",
            T::XChain => "X-Chain",
            T::ForcingChain => "AIC",
            T::AlignedTriple => "Aligned Triple Exclusion",
            T::Nishio => "Nishio",
            T::CellChains => "Forcing Chain Verity (cell)",
            T::HouseChains => "Forcing Chain Verity (house)",
            T::Net(net, level) => {
                let end = match net {
                    Net::Contradiction => "Contradiction",
                    Net::Double => "Verity (on and off)",
                    Net::Cell => "Verity (cell)",
                    Net::House => "Verity (house)",
                };
                return match level {
                    0 => format!("Forcing Net {end}"),
                    1 => format!("Forcing Net + {end}"),
                    _ => format!("Forcing Net {end}, nested level {level}"),
                };
            }
        };
        fixed.to_owned()
    }

    /// What Sudoku Explainer calls it.
    #[must_use]
    pub fn explainer_name(self) -> String {
        use Technique as T;
        let fixed = match self {
            T::FullHouse | T::HiddenSingle => "Hidden Single",
            T::DirectPointing => "Direct Pointing",
            T::DirectClaiming => "Direct Claiming",
            T::DirectHiddenPair => "Direct Hidden Pair",
            T::DirectHiddenTriple => "Direct Hidden Triplet",
            T::Pointing => "Pointing",
            T::Claiming => "Claiming",
            T::NakedTriple => "Naked Triplet",
            T::HiddenTriple => "Hidden Triplet",
            T::NakedQuad => "Naked Quad",
            T::HiddenQuad => "Hidden Quad",
            T::UniqueRectangle(n) => return format!("Unique Rectangle type {n}"),
            T::UniqueLoop(n) => return format!("Unique Loop type {n}"),
            T::Bug(n) => return format!("BUG type {n}"),
            T::AlignedTriple => "Aligned Triplet Exclusion",
            T::XCycle => "Bidirectional X-Cycle",
            T::YCycle => "Bidirectional Y-Cycle",
            T::XyCycle => "Bidirectional Cycle",
            T::XChain => "Forcing X-Chain",
            T::ForcingChain => "Forcing Chain",
            T::Nishio => "Nishio Forcing Chains",
            T::CellChains => "Cell Forcing Chains",
            T::HouseChains => "Region Forcing Chains",
            T::Net(net, level) => {
                let end = match net {
                    Net::Contradiction => "Contradiction",
                    Net::Double => "Double",
                    Net::Cell => "Cell",
                    Net::House => "Region",
                };
                let nested = match level {
                    0 => "",
                    1 => " (+)",
                    2 => " (+ Forcing Chains)",
                    3 => " (+ Multiple Forcing Chains)",
                    4 => " (+ Dynamic Forcing Chains)",
                    _ => " (+ Dynamic Forcing Chains (+))",
                };
                return format!("Dynamic {end} Forcing Chains{nested}");
            }
            _ => return self.name(),
        };
        fixed.to_owned()
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

/// Techniques asked for by one word: `swordfish`, `locked-candidates`, `forcing-net`.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::rate::{Technique, TechniqueWord};
/// let word: TechniqueWord = "unique-rectangle".parse()?;
/// assert!(word.names(Technique::UniqueRectangle(4)) && !word.names(Technique::XWing));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TechniqueWord(usize);

impl TechniqueWord {
    /// Whether the word names the technique.
    #[must_use]
    pub fn names(self, technique: Technique) -> bool {
        Technique::WORDS[self.0].1(technique)
    }

    /// All words.
    pub fn all() -> impl Iterator<Item = &'static str> {
        Technique::WORDS.iter().map(|(word, _)| *word)
    }
}

impl FromStr for TechniqueWord {
    type Err = TechniqueError;

    fn from_str(text: &str) -> Result<TechniqueWord, TechniqueError> {
        let word = text.trim().to_lowercase().replace([' ', '_'], "-");
        Technique::WORDS
            .iter()
            .position(|(known, _)| *known == word)
            .map(TechniqueWord)
            .ok_or_else(|| TechniqueError { word: text.to_owned() })
    }
}

impl fmt::Display for TechniqueWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Technique::WORDS[self.0].0)
    }
}
