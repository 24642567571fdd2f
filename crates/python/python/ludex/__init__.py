"""Names for puzzle positions: the same name for every disguise, and a way back.

>>> import ludex
>>> ludex.name("R U R' U'")
'cube3:06NrHEWiu08'
>>> ludex.name("L' U' L U")
'cube3:06NrHEWiu08'
>>> ludex.name(["R U R' U'", None, "no position"])
['cube3:06NrHEWiu08', None, None]

Every function takes a text, a list, or any object with the Arrow C interface (pyarrow, Polars, pandas with Arrow, a DuckDB
relation), and answers in kind. None stays None. A text that is refused raises :class:`Refused`; in a list or a column it
gives None (``check`` tells why) unless ``strict=True``. Columns are not copied, the interpreter's lock is let go of, all
cores are used, and Ctrl-C stops the work.

The functions here take items of any family; those of one family are in :mod:`ludex.sudoku`, :mod:`ludex.tetris`,
:mod:`ludex.cube` and :mod:`ludex.xiangqi`.
"""

from . import cube, sudoku, tetris, xiangqi
from ._any import canonical, check, exact_name, name, same, solution, solution_length, text
from ._call import set_threads
from ._errors import Refused
from ._ludex import Array, Position, __version__
from ._store import Store

__all__ = [
    "Array",
    "Position",
    "Refused",
    "Store",
    "__version__",
    "canonical",
    "check",
    "cube",
    "exact_name",
    "name",
    "same",
    "set_threads",
    "solution",
    "solution_length",
    "sudoku",
    "tetris",
    "text",
    "xiangqi",
]
