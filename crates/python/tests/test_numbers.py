"""Numbers that cannot be: the argument is named, and the range."""

import math

import numpy
import pytest

import agon

TWO = ("connect4", "random", "random")
LARGE = 2**64 - 1


@pytest.mark.parametrize("call, said", [
    (lambda: agon.match(*TWO, games=-5), f"games is a whole number from 0 to {LARGE}, not -5"),
    (lambda: agon.match(*TWO, games=2**70), f"games is .* to {LARGE}, not {2**70}"),
    (lambda: agon.match(*TWO, games=10**60), "games is .* not 1000.*[.][.][.]$"),
    (lambda: agon.match(*TWO, seed=-1), "seed is"),
    (lambda: agon.match(*TWO, threads=-1), "threads is"),
    (lambda: agon.match(*TWO, depth=2**32), f"depth is a whole number from 0 to {2**32 - 1}"),
    (lambda: agon.match(*TWO, nodes=-1), "nodes is"),
    (lambda: agon.match(*TWO, random_plies=-1), "random_plies is"),
    (lambda: agon.match(*TWO, every_opening=-1), "every_opening is"),
    (lambda: agon.match(*TWO, max_plies=-1), "max_plies is"),
    (lambda: agon.match(*TWO, time=-0.5), "time is a number of seconds, 0 or more"),
    (lambda: agon.match(*TWO, time=float("nan")), "time is"),
    (lambda: agon.match(*TWO, time=""), "not a time"),
    (lambda: agon.match(*TWO, sprt=(-math.inf, math.inf)), "two Elo up to 5000"),
    (lambda: agon.match("connect4"), "name at least two"),
    (lambda: agon.random_games("connect4", -1), "games is"),
    (lambda: agon.random_games("connect4", 1, seed=-1), "seed is"),
    (lambda: agon.self_play("connect4", games=1, threads=-2), "threads is"),
    (lambda: agon.self_play(*TWO, games=-1), "games is"),
    (lambda: agon.Positions("connect4", -1), "count is"),
    (lambda: agon.Positions("connect4", 2**32), "count is"),
    (lambda: agon.game("connect4").perft(-1), "depth is"),
    (lambda: agon.game("connect4").perft(1, threads=-1), "threads is"),
    (lambda: agon.game("connect4").start().undo(-1), "plies is"),
    (lambda: agon.agent("random").choose(agon.game("connect4").start(), seed=-1), "seed is"),
    (lambda: agon.agent("random").think(agon.game("connect4").start(), nodes=-1), "nodes is"),
    (lambda: agon.analyze(agon.game("connect4").start(), depth=-1), "depth is"),
    (lambda: agon.analyze(agon.game("connect4").start(), threads=-1), "threads is"),
    (lambda: agon.train("othello-thesis/influence", seed=-1), "seed is"),
    (lambda: agon.train("othello-thesis/influence", generations=-1), "generations"),
    (lambda: agon.train("othello-thesis/influence", generations=1.5), "generations"),
    (lambda: agon.paper_table("reversi-report", "fig-1", seed=-1), "seed is"),
    (lambda: agon.paper_table("reversi-report", "fig-1", simulations=-1), "simulations is"),
    (lambda: agon.paper_table("reversi-report", "fig-1", until=70_000), "until is a whole number from 0 to 65535"),
])
def test_numbers_out_of_range_are_values_that_cannot_be(call, said):
    with pytest.raises(ValueError, match=said):
        call()


