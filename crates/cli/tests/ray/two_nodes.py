"""A Ray cluster of two nodes on this machine, one core each: are a match and trainings there what they are on threads, also
when nodes die?

    two_nodes.py AGON [KILLS]

Prints figures; ends with an error if a result differs. Needs Ray.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

from ray.cluster_utils import Cluster

AGON, KILLS = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2
# About 50 ms a game and more.
MATCH = ["match", "reversi", "alphabeta(depth=4)", "mcts(simulations=2000)", "--random-plies", "4", "--seed", "5", "--json"]

TRAININGS = [
    ["minimax-backwards", "--game", "reversi:6x6", "--boards", "100"],
    ["forests/tictactoe", "--generations", "2", "--set", "first-games=50", "--set", "trees=5"],
    ["reversi-report/weights", "--generations", "2", "--lag", "20"],
]


def untimed(report):
    """A report without what depends on the machine."""
    if isinstance(report, dict):
        return {key: untimed(value) for key, value in report.items() if not any(
            word in key for word in ("second", "time", "micros", "ms_per"))}
    return [untimed(value) for value in report] if isinstance(report, list) else report


def play(games, *more, folder=None):
    begun = time.time()
    done = subprocess.run([AGON, *MATCH, "--games", str(games), *more], capture_output=True, text=True, cwd=folder,
                          env={**os.environ, "AGON_PYTHON": sys.executable})
    if done.returncode != 0:
        raise SystemExit("%s failed: %s" % (more, done.stderr))
    return time.time() - begun, untimed(json.loads(done.stdout))


def learned(training, out, *more):
    """The files that a training leaves, by name; a store of ends, whose bytes tell when it was written, not among them."""
    done = subprocess.run([AGON, "train", *training, "--out", out, *more], capture_output=True, text=True,
                          env={**os.environ, "AGON_PYTHON": sys.executable})
    if done.returncode != 0:
        raise SystemExit("%s failed: %s" % (training, done.stderr))
    names = [name for name in os.listdir(out) if not name.startswith(".") and ".db" not in name]
    return {name: open(os.path.join(out, name)).read() for name in names}


def moves_of(folder, file):
    """All games of a file by number: each must be there once."""
    games = {}
    for line in open(os.path.join(folder, file)):
        record = json.loads(line)
        assert record["number"] not in games, "game %d was counted twice" % record["number"]
        games[record["number"]] = record["moves"]
    return games


def main():
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    node = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    address = "ray:" + cluster.address
    folder = tempfile.mkdtemp()
    games = int(os.environ.get("AGON_RAY_GAMES", "60"))
    threads, expected = play(games, "--threads", "1", "--record", "threads.jsonl", folder=folder)
    two, found = play(games, "--cluster", address, "--record", "cluster.jsonl", folder=folder)
    assert found == expected, "another result: %s" % found
    here, there = moves_of(folder, "threads.jsonl"), moves_of(folder, "cluster.jsonl")
    assert here == there and len(here) == games
    # What a match of two games takes is what it takes to begin.
    begin_here, begin_there = play(2, "--threads", "1")[0], play(2, "--cluster", address)[0]
    rate_here, rate_there = (games - 2) / (threads - begin_here), (games - 2) / (two - begin_there)
    print("%d games, %.0f ms each: one thread %.2f s, two nodes %.2f s (%.2f s to begin); %.2f times as fast" % (
        games, 1000 / rate_here, threads, two, begin_there, rate_there / rate_here), flush=True)
    for number, training in enumerate(TRAININGS):
        here = learned(training, os.path.join(folder, "here-%d" % number), "--threads", "1")
        there = learned(training, os.path.join(folder, "there-%d" % number), "--cluster", address)
        assert here == there and here, "%s learned something else" % training
        print("%s: the same %d files" % (training[0], len(here)), flush=True)
    here = moves_of(folder, "threads.jsonl")
    for kill in range(KILLS):
        # At another moment each time; a node that is killed, not asked to leave.
        delay = 2.0 + two * 0.8 * (kill + 0.5) / KILLS
        victim = node

        def fell():
            for process in [info for kind in victim.all_processes.values() for info in kind]:
                try:
                    os.kill(process.process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass

        timer = threading.Timer(delay, fell)
        timer.start()
        took, found = play(games, "--cluster", address, "--record", "killed-%d.jsonl" % kill, folder=folder)
        timer.join()
        assert found == expected, "another result after a kill: %s" % found
        assert moves_of(folder, "killed-%d.jsonl" % kill) == here, "other games after a kill"
        print("node killed after %.1f s: same result, %.2f s" % (delay, took), flush=True)
        cluster.remove_node(victim, allow_graceful=False)
        node = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
    cluster.shutdown()
    print("ok")


main()
