"""Thousands of games as numpy arrays, played without a call of Python for each move."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Optional, Union

from . import _native
from ._native import Game, Record
from .contests import match
from .players import game as load

_Progress = Optional[Callable[[float, float, str], object]]


class GameBatch:
    """Games as columns: the positions of all games stand one after the other, each with the move played in it.

    ============ ===================== ==============================================================================
    ``starts``   (games,)              where each game begins among the positions
    ``points``   (games, players)      how it ended by the rules; zeros if it did not
    ``shares``   (games, players)      each player's share of the win: 1, 0, or 0.5 in a draw of two
    ``to_move``  (positions,)          the player to move
    ``actions``  (positions,)          the number of the move played
    ``boards``   (positions, rows, columns)  0 is empty, n holds colour n - 1, -1 is outside the board
    ``features`` (positions, features) what models of the game look at, as the side to move sees it
    ``legal``    (positions, actions)  whether a move is legal
    ============ ===================== ==============================================================================

    What was not asked for is ``None``.
    """

    def __init__(self, game: Game, arrays: Dict[str, Any]) -> None:
        self.game = game
        self.starts, self.points = arrays["starts"], arrays["points"]
        self.shares = arrays["twelfths"] / 12.0
        self.to_move, self.actions = arrays["to_move"], arrays["actions"]
        self.boards = arrays.get("boards")
        self.features = arrays.get("features")
        self.legal = arrays.get("legal")

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.starts)

    @property
    def game_of(self) -> Any:
        """For each position the number of its game."""
        import numpy

        lengths = numpy.diff(numpy.append(self.starts, len(self.actions)).astype("int64"))
        return numpy.repeat(numpy.arange(self.games), lengths)

    @property
    def results(self) -> Any:
        """For each position the share of the win that the side to move gets in the end: what a value learns."""
        return self.shares[self.game_of, self.to_move]

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"<{self.games} games of {self.game.spec}, {len(self)} positions>"


def random_games(
    game: Union[str, Game], games: int, *, seed: int = 1, threads: int = 1, on_progress: _Progress = None
) -> Any:
    """The points of random games, an array of games and players: the fastest way to play."""
    return _native.random_points(load(game), games, seed, threads, on_progress)


def self_play(
    game: Union[str, Game],
    *agents: Any,
    games: int,
    seed: int = 1,
    threads: int = 1,
    boards: bool = True,
    features: bool = False,
    legal: bool = False,
    on_progress: _Progress = None,
    **conditions: Any,
) -> GameBatch:
    """Plays games and gives all their positions as arrays.

    Without agents moves are random. With agents they are those of a match under the conditions of :func:`agon.match`, such
    as ``random_plies=4`` and ``nodes=100``.
    """
    loaded = load(game)
    if not agents:
        if conditions:
            raise TypeError(f"random games take no {', '.join(conditions)}; name agents")
        return GameBatch(
            loaded, _native.random_arrays(loaded, games, seed, threads, boards, features, legal, on_progress)
        )
    played = match(
        loaded, *agents, games=games, seed=seed, threads=threads, keep_records=True, on_progress=on_progress, **conditions
    )
    return batch_of(played.records, boards=boards, features=features, legal=legal, game=loaded)


def batch_of(
    records: Iterable[Record],
    *,
    boards: bool = True,
    features: bool = False,
    legal: bool = False,
    game: Union[None, str, Game] = None,
) -> GameBatch:
    """The positions of recorded games of one game as arrays."""
    listed: List[Record] = list(records)
    if game is None:
        if not listed:
            raise ValueError("no records, and no game to know the size of a board from")
        game = listed[0].game
    loaded = load(game)
    return GameBatch(loaded, _native.record_arrays(loaded, listed, boards, features, legal))
