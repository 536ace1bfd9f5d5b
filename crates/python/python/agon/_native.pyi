"""The native half of ``agon``."""

import os
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

__version__: str

_Progress = Optional[Callable[[float, float, str], object]]
_Time = Union[None, str, float]
_Path = Union[str, "os.PathLike[str]"]

class AgonError(ValueError):
    """Something that Agon was told is wrong; the message says what, where, and what could stand there."""

class Game:
    """A game: its rules, and what is known for it."""

    def __new__(cls, spec: str) -> "Game": ...
    @property
    def spec(self) -> str:
        """The spec, in its shortest form."""
    @property
    def players(self) -> int: ...
    def player_name(self, player: int) -> str:
        """What players call the one on this seat, such as ``Black``."""
    @property
    def actions(self) -> int:
        """Every number of a move is below this."""
    def action(self, mv: str) -> int:
        """The number of a move."""
    def move_of(self, action: int) -> str:
        """The move of a number."""
    @property
    def shape(self) -> Tuple[int, int]:
        """Rows and columns of the board."""
    @property
    def colors(self) -> int:
        """How many colours of pieces there are."""
    def start(self) -> "Position":
        """The position in which the game begins."""
    def position(self, text: Optional[str] = None, *, moves: Optional[str] = None) -> "Position":
        """A position by its text, or by the moves that lead to it."""
    def agents(self) -> List[Dict[str, Any]]:
        """The agents that can play it: name, summary, example, options."""
    def evaluators(self) -> List[Dict[str, Any]]:
        """The evaluators that know it: name, summary, options."""
    @property
    def strongest(self) -> str:
        """The spec of its strongest agent."""
    def analyst(self, *, exact: bool = False, every_move: bool = True, threads: int = 1) -> str:
        """The spec of the agent that analyses its positions."""
    def check(self, agent: str) -> None:
        """Raises an error that points at the wrong word unless the spec names an agent that can play the game."""
    def perft(self, depth: int, *, threads: int = 1) -> int:
        """Counts the leaves of the game tree."""
    @property
    def feature_names(self) -> List[str]:
        """What models of this game look at; empty if there are none."""
    def features(self, positions: Sequence["Position"]) -> Any:
        """These numbers for each position, as the side to move sees it: an array of float64."""
    def values(self, evaluator: str, positions: Sequence["Position"]) -> List[float]:
        """What an evaluator gives each position for the side to move, in points."""

class Position:
    """A position of a game, with the moves that led to it. ``play`` changes it; ``after`` and ``copy`` make another."""

    @property
    def game(self) -> Game: ...
    @property
    def to_move(self) -> Optional[int]:
        """The player to move, counted from 0; ``None`` when the game is over."""
    @property
    def is_over(self) -> bool: ...
    @property
    def points(self) -> Optional[List[int]]:
        """The points of each player when the game is over."""
    @property
    def shares(self) -> Optional[List[float]]:
        """Each player's share of the win when the game is over."""
    def legal(self) -> Tuple[str, ...]:
        """The legal moves; none when the game is over."""
    def actions(self) -> Tuple[int, ...]:
        """The numbers of the legal moves, in the same order; none when the game is over."""
    def play(self, mv: Union[str, int], /) -> None:
        """Plays a move. An illegal one raises :class:`AgonError` and changes nothing."""
    def step(self, mv: Union[str, int], /) -> Tuple[int, ...]:
        """Plays a move and gives the numbers of the moves that are legal then."""
    def after(self, mv: Union[str, int]) -> "Position":
        """The position after a move; this one stays as it is."""
    def undo(self, plies: int = 1) -> None:
        """Takes moves back."""
    @property
    def played(self) -> List[str]:
        """The moves that led here, as far as they are known."""
    @property
    def plies_left(self) -> Optional[int]:
        """No game goes on for more plies than this, passes not counted; ``None`` if nothing is known."""
    def copy(self) -> "Position": ...
    @property
    def text(self) -> str:
        """The position as text, which :meth:`Game.position` reads."""
    @property
    def key(self) -> int:
        """A number that tells it from other positions of the same game."""
    def board(self) -> Any:
        """The cells as an array of int8, rows from the top: 0 is empty, n holds colour n - 1, -1 is outside the board, -2 - n is
        a free cell of meaning to colour n."""
    def svg(self, *, marked: Optional[Sequence[int]] = None) -> str:
        """A picture, with the last move marked, or these cells."""

class PositionBatch:
    """Positions of one game that are played on together."""

    def __new__(cls, game: Game, count: int) -> "PositionBatch": ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Position: ...
    def copy(self) -> "PositionBatch": ...
    def adopt(self, positions: Sequence[Position]) -> None: ...
    @property
    def live(self) -> Any:
        """The numbers of the positions that are not over."""
    def actions(self) -> Tuple[Any, Any]:
        """How many legal moves each position that is not over has, and the numbers of all these moves in a row."""
    def play_bytes(self, bytes: bytes) -> None: ...
    def restart(self, indices: Optional[Sequence[int]] = None) -> None:
        """Puts positions back to the start of the game: all of them, or those with these numbers."""
    @property
    def to_move(self) -> Any:
        """Who is to move in each position; -1 where the game is over."""
    @property
    def points(self) -> Any:
        """The points of each player in each position; zeros where the game is not over."""
    def boards(self) -> Any:
        """The boards, an array of positions, rows and columns."""

