"""tests/scripts.py - the scripts of run/: a table of faults, and what each must answer.

The programs that the scripts start are short shell scripts that copy a document or wait; one real run
of each verb makes the documents. Prints TAP; scripts.t calls it."""
import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
RUN, WORK = os.path.join(TOP, "run"), os.environ["work"]
BIN, PROGRAMS = os.path.join(WORK, "bin"), os.path.join(WORK, "programs")
SCRIPTS = sorted(p for p in glob.glob(RUN + "/*") if os.path.isfile(p) and os.access(p, os.X_OK))
SMALL = ["--np=1", "--nx=8", "--repeat=1", "--iterations=5"]
sys.path.insert(0, RUN)
sys.dont_write_bytecode = True
count = failed = 0


def ok(condition, name, *shown):
    global count, failed
    count += 1
    failed += not condition
    print("%s %d - %s" % ("ok" if condition else "not ok", count, name), flush=True)
    if not condition:
        print("# not ok: %s\n# %s" % (name, "\n# ".join(str(s)[-1500:] for s in shown)),
              file=sys.stderr)


def run(script, *arguments, **more):
    """A script in an empty folder: (status, output, messages)."""
    more = dict({"stdout": subprocess.PIPE, "cwd": WORK, "env": environment(), "timeout": 100,
                 "stdin": subprocess.DEVNULL}, **more)
    path = script if os.path.isabs(script) else os.path.join(RUN, script)
    done = subprocess.run([path, *arguments], stderr=subprocess.PIPE, **more)
    return done.returncode, (done.stdout or b"").decode(errors="replace"), done.stderr.decode(
        errors="replace").split("\r")[-1].lstrip()


def environment(**more):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS", "SLURM"))}
    env.update(MEMWALL_BIN=PROGRAMS, PATH=BIN + ":" + env["PATH"], TMPDIR=WORK + "/tmp")
    return dict(env, **more)


def refused(name, script, *arguments, text="", status=2, **more):
    """One line with this text, this status, and nothing was started."""
    started("clear")
    got = run(script, *arguments, **more)
    ok(got[0] == status and got[2].count("\n") == 1 and text in got[2] and not started(),
       "%s: %s" % (script if script in os.listdir(RUN) else "a script", name), got, started())


