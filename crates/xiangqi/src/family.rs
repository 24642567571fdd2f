//! The edge: xiangqi as the program sees every family.

use crate::name::BoardName;
use crate::piece::{PieceKind, Side};
use crate::position::Position;
use crate::setup::Setup;
use crate::tables::Tables;
use crate::{BOARD_KIND, CANONICAL_KIND, line, picture, text};
use ludex_core::{
    Difference, Family, Name, NameKind, Picture, Progress, Refusal, Sameness, Signature, Stopped, Style,
    downcast,
};

/// The xiangqi family with its tables.
#[derive(Debug, Clone, Copy, Default)]
pub struct Xiangqi {
    tables: Tables,
}

impl Family for Xiangqi {
    fn word(&self) -> &'static str {
        "xiangqi"
    }

    fn kinds(&self) -> &'static [NameKind] {
        const { &[NameKind::new(CANONICAL_KIND, Sameness::Disguises), NameKind::new(BOARD_KIND, Sameness::Exact)] }
    }

    fn accepts(&self) -> &'static str {
        "a xiangqi FEN (ten ranks with / between them, then w or b)"
    }

    fn measure(&self, line: &str) -> Option<usize> {
        text::measure(line)
    }

    fn parse(&self, item: &str) -> Result<Box<dyn ludex_core::Setup>, Refusal> {
        Ok(Box::new(line::fen(item)?))
    }

    fn recall(&self, name: &Name) -> Result<Box<dyn ludex_core::Position>, Refusal> {
        let name: BoardName = name.to_string().parse()?;
        Ok(Box::new(name.position()))
    }

    fn name(&self, position: &dyn ludex_core::Position) -> Result<Name, Refusal> {
        let position: &Position = downcast(position)?;
        Ok(Name::new(CANONICAL_KIND, position.canonical().name(&self.tables)?.as_str())?)
    }

    fn exact_name(&self, position: &dyn ludex_core::Position) -> Option<Result<Name, Refusal>> {
        let name = || {
            let position: &Position = downcast(position)?;
            Ok(Name::new(BOARD_KIND, BoardName::of(position)?.as_str())?)
        };
        Some(name())
    }

    fn diff(&self, a: &dyn ludex_core::Setup, b: &dyn ludex_core::Setup) -> Result<Difference, Refusal> {
        let (a, b): (&Setup, &Setup) = (downcast(a)?, downcast(b)?);
        let positions = (Position::try_from(a)?, Position::try_from(b)?);
        if a.same_board(b) {
            return Ok(Difference::Same("as they stand".into()));
        }
        if a.mirrored().same_board(b) {
            return Ok(Difference::Same("reflected left to right".into()));
        }
        if a.side != b.side {
            return Ok(Difference::Other(format!("side to move: {} / {}", a.side.word(), b.side.word())));
        }
        let count = |setup: &Setup, side: Side, kind: PieceKind| {
            setup.pieces().filter(|(_, piece)| (piece.side, piece.kind) == (side, kind)).count()
        };
        for side in Side::ALL {
            for kind in PieceKind::ALL {
                let (here, there) = (count(a, side, kind), count(b, side, kind));
                if here != there {
                    let what = format!("{}s of {}", kind.word(), side.word());
                    return Ok(Difference::Other(format!("{what}: {here} / {there}")));
                }
            }
        }
        let (here, there) =
            (positions.0.canonical().name(&self.tables)?, positions.1.canonical().name(&self.tables)?);
        Ok(Difference::Other(format!("canonical name: {here} / {there}")))
    }

    fn signature(&self, progress: &dyn Progress) -> Result<Signature, Stopped> {
        crate::signature::signature(progress)
    }

    fn self_test(&self) -> Result<(), Refusal> {
        let start = Position::start();
        let code = start.sextants().code();
        if code.as_str() != "AnSAoaAMkAO6AMkAO6" {
            return Err(Refusal::new(format!("the start has code {code}, not AnSAoaAMkAO6AMkAO6")));
        }
        let name = BoardName::of(&start)?;
        if name.as_str() != "5{g4fI5{g4fIopdKfZopdKfZ" || name.position() != start {
            return Err(Refusal::new(format!("the start has name {name}, not 5{{g4fI5{{g4fIopdKfZopdKfZ")));
        }
        Ok(())
    }
}

impl ludex_core::Setup for Setup {
    fn text(&self) -> String {
        self.to_string()
    }

    fn picture(&self) -> Picture {
        picture::picture(self)
    }

    fn picture_in(&self, style: Style) -> Picture {
        picture::picture_in(self, style.letters)
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
        // Both codes: a board and its mirror image are one position.
        let sums = self.sextants();
        let mut codes = vec![sums.code().to_string(), sums.mirrored().code().to_string()];
        codes.sort();
        codes.dedup();
        codes.into_iter().map(|code| ("sextant", code)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_keeps_both_promises() {
        let family = Xiangqi::default();
        family.self_test().unwrap();
        let fen = "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1";
        let setup = family.parse(fen).unwrap();
        let mirror = family.parse(&fen.parse::<Setup>().unwrap().mirrored().to_string()).unwrap();
        let name = |setup: &dyn ludex_core::Setup| family.name(&*setup.position().unwrap()).unwrap();
        assert_eq!(name(&*setup), name(&*mirror));
        assert_eq!(name(&*setup).to_string(), "xiangqi:6tPvLp509fX2000A0V0r020V");
        let back = family.recall(&name(&*setup)).unwrap();
        assert_eq!(family.name(&*back).unwrap(), name(&*setup));
        let exact = family.exact_name(&*setup.position().unwrap()).unwrap().unwrap();
        assert_eq!(family.recall(&exact).unwrap().setup().text(), fen);
        assert_eq!(
            family.diff(&*setup, &*mirror).unwrap(),
            Difference::Same("reflected left to right".into())
        );
        let start = family.parse(&Setup::start().to_string()).unwrap();
        assert_eq!(family.diff(&*setup, &*start).unwrap(), Difference::Other("pawns of red: 1 / 5".into()));
        let greater = Name::new(CANONICAL_KIND, "9{TuC0000000000000000000").unwrap();
        assert!(family.recall(&greater).is_err());
    }
}
