"""Records by name."""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any, List, Optional, Union, overload

from . import _ludex


class Store:
    """Is this position one I already have? A file, or ``postgres://USER@HOST/DATABASE``.

    >>> import ludex, tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder, ludex.Store(os.path.join(folder, "mine.sqlite")) as store:
    ...     print(store.put("R U R' U'", facts={"rating": 3}))
    ...     print("L' U' L U" in store, store.seen(["F", "cube3:06NrHEWiu08"]))
    ...     print(store.get("R U R' U'")["facts"])
    ('cube3:06NrHEWiu08', True)
    True [False, True]
    {'rating': 3.0}
    """

    def __init__(self, place: str, *, read_only: bool = False) -> None:
        self._store = _ludex.Store(str(place), read_only)

    @overload
    def put(
        self, items: str, *, facts: Optional[dict[str, Any]] = ..., source: Optional[str] = ..., replace: bool = ...
    ) -> tuple[str, bool]: ...
    @overload
    def put(
        self,
        items: List[str],
        *,
        facts: Optional[dict[str, Any]] = ...,
        source: Optional[str] = ...,
        replace: bool = ...,
    ) -> list[tuple[str, bool]]: ...
    def put(
        self,
        items: Union[str, List[str]],
        *,
        facts: Optional[dict[str, Any]] = None,
        source: Optional[str] = None,
        replace: bool = False,
    ) -> Union[tuple[str, bool], list[tuple[str, bool]]]:
        """Put positions or names: the name of each, and whether it is new. All are put, or none."""
        several = [items] if isinstance(items, str) else list(items)
        done = self._store.put(several, json.dumps(facts or {}), source, replace)
        return done[0] if isinstance(items, str) else done

    @overload
    def seen(self, items: str) -> Optional[bool]: ...
    @overload
    def seen(self, items: List[str]) -> list[Optional[bool]]: ...
    def seen(self, items: Union[str, List[str]]) -> Union[Optional[bool], list[Optional[bool]]]:
        """Whether positions or names are known; None for what is neither."""
        known = self._store.seen([items] if isinstance(items, str) else list(items))
        return known[0] if isinstance(items, str) else known

    def get(self, item: str) -> Optional[dict[str, Any]]:
        """The record of a position or a name; None where there is none."""
        record = self._store.get(item)
        if record is None:
            return None
        found: dict[str, Any] = json.loads(record)
        return found

    def __contains__(self, item: str) -> bool:
        return bool(self.seen(item))

    def close(self) -> None:
        """Close the store."""
        self._store.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
