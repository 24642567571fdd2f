//! The main question: which setups can I build with what I see?
//!
//! The covered queues of each setup are kept packed in `setup_lookup`, a table that triggers empty when
//! a pattern or its cover changes and that is made again where it is missing or damaged:
//!
//! ```text
//!   per length of queue, rising:   length 1 byte | count 4 bytes, little-endian | count numbers
//!   a queue as a number:           one base-8 digit per piece, T 0 I 1 L 2 J 3 S 4 Z 5 O 6, first piece highest
//!   numbers, rising:               each as the difference to the one before, 7 bits a byte, lowest first,
//!                                  the highest bit set where more bytes follow
//! ```
//!
//! Long, for packing, keeping and asking are one agreement about these bytes.

use crate::Setups;
use crate::rules::Rules;
use crate::setup::{SetupRow, columns, id_value};
use crate::statistics::{key, percent};
use ludex_store::sql::{Dialect, transaction};
use ludex_store::{Result, StoreError, Value};
use ludex_tetris::pattern::Budget;
use ludex_tetris::saves::leftover_length;
use ludex_tetris::{Counts, Pattern, Piece, Queue, SetupId};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// A setup that can be built.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The setup.
    pub setup: SetupRow,
    /// Solved queues and all queues, where that is computed.
    pub solve: Option<(i64, i64)>,
    /// Completions of the queue that are covered, and all completions: `(1, 1)` for a long queue.
    pub covered: (u64, u64),
    /// Whether the cover was computed; without that the pattern alone speaks.
    pub computed: bool,
}

impl Found {
    /// The answer as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Json> {
        let mut object = self.setup.to_json();
        if let Some((solved, all)) = self.solve {
            object.insert("solve_fraction".into(), format!("{solved}/{all}").into());
            object.insert("solve_percent".into(), percent(solved, all).into());
        }
        object.insert("covered".into(), format!("{}/{}", self.covered.0, self.covered.1).into());
        object.insert("computed".into(), self.computed.into());
        object
    }
}

/// The answer to a question for setups.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Search {
    /// The setups that can be built, the best solve first.
    pub found: Vec<Found>,
    /// Setups of which nobody can tell, and why: their pattern does not read, or lists more than its budget.
    pub failed: Vec<(SetupId, String)>,
}

impl Search {
    /// What was found, where nothing failed: giving up is an error, never "no match".
    ///
    /// # Errors
    /// The first that failed.
    pub fn whole(self) -> Result<Vec<Found>> {
        match self.failed.into_iter().next() {
            Some((_, reason)) => Err(StoreError::Value(reason)),
            None => Ok(self.found),
        }
    }
}

fn number(queue: Queue) -> u64 {
    queue.iter().fold(0, |n, piece| n << 3 | piece.index() as u64)
}

/// Packs the covered queues of a setup.
#[must_use]
pub fn pack(queues: impl Iterator<Item = Queue>) -> Vec<u8> {
    let mut groups: std::collections::BTreeMap<u8, Vec<u64>> = Default::default();
    for queue in queues {
        groups.entry(queue.len() as u8).or_default().push(number(queue));
    }
    let mut out = Vec::new();
    for (length, mut numbers) in groups {
        numbers.sort_unstable();
        numbers.dedup();
        out.push(length);
        out.extend_from_slice(&(numbers.len() as u32).to_le_bytes());
        let mut last = 0;
        for number in numbers {
            let mut step = number - last;
            last = number;
            while step >= 0x80 {
                out.push(step as u8 | 0x80);
                step >>= 7;
            }
            out.push(step as u8);
        }
    }
    out
}

/// Packed queues that were altered: they are made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Damaged;

