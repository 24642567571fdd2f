//! PGN: tags in brackets, then moves with numbers, comments in braces, variations in parentheses.
//!
//! Moves may be written in any notation. Lower-case coordinates count ranks as the tag `Format` says
//! (`UCCI` or `ICCS`: 0-9); without one, as fits the moves: a reading that breaks off gives way to the
//! other. What is no game is passed over with a warning, a game that breaks off is kept up to there.
//! Nothing recurses: variations inside variations cost a few bytes each, read and written.

use super::cursor::Cursor;
use super::{Game, GameError, GameFile, ReadOptions};
use crate::moves::Move;
use crate::notation::Notation;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::Outcome;
use crate::setup::Setup;

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

/// What stands between one game's first tag and the next game's.
#[derive(Default)]
struct Part {
    line: usize,
    tags: Vec<(String, String)>,
    tokens: Vec<(usize, Token)>,
    /// The result was read: what follows is no part of the game.
    closed: bool,
    /// Parentheses open.
    depth: usize,
    passed: bool,
}

impl Part {
    fn take(&mut self, line: usize, token: Token, file: &mut GameFile) {
        if self.closed {
            let word = match token {
                Token::Comment(_) => return self.tokens.push((line, token)),
                Token::Word(word) if result_of(&word).is_some() => return,
                Token::Word(word) => word,
                Token::Open => "(".to_owned(),
                _ => ")".to_owned(),
            };
            if !self.passed {
                let word: String = word.chars().take(30).collect();
                file.warnings.push(GameError::Form {
                    line,
                    what: format!("{word:?} after the result is passed over"),
                });
            }
            self.passed = true;
            return;
        }
        match &token {
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Word(word) => self.closed = self.depth == 0 && result_of(word).is_some(),
            _ => {}
        }
        self.tokens.push((line, token));
    }

    /// Makes the game of what was read.
    fn finish(self, options: ReadOptions, file: &mut GameFile) {
        if self.tags.is_empty() && self.tokens.is_empty() {
            return;
        }
        let tag = |name: &str| self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| &**value);
        let start = match tag("FEN").filter(|fen| !fen.is_empty()).map(start) {
            None => Position::start(),
            Some(Ok(start)) => start,
            Some(Err(error)) => {
                let what = format!("the game is left out: {error}");
                return file.warnings.push(GameError::Form { line: self.line, what });
            }
        };
        let format = tag("Format").map(str::to_ascii_lowercase);
        let readings: &[Notation] = match (options.ranks, format.as_deref()) {
            (Some(Notation::Ucci | Notation::Iccs), _) | (None, Some("ucci" | "iccs")) => &[Notation::Ucci],
            (Some(_), _) | (None, Some("uci")) => &[Notation::Uci],
            (None, _) => &[Notation::Uci, Notation::Ucci],
        };
        let mut best: Option<(Game, Vec<GameError>)> = None;
        for &notation in readings {
            let built = build(start.clone(), &self.tokens, notation);
            let good = built.1.is_empty();
            if best.as_ref().is_none_or(|best| built.0.nodes.len() > best.0.nodes.len()) {
                best = Some(built);
            }
            if good {
                break;
            }
        }
        let Some((mut game, warnings)) = best else { return };
        // Text that is neither tags nor moves is no game.
        let empty = self.tags.is_empty() && game.nodes.len() == 1 && !warnings.is_empty();
        file.warnings.extend(warnings);
        if empty {
            return;
        }
        if game.result == Outcome::None {
            game.result = tag("Result").and_then(result_of).unwrap_or(Outcome::None);
        }
        let own = ["FEN", "Result", "Format", "SetUp", "Game"];
        game.tags = self.tags.into_iter().filter(|(name, _)| !own.contains(&name.as_str())).collect();
        file.games.push(game);
    }
}

fn start(fen: &str) -> Result<Position, GameError> {
    Ok(Position::try_from(&fen.parse::<Setup>()?)?.playable()?)
}

