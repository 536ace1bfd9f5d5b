"""Games and agents by their specs, and what is written in Python under a name of its own."""

from __future__ import annotations

import inspect
import threading
from typing import Any, Callable, Dict, Optional, Tuple, Union

from . import _native
from ._native import Agent, Choice, Game, Position

_NAMES: Dict[Tuple[str, str], Any] = {}
_LOCK = threading.Lock()


def game(spec: Union[str, Game]) -> Game:
    """The game that a spec names, such as ``"reversi:6x6"`` or ``"connect4"``; ``agon.games()`` lists them."""
    if isinstance(spec, Game):
        return spec
    if not isinstance(spec, str):
        raise TypeError(f"a game is a spec such as 'connect4', or an agon.Game, not {spec!r}")
    return Game(spec)


def _named(kind: str, written: Any, name: Optional[str]) -> str:
    """A name for what is written in Python: the one given, or its own, told apart from others of the same name."""
    with _LOCK:
        if name is not None:
            _NAMES[kind, name] = written
            return name
        own = getattr(written, "__name__", type(written).__name__).strip("<>")
        candidate, number = own, 1
        while _NAMES.get((kind, candidate), written) is not written:
            number += 1
            candidate = f"{own}-{number}"
        _NAMES[kind, candidate] = written
        return candidate


def evaluator(function: Callable[[Position, int], float], name: Optional[str] = None) -> str:
    """Makes an evaluator known to all searches and returns its spec, ``python(NAME)``.

    ``function(position, player)`` gives the value of an unfinished position for a player, in points; an object with a
    method ``value`` will do as well. It is called for every position that a search values, from any thread.
    """
    call = function if callable(function) else getattr(function, "value", None)
    if not callable(call):
        raise TypeError("an evaluator is a function of a position and a player, or an object with a method value")
    known = _named("evaluator", function, name)
    _native.register_evaluator(known, call)
    return _native.door_spec(known)


def _positional(function: Callable[..., Any]) -> int:
    """How many arguments a function takes by their places."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return 2
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(parameter.kind in by_place for parameter in parameters)


def spec_of(player: Any, name: Optional[str] = None) -> str:
    """The spec of an agent: a text, an :class:`Agent`, or a class or object with a method ``choose``."""
    if isinstance(player, str):
        return player
    if isinstance(player, Agent):
        return player.spec
    choose = getattr(player, "choose", None)
    if not callable(choose):
        raise TypeError(f"an agent is a spec, or a class or object with a method choose, not {player!r}")
    is_class = inspect.isclass(player)
    known = _named("agent", player, name)
    wants_limits = _positional(choose) - is_class >= 2
    _native.register_agent(known, player if is_class else (lambda: player), wants_limits)
    return _native.door_spec(known)


def agent(
    spec: Any,
    *,
    eval: Optional[Union[str, Callable[[Position, int], float]]] = None,
    name: Optional[str] = None,
) -> Agent:
    """An agent by its spec, such as ``"mcts(time=1s)"``, or one that is written in Python.

    A class with a method ``choose(position)`` is made once for each thread and seat; an object serves all of them. It
    returns a legal move, as text or as its number. A second argument gets an :class:`agon.Thinking` with the seed and the
    limits. A method ``new_game()``, if there is one, is called before each game of a match.

    ``eval`` gives a search another evaluator: a spec, or a function of a position and a player.
    """
    text = spec_of(spec, name)
    if eval is not None:
        value = eval if isinstance(eval, str) else evaluator(eval)
        text = _native.with_argument(text, "eval", value)
    return Agent(text)


def analyze(
    position: Position,
    *,
    agent: Optional[Any] = None,
    exact: bool = False,
    every_move: bool = True,
    threads: int = 1,
    seed: int = 1,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    time: Union[None, str, float] = None,
    on_progress: Optional[Callable[[float, float, str], object]] = None,
) -> Choice:
    """The best moves of a position with their values, as ``agon analyze`` finds them.

    The strongest agent of the game looks at it, for a second unless there are limits; ``exact`` searches to the end of
    the game.
    """
    if not isinstance(position, Position):
        raise TypeError(f"analyze wants a position, such as agon.game('reversi').start(), not {position!r}")
    text = spec_of(agent) if agent is not None else position.game.analyst(
        exact=exact, every_move=every_move, threads=threads
    )
    if not exact and agent is None and depth is None and nodes is None and time is None:
        time = 1.0
    return Agent(text).think(position, seed=seed, depth=depth, nodes=nodes, time=time, on_progress=on_progress)
