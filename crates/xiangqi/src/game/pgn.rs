//! PGN: tags in brackets, then moves with numbers, comments in braces, variations in parentheses.
//!
//! Moves may be written in any notation; lower-case coordinates count ranks as the tag `Format` says
//! (`UCCI` or `ICCS`: 0-9), else 1-10.

use super::{Game, GameError};
use crate::notation::Notation;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::Outcome;
use crate::setup::Setup;

/// Variations inside variations that are read; more is refused, not recursed into.
const DEEPEST: usize = 200;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

enum Token {
    Tag(String, String),
    Word(String),
    Comment(String),
    Open,
    Close,
}

impl Reader<'_> {
    fn fault(&self, what: &str) -> GameError {
        GameError::Form { line: self.line, what: what.to_owned() }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    /// Everything up to a closing sign, which is taken too.
    fn until(&mut self, close: char, what: &str) -> Result<String, GameError> {
        let mut text = String::new();
        loop {
            match self.bump() {
                Some(c) if c == close => return Ok(text),
                Some(c) => text.push(c),
                None => return Err(self.fault(what)),
            }
        }
    }

    fn tag(&mut self) -> Result<Token, GameError> {
        let body = self.until(']', "a tag without its ]")?;
        let (name, value) = body.trim().split_once(char::is_whitespace).unwrap_or((body.trim(), ""));
        Ok(Token::Tag(name.to_owned(), value.trim().trim_matches('"').to_owned()))
    }

    fn next(&mut self) -> Result<Option<Token>, GameError> {
        while let Some(c) = self.peek() {
            match c {
                _ if c.is_whitespace() || c == '\u{3000}' => {
                    self.bump();
                }
                '[' => {
                    self.bump();
                    return self.tag().map(Some);
                }
                '{' => {
                    self.bump();
                    let text = self.until('}', "a comment without its }")?;
                    return Ok(Some(Token::Comment(text.split_whitespace().collect::<Vec<_>>().join(" "))));
                }
                ';' => {
                    self.bump();
                    let rest = self.text[self.at..].lines().next().unwrap_or("").trim().to_owned();
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.bump();
                    }
                    return Ok(Some(Token::Comment(rest)));
                }
                '(' => {
                    self.bump();
                    return Ok(Some(Token::Open));
                }
                ')' => {
                    self.bump();
                    return Ok(Some(Token::Close));
                }
                _ => {
                    let end = |c: char| c.is_whitespace() || "[]{}();\u{3000}".contains(c);
                    let rest = &self.text[self.at..];
                    let length = rest.find(end).unwrap_or(rest.len());
                    // A stray closing sign stands for itself, so that reading always goes on.
                    let length = if length == 0 { c.len_utf8() } else { length };
                    let word = rest[..length].to_owned();
                    self.at += length;
                    return Ok(Some(Token::Word(word)));
                }
            }
        }
        Ok(None)
    }
}

fn result_of(word: &str) -> Option<Outcome> {
    match word {
        "1-0" => Some(Outcome::Wins(Side::Red)),
        "0-1" => Some(Outcome::Wins(Side::Black)),
        "1/2-1/2" | "1/2" => Some(Outcome::Draw),
        "*" => Some(Outcome::None),
        _ => None,
    }
}

const fn result_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Wins(Side::Red) => "1-0",
        Outcome::Wins(Side::Black) => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::None => "*",
    }
}

/// A word without the number of the move before it, if anything is left.
fn without_number(word: &str) -> &str {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|&b| b == b'.').count();
    // `15=6` begins with digits too, but no dot follows them.
    if digits > 0 && dots > 0 { &word[digits + dots..] } else { word }
}

/// Where the reader stands in the tree.
#[derive(Clone)]
struct Place {
    /// The last move's node and the position after it; before it.
    node: usize,
    board: Position,
    before: Option<(usize, Position)>,
}

