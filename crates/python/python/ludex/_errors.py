"""The exception for a value that is refused."""

from __future__ import annotations

from typing import Optional


class Refused(ValueError):
    """A value that is no position, or has no answer.

    >>> import ludex
    >>> try:
    ...     ludex.xiangqi.name("9/9/9 w")
    ... except ludex.Refused as refused:
    ...     print(refused.row, refused.reason)
    None 3 ranks, not 10: ranks are parted by /
    """

    reason: str
    """Why, in one line: what was read, where, and what would have been accepted."""
    column: Optional[int]
    """The character at fault, from 1, where one is known."""
    row: Optional[int]
    """The row of a list or column, from 0."""

    def __init__(self, reason: str, column: Optional[int] = None, row: Optional[int] = None) -> None:
        super().__init__(reason if row is None else f"row {row}: {reason}")
        self.reason = reason
        self.column = column
        self.row = row

    def __reduce__(self) -> tuple[type[Refused], tuple[str, Optional[int], Optional[int]]]:
        # Exceptions are made anew from their arguments in another process.
        return (Refused, (self.reason, self.column, self.row))
