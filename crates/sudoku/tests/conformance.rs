//! The recorded answers, where they are at hand.

use ludex_core::Random;
use ludex_sudoku::catalogue::{BAND_GRIDS, Catalogue};
use ludex_sudoku::{CanonicalGrid, Form, Grid, Map, Position, PuzzleName, Setup, minlex_puzzle};
use std::io::Read;

fn rows(name: &str) -> Vec<Vec<String>> {
    ludex_vectors::lines(&format!("sudoku/{name}"))
}

fn names_are_exact_in_every_column() {
    let rows = rows("names.tsv");
    let mut seeker = Catalogue::shipped().seeker();
    for row in &rows[1..] {
        let [_, _, clues, puzzle, rank, field, name25, name19, canonical] = &row[..] else {
            panic!("{row:?}")
        };
        let setup: Setup = puzzle.parse().unwrap();
        assert_eq!(setup.clues().to_string(), *clues);
        let found = Position::try_from(&setup).unwrap().canonical();
        assert_eq!(found.setup().to_string(), *canonical, "{puzzle}");
        assert_eq!(found.given().letters(), *field, "{puzzle}");
        let name = seeker.name(&found).unwrap();
        assert_eq!(name.rank().to_string(), *rank, "{puzzle}");
        assert_eq!(name.write(Form::Name25), *name25);
        assert_eq!(name.to_string(), *name19);
        for text in [name25, name19] {
            assert_eq!(seeker.canonical(&text.parse::<PuzzleName>().unwrap()).unwrap(), found);
        }
    }
}

fn grids_are_exact_both_ways() {
    let rows = rows("grids.tsv");
    let mut seeker = Catalogue::shipped().seeker();
    for row in &rows[1..] {
        let (rank, grid): (u64, Grid) = (row[0].parse().unwrap(), row[1].parse().unwrap());
        let canonical = CanonicalGrid::check(&grid).expect("a min-lex grid");
        assert_eq!(seeker.rank(&canonical), Ok(rank));
        assert_eq!(seeker.grid(rank), Ok(canonical));
    }
}

fn band_counts_are_the_published_ones() {
    let rows = rows("band_counts.tsv");
    for (row, grids) in rows.iter().zip(BAND_GRIDS) {
        assert_eq!(row[4], grids.to_string());
    }
}

/// The published list of 17 givens, scrambled, comes back as published.
fn published_puzzles_come_back() {
    let file = std::fs::File::open(ludex_vectors::path("sudoku/puzzles_17.txt.xz")).unwrap();
    let mut text = String::new();
    liblzma::read::XzDecoder::new(file).read_to_string(&mut text).unwrap();
    let mut random = Random::new(17);
    for line in text.lines() {
        let published: Setup = line.parse().unwrap();
        assert_eq!(minlex_puzzle(&Map::random(&mut random).apply(&published)), published);
    }
}

fn main() {
    ludex_vectors::run(ludex_vectors::tests![
        names_are_exact_in_every_column,
        grids_are_exact_both_ways,
        band_counts_are_the_published_ones,
        published_puzzles_come_back,
    ])
}
