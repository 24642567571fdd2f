//! Sessions as transcripts: what is typed, what is said.

use super::*;
use crate::piece::Side;
use proptest::prelude::*;

/// Collects what a session says.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        lock(&self.0).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Paper {
    fn text(&self) -> String {
        String::from_utf8(lock(&self.0).clone()).unwrap()
    }
}

const SMALL: Ceiling = Ceiling { megabytes: 1, threads: 2, nodes: Some(2000) };

fn talk(protocol: Protocol, input: impl AsRef<[u8]>) -> String {
    let paper = Paper::default();
    Session::new(protocol, paper.clone()).with_ceiling(SMALL).run(input.as_ref()).unwrap();
    paper.text()
}

/// The lines that begin with a word.
fn lines<'a>(said: &'a str, word: &str) -> Vec<&'a str> {
    said.lines().filter(|line| line.split(' ').next() == Some(word)).collect()
}

/// The moves of the answers.
fn best(said: &str) -> Vec<&str> {
    lines(said, "bestmove").iter().filter_map(|line| line.split(' ').nth(1)).collect()
}

#[test]
fn uci_from_hello_to_a_move() {
    let said = talk(Protocol::Uci, "uci\nisready\nposition startpos moves h3e3 h10g8\ngo depth 3\n");
    assert!(said.contains("uciok\nreadyok\n") && said.contains("UCI_Variant"), "{said}");
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("bestmove ") && last.contains(" ponder "), "{last}");
    let said = talk(Protocol::Uci, "position startpos\ngo perft 2\n");
    assert!(said.contains("\nh3h10: 41\n") && said.ends_with("\nNodes searched: 1920\n"), "{said}");
}

/// Issue 18, defect 3: ranks 0-9 and 1-10 are told apart by the moves.
#[test]
fn ranks_are_found_out() {
    for (moves, expected) in [("h2e2", "e9e8"), ("h2e2 h9g7 h0g2", "e9e8"), ("h3e3", "e10e9")] {
        let said = talk(Protocol::Uci, format!("position startpos moves {moves}\ngo perft 1\n"));
        assert!(!said.contains("info string"), "{said}");
        assert!(moves.contains(' ') || said.contains(&format!("{expected}: 1\n")), "{said}");
    }
    // An option forces one way, and `auto` opens both again.
    let said = talk(Protocol::Uci, "setoption name Ranks value 1-10\nposition startpos moves h2e2\n");
    assert!(said.contains("no legal move"), "{said}");
    let said = talk(
        Protocol::Uci,
        "setoption name Ranks value 0-9\nposition startpos moves h3e3\nsetoption name Ranks value auto\n\
         position startpos moves h3e3\n",
    );
    assert_eq!(lines(&said, "info").len(), 1, "{said}");
}

/// Issue 18, defect 3: after a refused position there is none to play.
#[test]
fn a_refused_position_is_not_played() {
    let said =
        talk(Protocol::Uci, "position startpos moves h3e9\ngo nodes 100\nposition startpos\ngo nodes 100\n");
    let answers = lines(&said, "bestmove");
    assert_eq!((answers.len(), answers[0]), (2, "bestmove (none)"), "{said}");
    assert_ne!(answers[1], "bestmove (none)");
    assert!(said.contains("info string there is no position: "), "{said}");
    let said = talk(Protocol::Ucci, "position fen 9/9 w\ngo depth 2\n");
    assert!(said.ends_with("nobestmove\n"), "{said}");
}

/// Issue 18, defect 3: illegal moves to search are told, and nothing else is searched instead.
#[test]
fn illegal_searchmoves_are_not_ignored() {
    let said = talk(Protocol::Uci, "go nodes 500 searchmoves h3h9\ngo searchmoves a1a2 a1a3 nodes 500\n");
    assert!(said.contains("\"h3h9\" is no legal move here"), "{said}");
    assert!(best(&said)[0] == "(none)" && ["a1a2", "a1a3"].contains(&best(&said)[1]), "{said}");
    // What is no move at all is told as well; a list without a move is no list.
    let said = talk(Protocol::Uci, "go searchmoves zz a1a2 depth 2\ngo searchmoves depth 1\n");
    assert!(said.contains("\"zz\" is no move"), "{said}");
    assert!(best(&said)[0] == "a1a2" && best(&said)[1] != "(none)", "{said}");
}