/// Plays the tokens of a game; returns it with everything that could not be read.
fn build(start: Position, tokens: &[(usize, Token)], notation: Notation) -> (Game, Vec<GameError>) {
    let mut game = Game::new(start);
    let mut warnings = Vec::new();
    let mut cursor = Cursor::new(&game);
    // Where each open variation left its line: the depth before the move it replaces, and that move.
    let mut open: Vec<(usize, (usize, Move))> = Vec::new();
    // A line that broke off: its rest is passed over up to the parenthesis that closes it.
    let mut dead: Option<usize> = None;
    let mut inside = 0;
    for (line, token) in tokens {
        let fault = |what: &str| GameError::Form { line: *line, what: what.to_owned() };
        match token {
            Token::Word(word) if result_of(word).is_some() => {
                game.result = result_of(word).unwrap_or(Outcome::None);
            }
            Token::Open => {
                inside += 1;
                if dead.is_none() {
                    let last = cursor.up();
                    // The first move of a variation replaces the one before it, if that is of the same line.
                    let first = open.last().is_some_and(|&(depth, _)| cursor.depth() < depth);
                    match last.filter(|_| !first) {
                        Some(last) => open.push((cursor.depth(), last)),
                        None => {
                            if let Some((node, m)) = last {
                                cursor.down(node, m);
                            }
                            warnings.push(fault("a variation before any move"));
                            dead = Some(inside);
                        }
                    }
                }
            }
            Token::Close => {
                if inside == 0 {
                    warnings.push(fault("a ) without its ("));
                    continue;
                }
                // A variation that never began has nothing to go back from.
                let began = open.len() == inside;
                if dead.is_some_and(|dead| dead >= inside) {
                    dead = None;
                }
                inside -= 1;
                if dead.is_none()
                    && began
                    && let Some((depth, (node, m))) = open.pop()
                {
                    cursor.up_to(depth);
                    cursor.down(node, m);
                }
            }
            _ if dead.is_some() => {}
            Token::Tag(..) => {}
            Token::Comment(text) => game.comment(cursor.node(), text),
            Token::Word(word) => {
                let word = without_number(word);
                let number = word.trim_end_matches('.');
                let idle =
                    number.is_empty() || (number.len() < 4 && number.bytes().all(|b| b.is_ascii_digit()));
                if idle || word.starts_with('$') {
                    continue;
                }
                match notation.read_any(&cursor.board, word.trim_end_matches(['!', '?'])) {
                    Ok(m) => {
                        let node = game.add(cursor.node(), m);
                        cursor.down(node, m);
                    }
                    Err(error) => {
                        warnings.push(GameError::Move { line: *line, error });
                        dead = Some(inside);
                    }
                }
            }
        }
    }
    if inside > 0 {
        let line = tokens.last().map_or(1, |(line, _)| *line);
        warnings.push(GameError::Form { line, what: "a variation without its )".to_owned() });
    }
    (game, warnings)
}

impl Game {
    /// Reads all games of a PGN file, and says what of it could not be read.
    #[must_use]
    pub fn read_pgn(text: &str, options: ReadOptions) -> GameFile {
        let mut games = Vec::new();
        let warnings = Game::each_pgn(text, options, &mut |game| games.push(game));
        GameFile { games, warnings }
    }

    /// The same, one game after the other; answers the warnings.
    pub(super) fn each_pgn(text: &str, options: ReadOptions, each: &mut dyn FnMut(Game)) -> Vec<GameError> {
        let mut reader = Reader { text, at: 0, line: 1 };
        let mut file = GameFile::default();
        let mut part = Part { line: 1, ..Part::default() };
        loop {
            let token = match reader.next() {
                Ok(Some(token)) => token,
                Ok(None) => break,
                Err(error) => {
                    file.warnings.push(error);
                    break;
                }
            };
            let line = reader.line;
            // A tag after moves begins another game, and so does a first move after a result.
            let first = matches!(&token, Token::Word(word) if part.closed && word.starts_with("1."));
            let tag = matches!(&token, Token::Tag(..));
            if first || (tag && (!part.tokens.is_empty() || part.closed)) {
                std::mem::take(&mut part).finish(options, &mut file);
                file.games.drain(..).for_each(&mut *each);
                part.line = line;
            }
            match token {
                Token::Tag(name, value) => part.tags.push((name, value)),
                token => part.take(line, token, &mut file),
            }
        }
        part.finish(options, &mut file);
        file.games.into_iter().for_each(each);
        file.warnings
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
        let mut words = Words { text, width: 0, glued: true };
        self.write_moves(notation, &mut words);
        words.put(result_text(self.result));
        words.text.push('\n');
        words.text
    }

