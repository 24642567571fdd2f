//! The catalogue of all essentially different grids in lexicographic order of their min-lex forms.
//!
//! There are 5,472,730,538 of them; a grid's place among them, from 1, is its *rank*. No list of them
//! is kept: an index says how many stand before the start of a grid, and the enumerator
//! counts the rest, which for the index a fresh clone carries is a few hundred grids.

mod build;
mod fill;
mod index;
mod lists;
mod orbits;
mod proof;
#[cfg(feature = "cache")]
pub mod recipe;
mod seek;
mod walk;

pub use build::{Part, assemble};
pub use index::{Level, ROW5_WORD, SMALL_WORD, VERSION};
pub use proof::{ALL_GRIDS, AUTOMORPHISMS, MAPS, Proof};
pub use seek::{Catalogue, Seeker};

use ludex_core::table::TableError;
use thiserror::Error;

/// How many essentially different grids there are.
pub const GRIDS: u64 = 5_472_730_538;

/// Why the catalogue has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// A rank outside the catalogue.
    #[error("rank {0} is not in the catalogue: ranks go from 1 to {GRIDS}")]
    Rank(u64),
    /// A grid that is not the least of its kind.
    #[error("the grid is not min-lex")]
    NotLeast,
    /// The index cannot be used. The reason is part of the message, so it is no source besides.
    #[error("the index is not used: {0}")]
    Table(TableError),
    /// An index whose checksums fit but whose contents make no sense.
    #[error("the index is not used: its contents do not fit together")]
    Malformed,
    /// A record that enumeration does not confirm.
    #[error("the index is wrong at band {band}, row 4 {row:?}: make it anew")]
    Wrong {
        /// The band.
        band: usize,
        /// The row.
        row: [u8; 9],
    },
    /// The progress asked to stop.
    #[error(transparent)]
    Stopped(#[from] ludex_core::Stopped),
    /// A build that did not come to the known counts.
    #[error("the enumeration is wrong: {what} came to {found}, must be {wanted}")]
    Unproven {
        /// Which count.
        what: String,
        /// What was found.
        found: String,
        /// What would have been right.
        wanted: String,
    },
}

impl From<TableError> for CatalogueError {
    fn from(error: TableError) -> CatalogueError {
        CatalogueError::Table(error)
    }
}

/// How many min-lex grids begin with each of the 416 bands.
#[rustfmt::skip]
pub const BAND_GRIDS: [u32; 416] = [
    1007170, 25502082, 16538087, 8417906, 48737791, 96229042, 15765443, 5306280, 8136013, 47174193,
    46788396, 46177270, 15340394, 45397270, 45600758, 1631576, 15093541, 45101600, 44832423, 88782526,
    44036568, 85627559, 42711122, 85102373, 41847039, 41335391, 4455504, 41102914, 4591391, 4664261,
    13606209, 40697707, 80468663, 79175610, 77979783, 38536298, 76146967, 74505665, 74154564, 72171447,
    36053455, 70552290, 69437575, 67978951, 33904021, 66337407, 65880161, 64996381, 63898062, 62192220,
    61691475, 60192385, 29966384, 29734495, 58731513, 57263818, 57033275, 55394556, 55022930, 54018514,
    52964870, 52242492, 51245000, 50540742, 49644127, 49190978, 24077300, 47978806, 47059527, 46231581,
    22715795, 44778204, 44053469, 43401907, 21398806, 42061440, 41316125, 40571245, 40282447, 39233218,
    38522319, 37881913, 37460193, 18460204, 36127803, 35584769, 34821531, 34334716, 33769162, 33174401,
    32520037, 31945541, 31221072, 30579410, 29977732, 29390061, 14518368, 14372444, 28268021, 27849953,
    13768854, 26929453, 26382806, 4359314, 25997296, 25467197, 24888528, 24423300, 23988326, 23541927,
    23070530, 22609142, 22100458, 10879514, 21378062, 20985174, 20674972, 20107116, 19854606, 9732970,
    19084488, 9491325, 18532281, 9142485, 18075269, 17675306, 17545752, 16990098, 8369473, 16406705,
    16189996, 15791769, 2613345, 15362664, 15272476, 14918036, 7254450, 14383075, 7011714, 13738161,
    13445152, 6593805, 12918117, 6403269, 12568136, 12354720, 12036469, 5931073, 5949060, 11577852,
    11435633, 11155974, 10671486, 10525735, 10188634, 10059617, 9805813, 9629320, 9490222, 9280124, 8844112,
    8628099, 8429593, 8227144, 7998287, 7813413, 3839149, 7548052, 7349287, 7146807, 6993422, 6828801,
    6674911, 6476248, 3166465, 6205963, 6040631, 5882934, 5812748, 5615082, 5461387, 5367414, 5222068,
    5072949, 4918277, 4778878, 4641003, 4539624, 4407284, 2186822, 4220821, 4158097, 4070158, 3857103,
    3785628, 3693474, 3555681, 3453089, 3345667, 3252227, 3165254, 3064062, 2966309, 2932890, 2841380,
    2701985, 2628788, 2532198, 2443960, 1243959, 2317171, 2357854, 1137589, 1083228, 2183311, 2244753,
    2143677, 2100798, 1007465, 1970315, 1841722, 1873099, 1772301, 347777, 1968442, 1677704, 1521001,
    1498734, 1515366, 1457098, 1331185, 1279569, 1262013, 1218744, 386642, 1182963, 570172, 1111083,
    1076551, 167032, 533940, 1048083, 974591, 967788, 455310, 915249, 500537, 783336, 822496, 377256,
    408556, 437792, 387029, 140436, 361962, 354702, 675674, 661737, 313209, 623191, 546083, 524804, 534167,
    503384, 464985, 461786, 441645, 418773, 424148, 378441, 361885, 360821, 176161, 172023, 165927, 154694,
    150664, 309399, 144927, 141820, 137601, 287667, 246093, 123480, 124070, 116970, 117351, 110418, 37988,
    109351, 211267, 209636, 189161, 188766, 171584, 152633, 147806, 70955, 133302, 139754, 119226, 20203,
    62246, 63613, 69669, 58811, 21225, 56942, 55120, 49427, 91869, 89983, 80765, 43270, 74594, 69012, 73627,
    62449, 59123, 57580, 47910, 44876, 46852, 46002, 40108, 37300, 36969, 31504, 28919, 27982, 29202, 25098,
    20652, 10105, 19471, 18996, 17212, 14780, 13660, 12324, 10597, 9562, 9012, 8215, 7261, 3569, 7136, 455,
    2935, 2990, 4836, 2156, 2141, 1959, 4171, 3376, 3171, 3150, 647, 1528, 2484, 2233, 1930, 1353, 1368,
    1232, 1667, 925, 872, 928, 808, 560, 757, 451, 245, 333, 156, 193, 161, 23, 163, 154, 111, 124, 87, 49,
    66, 125, 27, 59, 19, 41, 2, 16, 0, 11, 0, 0, 10, 0, 1, 0, 0, 0, 4, 0, 19, 0, 0, 0, 3, 0, 0, 0, 0, 1,
];