/// UCI counts no case in names and values.
#[test]
fn options_are_read_in_either_case() {
    let said = talk(
        Protocol::Uci,
        "debug on\nregister later\nsetoption name uci_showwdl value True\nsetoption name RULES value Check\n\
         setoption name eval value Classic\nsetoption name Ranks value AUTO\nposition startpos\ngo depth 1\n",
    );
    assert!(!said.contains("info string") && said.contains(" wdl "), "{said}");
}

/// Issue 18, defect 4: news after every iteration, the last of them with all nodes; depth, nodes, time.
#[test]
fn every_iteration_is_told() {
    let said = talk(Protocol::Uci, "position startpos\ngo depth 4\n");
    let told = lines(&said, "info");
    assert!(told.len() >= 4, "{said}");
    for word in ["depth", "seldepth", "score", "nodes", "nps", "hashfull", "tbhits", "time", "pv"] {
        assert!(told.iter().all(|line| line.contains(&format!(" {word} "))), "{word}: {said}");
    }
}

/// Issue 18, defect 4: nothing is answered before `ponderhit`, and then within the limits.
#[test]
fn go_ponder_waits_for_ponderhit() {
    let said =
        talk(Protocol::Uci, "position startpos moves h3e3 h10g8\ngo ponder nodes 300\nisready\nponderhit\n");
    let ready = said.find("readyok").unwrap();
    assert_eq!(said.matches("bestmove").count(), 1, "{said}");
    assert!(said.find("bestmove").unwrap() > ready, "{said}");
    let said = talk(Protocol::Uci, "position startpos\ngo ponder wtime 1 btime 1\nstop\n");
    assert_eq!(best(&said).len(), 1, "{said}");
    let said = talk(Protocol::Ucci, "position startpos\ngo ponder time 1\nponderhit draw\n");
    assert_eq!(best(&said).len(), 1, "{said}");
}

/// Issue 18, defect 4: the table is made when its size is set, and as large as the ceiling allows.
#[test]
fn the_table_is_made_by_setoption() {
    let paper = Paper::default();
    let ceiling = Ceiling { megabytes: 3, ..SMALL };
    let mut session = Session::new(Protocol::Uci, paper.clone()).with_ceiling(ceiling);
    session.obey("uci").unwrap();
    session.obey("setoption name Hash value 2").unwrap();
    assert!(paper.text().contains("option name Hash type spin default 3 min 1 max 3"), "{}", paper.text());
    assert!(format!("{:?}", lock(&session.engine)).contains("table: Some"), "no table was made");
    session.obey("setoption name Hash value 99999999999").unwrap();
    assert!(Ceiling::default().megabytes > 1024 || machine_megabytes() <= 1024);
}

#[test]
fn several_lines_are_numbered_and_differ() {
    let said = talk(Protocol::Uci, "setoption name MultiPV value 3\nposition startpos\ngo depth 2\n");
    let told = lines(&said, "info");
    assert_eq!(told.len(), 6, "{said}");
    let last = &told[3..];
    let first: Vec<&str> =
        last.iter().map(|line| line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap()).collect();
    assert!(first[0] != first[1] && first[1] != first[2] && first[0] != first[2], "{said}");
    assert!(last.iter().zip(1..).all(|(line, i)| line.contains(&format!(" multipv {i} "))), "{said}");
    assert_eq!(best(&said), [first[0]]);
    // A board with one legal move has one line.
    let said = talk(
        Protocol::Uci,
        "setoption name MultiPV value 9\nposition fen 3k5/4P4/9/9/9/9/9/9/9/4K3R b\ngo depth 1\n",
    );
    assert!(lines(&said, "info").len() <= 2, "{said}");
}

#[test]
fn win_draw_loss_by_option() {
    let said = talk(Protocol::Uci, "setoption name UCI_ShowWDL value true\nposition startpos\ngo depth 1\n");
    let line = lines(&said, "info")[0];
    let numbers: Vec<u32> =
        line.split(" wdl ").nth(1).unwrap().split(' ').take(3).map(|n| n.parse().unwrap()).collect();
    assert_eq!(numbers.iter().sum::<u32>(), 1000, "{line}");
    for points in [-5000, -100, 0, 100, 5000] {
        let here = tell::wdl(crate::engine::Score::Points(points));
        let there = tell::wdl(crate::engine::Score::Points(-points));
        assert_eq!((here[0], here[1], here[2]), (there[2], there[1], there[0]));
    }
}

