"""Any game of Agon as an environment of Gymnasium: one player learns, agents of Agon play the others.

>>> from agon.gymnasium import AgainstAgents
>>> environment = AgainstAgents("connect4", "mcts(simulations=100)", seat=0)
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple, Union

import gymnasium
import numpy
from gymnasium import spaces

from ._native import Agent, Game
from .observing import Planes, legal_mask, rewards
from .players import game as load
from .players import spec_of


class AgainstAgents(gymnasium.Env):  # type: ignore[type-arg]
    """The learner sits on ``seat``; ``opponent`` is any agent, also one written in Python.

    Observations are those of :class:`agon.pettingzoo.AgonEnv`, and ``info["action_mask"]`` repeats the mask. An illegal
    action loses the game. Everything random follows from the seed of ``reset``.
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        game: Union[str, Game] = "tictactoe",
        opponent: Any = "random",
        *,
        seat: int = 0,
        render_mode: Optional[str] = None,
    ) -> None:
        self.game = load(game)
        if not 0 <= seat < self.game.players:
            raise ValueError(f"{self.game.spec} has seats 0 to {self.game.players - 1}, not {seat}")
        self.seat, self.render_mode = seat, render_mode
        self.opponent = Agent(spec_of(opponent))
        self.game.check(self.opponent.spec)
        self._planes = Planes(self.game)
        self.observation_space = spaces.Dict({
            "observation": spaces.Box(0, 1, self._planes.shape, numpy.int8),
            "action_mask": spaces.Box(0, 1, (self.game.actions,), numpy.int8),
        })
        self.action_space = spaces.Discrete(self.game.actions)
        self.position = self.game.start()

    def _seen(self) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        mine = self.position.to_move == self.seat
        empty = numpy.zeros(self.game.actions, dtype=numpy.int8)
        mask = legal_mask(self.position, self.game.actions) if mine else empty
        return {"observation": self._planes.of(self.position, self.seat), "action_mask": mask}, {"action_mask": mask}

    def _let_others_move(self) -> None:
        while not self.position.is_over and self.position.to_move != self.seat:
            seed = int(self.np_random.integers(2**63))
            self.position.play(self.opponent.choose(self.position, seed=seed))

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        super().reset(seed=seed)
        self.position = self.game.start()
        self.opponent.new_game()
        self._let_others_move()
        return self._seen()

    def step(self, action: int) -> Tuple[Dict[str, Any], float, bool, bool, Dict[str, Any]]:
        if self.position.is_over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset()")
        if int(action) not in self.position.actions():
            observation, info = self._seen()
            return observation, -1.0, True, False, {**info, "illegal": True}
        self.position.play(int(action))
        self._let_others_move()
        observation, info = self._seen()
        return observation, rewards(self.position)[self.seat], self.position.is_over, False, info

    def render(self) -> Optional[str]:  # type: ignore[override]
        if self.render_mode is None:
            return None
        return self.position.svg() if self.render_mode == "svg" else str(self.position)
