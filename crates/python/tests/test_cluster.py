"""`cluster=`: the same results from other processes, and from Ray where it is installed."""

import pathlib
import subprocess
import sys

import pytest

import agon

TIMES = ("ms_per_move",)


def without_times(result):
    return [{name: value for name, value in agent.items() if name not in TIMES} for agent in result.agents]


def match(cluster=None, **more):
    return agon.match("reversi:6x6", "greedy", "mcts(simulations=20)", games=30, random_plies=2, cluster=cluster, **more)


def test_a_match_in_processes_is_that_of_threads():
    notes = []
    here, there = match(keep_records=True), match(
        "processes:2", keep_records=True, on_progress=lambda done, of, note: notes.append(note)
    )
    assert without_times(here) == without_times(there)
    assert [record.moves for record in here.records] == [record.moves for record in there.records]
    assert notes and all(note.endswith("2 workers") for note in notes)


def test_a_training_in_processes_is_that_of_threads(tmp_path):
    def train(name, cluster):
        return agon.train(
            "othello-thesis/influence", generations=2, seed=3, threads=1, cluster=cluster, out=tmp_path / name
        )

    here, there = train("here", None), train("there", "processes:2")
    assert pathlib.Path(here.result).read_bytes() == pathlib.Path(there.result).read_bytes()
    assert here.curve == there.curve and here.report["fitness"] == there.report["fitness"]


def test_a_table_in_processes_is_that_of_threads(tmp_path):
    def table(name, cluster):
        made = agon.paper_table(
            "othello-thesis", "random", quick=True, threads=1, cluster=cluster, out=tmp_path / name
        )
        return made.report

    assert table("here", None) == table("there", "processes:2")


def test_what_cannot_be_sent_is_refused(tmp_path):
    class First:
        def choose(self, position):
            return position.legal()[0]

    with pytest.raises(agon.AgonError, match="written in Python"):
        agon.match("tictactoe", First, "random", games=2, cluster="processes:1")
    with pytest.raises(agon.AgonError, match="processes:2"):
        match("processes:0")
    with pytest.raises(agon.AgonError, match="kind of cluster"):
        match("rya")
    with pytest.raises(agon.AgonError, match="cannot be spread"):
        agon.train("game-data", records=tmp_path / "games.db", cluster="processes:1", out=tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_ctrl_c_ends_the_workers():
    # Whoever runs the tests in the background may have told them to ignore it: the match then went on for hours.
    code = """
import _thread, signal, agon
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt(done, of, note):
    if done: _thread.interrupt_main()
try:
    agon.match("reversi", "mcts(simulations=200)", "random", games=100000, cluster="processes:2", on_progress=interrupt)
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "interrupted", done.stderr


def test_without_ray_the_error_says_how_to_get_it():
    """It named a variable that only the command reads, and an option in its own words."""
    try:
        import ray  # noqa: F401
    except ImportError:
        with pytest.raises(agon.AgonError, match="-m pip install ray` installs it$"):
            match("ray")
    else:
        with pytest.raises(agon.AgonError, match='`cluster="ray"` one for the occasion'):
            match("ray:127.0.0.1:1")


def test_a_match_on_ray_is_that_of_threads():
    pytest.importorskip("ray")
    assert without_times(match("ray")) == without_times(match())
