"""How fast Python plays: a loop of legal moves and plays beside OpenSpiel's, and batches beside Rust's own.

Figures are games for each second of processor time; those of one line were measured in turns, in the same minute.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import time

import numpy

import agon

PAIRS = [("reversi", "othello"), ("connect4", "connect_four"), ("tictactoe", "tic_tac_toe")]
ROUNDS = 5


def per_second(play, seconds=1.0):
    """How often something is done in a second of processor time."""
    begin, done = time.process_time(), 0
    while time.process_time() - begin < seconds:
        done += play()
    return done / (time.process_time() - begin)


def ours(spec, rounds):
    """Random games move by move: who is over has no moves."""
    start, chance = agon.game(spec).start(), random.random
    for _ in range(rounds):
        position = start.copy()
        while moves := position.actions():
            position.play(moves[int(chance() * len(moves))])
    return rounds


def ours_by_text(spec, rounds):
    """The same with moves as texts."""
    start, chance = agon.game(spec).start(), random.random
    for _ in range(rounds):
        position = start.copy()
        while moves := position.legal():
            position.play(moves[int(chance() * len(moves))])
    return rounds


def ours_by_steps(spec, rounds):
    """The same with one call for each move."""
    start, chance = agon.game(spec).start(), random.random
    for _ in range(rounds):
        position = start.copy()
        moves = position.actions()
        while moves:
            moves = position.step(moves[int(chance() * len(moves))])
    return rounds


def ours_together(spec, together=2000):
    """Random games of many positions together: the same questions, answered for all of them at once."""
    positions, chance = agon.Positions(spec, together), numpy.random.default_rng(1)
    while live := len(positions.live):
        positions.play(positions.pick(chance.random(live)))
    return together


def theirs(game, rounds):
    """Random games of OpenSpiel."""
    chance = random.random
    for _ in range(rounds):
        state = game.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[int(chance() * len(moves))])
    return rounds


def loops():
    """Loops of Python."""
    try:
        import pyspiel
    except ImportError:
        pyspiel = None
        print("OpenSpiel is not installed: its figures are left out")
    for spec, name in PAIRS:
        rounds = 20 if spec == "reversi" else 500
        other = pyspiel.load_game(name) if pyspiel else None
        figures = {"play": [], "text": [], "step": [], "together": [], "open_spiel": []}
        for _ in range(ROUNDS):
            figures["play"].append(per_second(lambda: ours(spec, rounds)))
            figures["text"].append(per_second(lambda: ours_by_text(spec, rounds)))
            figures["step"].append(per_second(lambda: ours_by_steps(spec, rounds)))
            figures["together"].append(per_second(lambda: ours_together(spec)))
            if other:
                figures["open_spiel"].append(per_second(lambda: theirs(other, rounds)))
        line = {key: statistics.median(values) for key, values in figures.items() if values}
        ratios = "".join(
            f", {key} {line[key] / line['open_spiel']:.1f} times OpenSpiel's" for key in ("play", "text", "step", "together") if other
        )
        print(f"{spec:10} games/s: " + ", ".join(f"{key} {value:,.0f}" for key, value in line.items()) + ratios)


def children_time():
    """Processor time of the programs that were run, in seconds."""
    used = os.times()
    return used.children_user + used.children_system


def batches(program):
    """Batches of random games, and the command's own figures if it is named."""
    sizes = {"reversi": 50_000, "connect4": 200_000, "tictactoe": 500_000, "gomoku": 50_000, "blokus:duo": 5_000}
    mine, rust = {spec: [] for spec in sizes}, {spec: [] for spec in sizes}
    for _ in range(ROUNDS):
        for spec, games in sizes.items():
            mine[spec].append(per_second(lambda: len(agon.random_games(spec, games)), 0.5))
        if program:
            command = [program, "bench", "games", "--seconds", "0.5", "--json"]
            begin, used = time.perf_counter(), children_time()
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            # The command counts seconds of the clock; on a busy machine it does not get all of them.
            share = (children_time() - used) / (time.perf_counter() - begin)
            for line in json.loads(said):
                rust.get(line["game"], []).append(line["per_second"] / share)
    for spec in sizes:
        line = f"{spec:10} random games/s: Python {statistics.median(mine[spec]):,.0f}"
        if program:
            ratio = statistics.median(mine[spec]) / statistics.median(rust[spec])
            line += f", agon bench {statistics.median(rust[spec]):,.0f}, ratio {ratio:.2f}"
        print(line)


if __name__ == "__main__":
    loops()
    batches(sys.argv[1] if len(sys.argv) > 1 else None)
