//! The list of functions.

use crate::error::Error;
use crate::input::Input;
use crate::kernel::Kernel;
use crate::settings::Settings;
use crate::{any, cube, run, sudoku, tetris, xiangqi};
use arrow_array::{ArrayRef, StringArray};
use arrow_schema::DataType;
use std::sync::OnceLock;

/// A function over columns.
pub struct Function {
    pub(crate) family: &'static str,
    pub(crate) name: &'static str,
    pub(crate) arguments: &'static [Argument],
    pub(crate) about: &'static str,
    pub(crate) kernel: Kernel,
}

/// What a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Argument {
    /// Its name: `text`, `limit`.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether it can be left out, or null: what the function then does is part of [`Function::about`].
    /// A null in any other argument gives null.
    pub optional: bool,
}

impl Argument {
    pub(crate) const fn text(name: &'static str) -> Argument {
        Argument { name, kind: Kind::Text, optional: false }
    }

    pub(crate) const fn number(name: &'static str) -> Argument {
        Argument { name, kind: Kind::Number, optional: false }
    }

    pub(crate) const fn or_none(mut self) -> Argument {
        self.optional = true;
        self
    }
}

/// The type of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Utf8, LargeUtf8, Utf8View, or a dictionary of one of them.
    Text,
    /// UInt64, any other integer, or a boolean.
    Number,
}

impl Kind {
    /// What columns are accepted, in words.
    #[must_use]
    pub const fn accepts(self) -> &'static str {
        match self {
            Kind::Text => "text (Utf8, LargeUtf8, Utf8View, or a dictionary of them)",
            Kind::Number => "an integer",
        }
    }

    /// The type a value of this kind is best given in.
    #[must_use]
    pub const fn data_type(self) -> DataType {
        match self {
            Kind::Text => DataType::Utf8,
            Kind::Number => DataType::UInt64,
        }
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let arguments: Vec<&str> = self.arguments.iter().map(|argument| argument.name).collect();
        write!(f, "{}({})", self.sql_name(), arguments.join(", "))
    }
}

impl Function {
    /// The word of its family, or `any`.
    #[must_use]
    pub const fn family(&self) -> &'static str {
        self.family
    }

    /// Its name inside the family: `name`, `legal_moves`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its name where there are no families: `sudoku_name`, and `ludex_name` for any family.
    #[must_use]
    pub fn sql_name(&self) -> String {
        let family = if self.family == "any" { "ludex" } else { self.family };
        format!("{family}_{}", self.name)
    }

    /// What it takes, those that can be left out last.
    #[must_use]
    pub const fn arguments(&self) -> &'static [Argument] {
        self.arguments
    }

    /// How few arguments it takes.
    #[must_use]
    pub fn least_arguments(&self) -> usize {
        self.arguments.iter().filter(|argument| !argument.optional).count()
    }

    /// What it does, in a few sentences.
    #[must_use]
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// What it gives for columns that hold one value per row.
    #[must_use]
    pub fn return_type(&self) -> DataType {
        self.kernel.data_type()
    }

    /// What it gives for arguments of these types: where the first is a list, a list.
    ///
    /// # Errors
    /// When there are more or fewer than it takes, or it reads none of that type.
    pub fn return_type_of(&self, arguments: &[DataType]) -> Result<DataType, Error> {
        run::return_type(self, arguments)
    }

    /// Answers a batch of rows. Arguments that can be left out may be missing at the end.
    ///
    /// Where the first argument is a list, every element is answered, and the rest must be scalars.
    ///
    /// # Errors
    /// Arguments of other types, lengths or numbers; a stop; in a strict call, the first row that was refused.
    pub fn call(&self, arguments: &[Input], rows: usize, settings: &Settings<'_>) -> Result<ArrayRef, Error> {
        run::values(self, arguments, rows, settings)
    }

    /// Why rows were refused; null where they were not.
    ///
    /// # Errors
    /// As [`Function::call`], which is never strict here.
    pub fn reasons(
        &self,
        arguments: &[Input],
        rows: usize,
        settings: &Settings<'_>,
    ) -> Result<StringArray, Error> {
        run::reasons(self, arguments, rows, settings)
    }
}

/// All functions: those for any family, then those of each.
#[must_use]
pub fn functions() -> &'static [Function] {
    static ALL: OnceLock<Vec<Function>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = any::functions();
        all.extend(sudoku::functions());
        all.extend(tetris::functions());
        all.extend(cube::functions());
        all.extend(xiangqi::functions());
        all
    })
}

/// The function of a family (or of `any`) with this name.
#[must_use]
pub fn find(family: &str, name: &str) -> Option<&'static Function> {
    functions().iter().find(|function| function.family == family && function.name == name)
}
