//! The options of UCI and UCCI: what is offered, what is set.

use super::{Ceiling, Protocol, Session, lock, short, think};
use crate::book::Pick;
use crate::engine::{Evaluation, Level};
use crate::rules::RuleSet;
use ludex_core::Random;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

pub(super) const DEFAULT_MEGABYTES: usize = 16;
/// Lines of `MultiPV` at most.
const MOST_LINES: usize = 128;
const MOST_OVERHEAD: u64 = 5000;

/// How strong a session plays: by level, or by a rating where that is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strength {
    level: Level,
    limited: bool,
    rating: u32,
}

impl Default for Strength {
    fn default() -> Self {
        Strength { level: Level::FULL, limited: false, rating: Level::HIGHEST_RATING }
    }
}

impl Strength {
    const fn chosen(&self) -> Level {
        if self.limited { Level::rated(self.rating) } else { self.level }
    }
}

/// The memory of this machine, where it can be asked for, else a terabyte.
pub(super) fn machine_megabytes() -> usize {
    let known = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        line.split_whitespace().nth(1)?.parse::<usize>().ok()
    });
    known.map_or(1 << 20, |kilobytes| (kilobytes / 1024).max(1))
}

fn switch(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" => Some(true),
        "false" | "off" => Some(false),
        _ => None,
    }
}

