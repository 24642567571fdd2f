//! Equality with the counts that solution-finder's own tests state: covers under conditions, cells to fill, runs of
//! clears, T-spins. Only the fields, the options and the numbers are theirs.

use ludex_core::Silent;
use ludex_tetris::solve::{
    Building, Conditions, Exclude, FillTask, Operation, Rules, SpinSetup, SpinTask, cover_with, first_field,
    queues_of,
};
use ludex_tetris::{Cell, Fumen, Piece};
use std::collections::{BTreeMap, BTreeSet};

/// Which queues build each of some setups: how many each, how many one of them, how many all.
fn covers(
    fumens: &[Fumen],
    pattern: &str,
    rules: &Rules,
    conditions: Conditions,
) -> (Vec<usize>, usize, usize) {
    let queues = queues_of(pattern).expect("a pattern");
    let buildings: Vec<Building> =
        fumens.iter().map(|fumen| Building::of_glued(fumen).expect("a glued fumen")).collect();
    let how = (&rules.table, rules.drop, rules.hold);
    let covered = cover_with(&buildings, &queues, how, &conditions, &Silent).expect("the rules fit");
    let count = |has: &dyn Fn(usize) -> bool| (0..queues.len()).filter(|&i| has(i)).count();
    let each = covered.iter().map(|one| one.iter().filter(|&&c| c).count()).collect();
    (each, count(&|i| covered.iter().any(|one| one[i])), count(&|i| covered.iter().all(|one| one[i])))
}

fn fumens(texts: &[&str]) -> Vec<Fumen> {
    texts.iter().map(|text| Fumen::decode(text).expect("a fumen")).collect()
}

fn rules(drop: &str, hold: &str) -> Rules {
    Rules::read("srs", Some(drop), hold).expect("rules")
}

fn mode(text: &str) -> Conditions {
    Conditions { mode: text.parse().expect("a mode"), ..Conditions::default() }
}

#[test]
fn covers_without_conditions() {
    let two = fumens(&["v115@vhFRQJUGJKJJvMJTNJGBJ", "v115@vhFRQJPGJKJJGMJTNJ0BJ"]);
    let none = Conditions::default();
    assert_eq!(covers(&two, "*!", &rules("soft", "any"), none), (vec![1680, 2240], 3108, 812));
    assert_eq!(covers(&two, "*!", &rules("soft", "none"), none), (vec![120, 186], 300, 6));
    assert_eq!(covers(&two, "*!", &rules("hard", "any"), none), (vec![1344, 1008], 1848, 504));
    assert_eq!(covers(&two, "*!", &rules("hard", "none"), none), (vec![90, 60], 150, 0));
    let with = |f: &[&str], pattern: &str| covers(&fumens(f), pattern, &rules("soft", "any"), none);
    let two = ["v115@vhGTJJSQJJHJWSJUIJXGJVBJ", "v115@vhGJHJqMJvNJ+LJsKJVBJTJJ"];
    assert_eq!(with(&two, "*!"), (vec![2520, 3822], 4102, 2240));
    let two =
        ["v115@JhA8GeE8BeA8BeI8KeXHJvhEaIJT/I0AJlBJpIJ", "v115@JhA8GeE8BeA8BeI8Ke0AJvhET/I6GJOHJdIJpIJ"];
    assert_eq!(with(&two, "*!"), (vec![3840, 3780], 5040, 2580));
    assert_eq!(with(&two, "*p6"), (vec![720, 720], 1440, 0));
    assert_eq!(with(&two, "*p5"), (vec![0, 0], 0, 0));
    assert_eq!(with(&["v115@UhA8DeA8AeC8DeC8JeRQJ"], "I").1, 1);
    assert_eq!(with(&["v115@ShA8DeA8CeC8DeC8JeRQJ"], "I").1, 0);
}

