//! The edge: Tetris as the program sees it.

use crate::canonical::Canonical;
use crate::draw;
use crate::fumen::{Fumen, Link};
use crate::kicks::KickTable;
use crate::name::{FourRule, Scheme, SetupId};
use crate::pattern::Pattern;
use crate::position::SetupPosition;
use crate::setup::Setup;
use crate::solve::{Drop, Hold, Problem};
use ludex_core::{
    Difference, Family, Name, NameKind, Picture, Position, Progress, Refusal, Sameness, Signature, Silent,
    Stopped, downcast,
};

/// The kind of a setup's name.
pub const KIND: &str = "pc";

/// Tetris perfect-clear setups; it needs no table.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tetris;

impl Family for Tetris {
    fn word(&self) -> &'static str {
        "tetris"
    }

    fn kinds(&self) -> &'static [NameKind] {
        const { &[NameKind::new(KIND, Sameness::Disguises).with_unique_digits(2)] }
    }

    fn accepts(&self) -> &'static str {
        "a Tetris setup: pc, oqb, leftover, build, cover pattern and fumen, tab separated"
    }

    fn measure(&self, line: &str) -> Option<usize> {
        measure_setup(line).or_else(|| {
            // A fumen alone: it has pictures, but no name.
            let word = &line[..line.find(char::is_whitespace).unwrap_or(line.len())];
            Link::find(word).is_ok().then_some(word.len())
        })
    }

    fn parse(&self, item: &str) -> Result<Box<dyn ludex_core::Setup>, Refusal> {
        if !item.contains('\t') {
            return Ok(Box::new(FumenOnly { text: item.to_owned(), fumen: Fumen::decode(item)? }));
        }
        Ok(Box::new(Setup::read(item)?))
    }

    fn recall(&self, name: &Name) -> Result<Box<dyn Position>, Refusal> {
        if name.kind() != KIND {
            return Err(Refusal::new(format!("{name} is no name of a setup: pc:213ceaff91ff is one")));
        }
        let id: SetupId = name.letters().parse()?;
        Err(Refusal::new(format!(
            "{KIND}:{id} tells what the setup is made of, not where its pieces lie: only a store that holds it knows"
        )))
    }

    fn name(&self, position: &dyn Position) -> Result<Name, Refusal> {
        let position: &SetupPosition = downcast(position)?;
        let id = SetupId::first(&Canonical::of(position), Scheme::V1, FourRule::Counted)?;
        Ok(Name::new(KIND, &id.to_string())?)
    }

    fn diff(&self, a: &dyn ludex_core::Setup, b: &dyn ludex_core::Setup) -> Result<Difference, Refusal> {
        if let (Ok(a), Ok(b)) = (downcast::<FumenOnly>(a), downcast::<FumenOnly>(b)) {
            let (a, b) = (&a.fumen, &b.fumen);
            return Ok(match a.pages.iter().zip(&b.pages).position(|(a, b)| a != b) {
                Some(page) => Difference::Other(format!("page {} differs", page + 1)),
                None if a.pages.len() == b.pages.len() => {
                    Difference::Same("the fumen's address or runs".into())
                }
                None => Difference::Other(format!("{} and {} pages", a.pages.len(), b.pages.len())),
            });
        }
        let canonical = |setup: &dyn ludex_core::Setup| -> Result<Canonical, Refusal> {
            let setup: &Setup = downcast(setup)
                .map_err(|_| Refusal::new("a setup compares with a setup, a fumen with a fumen"))?;
            Ok(Canonical::of(&SetupPosition::check(setup)?))
        };
        let (a, b) = (canonical(a)?, canonical(b)?);
        let (a_text, b_text) = (a.text(), b.text());
        let words = ["perfect clear", "oqb", "leftover", "build", "cover pattern", "fumen"];
        for ((word, a), b) in words.iter().zip(a_text.split('\t')).zip(b_text.split('\t')) {
            if a != b {
                return Ok(Difference::Other(format!("{word} {a} and {b}")));
            }
        }
        Ok(Difference::Same("letter order and the fumen's address".into()))
    }

    fn signature(&self, progress: &dyn Progress) -> Result<Signature, Stopped> {
        crate::signature::signature(progress)
    }

    fn self_test(&self) -> Result<(), Refusal> {
        let line = "2\t0\tOTIT\tOIT\tT,[TIO]!\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";
        let name = self.name(&*self.parse(line)?.position()?)?;
        if name.letters() != "213ceaff91ff" {
            return Err(Refusal::new(format!("the setup id came out as {name}, not pc:213ceaff91ff")));
        }
        // Three pieces into three columns: 352 of the 840 queues of four lead there.
        let field = crate::field! { "XXXX___XXX" "XXXX___XXX" "XXXX___XXX" "XXXX___XXX" };
        let table = KickTable::named("srs180")?;
        let problem = Problem::new(&field, 4, table, Drop::Half, Hold::USE)?;
        let solved = problem.percent(&Pattern::read("*p4")?.queues()?, &Silent)??.success();
        if solved != 352 {
            return Err(Refusal::new(format!("{solved} queues were solved, not 352")));
        }
        Ok(())
    }
}