impl Game {
    /// Reads all games of a PGN file.
    ///
    /// # Errors
    /// The first thing that cannot be read, with its line.
    pub fn from_pgn(text: &str) -> Result<Vec<Game>, GameError> {
        let mut reader = Reader { text, at: 0, line: 1 };
        let mut games = Vec::new();
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut open: Option<(Game, Place, Vec<Place>, Notation)> = None;
        while let Some(token) = reader.next()? {
            if let Token::Tag(name, value) = token {
                // A tag after moves begins another game.
                if let Some((game, _, stack, _)) = open.take() {
                    if !stack.is_empty() {
                        return Err(reader.fault("a variation without its )"));
                    }
                    games.push(game);
                }
                tags.push((name, value));
                continue;
            }
            let (game, place, stack, notation) = match &mut open {
                Some(open) => open,
                None => open.insert(begin(std::mem::take(&mut tags))?),
            };
            match token {
                Token::Tag(..) => {}
                Token::Comment(text) => game.comment(place.node, &text),
                Token::Open => {
                    let (node, board) =
                        place.before.clone().ok_or_else(|| reader.fault("a variation before any move"))?;
                    if stack.len() >= DEEPEST {
                        return Err(reader.fault("too many variations inside variations"));
                    }
                    stack.push(place.clone());
                    *place = Place { node, board, before: None };
                }
                Token::Close => {
                    *place = stack.pop().ok_or_else(|| reader.fault("a ) without its ("))?;
                }
                Token::Word(word) => {
                    if let Some(result) = result_of(&word) {
                        game.result = result;
                        continue;
                    }
                    let word = without_number(&word);
                    let number = word.trim_end_matches('.');
                    let idle =
                        number.is_empty() || (number.len() < 4 && number.bytes().all(|b| b.is_ascii_digit()));
                    if idle || word.starts_with('$') {
                        continue;
                    }
                    let m = notation
                        .read_any(&place.board, word.trim_end_matches(['!', '?']))
                        .map_err(|error| GameError::Move { line: reader.line, error })?;
                    let node = game.add(place.node, m);
                    place.before = Some((place.node, place.board.clone()));
                    place.node = node;
                    let _ = place.board.make(m);
                }
            }
        }
        match open {
            Some((_, _, stack, _)) if !stack.is_empty() => Err(reader.fault("a variation without its )")),
            Some((game, ..)) => {
                games.push(game);
                Ok(games)
            }
            None if tags.is_empty() => Ok(games),
            None => {
                games.push(begin(tags)?.0);
                Ok(games)
            }
        }
    }

    /// Writes the game as PGN with its moves in a notation.
    #[must_use]
    pub fn to_pgn(&self, notation: Notation) -> String {
        let mut text = String::new();
        let clean = |value: &str| value.replace(['"', '[', ']', '\n', '\r'], " ");
        let own = ["Game", "Result", "FEN", "SetUp", "Format"];
        // Reading is lenient, writing is not: a name that PGN could not give back is left out.
        let fits = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let tags = self.tags.iter().filter(|(name, _)| !own.contains(&name.as_str()) && fits(name));
        let mut put = |name: &str, value: &str| {
            text.push_str(&format!("[{name} \"{}\"]\n", clean(value)));
        };
        put("Game", "Chinese Chess");
        for (name, value) in tags {
            put(name, value);
        }
        put("Result", result_text(self.result));
        if self.start != Position::start() {
            put("FEN", &self.start.to_string());
        }
        put("Format", &notation.word().to_ascii_uppercase());
        text.push('\n');
        let mut words = Vec::new();
        self.write_comment(0, &mut words);
        self.write_from(0, &self.start, notation, true, &mut words);
        words.push(result_text(self.result).to_owned());
        let mut width = 0;
        for word in words {
            let length = word.chars().count() + 1;
            if width + length > 80 && width > 0 {
                text.push('\n');
                width = 0;
            } else if width > 0 {
                text.push(' ');
            }
            text.push_str(&word);
            width += length;
        }
        text.push('\n');
        text
    }

    fn write_comment(&self, at: usize, words: &mut Vec<String>) {
        // As reading has it: any white space is one space, and no brace is inside.
        let comment = self.node(at).comment.split_whitespace().collect::<Vec<_>>().join(" ");
        if !comment.is_empty() {
            words.push(format!("{{{}}}", comment.replace('}', ")")));
        }
    }

