//! Random queues of a perfect clear, for who wants to practise the look-up.

use crate::Setups;
use crate::lookup::Found;
use crate::rules::Rules;
use ludex_core::Random;
use ludex_store::{Result, StoreError};
use ludex_tetris::Piece;
use ludex_tetris::saves::leftover_length;

/// Queues that are drawn before it is given up to find one that builds something.
const TRIES: u32 = 64;

/// A question and its answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Quiz {
    /// What one sees: the leftover, then the next bag.
    pub queue: String,
    /// The setups that can be built with it, the best solve first; empty where no drawn queue builds any.
    pub answers: Vec<Found>,
}

/// A random queue of a perfect clear: pieces of the bag that is left over, then a whole bag.
fn draw(pc: u32, random: &mut Random) -> Vec<Piece> {
    let mut left = Piece::ALL;
    random.shuffle(&mut left);
    let mut next = Piece::ALL;
    random.shuffle(&mut next);
    let mut queue = left[..leftover_length(pc)].to_vec();
    // Before the first clear nothing is left over: the bag is all one sees.
    if queue.len() < Piece::ALL.len() {
        queue.extend(next);
    }
    queue
}

impl Setups {
    /// A random queue of a perfect clear that some setup can be built with, if one is soon drawn.
    ///
    /// # Errors
    /// When there is no such perfect clear, or the database is in trouble.
    ///
    /// # Examples
    /// ```
    /// use ludex_core::Random;
    /// use ludex_setups::{Rules, Setups};
    /// let mut setups = Setups::open(":memory:")?;
    /// setups.import_starter()?;
    /// let quiz = setups.quiz(1, Rules::default(), &mut Random::new(7))?;
    /// assert_eq!(setups.find_setups(1, &quiz.queue, Rules::default())?, quiz.answers);
    /// # Ok::<(), ludex_store::StoreError>(())
    /// ```
    pub fn quiz(&mut self, pc: i64, rules: Rules, random: &mut Random) -> Result<Quiz> {
        if !(1..=9).contains(&pc) {
            return Err(StoreError::Value(format!("perfect clear {pc}: 1 to 9 are known")));
        }
        let mut quiz = Quiz { queue: String::new(), answers: Vec::new() };
        for _ in 0..TRIES {
            quiz.queue = Piece::spell(&draw(pc as u32, random));
            quiz.answers = self.find_setups(pc, &quiz.queue, rules)?;
            if quiz.answers.iter().any(|found| found.covered.0 > 0) {
                break;
            }
        }
        Ok(quiz)
    }
}
