//! `ludex tetris path`, `minimal`, `solve`: the solutions themselves.

use super::refuse;
use super::rules::{SolverArgs, field_of, queues_of};
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use crate::progress::Bar;
use clap::Args;
use ludex_core::{Refusal, Silent};
use ludex_tetris::minimal::{minimal, ranked};
use ludex_tetris::pathfile::{ENGLISH, JAPANESE, PathFile, xz};
use ludex_tetris::solve::{Path, Problem};
use ludex_tetris::{Fumen, Queue};
use std::io::Write;
use std::path::PathBuf;

/// A field, queues and rules, as typed.
#[derive(Debug, Clone, Args)]
pub(super) struct TaskArgs {
    /// The field: a fumen whose first page counts, FUMEN#3 for another page, or @FILE with rows of letters
    #[arg(long, value_name = "FUMEN")]
    fumen: String,
    /// The queues, as extended pieces, or @FILE
    #[arg(long, value_name = "PATTERN")]
    pattern: String,
    #[command(flatten)]
    rules: SolverArgs,
    /// Lines to clear
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=24))]
    lines: u32,
}

impl TaskArgs {
    /// Poses the problem and finds all its solutions.
    pub(super) fn solve(&self) -> anyhow::Result<Result<(Problem, Path), Refusal>> {
        let rules = match self.rules.plan()? {
            Ok(rules) => rules,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let bar = Bar::new("tilings ordered");
        let solve = || -> Result<(Problem, Path), Refusal> {
            let problem = rules.problem(&field_of(&self.fumen)?, self.lines)?;
            let path = problem.path(&queues_of(&self.pattern)?, &bar)?;
            Ok((problem, path))
        };
        Ok(solve())
    }
}

/// Whose header a csv gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Compat {
    /// Japanese column names, as solution-finder writes them
    Sfinder,
}

/// List every solution of every queue as csv.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris path --fumen v115@9gD8CeG8CeG8CeG8CeC8JeAgH --pattern '*p4'
  ludex tetris path --fumen v115@9gD8CeG8CeG8CeG8CeC8JeAgH --pattern '*p4' --compat sfinder -o path.csv
  ludex tetris path --fumen v115@9gD8CeG8CeG8CeG8CeC8JeAgH --pattern '*p4' -o path.csvd.xz
  ludex tetris path --fumen v115@9gD8CeG8CeG8CeG8CeC8JeAgH --pattern '*p4' -o path.html")]
pub(crate) struct PathArgs {
    #[command(flatten)]
    task: TaskArgs,
    /// Whose column names to write
    #[arg(long, value_enum)]
    compat: Option<Compat>,
    /// Write a file instead of printing; one that ends in .csvd.xz is packed, one that ends in .html shows pictures
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl PathArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let (_, path) = match self.task.solve()? {
            Ok(solved) => solved,
            Err(refusal) => return refuse(refusal),
        };
        let file = PathFile::of(&path);
        let header = if self.compat.is_some() { JAPANESE } else { ENGLISH };
        let Some(output) = &self.output else {
            crate::talk::Screen::new().write_all(file.write(header).as_bytes())?;
            return Ok(Outcome::Fine);
        };
        let bytes = if output.to_string_lossy().ends_with(".csvd.xz") {
            match file.pack(&self.task.pattern) {
                Ok(text) => xz::pack(&text, 9)?,
                Err(error) => return refuse(error),
            }
        } else if output.extension().is_some_and(|end| end == "html") {
            html(&path, &self.task.pattern).into_bytes()
        } else {
            file.write(header).into_bytes()
        };
        crate::replace::write(output, bytes)?;
        Ok(Outcome::Fine)
    }
}

/// The solutions as a page with pictures, those for most queues first.
fn html(path: &Path, pattern: &str) -> String {
    let escaped = pattern.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut queues = vec![0usize; path.solutions.len()];
    path.by_queue.iter().flatten().for_each(|&solution| queues[solution as usize] += 1);
    let mut ranked: Vec<usize> = (0..path.solutions.len()).collect();
    ranked.sort_by_key(|&i| std::cmp::Reverse(queues[i]));
    let total = path.queues.len();
    let solved = path.by_queue.iter().filter(|solutions| !solutions.is_empty()).count();
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{escaped}</title>\n\
         <style>body{{font-family:sans-serif}}figure{{display:inline-block;margin:8px}}svg{{width:160px}}</style>\n\
         <h1>{escaped}</h1>\n<p>{} solutions; {solved} of {total} queues are solved.</p>\n",
        path.solutions.len()
    );
    for i in ranked {
        let solution = &path.solutions[i];
        let picture = ludex_tetris::draw::field(&solution.field, 4, "solution");
        let share = ludex_tetris::percentage(queues[i], total);
        text += &format!(
            "<figure><a href=\"https://fumen.zui.jp/?{}\">{}</a><figcaption>{}: {}/{total} ({share:.2} %)</figcaption></figure>\n",
            solution.fumen(),
            ludex_draw::to_svg(&picture),
            ludex_tetris::Piece::spell(&solution.order),
            queues[i]
        );
    }
    text + "</html>\n"
}

/// Find the fewest solutions that serve every queue that can be solved.
///
/// One line per solution: how many queues it solves, its share, and the fumen; then all of them as one
/// fumen. The choice is a true minimum, and always the same one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris minimal --fumen v115@9gD8CeG8CeG8CeG8CeC8JeAgH --pattern '*p4'
  ludex tetris minimal --fumen v115@9gC8DeF8DeF8DeF8DeC8JeAgH --pattern 'T,*p4'
  ludex tetris minimal --fumen v115@9gD8CeG8CeG8CeG8CeC8JeAgH --pattern 'I,*p3' --kicks srs")]
