//! The edge: Tetris as the program sees it.

use crate::canonical::Canonical;
use crate::draw;
use crate::fumen::Fumen;
use crate::kicks::KickTable;
use crate::name::{IdScheme, KIND, SetupId};
use crate::pattern::Pattern;
use crate::position::Position;
use crate::setup::Setup;
use crate::solve::{Drop, Hold, Problem};
use crate::tables::Tables;
use ludex_core::{
    Difference, Family, Name, NameKind, Picture, Progress, Refusal, Sameness, Signature, Silent, Stopped,
    Style, downcast,
};

/// Tetris perfect-clear setups.
///
/// # Examples
/// ```
/// use ludex_core::Family;
/// let tetris = ludex_tetris::Tetris::default();
/// let setup = tetris.parse("2\t0\tOTIT\tOIT\tT,[TIO]!\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH")?;
/// assert_eq!(tetris.name(&*setup.position()?)?.to_string(), "pc:213ceaff91ff");
/// # Ok::<(), ludex_core::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Tetris {
    tables: Tables,
}

impl Tetris {
    /// The family with ids of another layout.
    #[must_use]
    pub const fn new(tables: Tables) -> Tetris {
        Tetris { tables }
    }
}

impl Family for Tetris {
    fn word(&self) -> &'static str {
        "tetris"
    }

    fn kinds(&self) -> &'static [NameKind] {
        const KINDS: [NameKind; 2] = [
            NameKind::new(KIND, Sameness::Disguises).with_unique_digits(2),
            NameKind::new(KIND, Sameness::Disguises).with_unique_digits(3),
        ];
        match self.tables.scheme {
            IdScheme::V1 => const { &[KINDS[0]] },
            IdScheme::V2 => const { &[KINDS[1]] },
        }
    }

    fn accepts(&self) -> &'static str {
        "a Tetris setup: pc, oqb, leftover, build, cover pattern and fumen, tab separated"
    }

    fn measure(&self, line: &str) -> Option<usize> {
        Setup::measure(line)
    }

    fn parse(&self, item: &str) -> Result<Box<dyn ludex_core::Setup>, Refusal> {
        Ok(Box::new(item.parse::<Setup>()?))
    }

    fn recall(&self, name: &Name) -> Result<Box<dyn ludex_core::Position>, Refusal> {
        if name.kind() != KIND {
            return Err(Refusal::new(format!("{name} is no name of a setup: pc:213ceaff91ff is one")));
        }
        let id: SetupId = name.letters().parse()?;
        Ok(Box::new(id.canonical(&self.tables)?.position()))
    }

    fn name(&self, position: &dyn ludex_core::Position) -> Result<Name, Refusal> {
        let position: &Position = downcast(position)?;
        Ok(Name::new(KIND, &position.canonical().name(&self.tables)?.to_string())?)
    }

    fn diff(&self, a: &dyn ludex_core::Setup, b: &dyn ludex_core::Setup) -> Result<Difference, Refusal> {
        let (a, b): (&Setup, &Setup) = (downcast(a)?, downcast(b)?);
        if a.is_fumen_alone() != b.is_fumen_alone() {
            return Err(Refusal::new("a setup compares with a setup, a fumen with a fumen"));
        }
        if a.is_fumen_alone() {
            let (a, b) = (Fumen::decode(&a.fumen)?, Fumen::decode(&b.fumen)?);
            return Ok(match a.pages.iter().zip(&b.pages).position(|(a, b)| a != b) {
                Some(_) if a.mirrored().pages == b.pages => {
                    Difference::Other("mirror images of each other".into())
                }
                Some(page) => Difference::Other(format!("page {} differs", page + 1)),
                None if a.pages.len() == b.pages.len() => {
                    Difference::Same("the fumen's address or runs".into())
                }
                None => Difference::Other(format!("{} and {} pages", a.pages.len(), b.pages.len())),
            });
        }
        let canonical =
            |setup: &Setup| -> Result<Canonical, Refusal> { Ok(Position::try_from(setup)?.canonical()) };
        let (a, b) = (canonical(a)?, canonical(b)?);
        if a != b && are_mirror_images(&a, &b) {
            return Ok(Difference::Other("mirror images of each other".into()));
        }
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
        let solved = problem.percent(&Pattern::read("*p4")?.queues()?, &Silent)?.success();
        if solved != 352 {
            return Err(Refusal::new(format!("{solved} queues were solved, not 352")));
        }
        Ok(())
    }
}

