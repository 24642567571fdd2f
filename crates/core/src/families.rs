//! Several families at once: whose item is a line?

use crate::family::{Difference, Family, Position, Setup};
use crate::kind::NameKind;
use crate::name::Name;
use crate::refusal::Refusal;

/// Characters that part a name from the columns after it.
const SEPARATORS: [char; 4] = ['\t', ' ', ';', ','];

/// Families in the order they are listed everywhere; who stands first wins where two take a line.
///
/// # Examples
/// ```
/// use ludex_core::{Families, Refusal};
/// /// The name of whatever stands at the start of a line.
/// fn name(families: &Families, line: &str) -> Result<String, Refusal> {
///     let item = families.read(line)?;
///     let family = item.family;
///     Ok(family.name(&*item.position()?)?.to_string())
/// }
/// assert!(name(&Families::new(Vec::new()), "R U R' U'").is_err());
/// ```
pub struct Families(Vec<Box<dyn Family>>);

impl std::fmt::Debug for Families {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|family| family.word())).finish()
    }
}

/// A line taken apart: what stands at its start and the trailing columns.
pub struct Item<'f, 'l> {
    /// The family that took the line.
    pub family: &'f dyn Family,
    /// What was read.
    read: Read,
    /// What follows the item, with the separator before it.
    pub rest: &'l str,
}

enum Read {
    Text(Box<dyn Setup>),
    Name(Box<dyn Position>),
}

impl Families {
    /// These families.
    #[must_use]
    pub fn new(families: Vec<Box<dyn Family>>) -> Families {
        Families(families)
    }

    /// Each of them in order.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Family> {
        self.0.iter().map(|family| &**family)
    }

    /// The family with this word.
    ///
    /// # Errors
    /// When there is none, with the words there are.
    pub fn find(&self, word: &str) -> Result<&dyn Family, Refusal> {
        self.iter().find(|family| family.word() == word).ok_or_else(|| {
            let words: Vec<&str> = self.iter().map(Family::word).collect();
            Refusal::new(format!("no family {word:?}: there are {}", words.join(", ")))
        })
    }

    /// What is known of a kind of names, and whose it is.
    ///
    /// # Errors
    /// When no family has such names, with the kinds there are.
    pub fn kind(&self, word: &str) -> Result<(&dyn Family, NameKind), Refusal> {
        let mut kinds = self.iter().flat_map(|family| family.kinds().iter().map(move |kind| (family, *kind)));
        kinds.find(|(_, kind)| kind.word == word).ok_or_else(|| {
            let words: Vec<&str> =
                self.iter().flat_map(|family| family.kinds().iter().map(|k| k.word)).collect();
            Refusal::new(format!("no family has names of the kind {word:?}: there are {}", words.join(", ")))
        })
    }

    /// The qualified name at the start of a line and what follows it; nothing where the line does not
    /// look like one.
    ///
    /// # Errors
    /// (Inside) when it looks like a name and is none.
    pub fn split_name<'l>(&self, line: &'l str) -> Option<Result<(Name, &'l str), Refusal>> {
        Name::looks_like(line).then(|| {
            let (name, rest) = line.split_at(line.find(SEPARATORS).unwrap_or(line.len()));
            Ok((name.parse()?, rest))
        })
    }

    /// Finds the family of a line and reads what stands at its start: a setup, or a qualified name.
    ///
    /// # Errors
    /// When no family takes it, or the one that does refuses it.
    pub fn read<'l>(&self, line: &'l str) -> Result<Item<'_, 'l>, Refusal> {
        if let Some(split) = self.split_name(line) {
            let (name, rest) = split?;
            let (family, _) = self.kind(name.kind())?;
            return Ok(Item { family, read: Read::Name(family.recall(&name)?), rest });
        }
        // The longest item wins; families listed first win ties.
        let mut best: Option<(usize, &dyn Family)> = None;
        for family in self.iter() {
            if let Some(length) = family.measure(line)
                && best.is_none_or(|(longest, _)| length > longest)
            {
                best = Some((length, family));
            }
        }
        let (length, family) = best.ok_or_else(|| self.unknown(line))?;
        Ok(Item { family, read: Read::Text(family.parse(&line[..length])?), rest: &line[length..] })
    }

    /// Compares two items: one position in disguise, or what differs first.
    ///
    /// # Errors
    /// Which of them is refused, and why.
    pub fn diff(&self, a: &str, b: &str) -> Result<Difference, Refusal> {
        let read = |which: &str, text| {
            self.read(text).map_err(|refusal| Refusal::new(format!("{which}: {refusal}")))
        };
        let (a, b) = (read("A", a)?, read("B", b)?);
        let (word_a, word_b) = (a.family.word(), b.family.word());
        if word_a != word_b {
            return Ok(Difference::Other(format!("the family: {word_a}, {word_b}")));
        }
        let family = a.family;
        family.diff(&*a.setup(), &*b.setup())
    }

    fn unknown(&self, line: &str) -> Refusal {
        let forms: Vec<&str> = self.iter().map(Family::accepts).collect();
        let shown: String = line.chars().take(40).collect();
        Refusal::new(format!(
            "{shown:?} is no position of any family; one of these would be: {}",
            forms.join("; ")
        ))
    }
}