#[test]
fn the_board_is_shown_evaluated_and_turned() {
    let said = talk(Protocol::Uci, "position startpos moves h3e3\nd\neval\nflip\nd\n");
    assert!(said.contains("Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"), "{said}");
    assert!(said.contains("Code: ") && said.contains("Name: L{g4fI5{g4fIopdKF4opdKfZ"), "{said}");
    assert!(said.contains("info string network "), "{said}");
    assert!(said.contains("Fen: rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"), "{said}");
}

#[test]
fn ucci_keeps_away_from_banned_moves() {
    let fen = "position fen 1R1aka3/3P5/8b/9/9/2B3p2/4Pp3/1Nr6/4KR3/9 w - - 0 1\n";
    let free = talk(Protocol::Ucci, format!("ucci\n{fen}go nodes 500\n"));
    assert!(free.contains("ucciok") && best(&free) == ["b9d9"], "{free}");
    let banned = talk(Protocol::Ucci, format!("{fen}banmoves b9d9\ngo nodes 500\n"));
    assert!(best(&banned).len() == 1 && best(&banned) != ["b9d9"], "{banned}");
    assert!(talk(Protocol::Ucci, "quit\n").ends_with("bye\n"));
}

#[test]
fn ucci_probes_and_takes_draws() {
    let said = talk(Protocol::Ucci, "probe fen 1R1aka3/3P5/8b/9/9/2B3p2/4Pp3/1Nr6/4KR3/9 w\nprobe fen 9 w\n");
    assert!(said.starts_with("pophash bestmove b9d9 lowerbound 2999"), "{said}");
    assert_eq!(lines(&said, "info").len(), 1, "{said}");
    // The side that is far behind takes a draw, the other does not.
    let lost = "position fen 3k5/9/9/9/9/9/9/9/4R4/4K4 b\ngo draw nodes 200\n";
    assert!(talk(Protocol::Ucci, lost).trim_end().ends_with(" draw"));
    assert!(!talk(Protocol::Ucci, lost.replace(" b\n", " w\n")).trim_end().ends_with(" draw"));
    // Seconds, unless milliseconds are asked for.
    let said =
        talk(Protocol::Ucci, "setoption usemillisec true\ngo time 50 increment 0\ngo time 1 movestogo 2\n");
    assert_eq!(best(&said).len(), 2, "{said}");
}

#[test]
fn an_xboard_game() {
    let said = talk(
        Protocol::Xboard,
        "xboard\nprotover 2\nnew\nvariant xiangqi\nsd 1\nusermove h2e2\nping 7\nusermove a0a9\nforce\nundo\nundo\n\
         usermove h2e2\nusermove h9g7\ngo\nping 8\nfrobnicate\nedit\nvariant chess\nquit\n",
    );
    assert!(
        said.starts_with("feature ") && said.contains("variants=\"xiangqi\"") && said.contains("done=1\n"),
        "{said}"
    );
    let moves = lines(&said, "move");
    assert_eq!(moves.len(), 2, "{said}");
    let [first, pong, second] = [moves[0], "pong 7", moves[1]].map(|text| said.find(text).unwrap());
    assert!(first < pong && pong < second && said.contains("\npong 8\n"), "{said}");
    assert!(
        said.contains("Illegal move: a0a9\n")
            && said.contains("Error (unknown command): frobnicate\nError (unknown command): edit\n"),
        "{said}"
    );
    assert!(said.contains("Error (unknown variant): chess\n"), "{said}");
}

#[test]
fn xboard_asks_for_a_hint() {
    let said = talk(
        Protocol::Xboard,
        "new\nforce\nhint\nsetboard 1R1aka3/3P5/8b/9/9/2B3p2/4Pp3/1Nr6/4KR3/9 w\nhint\n\
         setboard 4k4/3P1P3/9/9/9/9/9/9/9/3K5 b\nhint\nquit\n",
    );
    let hints = lines(&said, "Hint:");
    assert_eq!((hints.len(), hints[1]), (2, "Hint: b9d9"), "{said}");
}