#[test]
fn covers_and_their_mirror_images() {
    let none = Conditions::default();
    let both = |text: &str, pattern: &str| {
        let fumen = Fumen::decode(text).expect("a fumen");
        covers(&[fumen.clone(), fumen.mirrored()], pattern, &rules("soft", "any"), none)
    };
    assert_eq!(both("v115@vhERQJKJJUGJvMJTNJ", "*p7"), (vec![960, 960], 1536, 384));
    assert_eq!(both("v115@HhA8IeA8IeB8ReRQJvhDUGJvMJTNJ+DJ", "*!"), (vec![624, 624], 996, 252));
    assert_eq!(both("v115@vhG2OJvEJULJdMJpHJTNJKDJ", "*!"), (vec![4200, 4200], 5040, 3360));
}

#[test]
fn covers_with_t_spins() {
    let soft = rules("soft", "any");
    let one = fumens(&["v115@vhGRQJUGJKJJvMJTNJ+DJFKJ"]);
    assert_eq!(covers(&one, "*!", &soft, mode("b2b")).1, 2184);
    assert_eq!(covers(&one, "*!", &soft, mode("tsd")).1, 2184);
    let t_soft = Conditions { t_drop: Some("t-softdrop".parse().expect("a drop")), ..mode("tsd") };
    assert_eq!(covers(&one, "*!", &rules("hard", "any"), t_soft).1, 1624);
    let t_spin = Conditions { t_drop: Some("tsd".parse().expect("a drop")), ..Conditions::default() };
    assert_eq!(covers(&one, "*!", &rules("hard", "any"), t_spin).1, 1624);
    let second = fumens(&[
        "v115@9gC8EeA8AeC8AeA8CeH8AeJ8AeB8Jep5IvhFa5I38I?uAJM2IT1IFHJ",
        "v115@9gC8EeA8AeC8AeA8CeH8AeJ8AeB8Jev+IvhFG0ICBJ?R8IM2IT1IFHJ",
    ]);
    for (word, expected) in [
        ("b2b", (vec![3780, 2688], 4550, 1918)),
        ("tsd", (vec![3780, 2688], 4550, 1918)),
        ("any", (vec![4284, 2688], 4606, 2366)),
    ] {
        assert_eq!(covers(&second, "*!", &soft, mode(word)), expected, "{word}");
    }
    let triple = fumens(&[
        "v115@7gA8AeA8FeB8AeB8DeF8AeJ8AeF8Jeu6IvhFJwIUBJ?X9I6+ITvINFJ",
        "v115@7gA8AeA8FeB8AeB8DeF8AeJ8AeF8Jeu6IvhFJwIUBJ?X9I6+IzrINFJ",
        "v115@7gA8AeA8FeB8AeB8DeF8AeJ8AeF8Jeu6IvhFJwIUBJ?X9I6+ITzINFJ",
        "v115@7gA8AeA8FeB8AeB8DeF8AeJ8AeF8Jeu6IvhFUBJp5I?X9IzzIqpINFJ",
    ]);
    assert_eq!(covers(&triple, "*!", &soft, mode("tst")), (vec![3360, 3360, 3360, 3600], 5040, 1248));
    assert_eq!(covers(&triple[..1], "*!", &soft, mode("tsd")).1, 3864);
    let no_hold = rules("soft", "none");
    let pc = fumens(&["v115@9gC8GeC8GeE8AeI8AeD8JeCBJvhD0CJvDJz7IlGJ"]);
    for (word, starting_b2b, expected) in
        [("any-tspin", 0, 1), ("any-tspin", 1, 0), ("tss", 0, 1), ("tss", 1, 0)]
    {
        let conditions = Conditions { starting_b2b, ..mode(word) };
        assert_eq!(covers(&pc, "LZSOT", &no_hold, conditions).1, expected, "{word} {starting_b2b}");
    }
    let four = fumens(&["v115@zgF8BeH8CeH8AeH8AeI8AeC8JetCJvhAJHJ"]);
    assert_eq!(covers(&four, "TI", &soft, mode("b2b")).1, 1);
    assert_eq!(covers(&four, "TI", &soft, Conditions { starting_b2b: 2, ..mode("tss") }).1, 1);
}