/// Calls `each` with the packed queues, length and number, rising within each length; `false` passes over
/// the rest of a length.
fn unpack(packed: &[u8], mut each: impl FnMut(usize, u64) -> bool) -> std::result::Result<(), Damaged> {
    let mut bytes = packed.iter().copied();
    let mut longest = None;
    while let Some(length) = bytes.next() {
        let length = usize::from(length);
        // A longer queue has no number of 63 bits.
        if length > Queue::LONGEST || longest.is_some_and(|longest| length <= longest) {
            return Err(Damaged);
        }
        longest = Some(length);
        let mut count = [0; 4];
        for byte in &mut count {
            *byte = bytes.next().ok_or(Damaged)?;
        }
        let (mut last, mut left) = (None, u32::from_le_bytes(count));
        while left > 0 {
            let step = difference(&mut bytes)?;
            let number = match last {
                None => step,
                Some(last) if step > 0 => u64::checked_add(last, step).ok_or(Damaged)?,
                Some(_) => return Err(Damaged),
            };
            if number >> (3 * length) != 0 {
                return Err(Damaged);
            }
            last = Some(number);
            left -= 1;
            if !each(length, number) {
                // Every number ends with a byte whose highest bit is not set.
                while left > 0 {
                    left -= u32::from(bytes.next().ok_or(Damaged)? < 0x80);
                }
            }
        }
    }
    Ok(())
}

/// One difference: 7 bits a byte, lowest first, 63 bits at most.
fn difference(bytes: &mut impl Iterator<Item = u8>) -> std::result::Result<u64, Damaged> {
    let mut step = 0;
    for shift in (0..63).step_by(7) {
        let byte = bytes.next().ok_or(Damaged)?;
        step |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(step);
        }
    }
    Err(Damaged)
}

/// Whether a queue can come out of the pieces left over and then bags.
fn can_come(length: usize, number: u64, leftover: &Counts) -> bool {
    let (first, mut left) = (leftover.total(), leftover.0);
    let mut seen = 0u8;
    for i in 0..length {
        let piece = (number >> (3 * (length - 1 - i)) & 7) as usize;
        if i < first {
            match left.get_mut(piece) {
                Some(count) if *count > 0 => *count -= 1,
                _ => return false,
            }
            continue;
        }
        if (i - first).is_multiple_of(7) {
            seen = 0;
        }
        if seen & 1 << piece != 0 {
            return false;
        }
        seen |= 1 << piece;
    }
    true
}

/// How many queues of some length go on from those pieces: what is left of the leftover in any order,
/// then bags.
fn completions(left: &mut [u8; 7], seen: usize, length: usize, leftover: usize) -> u64 {
    if seen >= length {
        return 1;
    }
    if seen >= leftover {
        return (seen..length).map(|i| 7 - ((i - leftover) % 7) as u64).product();
    }
    let mut all = 0;
    for piece in 0..7 {
        if left[piece] > 0 {
            left[piece] -= 1;
            all += completions(left, seen + 1, length, leftover);
            left[piece] += 1;
        }
    }
    all
}

/// How many of the completions of a queue are covered, and how many there are.
fn covered(packed: &[u8], queue: Queue, leftover: &Counts) -> std::result::Result<(u64, u64), Damaged> {
    let seen = queue.len();
    let mut hits: BTreeMap<usize, u64> = BTreeMap::new();
    let whole = number(queue);
    let mut best = (0, 1);
    unpack(packed, |length, covered| {
        if length <= seen {
            let start = whole >> (3 * (seen - length));
            if covered == start {
                best = (1, 1);
            }
            return covered < start;
        }
        let start = covered >> (3 * (length - seen));
        if start == whole && can_come(length, covered, leftover) {
            *hits.entry(length).or_default() += 1;
        }
        start <= whole
    })?;
    if best.0 == 1 {
        return Ok(best);
    }
    let counts = queue.cut(leftover.total()).counts();
    let mut left = [0; 7];
    left.iter_mut()
        .zip(leftover.0.iter().zip(counts.0))
        .for_each(|(left, (all, seen))| *left = all.saturating_sub(seen));
    for (length, count) in hits {
        let all = completions(&mut left, seen, length, leftover.total());
        // The better of several lengths.
        if u128::from(count) * u128::from(best.1) > u128::from(best.0) * u128::from(all) {
            best = (count, all);
        }
    }
    Ok(best)
}

/// Whether the build can come from the first pieces of a queue, one of which may be held back.
fn fits(build: &Counts, queue: Queue) -> bool {
    let wanted = build.total() + 1;
    let seen = queue.cut(wanted);
    let counts = seen.counts();
    let missing: usize = build.0.iter().zip(counts.0).map(|(b, c)| usize::from(b.saturating_sub(c))).sum();
    missing <= wanted - seen.len()
}