    /// The moves of the tree: at every node the main one, the others in parentheses, then on along the
    /// main one.
    fn write_moves(&self, notation: Notation, words: &mut Words) {
        enum Step {
            /// Goes from a depth to a node and writes what follows it.
            Line { depth: usize, node: usize, fresh: bool },
            /// Writes a variation that begins with a node.
            Variation { depth: usize, node: usize },
            /// Ends it.
            Close,
        }
        let mut cursor = Cursor::new(self);
        self.write_comment(0, words);
        let mut steps = vec![Step::Line { depth: 0, node: 0, fresh: true }];
        while let Some(step) = steps.pop() {
            match step {
                Step::Line { depth, node, fresh } => {
                    cursor.up_to(depth);
                    if let Some(m) = self.node(node).m {
                        cursor.down(node, m);
                    }
                    let Some((&main, others)) = self.node(node).next.split_first() else { continue };
                    let Some(m) = self.node(main).m else { continue };
                    words.put(&numbered(&cursor.board, m, fresh, notation));
                    self.write_comment(main, words);
                    let depth = cursor.depth();
                    let fresh = !others.is_empty() || !self.node(main).comment.is_empty();
                    steps.push(Step::Line { depth, node: main, fresh });
                    steps.extend(others.iter().rev().map(|&node| Step::Variation { depth, node }));
                }
                Step::Variation { depth, node } => {
                    cursor.up_to(depth);
                    let Some(m) = self.node(node).m else { continue };
                    words.open();
                    words.put(&numbered(&cursor.board, m, true, notation));
                    self.write_comment(node, words);
                    let fresh = !self.node(node).comment.is_empty();
                    steps.push(Step::Close);
                    steps.push(Step::Line { depth, node, fresh });
                }
                Step::Close => words.close(),
            }
        }
    }

    fn write_comment(&self, at: usize, words: &mut Words) {
        // As reading has it: any white space is one space, and no brace is inside.
        let comment = self.node(at).comment.split_whitespace().collect::<Vec<_>>().join(" ");
        if !comment.is_empty() {
            words.put(&format!("{{{}}}", comment.replace('}', ")")));
        }
    }
}

/// A move with its number where a reader needs it.
fn numbered(board: &Position, m: Move, fresh: bool, notation: Notation) -> String {
    let text = notation.write(board, m);
    match board.side() {
        Side::Red => format!("{}. {text}", board.move_number()),
        Side::Black if fresh => format!("{}... {text}", board.move_number()),
        Side::Black => text,
    }
}

/// Words in lines of at most eighty columns.
struct Words {
    text: String,
    width: usize,
    /// The next word follows without a space.
    glued: bool,
}