def tool(path, *lines):
    """A shell script that notes that it was started."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write("#!/bin/sh\necho %s >>'%s/started'\n%s\n" % (
            os.path.basename(path), WORK, "\n".join(lines)))
    os.chmod(path, 0o755)


def started(clear=None):
    path = WORK + "/started"
    if clear and os.path.exists(path):
        os.remove(path)
    return open(path).read().split() if os.path.exists(path) else []


COPY = ["for word; do case $word in --json=*) json=${word#*=} ;; --history=*|--orthogonality=*) "
        "printf 'k,a,b\\n1,1e-3,1e-9\\n' >\"${word#*=}\" ;; esac; done",
        "case $* in *none.mtx*) echo 'memwall: none.mtx: no' >&2; exit 2 ;; esac"]


def program(tree, *lines, folder=PROGRAMS):
    """A program of a tree, which copies the document of its verb."""
    tool(os.path.join(folder, "memwall-" + tree), *COPY, *lines,
         "sed 's/\"tree\": \"ref\"/\"tree\": \"%s\"/' '%s/documents/'\"$1\" >\"$json\"" % (tree, WORK))


def make_documents():
    """One real run of each verb."""
    real = glob.glob(os.path.join(os.environ["MEMWALL_BIN"], "memwall-ref")) or glob.glob(
        os.path.join(os.environ["MEMWALL_BIN"], "memwall-*"))
    os.makedirs(WORK + "/documents")
    os.makedirs(WORK + "/tmp")
    for verb, flags in (("bench", ["--nx=8", "--rt=0", "--output=" + WORK]), ("solve", ["--nx=8"]),
                        ("poisson", ["--cells=16"])):
        path = "%s/documents/%s" % (WORK, verb)
        subprocess.run([real[0], verb, *flags, "--threads=1", "--json=" + path], check=False,
                       stdout=subprocess.DEVNULL)
        text = re.sub(r'"tree": "[^"]*"', '"tree": "ref"', open(path).read())
        open(path, "w").write(text)
    for tree in ("ref", "opt"):
        program(tree)
    tool(BIN + "/mpirun", "while case $1 in -*) ;; *) false ;; esac; do shift 2; done", 'exec "$@"')


# ---- What every script does ----

def every_script():
    empty = WORK + "/empty"
    os.mkdir(empty)
    for name in ("make", "apt-get", "sudo", "pandoc"):
        tool(BIN + "/" + name, "exit 1")
    for path in SCRIPTS:
        name = os.path.basename(path)
        started("clear")
        status, out, err = run(path, "--help", cwd=empty)
        ok(status == 0 and len(out) > 100 and not err and not started() and not os.listdir(empty),
           name + " --help: text, and nothing else happens", status, out, err, started())
        refused("an unknown option", name, "--frobnicate", cwd=empty)
        old = "import runpy, sys; sys.version_info = (3, 8, 9); sys.argv = [%r]; " \
            "sys.path.insert(0, %r); runpy.run_path(%r)" % (path, RUN, path)
        got = run(sys.executable, "-c", old)
        ok(name in ("cuda_on_cpu", "tree") or got[0] == 2 and got[2].count("\n") == 1 and "Python 3.9 or newer is needed, and this "
           "is 3.8" in got[2], name + ": the version of Python is tested at the start", got)
    refused("an argument does not build", "first", "ref")


# Wrong arguments: script, arguments, part of the message.
WRONG = [
    ("compare", ["ref", "ref:nx=16"], "--nx=16 is the same for all variants"),
    ("compare", ["ref", ""], "TREE[:FLAG=VALUE,...] is needed"),
    ("compare", ["--repeat=0", "ref"], "a whole number from 1"),
    ("compare", ["--tolerance=nan", "ref"], "a number from 0 to 1"),
    ("compare", ["--launch=nosuch", "ref"], "there is no such command"),
    ("compare", ["--launch='", "ref"], "No closing quotation"),
    ("compare", ["--launch=", "ref"], "there is no such command"),
    ("compare", ["ref", "nosuch"], "memwall-nosuch: there is no such program"),
    ("compare", ["/x/mine", "/y/mine"], "both trees would be memwall-mine"),
    ("compare", ["--csv=none/x", "ref"], "--csv=none/x: there is no folder"),
    ("compare", ["--csv=x", "--json=./x", "ref"], "the file is also that of --csv"),
    ("compare", ["a b"], "rename it"),
    ("compare", ["x;touch pwned"], "rename it"),
    ("ladder", ["--json=x", "ref"], "unrecognized arguments: --json=x"),
    ("roofline", ["--least=2"], "a number from 0 to 1"),
    ("cbgmres", ["lap27:6", "none.mtx"], "none.mtx: No such file"),
    ("cbgmres", ["--formats=f64,"], "words joined by commas"),
    ("halfmg", ["--cells=x"], "a whole number from 1"),
    ("halfmg", ["nosuch"], "invalid choice"),
    ("figures", ["nosuch"], "no such figure"),
    ("figures", [], "a name is needed"),
    ("figures", ["weak"], "run/job-cpus measures"),
    ("figures", ["--format=gif", "ladder"], "svg, pdf or png"),
    ("figures", ["ladder", "--", "--csv=x"], "the folder that --folder names"),
    ("figures", ["--folder=none", "--draw", "ladder"], "none/ladder.csv: No such file"),
    ("job-cpus", ["--ranks=1,many"], "a whole number from 1"),
    ("job-cpus", ["--nx=100"], "a multiple of 8"),
    ("job-cpus", ["--nx=1296"], "from 8 to 1288"),
    ("job-cpus", ["--ranks=1", "--program=none"], "--program=none: not a program"),
    ("job-cpus", ["--ranks=1", "--program=programs/memwall-ref", "--launch=nosuch"], "no such command"),
    ("job-gpus", ["--backend=vulkan"], "invalid choice"),
    ("job-gpus", ["--gpus=0"], "a whole number from 1"),
    ("collect", ["none"], "no */run.json there"),
    ("judge", ["--nx=10", "ref"], "a multiple of 4"),
    ("judge", ["--seed=²", "ref"], "a whole number or @FILE"),
    ("judge", ["none"], "there is no folder none"),
    ("lab", ["1", "none"], "none: no such folder"),
    ("lab", ["15", "tmp"], "one of 0 (bytes)"),
]


def wrong_arguments():
    for script, arguments, text in WRONG:
        refused(" ".join(arguments), script, *arguments, text=text)
    ok(not os.path.exists(WORK + "/pwned"), "no shell has read a name")
    tool(BIN + "/make", "exit 1")
    refused("no GPU", "job-gpus", text="no GPU is here")


# ---- Processes ----

WAITS = ["set -m", "sleep 100 & echo $! >'%s/pids/'$$; echo $$ >>'%s/pids/'$$", "wait"]
MEASURE = [("compare", SMALL + ["slow"]), ("ladder", SMALL + ["slow"]), ("roofline", SMALL + ["slow"]),
           ("cbgmres", ["--tree=slow", "lap27:6"]), ("halfmg", ["--np=1", "--tree=slow"]),
           ("compare", ["--np=2", "--nx=8", "slow"]),
           ("figures", ["--folder=f", "ladder", "--", "--np=1", "slow"]),
           ("job-cpus", ["--ranks=1,2,4", "--program=programs/memwall-slow", "--results=jobs"]),
           ("first", []), ("judge", [TOP + "/ref"]), ("lab", ["1", TOP + "/ref"])]


def alive():
    found = []
    for path in glob.glob(WORK + "/pids/*"):
        for pid in open(path).read().split():
            try:
                state = open("/proc/%s/stat" % pid).read().rpartition(")")[2].split()[0]
                found += [pid] * (state not in "ZX")
            except OSError:
                pass
    return found


def ends(script, arguments, number):
    """A signal ends all processes of a script, and leaves no temporary folder."""
    name = "%s %s, %s" % (script, " ".join(arguments), number.name)
    shutil.rmtree(WORK + "/pids", ignore_errors=True)
    os.mkdir(WORK + "/pids")
    started("clear")
    # A shell ignores SIGINT in background processes, and so would the script.
    child = subprocess.Popen([os.path.join(RUN, script), *arguments], cwd=WORK, env=environment(),
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             preexec_fn=lambda: [signal.signal(n, signal.SIG_DFL) for n in (
                                 signal.SIGINT, signal.SIGTERM, signal.SIGHUP)])
    limit = time.monotonic() + 30
    while not alive() and time.monotonic() < limit and child.poll() is None:
        time.sleep(0.02)
    had = alive()
    child.send_signal(number)
    err = child.communicate(timeout=60)[1].decode().strip()
    time.sleep(0.05)
    left = alive()
    for pid in left:
        os.kill(int(pid), signal.SIGKILL)
    ok(had and child.returncode == 128 + number and err.endswith("ended by " + number.name) and
       "Traceback" not in err, name + ": status and one line", had, child.returncode, err)
    ok(not left and not os.listdir(WORK + "/tmp"), name + ": no process, no temporary folder", left,
       os.listdir(WORK + "/tmp"))


def signals():
    waits = [line.replace("%s", WORK) for line in WAITS]
    program("slow", *waits)
    tool(BIN + "/make", *waits)
    every = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for k, (script, arguments) in enumerate(MEASURE):  # the first one with each of the signals
        for number in every if k == 0 else every[k % 3:][:1]:
            ends(script, arguments, number)
    ok(started().count("memwall-slow") <= 1, "the next run does not begin", started())
    # The first size is complete; the second one waits.
    program("late", "case $* in */2*) %s ;; esac" % "; ".join(waits).replace("& echo", "& echo"))
    shutil.rmtree(WORK + "/jobs", ignore_errors=True)
    ends("job-cpus", ["--ranks=1,2,4", "--program=programs/memwall-late", "--results=jobs"], signal.SIGTERM)
    ok(sorted(os.listdir(WORK + "/jobs")) == ["1", "2"] and os.path.exists(WORK + "/jobs/1/run.json") and
       os.path.exists(WORK + "/jobs/1/command") and not os.path.exists(WORK + "/jobs/2/command"),
       "job-cpus: the results so far are kept, and no further size begins", os.listdir(WORK + "/jobs"))
    program("stubborn", "trap '' TERM", *waits)
    from memwall import process
    process.GRACE, begin = 1, time.monotonic()
    status = process.call([PROGRAMS + "/memwall-stubborn", "bench"], seconds=0.3, grace=1)[0]
    ok(status == "timeout" and not alive() and time.monotonic() - begin < 15,
       "a program that ignores SIGTERM is killed", status, alive())


# ---- Results ----

def outputs():
    program("slow")
    measured = [("compare", SMALL + ["--csv=o.csv", "--json=o.json", "ref", "opt"]),
                ("ladder", SMALL + ["--csv=o.csv", "ref", "opt"]),
                ("roofline", SMALL + ["--csv=o.csv", "ref"]), ("halfmg", ["--np=1", "--cells=16",
                 "--k=1", "--repeat=1", "--csv=o.csv"]),
                ("collect", ["--csv=o.csv", "jobs"])]
    measured += [("cbgmres", [study, "--repeat=1", "--lengths=10", "--formats=f64", "--csv=o.csv",
                              "lap27:6"]) for study in ("table", "rules", "restarts", "histories",
                                                        "orthogonality")]
    os.makedirs(WORK + "/jobs/1", exist_ok=True)
    shutil.copy(WORK + "/documents/bench", WORK + "/jobs/1/run.json")
    shutil.rmtree(WORK + "/jobs/2", ignore_errors=True)
    for script, arguments in measured:
        files = [WORK + "/" + a.partition("=")[2] for a in arguments if "=o." in a]
        for way in ("a full disk", "a closed pipe"):
            for path in files:
                if os.path.exists(path):
                    os.remove(path)
            if way == "a full disk":
                with open("/dev/full", "w") as full:
                    status, _, err = run(script, *arguments, stdout=full)
            else:
                reader, writer = os.pipe()
                os.close(reader)
                status, _, err = run(script, *arguments, stdout=writer)
                os.close(writer)
            texts = [open(p).read() if os.path.exists(p) else "" for p in files]
            ok(status == 1 and err.count("\n") == 1 and "standard output could not be written" in err and
               all(t.endswith(("}\n", "]\n")) or p.endswith(".csv") and t.count("\n") > 1
                   for p, t in zip(files, texts)),
               "%s %s: the files are complete with %s as standard output" % (
                   script, arguments[0], way), status, err, texts)
        for path in files:
            open(path, "w").write("old")
        status, _, err = run(script, *arguments, preexec_fn=lambda: __import__("resource").setrlimit(
            __import__("resource").RLIMIT_FSIZE, (0, 0)) if script == "collect" else None)
        if script == "collect":
            ok(status == 1 and "could not be written" in err and open(files[0]).read() == "old" and
               not glob.glob(WORK + "/.memwall*"), "a full disk leaves the old file", status, err)
    status, out, _ = run("compare", *SMALL, "--csv=/dev/stdout", "ref")
    ok(status == 0 and out.index("# command: run/compare") < out.index("noise:"), "--csv=/dev/stdout", out)
    name = b"\xff \xc3.csv"
    status, out, err = run("ladder", *SMALL, b"--csv=" + name, "ref")
    ok(status == 0 and os.path.exists(os.path.join(WORK.encode(), name)), "a name that is not UTF-8", err)


# ---- Documents ----

def mutants(text, number, seeds):
    """Damaged documents: cut, foreign, and with one value that is another one or is missing."""
    yield from ("", "{", "[]", "null", "3", "\0", "{}", text[:len(text) // 2], text.replace(":", ": NaN,", 1),
                "[" * 2000)
    for _ in range(number):
        document = json.loads(text)
        place, steps = document, seeds.randrange(1, 6)
        while steps and isinstance(place, (dict, list)) and place:
            key = seeds.choice(list(place) if isinstance(place, dict) else range(len(place)))
            steps -= 1
            if not steps or not isinstance(place[key], (dict, list)) or not place[key]:
                if seeds.random() < 0.3:
                    del place[key]
                else:
                    place[key] = seeds.choice([None, [], {}, "x", -1, 0, 1e308, True, [[]], "9" * 400])
                break
            place = place[key]
        yield json.dumps(document)


def have_matplotlib():
    return run(sys.executable, "-c", "import matplotlib")[0] == 0


def documents():
    seeds = random.Random(1)
    bench = open(WORK + "/documents/bench").read()
    os.makedirs(WORK + "/d/f", exist_ok=True)
    readers = [("collect", bench, "d/1/run.json", ["--csv=d/x.csv", "d"])]
    os.makedirs(WORK + "/d/1", exist_ok=True)
    for script, text, path, arguments in readers:
        wrong = []
        for k, mutant in enumerate(mutants(text, 25, seeds)):
            open(os.path.join(WORK, path), "w").write(mutant)
            status, _, err = run(script, *arguments)
            if status not in (0, 2) or status == 2 and (err.count("\n") != 1 or path not in err) or \
                    status == 0 and k < 9 or glob.glob(WORK + "/d/.memwall*"):
                wrong.append((status, err, mutant[:200]))
        ok(not wrong, "%s: %d damaged documents" % (script, 35), *wrong[:2])
    table = "# machine: m\n# commit: c\na,b\n1,2\n"
    for text in ("", "a,b\n", "\xff\0", "a,b\n1,2,3\n", "a,b\n1\n", table, "# x\n" + table):
        if table in text and not have_matplotlib():
            ok(True, "figures: a CSV file of another figure # SKIP matplotlib is needed")
            continue
        open(WORK + "/d/f/ladder.csv", "wb").write(text.encode("latin-1"))
        refused("figures: a foreign CSV file %r" % text, "figures", "--folder=d/f", "--draw", "ladder",
                text="d/f/ladder.csv", status=2)
    second = json.loads(bench)
    second["machine"]["ranks"] = 2
    for key, edit in (("tree", lambda d: d["options"].update(tree="other")),
                      ("local box", lambda d: d["sizes"].update(local=[16, 16, 16])),
                      ("commit", lambda d: d["machine"].update(commit="abc")),
                      ("flags", lambda d: d["options"].update(arguments="--order natural"))):
        other = json.loads(json.dumps(second))
        edit(other)
        os.makedirs(WORK + "/two/1", exist_ok=True)
        os.makedirs(WORK + "/two/2", exist_ok=True)
        open(WORK + "/two/1/run.json", "w").write(bench)
        json.dump(other, open(WORK + "/two/2/run.json", "w"))
        refused("two runs with another %s are no series" % key, "collect", "two",
                text="two/1/run.json and two/2/run.json differ in more than the ranks: " + key)
    second["mixed"]["seconds"] *= 2
    second["mixed"]["model_flops"]["total"] *= 2
    second["rating"].update(valid=False, verdict="no rating")
    json.dump(second, open(WORK + "/two/2/run.json", "w"))
    status, out, _ = run("collect", "--csv=weak.csv", "two")
    ok(status == 0 and "  no rating" in out and "measured,2," in open(WORK + "/weak.csv").read() and
       "0.5000" in open(WORK + "/weak.csv").read(), "collect: the efficiency; a run without a rating", out)
    second["rating"]["verdict"] = "INVALID"
    json.dump(second, open(WORK + "/two/2/run.json", "w"))
    run("collect", "--csv=weak.csv", "two")
    ok("measured,2," not in open(WORK + "/weak.csv").read(), "the CSV file has no run that is not valid")


# ---- Programs and trees ----

def programs():
    program("renamed")
    os.replace(PROGRAMS + "/memwall-renamed", PROGRAMS + "/memwall-wrong")
    program("quiet", "exit 0")
    program("fails", "echo 'memwall: out of order' >&2; exit 3")
    program("changing", "n=$(grep -c changing '%s/started')" % WORK)
    with open(PROGRAMS + "/memwall-changing", "a") as file:
        file.write("sed -i \"s/\\\"commit\\\": \\\"/&$n/\" \"$json\"\n")
    for tree, text in (("wrong", "this is the program of the tree renamed"),
                       ("quiet", "the program wrote no JSON document"),
                       ("fails", "failed (3): memwall: out of order"),
                       ("changing", "the program changed during the measurement")):
        status, _, err = run("compare", *SMALL, tree)
        ok(status == 1 and err.count("\n") == 1 and text in err, "compare: " + text, status, err)
    tool(BIN + "/full/mpirun", "printf '%s\\n' ------ 'There are not enough slots available for the 3' "
         "'slots that were requested.' '' Either ------ >&2", "exit 1")
    status, _, err = run("compare", "--np=3", *SMALL[1:], "ref", env=environment(PATH=BIN + "/full:" + os.environ["PATH"]))
    ok(status == 1 and err.count("\n") == 1 and err.endswith("There are not enough slots available for the 3\n"),
       "compare: mpirun's reason", status, err)
    program("other", *["true"])
    with open(PROGRAMS + "/memwall-other", "a") as file:
        file.write("sed -i 's/\"commit\": \"/&other-/' \"$json\"\n")
    status, out, _ = run("compare", *SMALL, "ref", "other")
    ok(status == 0 and "programs: not the same: ref: commit" in out, "compare: programs of two commits", out)
    ok("fewer than 3 rounds" in out, "compare: one round has no range", out)
    command = ["--ranks=1,2", "--program=programs/memwall-ref", "--results=again", "--seconds=0"]
    run("job-cpus", *command)
    ok(run("job-cpus", *command)[1].count("already in") == 2, "job-cpus: what has run is not repeated")
    ok(run("job-cpus", *command, "--threads=2")[1].count("already in") == 0, "but with other threads")
    open(PROGRAMS + "/memwall-ref", "a").write("\n")
    ok(run("job-cpus", *command, "--threads=2")[1].count("already in") == 0, "or with another program")
    status, _, err = run("job-cpus", "--ranks=1,2", "--program=programs/memwall-fails", "--results=fails")
    ok(status == 1 and err.count("failed: memwall: out of order") == 2, "job-cpus: says why, and goes on", err)
    status, out, _ = run("job-cpus", "--dry-run", "--ranks=2,6", "--threads=4")
    ok(status == 0 and "mpirun -np 6 --bind-to core --map-by slot:PE=4 " in out and
       "make -s -C " in out, "job-cpus: a dry run", out)
    status, out, _ = run("job-gpus", "--dry-run", "--gpus=6", "--backend=cuda")
    ok(re.findall(r"^mpirun -np (\d+) ", out, re.M) == ["1", "2", "4", "6"], "job-gpus: 1, 2, 4, all", out)


def checkouts():
    """A checkout in a folder whose name a shell would take for commands."""
    if os.path.exists(BIN + "/make"):
        os.remove(BIN + "/make")
    top = WORK + "/it's; touch pwned; $(touch pwned) `touch pwned`  \"x\" &"
    shutil.copytree(RUN, top + "/run")
    for tree in ("ref", "mine"):
        program(tree, folder=os.path.join(top, tree))
    os.makedirs(WORK + "/here/mine")
    program("mine", folder=WORK + "/here/mine")
    with open(top + "/Makefile", "w") as file:
        file.write("-include config.mk\nBUILD ?= build\nNAME := $(notdir $(TREE))\n"
                   "PROGRAM := $(BUILD)/flavor/memwall-$(NAME)\nall:\n\tmkdir -p $(BUILD)/flavor\n"
                   "\tcp $(TREE)/memwall-$(NAME) $(PROGRAM)\n\techo $(TREE) >>built\n")
    env = environment(MEMWALL_BIN="")
    built = top + "/built"

    def builds(name, wanted, *arguments, **more):
        if os.path.exists(built):
            os.remove(built)
        status, _, err = run(top + "/run/compare", *SMALL, *arguments, cwd=WORK + "/here",
                             env=dict(env, **more))
        found = sorted(open(built).read().split()) if os.path.exists(built) else []
        ok(status == 0 and found == wanted, name, status, err, found)
    builds("a checkout with quotes, blanks, dollars and semicolons in its path", ["ref"], "ref")
    builds("a tree in the current folder", [WORK + "/here/mine"], "mine")
    shutil.rmtree(WORK + "/here/mine")
    builds("a tree of the checkout", ["mine", "ref"], "mine", "ref")
    builds("BUILD of the environment", ["ref"], "ref", BUILD=WORK + "/elsewhere")
    ok(os.path.exists(WORK + "/elsewhere/flavor/memwall-ref"), "the program there is measured")
    ok(not glob.glob(WORK + "/**/pwned", recursive=True), "no part of a path was executed")


def noise():
    from memwall import programs as measured_programs
    compare = measured_programs.script("compare")

    class Fixed:
        def __init__(self, values):
            self.values = values

        def samples(self, _):
            return self.values

    def row(base, twin, *others):
        return compare.Row("sweep", "ms", None, [Fixed(base)] + [Fixed(o) for o in others], Fixed(twin))
    for name, holds in (
            ("the largest difference of the identical runs", abs(row([1, 1, 1], [1.1, 0.8, 1]).percent() - 25)
             < 1e-9),
            ("ratios are taken within a round", row([1, 2, 4], [1, 2, 4], [2, 4, 8]).ratio(1) == (0.5,) * 3),
            ("a large gain", not row([2, 2, 2], [2.1, 2, 1.9], [1, 1.1, 0.9]).within_noise(1)),
            ("a large loss", not row([1, 1, 1], [1, 1.1, 1], [2, 2, 2]).within_noise(1)),
            ("a gain below the noise", row([2, 2, 2], [2.4, 2, 2], [1.8, 1.8, 1.8]).within_noise(1)),
            ("rounds that disagree", row([2, 2, 2], [2, 2, 2], [1, 1, 2.1]).within_noise(1)),
            ("fewer than three rounds", row([2, 2], [2, 2], [1, 1]).within_noise(1)),
            ("no ratio without a time", row([0, 1], [1, 1], [1, 1]).ratios is None)):
        ok(holds, "noise: " + name)


def main():
    os.makedirs(PROGRAMS)
    make_documents()
    for part in (every_script, wrong_arguments, noise, programs, outputs, documents, signals, checkouts):
        if len(sys.argv) < 2 or part.__name__ in sys.argv[1:]:
            part()
    print("1..%d" % count)
    sys.exit(failed > 0)


main()