impl<W: Write + Send + 'static> Session<W> {
    /// Says who this is and what can be set.
    pub(super) fn introduce(&self) -> std::io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        self.say(&format!("id name Ludex {version}\nid author the Ludex authors"))?;
        if self.open_book.is_some() {
            self.say(match self.protocol {
                Protocol::Ucci => {
                    "option usebook type check default true\noption bookfiles type string\n\
                     option bookchance type check default false"
                }
                _ => {
                    "option name OwnBook type check default true\n\
                     option name BookFile type string default <empty>\n\
                     option name BookChance type check default false"
                }
            })?;
        }
        if self.protocol == Protocol::Uci {
            if self.open_network.is_some() {
                self.say("option name EvalFile type string default <empty>")?;
            }
            if self.endgames.is_some() {
                self.say("option name Endgames type check default true")?;
            }
        }
        let Ceiling { megabytes, threads, .. } = self.ceiling;
        let hash = DEFAULT_MEGABYTES.min(megabytes);
        match self.protocol {
            Protocol::Ucci => self.say(&format!(
                "option usemillisec type check default false\n\
                 option ponder type check default false\n\
                 option hashsize type spin min 1 max {megabytes} default {hash}\n\
                 option threads type spin min 1 max {threads} default 1\n\
                 option level type spin min 0 max 20 default 20\n\
                 option newgame type button\n\
                 ucciok"
            )),
            _ => self.say(&format!(
                "option name Hash type spin default {hash} min 1 max {megabytes}\n\
                 option name Threads type spin default 1 min 1 max {threads}\n\
                 option name Clear Hash type button\n\
                 option name Ponder type check default false\n\
                 option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
                 option name Eval type combo default network var network var classic\n\
                 option name Skill Level type spin default 20 min 0 max 20\n\
                 option name UCI_LimitStrength type check default false\n\
                 option name UCI_Elo type spin default {highest} min {lowest} max {highest}\n\
                 option name Rules type combo default asian{}\n\
                 option name Move Overhead type spin default {} min 0 max {MOST_OVERHEAD}\n\
                 option name UCI_ShowWDL type check default false\n\
                 option name Ranks type combo default auto var auto var 1-10 var 0-9\n\
                 option name UCI_Variant type combo default xiangqi var xiangqi\n\
                 uciok",
                RuleSet::ALL.map(|rules| format!(" var {}", rules.word())).concat(),
                think::OVERHEAD.as_millis(),
                highest = Level::HIGHEST_RATING,
                lowest = Level::LOWEST_RATING,
            )),
        }
    }

    pub(super) fn set_option(&mut self, words: &[&str]) -> std::io::Result<()> {
        // UCI: name NAME value VALUE, both of several words; UCCI: NAME VALUE.
        let (name, value) = match (self.protocol, words) {
            (Protocol::Uci, ["name", rest @ ..]) => {
                let split = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
                (rest[..split].join(" "), rest.get(split + 1..).unwrap_or_default().join(" "))
            }
            (Protocol::Ucci, [name, rest @ ..]) => ((*name).to_owned(), rest.join(" ")),
            _ => (String::new(), String::new()),
        };
        if self.apply(&name.to_ascii_lowercase(), &value)? {
            return Ok(());
        }
        self.remark(&format!("no option {:?} with value {:?}", short(&name), short(&value)))
    }

    /// Sets one option; false where there is none of this name with such a value.
    fn apply(&mut self, name: &str, value: &str) -> std::io::Result<bool> {
        // Names and words are the same in either case; places of files are not.
        let word = value.to_ascii_lowercase();
        match (name, switch(value), value.parse::<u64>().ok()) {
            ("bookfile" | "bookfiles", ..) => self.set_book(value)?,
            ("ownbook" | "usebook", Some(on), _) => self.use_book = on,
            ("bookchance", Some(on), _) => {
                self.pick = if on { Pick::Weighted(Random::new(seed())) } else { Pick::Heaviest };
            }
            ("hash" | "hashsize", _, Some(megabytes)) => self.set_hash(megabytes),
            ("threads", _, Some(threads)) => {
                let threads = usize::try_from(threads).unwrap_or(usize::MAX).min(self.ceiling.threads);
                lock(&self.engine).set_threads(threads);
            }
            ("skill level" | "level", _, Some(level)) => {
                self.strength.level = Level::new(u32::try_from(level).unwrap_or(u32::MAX));
                lock(&self.engine).set_level(self.strength.chosen());
            }
            ("uci_limitstrength", Some(on), _) => {
                self.strength.limited = on;
                lock(&self.engine).set_level(self.strength.chosen());
            }
            ("uci_elo", _, Some(rating)) => {
                self.strength.rating = u32::try_from(rating).unwrap_or(u32::MAX);
                lock(&self.engine).set_level(self.strength.chosen());
            }
            ("rules" | "rule set", ..) => match word.parse() {
                Ok(rules) => lock(&self.engine).set_rules(rules),
                Err(_) => return Ok(false),
            },
            ("endgames", Some(on), _) => {
                lock(&self.engine).set_endgames(self.endgames.clone().filter(|_| on));
            }
            ("evalfile", ..) => self.set_network(value)?,
            ("eval", ..) if matches!(word.as_str(), "network" | "classic") => {
                lock(&self.engine).set_evaluation(word.parse().unwrap_or_default());
            }
            ("multipv", _, Some(lines)) => {
                self.lines = usize::try_from(lines).unwrap_or(MOST_LINES).clamp(1, MOST_LINES);
            }
            ("move overhead", _, Some(millis)) => {
                self.overhead = Duration::from_millis(millis.min(MOST_OVERHEAD));
            }
            ("uci_showwdl", Some(on), _) => self.show_wdl = on,
            // Boards say that they will ponder; when they do they say `go ponder`.
            ("ponder", Some(_), _) => {}
            ("clear hash" | "newgame", ..) => lock(&self.engine).clear(),
            ("ranks", ..) => return Ok(self.ranks.set(&word)),
            ("usemillisec", Some(on), _) => self.milliseconds = on,
            ("uci_variant", ..) => return Ok(word == "xiangqi"),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Makes a table of so many megabytes now: no later move pays for it.
    pub(super) fn set_hash(&mut self, megabytes: u64) {
        let most = self.ceiling.megabytes.max(1);
        let megabytes = usize::try_from(megabytes).unwrap_or(most).clamp(1, most);
        let mut engine = lock(&self.engine);
        engine.resize(megabytes << 20);
        engine.prepare();
    }

    fn set_network(&mut self, place: &str) -> std::io::Result<()> {
        if place.is_empty() || place == "<empty>" {
            lock(&self.engine).set_evaluation(Evaluation::default());
            return Ok(());
        }
        let Some(open) = &self.open_network else { return self.remark("there are no network files here") };
        match open(place) {
            Ok(network) => lock(&self.engine).set_evaluation(Evaluation::Network(Arc::new(network))),
            Err(reason) => return self.remark(&format!("no network: {reason}")),
        }
        Ok(())
    }

    fn set_book(&mut self, place: &str) -> std::io::Result<()> {
        self.book = None;
        if place.is_empty() || place == "<empty>" {
            return Ok(());
        }
        let Some(open) = &self.open_book else { return self.remark("there are no books here") };
        match open(place) {
            Ok(book) => self.book = Some(book),
            Err(reason) => return self.remark(&format!("no book: {reason}")),
        }
        Ok(())
    }
}

/// Chance that differs from run to run: this is the one place where that is asked for.
fn seed() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64)
}