    /// The moves after a node: the main one, the others in parentheses, then on along the main one.
    fn write_from(
        &self,
        at: usize,
        board: &Position,
        notation: Notation,
        fresh: bool,
        words: &mut Vec<String>,
    ) {
        let (mut at, mut board, mut fresh) = (at, board.clone(), fresh);
        while let Some((&main, others)) = self.node(at).next.split_first() {
            let Some(m) = self.node(main).m else { return };
            let number = |board: &Position, fresh: bool, m| {
                let text = notation.write(board, m);
                match board.side() {
                    Side::Red => format!("{}. {text}", board.move_number()),
                    Side::Black if fresh => format!("{}... {text}", board.move_number()),
                    Side::Black => text,
                }
            };
            words.push(number(&board, fresh, m));
            self.write_comment(main, words);
            for &other in others {
                let Some(m) = self.node(other).m else { continue };
                let mut inside = vec![number(&board, true, m)];
                self.write_comment(other, &mut inside);
                let mut next = board.clone();
                let _ = next.make(m);
                let commented = !self.node(other).comment.is_empty();
                self.write_from(other, &next, notation, commented, &mut inside);
                words.push(format!("({})", inside.join(" ")));
            }
            fresh = !others.is_empty() || !self.node(main).comment.is_empty();
            let _ = board.make(m);
            at = main;
        }
    }
}

/// A game with its tags, before its first move.
fn begin(tags: Vec<(String, String)>) -> Result<(Game, Place, Vec<Place>, Notation), GameError> {
    let tag = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let start = match tag("FEN") {
        Some(fen) if !fen.is_empty() => Position::try_from(&fen.parse::<Setup>()?)?.playable()?,
        _ => Position::start(),
    };
    let notation = match tag("Format").map(|format| format.to_ascii_lowercase()).as_deref() {
        Some("ucci" | "iccs") => Notation::Ucci,
        _ => Notation::Uci,
    };
    let mut game = Game::new(start.clone());
    game.result = tag("Result").and_then(|word| result_of(&word)).unwrap_or(Outcome::None);
    game.tags = tags
        .into_iter()
        .filter(|(name, _)| !["FEN", "Result", "Format", "SetUp", "Game"].contains(&name.as_str()))
        .collect();
    Ok((game, Place { node: 0, board: start, before: None }, Vec::new(), notation))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SAMPLE: &str = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n\
        {opening} 1. 炮二平五 {central cannon} 马８进７ (1... 炮８平５ 2. 马二进三 (2. 马八进七 {left}))\n\
        2. 马二进三 车９平８ ; the usual\n 1-0\n";

    #[test]
    fn variations_and_comments_come_back_in_every_notation() {
        let games = Game::from_pgn(SAMPLE).unwrap();
        let [game] = &games[..] else { panic!("{} games", games.len()) };
        assert_eq!(
            (game.main_line().len(), game.tag("Red"), game.result),
            (4, Some("甲"), Outcome::Wins(Side::Red))
        );
        assert_eq!(game.node(0).comment, "opening");
        for notation in Notation::ALL {
            let text = game.to_pgn(notation);
            let again = Game::from_pgn(&text).unwrap();
            assert_eq!(again.len(), 1);
            assert_eq!(again[0].to_pgn(Notation::Uci), game.to_pgn(Notation::Uci), "{text}");
        }
    }

    #[test]
    fn faults_have_their_line() {
        for (text, line) in [
            ("1. h3e3\n2. h3e3", 2),
            ("(h3e3)", 1),
            ("1. h3e3 (", 1),
            ("1. h3e3 )", 1),
            ("1. h3e3 {never\nclosed", 2),
            ("[Red", 1),
        ] {
            match Game::from_pgn(text) {
                Err(GameError::Form { line: found, .. } | GameError::Move { line: found, .. }) => {
                    assert_eq!(found, line, "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn several_games_and_a_start_of_its_own() {
        let text =
            "[FEN \"4k4/9/9/9/9/9/9/9/9/3K5 w\"]\n1. K6+1 *\n[Event \"b\"]\n1. C2=5 *\n[Event \"c\"]\n";
        let games = Game::from_pgn(text).unwrap();
        assert_eq!(games.iter().map(|game| game.main_line().len()).collect::<Vec<_>>(), [1, 1, 0]);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[\\[\\](){};.0-9a-i =+A-Z\"\n炮二平五]{0,120}") {
            if let Ok(games) = Game::from_pgn(&text) {
                for game in games {
                    let printed = game.to_pgn(Notation::Uci);
                    prop_assert_eq!(Game::from_pgn(&printed).unwrap()[0].to_pgn(Notation::Uci), printed);
                }
            }
        }
    }
}
