"""Games of Agon for the algorithms of OpenSpiel, by its Python game interface.

>>> import agon.open_spiel
>>> game = agon.open_spiel.load("reversi:6x6")        # or pyspiel.load_game("agon", {"game": "connect4"})
>>> state = game.new_initial_state()

Actions are the numbers of moves, which are those of OpenSpiel's own Othello, Connect Four and tic-tac-toe. Returns are 1
for a win, and together zero.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy
import pyspiel

from ._native import Position
from .observing import Planes, rewards
from .players import game as load_agon

_TYPE = pyspiel.GameType(
    short_name="agon",
    long_name="Games of Agon",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "tictactoe"},
)


class AgonGame(pyspiel.Game):
    """A game, named by its spec in the parameter ``game``."""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        params = dict(params or {})
        self.agon = load_agon(params.get("game", "tictactoe"))
        start = self.agon.start()
        # Passes are not among the plies left; there are at most as many as other moves.
        longest = 2 * (start.plies_left or 5_000)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.agon.actions,
            max_chance_outcomes=0,
            num_players=self.agon.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> "AgonState":
        return AgonState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "AgonObserver":
        if params:
            raise ValueError(f"observers of agon take no parameters, not {params}")
        return AgonObserver(self)


class AgonState(pyspiel.State):
    """A position of a game."""

    def __init__(self, game: AgonGame) -> None:
        super().__init__(game)
        self.position: Position = game.agon.start()

    def current_player(self) -> int:
        player = self.position.to_move
        return pyspiel.PlayerId.TERMINAL if player is None else player

    def _legal_actions(self, player: int) -> List[int]:
        return sorted(self.position.actions())

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.move_of(action)

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> List[float]:
        return rewards(self.position)

    def __str__(self) -> str:
        return str(self.position)


class AgonObserver:
    """What a player sees: the planes of :class:`agon.observing.Planes`."""

    def __init__(self, game: AgonGame) -> None:
        self._planes = Planes(game.agon)
        self.tensor = numpy.zeros(int(numpy.prod(self._planes.shape)), dtype=numpy.float32)
        self.dict = {"observation": self.tensor.reshape(self._planes.shape)}

    def set_from(self, state: AgonState, player: int) -> None:
        """Writes what a player sees of a state to the tensor."""
        self.dict["observation"][:] = self._planes.of(state.position, player)

    def string_from(self, state: AgonState, player: int) -> str:
        """The board as text."""
        return str(state.position)


pyspiel.register_game(_TYPE, AgonGame)


def load(spec: str) -> AgonGame:
    """The game that a spec names, such as ``reversi:6x6``, for OpenSpiel."""
    return AgonGame({"game": load_agon(spec).spec})