/// The queues of a cover pattern that the bits keep.
///
/// # Errors
/// When the pattern is none.
pub fn covered_queues(pattern: &str, bits: Option<&[u8]>) -> Result<Vec<Queue>> {
    let refused = |error: ludex_tetris::PatternError| StoreError::Value(format!("{pattern:?}: {error}"));
    let listed = Pattern::read(pattern).and_then(|pattern| pattern.queues_within(Budget::STORED));
    let queues = listed.map_err(refused)?;
    Ok(match bits {
        None => queues,
        Some(bits) => queues
            .into_iter()
            .enumerate()
            .filter(|(i, _)| bits.get(i / 8).is_some_and(|byte| byte >> (7 - i % 8) & 1 == 1))
            .map(|(_, queue)| queue)
            .collect(),
    })
}

impl Setups {
    /// Which setups can be built with a queue one sees, the best solve first: leftover, build and cover
    /// must fit. Of OQB setups only roots. A queue shorter than the leftover fits every leftover that
    /// has its pieces.
    ///
    /// # Errors
    /// When the queue has other letters, the database is in trouble, or nobody can tell of a setup whether it fits.
    pub fn find_setups(&mut self, pc: i64, queue: &str, rules: Rules) -> Result<Vec<Found>> {
        self.search_setups(pc, queue, rules)?.whole()
    }

    /// As [`Setups::find_setups`], but goes on where nobody can tell of a setup, and tells which those are.
    ///
    /// # Errors
    /// When the queue has other letters, or the database is in trouble.
    pub fn search_setups(&mut self, pc: i64, queue: &str, rules: Rules) -> Result<Search> {
        let queue = read_queue(queue)?;
        if !(1..=9).contains(&pc) {
            return Err(StoreError::Value(format!("perfect clear {pc}: 1 to 9 are known")));
        }
        let length = leftover_length(pc as u32);
        let sql = |leftover: &str| {
            format!(
                "SELECT u.id, u.leftover, u.build FROM setups u WHERE u.pc = ?1{leftover} AND (u.type <> 'oqb' \
                 OR NOT EXISTS (SELECT 1 FROM setup_oqb_links l WHERE l.child = u.id))"
            )
        };
        let mut values: Vec<Value> = vec![pc.into()];
        if queue.len() < length {
            return self.found(&sql(""), &values, rules, queue);
        }
        values.push(Piece::spell(&queue.cut(length).counts().sorted()).into());
        self.found(&sql(" AND u.leftover = ?2"), &values, rules, queue)
    }

    /// The next OQB step: which children of a setup fit the queue one sees now, the best solve first.
    ///
    /// # Errors
    /// When there is no such setup, the queue has other letters, the database is in trouble, or nobody can tell of a
    /// setup whether it fits.
    pub fn next_setups(&mut self, parent: SetupId, queue: &str, rules: Rules) -> Result<Vec<Found>> {
        self.search_next(parent, queue, rules)?.whole()
    }

    /// As [`Setups::next_setups`], but goes on where nobody can tell of a setup, and tells which those are.
    ///
    /// # Errors
    /// When there is no such setup, the queue has other letters, or the database is in trouble.
    pub fn search_next(&mut self, parent: SetupId, queue: &str, rules: Rules) -> Result<Search> {
        let queue = read_queue(queue)?;
        self.setup(parent)?;
        let sql = "SELECT u.id, u.leftover, u.build FROM setups u JOIN setup_oqb_links l ON l.child = u.id \
                   WHERE l.parent = ?1";
        self.found(sql, &[id_value(parent)], rules, queue)
    }

