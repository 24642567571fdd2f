"""Xiangqi: names, codes, moves, and a board with an engine."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

from . import _ludex
from ._call import call as _call


def name(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The 24 letters of a board's name: the lesser of it and its mirror image.

    >>> import ludex
    >>> ludex.xiangqi.name("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    '5{g4fI5{g4fIopdKfZopdKfZ'
    """
    return _call("xiangqi", "name", (text,), strict, threads)


def exact_name(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The 24 letters of a board as it stands.

    >>> import ludex
    >>> ludex.xiangqi.exact_name("3k5/9/9/9/9/9/9/9/9/5K3 w") != ludex.xiangqi.exact_name("5k3/9/9/9/9/9/9/9/9/3K5 w")
    True
    """
    return _call("xiangqi", "exact_name", (text,), strict, threads)


def canonical(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The FEN of the board or its mirror image, whichever has the lesser name.

    >>> import ludex
    >>> ludex.xiangqi.canonical("3k5/9/9/9/9/9/9/9/9/5K3 w") == ludex.xiangqi.canonical("5k3/9/9/9/9/9/9/9/9/3K5 w")
    True
    """
    return _call("xiangqi", "canonical", (text,), strict, threads)


def text(name: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The FEN of a name.

    >>> import ludex
    >>> ludex.xiangqi.text("5{g4fI5{g4fIopdKfZopdKfZ").split()[0]
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'
    """
    return _call("xiangqi", "text", (name,), strict, threads)


def same(a: Any, b: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Whether two boards are one, or mirror images.

    >>> import ludex
    >>> ludex.xiangqi.same("3k5/9/9/9/9/9/9/9/9/5K3 w", "5k3/9/9/9/9/9/9/9/9/3K5 w")
    True
    """
    return _call("xiangqi", "same", (a, b), strict, threads)


def check(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """Why a FEN is no position with a name; None where it is one.

    >>> import ludex
    >>> ludex.xiangqi.check("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w") is None
    True
    """
    return _call("xiangqi", "check", (text,), strict, threads)


def code(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The 18-character sextant code of a board, which other boards may share.

    >>> import ludex
    >>> ludex.xiangqi.code("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    'AnSAoaAMkAO6AMkAO6'
    """
    return _call("xiangqi", "code", (text,), strict, threads)


def sums(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The sums of the six sextants.

    >>> import ludex
    >>> len(ludex.xiangqi.sums("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"))
    6
    """
    return _call("xiangqi", "sums", (text,), strict, threads)


def legal_moves(text: Any, *, strict: bool = False, threads: Optional[int] = None) -> Any:
    """The legal moves, sorted, with ranks 1 to 10; none for a side that has lost.

    >>> import ludex
    >>> len(ludex.xiangqi.legal_moves("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"))
    44
    """
    return _call("xiangqi", "legal_moves", (text,), strict, threads)


class Verdict(NamedTuple):
    """What the rules say about a game."""

    result: str
    """``red_wins``, ``black_wins``, ``draw`` or ``none``."""
    reason: str


class Best(NamedTuple):
    """What the engine found."""

    move: Optional[str]
    """None for a side without a move."""
    score: str
    """For the side to move, or ``mate N`` in own moves."""
    line: list[str]
    depth: int
    nodes: int


class Ending(NamedTuple):
    """What the endgame tables prove."""

    value: str
    """``win N``, ``draw`` or ``loss N`` for the side to move, in own moves."""
    moves: list[tuple[str, str]]
    """Every legal move with what it is worth to the mover, the best first."""
    line: list[str]
    """Best play of both sides to the end; empty for a draw."""


class Board(_ludex.Board):
    """A game: moves, verdicts, the engine. A notebook shows the board.

    >>> import ludex
    >>> board = ludex.xiangqi.Board()
    >>> board.push("炮二平五"), board.push("h10g8")
    ('h3e3', 'h10g8')
    >>> board.moves("wxf")
    ['C2=5', 'H8+7']
    >>> board.turn, len(board.legal_moves()), board.verdict().result
    ('red', 35, 'none')
    >>> board.go(nodes=2000).move in board.legal_moves()
    True
    >>> board.pop()
    'h10g8'
    """

    def verdict(self, rules: str = "asian") -> Verdict:
        """The verdict on the game by the rules ``asian``, ``chinese``, ``check`` or ``plain``.

        Of a game that goes on the reason says what the endgame tables prove, where they were built.
        """
        return Verdict(*super().verdict(rules))

    def go(
        self,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        notation: str = "uci",
        evaluation: str = "network",
        rules: str = "asian",
        endgames: bool = True,
    ) -> Best:
        """The best move within a limit: positions visited, plies, or seconds.

        Repetitions are judged by ``rules``; ``endgames`` says whether the tables that
        ``ludex tables build xiangqi-endgames`` made are looked up.
        """
        return Best(*super().go(nodes, depth, time, notation, evaluation, rules, endgames))

    def ending(self, notation: str = "uci") -> Ending:
        """What the tables prove that ``ludex tables build xiangqi-endgames`` made; refused where there is none."""
        return Ending(*super().ending(notation))

    def copy(self) -> Board:
        """A game of its own with the same moves."""
        other = Board(self.start)
        for move in self.moves():
            other.push(move)
        return other
