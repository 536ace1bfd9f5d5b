"""OpenSpiel: its own games agree with ours move by move, and its algorithms play ours."""

import pytest

import agon

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

#: A thousand games of each is what the package was checked with; fewer do in every run.
GAMES = 1000


@pytest.mark.parametrize("ours, theirs", [("reversi", "othello"), ("connect4", "connect_four"), ("tictactoe", "tic_tac_toe")])
def test_a_thousand_random_games_agree_move_by_move(ours, theirs, chance):
    game, other = agon.game(ours), pyspiel.load_game(theirs)
    for _ in range(GAMES):
        position, state = game.start(), other.new_initial_state()
        while not state.is_terminal():
            assert position.to_move == state.current_player()
            actions = sorted(position.actions())
            assert actions == state.legal_actions(), f"{state}\n{position}"
            action = chance.choice(actions)
            position.play(action)
            state.apply_action(action)
        assert position.is_over
        wins = [2 * share - 1 for share in position.shares]
        assert wins == state.returns()


@pytest.mark.parametrize("ours, theirs", [("reversi", "othello"), ("connect4", "connect_four"), ("tictactoe", "tic_tac_toe")])
def test_the_adapter_agrees_with_their_games(ours, theirs, chance):
    import agon.open_spiel

    game, other = agon.open_spiel.load(ours), pyspiel.load_game(theirs)
    assert game.num_distinct_actions() == other.num_distinct_actions() and game.num_players() == other.num_players()
    for _ in range(20):
        one, two = game.new_initial_state(), other.new_initial_state()
        while not two.is_terminal():
            assert one.current_player() == two.current_player() and one.legal_actions() == two.legal_actions()
            action = chance.choice(two.legal_actions())
            one = one.clone()
            one.apply_action(action)
            two.apply_action(action)
        assert one.is_terminal() and one.returns() == two.returns() and one.history() == two.history()


def test_their_algorithms_play_our_games():
    import agon.open_spiel
    from open_spiel.python.algorithms import mcts, minimax

    import numpy

    value, _ = minimax.alpha_beta_search(agon.open_spiel.load("tictactoe"))
    assert value == 0
    game = pyspiel.load_game("agon", {"game": "reversi:4x4"})
    evaluator = mcts.RandomRolloutEvaluator(2, numpy.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 20, evaluator, random_state=numpy.random.RandomState(2))
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.tensor.sum() > 0 and observer.string_from(state, 0) == str(state)