    /// What fits of the candidates that a statement gives: id, leftover, build. Most fail by their pieces
    /// or their cover, so the rest of a setup is read last.
    fn found(&mut self, sql: &str, values: &[Value], rules: Rules, queue: Queue) -> Result<Search> {
        let counts = |pieces: &str, column| {
            let read = Piece::word(pieces).map(|pieces| Counts::of(&pieces));
            read.map_err(|error| StoreError::Column { column, reason: error.to_string() })
        };
        let mut candidates: Vec<(SetupId, Counts)> = Vec::new();
        self.sql().rows(sql, values, &mut |mut row| {
            let id = row.parsed("id")?;
            let leftover = counts(&row.text("leftover")?, "leftover")?;
            let build = counts(&row.text("build")?, "build")?;
            let start = queue.cut(leftover.total()).counts();
            let has_all = start.0.iter().zip(leftover.0).all(|(seen, there)| *seen <= there);
            if has_all && fits(&build, queue) {
                candidates.push((id, leftover));
            }
            Ok(true)
        })?;
        let whole = format!(
            "SELECT {}, s.solve_numerator, s.solve_denominator, s.setup IS NOT NULL FROM setups u \
             LEFT JOIN statistics s ON s.setup = u.id AND s.kicktable = ?2 AND s.hold = ?3 \
             AND s.status = 'completed' AND s.revision = u.revision WHERE u.id = ?1",
            columns("u.")
        );
        let (mut found, mut failed) = (Vec::new(), Vec::new());
        for (id, leftover) in candidates {
            let key = key(id, rules);
            let row = self.sql().one(
                "SELECT queues FROM setup_lookup WHERE setup = ?1 AND kicktable = ?2 AND hold = ?3",
                &key,
            )?;
            let kept = row.map(|mut row| row.bytes("queues")).transpose()?;
            let covered = match kept.and_then(|packed| covered(&packed, queue, &leftover).ok()) {
                Some(covered) => covered,
                None => match self.pack_cover(&key) {
                    Ok(packed) => covered(&packed, queue, &leftover).unwrap_or((0, 1)),
                    Err(error) if error.is_refusal() => {
                        failed.push((id, error.to_string()));
                        continue;
                    }
                    Err(error) => return Err(error),
                },
            };
            if covered.0 == 0 {
                continue;
            }
            for mut row in self.sql().all(&whole, &key)? {
                found.push(Found {
                    setup: SetupRow::from_row(&mut row)?,
                    solve: row.optional_int("solve_numerator")?.zip(row.optional_int("solve_denominator")?),
                    covered,
                    computed: row.flag("computed")?,
                });
            }
        }
        found.sort_by(|a, b| {
            let part = |f: &Found| f.solve.map_or(-1.0, |(solved, all)| solved as f64 / all as f64);
            let share = |f: &Found| f.covered.0 as f64 / f.covered.1 as f64;
            part(b)
                .total_cmp(&part(a))
                .then(share(b).total_cmp(&share(a)))
                .then_with(|| a.setup.id.cmp(&b.setup.id))
        });
        failed.sort();
        Ok(Search { found, failed })
    }

    /// The packed queues of a setup, kick table and hold that have none stored.
    fn pack_cover(&mut self, key: &[Value; 3]) -> Result<Vec<u8>> {
        // A setup that was removed meanwhile covers nothing.
        let Some(mut row) = self.sql().one(&format!("{COVER} WHERE u.id = ?3"), &by_rules(key))? else {
            return Ok(Vec::new());
        };
        packed_row(&mut row).map(|(_, packed)| packed)
    }

