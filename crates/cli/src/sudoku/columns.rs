//! The columns a name is printed in.

use crate::output::Answer;
use clap::{Args, ValueEnum};
use ludex_sudoku::{Canonical, Form, PuzzleName};

/// One column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Column {
    /// The canonical puzzle
    Canonical,
    /// The rank of the solution grid
    Rank,
    /// The 14 letters of the given cells
    Field,
    /// The name in 19 letters
    Name19,
    /// The name in 25 characters
    Name25,
    /// The line as it was read, without its trailing columns
    Input,
    /// The trailing columns of the line
    Rest,
}

impl Column {
    const fn title(self) -> &'static str {
        match self {
            Column::Canonical => "canonical",
            Column::Rank => "rank",
            Column::Field => "field",
            Column::Name19 => "name19",
            Column::Name25 => "name25",
            Column::Input => "item",
            Column::Rest => "trailing",
        }
    }
}

/// The form of a name, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FormArg {
    /// 19 letters
    Name19,
    /// The rank in ten columns, a space, 14 letters
    Name25,
    /// Rank;field, the rank in ten columns
    Semicolon,
    /// The rank alone
    Rank,
}

impl FormArg {
    pub(super) const fn form(self) -> Form {
        match self {
            FormArg::Name19 => Form::Name19,
            FormArg::Name25 => Form::Name25,
            FormArg::Semicolon => Form::Semicolon,
            FormArg::Rank => Form::Rank,
        }
    }
}

/// Which columns to print, as typed.
#[derive(Debug, Clone, Args)]
pub(super) struct ColumnArgs {
    /// Print these columns instead, separated by commas; trailing columns only where `rest` is one
    #[arg(long, value_enum, value_delimiter = ',', value_name = "COLUMNS")]
    columns: Vec<Column>,
    /// What stands between columns (default: a tab)
    #[arg(long, value_name = "TEXT", default_value = "\t", hide_default_value = true)]
    sep: String,
}

/// All that can be said of a line.
pub(super) struct Named<'a> {
    pub(super) input: &'a str,
    pub(super) rest: &'a str,
    pub(super) name: PuzzleName,
    pub(super) canonical: &'a Canonical,
}

impl ColumnArgs {
    /// The titles of the columns, or the one of the verb.
    pub(super) fn titles(&self, usual: &'static str) -> Vec<&'static str> {
        if self.columns.is_empty() {
            vec![usual]
        } else {
            self.columns.iter().map(|column| column.title()).collect()
        }
    }

    /// The answer in these columns; without any, the usual one with the trailing columns.
    pub(super) fn answer(&self, named: &Named<'_>, usual: impl FnOnce() -> String) -> Answer {
        if self.columns.is_empty() {
            return Answer::one(usual()).with_rest(named.rest);
        }
        let value = |column: &Column| match column {
            Column::Canonical => named.canonical.setup().to_string(),
            Column::Rank => named.name.rank().to_string(),
            Column::Field => named.name.given().letters(),
            Column::Name19 => named.name.to_string(),
            Column::Name25 => named.name.write(Form::Name25),
            Column::Input => named.input.to_owned(),
            Column::Rest => named.rest.trim_start_matches(['\t', ' ', ';', ',']).to_owned(),
        };
        let values: Vec<String> = self.columns.iter().map(value).collect();
        // A record of rank and field with semicolons is the naming package's: its ranks are ten wide.
        let padded = |(column, value): (&Column, &String)| match column {
            Column::Rank if self.sep == ";" => format!("{value:>10}"),
            _ => value.clone(),
        };
        let text = self.columns.iter().zip(&values).map(padded).collect::<Vec<_>>().join(&self.sep);
        Answer::new(values.into_iter().map(Into::into).collect()).with_text(text)
    }
}