/// Whether two setups are left and right of each other. Cover patterns are equal where their queues are.
fn are_mirror_images(a: &Canonical, b: &Canonical) -> bool {
    let (Some(a), Ok(pages)) = (a.mirrored(), b.pages()) else { return false };
    let queues = |pattern: &str| Pattern::read(pattern).and_then(|p| p.queues()).ok();
    let head = |c: &Canonical| (c.pc(), c.oqb(), *c.leftover(), *c.build());
    head(&a) == head(b)
        && a.fumen() == pages.encode()
        && (a.cover() == b.cover() || (queues(b.cover()).is_some() && queues(a.cover()) == queues(b.cover())))
}

impl Setup {
    fn title(&self) -> &'static str {
        if self.is_fumen_alone() { "a fumen" } else { "a perfect-clear setup" }
    }
}

impl ludex_core::Setup for Setup {
    fn text(&self) -> String {
        self.to_string()
    }

    fn picture(&self) -> Picture {
        let page = Fumen::decode(&self.fumen).ok().and_then(|fumen| fumen.pages.into_iter().next());
        draw::page(&page.unwrap_or_default(), self.title())
    }

    fn film_in(&self, _: Style) -> Vec<Picture> {
        match Fumen::decode(&self.fumen) {
            Ok(fumen) => draw::pages(&fumen.pages, self.title()),
            Err(_) => vec![self.picture()],
        }
    }

    fn position(&self) -> Result<Box<dyn ludex_core::Position>, Refusal> {
        Ok(Box::new(Position::try_from(self)?))
    }
}

impl ludex_core::Position for Position {
    fn setup(&self) -> Box<dyn ludex_core::Setup> {
        Box::new(Position::setup(self))
    }

    fn keys(&self) -> Vec<(&'static str, String)> {
        // The bits before the unique number: setups that differ may share them.
        let first = self.canonical().name(&Tables::default());
        first.map(|id| vec![("setup40", format!("{:010x}", id.prefix(IdScheme::V1)))]).unwrap_or_default()
    }

    fn canonical_text(&self) -> Option<String> {
        Some(self.canonical().text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diff_of_a_fumen_and_its_mirror_says_mirror() {
        let fumen = |text: &str| text.parse::<Setup>().unwrap();
        let a = fumen("v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH");
        let b = fumen("v115@GhwhIewhRpAewwEewhRpywDewhJeAgH");
        let mirror = Difference::Other("mirror images of each other".into());
        assert_eq!(Tetris::default().diff(&a, &b).unwrap(), mirror);
        let other = fumen("v115@PhR4EeRpR4glEeRpilJeAgH");
        assert_eq!(Tetris::default().diff(&a, &other).unwrap(), Difference::Other("page 1 differs".into()));
    }

    #[test]
    fn diff_of_a_setup_and_its_mirror_says_mirror() {
        let setup = |text: &str| text.parse::<Setup>().unwrap();
        let a = setup("2\t0\tTLSO\tLSO\t[LJ]p2,O\tv115@PhR4EeRpR4glEeRpilJeAgH");
        let mirror = Position::try_from(&a).unwrap().canonical().mirrored().unwrap();
        let b = setup(&mirror.text().replace("[JL]", "[LJ]"));
        let said = Tetris::default().diff(&a, &b).unwrap();
        assert_eq!(said, Difference::Other("mirror images of each other".into()));
        let other = setup(&a.to_string().replace("[LJ]p2", "[LT]p2"));
        assert!(
            matches!(Tetris::default().diff(&other, &b), Ok(Difference::Other(what)) if what.starts_with("leftover"))
        );
    }
}
