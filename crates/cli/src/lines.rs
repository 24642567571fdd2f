//! One answer per line, in order, on all cores.
//!
//! The rules every line verb keeps: arguments are items, lines come from stdin or `--file`; each input
//! line prints one line; a refused one prints `!` (nothing with `--skip-bad`) and its reason goes to
//! stderr with its place; the rest of the input still runs; the exit code says whether any was refused.
//! Memory is bounded by one batch of lines.

use crate::Outcome;
use crate::input::{Input, Line, Shape};
use crate::output::{Answer, Format, Output};
use crate::refuse::OrRefuse;
use anyhow::Context;
use clap::Args;
use ludex_core::{Progress, Refusal};
use rayon::prelude::*;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

/// The flags that every line verb shares, as typed.
#[derive(Debug, Clone, Args)]
pub(crate) struct LineArgs {
    /// Items, one per argument; without any, lines are read from --file or stdin
    #[arg(value_name = "ITEM")]
    items: Vec<String>,
    /// Read items from a file, one per line (`-` is stdin)
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    style: StyleArgs,
}

/// How answers are printed and by how many threads they are found, as typed.
#[derive(Debug, Clone, Args)]
pub(crate) struct StyleArgs {
    /// How answers are printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Leave refused lines out of the output instead of printing `!`
    #[arg(long)]
    skip_bad: bool,
    /// Threads to use (default: all cores); the output is the same for every number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// What to do: the input opened, the defaults settled.
pub(crate) struct Lines {
    input: Input,
    style: StyleArgs,
}

impl LineArgs {
    /// Whether one item stands on the command line: all cores may work on it.
    pub(crate) fn is_single(&self) -> bool {
        self.items.len() == 1
    }

    /// Opens the input.
    pub(crate) fn plan(self) -> anyhow::Result<Lines> {
        Ok(Lines { input: Input::open(self.items, self.file.as_deref())?, style: self.style })
    }

    /// Opens the input, whose items are not always one line each.
    pub(crate) fn plan_shaped(self, shape: Box<dyn Shape>) -> anyhow::Result<Lines> {
        Ok(Lines { input: Input::open_shaped(self.items, self.file.as_deref(), shape)?, style: self.style })
    }

    /// How many threads were asked for.
    pub(crate) const fn jobs(&self) -> Option<u16> {
        self.style.jobs
    }

    /// The file that is read, where it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}

impl Lines {
    /// The one item of a verb that works on one.
    pub(crate) fn single(mut self) -> anyhow::Result<String> {
        let mut item = None;
        loop {
            let batch = self.input.batch()?;
            if batch.is_empty() {
                break;
            }
            for line in without_remarks(batch).0 {
                let place = self.input.place(line.number);
                anyhow::ensure!(
                    item.is_none(),
                    "{place}: one item is worked on at a time, but here is another"
                );
                item = Some(line.text.map_err(Refusal::new).or_refuse().context(place)?);
            }
        }
        item.context("there is no item: give one as an argument, with --file or on stdin")
    }

