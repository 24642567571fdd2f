//! Path files: every queue with its solutions, as solution-finder's csv and as the packed `csvd`.
//!
//! ```text
//!   csv    ツモ,対応地形数,使用ミノ,未使用ミノ,テト譜            or  queue,solutions,used,unused,fumens
//!          ZTJZ,2,TJZ;TZZ,Z;J,v115@...;v115@...                 one row per queue; Q,0,,, where unsolved
//!
//!   csvd   [TZ]!,*p2                        the pattern whose queues are the rows, in its order
//!                                           (empty)
//!          v115@...                         distinct fumens, in order of first use
//!                                           (empty)
//!          未使用ミノ,テト譜
//!          40,1;5                           saves (T 1, I 2, L 4, J 8, S 16, Z 32, O 64), fumens
//! ```

use crate::field::Cell;
use crate::fumen::{Fumen, FumenError};
use crate::pattern::{Pattern, PatternError};
use crate::piece::{Counts, Piece};
use crate::queue::Queue;
use crate::regex::RegexError;
use crate::solve::Path;
use ludex_core::{Progress, Silent, Stopped, Ticker};
use std::collections::HashMap;
use thiserror::Error;

/// Rows or fumens written between two questions whether to go on.
const ROWS: u32 = 64;

/// The header solution-finder writes.
pub const JAPANESE: &str = "ツモ,対応地形数,使用ミノ,未使用ミノ,テト譜";
/// The header we write unless asked for the other.
pub const ENGLISH: &str = "queue,solutions,used,unused,fumens";
const PACKED: &str = "未使用ミノ,テト譜";

