"""A match on a Ray cluster of two nodes of this machine, one core each: how fast it is, and what kills do to it.

    python crates/cluster/examples/ray_nodes.py speed target/release/agon [GAMES]
    python crates/cluster/examples/ray_nodes.py kills target/release/agon [KILLS]

Needs `pip install ray`. `speed` plays the same match with one thread at the same time, so that what else the machine does
slows both, and compares the results. `kills` kills a node or a worker process in the middle of the work, again and again, and
compares the result with the one of threads. Everything listens on this machine only.
"""
import json
import os
import signal
import subprocess
import sys
import time

# Ray's workers give way to everybody (nice 15) unless told otherwise.
os.environ.setdefault("RAY_worker_niceness", "0")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

from ray.cluster_utils import Cluster  # noqa: E402

MATCH = ["match", "connect4", "mcts(simulations=20000)", "mcts(simulations=20000)", "--seed", "1", "--json"]
LONGEST = 1500
STORE = {"object_store_memory": 100 * 2**20}


def result(text):
    """What a match says, without times."""
    said = json.loads(text)
    for agent in said["agents"]:
        agent.pop("ms_per_move")
    return said


def play(program, games, *more, seconds=LONGEST):
    """The result of a match, and the seconds of the clock that it took."""
    begun = time.monotonic()
    environment = dict(os.environ, AGON_PYTHON=sys.executable)
    command = [program, *MATCH, "--games", str(games), *more]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=seconds, check=True)
    return result(done.stdout), time.monotonic() - begun


def two_nodes():
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, **STORE}
    )
    cluster.add_node(num_cpus=1, **STORE)
    cluster.wait_for_nodes()
    return cluster


def speed(program, games):
    begun = time.monotonic()
    cluster = two_nodes()
    print(f"the cluster was there after {time.monotonic() - begun:.1f} s", flush=True)
    place = ["--cluster", f"ray:{cluster.address}"]
    _, start = play(program, 2, *place)
    _, start_again = play(program, 2, *place)
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor() as pool:
        there = pool.submit(play, program, games, *place)
        here = pool.submit(play, program, games, "--threads", "1")
        (of_cluster, with_start), (of_thread, one_core) = there.result(), here.result()
    assert of_cluster == of_thread, "the results differ"
    print(f"a round of two games on the cluster, connecting included: {start:.1f} s, again {start_again:.1f} s")
    print(f"{games} games: one thread {one_core:.1f} s, cluster {with_start:.1f} s: {one_core / with_start:.2f} times as fast")
    print(f"without connecting: {one_core / (with_start - start_again):.2f} times as fast; the results are equal")
    cluster.shutdown()


def processes():
    """Parent, processor time and command of every process."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            with open(f"/proc/{name}/cmdline") as file:
                words = file.read().split("\0")
        except OSError:
            continue
        ticks = int(fields[11]) + int(fields[12])
        found[int(name)] = (int(fields[1]), ticks / os.sysconf("SC_CLK_TCK"), words)
    return found


def workers(program):
    """The worker processes of the program: processor time by id, and all that each descends from."""
    found, alive = {}, processes()
    for process, (parent, used, words) in alive.items():
        if words[:2] == [os.path.abspath(program), "worker"]:
            line = []
            while parent in alive:
                line.append(parent)
                parent = alive[parent][0]
            found[process] = (used, line)
    return found


def busy(program, match, wanted):
    """Waits until a worker that is wanted has computed for a while; none if the match ends before."""
    before = {}
    while match.poll() is None:
        for process, (used, line) in workers(program).items():
            if used - before.setdefault(process, used) > 0.2 and wanted(line):
                return process
        time.sleep(0.05)
    return None


def kills(program, wanted):
    program = os.path.abspath(program)
    games = 60
    expected, _ = play(program, games, "--threads", "2")
    cluster = two_nodes()
    environment = dict(os.environ, AGON_PYTHON=sys.executable)
    made, rounds, begun = [], 0, time.monotonic()
    while len(made) < wanted:
        rounds += 1
        assert time.monotonic() - begun < LONGEST, f"only {len(made)} kills in {LONGEST} s"
        command = [program, *MATCH, "--games", str(games), "--cluster", f"ray:{cluster.address}"]
        match = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3):
            node = [node for node in cluster.worker_nodes][0]
            raylet = node.all_processes["raylet"][0].process.pid
            if len(made) % 2:
                process = busy(program, match, lambda line: True)
                if process is not None:
                    os.kill(process, signal.SIGKILL)
                    made.append("worker")
            elif busy(program, match, lambda line: raylet in line) is not None:
                cluster.remove_node(node, allow_graceful=False)
                made.append("node")
                cluster.add_node(num_cpus=1, **STORE)
        output, errors = match.communicate(timeout=LONGEST)
        assert match.returncode == 0, errors
        assert result(output) == expected, f"another result after {made}: {output}"
        print(f"match {rounds}: same result after {len(made)} kills ({time.monotonic() - begun:.0f} s)", flush=True)
    print(f"{made.count('node')} nodes and {made.count('worker')} workers killed: {rounds} matches, all results equal")
    cluster.shutdown()


if __name__ == "__main__":
    task, program = sys.argv[1:3]
    number = int(sys.argv[3]) if len(sys.argv) > 3 else None
    if task == "speed":
        speed(program, number or 300)
    elif task == "kills":
        kills(program, number or 20)
    else:
        sys.exit(__doc__)