#[test]
fn an_xboard_game_ends_and_is_analysed() {
    let mate = "new\nforce\nsetboard 1R1aka3/3P5/8b/9/9/2B3p2/4Pp3/1Nr6/4KR3/9 w\npost\n";
    let said = talk(Protocol::Xboard, format!("{mate}sd 3\ngo\nping 1\n"));
    assert_eq!(lines(&said, "move"), ["move b9d9"], "{said}");
    let said = talk(Protocol::Xboard, format!("{mate}analyze\nusermove b9d9\nundo\nexit\nquit\n"));
    assert!(lines(&said, "move").is_empty() && !said.contains("Error"), "{said}");
    // A side without a move has lost, whoever is asked to move.
    let said = talk(Protocol::Xboard, "new\nsetboard 4k4/3P1P3/9/9/9/9/9/9/9/3K5 b\ngo\nping 1\n");
    assert!(said.contains("1-0 {stalemate loses: black has no move}\n"), "{said}");
    let said = talk(
        Protocol::Xboard,
        "new\nsetboard 9/9 w\nlevel 40 5:30 0\nlevel x\ntime 100\notim 100\n?\ndraw\n",
    );
    assert!(said.contains("tellusererror Illegal position: "), "{said}");
}

/// Issue 12, point 5: a line without end takes no memory, and the session goes on after it.
#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let mut input = vec![b'x'; 3 * LONGEST_LINE];
    input.extend(b"\nisready\n");
    for (protocol, word) in [(Protocol::Uci, "string"), (Protocol::Ucci, "message")] {
        let said = talk(protocol, &input);
        assert_eq!(
            said,
            format!("info {word} a line of more than {LONGEST_LINE} bytes is passed over\nreadyok\n")
        );
    }
    let mut exact = vec![b' '; LONGEST_LINE - 8];
    exact.extend(b"isready\nisready\n");
    assert_eq!(talk(Protocol::Uci, &exact), "readyok\nreadyok\n");
}

#[test]
fn a_book_answers_before_the_engine() {
    let game = |text: &str| {
        let start = Position::start();
        let m = Notation::Uci.read(&start, text).unwrap();
        let mut game = crate::Game::of_moves(start, &[m]);
        game.result = crate::Outcome::Wins(Side::Red);
        game
    };
    let mut book = crate::Book::new();
    book.learn(&game("g4g5"), 10);
    book.learn(&game("g4g5"), 10);
    book.learn(&game("i1i2"), 10);
    let open: Box<OpenBook> = Box::new(move |place| match place {
        "mine" => Ok(Box::new(book.clone()) as Box<dyn Probe>),
        other => Err(format!("{other:?} is not there")),
    });
    let paper = Paper::default();
    let input = "uci\nsetoption name BookFile value other\nsetoption name BookFile value mine\ngo nodes 10\n\
        go nodes 10 searchmoves i1i2\nsetoption name OwnBook value false\ngo nodes 10 searchmoves b1c3\n";
    let session = Session::new(Protocol::Uci, paper.clone()).with_books(open);
    session.run(input.as_bytes()).unwrap();
    let said = paper.text();
    assert!(said.contains("option name BookFile") && said.contains("\"other\" is not there"), "{said}");
    assert_eq!(best(&said), ["g4g5", "i1i2", "b1c3"], "{said}");
}

#[test]
fn an_endless_search_ends_with_the_input() {
    for input in ["go infinite\nstop\n", "go infinite\n", "go\n", "go ponder\n"] {
        let said = talk(Protocol::Uci, input);
        assert_eq!(said.matches("bestmove").count(), 1, "{said}");
    }
    let said = talk(Protocol::Uci, "position fen 4k4/3P1P3/9/9/9/9/9/9/9/3K5 b\ngo depth 2\n");
    assert!(said.ends_with("bestmove (none)\n"), "{said}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn no_input_ends_it(words in prop::collection::vec(
        prop::sample::select(vec!["uci", "ucci", "position", "startpos", "fen", "moves", "h3e3", "go", "depth", "3",
            "nodes", "-1", "99999999999999999999", "wtime", "100", "stop", "setoption", "name", "Hash", "value",
            "Threads", "perft", "banmoves", "searchmoves", "infinite", "\n", "\n", "\n", "\u{fffd}", "mate", "time",
            "ponder", "ponderhit", "probe", "flip", "d", "eval", "MultiPV", "new", "usermove", "force", "undo", "sd",
            "st", "level", "analyze", "exit", "?", "ping", "draw", "setboard"]),
        0..40,
    )) {
        let text = words.join(" ");
        for protocol in [Protocol::Uci, Protocol::Ucci, Protocol::Xboard] {
            talk(protocol, &text);
        }
    }
}