/// A text that is no path file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PathFileError {
    /// Neither header.
    #[error("the first line is no header of a path file: {JAPANESE} or {ENGLISH} is needed")]
    Header,
    /// A row that does not hold.
    #[error("line {line}: {what}")]
    Row {
        /// From 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// The pattern of a packed file.
    #[error("the pattern of the packed file: {0}")]
    Pattern(#[from] PatternError),
    /// Rows and queues do not agree.
    #[error("the pattern has {queues} queues, the file {rows} rows")]
    Count {
        /// Queues of the pattern.
        queues: usize,
        /// Rows of the file.
        rows: usize,
    },
    /// A queue of the file that the pattern does not have.
    #[error("the queue {0} of the file is none of the pattern's")]
    Foreign(String),
    /// A fumen of a solution.
    #[error("a solution's fumen: {0}")]
    Fumen(#[from] FumenError),
    /// The regex of a wanted save takes too many steps.
    #[error(transparent)]
    Regex(#[from] RegexError),
    /// Something is missing.
    #[error("the packed file ends before its {0}")]
    Short(&'static str),
}

/// One queue and its solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The queue as written.
    pub queue: Queue,
    /// The distinct multisets of used pieces.
    pub used: Vec<String>,
    /// What each leaves unused, parallel to `used`.
    pub unused: Vec<String>,
    /// The solutions, as indices into [`PathFile::fumens`].
    pub solutions: Vec<u32>,
}

/// A path file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PathFile {
    /// In the order of the file.
    pub rows: Vec<Row>,
    /// The distinct fumens, in order of first use in the file.
    pub fumens: Vec<String>,
}

impl PathFile {
    /// The file of solved queues.
    #[must_use]
    pub fn of(path: &Path) -> PathFile {
        PathFile::of_until(path, &Silent).unwrap_or_default()
    }

    /// The same, for whoever may want it to stop: a hundred thousand solutions take a second to write.
    ///
    /// # Errors
    /// When the progress asked to stop.
    pub fn of_until(path: &Path, progress: &dyn Progress) -> Result<PathFile, Stopped> {
        let ticker = Ticker::new(progress, ROWS);
        let fumens: Result<Vec<String>, Stopped> =
            path.solutions.iter().map(|solution| ticker.tick().map(|()| solution.fumen())).collect();
        let fumens = fumens?;
        let counts: Vec<Counts> = path.solutions.iter().map(|s| s.counts()).collect();
        let row = |(queue, solutions): (&Queue, &Vec<u32>)| {
            let (mut used, mut unused) = (Vec::new(), Vec::new());
            for &solution in solutions {
                let multiset = counts[solution as usize];
                let text = Piece::spell(&multiset.sorted());
                if !used.contains(&text) {
                    let left = queue.counts().minus(&multiset).unwrap_or_default();
                    unused.push(Piece::spell(&left.sorted()));
                    used.push(text);
                }
            }
            ticker.tick().map(|()| Row { queue: *queue, used, unused, solutions: solutions.clone() })
        };
        let rows: Result<Vec<Row>, Stopped> = path.queues.iter().zip(&path.by_queue).map(row).collect();
        Ok(PathFile { rows: rows?, fumens })
    }

    /// Reads a csv.
    ///
    /// # Errors
    /// The first line that does not hold.
    pub fn read(text: &str) -> Result<PathFile, PathFileError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut lines = (1..).zip(text.lines());
        match lines.next() {
            Some((_, header)) if [JAPANESE, ENGLISH].contains(&header.trim_end()) => {}
            _ => return Err(PathFileError::Header),
        }
        let mut file = PathFile::default();
        let mut known: HashMap<String, u32> = HashMap::new();
        for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            let wrong = |what: String| PathFileError::Row { line, what };
            let cells: Vec<&str> = text.trim_end().split(',').collect();
            let [queue, count, used, unused, fumens] = cells[..] else {
                return Err(wrong(format!("{} columns where five are needed", cells.len())));
            };
            let word = Piece::word(queue).map_err(|error| wrong(error.to_string()))?;
            let queue = Queue::of(&word).ok_or_else(|| wrong("the queue is too long".into()))?;
            let list = |text: &str| -> Vec<String> {
                if text.is_empty() { Vec::new() } else { text.split(';').map(str::to_owned).collect() }
            };
            let fumens = list(fumens);
            if count.parse() != Ok(fumens.len()) {
                return Err(wrong(format!("{count:?} solutions announced, {} given", fumens.len())));
            }
            for pieces in list(used).iter().chain(&list(unused)) {
                Piece::word(pieces).map_err(|error| wrong(error.to_string()))?;
            }
            let mut solutions = Vec::with_capacity(fumens.len());
            for fumen in fumens {
                let next = known.len() as u32;
                let index = *known.entry(fumen.clone()).or_insert(next);
                if index == next {
                    file.fumens.push(fumen);
                }
                solutions.push(index);
            }
            file.rows.push(Row { queue, used: list(used), unused: list(unused), solutions });
        }
        Ok(file)
    }

    /// Writes the csv.
    #[must_use]
    pub fn write(&self, header: &str) -> String {
        self.write_until(header, &Silent).unwrap_or_default()
    }

    /// The same, for whoever may want it to stop.
    ///
    /// # Errors
    /// When the progress asked to stop.
    pub fn write_until(&self, header: &str, progress: &dyn Progress) -> Result<String, Stopped> {
        let ticker = Ticker::new(progress, ROWS);
        let mut out = format!("{header}\n");
        for row in &self.rows {
            ticker.tick()?;
            let fumens: Vec<&str> = row.solutions.iter().map(|&i| self.fumens[i as usize].as_str()).collect();
            out.push_str(&format!(
                "{},{},{},{},{}\n",
                row.queue,
                row.solutions.len(),
                row.used.join(";"),
                row.unused.join(";"),
                fumens.join(";")
            ));
        }
        Ok(out)
    }

    /// Writes the packed text.
    ///
    /// # Errors
    /// When the rows are not the queues of the pattern.
    pub fn pack(&self, pattern: &str) -> Result<String, PathFileError> {
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by_key(|row| row.queue);
        let queues = queues_of(pattern, rows.len())?;
        if let Some((row, _)) = rows.iter().zip(&queues).find(|(row, queue)| row.queue != **queue) {
            return Err(PathFileError::Foreign(row.queue.to_string()));
        }
        let mut numbers: Vec<Option<usize>> = vec![None; self.fumens.len()];
        let mut fumens: Vec<&str> = Vec::new();
        let mut lines = Vec::with_capacity(rows.len());
        for row in rows {
            let mut indices = Vec::with_capacity(row.solutions.len());
            for &solution in &row.solutions {
                let number = *numbers[solution as usize].get_or_insert_with(|| {
                    fumens.push(&self.fumens[solution as usize]);
                    fumens.len() - 1
                });
                indices.push(number.to_string());
            }
            lines.push(format!("{},{}", mask(row), indices.join(";")));
        }
        Ok(format!("{pattern}\n\n{}\n\n{PACKED}\n{}", fumens.join("\n"), lines.join("\n")))
    }

    /// Reads the packed text: queues come from the pattern, used pieces from queue and saves.
    ///
    /// # Errors
    /// Where the text does not hold.
    pub fn unpack(text: &str) -> Result<PathFile, PathFileError> {
        let mut lines = (1..).zip(text.lines());
        let (_, pattern) = lines.next().ok_or(PathFileError::Short("pattern"))?;
        match lines.next() {
            Some((_, "")) => {}
            _ => return Err(PathFileError::Short("fumens")),
        }
        let fumens: Vec<String> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| !line.is_empty())
            .map(str::to_owned)
            .collect();
        match lines.next() {
            Some((_, header)) if header == PACKED => {}
            // Without any fumen its empty list has one line less.
            _ => return Err(PathFileError::Short("header")),
        }
        let rows: Vec<(usize, &str)> = lines.collect();
        let queues = queues_of(pattern, rows.len())?;
        let mut file = PathFile { rows: Vec::with_capacity(rows.len()), fumens };
        for ((line, text), queue) in rows.into_iter().zip(queues) {
            let wrong = |what: &str| PathFileError::Row { line, what: what.to_owned() };
            let (mask, indices) = text.split_once(',').ok_or_else(|| wrong("saves and fumens are needed"))?;
            let mask: u8 =
                mask.parse().ok().filter(|&m| m < 128).ok_or_else(|| wrong("saves are 0 to 127"))?;
            let mut solutions = Vec::new();
            for index in indices.split(';').filter(|i| !i.is_empty()) {
                let index: u32 = index.parse().map_err(|_| wrong("a fumen is given by its number"))?;
                if index as usize >= file.fumens.len() {
                    return Err(wrong("the number of a fumen passes the list"));
                }
                solutions.push(index);
            }
            let (mut used, mut unused) = (Vec::new(), Vec::new());
            for piece in Piece::ALL.into_iter().filter(|p| mask >> p.index() & 1 == 1) {
                let rest = queue.counts().minus(&Counts::of(&[piece]));
                let rest = rest.ok_or_else(|| wrong("a save that is not in the queue"))?;
                used.push(Piece::spell(&rest.sorted()));
                unused.push(piece.to_string());
            }
            if mask == 0 && !solutions.is_empty() {
                used.push(Piece::spell(&queue.counts().sorted()));
                unused.push(String::new());
            }
            file.rows.push(Row { queue, used, unused, solutions });
        }
        Ok(file)
    }

    /// Reads either form.
    ///
    /// # Errors
    /// As [`PathFile::read`] and [`PathFile::unpack`].
    pub fn read_any(text: &str) -> Result<PathFile, PathFileError> {
        let first = text.lines().next().unwrap_or("").trim_start_matches('\u{FEFF}').trim_end();
        if [JAPANESE, ENGLISH].contains(&first) { PathFile::read(text) } else { PathFile::unpack(text) }
    }

    /// The pieces of every fumen, counted by the colours of its first page.
    ///
    /// # Errors
    /// The first fumen that does not decode.
    pub fn pieces(&self) -> Result<Vec<Counts>, PathFileError> {
        let count = |fumen: &String| {
            let mut cells = [0u32; 7];
            if let Some(page) = Fumen::decode(fumen)?.pages.first() {
                for y in 0..page.field.height() {
                    for piece in page.field.row(y).iter().filter_map(|c: &Cell| c.piece()) {
                        cells[piece.index()] += 1;
                    }
                }
            }
            Ok(Counts(cells.map(|n| (n / 4) as u8)))
        };
        self.fumens.iter().map(count).collect()
    }
}

