"""Agon for Python: play, analyse, train and compare players of board games.

Games, agents and evaluators have the names of the ``agon`` command:

>>> import agon
>>> position = agon.game("reversi").start()
>>> position.play("f5")
>>> choice = agon.agent("alphabeta(depth=3)").think(position)
>>> result = agon.match("reversi", "greedy", "random", games=20)

A move is a text such as ``"f5"``, or its number (an *action*), which means the same in every position of the game.
Positions show themselves as pictures in notebooks. Whatever thinks does so without the interpreter's lock, and Ctrl-C
ends it.
"""

from __future__ import annotations

from ._native import (
    Agent,
    AgonError,
    Choice,
    Game,
    Position,
    Record,
    Thinking,
    __version__,
    boards,
    games,
)
from .batches import GameBatch, Positions, random_games, self_play
from .contests import MatchResult, match
from .learning import PaperTable, Training, paper_table, papers, recipes, train
from .players import agent, analyze, evaluator, game
from .recorded import Records, records, write_records

__all__ = [
    "Agent",
    "AgonError",
    "Choice",
    "Game",
    "GameBatch",
    "MatchResult",
    "PaperTable",
    "Position",
    "Positions",
    "Record",
    "Records",
    "Thinking",
    "Training",
    "__version__",
    "agent",
    "analyze",
    "boards",
    "evaluator",
    "game",
    "games",
    "match",
    "paper_table",
    "papers",
    "random_games",
    "recipes",
    "records",
    "self_play",
    "train",
    "write_records",
]