/// Issue 18, manners: tables of endgames answer at the root and in the tree, and are counted.
#[test]
fn endgames_are_looked_up() {
    let mut endgames = Endgames::default();
    endgames.add("KR-KA".parse().unwrap(), &ludex_core::Silent).unwrap();
    let endgames = Arc::new(endgames);
    let ask = |input: &str| {
        let paper = Paper::default();
        let session = Session::new(Protocol::Uci, paper.clone()).with_ceiling(SMALL);
        session.with_endgames(endgames.clone()).run(input.as_bytes()).unwrap();
        paper.text()
    };
    // The root: the shortest win, with a line to its end.
    let said = ask("position fen 4k4/4a4/9/9/9/9/9/9/R8/3K5 w\ngo nodes 100\n");
    let info = lines(&said, "info")[0];
    let mate: usize =
        info.split(" mate ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().parse().unwrap();
    let line = info.split(" pv ").nth(1).unwrap().split(' ').count();
    assert_eq!(line, 2 * mate - 1, "{said}");
    assert!(!info.contains(" tbhits 0 "), "{said}");
    // A capture away from a table: the tree finds it.
    let said = ask("position fen 3k5/9/4b4/9/9/9/9/4R4/9/5K3 w\ngo nodes 1000\n");
    assert!(lines(&said, "info").iter().any(|info| !info.contains(" tbhits 0 ")), "{said}");
    // Several lines are told once.
    let said = ask("setoption name MultiPV value 3\nposition fen 4k4/4a4/9/9/9/9/9/9/R8/3K5 w\ngo depth 9\n");
    assert_eq!(lines(&said, "info").len(), 3, "{said}");
    // Switched off, nothing is looked up.
    let off =
        "setoption name Endgames value false\nposition fen 4k4/4a4/9/9/9/9/9/9/R8/3K5 w\ngo nodes 100\n";
    assert!(lines(&ask(off), "info").iter().all(|info| info.contains(" tbhits 0 ")));
    assert!(ask("uci\n").contains("option name Endgames type check default true"));
    assert!(!talk(Protocol::Uci, "uci\n").contains("Endgames"));
}

/// Issue 18, manners: ratings, rule sets and network files are options.
#[test]
fn ratings_rules_and_networks_are_options() {
    let said = talk(
        Protocol::Uci,
        "uci\nsetoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000\n\
         position startpos\ngo\nsetoption name Rules value check\nsetoption name Rules value chess\n\
         setoption name EvalFile value none.ldx\n",
    );
    assert!(said.contains("option name UCI_Elo type spin default 2900 min 1000 max 2900"), "{said}");
    assert!(
        said.contains("option name Rules type combo default asian var asian var chinese var check var plain"),
        "{said}"
    );
    // A limited search ends by itself, without a limit of its own.
    assert_eq!(best(&said).len(), 1, "{said}");
    assert!(said.contains("no option \"Rules\" with value \"chess\""), "{said}");
    assert!(said.contains("there are no network files here"), "{said}");
    let paper = Paper::default();
    let read = |place: &str| Network::read(place.as_bytes()).map_err(|error| error.to_string());
    let session = Session::new(Protocol::Uci, paper.clone()).with_networks(Box::new(read));
    session
        .run("uci\nsetoption name EvalFile value x\nsetoption name EvalFile value <empty>\n".as_bytes())
        .unwrap();
    assert!(paper.text().contains("option name EvalFile type string default <empty>"));
    assert_eq!(paper.text().matches("no network: ").count(), 1);
}

/// Under the plain rules a chase is a draw, under the Asian ones it loses.
#[test]
fn the_rule_set_decides_a_repetition() {
    let game = "position fen 3k4n/9/9/9/9/9/9/9/9/4K2R1 w moves h1i1 i10h8 i1h1 h8i10 h1i1 i10h8 i1h1\n";
    let ask = |rules: &str| {
        talk(Protocol::Uci, format!("setoption name Rules value {rules}\n{game}go nodes 2000\n"))
    };
    assert!(ask("asian").contains(" score mate 1 "), "{}", ask("asian"));
    assert!(!ask("check").contains(" mate 1 "), "{}", ask("check"));
}