fn mask(row: &Row) -> u8 {
    row.unused
        .iter()
        .flat_map(|u| u.chars())
        .filter_map(Piece::from_letter)
        .fold(0, |m, p| m | 1 << p.index())
}

/// The queues of a pattern, cut such that there are as many as rows.
fn queues_of(pattern: &str, rows: usize) -> Result<Vec<Queue>, PathFileError> {
    let mut queues = Pattern::read(pattern)?.queues()?;
    let count = queues.len();
    let mut length = queues.iter().map(|q| q.len()).max().unwrap_or(0);
    while queues.len() > rows && length > 1 {
        length -= 1;
        queues.iter_mut().for_each(|q| *q = q.cut(length));
        queues.dedup();
    }
    if queues.len() == rows { Ok(queues) } else { Err(PathFileError::Count { queues: count, rows }) }
}

/// Packed bytes: the text behind xz.
#[cfg(feature = "xz")]
pub mod xz {
    use liblzma::read::XzDecoder;
    use liblzma::stream::{Check, Stream};
    use liblzma::write::XzEncoder;
    use ludex_core::{Progress, Silent, Stopped};
    use std::io::{Read, Write};
    use thiserror::Error;

    /// The most a packed file may grow to.
    pub const MOST_BYTES: u64 = 1 << 28;
    /// Memory that unpacking may take; preset 9 needs 65 MiB.
    const MOST_MEMORY: u64 = 1 << 27;

