"""Thousands of games as numpy arrays, played without a call of Python for each move."""

from __future__ import annotations

import operator
from typing import Any, Callable, Dict, Iterable, List, Optional, Union

from . import _native
from ._native import AgonError, Game, Position, Record
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


class Positions:
    """Many positions of one game that are played on together: a few calls for thousands of moves.

    >>> positions = agon.Positions("connect4", 1000)
    >>> chance = numpy.random.default_rng(1)
    >>> while len(positions.live):
    ...     positions.play(positions.pick(chance.random(len(positions.live))))
    """

    def __init__(self, game: Union[str, Game], count: int) -> None:
        self.game = load(game)
        self._batch = _native.PositionBatch(self.game, count)

    @property
    def live(self) -> Any:
        """The numbers of the positions that are not over, an array."""
        return self._batch.live

    def actions(self) -> Any:
        """For each live position how many legal moves it has, and all these moves in a row: two arrays."""
        return self._batch.actions()

    def legal(self) -> Any:
        """For each live position and each action whether it is legal: an array of booleans."""
        import numpy

        counts, actions = self._batch.actions()
        mask = numpy.zeros((len(counts), self.game.actions), dtype=bool)
        mask[numpy.repeat(numpy.arange(len(counts)), counts), actions] = True
        return mask

    def pick(self, chances: Any) -> Any:
        """A legal action for each live position: by numbers from 0 to 1, such as random ones."""
        import numpy

        counts, actions = self._batch.actions()
        chances = numpy.asarray(chances)
        if chances.shape != counts.shape or not ((chances >= 0) & (chances <= 1)).all():
            raise ValueError(f"a number from 0 to 1 is wanted for each of the {len(counts)} live positions")
        counts = counts.astype("int64")
        picked = numpy.minimum((chances * counts).astype("int64"), counts - 1)
        return actions[counts.cumsum() - counts + picked]

    def play(self, actions: Any) -> None:
        """Plays an action in each live position. An illegal one raises :class:`AgonError`, and none is played."""
        import numpy

        given = numpy.asarray(actions)
        if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
            raise TypeError(f"an action for each live position is wanted, all of them whole numbers, not {actions!r}")
        outside = (given < 0) | (given > numpy.iinfo(numpy.uint32).max)
        if outside.any():
            raise AgonError(f"{given[outside][0]} is not the number of a move")
        self._batch.play_bytes(given.astype(numpy.uint32).tobytes())

    def restart(self, indices: Any = None) -> None:
        """Puts positions back to the start of the game: all of them, or those with these numbers."""
        self._batch.restart(None if indices is None else [operator.index(index) for index in indices])

    @property
    def to_move(self) -> Any:
        """Who is to move in each position; -1 where the game is over."""
        return self._batch.to_move

    @property
    def points(self) -> Any:
        """The points of each player in each position; zeros where the game is not over."""
        return self._batch.points

    def boards(self) -> Any:
        """The boards, an array of positions, rows and columns."""
        return self._batch.boards()

    def copy(self) -> Positions:
        """The same positions once more, to be played on by themselves."""
        other = object.__new__(Positions)
        other.game, other._batch = self.game, self._batch.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Positions:
        return self.copy()

    def __reduce__(self) -> Any:
        return _unpickled, (self.game, [self[index] for index in range(len(self))])

    def __len__(self) -> int:
        return len(self._batch)

    def __getitem__(self, index: int) -> Position:
        return self._batch[index]

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.game.spec}>"


def _unpickled(game: Game, positions: List[Position]) -> Positions:
    """Positions as they were pickled."""
    made = Positions(game, len(positions))
    made._batch.adopt(positions)
    return made


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
