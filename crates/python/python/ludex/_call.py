"""How functions are called: whatever comes in, answers go out in kind."""

from __future__ import annotations

import os
import sys
from typing import Any

from . import _ludex

_threads = int(os.environ.get("LUDEX_THREADS", "0") or "0")


def set_threads(threads: int) -> None:
    """Use so many threads for lists and columns, unless a call says otherwise; 0 stands for all cores.

    The environment variable ``LUDEX_THREADS`` sets the same. Answers do not depend on it.

    >>> import ludex
    >>> ludex.set_threads(2)
    >>> ludex.set_threads(0)
    """
    global _threads
    if threads < 0:
        raise ValueError(f"{threads} threads: 0 or more are possible")
    _threads = threads


def call(family: str, name: str, arguments: tuple[Any, ...], strict: bool, threads: Any) -> Any:
    """Call a function; a column is answered with one of the library it came from."""
    answer = _ludex.call(family, name, list(arguments), strict, _threads if threads is None else threads)
    if isinstance(answer, _ludex.Array):
        for argument in arguments:
            if hasattr(argument, "__arrow_c_array__") or hasattr(argument, "__arrow_c_stream__"):
                return in_kind(argument, answer)
    elif isinstance(answer, list):
        for argument in arguments:
            if type(argument).__module__.split(".")[0] == "pandas":
                return type(argument)(answer, index=argument.index)
    return answer


def in_kind(like: Any, array: _ludex.Array) -> Any:
    """The array as the library of another has it; unknown ones get the array itself, which they can take over."""
    library = type(like).__module__.split(".")[0]
    if library in ("pyarrow", "polars", "pandas", "duckdb", "_duckdb"):
        module = sys.modules.get(library.lstrip("_"))
        if library == "polars" and module is not None:
            name = getattr(like, "name", "")
            return module.Series(array).alias(name if isinstance(name, str) else "")
        try:
            import pyarrow
        except ImportError:
            return array
        if library == "pyarrow":
            return pyarrow.array(array) if isinstance(like, pyarrow.Array) else pyarrow.chunked_array(array)
        if library == "pandas":
            import pandas

            column = pyarrow.chunked_array(array)
            dtype = pandas.ArrowDtype(column.type)
            return pandas.Series(pandas.arrays.ArrowExtensionArray(column), index=like.index, dtype=dtype)
        if module is not None:
            return module.from_arrow(pyarrow.table({"value": pyarrow.chunked_array(array)}))
    return array
