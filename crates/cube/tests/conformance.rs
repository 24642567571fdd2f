//! Every row of the shared vectors; the folder comes in `LUDEX_CONFORMANCE`.

use ludex_cube::{CubeKind, Metric, Pieces, Position, Setup, Table2, text};

/// The rows of a table without its header.
fn rows(file: &str) -> Vec<Vec<String>> {
    ludex_vectors::lines(&format!("cube/{file}")).split_off(1)
}

fn the_2x2_rows() {
    let rows = rows("cube222.tsv");
    let tables = [Metric::Htm, Metric::Qtm].map(Table2::new);
    for row in &rows {
        let moved = text::read(&row[1], Some(2)).unwrap();
        assert_eq!(text::facelets(moved.stickers()), row[2], "{row:?}");
        assert_eq!(text::seed(moved.stickers()), row[3], "{row:?}");
        assert_eq!(moved.stickers().hex().replace(' ', "_").to_lowercase(), row[4], "{row:?}");
        for typed in [&row[2], &row[3], &row[4]] {
            let read = text::read(typed, None).unwrap();
            assert_eq!(read.pieces(), moved.pieces(), "{row:?}");
            let Pieces::Two(corners) = read.pieces() else { panic!("not a 2x2") };
            for (table, wanted) in tables.iter().zip([&row[5], &row[6]]) {
                assert_eq!(table.distance(corners.rank2()).to_string(), *wanted, "{row:?}");
                let turns: Vec<_> = table.solve(corners.rank2()).turns().collect();
                let mut stickers = read.stickers().clone();
                stickers.apply(&read.as_held(&turns));
                assert!(stickers.is_solved(), "{row:?}");
            }
        }
        assert_eq!(moved.homing() == ludex_cube::Symmetry::IDENTITY, row[7] == "1", "{row:?}");
    }
}

fn the_invalid_rows() {
    let rows = rows("invalid.tsv");
    for row in &rows {
        let size = row[1].parse().unwrap();
        let error = match Setup::stickers(&row[2], Some(size)) {
            Ok(setup) => Position::try_from(&setup).unwrap_err(),
            Err(length) => length,
        };
        let either = row[4].contains("either") && ["corner_twist", "edge_flip"].contains(&error.reason());
        assert!(error.reason() == row[3] || either, "{row:?}: {error}");
    }
}

fn the_names() {
    let rows = rows("names.tsv");
    for row in &rows {
        let size = row[0].parse().unwrap();
        let position = text::read(&row[1], Some(size)).unwrap();
        for (kind, wanted) in
            [CubeKind::State, CubeKind::Canonical, CubeKind::Inverse].into_iter().zip(&row[2..])
        {
            assert_eq!(position.name(kind).unwrap().to_string(), *wanted, "{row:?}");
        }
    }
}

fn main() {
    ludex_vectors::run(ludex_vectors::tests![the_2x2_rows, the_invalid_rows, the_names])
}