impl Item<'_, '_> {
    /// What was written down, or what the name stands for.
    #[must_use]
    pub fn setup(self) -> Box<dyn Setup> {
        match self.read {
            Read::Text(setup) => setup,
            Read::Name(position) => position.setup(),
        }
    }

    /// The legal position.
    ///
    /// # Errors
    /// Why it is none.
    pub fn position(self) -> Result<Box<dyn Position>, Refusal> {
        match self.read {
            Read::Text(setup) => setup.position(),
            Read::Name(position) => Ok(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Signature;
    use crate::kind::Sameness;
    use crate::picture::Picture;
    use crate::progress::{Progress, Stopped};

    /// A family of numbers: `+7` and `-7` are disguises of one position.
    struct Numbers;

    struct Number(i32);

    impl Setup for Number {
        fn text(&self) -> String {
            self.0.to_string()
        }
        fn picture(&self) -> Picture {
            Picture::new(1.0, 1.0, self.text())
        }
        fn position(&self) -> Result<Box<dyn Position>, Refusal> {
            if self.0 == 0 {
                Err(Refusal::new("nought is no position"))
            } else {
                Ok(Box::new(Number(self.0)))
            }
        }
    }

    impl Position for Number {
        fn setup(&self) -> Box<dyn Setup> {
            Box::new(Number(self.0))
        }
    }

    impl Family for Numbers {
        fn word(&self) -> &'static str {
            "numbers"
        }
        fn kinds(&self) -> &'static [NameKind] {
            const { &[NameKind::new("number", Sameness::Disguises)] }
        }
        fn accepts(&self) -> &'static str {
            "a number with its sign"
        }
        fn measure(&self, line: &str) -> Option<usize> {
            line.starts_with(['+', '-']).then(|| line.find(' ').unwrap_or(line.len()))
        }
        fn parse(&self, item: &str) -> Result<Box<dyn Setup>, Refusal> {
            Ok(Box::new(Number(item.parse()?)))
        }
        fn recall(&self, name: &Name) -> Result<Box<dyn Position>, Refusal> {
            Ok(Box::new(Number(name.letters().parse()?)))
        }
        fn name(&self, position: &dyn Position) -> Result<Name, Refusal> {
            let Number(n) = crate::family::downcast(position)?;
            Ok(Name::new("number", &n.abs().to_string())?)
        }
        fn diff(&self, _: &dyn Setup, _: &dyn Setup) -> Result<Difference, Refusal> {
            Ok(Difference::Same("as they stand".into()))
        }
        fn signature(&self, _: &dyn Progress) -> Result<Signature, Stopped> {
            Ok(Signature::new("nothing"))
        }
        fn self_test(&self) -> Result<(), Refusal> {
            Ok(())
        }
    }

    #[test]
    fn lines_find_their_family() {
        let families = Families::new(vec![Box::new(Numbers)]);
        let name = |line: &str| -> Result<String, Refusal> {
            let item = families.read(line)?;
            let (family, rest) = (item.family, item.rest);
            Ok(format!("{}{rest}", family.name(&*item.position()?)?))
        };
        assert_eq!(name("-7 seven").unwrap(), "number:7 seven");
        assert_eq!(name("number:7\tseven").unwrap(), "number:7\tseven");
        for (line, reason) in [
            ("+0", "nought is no position"),
            (
                "seven",
                "\"seven\" is no position of any family; one of these would be: a number with its sign",
            ),
            ("digit:7", "no family has names of the kind \"digit\": there are number"),
        ] {
            assert_eq!(name(line).unwrap_err().to_string(), reason, "{line}");
        }
        assert!(families.find("letters").is_err());
    }
}