    /// Makes the packed queues of all setups that have none for a kick table and hold, so that finding
    /// is fast; answers how many were made. Without it finding is right, only slower.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn prepare_lookups(&mut self, rules: Rules) -> Result<u64> {
        let mut made = 0;
        let mut after = String::new();
        while let Some((last, some)) = self.prepare_some(rules, &after)? {
            after = last;
            made += some;
        }
        Ok(made)
    }

    /// The same for the first of the setups after an id: the last one looked at, and how many were made.
    fn prepare_some(&mut self, rules: Rules, after: &str) -> Result<Option<(String, u64)>> {
        let [kicks, hold] = [Value::from(rules.kicks), Value::from(rules.hold)];
        let missing = format!(
            "SELECT u.id FROM setups u WHERE u.id > ?3 AND NOT EXISTS (SELECT 1 FROM setup_lookup l \
             WHERE l.setup = u.id AND l.kicktable = ?1 AND l.hold = ?2) ORDER BY u.id LIMIT {AT_ONCE}"
        );
        let missing = self.sql().all(&missing, &[kicks.clone(), hold.clone(), after.into()])?;
        let ids: Vec<String> = missing.into_iter().map(|mut row| row.text("id")).collect::<Result<_>>()?;
        let Some(mut last) = ids.last().cloned() else { return Ok(None) };
        let made = transaction(self.sql(), |sql| {
            let range = [kicks.clone(), hold.clone(), ids[0].as_str().into(), last.as_str().into()];
            // What is packed is written before anybody can change what it was packed from.
            if sql.dialect() == Dialect::Postgres {
                sql.all(
                    "SELECT id FROM setups WHERE id >= ?1 AND id <= ?2 ORDER BY id FOR UPDATE",
                    &range[2..],
                )?;
                sql.all(
                    "SELECT setup FROM statistics WHERE kicktable = ?1 AND hold = ?2 AND setup >= ?3 \
                     AND setup <= ?4 ORDER BY setup FOR SHARE",
                    &range,
                )?;
            }
            let (mut rows, mut bytes): (Vec<Vec<Value>>, usize) = (Vec::new(), 0);
            sql.rows(
                &format!(
                    "{COVER} WHERE u.id >= ?3 AND u.id <= ?4 AND NOT EXISTS (SELECT 1 FROM setup_lookup l \
                     WHERE l.setup = u.id AND l.kicktable = ?1 AND l.hold = ?2) ORDER BY u.id"
                ),
                &range,
                &mut |mut row| {
                    // A pattern that does not read has nothing to look up; lint tells of it.
                    match packed_row(&mut row) {
                        Ok((id, packed)) => {
                            bytes += packed.len();
                            if bytes > AT_ONCE_BYTES {
                                last.clone_from(&id);
                            }
                            rows.push(vec![id.into(), kicks.clone(), hold.clone(), packed.into()]);
                        }
                        Err(error) if error.is_refusal() => {}
                        Err(error) => return Err(error),
                    }
                    Ok(bytes <= AT_ONCE_BYTES)
                },
            )?;
            let columns = "setup, kicktable, hold, queues";
            if sql.dialect() == Dialect::Postgres {
                crate::bulk::insert(sql, "setup_lookup", columns, columns, &rows, "ON CONFLICT DO NOTHING")?;
            } else {
                let insert = format!(
                    "INSERT INTO setup_lookup ({columns}) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING"
                );
                for row in &rows {
                    sql.run(&insert, row)?;
                }
            }
            Ok(rows.len() as u64)
        })?;
        Ok(Some((last, made)))
    }
}

/// Setups whose queues are packed in one transaction.
const AT_ONCE: usize = 2000;
/// The same, in bytes of packed queues.
const AT_ONCE_BYTES: usize = 8 << 20;

/// What the packed queues of a setup are made from, for a kick table `?1` and a hold `?2`.
const COVER: &str = "SELECT u.id, u.cover_pattern, s.cover_data FROM setups u LEFT JOIN statistics s \
    ON s.setup = u.id AND s.kicktable = ?1 AND s.hold = ?2 AND s.status = 'completed' AND s.revision = u.revision";

/// The key of statistics with its setup at the end.
fn by_rules([id, kicks, hold]: &[Value; 3]) -> [Value; 3] {
    [kicks.clone(), hold.clone(), id.clone()]
}

/// The packed queues of a row of [`COVER`], and its id.
fn packed_row(row: &mut ludex_store::Row) -> Result<(String, Vec<u8>)> {
    let (id, pattern, bits) =
        (row.text("id")?, row.text("cover_pattern")?, row.optional_bytes("cover_data")?);
    let queues = covered_queues(&pattern, bits.as_deref());
    // A pattern that cannot be listed is an error of its setup, never "no match".
    let queues = queues.map_err(|error| match error {
        StoreError::Value(reason) => {
            StoreError::Value(format!("the cover pattern of the setup {id}: {reason}"))
        }
        error => error,
    })?;
    Ok((id, pack(queues.into_iter())))
}

