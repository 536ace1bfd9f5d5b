"""Trainings and the tables of papers, as ``agon train`` and ``agon paper run`` make them."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, List, Optional, Union

from . import _native, frames

_Progress = Optional[Callable[[float, float, str], object]]
_Path = Union[None, str, "os.PathLike[str]"]


def recipes() -> List[Dict[str, Any]]:
    """The trainings: name, what it learns, and the settings that it takes."""
    return _native.recipes()


def papers() -> List[Dict[str, Any]]:
    """The published studies: key, title, and tables with a line about each."""
    return _native.papers()


class Training:
    """What a training gave. ``report`` holds all figures; ``result`` is the file that specs name."""

    def __init__(self, report: Dict[str, Any], curve: str) -> None:
        self.recipe: str = report["recipe"]
        self.seed: int = report["seed"]
        self.result: str = report["result"]
        lines = [line.split(",") for line in curve.splitlines()]
        #: A dict for each step: what was reached after it.
        self.curve: List[Dict[str, float]] = [dict(zip(lines[0], map(float, line))) for line in lines[1:]] if lines else []
        self.report = report

    def to_pandas(self) -> Any:
        """The curve as a frame of pandas."""
        return frames.to_pandas(self.curve)

    def to_polars(self) -> Any:
        """The curve as a frame of polars."""
        return frames.to_polars(self.curve)

    def __repr__(self) -> str:
        return f"<{self.recipe}, seed {self.seed}: {self.result}>"


def _folder(out: _Path) -> Optional[str]:
    if out is None:
        return None
    folder = os.fspath(out)
    if not folder:
        raise ValueError("out is empty: name a folder, or leave it out")
    return folder


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def train(
    recipe: str,
    *,
    seed: Optional[int] = None,
    threads: int = 0,
    cluster: Optional[str] = None,
    out: _Path = None,
    resume: bool = False,
    on_progress: _Progress = None,
    **settings: Any,
) -> Training:
    """Learns an evaluator by a recipe; :func:`agon.recipes` lists them with their settings.

    The folder ``out`` (``training/RECIPE-SEED`` if not given) is that of ``agon train``: a training that was stopped goes
    on with ``resume=True``, here or there. ``cluster`` spreads its jobs as in :func:`agon.match`. Settings whose names have
    a dash are written with an underscore; those that are ``None`` are as usual.
    """
    given = []
    for name, value in settings.items():
        if value is None:
            continue
        values = value if isinstance(value, (list, tuple)) else [value]
        given += [(name.replace("_", "-"), _text(item)) for item in values]
    options = {
        "settings": given, "seed": seed, "threads": threads, "cluster": cluster,
        "out": _folder(out), "resume": resume,
    }
    report, curve = _native.train(recipe, options, on_progress)
    return Training(json.loads(report), curve)


class PaperTable:
    """A table of a paper, made again. ``print(table)`` shows ours beside the published figures, with the verdict."""

    def __init__(self, finished: Dict[str, Any], text: str, folder: str) -> None:
        #: Everything, as ``agon paper run --json`` gives it.
        self.finished = finished
        self.text = text
        #: Where its files are.
        self.folder = folder

    @property
    def report(self) -> Dict[str, Any]:
        """Claims, tables and pictures."""
        report: Dict[str, Any] = self.finished["report"]
        return report

    def _repr_html_(self) -> str:
        from html import escape

        pictures = "".join(figure["svg"] for figure in self.report.get("figures", []))
        return f"<pre>{escape(self.text)}</pre>{pictures}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.finished['paper']}, table {self.finished['table']}>"


def paper_table(
    paper: str,
    table: str,
    *,
    seed: int = 1,
    quick: bool = False,
    threads: int = 0,
    cluster: Optional[str] = None,
    simulations: Optional[int] = None,
    engine: Optional[str] = None,
    data: _Path = None,
    until: Optional[int] = None,
    out: _Path = None,
    resume: bool = False,
    on_progress: _Progress = None,
) -> PaperTable:
    """Makes a table of a paper again, or takes it from its folder; the options are those of ``agon paper run``."""
    settings = {
        "seed": seed, "quick": quick, "threads": threads, "cluster": cluster, "simulations": simulations, "engine": engine,
        "data": None if data is None else os.fspath(data), "until": until,
        "out": _folder(out), "resume": resume,
    }
    finished, text, folder = _native.paper_table(paper, table, settings, on_progress)
    return PaperTable(json.loads(finished), text, folder)
