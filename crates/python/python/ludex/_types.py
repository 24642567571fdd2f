"""What counts as a column."""

from __future__ import annotations

from typing import Any, List, Optional, Protocol, Tuple, Union


class ArrowArray(Protocol):
    """An object with the Arrow C data interface: pyarrow.Array, ludex.Array."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class ArrowStream(Protocol):
    """An object with the Arrow C stream interface: polars.Series, pyarrow.ChunkedArray, a DuckDB relation."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


Column = Union[ArrowArray, ArrowStream]

# A str is a sequence of str, too: only these are told apart from it. Other iterables are read as well.
Texts = Union[List[str], List[Optional[str]], Tuple[Optional[str], ...]]
Numbers = Union[List[int], List[Optional[int]], Tuple[Optional[int], ...]]