#[test]
fn covers_with_lines() {
    let soft = rules("soft", "any");
    let two = fumens(&[
        "v115@JhA8GeC8BeC8BeI8KeT/IvhE6FJOGJXCJdIJpIJ",
        "v115@JhA8GeC8BeC8BeI8KeT/IvhEXGJlAJUCJaIJpIJ",
    ]);
    assert_eq!(covers(&two, "*!", &soft, mode("tetris")), (vec![1440, 960], 1920, 480));
    let one = fumens(&["v115@1gB8AeE8AeI8AeI8AeI8AeI8JeT1IvhFP3Im1I03IS?+I19IJEJ"]);
    assert_eq!(covers(&one, "*!", &soft, mode("tetris")).1, 3230);
    assert_eq!(covers(&one, "*!", &soft, mode("tetris-end")).1, 2038);
    let four = fumens(&[
        "v115@1gA8HeB8HeC8BeH8CeH8AeD8JelLYZAFLDmClcJSAV?DEHBEooRBUoAVBaHUPCpAAAAvhEUrBToBSsBOpBRwB",
        "v115@1gA8HeB8HeC8BeH8CeH8AeD8JelLYZAFLDmClcJSAV?DEHBEooRBUoAVBzyaPCpAAAAvhE3rBStBzlBOpBRxB",
        "v115@1gA8HeB8HeC8BeH8CeH8AeD8JelLYZAFLDmClcJSAV?DEHBEooRBUoAVBvyjPCpAAAAvhEToBCsBfrBOpBxwB",
        "v115@1gA8HeB8HeC8BeH8CeH8AeD8Je1LYZAFLDmClcJSAV?DEHBEooRBUoAVBPt/VCpAAAAvhETjBfmBOkBCsBxwB",
    ]);
    assert_eq!(covers(&four, "*!", &soft, mode("tsd")), (vec![1836, 1864, 1248, 0], 2840, 0));
    let b2b = Conditions { starting_b2b: 1, ..mode("tsd") };
    assert_eq!(covers(&four, "*!", &soft, b2b), (vec![1584, 1624, 1248, 0], 2398, 0));
    assert_eq!(covers(&four, "*!", &soft, mode("3L-or-pc")), (vec![320, 272, 240, 0], 598, 0));
    assert_eq!(covers(&four, "*!", &soft, mode("2L")), (vec![674, 612, 508, 0], 1268, 0));
}

#[test]
fn covers_with_few_soft_drops_and_clears() {
    let one = fumens(&["v115@9gE8EeE8EeE8EeE8OeSSJvhDHoBOsBhiBpmB"]);
    let pattern = "[LSJI]p4,I";
    assert_eq!(covers(&one, pattern, &rules("soft", "any"), mode("1L")).1, 24);
    for (most_soft, most_clears, expected) in [
        (None, None, 12),
        (Some(1), None, 8),
        (Some(0), None, 4),
        (None, Some(1), 3),
        (Some(1), Some(1), 2),
        (Some(0), Some(1), 1),
        (None, Some(0), 0),
    ] {
        let conditions = Conditions { most_soft, most_clears, ..Conditions::default() };
        let found = covers(&one, pattern, &rules("soft", "none"), conditions).1;
        assert_eq!(found, expected, "{most_soft:?} {most_clears:?}");
    }
    let last = fumens(&["v115@ThE8BeA8BeF8LeTJJvhAUtB"]);
    for (hold, last_soft, expected) in [("none", 0, 0), ("none", 1, 1), ("any", 1, 2), ("none", 2, 2)] {
        let conditions = Conditions { last_soft, ..Conditions::default() };
        assert_eq!(
            covers(&last, "[OZ]!", &rules("hard", hold), conditions).1,
            expected,
            "{hold} {last_soft}"
        );
    }
}

