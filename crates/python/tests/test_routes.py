"""The program, a list, texts one by one and columns of three libraries give equal bytes, bad rows among them."""

from __future__ import annotations

import hashlib

import ludex
import polars
import pyarrow
import pytest
from conftest import ROWS
from ludex import _ludex

ROUTES = [
    ("any", "name", "name", 1),
    ("sudoku", "name", "sudoku name --format-in lines", 1),
    ("sudoku", "canonical", "sudoku canon --format-in lines", 1),
    ("sudoku", "solution", "sudoku solve --format-in lines", 1),
    ("sudoku", "rank", "sudoku rank --format-in lines", 1),
    ("sudoku", "automorphisms", "sudoku automorphisms --format-in lines", 1),
    ("cube", "name", "cube name", 1),
    ("cube", "exact_name", "cube name --exact", 1),
    ("cube", "solution", "cube solve", 50),
    ("xiangqi", "name", "xiangqi name", 1),
    ("xiangqi", "exact_name", "xiangqi name --exact", 1),
    ("xiangqi", "code", "xiangqi code", 1),
    ("xiangqi", "legal_moves", "xiangqi moves", 1),
]


def written(answers) -> list[str]:
    def text(answer) -> str:
        if answer is None:
            return "!"
        return " ".join(answer) if isinstance(answer, list) else str(answer)

    return [text(answer) for answer in answers]


def digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def one_by_one(function, rows):
    for row in rows:
        try:
            yield function(row)
        except ludex.Refused:
            yield None


@pytest.mark.parametrize("family,name,verb,share", ROUTES)
def test_equal_to_the_program(program, family, name, verb, share):
    rows = _ludex.sample_rows(family, ROWS // share, 14)
    function = getattr(ludex if family == "any" else getattr(ludex, family), name)
    wanted = program(verb, rows)
    assert "!" in wanted or share > 1
    for threads in (1, 2):
        assert digest(written(function(rows, threads=threads))) == digest(wanted)
        for column in (pyarrow.array(rows), pyarrow.array(rows).dictionary_encode(), pyarrow.array(rows, pyarrow.string_view())):
            assert digest(written(function(column, threads=threads).to_pylist())) == digest(wanted)
        assert digest(written(function(polars.Series(rows), threads=threads).to_list())) == digest(wanted)
    assert digest(written(one_by_one(function, rows))) == digest(wanted)


def test_tetris(program):
    rows = _ludex.sample_rows("tetris", ROWS, 14)
    wanted = [name.replace("pc:", "") for name in program("name", rows)]
    assert digest(written(ludex.tetris.name(rows))) == digest(wanted)
    assert digest(written(ludex.tetris.name(pyarrow.array(rows)).to_pylist())) == digest(wanted)
    assert digest(written(one_by_one(ludex.tetris.name, rows))) == digest(wanted)


def test_the_way_back(program):
    for family, verb in (("sudoku", "sudoku puzzle"), ("cube", "cube state"), ("xiangqi", "xiangqi fen")):
        module = getattr(ludex, family)
        exact = getattr(module, "exact_name", module.name)
        names = [name or "!" for name in exact(_ludex.sample_rows(family, ROWS, 15))]
        assert digest(written(module.text(names))) == digest(program(verb, names)), family
        assert module.text(pyarrow.array(names)).to_pylist() == module.text(names)


def test_every_function_has_a_wrapper():
    for entry in _ludex.functions():
        module = ludex if entry["family"] == "any" else getattr(ludex, entry["family"])
        assert callable(getattr(module, entry["name"])), entry