    /// Answers every line. `columns` names the values of an answer; `answer` is called from several
    /// threads at once, and its results are printed in the order of the input.
    pub(crate) fn run<F>(self, columns: &[&'static str], answer: F) -> anyhow::Result<Outcome>
    where
        F: Fn(&str) -> Result<Answer, Refusal> + Sync,
    {
        self.run_some(columns, |line| answer(line).map(Some))
    }

    /// Answers the lines that the verb wants to answer; `None` prints nothing.
    pub(crate) fn run_some<F>(self, columns: &[&'static str], answer: F) -> anyhow::Result<Outcome>
    where
        F: Fn(&str) -> Result<Option<Answer>, Refusal> + Sync,
    {
        self.run_batches(columns, answer, |_, answers| Ok(answers))
    }

    /// Answers every line in two steps: `first` is called from several threads at once, `then` with the
    /// results of a whole batch in the order of the input; `None` prints nothing for a line.
    pub(crate) fn run_batches<T, F, G>(
        self,
        columns: &[&'static str],
        first: F,
        then: G,
    ) -> anyhow::Result<Outcome>
    where
        T: Send,
        F: Fn(&str) -> Result<T, Refusal> + Sync,
        G: FnMut(&[Line], Vec<Result<T, Refusal>>) -> anyhow::Result<Vec<Result<Option<Answer>, Refusal>>>,
    {
        self.run_whole(Some(columns), |batch| in_parallel(batch, |line| first(line.text()?)), then)
    }

    /// The same where the first step, too, sees a whole batch, for work that its lines share; it runs on
    /// the pool. Without columns nothing is printed but the reasons of refusal.
    pub(crate) fn run_whole<T, F, G>(
        self,
        columns: Option<&[&'static str]>,
        first: F,
        then: G,
    ) -> anyhow::Result<Outcome>
    where
        T: Send,
        F: Fn(&[Line]) -> Vec<Result<T, Refusal>> + Sync,
        G: FnMut(&[Line], Vec<Result<T, Refusal>>) -> anyhow::Result<Vec<Result<Option<Answer>, Refusal>>>,
    {
        self.run_acknowledged(columns, first, then, || Ok(()))
    }

    /// The same, and `printed` hears when all answers of a batch have left the program: what it commits was
    /// seen, whenever the program stops.
    pub(crate) fn run_acknowledged<T, F, G>(
        mut self,
        columns: Option<&[&'static str]>,
        first: F,
        mut then: G,
        mut printed: impl FnMut() -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome>
    where
        T: Send,
        F: Fn(&[Line]) -> Vec<Result<T, Refusal>> + Sync,
        G: FnMut(&[Line], Vec<Result<T, Refusal>>) -> anyhow::Result<Vec<Result<Option<Answer>, Refusal>>>,
    {
        let begin = |columns| Output::begin(self.style.format, columns);
        let mut output = columns.map(begin).transpose().context("cannot write the output")?;
        let mut outcome = Outcome::Fine;
        let mut pool = None;
        let bar =
            self.input.read_so_far().map(|_| crate::progress::Bar::new(&self.input.origin().to_string()));
        loop {
            let batch = self.input.batch()?;
            if batch.is_empty() {
                break;
            }
            let (batch, mut remarks) = without_remarks(batch);
            // A pool costs more than one answer: the single item of a command line goes without.
            let results = if batch.len() <= 1 {
                first(&batch)
            } else {
                if pool.is_none() {
                    let threads = self.style.jobs.map_or(0, usize::from);
                    pool = Some(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?);
                }
                pool.as_ref().expect("just made").install(|| first(&batch))
            };
            for (at, (line, answer)) in batch.iter().zip(&then(&batch, results)?).enumerate() {
                let text = line.text.as_deref().unwrap_or("");
                if let Some(output) = &mut output {
                    while let Some((_, remark)) = remarks.next_if(|(before, _)| *before <= at) {
                        output.remark(&remark).context("cannot write the output")?;
                    }
                }
                if let Err(refusal) = answer {
                    outcome = Outcome::Refused;
                    eprintln!("ludex: {}: {refusal}{}", self.input.place(line.number), self.input.hint(text));
                    if let Some(caret) = caret(text, refusal.column()) {
                        eprintln!("{caret}");
                    }
                }
                if let Some(output) = &mut output {
                    match answer {
                        Ok(Some(answer)) => output.put_framed(&line.frame, text, Ok(answer)),
                        Err(refusal) if !self.style.skip_bad => {
                            output.put_framed(&line.frame, text, Err(&refusal.to_string()))
                        }
                        _ => Ok(()),
                    }
                    .context("cannot write the output")?;
                }
            }
            if let Some(output) = &mut output {
                for (_, remark) in remarks {
                    output.remark(&remark).context("cannot write the output")?;
                }
                output.flush().context("cannot write the output")?;
            }
            printed()?;
            if let (Some(bar), Some((read, size))) = (&bar, self.input.read_so_far()) {
                bar.report(read, size)?;
            }
        }
        if let Some(output) = output {
            output.end().context("cannot write the output")?;
        }
        Ok(outcome)
    }
}

/// The items of a batch, and its remarks, each with the number of items before it.
fn without_remarks(batch: Vec<Line>) -> (Vec<Line>, Peekable<std::vec::IntoIter<(usize, String)>>) {
    let (mut items, mut remarks) = (Vec::with_capacity(batch.len()), Vec::new());
    for line in batch {
        if line.frame.remark {
            remarks.push((items.len(), line.text.unwrap_or_default()));
        } else {
            items.push(line);
        }
    }
    (items, remarks.into_iter().peekable())
}

/// Answers every item of a batch, a single one without waking other threads.
pub(crate) fn in_parallel<I: Sync, T: Send>(items: &[I], answer: impl Fn(&I) -> T + Sync) -> Vec<T> {
    if let [item] = items { vec![answer(item)] } else { items.par_iter().map(&answer).collect() }
}

/// The line with a caret under the character at fault, where it is known and the line is short.
fn caret(line: &str, column: Option<usize>) -> Option<String> {
    const WIDEST: usize = 200;
    let column = column.filter(|_| line.chars().count() <= WIDEST && !line.contains(char::is_control))?;
    Some(format!("  {line}\n  {:>column$}", '^'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_its_character() {
        assert_eq!(caret("R X", Some(3)).as_deref(), Some("  R X\n    ^"));
        assert_eq!(caret("R X", None), None);
        assert_eq!(caret(&"R".repeat(300), Some(3)), None);
    }
}
