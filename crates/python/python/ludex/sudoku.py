"""Sudoku: names, ranks, solutions."""

from __future__ import annotations

from typing import Any, Optional

from ._call import call as _call


def name(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The 19 letters of a puzzle's name, equal for all its disguises. Names in any form are read, too.

    >>> import ludex
    >>> ludex.sudoku.name(".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12")
    'eKEeveX3Ose2Ww4p42M'
    """
    return _call("sudoku", "name", (text,), strict, threads)


def canonical(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The canonical puzzle: the givens on the min-lex solution grid.

    >>> import ludex
    >>> ludex.sudoku.canonical("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")[:3]
    '.2.'
    """
    return _call("sudoku", "canonical", (text,), strict, threads)


def text(name: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The canonical puzzle of a name in any form.

    >>> import ludex
    >>> ludex.sudoku.text("eKEeveX3Ose2Ww4p42M")
    '.....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12'
    """
    return _call("sudoku", "text", (name,), strict, threads)


def solution(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The solution of a puzzle.

    >>> import ludex
    >>> ludex.sudoku.solution("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")[:9]
    '534678912'
    """
    return _call("sudoku", "solution", (text,), strict, threads)


def solution_length(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """How many cells of a puzzle are not given.

    >>> import ludex
    >>> ludex.sudoku.solution_length("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    51
    """
    return _call("sudoku", "solution_length", (text,), strict, threads)


def same(a: Any, b: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Whether two puzzles are one in disguise.

    >>> import ludex
    >>> ludex.sudoku.same("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    True
    """
    return _call("sudoku", "same", (a, b), strict, threads)


def check(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Why a text is no puzzle with one solution; None where it is one.

    >>> import ludex
    >>> ludex.sudoku.check(".....67.....18.2......27.412.4.......9...8...831.7......6.4287......1....4..6..12")
    'it has more than one solution (row 1, column 1 can be 1 or 3)'
    """
    return _call("sudoku", "check", (text,), strict, threads)


def rank(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The rank of the solution among the 5,472,730,538 essentially different grids, from 1.

    >>> import ludex
    >>> ludex.sudoku.rank("123456789457893612986217354274538196531964827698721435342685971715349268869172543")
    5472730538
    """
    return _call("sudoku", "rank", (text,), strict, threads)


def grid(rank: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The min-lex grid of a rank.

    >>> import ludex
    >>> ludex.sudoku.grid(1)[:18]
    '123456789456789123'
    """
    return _call("sudoku", "grid", (rank,), strict, threads)


def solutions(text: Any, limit: Any = None, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """How many solutions a sudoku has; counting stops at the limit (left out: 1,000,000).

    >>> import ludex
    >>> ludex.sudoku.solutions("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    1
    """
    return _call("sudoku", "solutions", (text, limit), strict, threads)


def automorphisms(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """How many maps turn a puzzle into itself.

    >>> import ludex
    >>> ludex.sudoku.automorphisms(ludex.sudoku.grid(1))
    3
    """
    return _call("sudoku", "automorphisms", (text,), strict, threads)


def clues(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """How many cells of a sudoku are given.

    >>> import ludex
    >>> ludex.sudoku.clues("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    30
    """
    return _call("sudoku", "clues", (text,), strict, threads)