@pytest.mark.parametrize("call, said", [
    (lambda: agon.random_games("connect4", 2.5), "^games: a whole number is wanted, not 2.5"),
    (lambda: agon.random_games("connect4", None), "^games: "),
    (lambda: agon.random_games("connect4", "10"), "^games: a whole number is wanted, not '10'"),
    (lambda: agon.random_games("connect4", True), "^games: "),
    (lambda: agon.Positions("connect4", 1e3), "^count: "),
    (lambda: agon.game("connect4").perft(2.0), "^depth: "),
    (lambda: agon.game("connect4").move_of("d"), "whole number"),
    (lambda: agon.agent("random").choose(agon.game("connect4").start(), seed="1"), "^seed: "),
    (lambda: agon.agent("random").choose(agon.game("connect4").start(), time=b"1s"), "^time: a number of seconds"),
    (lambda: agon.match(*TWO, clock=5), "clock is a text"),
    (lambda: agon.match(*TWO, clock=b"60"), "clock is a text"),
    (lambda: agon.match("connect4", b"random", "random"), "not b'random'"),
    (lambda: agon.match(*TWO, cluster=2), "cluster"),
    (lambda: agon.game(b"connect4"), "spec"),
    (lambda: agon.game(None), "spec"),
])
def test_things_of_another_kind_are_types_that_cannot_be(call, said):
    with pytest.raises(TypeError, match=said):
        call()


def test_the_clock_that_an_error_shows_is_one():
    """It showed '60+0.5', which was refused in turn."""
    with pytest.raises(TypeError) as error:
        agon.match(*TWO, clock=5)
    shown = str(error.value).split("'")[1]
    assert agon.match(*TWO, games=2, clock=shown).games == 2


@pytest.mark.parametrize("spec", ["connect4", "blokus"])
def test_more_positions_than_fit_into_memory_are_refused(spec):
    """They ended the interpreter: memory allocation failed."""
    with pytest.raises(MemoryError, match="4294967295 positions are more than fit into memory"):
        agon.Positions(spec, 2**32 - 1)


@pytest.mark.parametrize("call", [
    lambda: agon.game(""),
    lambda: agon.agent(""),
    lambda: agon.match("connect4", "", "random"),
    lambda: agon.match(*TWO, cluster=""),
    lambda: agon.match(*TWO, clock=""),
    lambda: agon.game("connect4").start().play(""),
    lambda: agon.train(""),
    lambda: agon.paper_table("", ""),
])
def test_empty_texts_are_refused_in_words(call):
    with pytest.raises(agon.AgonError, match=r"\w"):
        call()


def test_indices_are_those_of_python():
    positions = agon.Positions("connect4", 3)
    positions.play([3, 4, 5])
    assert positions[-1] == positions[2] and positions[-1].played == ["6"]
    for index in (3, -4, 2**70, -2**70):
        with pytest.raises(IndexError, match="3 positions"):
            positions[index]
    with pytest.raises(IndexError):
        positions.restart([0, -4])
    assert positions[0].played == ["4"], "all or none"
    positions.restart([-1])
    assert positions[2].played == []
    game = agon.game("connect4")
    for wrong in (-1, 7, 2**70):
        with pytest.raises(IndexError, match="from 0 below 7"):
            game.move_of(wrong)
    for wrong in (-1, 2, 2**70):
        with pytest.raises(IndexError, match="0 to 1"):
            game.player_name(wrong)
    with pytest.raises(IndexError, match="marked"):
        game.start().svg(marked=[42])
    assert game.start().svg(marked=[-1]) == game.start().svg(marked=[41])


def test_numbers_of_numpy_are_numbers():
    few = numpy.int64(5)
    assert len(agon.random_games("tictactoe", few, seed=numpy.uint8(3))) == 5
    assert agon.match(*TWO, games=few, depth=numpy.int32(2)).games in (5, 6)


def test_an_agent_and_an_evaluator_that_give_nonsense_are_named():
    class Below:
        def choose(self, position):
            return -1

    with pytest.raises(ValueError, match="-1 is not the number of a move"):
        agon.match("connect4", Below, "random", games=2)

    def nothing(position, player):
        return None

    with pytest.raises(TypeError, match="the evaluator nothing gives a number of points, not <class 'NoneType'>"):
        agon.agent("alphabeta(depth=1)", eval=nothing).choose(agon.game("connect4").start())
