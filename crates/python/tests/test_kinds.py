"""Whatever comes in goes out in kind."""

from __future__ import annotations

import duckdb
import ludex
import polars
import pyarrow
import pytest

TEXTS = ["R U R' U'", None, "no cube", "L' U' L U"]
NAMES = ["06NrHEWiu08", None, None, "06NrHEWiu08"]


class Foreign:
    """A library of which nothing is known but that it has the interface."""

    def __init__(self, column):
        self.column = column

    def __arrow_c_array__(self, requested_schema=None):
        return self.column.__arrow_c_array__(requested_schema)


def test_text():
    assert ludex.cube.name("R U R' U'") == NAMES[0]
    assert ludex.cube.name(None) is None
    assert ludex.cube.name(ludex.Position("R U R' U'")) == NAMES[0]


def test_list_and_tuple():
    assert ludex.cube.name(TEXTS) == NAMES
    assert ludex.cube.name(tuple(TEXTS)) == NAMES
    assert ludex.cube.name([]) == []
    assert ludex.cube.name(text for text in TEXTS) == NAMES


@pytest.mark.parametrize(
    "type", [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string())]
)
def test_pyarrow(type):
    column = pyarrow.array(TEXTS, type) if not pyarrow.types.is_dictionary(type) else pyarrow.array(TEXTS).dictionary_encode()
    found = ludex.cube.name(column)
    assert isinstance(found, pyarrow.Array) and found.type == pyarrow.string() and found.to_pylist() == NAMES
    assert ludex.cube.name(column[1:3]).to_pylist() == NAMES[1:3]
    assert ludex.cube.name(column[4:]).to_pylist() == []
    chunked = pyarrow.chunked_array([column, column[2:]])
    found = ludex.cube.name(chunked)
    assert isinstance(found, pyarrow.ChunkedArray) and found.to_pylist() == NAMES + NAMES[2:]
    assert ludex.cube.name(pyarrow.table({"text": column})).to_pylist() == NAMES
    with pytest.raises(TypeError, match="2 columns"):
        ludex.cube.name(pyarrow.table({"a": column, "b": column}))


def test_polars():
    for column in (polars.Series("t", TEXTS), polars.Series("t", TEXTS, polars.Categorical)):
        found = ludex.cube.name(column)
        assert isinstance(found, polars.Series) and found.to_list() == NAMES and found.name == "t"
    assert ludex.xiangqi.legal_moves(polars.Series(["3k5/9/9/9/9/9/9/9/9/5K3 w"])).to_list()[0] == ["f1e1", "f1f2"]


def test_duckdb():
    relation = duckdb.sql("select * from (values ('R U R'' U'''), (null), ('no cube'))")
    found = ludex.cube.name(relation)
    assert [row[0] for row in found.fetchall()] == NAMES[:3]


def test_a_foreign_library_gets_an_array_it_can_take_over():
    found = ludex.cube.name(Foreign(pyarrow.array(TEXTS)))
    assert isinstance(found, ludex.Array)
    assert found.to_pylist() == list(found) == NAMES and len(found) == 4 and found.null_count == 2
    assert found[-1] == found[0] == NAMES[0] and found[1] is None
    assert pyarrow.array(found).to_pylist() == pyarrow.chunked_array(found).to_pylist() == NAMES
    assert polars.Series(found).to_list() == NAMES
    # Handed over twice, and back into a function.
    assert pyarrow.array(found).to_pylist() == NAMES
    assert ludex.cube.text(found).to_pylist() == [ludex.cube.text(name) if name else None for name in NAMES]
    with pytest.raises(IndexError):
        found[4]


def test_answers_are_not_copied():
    column = pyarrow.array(["R U"] * 1000)
    found = ludex.cube.name(Foreign(column))
    first, second = pyarrow.array(found), pyarrow.array(found)
    assert first.buffers()[2].address == second.buffers()[2].address


def test_lists_of_texts():
    column = pyarrow.array([["R", None], None, [], ["no", "U"]])
    found = ludex.cube.name(column)
    assert found.to_pylist()[1:3] == [None, []] and found.to_pylist()[3][0] is None


def test_types():
    assert ludex.sudoku.grid([1, None])[1] is None
    assert ludex.sudoku.grid(pyarrow.array([1, -1, None])).to_pylist()[1:] == [None, None]
    share = ludex.tetris.percent("v115@9gC8DeF8DeF8DeF8DeC8JeAgH", "*p4")
    assert share.total == 840 and share.percent == 100 * share.success / 840
    shares = ludex.tetris.percent(["v115@9gC8DeF8DeF8DeF8DeC8JeAgH", None], "*p4")
    assert shares == [share._asdict(), None]
    found = ludex.same(pyarrow.array(TEXTS), "R U R' U'")
    assert found.to_pylist() == [True, None, None, True]
    assert ludex.cube.name(["R U R' U'"] * 2, [2, None]) == ["0469", "06NrHEWiu08"]
