"""Positions, boards, stores."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import ludex
import pytest

PUZZLE = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"


@pytest.mark.parametrize("text,family", [(PUZZLE, "sudoku"), (START, "xiangqi"), ("R U R' U'", "cube"), ("v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH", "tetris")])
def test_positions_show_themselves(text, family):
    position = ludex.Position(text)
    assert position.family == family
    assert position._repr_svg_().startswith("<svg") and position._repr_png_().startswith(b"\x89PNG")
    assert position.drawn()
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position) and str(again) == str(position)


def test_positions_have_names_and_solutions():
    position = ludex.Position(PUZZLE)
    assert position.name == "sudoku:eKEeveX3Ose2Ww4p42M" and position.exact_name is None
    assert ludex.Position(position.name).same(position)
    assert position.solve().startswith("123456789")
    assert ludex.Position("R U R' U'", size=2).name == "cube2:0469"
    with pytest.raises(ludex.Refused):
        ludex.Position(START).solve()
    with pytest.raises(ludex.Refused):
        ludex.Position("nothing")
    with pytest.raises(ValueError):
        ludex.Position("R", size=99)


def test_board():
    board = ludex.xiangqi.Board()
    assert len(board.legal_moves()) == 44 and not board.in_check and board.turn == "red"
    assert board.push("炮二平五") == "h3e3"
    assert board.push("h10g8") == "h10g8"
    assert board.moves("chinese") == ["炮二平五", "马８进７"]
    assert board.verdict() == ("none", board.verdict().reason)
    best = board.go(nodes=2000)
    assert best.move in board.legal_moves() and best.line[0] == best.move and best.nodes > 0
    copy = board.copy()
    assert board.pop() == "h10g8" and copy.moves() == ["h3e3", "h10g8"]
    assert board.name == ludex.xiangqi.name(board.fen)
    assert board.code == ludex.xiangqi.code(board.fen)
    assert board._repr_svg_().startswith("<svg") and board._repr_png_().startswith(b"\x89PNG")
    with pytest.raises(ludex.Refused):
        board.push("a1a9")
    with pytest.raises(ValueError):
        board.go(depth=0)
    with pytest.raises(IndexError):
        ludex.xiangqi.Board().pop()


def test_a_game_is_judged():
    board = ludex.xiangqi.Board("9/9/3k5/9/9/9/9/9/4p4/4K4 w")
    for move in "e1f1 e2f2 f1e1 f2e2 e1f1 e2f2 f1e1 f2e2".split():
        board.push(move)
    assert board.verdict().result in ("red_wins", "black_wins", "draw")


def test_store(tmp_path):
    place = str(tmp_path / "mine.sqlite")
    with ludex.Store(place) as store:
        assert store.put("R U R' U'", facts={"rating": 3}, source="test") == ("cube3:06NrHEWiu08", True)
        assert store.put(["L' U' L U", PUZZLE]) == [("cube3:06NrHEWiu08", False), ("sudoku:eKEeveX3Ose2Ww4p42M", True)]
        assert "R U R' U'" in store and "F" not in store
        assert store.seen(["L' U' L U", "F", "nothing"]) == [True, False, None]
        with pytest.raises(ludex.Refused):
            store.put("nothing")
    with ludex.Store(place, read_only=True) as store:
        assert store.get(PUZZLE)["name"] == "sudoku:eKEeveX3Ose2Ww4p42M"
        assert store.get("F") is None
        with pytest.raises(ludex.Refused):
            store.get("nothing")
    with pytest.raises(OSError):
        store.seen("F")
    with pytest.raises(OSError):
        ludex.Store(str(tmp_path / "no" / "folder.sqlite"))


def test_cube_solve():
    moves = ludex.cube.solve("R U R' U'", size=2)
    assert len(moves.split()) == 4
    assert ludex.cube.solve(["R", "nothing", None], metric="qtm")[1:] == [None, None]
    assert ludex.cube.solutions("U2", count=3)[0] == ("U2", "1")
    with pytest.raises(ValueError, match="metric"):
        ludex.cube.solve("R", metric="miles")


def test_endgame_tables(tmp_path):
    """Tables lie in the cache folder, which is read once: a process of its own asks them."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    build = [os.environ["LUDEX_BIN"], "tables", "build", "xiangqi-endgames", "--level", "10000", "--jobs", "1"]
    subprocess.run(build, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    script = """
import ludex
board = ludex.xiangqi.Board("4k4/9/9/9/9/9/9/9/R8/3K5 w")
ending = board.ending("wxf")
assert (ending.value, ending.line) == ("win 2", ["R9+7", "K5=6", "R9=5"]), ending
assert ending.moves[0] == ("R9+7", "win 2") and len(ending.moves) == len(board.legal_moves())
assert board.go(nodes=10)[1:2] + board.go(nodes=10)[4:] == ("mate 2", 1)
assert board.go(nodes=10, endgames=False).nodes == 10
assert board.verdict() == ("none", "in play: win 2 for red by the endgame tables")
try:
    ludex.xiangqi.Board().ending()
except ludex.Refused as refused:
    assert "no ending of a table" in str(refused), refused
else:
    raise AssertionError("the start is no ending")
"""
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_rules_of_a_search():
    board = ludex.xiangqi.Board("3k4n/9/9/9/9/9/9/9/9/4K2R1 w")
    for move in "h1i1 i10h8 i1h1 h8i10 h1i1 i10h8 i1h1".split():
        board.push(move)
    assert board.go(nodes=2000, endgames=False).score == "rule 1"
    assert board.go(nodes=2000, endgames=False, rules="check").score != "rule 1"
    with pytest.raises(ValueError):
        board.go(nodes=10, rules="chess")
