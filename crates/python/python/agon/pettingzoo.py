"""Any game of Agon as an environment of PettingZoo: agents take turns (AEC).

>>> from agon.pettingzoo import env
>>> environment = env("connect4")
>>> environment.reset(seed=1)
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Union

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Game
from .observing import Planes, legal_mask, rewards
from .players import game as load


def env(game: Union[str, Game] = "tictactoe", *, render_mode: Optional[str] = None) -> AECEnv:
    """The environment with the usual wrappers: an illegal move loses the game."""
    wrapped = wrappers.TerminateIllegalWrapper(AgonEnv(game, render_mode=render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class AgonEnv(AECEnv):
    """A game between ``player_0``, ``player_1`` and so on.

    An observation has the planes of :class:`agon.observing.Planes` and the mask of legal actions; actions are the numbers of
    moves. At the end winners get 1 and losers lose as much together; draws are worth 0.
    """

    def __init__(self, game: Union[str, Game] = "tictactoe", *, render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.game = load(game)
        self.metadata = {
            "name": f"agon_{self.game.spec}", "render_modes": ["ansi", "human", "svg"], "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self._planes = Planes(self.game)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        observed = spaces.Dict({
            "observation": spaces.Box(0, 1, self._planes.shape, numpy.int8),
            "action_mask": spaces.Box(0, 1, (self.game.actions,), numpy.int8),
        })
        self.observation_spaces = {agent: observed for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self.position = self.game.start()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Dict[str, Any]:
        seat = self.possible_agents.index(agent)
        if self.position.to_move == seat:
            mask = legal_mask(self.position, self.game.actions)
        else:
            mask = numpy.zeros(self.game.actions, dtype=numpy.int8)
        return {"observation": self._planes.of(self.position, seat), "action_mask": mask}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        self.position = self.game.start()
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.to_move or 0]

    def step(self, action: Optional[int]) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        self.position.play(int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[mover] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards(self.position)))
        if self.position.is_over:
            self.terminations = {agent: True for agent in self.agents}
            following = (self.possible_agents.index(mover) + 1) % len(self.possible_agents)
        else:
            following = self.position.to_move or 0
        self.agent_selection = self.possible_agents[following]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        if self.render_mode == "svg":
            return self.position.svg()
        if self.render_mode == "human":
            print(self.position)
            return None
        return str(self.position)

    def close(self) -> None:
        pass
