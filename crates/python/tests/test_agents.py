"""Agents and evaluators by spec and in Python, analysis, matches."""

import math
import pickle
import signal
import subprocess
import sys
import textwrap
import threading

import pytest

import agon


class First:
    """Plays the first legal move."""

    def choose(self, position):
        return position.legal()[0]


class LastNumber:
    """Plays the last legal move by its number, and counts games."""

    games = 0

    def new_game(self):
        LastNumber.games += 1

    def choose(self, position, thinking):
        assert isinstance(thinking, agon.Thinking) and isinstance(thinking.seed, int)
        return position.actions()[-1]


def discs(position, player):
    """Own discs less the opponent's, as `material` counts them."""
    board = position.board()
    return float((board == 1 + player).sum()) - float((board == 2 - player).sum())


def test_an_agent_chooses_and_says_what_it_found():
    position = agon.game("connect4").position(moves="44")
    agent = agon.agent("alphabeta(depth=5)")
    choice = agent.think(position)
    assert choice.move in position.legal() and choice.line[0] == choice.move
    assert choice.depth == 5 and choice.nodes > 0 and choice.unit and choice.words in repr(choice)
    assert choice.moves[0][1] == choice.value
    assert agent.choose(position) == choice.move
    assert agent.choose(agon.game("reversi").start()) in agon.game("reversi").start().legal()
    assert agent.choose(position, seed=2, depth=1) in position.legal()


def test_the_same_seed_gives_the_same_move():
    position = agon.game("reversi").start()
    moves = [agon.agent("mcts(simulations=200)").think(position, seed=5).moves for _ in range(2)]
    assert moves[0] == moves[1]


def test_an_agent_refuses_what_it_cannot_play():
    with pytest.raises(agon.AgonError, match="two players"):
        agon.agent("alphabeta(depth=2)").choose(agon.game("blokus").start())
    over = agon.game("tictactoe").position(moves="a1 b1 a2 b2 a3")
    with pytest.raises(agon.AgonError, match="over"):
        agon.agent("random").choose(over)
    with pytest.raises(TypeError, match="method choose"):
        agon.agent(7)


def test_analysis_proves_and_limits_hold():
    position = agon.game("tictactoe").position(moves="a1 b2 a3")
    choice = agon.analyze(position, exact=True)
    assert choice.exact and choice.move == "a2" and choice.words == "draw"
    assert agon.analyze(agon.game("connect4").start(), depth=3).depth == 3
    assert agon.analyze(agon.game("connect4").start(), agent=First).move == "1"


def test_agents_written_in_python_play_matches():
    LastNumber.games = 0
    result = agon.match("connect4", First, LastNumber, games=4)
    assert result.games == 4 and [agent["spec"] for agent in result.agents] == ["python(First)", "python(LastNumber)"]
    assert LastNumber.games == 4 and not any(agent["forfeits"] for agent in result.agents)
    again = agon.match("connect4", First(), LastNumber(), games=4)
    assert [agent["wins"] for agent in again.agents] == [agent["wins"] for agent in result.agents]
    assert "python(First)" in str(result) and "games" in repr(result)


def test_an_evaluator_in_python_plays_like_ours():
    spec = agon.evaluator(discs, name="discs")
    assert spec == "python(discs)"
    game = agon.game("reversi:6x6")
    position = game.start()
    positions = [position.copy()]
    for _ in range(8):
        position.play(position.legal()[0])
        positions.append(position.copy())
    assert game.values(spec, positions) == game.values("material", positions)
    for at in positions:
        ours, theirs = (agon.agent(f"alphabeta(depth=2, eval={eval})").think(at) for eval in ("material", spec))
        assert (ours.move, ours.value, ours.nodes) == (theirs.move, theirs.value, theirs.nodes)
    by_name = agon.agent("alphabeta(depth=2)", eval=discs)
    assert by_name.spec == "alphabeta(depth=2, eval=python(discs))"
    result = agon.match("reversi:6x6", by_name, "random", games=4, random_plies=2)
    assert result.games == 4