/// The six fields of a setup, by their look.
fn measure_setup(line: &str) -> Option<usize> {
    let mut fields = line.split('\t');
    let (pc, oqb) = (fields.next()?, fields.next()?);
    let number = |text: &str| text.len() == 1 && text.bytes().all(|b| b.is_ascii_digit());
    (number(pc) && number(oqb)).then_some(())?;
    let rest: Vec<&str> = fields.take(4).collect();
    let &[leftover, build, cover, fumen] = &rest[..] else { return None };
    let letters = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic());
    (letters(leftover) && letters(build) && fumen.contains('@')).then_some(())?;
    Some(pc.len() + oqb.len() + leftover.len() + build.len() + cover.len() + fumen.len() + 5)
}

impl ludex_core::Setup for Setup {
    fn text(&self) -> String {
        let Setup { pc, oqb, leftover, build, cover_pattern, fumen } = self;
        [pc, oqb, leftover, build, cover_pattern, fumen].map(String::as_str).join("\t")
    }

    fn picture(&self) -> Picture {
        let page = Fumen::decode(&self.fumen).ok().and_then(|fumen| fumen.pages.into_iter().next());
        draw::page(&page.unwrap_or_default(), "a perfect-clear setup")
    }

    fn film(&self) -> Vec<Picture> {
        match Fumen::decode(&self.fumen) {
            Ok(fumen) => draw::pages(&fumen.pages, "a perfect-clear setup"),
            Err(_) => vec![self.picture()],
        }
    }

    fn position(&self) -> Result<Box<dyn Position>, Refusal> {
        Ok(Box::new(SetupPosition::check(self)?))
    }
}

impl Position for SetupPosition {
    fn setup(&self) -> Box<dyn ludex_core::Setup> {
        let text = SetupPosition::text(self);
        Box::new(Setup::read(&text).expect("a position is written in six fields"))
    }

    fn keys(&self) -> Vec<(&'static str, String)> {
        // The bits before the unique number: setups that differ may share them.
        let first = SetupId::first(&Canonical::of(self), Scheme::V1, FourRule::Counted);
        first.map(|id| vec![("setup40", format!("{:010x}", id.prefix(Scheme::V1)))]).unwrap_or_default()
    }

    fn canonical_text(&self) -> Option<String> {
        Some(Canonical::of(self).text())
    }
}

/// A fumen by itself: it has pictures, but no name.
struct FumenOnly {
    text: String,
    fumen: Fumen,
}

impl ludex_core::Setup for FumenOnly {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn picture(&self) -> Picture {
        self.film()
            .into_iter()
            .next()
            .unwrap_or_else(|| draw::field(&crate::Field::new(), 4, "an empty field"))
    }

    fn film(&self) -> Vec<Picture> {
        draw::pages(&self.fumen.pages, "a fumen")
    }

    fn position(&self) -> Result<Box<dyn Position>, Refusal> {
        Err(Refusal::new(
            "a fumen alone has no name: a setup also has its pc, oqb, leftover, build and cover pattern",
        ))
    }
}