#[test]
fn runs_of_clears() {
    let wide = "v115@neF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8De?F8DeF8DeF8DeF8DeF8DeF8DeF8DeF8AeL8KeAgH";
    let high = "v115@DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8De?F8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8A?eI8JeAgH";
    let thin = "v115@FfH8AeI8AeH8AeI8AeD8AeI8AeI8AeO8AeI8AeI8Ae?D8AeN8AeI8AeC8AeM8AeH8AeD8JeAgWdAFLDmClcJSAVztS?AVG88A4N88A5szPCM3TWC0AAAA";
    let turn = "v115@TfF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8De?F8CeG8BeA8AeF8AeA8BeH8AeG8JeAgH";
    let low = "v115@VgF8DeF8DeF8DeF8DeF8DeF8DeH8BeG8MeAgH";
    // The rules, how many runs theirs lists, and the longest.
    let cases = [
        (wide, "TILSOJZTILSOJZ", "srs", "soft", 410, 13),
        (high, "TILSOJZTILSOJZTILSOJZTILSOJZ", "srs", "soft", 263, 22),
        (thin, "TISZJLOSLT", "srs", "soft", 5, 1),
        (thin, "IIJIILJIII", "srs", "soft", 4, 2),
        (turn, "JZOSTILJOSZTIL", "srs", "soft", 1, 0),
        (turn, "JZOSTILJOSZTIL", "nullpomino180", "180", 376, 13),
        (low, "TOLJISZ", "srs", "soft", 40, 6),
        (low, "TOLJISZ", "none", "soft", 28, 6),
        (low, "TOLJISZ", "none", "180", 27, 6),
    ];
    for (fumen, queue, table, drop, number, longest) in cases {
        let field = first_field(fumen).expect("a fumen");
        let pieces = Piece::word(queue).expect("pieces");
        let rules = Rules::read(table, Some(drop), "any").expect("rules");
        let runs = rules.rens(&field, &pieces, &Silent).expect("the field is not too high");
        assert_eq!((runs.len(), runs[0].count), (number, longest), "{fumen} {queue} {table} {drop}");
    }
}

#[derive(Clone, Copy)]
struct Fill {
    fumen: &'static str,
    pattern: &'static str,
    fill: &'static str,
    margin: &'static str,
    free: &'static str,
    drop: &'static str,
    hold: &'static str,
    combination: bool,
    pieces: Option<usize>,
    lines: Option<u32>,
    exclude: Exclude,
    operate: &'static [&'static str],
}

const FILL: Fill = Fill {
    fumen: "",
    pattern: "*!",
    fill: "I",
    margin: "O",
    free: "",
    drop: "soft",
    hold: "any",
    combination: true,
    pieces: None,
    lines: None,
    exclude: Exclude::None,
    operate: &[],
};

impl Fill {
    /// Solutions without the pieces that only join, and with them.
    fn count(&self) -> (usize, usize) {
        self.count_with("srs")
    }

    fn count_with(&self, table: &str) -> (usize, usize) {
        let colours = |text: &str| -> Vec<Cell> {
            Piece::word(text).expect("pieces").into_iter().map(Cell::of).collect()
        };
        let (fill, margin, free) = (colours(self.fill), colours(self.margin), colours(self.free));
        let operations: Vec<Operation> =
            self.operate.iter().map(|text| text.parse().expect("an operation")).collect();
        let field = first_field(self.fumen).expect("a fumen");
        let task = FillTask {
            field: &field,
            fill: &fill,
            margin: &margin,
            free: &free,
            lines: self.lines.unwrap_or(field.height() as u32),
            queues: &queues_of(self.pattern).expect("a pattern"),
            combination: self.combination,
            pieces: self.pieces,
            exclude: self.exclude,
            operations: &operations,
        };
        let rules = Rules::read(table, Some(self.drop), self.hold).expect("rules");
        let found = rules.fills(&task, &Silent).expect("a task");
        let cores: BTreeSet<Vec<String>> = found.iter().map(|f| f.core_field().rows()).collect();
        (cores.len(), found.len())
    }
}

