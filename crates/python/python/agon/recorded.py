"""Recorded games: from any file that Agon reads, to iterators, frames and arrays."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, Iterator, List, Optional, Union

from . import _native, frames
from ._native import Record

_Path = Union[str, "os.PathLike[str]"]


def _row(record: Record) -> Dict[str, Any]:
    row: Dict[str, Any] = {"game": record.game, "event": record.event, "number": record.number, "date": record.date}
    shares, points = record.shares or [], record.points or []
    for seat, name in enumerate(record.agents):
        row[f"agent_{seat + 1}"] = name
        row[f"share_{seat + 1}"] = shares[seat] if shares else None
        row[f"points_{seat + 1}"] = points[seat] if points else None
    row.update(plies=len(record.moves), moves=" ".join(record.moves), result=record.result)
    return row


class Records:
    """Recorded games; each loop reads them anew, one by one."""

    def __init__(self, paths: List[str], game: str, event: Optional[str]) -> None:
        self._paths, self._game, self._event = paths, game, event

    def __iter__(self) -> Iterator[Record]:
        return _native.read_records(self._paths, self._game, self._event)

    def to_pandas(self) -> Any:
        """A row for each game, as a frame of pandas."""
        return frames.to_pandas([_row(record) for record in self])

    def to_polars(self) -> Any:
        """A row for each game, as a frame of polars."""
        return frames.to_polars([_row(record) for record in self])

    def __repr__(self) -> str:
        return f"agon.records({', '.join(map(repr, self._paths))})"


def records(*paths: _Path, game: str = "reversi", event: Optional[str] = None) -> Records:
    """The games of files and folders: stores, JSON lines, WTHOR, GGF, SGF, PSQ, move lists.

    ``game`` is the game of move lists (``.txt``), which do not say; ``event`` wants the games of one match only.
    """
    if not paths:
        raise TypeError("name a file or a folder of records")
    return Records([os.fspath(path) for path in paths], game, event)


def write_records(path: _Path, records: Iterable[Record], *, force: bool = False) -> None:
    """Writes records to a file, one to a line, which ``agon records`` and ``agon convert`` read.

    Only a file of records is replaced; ``force`` replaces any.
    """
    _native.write_records(os.fspath(path), list(records), force)
