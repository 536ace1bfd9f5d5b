"""What an agent of another framework sees of a position: planes of cells, and which actions are legal."""

from __future__ import annotations

from typing import Any, List

import numpy

from ._native import Game, Position


class Planes:
    """A board as planes of zeros and ones, one for each colour of pieces, the observer's own colours first.

    The last plane has the cells that are part of the board.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        rows, columns = game.shape
        #: Colours are as many as players, or twice as many where everybody has two.
        self.colors = game.colors
        self.shape = (self.colors + 1, rows, columns)

    def of(self, position: Position, player: int) -> Any:
        """The planes as a player sees them."""
        board = position.board()
        colors = [(player + index) % self.colors for index in range(self.colors)]
        return numpy.stack([board == 1 + color for color in colors] + [board != -1]).astype(numpy.int8)


def legal_mask(position: Position, actions: int) -> Any:
    """A one for each legal action."""
    mask = numpy.zeros(actions, dtype=numpy.int8)
    mask[list(position.actions())] = 1
    return mask


def rewards(position: Position) -> List[float]:
    """What each player gets at the end: 1 for a win, together with the others' zero; zeros before it."""
    players = position.game.players
    shares = position.shares
    if shares is None:
        return [0.0] * players
    if players == 1:
        return [shares[0]]
    return [(players * share - 1.0) / (players - 1.0) for share in shares]