fn read_queue(text: &str) -> Result<Queue> {
    let queue = Queue::read(text).map_err(|e| StoreError::Value(format!("the queue: {e}")))?;
    if queue.is_empty() { Err(StoreError::Value("the queue is empty".into())) } else { Ok(queue) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(text: &str) -> Queue {
        Queue::read(text).unwrap()
    }

    #[test]
    fn queues_there_and_back() {
        let queues = Pattern::read("[TI]!;*p2;[LJSZ]!,T").unwrap().queues().unwrap();
        let packed = pack(queues.iter().copied());
        let mut back = Vec::new();
        unpack(&packed, |length, number| {
            back.push((length, number));
            true
        })
        .unwrap();
        let mut expected: Vec<(usize, u64)> = queues.iter().map(|q| (q.len(), number(*q))).collect();
        expected.sort_unstable();
        assert_eq!(back, expected);
        // Passing over the rest of a length comes to the first of the next.
        let mut firsts = Vec::new();
        unpack(&packed, |length, number| {
            firsts.push((length, number));
            false
        })
        .unwrap();
        let mut lengths = expected.clone();
        lengths.dedup_by_key(|(length, _)| *length);
        assert_eq!(firsts, lengths);
    }

    /// Lengths past 21 overflowed the shifts that compare queues; only cut texts were tested.
    #[test]
    fn altered_lengths_are_refused() {
        let packed = pack(Pattern::read("[TI]!;*p2;[LJSZ]!,T").unwrap().queues().unwrap().into_iter());
        let leftover = Counts::of(&Piece::word("TILJSZO").unwrap());
        let ask = |bytes: &[u8]| {
            for text in ["T", "TI", "LJSZT", "TILJSZOTILJSZOTILJSZO"] {
                let _ = covered(bytes, queue(text), &leftover);
            }
            unpack(bytes, |_, _| true)
        };
        for cut in 1..packed.len() {
            ask(&packed[..cut]).ok();
        }
        assert_eq!(ask(&packed[..packed.len() - 1]), Err(Damaged));
        for at in 0..packed.len() {
            for byte in 0..=u8::MAX {
                let mut altered = packed.clone();
                altered[at] = byte;
                let read = ask(&altered);
                // The first byte is a length: past the longest queue nothing is read.
                assert!(at > 0 || usize::from(byte) <= Queue::LONGEST || read == Err(Damaged), "{byte}");
            }
        }
        for length in [22, 64, 255] {
            assert_eq!(ask(&[length, 1, 0, 0, 0, 1]), Err(Damaged));
        }
        assert_eq!(
            ask(&[2, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]),
            Err(Damaged)
        );
        assert_eq!(ask(&[2, 2, 0, 0, 0, 5, 0]), Err(Damaged), "numbers rise");
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            let leftover = Counts::of(&Piece::word("TTI").unwrap());
            let _ = covered(&bytes, queue("TTILJ"), &leftover);
        }
    }

    #[test]
    fn short_queues_count_completions() {
        let packed = pack(Pattern::read("T,*p7{T<I}").unwrap().queues().unwrap().into_iter());
        let left = |text: &str| Counts::of(&Piece::word(text).unwrap());
        assert_eq!(covered(&packed, queue("TTILJSZO"), &left("T")), Ok((1, 1)));
        assert_eq!(covered(&packed, queue("TITLJSZO"), &left("T")), Ok((0, 1)));
        // Half of all completions of one left over.
        assert_eq!(covered(&packed, queue("T"), &left("T")), Ok((2520, 5040)));
        assert_eq!(covered(&packed, queue("TT"), &left("T")), Ok((720, 720)));
        // Of a leftover that is not yet seen, what is left comes in any order.
        let packed = pack(Pattern::read("*p7{T<I}").unwrap().queues().unwrap().into_iter());
        assert_eq!(covered(&packed, queue("OLJ"), &left("TILJSZO")), Ok((12, 24)));
        assert_eq!(covered(&packed, queue("I"), &left("TILJSZO")), Ok((0, 1)));
        let packed = pack(Pattern::read("[TTI]!,*p2").unwrap().queues().unwrap().into_iter());
        assert_eq!(covered(&packed, queue("T"), &left("TTI")), Ok((84, 84)));
        assert_eq!(covered(&packed, queue("I"), &left("TTI")), Ok((42, 42)));
        assert_eq!(covered(&packed, queue("L"), &left("TTI")), Ok((0, 1)));
    }

    #[test]
    fn a_build_may_hold_one_piece_back() {
        let build = Counts::of(&Piece::word("TIO").unwrap());
        assert!(fits(&build, queue("TZIOL")));
        assert!(!fits(&build, queue("TZILO")));
        assert!(fits(&build, queue("TZ")));
        assert!(!fits(&build, queue("SZ")));
    }
}
