"""The doors to other frameworks: PettingZoo, Gymnasium."""

import warnings

import pytest

import agon

GAMES = ["tictactoe", "connect4", "reversi:6x6", "line:m=4,n=4,k=3,p=2", "blokus:mini", "blokus:duo"]


@pytest.mark.parametrize("spec", GAMES)
def test_pettingzoo_finds_nothing_wrong(spec):
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from pettingzoo.test import api_test, seed_test

    from agon.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Boards are planes of zeros and ones, not pictures, and come with the mask in a dict, as in PettingZoo's classics.
        for usual in ("Observation space for each agent probably should be", "Observation is not a NumPy array"):
            warnings.filterwarnings("ignore", message=usual)
        api_test(env(spec), num_cycles=200)
    seed_test(lambda: env(spec), num_cycles=20)


@pytest.mark.parametrize("spec", GAMES)
def test_a_game_in_pettingzoo_is_the_game(spec, chance):
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from agon.pettingzoo import AgonEnv

    environment = AgonEnv(spec)
    environment.reset()
    position = agon.game(spec).start()
    for agent in environment.agent_iter():
        observation, reward, over, _, _ = environment.last()
        if over:
            environment.step(None)
            continue
        assert agent == f"player_{position.to_move}" and reward == 0
        legal = sorted(position.actions())
        assert list(numpy.flatnonzero(observation["action_mask"])) == legal
        own = observation["observation"][0] if position.game.players == position.game.colors else None
        assert own is None or (own == (position.board() == 1 + position.to_move)).all()
        action = chance.choice(legal)
        position.play(action)
        environment.step(action)
        if position.is_over:
            total = sum(environment.rewards.values())
            assert abs(total) < 1e-9
            best = max(environment.rewards, key=environment.rewards.get)
            assert position.shares[int(best[-1])] == max(position.shares)


@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "reversi:6x6"])
def test_gymnasium_finds_nothing_wrong(spec):
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from gymnasium.utils.env_checker import check_env

    from agon.gymnasium import AgainstAgents

    for seat in (0, 1):
        check_env(AgainstAgents(spec, "random", seat=seat), skip_render_check=True)
        environment = AgainstAgents(spec, "mcts(simulations=20)", seat=seat, render_mode="ansi")
        ends = []
        for seed in range(3):
            _, info = environment.reset(seed=seed)
            over = False
            while not over:
                _, reward, over, _, info = environment.step(int(info["action_mask"].argmax()))
            ends.append((reward, environment.position.text))
        assert environment.position.is_over and environment.render()
        _, info = environment.reset(seed=0)
        over = False
        while not over:
            _, reward, over, _, info = environment.step(int(info["action_mask"].argmax()))
        assert (reward, environment.position.text) == ends[0], "the same seed gives the same game"


def test_seats_and_opponents_are_checked():
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from agon.gymnasium import AgainstAgents

    with pytest.raises(ValueError, match="seats 0 to 1"):
        AgainstAgents("tictactoe", seat=2)
    with pytest.raises(agon.AgonError, match="did you mean"):
        AgainstAgents("tictactoe", "randm")