    /// Bytes that are not unpacked.
    #[derive(Debug, Error)]
    #[non_exhaustive]
    pub enum XzError {
        /// Damaged, cut short, or not xz at all.
        #[error("not a whole xz file: {0}")]
        Broken(std::io::Error),
        /// It would grow without end.
        #[error("the file unpacks to more than {MOST_BYTES} bytes, which no path file has")]
        Bomb,
        /// The text is none.
        #[error("the unpacked bytes are not UTF-8 text")]
        Text,
        /// No such level.
        #[error("level {0}: 0 to 9 are possible")]
        Level(u32),
        /// The progress asked to stop.
        #[error(transparent)]
        Stopped(#[from] Stopped),
    }

    /// Whether bytes begin like an xz file.
    #[must_use]
    pub fn is_xz(bytes: &[u8]) -> bool {
        bytes.starts_with(b"\xFD7zXZ\0")
    }

    /// Packs a text.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn pack(text: &str, level: u32) -> Result<Vec<u8>, XzError> {
        pack_until(text, level, &Silent)
    }

    /// Bytes packed between two questions whether to go on: at level 9 some milliseconds.
    const PIECE: usize = 1 << 13;

    /// The same, for whoever may want it to stop.
    ///
    /// # Errors
    /// When there is no such level, or the progress asked to stop.
    pub fn pack_until(text: &str, level: u32, progress: &dyn Progress) -> Result<Vec<u8>, XzError> {
        if level > 9 {
            return Err(XzError::Level(level));
        }
        let stream = Stream::new_easy_encoder(level, Check::Crc64).map_err(|e| XzError::Broken(e.into()))?;
        let mut encoder = XzEncoder::new_stream(Vec::new(), stream);
        for piece in text.as_bytes().chunks(PIECE) {
            progress.report(0, 0)?;
            encoder.write_all(piece).map_err(XzError::Broken)?;
        }
        encoder.finish().map_err(XzError::Broken)
    }

