//! Comments that play along: `#Q=[hold](current)next`.

use crate::piece::Piece;
use std::fmt;
use thiserror::Error;

/// A comment that is no quiz, or a piece the quiz does not offer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuizError {
    /// Not of the form.
    #[error("no quiz: a quiz is #Q=[HOLD](CURRENT)NEXT, hold and current one piece or nothing")]
    Form,
    /// The piece is neither current nor held nor next.
    #[error("the quiz {quiz} does not offer the piece {piece}")]
    Piece {
        /// The quiz at that moment.
        quiz: String,
        /// The piece that was placed.
        piece: char,
    },
}

/// The state of a quiz: what is held, what falls, what follows.
///
/// After the queue a `;` may begin another comment, which takes over when the queue is used up.
///
/// ```
/// use ludex_tetris::{fumen::Quiz, Piece};
/// let quiz = Quiz::read("#Q=[](L)OTS")?;
/// assert_eq!(quiz.after(Piece::O)?.to_string(), "#Q=[L](T)S");
/// # Ok::<(), ludex_tetris::fumen::QuizError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quiz {
    hold: Option<Piece>,
    current: Option<Piece>,
    next: Vec<Piece>,
    rest: Option<String>,
}

impl Quiz {
    /// A quiz at its start: nothing held, the first piece falling.
    #[must_use]
    pub fn new(queue: &[Piece]) -> Quiz {
        Quiz {
            hold: None,
            current: queue.first().copied(),
            next: queue.get(1..).unwrap_or(&[]).to_vec(),
            rest: None,
        }
    }

    /// Reads a comment; spaces in it do not count.
    ///
    /// # Errors
    /// When the comment is no quiz.
    pub fn read(comment: &str) -> Result<Quiz, QuizError> {
        let body = comment.trim().strip_prefix("#Q=").ok_or(QuizError::Form)?;
        let (queue, rest) = match body.split_once(';') {
            Some((queue, rest)) => (queue, Some(rest.to_owned())),
            None => (body, None),
        };
        let queue: String = queue.chars().filter(|c| !c.is_whitespace()).collect();
        let slot = |text: &str| match text.len() {
            0 => Ok(None),
            _ => match Piece::word(text).as_deref() {
                Ok(&[piece]) => Ok(Some(piece)),
                _ => Err(QuizError::Form),
            },
        };
        let inner = queue.strip_prefix('[').ok_or(QuizError::Form)?;
        let (hold, inner) = inner.split_once("](").ok_or(QuizError::Form)?;
        let (current, next) = inner.split_once(')').ok_or(QuizError::Form)?;
        let next = Piece::word(next).map_err(|_| QuizError::Form)?;
        Ok(Quiz { hold: slot(hold)?, current: slot(current)?, next, rest })
    }

    /// The quiz after a piece was placed: the current one, the held one, or past an empty hold the next.
    ///
    /// # Errors
    /// When the piece is none of these.
    pub fn after(&self, piece: Piece) -> Result<Quiz, QuizError> {
        let mut quiz = self.clone();
        let pull = |quiz: &mut Quiz| (!quiz.next.is_empty()).then(|| quiz.next.remove(0));
        if quiz.current.is_none() {
            // Nothing falls: the next piece, or the held one, takes its place.
            quiz.current = pull(&mut quiz).or_else(|| quiz.hold.take());
        }
        if quiz.current == Some(piece) {
            quiz.current = pull(&mut quiz);
        } else if quiz.hold == Some(piece) {
            quiz.hold = quiz.current;
            quiz.current = pull(&mut quiz);
        } else if quiz.hold.is_none() && quiz.current.is_some() && quiz.next.first() == Some(&piece) {
            quiz.hold = quiz.current;
            quiz.next.remove(0);
            quiz.current = pull(&mut quiz);
        } else {
            return Err(QuizError::Piece { quiz: self.to_string(), piece: piece.letter() });
        }
        Ok(quiz)
    }

    /// The piece that is held.
    #[must_use]
    pub const fn held(&self) -> Option<Piece> {
        self.hold
    }

    /// The pieces that follow the falling one.
    #[must_use]
    pub fn next(&self) -> &[Piece] {
        &self.next
    }

    /// All its pieces in the order they can come: the held one, the falling one, what follows.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        self.hold.into_iter().chain(self.current).chain(self.next.iter().copied()).collect()
    }

    /// The quiz in a mirror.
    #[must_use]
    pub fn mirrored(&self) -> Quiz {
        Quiz {
            hold: self.hold.map(Piece::mirrored),
            current: self.current.map(Piece::mirrored),
            next: self.next.iter().map(|p| p.mirrored()).collect(),
            rest: self.rest.clone(),
        }
    }
}

impl fmt::Display for Quiz {
    /// The comment; a used-up quiz gives way to what follows its `;`, or to nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut hold, mut current, mut next) = (self.hold, self.current, &self.next[..]);
        if current.is_none() {
            if let Some(held) = hold.take() {
                current = Some(held);
            } else if let Some((&first, others)) = next.split_first() {
                (current, next) = (Some(first), others);
            } else {
                return f.write_str(self.rest.as_deref().unwrap_or(""));
            }
        }
        let letter = |p: Option<Piece>| p.map_or(String::new(), |p| p.to_string());
        write!(f, "#Q=[{}]({}){}", letter(hold), letter(current), Piece::spell(next))?;
        match &self.rest {
            Some(rest) => write!(f, ";{rest}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(quiz: &str, pieces: &str) -> String {
        let start = Quiz::read(quiz).unwrap();
        Piece::word(pieces).unwrap().iter().fold(start, |q, &p| q.after(p).unwrap()).to_string()
    }

    #[test]
    fn direct_swap_and_stock() {
        assert_eq!(play("#Q=[](L)OTS", "L"), "#Q=[](O)TS");
        assert_eq!(play("#Q=[](L)OTS", "O"), "#Q=[L](T)S");
        assert_eq!(play("#Q=[](L)OTS", "OL"), "#Q=[T](S)");
        assert_eq!(play("#Q=[](L)OTS", "OLT"), "#Q=[](S)");
        assert_eq!(play("#Q=[](L)OTS", "OLTS"), "");
        assert_eq!(play("#Q=[](L);#Q=[](T)I", "L"), "#Q=[](T)I");
    }

    #[test]
    fn a_piece_out_of_turn_is_told() {
        let error = Quiz::read("#Q=[](L)OTS").unwrap().after(Piece::S).unwrap_err();
        assert!(error.to_string().contains("does not offer the piece S"));
        assert!(Quiz::read("hello").is_err());
        assert!(Quiz::read("#Q=[LL](T)").is_err());
    }
}