impl Words {
    fn put(&mut self, word: &str) {
        let length = word.chars().count() + 1;
        if !self.glued && self.width + length > 80 {
            self.text.push('\n');
            self.width = 0;
        } else if !self.glued {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.width += length;
        self.glued = false;
    }

    fn open(&mut self) {
        self.put("(");
        self.glued = true;
    }

    fn close(&mut self) {
        self.text.push(')');
        self.width += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<Game> {
        let file = Game::read_pgn(text, ReadOptions::default());
        assert_eq!(file.warnings, [], "{text}");
        file.games
    }

    const SAMPLE: &str = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n\
        {opening} 1. 炮二平五 {central cannon} 马８进７ (1... 炮８平５ 2. 马二进三 (2. 马八进七 {left}))\n\
        2. 马二进三 车９平８ ; the usual\n 1-0\n";

    #[test]
    fn variations_and_comments_come_back_in_every_notation() {
        let games = read(SAMPLE);
        let [game] = &games[..] else { panic!("{} games", games.len()) };
        assert_eq!(
            (game.main_line().len(), game.tag("Red"), game.result),
            (4, Some("甲"), Outcome::Wins(Side::Red))
        );
        assert_eq!(game.node(0).comment, "opening");
        for notation in Notation::ALL {
            let text = game.to_pgn(notation);
            let again = read(&text);
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
            let file = Game::read_pgn(text, ReadOptions::default());
            match &file.warnings[..] {
                [GameError::Form { line: found, .. } | GameError::Move { line: found, .. }] => {
                    assert_eq!(*found, line, "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn several_games_and_a_start_of_its_own() {
        let text =
            "[FEN \"4k4/9/9/9/9/9/9/9/9/3K5 w\"]\n1. K6+1 *\n[Event \"b\"]\n1. C2=5 *\n[Event \"c\"]\n";
        let games = read(text);
        assert_eq!(games.iter().map(|game| game.main_line().len()).collect::<Vec<_>>(), [1, 1, 0]);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[\\[\\](){};.0-9a-i =+A-Z\"\n炮二平五]{0,120}") {
            for game in Game::read_pgn(&text, ReadOptions::default()).games {
                let printed = game.to_pgn(Notation::Uci);
                prop_assert_eq!(read(&printed)[0].to_pgn(Notation::Uci), printed);
            }
        }
    }

    /// Issue 18, defect 2: what is no game is passed over, per game, with a warning.
    #[test]
    fn text_after_the_result_is_passed_over() {
        let text = "====\n[Event \"a\"]\n1. C2=5 H8+7 1-0 {good}\n==== x y ====\n\n[Event \"b\"]\n1. C2=5 *\n1. P3+1 *";
        let file = Game::read_pgn(text, ReadOptions::default());
        let lengths: Vec<usize> = file.games.iter().map(|game| game.main_line().len()).collect();
        assert_eq!(lengths, [2, 1, 1]);
        assert_eq!(file.games[0].node(2).comment, "good");
        assert_eq!(file.games[0].result, Outcome::Wins(Side::Red));
        assert_eq!(file.warnings.len(), 2, "{:?}", file.warnings);
    }

    /// Issue 18, defect 2: an illegal move ends its line, not the file.
    #[test]
    fn an_illegal_move_ends_its_own_line_only() {
        let text = "1. C2=5 (1. C2=9 P1+1) H8+7 (1... H2+3 2. K5=9 X) 2. R1+1 R1+1 3. K5=1 C2=5 0-1\n[Event \"b\"]\n1. P3+1 *";
        let file = Game::read_pgn(text, ReadOptions::default());
        let lengths: Vec<usize> = file.games.iter().map(|game| game.main_line().len()).collect();
        assert_eq!((lengths, file.warnings.len()), (vec![4, 1], 3), "{:?}", file.warnings);
        assert_eq!(file.games[0].result, Outcome::Wins(Side::Black));
    }

    /// Issue 18, defect 2: ranks 0-9 in lower case are found out without a tag, and forced by option.
    #[test]
    fn lower_case_ranks_from_nought_need_no_tag() {
        let from_nought = "1. h2e2 h9g7 2. h0g2 *";
        let game = &read(from_nought)[0];
        assert_eq!(game, &read("1. h3e3 h10g8 2. h1g3 *")[0]);
        let forced = |ranks| Game::read_pgn(from_nought, ReadOptions { ranks: Some(ranks) });
        assert_eq!(forced(Notation::Ucci).games[0], *game);
        assert!(forced(Notation::Uci).games.is_empty());
    }

    /// Issue 12, point 5: no recursion on the depth of variations, and what we write we read.
    #[test]
    fn variations_nest_as_deep_as_they_like() {
        let mut game = Game::new(Position::start());
        let moves: Vec<Move> = ["a1a2", "a10a9"].map(|text| text.parse().unwrap()).to_vec();
        let others: Vec<Move> = ["i1i2", "i10i9", "i2i1", "i9i10"].map(|text| text.parse().unwrap()).to_vec();
        // Every move has a variation beside it, in which the tree goes on.
        let mut at = 0;
        for ply in 0..40_000 {
            game.add(at, moves[ply % 2]);
            at = game.add(at, others[ply % 4]);
        }
        let text = game.to_pgn(Notation::Uci);
        assert_eq!(read(&text)[0].to_pgn(Notation::Uci), text);
        let again = Game::read_dhtmlxq(&game.to_dhtmlxq()).unwrap();
        assert_eq!((again.warnings.len(), again.games[0].to_pgn(Notation::Uci) == text), (0, true));
    }
}
