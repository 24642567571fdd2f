"""Functions for items of any family, each detected by its look."""

from __future__ import annotations

from typing import Any, Optional

from ._call import call as _call


def name(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The qualified canonical name of a position of any family, equal for all its disguises.

    >>> import ludex
    >>> ludex.name("R U R' U'")
    'cube3:06NrHEWiu08'
    """
    return _call("any", "name", (text,), strict, threads)


def exact_name(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The qualified name of a position as it stands (cubes and xiangqi).

    >>> import ludex
    >>> ludex.exact_name("R U R' U'").split(":")[0]
    'cube3-state'
    """
    return _call("any", "exact_name", (text,), strict, threads)


def canonical(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The canonical form of a position as text, equal for all its disguises.

    >>> import ludex
    >>> ludex.canonical("R U R' U'") == ludex.canonical("L' U' L U")
    True
    """
    return _call("any", "canonical", (text,), strict, threads)


def text(name: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The position that a qualified name stands for, as text. The id of a Tetris setup does not hold it.

    >>> import ludex
    >>> ludex.text("cube2:0000")
    'UUUURRRRFFFFDDDDLLLLBBBB'
    """
    return _call("any", "text", (name,), strict, threads)


def solution(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The solution of a sudoku or a cube.

    >>> import ludex
    >>> ludex.solution("cube2-state:8Vgy")
    "U R U' R'"
    """
    return _call("any", "solution", (text,), strict, threads)


def solution_length(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """How long the solution is: moves of a cube, cells of a sudoku that are not given.

    >>> import ludex
    >>> ludex.solution_length("cube2-state:8Vgy")
    4
    """
    return _call("any", "solution_length", (text,), strict, threads)


def same(a: Any, b: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Whether two items, texts or qualified names, are one position in disguise.

    >>> import ludex
    >>> ludex.same("R U R' U'", "L' U' L U")
    True
    """
    return _call("any", "same", (a, b), strict, threads)


def check(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Why an item has no name; None where it has one.

    >>> import ludex
    >>> ludex.check(["R U", "R X"])[0] is None
    True
    """
    return _call("any", "check", (text,), strict, threads)