#[test]
fn cells_are_filled() {
    let no_t = "[^T]!";
    let s4 = "v115@9gTpFeTpFeTpFezhPeAgH";
    let air = "v115@9gQpBewhVpwhCe3hAe2hZpJeAgH";
    let single = "v115@2gQpFeSpwhBeWpCeTpzhAe0hA8RpB8UpJeAgl";
    let cases: &[(Fill, usize)] = &[
        (Fill { fumen: "v115@zgTpwhYpAeUpzhAe3hQpAeQpzhTpAeUpJeAgH", pattern: no_t, ..FILL }, 7),
        (Fill { fumen: "v115@zgUpwhYpAeTp0hAe3hQpAeQpyhUpAeTpJeAgH", pattern: no_t, ..FILL }, 7),
        (Fill { fumen: "v115@zgcpwhVpyhCe3hAe0hZpJeAgH", pattern: no_t, ..FILL }, 24),
        (Fill { fumen: "v115@zgdpwhUpxhCe3hAe1hZpJeAgH", pattern: no_t, ..FILL }, 14),
        (Fill { fumen: "v115@Bg0hEe0hEe0hEe0hEe78JeAgH", margin: "", ..FILL }, 8),
        (Fill { fumen: "v115@9gTpwhUpxhCe3hAe1hZpJeAgH", pattern: no_t, ..FILL }, 12),
        (Fill { fumen: "v115@HhUpxhBeA81hCeA8yhD8AeB8JeAgH", ..FILL }, 13),
        (
            Fill {
                fumen: "v115@zg0hEewhj0Eewhj0Eewhj0EewhzwOeAgH",
                fill: "T",
                margin: "J",
                drop: "hard",
                ..FILL
            },
            0,
        ),
        (
            Fill {
                fumen: "v115@zg0hEewhj0Eewhj0Eewhj0EewhzwOeAgH",
                fill: "T",
                margin: "J",
                drop: "hard",
                lines: Some(4),
                ..FILL
            },
            38,
        ),
        (Fill { fumen: s4, ..FILL }, 38),
        (Fill { fumen: s4, drop: "hard", exclude: Exclude::Holes, ..FILL }, 34),
        (Fill { fumen: air, pattern: no_t, ..FILL }, 12),
        (Fill { fumen: air, pattern: no_t, exclude: Exclude::Holes, ..FILL }, 0),
        (
            Fill { fumen: air, pattern: no_t, exclude: Exclude::Holes, operate: &["T-Reverse(2,2)"], ..FILL },
            2,
        ),
        (Fill { fumen: single, pattern: no_t, ..FILL }, 202),
        (Fill { fumen: single, pattern: no_t, exclude: Exclude::Holes, operate: &["T-2(4,2)"], ..FILL }, 7),
        (
            Fill {
                fumen: single,
                pattern: no_t,
                exclude: Exclude::Holes,
                operate: &["T-2(4,2)", "clear()", "row(1)"],
                ..FILL
            },
            39,
        ),
        (
            Fill {
                fumen: single,
                pattern: no_t,
                exclude: Exclude::Holes,
                operate: &["T-2(4,2)", "block(6,2)"],
                ..FILL
            },
            7,
        ),
        (
            Fill {
                fumen: single,
                pattern: no_t,
                exclude: Exclude::StrictHoles,
                operate: &["T-2(4,2)"],
                ..FILL
            },
            33,
        ),
    ];
    let mut wrong = Vec::new();
    for (number, (fill, expected)) in cases.iter().enumerate() {
        let found = fill.count();
        if found != (*expected, *expected) {
            wrong.push((number, found, *expected));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn cells_are_filled_with_a_number_of_pieces_and_in_order() {
    let whole = "v115@9gzhFezhFezhFezhPeAgH";
    let z = "v115@9gAtywFeAtywFeAtywFeAtywPeAgH";
    let s4 = "v115@9gTpFeTpFeTpFezhPeAgH";
    let roof = "v115@HhyhCeD8TpAeE8TpPeAgH";
    let high = "v115@fgyhVpAeyhVpAeyhVpAeI8AeI8AeI8AeI8KeAgH";
    let quiz = "v115@HhwhBewhFe0hCe2hCexhJeAgH";
    let in_order = Fill { combination: false, ..FILL };
    let cases: &[(Fill, (usize, usize))] = &[
        (Fill { fumen: s4, pieces: Some(4), ..FILL }, (15, 24)),
        (Fill { fumen: "v115@9gwhVpCewhVpCewhVpCewhVpMeAgl", pieces: Some(4), ..FILL }, (38, 38_829)),
        (Fill { fumen: high, pieces: Some(6), ..FILL }, (48, 1850)),
        (Fill { fumen: "v115@fgyhVpAeyhVpAe4hAeI8AeI8AeI8AeI8KeAgH", pieces: Some(6), ..FILL }, (229, 516)),
        (Fill { fumen: quiz, pattern: "LSZO", margin: "", ..in_order }, (1, 1)),
        (Fill { fumen: quiz, pattern: "I,*,*,O", margin: "", ..in_order }, (2, 2)),
        (
            Fill { fumen: "v115@9gwhTpEewhTpEewhTpEewhTpOeAgl", pattern: "ISSSS", pieces: Some(3), ..FILL },
            (1, 11),
        ),
        (Fill { fumen: whole, pattern: "IOOI", margin: "", ..in_order }, (5, 5)),
        (Fill { fumen: whole, pattern: "IOOI", margin: "", hold: "none", ..in_order }, (4, 4)),
        (
            Fill {
                fumen: z,
                pattern: "JSOI,*!",
                fill: "Z",
                margin: "T",
                hold: "none",
                pieces: Some(3),
                ..in_order
            },
            (2, 3),
        ),
        (
            Fill {
                fumen: z,
                pattern: "JSOI,*!",
                fill: "Z",
                margin: "T",
                hold: "none",
                pieces: Some(3),
                exclude: Exclude::StrictHoles,
                ..in_order
            },
            (2, 2),
        ),
        (Fill { fumen: s4, pieces: Some(2), ..in_order }, (25, 67)),
        (
            Fill {
                fumen: "v115@9gQpS4FeQpS4FeQpS4FezhPeAgH",
                margin: "S",
                free: "O",
                pieces: Some(2),
                exclude: Exclude::Holes,
                ..in_order
            },
            (21, 39),
        ),
        (
            Fill {
                fumen: roof,
                pattern: "*p2",
                margin: "",
                free: "O",
                exclude: Exclude::Holes,
                operate: &["t-2(4,2)"],
                ..in_order
            },
            (2, 2),
        ),
        (Fill { fumen: roof, pattern: "*p2", margin: "", free: "O", ..in_order }, (13, 13)),
    ];
    let mut wrong = Vec::new();
    for (number, (fill, expected)) in cases.iter().enumerate() {
        let found = fill.count();
        if found != *expected {
            wrong.push((number, found, *expected));
        }
    }
    assert_eq!(wrong, []);
}

/// A T of sixty-four cells takes a while, and so do two bags: one part of each runs always.
#[test]
fn cells_are_filled_with_two_bags() {
    let two = Fill {
        fumen: "v115@HhHthlBtA8CtA8EtglCtglCtJeAgH",
        pattern: "*!,*!",
        fill: "Z",
        margin: "L",
        lines: Some(4),
        ..FILL
    };
    assert_eq!(Fill { drop: "hard", ..two }.count().0, 204);
    if std::env::var_os("LUDEX_LONG").is_some() {
        assert_eq!(two.count().0, 1470);
        let large =
            Fill { fumen: "v115@pgY4AeY4AeY4DeS4GeS4GeS4NeAgH", fill: "S", margin: "", lines: None, ..two };
        assert_eq!(large.count().0, 274);
    }
}

#[test]
fn half_turns_fill() {
    let one = Fill { fumen: "v115@tgF8DeF8CeG8BeA8AtF8AeA8BtH8AtG8JeAgH", pattern: "Z", fill: "Z", ..FILL };
    assert_eq!(one.count().0, 0);
    assert_eq!(Fill { drop: "180", ..one }.count_with("nullpomino180").0, 1);
}

#[test]
fn t_spins_are_set_up() {
    let count =
        |fumen: &str, pattern: &str, bottom: u32, top: Option<u32>, height: Option<u32>, lines: u32, roof| {
            let field = first_field(fumen).expect("a fumen");
            let top = top.unwrap_or(field.height() as u32);
            let task = SpinTask {
                field: &field,
                queues: &queues_of(pattern).expect("a pattern"),
                bottom,
                top,
                height: height.unwrap_or(top + 2),
                lines,
                most_roof: roof,
            };
            let found = rules("soft", "any").spins(&task, &Silent).expect("a task");
            let shapes: BTreeSet<Vec<String>> = found.iter().map(|s| s.building.field().rows()).collect();
            shapes.len()
        };
    let slope = "v115@zgD8FeF8DeG8CeH8BeI8KeAgH";
    let hole = "v115@HhB8AeH8BeI8AeG8JeAgH";
    let cave = "v115@XgA8IeB8IeA8AeB8FeG8CeG8CeB8DeB8BeB8AeF8Ae?B8BeC8JeAgH";
    let found = [
        count(slope, "TSLI", 0, Some(5), None, 2, None),
        count(
            "v115@CgA8HeD8BeA8AeE8DeF8DeF8DeF8DeF8DeF8DeF8De?F8DeC8JeAgH",
            "TSZLJI",
            8,
            Some(10),
            None,
            2,
            None,
        ),
        count(hole, "*!", 0, None, None, 2, Some(0)),
        count(hole, "*!", 0, None, None, 2, Some(1)),
        count(cave, "JT", 0, Some(7), None, 2, None),
        count(cave, "JTS", 0, Some(7), None, 2, None),
        count("v115@HhE8CeF8DeG8AeD8JeAgH", "JTO", 0, Some(3), Some(5), 2, None),
        count("v115@FhF8CeH8AeH8DeB8JeAgH", "ZLT", 0, Some(3), Some(6), 2, None),
        count("v115@9gA8IeB8HeA8BeI8AeG8JeAgH", "IT", 0, None, None, 2, None),
        count("v115@9gA8IeB8HeA8BeA8CeE8AeA8AeE8JeAgH", "ILTZ", 0, Some(2), Some(5), 2, None),
        count("v115@VgG8CeG8CeG8CeG8CeG8CeF8DeH8AeI8AeA8JeAgH", "[LJOT]!", 0, None, None, 2, None),
    ];
    assert_eq!(found, [5, 1, 0, 2, 0, 1, 4, 5, 1, 2, 0]);
}

/// Counts of its inner search, which are those of its verb where every way can be built.
#[test]
fn t_spins_of_the_inner_search() {
    let cases: [(&[&str], &str, u32, usize); 2] = [
        (&["XXXX______", "XXXXXX____", "XXXXXXX___", "XXXXXXXX__", "XXXXXXXXX_"], "*p7", 4, 301),
        (
            &["XXXXXX____", "XXXXX_____", "XXXXXX____", "XXXXXXX___", "XXXXXXXX__", "XXXXXXXX__"],
            "[LST]!",
            5,
            36,
        ),
    ];
    for (rows, pattern, top, expected) in cases {
        let field = ludex_tetris::Field::from_rows(rows).expect("rows of ten");
        let queues = queues_of(pattern).expect("a pattern");
        let height = top + 2;
        let task =
            SpinTask { field: &field, queues: &queues, bottom: 0, top, height, lines: 1, most_roof: None };
        let found = rules("soft", "any").spins(&task, &Silent).expect("a task");
        let shapes: BTreeSet<Vec<String>> = found.iter().map(|s| s.building.field().rows()).collect();
        assert_eq!((found.len(), shapes.len()), (expected, expected), "{pattern}: none twice");
    }
}

/// What theirs says of the ways at the five-step stairs under `*p7`: a property, its value, how many of all ways have
/// it, and how many of those where the T clears two lines.
const STAIRS: &[(&str, usize, usize, usize)] = &[
    ("lines", 2, 201, 201),
    ("pieces", 2, 4, 0),
    ("pieces", 3, 117, 11),
    ("pieces", 4, 779, 71),
    ("pieces", 5, 1077, 102),
    ("pieces", 6, 75, 17),
    ("pieces", 7, 0, 0),
    ("full rows", 1, 633, 0),
    ("full rows", 2, 981, 84),
    ("full rows", 3, 387, 88),
    ("full rows", 4, 49, 27),
    ("full rows", 5, 2, 2),
    ("full rows", 6, 0, 0),
    ("holes", 0, 206, 65),
    ("holes", 1, 443, 66),
    ("holes", 2, 639, 50),
    ("holes", 3, 533, 19),
    ("holes", 4, 210, 1),
    ("holes", 5, 19, 0),
    ("holes", 6, 2, 0),
    ("holes", 7, 0, 0),
    ("column", 4, 0, 0),
    ("column", 5, 910, 75),
    ("column", 6, 545, 80),
    ("column", 7, 330, 31),
    ("column", 8, 134, 15),
    ("column", 9, 133, 0),
    ("row", 0, 0, 0),
    ("row", 1, 2, 2),
    ("row", 2, 98, 23),
    ("row", 3, 655, 93),
    ("row", 4, 1297, 83),
    ("row", 5, 0, 0),
];

#[test]
fn t_spins_of_the_stairs() {
    let field = first_field("v115@zgD8FeE8EeF8DeG8CeH8LeAgH").expect("a fumen");
    let queues = queues_of("*p7").expect("a pattern");
    let task =
        SpinTask { field: &field, queues: &queues, bottom: 0, top: 4, height: 6, lines: 1, most_roof: None };
    let found = rules("soft", "any").spins(&task, &Silent).expect("a task");
    let shapes: BTreeSet<Vec<String>> = found.iter().map(|s| s.building.field().rows()).collect();
    assert_eq!((found.len(), shapes.len()), (2052, 2052), "none twice");
    let facts: Vec<_> = found.iter().map(facts).collect();
    for &(property, value, all, doubles) in STAIRS {
        let have = |facts: &&BTreeMap<&str, usize>| facts.get(property) == Some(&value);
        let with = facts.iter().filter(have);
        let of_doubles = with.clone().filter(|facts| facts["lines"] == 2);
        assert_eq!((with.count(), of_doubles.count()), (all, doubles), "{property} {value}");
    }
}

/// What can be said of a way: the place of the T is that of its centre, and a hole an empty cell right under a filled
/// one once all full rows are gone.
fn facts(setup: &SpinSetup) -> BTreeMap<&'static str, usize> {
    let rows: Vec<Vec<char>> =
        setup.building.field().rows().iter().rev().map(|row| row.chars().collect()).collect();
    let of_t: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|y| (0..10).map(move |x| (x, y)))
        .filter(|&(x, y)| rows[y][x] == 'T')
        .collect();
    let is_t = |x: usize, y: usize| of_t.contains(&(x, y));
    let touches = |&&(x, y): &&(usize, usize)| {
        let sides = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        sides.iter().filter(|side| is_t(side.0, side.1)).count() == 3
    };
    let centre = of_t.iter().find(touches).expect("a T has a centre");
    let left: Vec<&Vec<char>> = rows.iter().filter(|row| row.contains(&'_')).collect();
    let holes = left.windows(2).flat_map(|two| (0..10).map(|x| (two[0][x], two[1][x])));
    BTreeMap::from([
        ("lines", setup.lines as usize),
        ("pieces", setup.building.pieces().len()),
        ("full rows", rows.len() - left.len()),
        ("holes", holes.filter(|&(low, high)| low == '_' && high != '_').count()),
        ("column", centre.0),
        ("row", centre.1),
    ])
}
