"""Deduplicate puzzles in Polars: two disguises of one are one row.

Run: python polars_names.py
"""

import ludex
import polars as pl

PUZZLE = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12"

frame = pl.DataFrame(
    {
        "puzzle": [PUZZLE, PUZZLE[::-1], "not a puzzle", None],
        "source": ["paper", "web", "web", "none"],
    }
)

# A whole column at once ...
named = frame.with_columns(name=ludex.sudoku.name(frame["puzzle"]), reason=ludex.sudoku.check(frame["puzzle"]))
print(named)

# ... or inside an expression, batch by batch.
lazy = frame.lazy().with_columns(
    pl.col("puzzle").map_batches(ludex.sudoku.clues, return_dtype=pl.UInt64).alias("clues"),
)
print(lazy.collect())

# The puzzle turned upside down is the same puzzle.
unique = named.filter(pl.col("name").is_not_null()).unique("name", keep="first", maintain_order=True)
assert unique.height == 1, unique
assert named["reason"].null_count() == 3, named
