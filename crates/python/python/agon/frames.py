"""Rows as frames of pandas and polars, whichever is installed."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence


def columns(rows: Sequence[Dict[str, Any]]) -> Dict[str, List[Any]]:
    """The same by column; what a row lacks is ``None``."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: [row.get(name) for row in rows] for name in names}


def to_pandas(rows: Sequence[Dict[str, Any]]) -> Any:
    """A frame of pandas."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("frames need pandas: pip install pandas") from error
    return pandas.DataFrame(columns(rows))


def to_polars(rows: Sequence[Dict[str, Any]]) -> Any:
    """A frame of polars."""
    try:
        import polars
    except ImportError as error:
        raise ImportError("frames need polars: pip install polars") from error
    return polars.DataFrame(columns(rows), strict=False)