    /// Unpacks a text; a file that is cut, damaged or grows without end is refused.
    ///
    /// # Errors
    /// Which of these it is.
    pub fn unpack(bytes: &[u8]) -> Result<String, XzError> {
        unpack_within(bytes, MOST_BYTES)
    }

    fn unpack_within(bytes: &[u8], most: u64) -> Result<String, XzError> {
        let stream = Stream::new_stream_decoder(MOST_MEMORY, 0).map_err(|e| XzError::Broken(e.into()))?;
        let mut out = Vec::new();
        let mut decoder = XzDecoder::new_stream(bytes, stream).take(most + 1);
        decoder.read_to_end(&mut out).map_err(XzError::Broken)?;
        if out.len() as u64 > most {
            return Err(XzError::Bomb);
        }
        String::from_utf8(out).map_err(|_| XzError::Text)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn any_text_comes_back_at_all_levels() {
            let text = "v115@vhAAgH\n".repeat(500);
            for level in 0..=9 {
                let packed = pack(&text, level).unwrap();
                assert!(is_xz(&packed));
                assert_eq!(unpack(&packed).unwrap(), text);
            }
            assert!(matches!(pack("", 10), Err(XzError::Level(10))));
        }

        #[test]
        fn cut_altered_and_endless_files_are_refused() {
            let packed = pack(&"v115@vhAAgH\n".repeat(500), 6).unwrap();
            for end in 0..packed.len() {
                assert!(unpack(&packed[..end]).is_err(), "cut at {end}");
            }
            for at in 12..packed.len() {
                let mut altered = packed.clone();
                altered[at] ^= 0x55;
                assert!(unpack(&altered).is_err(), "altered at {at}");
            }
            let bomb = pack(&"\0".repeat(1 << 20), 1).unwrap();
            assert!(matches!(unpack_within(&bomb, 1 << 16), Err(XzError::Bomb)));
            assert!(unpack_within(&bomb, 1 << 20).is_ok());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "queue,solutions,used,unused,fumens\nTI,1,T,I,v115@vhAAgH\nTL,0,,,\nIT,2,T;I,I;T,v115@vhAAgH;v115@vhAAgI\nIL,1,I,L,v115@vhAAgI\nLT,0,,,\nLI,0,,,\n";

    #[test]
    fn rows_come_back() {
        let file = PathFile::read(TEXT).unwrap();
        assert_eq!(file.write(ENGLISH), TEXT);
        let packed = file.pack("[TIL]p2").unwrap();
        assert_eq!(
            packed,
            "[TIL]p2\n\nv115@vhAAgH\nv115@vhAAgI\n\n未使用ミノ,テト譜\n2,0\n0,\n3,0;1\n4,1\n0,\n0,"
        );
        // Saves come back in the order TILJSZO.
        assert_eq!(PathFile::unpack(&packed).unwrap().pack("[TIL]p2").unwrap(), packed);
        assert_eq!(PathFile::read_any(&packed).unwrap().rows[0], file.rows[0]);
    }

    #[test]
    fn what_does_not_agree_is_told() {
        let file = PathFile::read(TEXT).unwrap();
        assert_eq!(file.pack("[TILJ]p2"), Err(PathFileError::Count { queues: 12, rows: 6 }));
        assert!(matches!(file.pack("[TIS]p2"), Err(PathFileError::Foreign(_))));
        assert!(PathFile::read("a,b").is_err());
        assert!(PathFile::read(&TEXT.replace("TI,1", "TI,3")).is_err());
        assert!(PathFile::unpack("T\n\nv115@vhAAgH\n\n未使用ミノ,テト譜\n1,7").is_err());
        assert!(PathFile::unpack("T\n\n").is_err());
    }
}
