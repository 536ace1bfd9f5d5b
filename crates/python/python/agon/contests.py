"""Matches between agents, with the statistics of ``agon match``."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from . import _native, frames
from ._native import Game, Record
from .players import game as load
from .players import spec_of


class MatchResult:
    """What a match says. ``print(result)`` shows the table of the command.

    ``agents`` has a dict for each agent, with ``wins``, ``draws``, ``losses``, ``score`` and ``score_interval``,
    ``elo``, ``superiority`` and more, as ``agon match --json`` gives them.
    """

    def __init__(self, report: Dict[str, Any], table: str, records: List[Record]) -> None:
        self.report = report
        self.table = table
        #: The games, where ``keep_records`` asked for them.
        self.records = records
        self.game: str = report["game"]
        self.games: int = report["games"]
        self.seed: int = report["seed"]
        self.sprt: Optional[Dict[str, Any]] = report["sprt"]
        self.agents: List[Dict[str, Any]] = report["agents"]
        for agent in self.agents:
            elo = agent["elo"]
            for name, sign in elo.pop("infinite").items():
                elo[name] = float(sign)

    def _rows(self) -> List[Dict[str, Any]]:
        names = ("spec", "wins", "draws", "losses", "points", "margin", "score", "superiority", "forfeits",
                 "ms_per_move", "nodes_per_move")
        rows = []
        for agent in self.agents:
            low, high = agent["score_interval"]
            elo = agent["elo"]
            row = {name: agent[name] for name in names}
            row.update(score_low=low, score_high=high, elo=elo["value"], elo_low=elo["low"], elo_high=elo["high"])
            rows.append(row)
        return rows

    def to_pandas(self) -> Any:
        """A row for each agent, as a frame of pandas."""
        return frames.to_pandas(self._rows())

    def to_polars(self) -> Any:
        """A row for each agent, as a frame of polars."""
        return frames.to_polars(self._rows())

    def __str__(self) -> str:
        return self.table

    def __repr__(self) -> str:
        first = self.agents[0]
        low, high = first["score_interval"]
        games = "1 game" if self.games == 1 else f"{self.games} games"
        return f"<{self.game}, {games}: {first['spec']} scores {first['score']:.3f} ({low:.3f} to {high:.3f})>"


def _clocks(clock: Union[None, str, Sequence[str]]) -> List[str]:
    if clock is None or isinstance(clock, str):
        return [] if clock is None else [clock]
    if isinstance(clock, bytes) or not hasattr(clock, "__iter__"):
        raise TypeError(f"clock is a text such as '60s+0.5s', or one for each agent, not {clock!r}")
    return list(clock)


def match(
    game: Union[str, Game],
    *agents: Any,
    games: int = 100,
    seed: int = 1,
    threads: int = 1,
    cluster: Optional[str] = None,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    time: Union[None, str, float] = None,
    random_plies: Optional[int] = None,
    every_opening: Optional[int] = None,
    openings: Optional[str] = None,
    clock: Union[None, str, Sequence[str]] = None,
    max_plies: Optional[int] = None,
    adjudicate_win: Optional[str] = None,
    adjudicate_draw: Optional[str] = None,
    sprt: Optional[Tuple[float, float]] = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    normalized: bool = False,
    trinomial: bool = False,
    keep_records: bool = False,
    on_progress: Optional[Callable[[float, float, str], object]] = None,
) -> MatchResult:
    """Plays games between agents: specs, :class:`agon.Agent`, or classes and objects with a method ``choose``.

    Every round has one opening and every agent on every seat; the same seed gives the same games at any number of
    threads. ``cluster`` plays them in so many processes of this machine (``"processes:2"``) or on a Ray cluster (``"ray"``,
    ``"ray:auto"``, ``"ray:ADDRESS"``), with the same result. The options are those of ``agon match --help``. ``on_progress(done, of, note)`` is called now and then.
    """
    settings = {
        "games": games, "seed": seed, "threads": threads, "cluster": cluster, "depth": depth, "nodes": nodes, "time": time,
        "random_plies": random_plies, "every_opening": every_opening, "openings": openings,
        "clock": _clocks(clock), "max_plies": max_plies,
        "adjudicate_win": adjudicate_win, "adjudicate_draw": adjudicate_draw, "sprt": sprt, "alpha": alpha,
        "beta": beta, "normalized": normalized, "trinomial": trinomial, "keep_records": keep_records,
    }
    specs = [spec_of(agent) for agent in agents]
    report, table, records = _native.play_match(load(game), specs, settings, on_progress)
    return MatchResult(json.loads(report), table, records)