def test_what_python_raises_is_raised():
    def broken(position, player):
        raise ZeroDivisionError("no value")

    class Illegal:
        def choose(self, position):
            return "a1"

    class Nothing:
        def choose(self, position):
            return None

    class Unmade:
        def __init__(self):
            raise KeyError("not made")

        def choose(self, position):
            return "a1"

    start = agon.game("reversi").start()
    with pytest.raises(ZeroDivisionError, match="no value"):
        agon.agent("alphabeta(depth=4)", eval=broken).think(start)
    with pytest.raises(ZeroDivisionError, match="no value"):
        agon.match("reversi", agon.agent("greedy", eval=broken), "random", games=10, threads=2)
    with pytest.raises(ValueError, match="nan"):
        agon.agent("greedy", eval=lambda position, player: math.nan).think(start)
    with pytest.raises(TypeError):
        agon.agent("greedy", eval=lambda position, player: "much").think(start)
    with pytest.raises(TypeError, match="choose gives a move"):
        agon.match("reversi", Nothing, "random", games=2)
    with pytest.raises(agon.AgonError, match="not made"):
        agon.match("reversi", Unmade, "random", games=2)
    # An illegal move is the agent's loss, as in any match.
    assert agon.match("reversi", Illegal, "random", games=2).agents[0]["forfeits"] == 2
    with pytest.raises(agon.AgonError, match="written in Python"):
        agon.agent("python(nobody)").choose(start)


def test_names_of_different_functions_differ():
    one, other = (lambda position, player: 1.0), (lambda position, player: 2.0)
    first, second = agon.evaluator(one), agon.evaluator(other)
    assert first != second and agon.evaluator(one) == first
    start = [agon.game("reversi").start()]
    assert [agon.game("reversi").values(spec, start) for spec in (first, second)] == [[1.0], [2.0]]


def test_a_match_has_statistics_frames_and_progress():
    told = []
    result = agon.match(
        "reversi", "greedy", "random", games=200, seed=3, random_plies=4, threads=2, keep_records=True,
        on_progress=lambda done, of, note: told.append((done, of, note)),
    )
    first, second = result.agents
    assert first["wins"] + first["draws"] + first["losses"] == 200 == len(result.records)
    low, high = first["score_interval"]
    assert low <= first["score"] <= high and abs(first["score"] + second["score"] - 1) < 1e-9
    assert told[-1][:2] == (200.0, 200.0) and "score" in told[-1][2]
    alone = agon.match("reversi", "greedy", "random", games=200, seed=3, random_plies=4)
    assert alone.agents[0]["score"] == first["score"], "threads change nothing"
    swept = agon.match("tictactoe", "alphabeta(depth=9)", First, games=2)
    assert isinstance(swept.agents[0]["elo"]["value"], float)
    decided = agon.match("reversi", "greedy", "random", games=5000, random_plies=4, sprt=(0, 200))
    assert decided.sprt["verdict"] != "open" and decided.games < 5000


def test_a_listener_that_raises_ends_the_match():
    def stop(done, of, note):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        agon.match("reversi", "mcts(simulations=50)", "random", games=100000, on_progress=stop)


@pytest.mark.parametrize("settings, said", [
    ({"games": 0}, "at least one game"),
    ({"random_plies": 2, "every_opening": 2}, "give one of"),
    ({"clock": "soon"}, "soon"),
    ({"sprt": (10, 0)}, "the lower first"),
    ({"time": -1}, "not a time"),
    ({"time": "1 hour"}, "not a time"),
])
def test_wrong_conditions_are_refused(settings, said):
    """The words of the command, or the name of the argument."""
    with pytest.raises(agon.AgonError, match=said):
        agon.match("reversi", "random", "random", **settings)


def test_arguments_of_another_kind_are_named():
    for settings in ({"games": "many"}, {"sprt": 5}, {"threads": 1.5}, {"games": None}, {"seed": b"7"}, {"nodes": True}, {"time": b"1s"}):
        with pytest.raises(TypeError, match=f"^{next(iter(settings))}: "):
            agon.match("reversi", "random", "random", **settings)


