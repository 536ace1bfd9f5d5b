"""The bridge between the agon program and Ray: orders come in as lines of JSON, reports go out the same way.

It knows Ray and nothing of games. A Ray task hands its input to an `agon worker` process, which each Ray worker keeps
for the next task. Tasks depend on nothing but their input, so whatever is lost is run again.
"""
import hashlib
import json
import os
import queue
import socket
import subprocess
import sys
import tempfile
import threading
import time

# How often a task whose worker process died is tried again before the input is blamed.
MOST_DEATHS = 10
# How often a task is submitted again that Ray gave up.
MOST_SUBMISSIONS = 50
BETWEEN_COUNTS = 0.5
# How long a bridge may take to take its leave: a cluster that is gone does not answer.
FAREWELL = 15
# How long the head of a cluster may take to answer. Ray itself waits for minutes, whoever is there.
KNOCKING = 20


def digest(path):
    found = hashlib.sha256()
    with open(path, "rb") as file:
        for chunk in iter(lambda: file.read(1 << 20), b""):
            found.update(chunk)
    return found.hexdigest()


def executable(program, blob):
    """The program on this node: where the driver has it if it is the same there, or a copy of it."""
    if os.path.isfile(program["path"]) and digest(program["path"]) == program["digest"]:
        return program["path"]
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = os.path.join(tempfile.gettempdir(), "agon-%d" % user)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and os.lstat(folder).st_uid != user:
        raise RuntimeError("%s belongs to somebody else" % folder)
    path = os.path.join(folder, "agon-" + program["digest"][:32])
    if not os.path.isfile(path) or digest(path) != program["digest"]:
        import ray

        handle, new = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(ray.get(blob[0]))
        os.chmod(new, 0o700)
        os.replace(new, path)
    return path


