"""Tetris perfect clears: ids of setups, queues, and the solver."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

from ._call import call as _call


class Percent(NamedTuple):
    """How many queues of how many are solved."""

    success: int
    total: int
    percent: float


def name(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The id of a setup given as one line: pc, oqb, leftover, build, cover pattern and fumen, tab separated.

    >>> import ludex
    >>> ludex.tetris.name("2\\t0\\tTTIO\\tTIO\\tT,[TIO]!\\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH")
    '213ceaff91ff'
    """
    return _call("tetris", "name", (text,), strict, threads)


def canonical(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The setup without its disguises, as one line.

    >>> import ludex
    >>> ludex.tetris.canonical("2\\t0\\tTTIO\\tTIO\\tT,[TIO]!\\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH") == ludex.tetris.canonical(ludex.tetris.canonical("2\\t0\\tTTIO\\tTIO\\tT,[TIO]!\\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH"))
    True
    """
    return _call("tetris", "canonical", (text,), strict, threads)


def same(a: Any, b: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Whether two setups, or two fumens, are one in disguise.

    >>> import ludex
    >>> ludex.tetris.same("v115@vhAAgH", "v115@vhAAgH")
    True
    """
    return _call("tetris", "same", (a, b), strict, threads)


def check(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Why a line is no setup; None where it is one.

    >>> import ludex
    >>> ludex.tetris.check("v115@vhAAgH")
    'a fumen alone has no name: a setup also has its pc, oqb, leftover, build and cover pattern'
    """
    return _call("tetris", "check", (text,), strict, threads)


def setup_id(pc: Any, oqb: Any, leftover: Any, build: Any, cover_pattern: Any, fumen: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The id of a setup whose fields stand in columns of their own, before unique numbers are given out.

    >>> import ludex
    >>> ludex.tetris.setup_id(2, 0, "TTIO", "TIO", "T,[TIO]!", "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH")
    '213ceaff91ff'
    """
    return _call("tetris", "setup_id", (pc, oqb, leftover, build, cover_pattern, fumen), strict, threads)


def queues(pattern: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The queues of an extended-pieces pattern.

    >>> import ludex
    >>> ludex.tetris.queues("I,[SZ]!")
    ['ISZ', 'IZS']
    """
    return _call("tetris", "queues", (pattern,), strict, threads)


def percent(fumen: Any, pattern: Any, lines: Any = None, kicks: Any = None, hold: Any = None, drop: Any = None, see: Any = None, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """How many queues of a pattern lead to a perfect clear. Left out: 4 lines, kicks srs180, hold any, the drop of the
    kick table, every piece seen. In lists and columns each answer has the same three fields.

    >>> import ludex
    >>> ludex.tetris.percent("v115@9gC8DeF8DeF8DeF8DeC8JeAgH", "*p4").total
    840
    """
    answer = _call("tetris", "percent", (fumen, pattern, lines, kicks, hold, drop, see), strict, threads)
    return Percent(**answer) if isinstance(answer, dict) else answer