def test_other_threads_run_while_we_think():
    counted = [0]
    ended = threading.Event()

    def count():
        while not ended.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    agon.agent("mcts(time=300ms)").choose(agon.game("reversi").start())
    after = counted[0]
    ended.set()
    thread.join()
    assert after - before > 1000


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Windows cannot be sent to one process")
@pytest.mark.parametrize("work", [
    "agon.agent('mcts(time=10m)').choose(agon.game('reversi').start())",
    "agon.match('reversi', 'mcts(simulations=1000)', 'mcts(simulations=1000)', games=1000000)",
    "agon.agent('alphabeta(depth=30)', eval=lambda position, player: 0.0).choose(agon.game('reversi').start())",
    "agon.random_games('reversi', 10**9)",
    "agon.game('reversi').perft(30)",
    "agon.game('reversi').values(agon.evaluator(lambda position, player: sum(range(10**5))), [START] * 10**6)",
    "agon.batches.batch_of(agon.match('reversi', 'random', 'random', games=100, keep_records=True).records * 10**4)",
])
def test_ctrl_c_ends_it(work):
    script = f"""
        import signal, sys, agon, agon.batches
        START = agon.game("reversi").start()
        # Whoever runs the tests in the background may have told them to ignore it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        print("ready", flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
            sys.exit(3)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        # The signal may come before the work has begun; it then ends all the same.
        threading.Event().wait(0.3)
        child.send_signal(signal.SIGINT)
        said, _ = child.communicate(timeout=60)
        assert (said, child.returncode) == ("interrupted\n", 3)
    finally:
        child.kill()


def test_a_position_can_be_used_while_it_is_thought_about():
    """Asking for its moves, or playing on, was once an error: it was borrowed for as long as somebody thought."""
    position = agon.game("reversi:6x6").start()
    seen = []

    def value(other, player):
        if not seen:
            seen.append(position.legal())
            position.play(seen[0][0])
        return 0.0

    choice = agon.agent("alphabeta(depth=2)", eval=value).think(position)
    assert choice.move in seen[0] and position.played == [seen[0][0]]
    values = position.game.values(agon.evaluator(lambda other, player: len(position.actions())), [position])
    assert values == [len(position.actions())]


def test_a_choice_is_pickled():
    choice = agon.agent("alphabeta(depth=2)").think(agon.game("reversi:6x6").start())
    other = pickle.loads(pickle.dumps(choice))
    names = ("move", "value", "unit", "words", "exact", "depth", "nodes", "line", "moves")
    assert [getattr(other, name) for name in names] == [getattr(choice, name) for name in names]
    assert repr(other) == repr(choice)


def test_what_is_wrong_is_said_of_what_was_given(tmp_path):
    position = agon.game("reversi:6x6").start()
    with pytest.raises(TypeError, match="analyze wants a position"):
        agon.analyze("reversi")
    with pytest.raises(TypeError, match="a move is a text"):
        position.play(True)
    with pytest.raises(TypeError, match="too large for a float"):
        agon.agent("alphabeta(depth=2)", eval=lambda other, player: 10**400).think(position)
    with pytest.raises(ValueError, match="out is empty"):
        agon.train("othello-thesis/influence", generations=1, out="")
    with pytest.raises(ValueError, match="out is empty"):
        agon.paper_table("othello-thesis", "random", quick=True, out="")
    assert "1 game:" in repr(agon.match("reversi:6x6", "random", "random", games=1))


@pytest.mark.parametrize("limit, said", [
    ({"depth": 0}, "at least 1 ply"), ({"nodes": 0}, "at least 1"), ({"time": 0}, "no time"), ({"time": "0s"}, "no time")
])
def test_limits_that_leave_nothing_are_refused_as_in_a_match(limit, said):
    position, agent = agon.game("tictactoe").start(), agon.agent("alphabeta")
    for ask in (agent.choose, agent.think, agon.analyze):
        with pytest.raises(agon.AgonError, match=said):
            ask(position, **limit)