pub(crate) struct MinimalArgs {
    #[command(flatten)]
    task: TaskArgs,
}

impl MinimalArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let (_, path) = match self.task.solve()? {
            Ok(solved) => solved,
            Err(refusal) => return refuse(refusal),
        };
        let bar = Bar::new("choices");
        let found = minimal(&path.by_queue, &bar)?;
        drop(bar);
        let total = path.queues.len();
        let chosen = ranked(&path.by_queue, &found.chosen);
        let more = if found.counted { "" } else { "at least " };
        if !found.is_proven() {
            eprintln!("ludex: the search was given up: {} or more are needed", found.at_least);
        }
        let mut out = std::io::BufWriter::new(crate::talk::Screen::new());
        writeln!(
            out,
            "{} of {} solutions ({more}{} such choices)",
            chosen.len(),
            path.solutions.len(),
            found.combinations
        )?;
        let mut pages = Vec::new();
        for (n, s) in chosen {
            let fumen = path.solutions[s as usize].fumen();
            let share = ludex_tetris::percentage(n, total);
            writeln!(out, "{n}/{total} {share:.2}%\t{fumen}")?;
            pages.extend(Fumen::decode(&fumen)?.pages);
        }
        if !pages.is_empty() {
            writeln!(out, "{}", Fumen { pages }.encode())?;
        }
        out.flush()?;
        Ok(Outcome::Fine)
    }
}

/// Find one good way to a perfect clear for each queue.
///
/// Prints the order of the pieces and a fumen with one piece per page, or `none`. Of all ways the one is
/// taken in which most pieces simply fall.
///
/// With --see N the queue is what one sees, and --pattern all that may come: then the best placement now is
/// printed, the chance of the best strategy, and a fumen of that placement.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris solve --fumen v115@9gD8CeG8CeG8CeG8CeC8JeAgH TJLI
  ludex tetris solve --fumen v115@9gC8DeF8DeF8DeF8DeC8JeAgH TJSZI OJTLI
  ludex tetris solve --fumen v115@9gC8DeF8DeF8DeF8DeC8JeAgH --see 3 --pattern '*p5' TJS
  ludex tetris queues 'T,*p4' | ludex tetris solve --fumen v115@9gC8DeF8DeF8DeF8DeC8JeAgH")]
pub(crate) struct SolveArgs {
    /// The field: a fumen whose first page counts, FUMEN#3 for another page, or @FILE with rows of letters
    #[arg(long, value_name = "FUMEN")]
    fumen: String,
    #[command(flatten)]
    rules: SolverArgs,
    /// Lines to clear
    #[arg(long = "lines", value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=24))]
    height: u32,
    /// See so many pieces only; needs --pattern
    #[arg(long, value_name = "N", requires = "pattern", value_parser = clap::value_parser!(u8).range(1..))]
    see: Option<u8>,
    /// The queues that may come, as extended pieces, or @FILE; with --see
    #[arg(long, value_name = "PATTERN", requires = "see")]
    pattern: Option<String>,
    #[command(flatten)]
    lines: LineArgs,
}

impl SolveArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let rules = match self.rules.plan()? {
            Ok(rules) => rules,
            Err(refusal) => return refuse(refusal),
        };
        let problem = match field_of(&self.fumen).and_then(|field| rules.problem(&field, self.height)) {
            Ok(problem) => problem,
            Err(refusal) => return refuse(refusal),
        };
        if let (Some(see), Some(pattern)) = (self.see, &self.pattern) {
            let all = match queues_of(pattern) {
                Ok(queues) => queues,
                Err(refusal) => return refuse(refusal),
            };
            return self.lines.plan()?.run(&["piece", "chance", "fumen"], |line| {
                next_move(&problem, &all, usize::from(see), Queue::read(line.trim())?)
            });
        }
        self.lines.plan()?.run(&["order", "fumen"], |line| {
            let queue = Queue::read(line.trim())?;
            Ok(match problem.best_line(queue, &Silent)? {
                None => Answer::new(vec!["none".into(), "".into()]).with_text("none"),
                Some((order, fumen)) => {
                    Answer::new(vec![ludex_tetris::Piece::spell(&order).into(), fumen.encode().into()])
                }
            })
        })
    }
}

/// The best placement for what one sees now.
fn next_move(problem: &Problem, all: &[Queue], see: usize, seen: Queue) -> Result<Answer, Refusal> {
    if seen.len() != see {
        return Err(Refusal::new(format!("{seen} has {} pieces, and --see says {see}", seen.len())));
    }
    let queues: Vec<Queue> = all.iter().copied().filter(|queue| queue.cut(see) == seen).collect();
    if queues.is_empty() {
        return Err(Refusal::new(format!("no queue of the pattern begins with {seen}")));
    }
    let chance = problem.chance(&queues, see, &Silent)?;
    let share = format!("{}/{}", chance.success, chance.total);
    Ok(match chance.first {
        None => Answer::new(vec!["none".into(), share.into(), "".into()]).with_text("none"),
        Some(first) => {
            Answer::new(vec![first.piece.to_string().into(), share.into(), first.fumen.encode().into()])
        }
    })
}
