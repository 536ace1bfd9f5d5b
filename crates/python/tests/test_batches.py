"""Games as arrays, records and frames."""

import copy
import pickle

import pytest

import agon
from agon.batches import batch_of

numpy = pytest.importorskip("numpy")


@pytest.mark.parametrize("spec", ["reversi", "connect4", "blokus:mini", "line:m=5,n=4,k=3,p=2"])
def test_arrays_are_the_games_move_by_move(spec):
    game = agon.game(spec)
    batch = agon.self_play(game, games=30, seed=2, legal=True)
    assert batch.games == 30 and batch.boards.shape == (len(batch), *game.shape)
    assert batch.legal.shape == (len(batch), game.actions) and batch.legal.dtype == bool
    ends = list(batch.starts[1:]) + [len(batch)]
    for number, (begin, end) in enumerate(zip(batch.starts, ends)):
        position = game.start()
        for at in range(int(begin), int(end)):
            assert position.to_move == batch.to_move[at] and batch.game_of[at] == number
            assert (position.board() == batch.boards[at]).all()
            assert sorted(position.actions()) == list(numpy.flatnonzero(batch.legal[at]))
            assert batch.results[at] == pytest.approx(batch.shares[number, position.to_move])
            position.play(int(batch.actions[at]))
        assert position.is_over and position.points == list(batch.points[number])
        assert position.shares == pytest.approx(list(batch.shares[number]))


@pytest.mark.parametrize("spec", ["reversi", "connect4", "blokus:mini", "tictactoe"])
def test_positions_together_are_positions_alone(spec):
    positions = agon.Positions(spec, 40)
    alone = [positions[index] for index in range(40)]
    chance = numpy.random.default_rng(3)
    while len(positions.live):
        chosen = positions.pick(chance.random(len(positions.live)))
        legal = positions.legal()
        for index, action, mask in zip(positions.live, chosen, legal):
            assert sorted(alone[index].actions()) == list(numpy.flatnonzero(mask)) and mask[action]
            alone[index].play(int(action))
        positions.play(chosen)
        assert [-1 if position.is_over else position.to_move for position in alone] == list(positions.to_move)
        assert (positions.boards() == agon.boards(alone)).all()
    assert [position.points for position in alone] == positions.points.tolist()
    positions.restart([5, 7])
    assert list(positions.live) == [5, 7] and positions[5] == alone[5].game.start()
    positions.restart()
    assert len(positions.live) == 40


def test_a_wrong_move_among_many_plays_none():
    positions = agon.Positions("connect4", 3)
    for wrong, said in (([0, 1, 7], "position 2"), ([0, 1], "2 moves for 3"), ([0, 1, 2, 3], "4 moves for 3")):
        with pytest.raises(ValueError, match=said):
            positions.play(wrong)
    assert all(positions[index] == agon.game("connect4").start() for index in range(3))
    with pytest.raises(IndexError):
        positions.restart([3])
    assert [position.played for position in positions] == [[], [], []]


def test_threads_and_blocks_change_nothing():
    one, two = (agon.self_play("connect4", games=1300, seed=9, threads=threads) for threads in (1, 2))
    assert (one.actions == two.actions).all() and (one.starts == two.starts).all()
    points = [agon.random_games("reversi", 1300, seed=4, threads=threads) for threads in (1, 2)]
    assert (points[0] == points[1]).all() and points[0].shape == (1300, 2)
    assert (agon.random_games("reversi", 100, seed=5) != points[0][:100]).any()
    assert agon.random_games("reversi", 0).shape == (0, 2)
    assert len(agon.self_play("reversi", games=0)) == 0


def test_features_are_those_of_the_positions():
    game = agon.game("reversi")
    batch = agon.self_play(game, games=3, features=True, boards=False)
    assert batch.boards is None and batch.features.shape == (len(batch), len(game.feature_names))
    position, positions = game.start(), []
    for action in batch.actions[: int(batch.starts[1])]:
        positions.append(position.copy())
        position.play(int(action))
    assert (game.features(positions) == batch.features[: len(positions)]).all()
    with pytest.raises(agon.AgonError, match="no board features"):
        agon.self_play("blokus:duo", games=1, features=True)
    with pytest.raises(agon.AgonError, match="a position of"):
        game.features([agon.game("reversi:6x6").start()])


def test_self_play_of_agents_is_a_match():
    batch = agon.self_play("connect4", "mcts(simulations=20)", "random", games=6, random_plies=2)
    played = agon.match("connect4", "mcts(simulations=20)", "random", games=6, random_plies=2, keep_records=True)
    again = batch_of(played.records)
    assert (batch.actions == again.actions).all() and batch.games == 6
    assert [len(record.moves) for record in played.records] == list(numpy.diff([*batch.starts, len(batch)]))
    with pytest.raises(TypeError, match="name agents"):
        agon.self_play("connect4", games=6, random_plies=2)
    with pytest.raises(agon.AgonError, match="a record of"):
        batch_of(played.records, game="reversi")