class Agent:
    """An agent: it chooses moves of positions of any game that it can play."""

    def __new__(cls, spec: str) -> "Agent": ...
    @property
    def spec(self) -> str: ...
    def choose(
        self, position: Position, *, seed: int = 1, depth: Optional[int] = None, nodes: Optional[int] = None,
        time: _Time = None,
    ) -> str:
        """The move that it plays. Limits hold where its spec has none; a time is ``"250ms"`` or a number of seconds."""
    def think(
        self, position: Position, *, seed: int = 1, depth: Optional[int] = None, nodes: Optional[int] = None,
        time: _Time = None, on_progress: _Progress = None,
    ) -> "Choice":
        """The move that it plays, with what it found out."""
    def new_game(self) -> None:
        """Forgets what it has learned of the last game."""

class Choice:
    """What an agent has found out about a position."""

    @property
    def move(self) -> str: ...
    @property
    def value(self) -> Optional[float]:
        """For the side to move; ``unit`` says what it counts."""
    @property
    def unit(self) -> str: ...
    @property
    def words(self) -> Optional[str]:
        """The value as people say it: ``+4 points``."""
    @property
    def exact(self) -> bool:
        """Whether the value is the proven result of perfect play."""
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def line(self) -> List[str]:
        """The expected line of play, the move first."""
    @property
    def moves(self) -> List[Tuple[str, float, bool]]:
        """Moves with their values, the best first, and whether a value is only known to be an upper bound."""

class Thinking:
    """What an agent written in Python may use for a move."""

    @property
    def seed(self) -> int:
        """Everything random is to follow from it."""
    @property
    def depth(self) -> Optional[int]: ...
    @property
    def nodes(self) -> Optional[int]: ...
    @property
    def time(self) -> Optional[float]:
        """In seconds."""

class Record:
    """A game that was played."""

    @staticmethod
    def from_json(line: str) -> "Record": ...
    @property
    def game(self) -> str: ...
    @property
    def agents(self) -> List[str]: ...
    @property
    def moves(self) -> List[str]: ...
    @property
    def start(self) -> Optional[str]:
        """The position before the first move, where it is not the usual one."""
    @property
    def opening(self) -> int:
        """So many of the first moves belong to the opening."""
    @property
    def event(self) -> Optional[str]: ...
    @property
    def number(self) -> Optional[int]: ...
    @property
    def round(self) -> Optional[int]: ...
    @property
    def seed(self) -> Optional[int]: ...
    @property
    def date(self) -> Optional[str]: ...
    @property
    def points(self) -> Optional[List[int]]: ...
    @property
    def shares(self) -> Optional[List[float]]:
        """Each seat's share of the win."""
    @property
    def result(self) -> str:
        """How it ended, as people write it."""
    def json(self) -> str:
        """The record as a line of JSON."""
    def replay(self) -> Position:
        """Its last position, from which moves can be taken back."""
    def verify(self) -> None:
        """Plays it again and raises an error if the end is not as recorded."""

class RecordReader(Iterator[Record]):
    def __iter__(self) -> "RecordReader": ...
    def __next__(self) -> Record: ...

def games() -> List[Dict[str, Any]]:
    """The families of games, with specs to try."""

def boards(positions: Sequence[Position]) -> Any:
    """The boards of positions of one game: an array of positions, rows and columns."""

def choice_of(fields: Any) -> Choice: ...
def position_of(spec: str, start: Optional[str], moves: List[str]) -> Position: ...
def register_agent(name: str, maker: Callable[[], Any], wants_limits: bool) -> None: ...
def register_evaluator(name: str, function: Callable[[Position, int], float]) -> None: ...
def door_spec(name: str) -> str: ...
def with_argument(spec: str, key: str, value: str) -> str: ...
def work() -> None:
    """Does jobs for another process; what ``cluster`` starts."""

def play_match(
    game: Game, agents: List[str], settings: Dict[str, Any], on_progress: _Progress
) -> Tuple[str, str, List[Record]]: ...
def random_points(game: Game, games: int, seed: int, threads: int, progress: _Progress) -> Any: ...
def random_arrays(
    game: Game, games: int, seed: int, threads: int, boards: bool, features: bool, legal: bool, progress: _Progress
) -> Dict[str, Any]: ...
def record_arrays(
    game: Game, records: List[Record], boards: bool, features: bool, legal: bool
) -> Dict[str, Any]: ...
def read_records(paths: List[str], game: str, event: Optional[str]) -> RecordReader: ...
def write_records(path: _Path, records: List[Record], force: bool) -> None: ...
def recipes() -> List[Dict[str, Any]]: ...
def train(name: str, settings: Dict[str, Any], on_progress: _Progress) -> Tuple[str, str]: ...
def papers() -> List[Dict[str, Any]]: ...
def paper_table(key: str, table: str, settings: Dict[str, Any], on_progress: _Progress) -> Tuple[str, str, str]: ...
