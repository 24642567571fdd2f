"""Twisty cubes: names and solutions."""

from __future__ import annotations

from typing import Any, Optional

from . import _ludex
from ._call import call as _call
from ._call import in_kind as _in_kind
from ._errors import Refused


def name(text: Any, size: Any = None, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The letters of a cube's name, equal for its 48 symmetries. Moves are those of a 3x3 unless a size is given.

    >>> import ludex
    >>> ludex.cube.name("R U R' U'", 2)
    '0469'
    """
    return _call("cube", "name", (text, size), strict, threads)


def exact_name(text: Any, size: Any = None, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The letters of a cube's state as it stands.

    >>> import ludex
    >>> ludex.cube.exact_name("R U R' U'", 2)
    '8Vgy'
    """
    return _call("cube", "exact_name", (text, size), strict, threads)


def canonical(text: Any, size: Any = None, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The facelets of the least cube of its class.

    >>> import ludex
    >>> ludex.cube.canonical("R", 2) == ludex.cube.canonical("F", 2)
    True
    """
    return _call("cube", "canonical", (text, size), strict, threads)


def text(name: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The facelets of the cube that a name stands for.

    >>> import ludex
    >>> ludex.cube.text("0000")
    'UUUURRRRFFFFDDDDLLLLBBBB'
    """
    return _call("cube", "text", (name,), strict, threads)


def solution(text: Any, size: Any = None, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Moves that solve a cube: the fewest of a 2x2, at most 20 of a 3x3.

    >>> import ludex
    >>> ludex.cube.solution("R U R' U'", 2)
    "U R U' R'"
    """
    return _call("cube", "solution", (text, size), strict, threads)


def solution_length(text: Any, size: Any = None, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """How many moves that solution has.

    >>> import ludex
    >>> ludex.cube.solution_length("R U R' U'", 2)
    4
    """
    return _call("cube", "solution_length", (text, size), strict, threads)


def same(a: Any, b: Any, size: Any = None, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Whether two cubes are one in disguise.

    >>> import ludex
    >>> ludex.cube.same("R U", "L' U'")
    True
    """
    return _call("cube", "same", (a, b, size), strict, threads)


def check(text: Any, size: Any = None, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Why a text is no cube with a name; None where it is one.

    >>> import ludex
    >>> ludex.cube.check("R U") is None
    True
    """
    return _call("cube", "check", (text, size), strict, threads)


def distance2x2(text: Any, metric: Any = None, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The fewest moves that solve a 2x2, in the metric htm (left out) or qtm.

    >>> import ludex
    >>> ludex.cube.distance2x2("R U R' U'")
    4
    """
    return _call("cube", "distance2x2", (text, metric), strict, threads)


def solve(
    text: Any,
    *,
    size: Optional[int] = None,
    metric: str = "htm",
    optimal: bool = False,
    max_length: Optional[int] = None,
    time: Optional[float] = None,
    strict: bool = False,
    threads: Optional[int] = None,
) -> Any:
    """Solve cubes with the options of ``ludex cube solve``: a text, a list, or a column.

    ``metric`` is htm, qtm, stm or atm; ``optimal`` proves that there is no shorter solution of a 3x3; ``time`` are seconds
    to look for better ones in; with ``max_length`` the first solution of so many moves is taken.

    >>> import ludex
    >>> ludex.cube.solve("R U R' U'", size=2)
    "U R U' R'"
    >>> ludex.cube.solve("U2 R R'", max_length=3)
    'U2'
    """
    plain = (metric, optimal, max_length, time) == ("htm", False, None, None)
    if plain:
        return _call("cube", "solution", (text, size), strict, threads)
    if isinstance(text, str):
        return solutions(text, size=size, metric=metric, optimal=optimal, max_length=max_length, time=time)[0][0]
    options = {"size": size, "metric": metric, "optimal": optimal, "max_length": max_length, "time": time}
    return _each(text, options, strict)


def solutions(
    text: str,
    *,
    size: Optional[int] = None,
    metric: str = "htm",
    optimal: bool = False,
    all: bool = False,
    count: int = 1,
    max_length: Optional[int] = None,
    time: Optional[float] = None,
) -> list[tuple[str, str]]:
    """Solutions of one cube, cheapest first, each with its cost; ``all`` gives all shortest ones.

    >>> import ludex
    >>> ludex.cube.solutions("U2", count=2)[0]
    ('U2', '1')
    """
    return _ludex.cube_solve(text, size, metric, optimal, all, count, max_length, time, 0)


def _each(texts: Any, options: dict[str, Any], strict: bool) -> Any:
    column = hasattr(texts, "__arrow_c_array__") or hasattr(texts, "__arrow_c_stream__")
    answers: list[Optional[str]] = []
    for row, text in enumerate(texts.to_list() if hasattr(texts, "to_list") else texts):
        try:
            # The elements of some columns are objects of their library.
            plain = text.as_py() if hasattr(text, "as_py") else text
            answers.append(None if plain is None else solutions(plain, **options)[0][0])
        except Refused as refused:
            if strict:
                raise Refused(refused.reason, refused.column, row) from None
            answers.append(None)
    if not column:
        return answers
    # A column of the answers, handed to the library of the question.
    return _in_kind(texts, _ludex.text_array(answers))