class Worker:
    """A process that answers inputs. It ends as soon as its input does, also when whoever started it is killed."""

    def __init__(self, program, blob):
        self.errors = tempfile.TemporaryFile()
        path, loader = executable(program, blob), program["loader"]
        self.process = subprocess.Popen(
            [path, "worker"] if loader is None else [sys.executable, "-c", loader, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
        )
        self.work = None
        hello = self.hear()
        if hello is None or hello.get("program") != program["version"]:
            self.end()
            raise RuntimeError("the program on this node is not that of the driver: %s" % (hello or self.last_words()))

    def hear(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line.endswith(b"\n") else None

    def say(self, order):
        self.process.stdin.write(json.dumps(order).encode() + b"\n")
        self.process.stdin.flush()

    def run(self, work, kind, settings, job, text):
        if self.work != work:
            self.say({"do": "work", "work": work, "kind": kind, "settings": settings})
            self.work = work
        self.say({"do": "job", "job": job, "work": work, "input": text})
        return self.hear()

    def last_words(self):
        self.errors.seek(0)
        return self.errors.read()[-500:].decode(errors="replace").strip()

    def end(self):
        """Closes its input, upon which it tidies up and ends, and sees to it that it does."""
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def run_part(program, blob, driver, work, settings, job, text):
    """Runs on some node: lets the worker process of this Ray worker answer, a new one if it died."""
    kept = sys.__dict__.setdefault("_agon_worker", {})
    said = ""
    for _ in range(MOST_DEATHS):
        worker = kept.get(driver)
        try:
            if worker is None:
                worker = kept[driver] = Worker(program, blob)
            report = worker.run(work, settings[0], settings[1], job, text)
            if report is not None:
                return report
            said = worker.last_words()
        except (OSError, ValueError) as error:
            said = str(error)
        except RuntimeError as error:
            return {"is": "refused", "job": job, "error": str(error)}
        except BaseException:
            # Cancelled in the middle of an answer: the next task must not read it.
            kept.pop(driver, None)
            if worker is not None:
                worker.end()
            raise
        kept.pop(driver, None)
        if worker is not None:
            worker.end()
    return {"is": "refused", "job": job, "error": "%d worker processes died at the same job: %s" % (MOST_DEATHS, said)}


class Orders:
    """What the driver says, and that it has gone."""

    def __init__(self):
        self.events = queue.Queue()
        # Whether there is something to end, which takes a while.
        self.connected = False
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in sys.stdin:
            self.events.put(("order", json.loads(line)))
        if self.connected:
            self.events.put(("end",))
            time.sleep(FAREWELL)
        os._exit(1)


class Bridge:
    def __init__(self, ray, settings, orders, say):
        self.ray, self.say = ray, say
        with open(settings["program"], "rb") as file:
            content = file.read()
        self.program = {
            "path": settings["program"],
            "digest": hashlib.sha256(content).hexdigest(),
            "version": settings["version"],
            "loader": settings["loader"],
        }
        # In a list, so that it is fetched only by nodes that do not have the program.
        self.blob = [ray.put(content)]
        self.driver = "%d-%s" % (os.getpid(), time.time())
        self.task = ray.remote(num_cpus=1, max_retries=-1)(run_part)
        self.events = orders.events
        self.works, self.running = {}, {}

    def submit(self, job):
        """Submits a job, or once more one that was lost."""
        entry = self.running[job]
        entry["submissions"] += 1
        settings = self.works[entry["work"]]
        reference = self.task.remote(
            self.program, self.blob, self.driver, entry["work"], settings, job, entry["input"]
        )
        entry["reference"] = reference
        reference.future().add_done_callback(lambda future: self.events.put(("ended", job, reference, future)))

    def ended(self, job, reference, future):
        entry = self.running.get(job)
        if entry is None or entry["reference"] is not reference:
            return
        error = future.exception()
        if error is None:
            del self.running[job]
            self.say(future.result())
        elif isinstance(error, self.ray.exceptions.RayTaskError) or entry["submissions"] >= MOST_SUBMISSIONS:
            del self.running[job]
            self.say({"is": "refused", "job": job, "error": str(error).strip().splitlines()[-1]})
        else:
            # A process or a node died and Ray did not run the task again.
            threading.Timer(0.2, lambda: self.events.put(("again", job))).start()

    def obey(self, order):
        if order["do"] == "work":
            self.works[order["work"]] = self.ray.put((order["kind"], order["settings"]))
        elif order["do"] == "job":
            self.running[order["job"]] = {"work": order["work"], "input": order["input"], "submissions": 0}
            self.submit(order["job"])
        elif order["do"] == "cancel":
            for job in order["jobs"]:
                entry = self.running.pop(job, None)
                if entry is not None:
                    self.ray.cancel(entry["reference"])

    def count(self):
        known = None
        while True:
            try:
                found = int(self.ray.cluster_resources().get("CPU", 0))
            except Exception:
                found = known
            if found is not None and found != known:
                known = found
                self.say({"is": "workers", "workers": found})
            time.sleep(BETWEEN_COUNTS)

    def run(self):
        threading.Thread(target=self.count, daemon=True).start()
        while True:
            event = self.events.get()
            if event[0] == "order":
                self.obey(event[1])
            elif event[0] == "ended":
                self.ended(*event[1:])
            elif event[0] == "again" and event[1] in self.running:
                self.submit(event[1])
            elif event[0] == "end":
                return


def knock(address):
    """Raises an OSError if nobody answers where the head of a cluster should be."""
    host, colon, port = address.rpartition("//")[2].rpartition(":")
    if not colon or not port.isdigit():
        return  # `auto`, or something of which Ray has its own words
    if int(port) > 65535:
        raise OSError("ports are numbers up to 65535")
    socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCKING).close()


def main():
    settings = json.loads(sys.argv[1])
    # What Ray and its friends print must not come between the lines.
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    lock = threading.Lock()

    def say(report):
        with lock:
            try:
                output.write(json.dumps(report) + "\n")
                output.flush()
            except OSError:
                pass

    orders = Orders()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        say({
            "is": "lost",
            "error": "%s has no Ray (%s): `%s -m pip install ray` installs it; AGON_PYTHON names another Python"
            % (sys.executable, error, sys.executable),
        })
        return
    try:
        quiet = {"log_to_driver": False, "logging_level": "error"}
        if settings["address"] is None:
            # Ray gives its workers way to everybody else (nice 15), and on a busy machine they get next to nothing.
            os.environ.setdefault("RAY_worker_niceness", "0")
            orders.connected = True
            ray.init(include_dashboard=False, **quiet)
        else:
            knock(settings["address"])
            ray.init(address=settings["address"], **quiet)
            orders.connected = True
    except Exception as error:
        place = "a Ray cluster cannot be started" if settings["address"] is None else (
            "there is no Ray cluster at `%s`" % settings["address"]
        )
        advice = "" if settings["address"] is None else "; `ray start --head` starts one, `--cluster ray` one for the occasion"
        say({"is": "lost", "error": "%s: %s%s" % (place, str(error).strip().splitlines()[0], advice)})
        return
    try:
        Bridge(ray, settings, orders, say).run()
    except Exception as error:
        say({"is": "lost", "error": "the bridge to Ray failed: %r" % error})
    finally:
        ray.shutdown()


main()
os._exit(0)