def test_records_are_written_and_read(tmp_path):
    played = agon.match("reversi", "greedy", "random", games=5, random_plies=2, keep_records=True)
    path = tmp_path / "games.jsonl"
    agon.write_records(path, played.records)
    read = list(agon.records(path))
    assert read == played.records and [record.number for record in read] == [0, 1, 2, 3, 4]
    assert list(agon.records(path)) == read
    record = read[0]
    record.verify()
    end = record.replay()
    assert end.played == record.moves and end.points == record.points and end.shares == record.shares
    assert record.opening == 2 and record.agents and record.result
    assert agon.Record.from_json(record.json()) == record
    (tmp_path / "other.jsonl").write_text("not a record\n")
    with pytest.raises(OSError, match="other.jsonl"):
        agon.write_records(tmp_path / "other.jsonl", read)
    with pytest.raises(agon.AgonError, match="other.jsonl"):
        list(agon.records(tmp_path / "other.jsonl"))
    with pytest.raises(agon.AgonError, match="no such file"):
        list(agon.records(tmp_path / "nowhere.db"))
    # A loop that ends early leaves nobody waiting.
    for _ in agon.records(path):
        break


def test_records_and_results_are_frames(tmp_path):
    played = agon.match("reversi", "greedy", "random", games=4, keep_records=True)
    path = tmp_path / "games.jsonl"
    agon.write_records(path, played.records)
    frames = 0
    for library, method in (("pandas", "to_pandas"), ("polars", "to_polars")):
        try:
            __import__(library)
        except ImportError:
            with pytest.raises(ImportError, match=f"pip install {library}"):
                getattr(agon.records(path), method)()
            continue
        frames += 1
        frame = getattr(agon.records(path), method)()
        assert len(frame) == 4 and list(frame["agent_1"])[:2] == ["greedy", "random"]
        assert list(frame["plies"]) == [len(record.moves) for record in played.records]
        table = getattr(played, method)()
        assert list(table["spec"]) == ["greedy", "random"]
    if frames < 2:
        pytest.skip("pandas or polars is not installed")


def test_more_games_than_fit_are_refused_at_once():
    for many in (10**15, 10**18):
        with pytest.raises(MemoryError):
            agon.random_games("reversi", many)
        with pytest.raises(MemoryError):
            agon.self_play("tictactoe", games=many)


@pytest.mark.parametrize("actions, error", [
    ([0.5] * 3, TypeError),
    (["f5"] * 3, TypeError),
    (None, TypeError),
    ([[19] * 3], TypeError),
    ([-1] * 3, agon.AgonError),
    (numpy.array([2**32 + 19] * 3), agon.AgonError),
    ([19, 19], ValueError),
    ([19, 19, 0], agon.AgonError),
])
def test_what_is_not_an_action_plays_nothing(actions, error):
    """Numbers were once cut to 32 bits and to whole ones: another move was played."""
    positions = agon.Positions("reversi", 3)
    with pytest.raises(error):
        positions.play(actions)
    assert all(position.played == [] for position in positions)


@pytest.mark.parametrize("chances", [[-1.0] * 3, [1.5] * 3, [float("nan")] * 3, [0.5] * 2, [[0.5] * 3], 0.5])
def test_what_is_not_a_chance_picks_nothing(chances):
    """Those below zero once picked a move of another position."""
    with pytest.raises(ValueError, match="from 0 to 1"):
        agon.Positions("reversi", 3).pick(chances)


def test_one_picks_the_last_move_and_lists_will_do():
    positions = agon.Positions("reversi", 3)
    legal = positions[0].actions()
    assert list(positions.pick([0, 0.5, 1])) == [legal[0], legal[2], legal[3]]


def test_copies_and_pickles_of_positions_go_their_own_ways():
    """A copy once shared its positions with the original."""
    positions = agon.Positions("reversi", 3)
    positions.play([19, 26, 37])
    copies = [positions.copy(), copy.copy(positions), copy.deepcopy(positions), pickle.loads(pickle.dumps(positions))]
    for other in copies:
        assert [position.played for position in other] == [position.played for position in positions]
        other.play(other.pick([0, 0, 0]))
        other.restart([0])
    assert [position.played for position in positions] == [["d3"], ["c4"], ["f5"]]
    with pytest.raises(TypeError):
        positions.restart([0.5])
