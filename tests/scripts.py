"""tests/scripts.py - the scripts of run/: a table of faults, and what each must answer.

The programs that the scripts start are short shell scripts that copy a document or wait; one real run
of each verb makes the documents. Prints TAP; scripts.t calls it."""
import ast
import glob
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

from tap import finish, ok

TOP = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
RUN, WORK = os.path.join(TOP, "run"), os.environ["work"]
BIN, PROGRAMS = os.path.join(WORK, "bin"), os.path.join(WORK, "programs")
SCRIPTS = sorted(p for p in glob.glob(RUN + "/*") if os.path.isfile(p) and os.access(p, os.X_OK))
GRADE = RUN + "/packages/autograder/grade"
PYTHON = [p for p in SCRIPTS + [GRADE] if "python3" in open(p).readline()]
SMALL = ["--np=1", "--nx=8", "--repeat=1", "--iterations=5"]
sys.path.insert(0, RUN)
sys.dont_write_bytecode = True


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
        "printf 'k,relative_residual,b\\n1,1e-3,1e-9\\n' >\"${word#*=}\" ;; esac; done",
        "case $* in *none.mtx*) echo 'memwall: none.mtx: no' >&2; exit 2 ;; esac"]


def program(tree, *lines, folder=PROGRAMS):
    """A program of a tree, which copies the document of its verb."""
    tool(os.path.join(folder, "memwall-" + tree), *COPY, *lines,
         "sed 's/\"tree\": \"ref\"/\"tree\": \"%s\"/' '%s/documents/'\"$1\" >\"$json\"" % (tree, WORK))


def real_program():
    """That of ref, or of another tree if only this one is tested."""
    found = glob.glob(os.path.join(os.environ["MEMWALL_BIN"], "memwall-*"))
    return next((path for path in found if path.endswith("memwall-ref")), found[0])


def make_documents():
    """One real run of each verb."""
    real = real_program()
    os.makedirs(WORK + "/documents")
    os.makedirs(WORK + "/tmp")
    for verb, flags in (("bench", ["--nx=8", "--rt=0", "--output=" + WORK]), ("solve", ["--nx=8"]),
                        ("poisson", ["--cells=16"])):
        path = "%s/documents/%s" % (WORK, verb)
        subprocess.run([real, verb, *flags, "--threads=1", "--json=" + path], check=False,
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
    for name in ("make", "apt-get", "sudo"):
        tool(BIN + "/" + name, "exit 1")
    for path in SCRIPTS:
        name = os.path.basename(path)
        started("clear")
        status, out, err = run(path, "--help", cwd=empty)
        ok(status == 0 and len(out) > 100 and not err and not started() and not os.listdir(empty),
           name + " --help: text, and nothing else happens", status, out, err, started())
        refused("an unknown option", name, "--frobnicate", cwd=empty)
    for path in PYTHON:
        name = os.path.basename(path)
        ast.parse(open(path).read(), path, feature_version=(3, 6))  # without a SyntaxError before the line
        got = run(sys.executable, "-c", "import runpy, sys; sys.version_info = (3, 6, 8); sys.argv = [%r]; "
                  "sys.modules['dataclasses'] = None; runpy.run_path(%r)" % (path, path))
        ok(got[0] == 2 and got[2].count("\n") == 1 and "Python 3.9 or newer is needed, and this is 3.6" in got[2],
           name + ": the version of Python is tested at the start", got)
        got = run(path, "--help", env=environment(PYTHONSAFEPATH="1"))
        ok(got[0] == 0 and not got[2], name + ": with PYTHONSAFEPATH", got)
    refused("an argument does not build", "first", "ref")


# Wrong arguments: script, arguments, part of the message.
WRONG = [
    ("compare", ["ref", "ref:nx=16"], "--nx=16 is the same for all variants"),
    ("compare", ["ref", ""], "TREE[:FLAG=VALUE,...] is needed"),
    ("compare", [], "a variant is needed"),
    ("compare", ["--repeat=0", "ref"], "a whole number from 1"),
    ("compare", ["--tolerance=nan", "ref"], "a number from 0 to 1"),
    ("compare", ["--launch=nosuch", "ref"], "there is no such command"),
    ("compare", ["--launch='", "ref"], "No closing quotation"),
    ("compare", ["--launch=", "ref"], "there is no such command"),
    ("compare", ["--backend=vulkan", "ref"], "invalid choice"),
    ("compare", ["ref", "nosuch"], "memwall-nosuch: there is no such program"),
    ("compare", ["/x/mine", "/y/mine"], "both trees would be memwall-mine"),
    ("compare", ["--csv=none/x", "ref"], "--csv=none/x: there is no folder"),
    ("compare", ["--csv=tmp", "ref"], "--csv=tmp: this is a folder"),
    ("compare", ["a b"], "rename it"),
    ("compare", ["x;touch pwned"], "rename it"),
    ("study", ["cbgmres", "lap27:6", "none.mtx"], "none.mtx: No such file"),
    ("study", ["cbgmres", "--basis=f64,"], "words joined by commas"),
    ("study", ["restarts", "--k=1"], "restarts has no parameter k"),
    ("study", ["nosuch"], "invalid choice"),
    ("figures", ["nosuch"], "no such figure"),
    ("figures", [], "a name is needed"),
    ("figures", ["weak"], "run/job measures"),
    ("figures", ["--format=gif", "ladder"], "svg, pdf or png"),
    ("figures", ["ladder", "--", "--repeat", "1"], "--repeat: after -- an option is written --NAME=VALUE"),
    ("figures", ["--folder=none", "--draw", "ladder"], "none/ladder.csv: No such file"),
    ("job", ["--ranks=1,many"], "a whole number from 1"),
    ("job", ["--nx=100"], "a multiple of 8"),
    ("job", ["--nx=1296"], "from 8 to 1288"),
    ("job", ["--ranks=1", "--program=none"], "--program=none: not a program"),
    ("job", ["--ranks=1", "--program=programs/memwall-ref", "--launch=nosuch"], "no such command"),
    ("job", ["--backend=vulkan"], "invalid choice"),
    ("job", ["--per-node=0"], "a whole number from 1"),
    ("job", ["--backend=cuda"], "no GPU is here"),
    ("judge", ["--nx=10", "ref"], "a multiple of 4"),
    ("judge", ["--seed=²", "ref"], "a whole number"),
    ("judge", ["none"], "there is no folder none"),
    ("lab", ["1", "none"], "none: no such folder"),
    ("lab", ["15", "tmp"], "one of 0 (bytes)"),
]


def wrong_arguments():
    for script, arguments, text in WRONG:
        refused(" ".join(arguments), script, *arguments, text=text)
    ok(not os.path.exists(WORK + "/pwned"), "no shell has read a name")


# ---- The caller's environment ----

def git(*words, **more):
    """What git says."""
    return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@localhost", *words], check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more).stdout


def environments():
    """Variables that the caller has set for other programs."""
    program("shows", "env | grep -E '^(OMP_[NP]|GOMP|KMP|GIT)' >>'%s/shown'" % WORK)
    foreign = {"OMP_NUM_THREADS": "3", "OMP_PROC_BIND": "true", "GOMP_CPU_AFFINITY": "0", "GIT_DIR": "/nowhere"}
    status, _, err = run("compare", *SMALL, "shows", env=environment(**foreign))
    ok(status == 0 and open(WORK + "/shown").read() == "", "compare: a measurement has no variables of the caller's OpenMP",
       status, err, open(WORK + "/shown").read())
    with open(WORK + "/tmp/program", "w") as file:
        file.write("#!/bin/sh\n")
    got = run(sys.executable, "-c", "import sys; sys.path.insert(0, %r); from memwall import process; "
              "process.start([%r])" % (RUN, WORK + "/tmp/program"))
    ok(got[0] == 2 and got[2].count("\n") == 1 and "TMPDIR must name a folder" in got[2],
       "a folder for temporary files whose programs are not executed", got)
    os.remove(WORK + "/tmp/program")


def handouts():
    """A hook of another repository calls run/handout, and the user signs commits and has hooks."""
    if not os.path.isdir(os.path.join(TOP, ".git")) and not os.path.isfile(os.path.join(TOP, ".git")):
        return
    home, theirs, out = WORK + "/home", WORK + "/theirs", WORK + "/handed/out"
    os.makedirs(home + "/hooks")
    tool(home + "/hooks/pre-commit", "exit 1")
    open(home + "/ignored", "w").write("*.md\nopt\n")
    open(home + "/.gitconfig", "w").write("[commit]\ngpgsign = true\n[gpg]\nprogram = /nowhere\n[core]\n"
                                          "hooksPath = %s/hooks\nexcludesFile = %s/ignored\n" % (home, home))
    git("init", "-q", theirs)
    git("commit", "-q", "--allow-empty", "-m", "theirs", cwd=theirs)
    tip = git("rev-parse", "HEAD", cwd=theirs)
    env = environment(HOME=home, GIT_DIR=theirs + "/.git", GIT_INDEX_FILE=theirs + "/.git/index")
    tool(BIN + "/broken/git", "case $* in *commit*) echo 'fatal: a reason' >&2; exit 1 ;; esac", "exec '%s' \"$@\"" % shutil.which("git"))
    status, _, err = run("handout", out, env=dict(env, PATH=BIN + "/broken:" + env["PATH"]))
    ok(status == 1 and err.count("\n") == 1 and "a reason" in err and not os.listdir(WORK + "/handed"),
       "handout: git fails: a line, and no folder that is half made", status, err, os.listdir(WORK + "/handed"))
    status, _, err = run("handout", out, env=env)
    ok(status == 0 and git("rev-parse", "HEAD", cwd=theirs) == tip, "handout: another repository remains as it is", status, err)
    listed = git("ls-files", cwd=out).split() if os.path.isdir(out) else []
    ok("START-HERE.md" in listed and "opt/spmv.c" in listed and ".gitattributes" in listed and
       not git("status", "--short", cwd=out), "handout: all files are committed, whatever the user's settings", len(listed))


# ---- Processes ----

# Like mpirun: its ranks are in groups of their own, and it ends them when it is terminated.
WAITS = ["set -m 2>/dev/null; trap 'kill $! 2>/dev/null; exit 143' TERM", "sleep 100 & sleep 0.1; echo $! >'%s/pids/'$$; echo $$ >>'%s/pids/'$$", "wait"]
MEASURE = [("compare", SMALL + ["slow"]), ("compare", ["--np=2", "--nx=8", "slow"]),
           ("study", ["cbgmres", "--tree=slow", "lap27:6"]),
           ("figures", ["--folder=f", "ladder", "--", "--np=1", "slow"]),
           ("job", ["--ranks=1,2,4", "--program=programs/memwall-slow", "--results=jobs"]),
           ("judge", [TOP + "/ref"]), ("lab", ["1", TOP + "/ref"])]


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


def remaining():
    """The processes that still run, after two seconds at most."""
    limit = time.monotonic() + 2
    while alive() and time.monotonic() < limit:
        time.sleep(0.02)
    return alive()


def ends(script, arguments, number, runs=1):
    """A signal ends all processes of a script during its only run, or during the last of `runs` runs. No
    further run begins, and no temporary folder is left."""
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
    left = remaining()
    for pid in left:
        os.kill(int(pid), signal.SIGKILL)
    ok(had and child.returncode == 128 + number and "run/%s: ended by %s" % (script, number.name) in err and
       "Traceback" not in err, name + ": status and one line", had, child.returncode, err)
    ok(not left and not os.listdir(WORK + "/tmp"), name + ": no process, no temporary folder", left,
       os.listdir(WORK + "/tmp"))
    begun = started()
    ok(begun and begun.count(begun[-1]) == runs, name + ": the next run does not begin", begun)


def signals():
    waits = [line.replace("%s", WORK) for line in WAITS]
    program("slow", *waits)
    tool(BIN + "/make", *waits)
    every = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for k, (script, arguments) in enumerate(MEASURE):  # the first one with each of the signals
        for number in every if k == 0 else every[k % 3:][:1]:
            ends(script, arguments, number)
    # The first size is complete; the second one waits.
    program("late", "case $* in */2*) %s ;; esac" % "; ".join(waits))
    shutil.rmtree(WORK + "/jobs", ignore_errors=True)
    ends("job", ["--ranks=1,2,4", "--program=programs/memwall-late", "--results=jobs"], signal.SIGTERM,
         runs=2)
    ok(sorted(os.listdir(WORK + "/jobs")) == ["1", "2"] and os.path.exists(WORK + "/jobs/1/run.json") and
       os.path.exists(WORK + "/jobs/1/command") and not os.path.exists(WORK + "/jobs/2/command"),
       "job: the results so far are kept, and no further size begins", os.listdir(WORK + "/jobs"))
    program("stubborn", "trap '' TERM", waits[1], "while :; do sleep 1; done")
    from memwall import process
    begin = time.monotonic()
    process.end(process.start([PROGRAMS + "/memwall-stubborn", "bench"]), 0.3)
    status = process.call([PROGRAMS + "/memwall-slow", "bench"], seconds=0.3)[0]
    ok(status == "timeout" and not remaining(), "a limit of seconds", status, alive())
    ok(time.monotonic() - begin < 15 and not remaining(), "a program that ignores SIGTERM is killed", alive())


def limits():
    """Hand-ins without an end: each program has a limit of time and of output, and only regular files are read."""
    tree, built = WORK + "/lab02", ["--built=" + PROGRAMS, "--limit=1", "--nx=8"]
    os.mkdir(tree)
    shutil.copy(TOP + "/opt/columns.c", tree)
    for text, line in (("no end within 1 s", "exec sleep 100"), ("more than 16777216 bytes of output", "exec yes")):
        program("lab02", line)
        status, out, err = run("lab", "2", tree, *built, timeout=60)
        ok(status == 1 and re.search("^WRONG .*" + text, out, re.M), "lab: " + text, status, out, err)
        status, out, err = run(GRADE, tree, "--", *built, timeout=60)
        ok(status == 0 and "0 of 65 points" in out and text in out, "grade: the points and the reason: " + text, status, out, err)
    program("lab02", "exit 1")
    os.mkfifo(tree + "/prediction.csv")
    status, out, err = run("lab", "2", tree, *built)
    ok("not read: %s/prediction.csv: not a regular file" % tree in out, "lab: a prediction that is a pipe", status, out, err)
    os.remove(tree + "/prediction.csv")
    os.mkfifo(tree + "/sweep.c")
    refused("a source that is a pipe", "lab", "2", tree, *built, text="sweep.c: not a regular file")
    os.remove(tree + "/sweep.c")
    for name in "prediction.csv", "sweep.c":
        os.symlink("/dev/zero", tree + "/" + name)
        refused(name + " is a link to a device", "lab", "2", tree, *built, text=name + ": a link; a hand-in is")
        os.remove(tree + "/" + name)


# ---- Results ----

def outputs():
    measured = [("compare", SMALL + ["--csv=o.csv", "ref", "opt"])] + [
        ("study", [study, "--np=1", "--repeat=1", *more, "--csv=o.csv"]) for study, more in (
            ("cbgmres", ["--basis=f64", "lap27:6"]), ("rules", ["--basis=f64", "lap27:6"]),
            ("restarts", ["--restart=10", "lap27:6"]), ("histories", ["lap27:6"]), ("orthogonality", ["lap27:6"]),
            ("halfmg-2d", ["--cells=16", "--k=1"]))]
    path = WORK + "/o.csv"
    for script, arguments in measured:
        if os.path.exists(path):
            os.remove(path)
        with open("/dev/full", "w") as full:
            status, _, err = run(script, *arguments, stdout=full)
        text = open(path).read() if os.path.exists(path) else ""
        ok(status == 1 and err.count("\n") == 1 and "standard output could not be written" in err and
           text.startswith("# machine: ") and text.count("\n") > 5,
           "%s %s: the file is complete if standard output fails" % (script, arguments[0]), status, err, text)
    status, out, _ = run("compare", *SMALL, "--csv=/dev/stdout", "ref")
    ok(status == 0 and out.index("# command: run/compare") < out.index("noise:"), "--csv=/dev/stdout", out)
    status, out, err = run("compare", *SMALL, b"--csv=\xff \xc3.csv", "ref")
    ok(status == 0 and os.path.exists(os.path.join(WORK.encode(), b"\xff \xc3.csv")), "a name that is not UTF-8", err)
    open(path, "w").write("old")
    from memwall import files
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        files.save(path, "new")
    except OSError as error:
        found = error
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    ok("could not be written" in found.strerror and open(path).read() == "old" and not glob.glob(path + ".*"),
       "a full disk leaves the old file", found)


SHARE = re.compile(r"^(?:ref|opt)\S* +([\d.]+) +([\d.]+) +(\d+) ?%", re.M)


def check_shares(text, name):
    """A share is MB / ms of its line over the bandwidth above the table, within rounding."""
    bandwidth = re.search(r"(?:read|copy) bandwidth ([\d.]+) GB/s", text)
    rows = SHARE.findall(text)
    wrong = [r for r in rows if not abs(
        100 * float(r[1]) / float(r[0]) / float(bandwidth[1]) - int(r[2])) <= 1]
    ok(rows and not wrong, "shares add up: " + name, wrong, text)


def shares():
    # Bandwidths that differ from run to run, as on a machine that other programs use.
    for tree, least in ("ref", 3), ("opt", 4):
        program(tree)
        with open(PROGRAMS + "/memwall-" + tree, "a") as file:
            file.write("n=$(grep -c %s '%s/started')\nsed -i \"s/\\(read_bytes_per_second\\\": \\)[0-9.e+]*/"
                       "\\1$((n + %d))e10/\" \"$json\"\n" % (tree, WORK, least))
    started("clear")
    status, out, err = run("compare", "--np=1", "--nx=8", "--iterations=5", "--short", "ref", "opt")
    check_shares(out, "run/compare")
    # The runs of ref measure 40, 70 and 80 GB/s, those of opt 50, 60 and 70.
    ok(status == 0 and "read bandwidth 65.0 GB/s (40.0 to 80.0)" in out,
       "the bandwidth is the median of all runs of the table", out, err)
    check_shares(open(TOP + "/README.md").read(), "README.md")
    # On a device the bandwidth is that of a copy, and its name is printed.
    program("gpu")
    with open(PROGRAMS + "/memwall-gpu", "a") as file:
        file.write("sed -i 's/\"backend\": \"cpu\"/\"backend\": \"cuda\", \"device\": \"Some GPU\"/; "
                   "s/\\(copy_bytes_per_second\": \\)[0-9.e+]*/\\11.5e12/' \"$json\"\n")
    status, out, err = run("compare", *SMALL, "--backend=cuda", "--short", "gpu")
    ok(status == 0 and ", Some GPU, copy bandwidth 1500.0 GB/s" in out, "a device: its name and the bandwidth of a copy", out, err)
    for tree in ("ref", "opt"):
        program(tree)


# ---- Documents ----

def documents():
    bench = open(WORK + "/documents/bench").read()
    command = ["--ranks=1,2", "--program=programs/memwall-ref", "--results=two", "--seconds=0"]
    ok(run("job", *command)[0] == 0, "job: two sizes")
    for name, text in (("empty", ""), ("cut", bench[:len(bench) // 2]),
                       ("with a list for a number", bench.replace('"ranks": 1', '"ranks": []'))):
        open(WORK + "/two/1/run.json", "w").write(text)
        status, _, err = run("job", *command)
        ok(status == 2 and err.count("\n") == 1 and "two/1/run.json" in err, "job: a document that is " + name, status, err)
    os.makedirs(WORK + "/d", exist_ok=True)
    for text in ("", "a,b\n", "\xff\0", "a,b\n1,2,3\n", "a,b\n1\n"):
        open(WORK + "/d/ladder.csv", "wb").write(text.encode("latin-1"))
        refused("figures: a foreign CSV file %r" % text, "figures", "--folder=d", "--draw", "ladder",
                text="d/ladder.csv", status=2)
    open(WORK + "/two/1/run.json", "w").write(bench)
    second = json.loads(bench)
    second["machine"]["ranks"] = 2
    second["mixed"]["seconds"] *= 2
    second["mixed"]["model_flops"]["total"] *= 2
    second["rating"].update(valid=False, verdict="no rating")
    json.dump(second, open(WORK + "/two/2/run.json", "w"))
    status, out, _ = run("job", *command)
    text = open(WORK + "/two/weak.csv").read()
    ok(status == 0 and "  no rating" in out and "ref,2," in text and "0.5000" in text,
       "job: the efficiency; a run without a rating", out)
    second["rating"]["verdict"] = "INVALID"
    json.dump(second, open(WORK + "/two/2/run.json", "w"))
    run("job", *command)
    ok("ref,2," not in open(WORK + "/two/weak.csv").read(), "the CSV file has no run that is not valid")


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
    program("bytes")
    with open(PROGRAMS + "/memwall-bytes", "a") as file:
        file.write("LC_ALL=C sed -i 's/\"commit\": \"/&\\xff/' \"$json\"\n")
    status, out, err = run("compare", *SMALL, "--csv=bytes.csv", "bytes")
    ok(status == 0 and os.path.exists(WORK + "/bytes.csv"), "compare: a document with a text that is not UTF-8", status, err)
    program("other", *["true"])
    with open(PROGRAMS + "/memwall-other", "a") as file:
        file.write("sed -i 's/\"commit\": \"/&other-/' \"$json\"\n")
    status, out, _ = run("compare", *SMALL, "ref", "other")
    ok(status == 0 and "programs: not the same: ref: commit" in out, "compare: programs of two commits", out)
    ok("fewer than 3 rounds" in out, "compare: one round has no range", out)
    command = ["--ranks=1,2", "--program=programs/memwall-ref", "--results=again", "--seconds=0"]
    run("job", *command)
    ok(run("job", *command)[1].count("already in") == 2, "job: what has run is not repeated")
    ok(run("job", *command, "--threads=2")[1].count("already in") == 0, "but with other threads")
    open(PROGRAMS + "/memwall-ref", "a").write("\n")
    ok(run("job", *command, "--threads=2")[1].count("already in") == 0, "or with another program")
    program("ref", "case $* in */2/*) exit 1 ;; esac")
    ok(run("job", *command)[0] == 1 and os.path.exists(WORK + "/again/2/run.json"),
       "job: a run that fails leaves the document of the run before it")
    program("ref")
    program("late", "case $* in */2/*) echo 'memwall: out of order' >&2; exit 3 ;; esac")
    status, out, err = run("job", "--ranks=1,2", "--program=programs/memwall-late", "--results=late")
    ok(status == 1 and err.count("2 ranks: failed: memwall: out of order") == 1 and re.search("^1 +1 ", out, re.M),
       "job: says why a size failed, and prints the table of the others", out, err)


# ---- Jobs ----

def jobs():
    """The commands of a workstation and of two nodes of Frontier, also from a copy that sbatch has made."""
    os.makedirs(WORK + "/spool")
    shutil.copy(RUN + "/job", WORK + "/spool/slurm_script")
    tool(BIN + "/srun", "exit 1")
    for name, arguments, more in (
            ("workstation", ["--per-node=22"], {}),
            ("frontier", ["--backend=hip", "--per-node=8", "--threads=7", "--nx=320", "--gpu-aware-mpi"],
             {"SLURM_JOB_ID": "1", "SLURM_JOB_NUM_NODES": "2"})):
        wanted = open("%s/tests/golden/job-%s.txt" % (TOP, name)).read()
        got = run("job", "--dry-run", *arguments, env=environment(**more))
        ok(got == (0, wanted, ""), "job: the commands of " + name, *got)
        got = run(WORK + "/spool/slurm_script", "--dry-run", *arguments, env=environment(SLURM_SUBMIT_DIR=TOP, **more))
        ok(got == (0, wanted, ""), "job: a copy of sbatch, " + name, *got)
    in_docs = re.sub(r" \\\n +", " ", open(TOP + "/docs/reference/cluster.md").read())
    ok(wanted.splitlines()[-1] in in_docs, "the page on clusters has the last command of Frontier", in_docs)
    refused("a copy that was submitted elsewhere", WORK + "/spool/slurm_script", text="call sbatch in the root of memwall",
            status=1, env=environment(SLURM_SUBMIT_DIR=WORK))
    status, out, _ = run("job", "--dry-run", "--backend=cuda", "--per-node=4", "--nodes=2", "--launch=srun", "--threads=2",
                         "--gpu-aware-mpi")
    ok(status == 0 and out.count(" --gpu-bind=none ") == 2, "job: with CUDA IPC a rank sees all GPUs of its node", out)
    old = subprocess.run([sys.executable, "-c", "import runpy, sys; sys.path[0] = %r; sys.version_info = (3, 6, 15); sys.argv = [%r]; "
                          "runpy.run_path(%r, run_name='__main__')" % (RUN, RUN + "/job", RUN + "/job")],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    ok((old.returncode, old.stdout) == (2, RUN + "/job: Python 3.9 or newer is needed, and this is 3.6\n"),
       "job: an old Python", old.stdout)
    tool(BIN + "/nvidia-smi", *("echo 'GPU %d: Some GPU (UUID: x)'" % k for k in range(6)))
    status, out, _ = run("job", "--dry-run", "--backend=cuda")
    ok(status == 0 and re.findall(r" mpirun -np (\d+) ", out) == ["1", "2", "4", "6"], "job: six GPUs that are found", out)
    os.remove(BIN + "/nvidia-smi")
    from memwall import programs as of_run
    found = list(map(of_run.script("job").usable, (1, 7, 11, 13, 22, 26, 64, 97)))
    ok(found == [1, 7, 10, 12, 21, 25, 64, 96], "job: the usable numbers of ranks, as in unit_grid.c", found)


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
    from memwall import measure

    def row(base, twin, other):
        """The row of a variant with these times of an iteration."""
        def variant(times):
            v = measure.Variant("ref")
            v.runs = [{"mixed": {"seconds": t, "iterations": 1, "phases": []}, "setup_seconds": {"all": 1},
                       "machine": {"read_bytes_per_second": 1}} for t in times]
            return v
        found = measure.rows([variant(base), variant(other)], variant(twin))
        return [dict(zip(measure.HEAD, r)) for r in found if r[1] == "iteration"][1]
    for name, holds in (
            ("the largest difference of the identical runs", row([1, 1, 1], [1.1, 0.8, 1], [1, 1, 1])["noise"] == "0.25"),
            ("ratios are taken within a round", [row([1, 2, 4], [1, 2, 4], [2, 4, 8])[k] for k in (
                "gain", "gain_low", "gain_high")] == ["0.5"] * 3),
            ("a large gain", not measure.within_noise(row([2, 2, 2], [2.1, 2, 1.9], [1, 1.1, 0.9]))),
            ("a large loss", not measure.within_noise(row([1, 1, 1], [1, 1.1, 1], [2, 2, 2]))),
            ("a gain below the noise", measure.within_noise(row([2, 2, 2], [2.4, 2, 2], [1.8, 1.8, 1.8]))),
            ("rounds that disagree", measure.within_noise(row([2, 2, 2], [2, 2, 2], [1, 1, 2.1]))),
            ("fewer than three rounds", measure.within_noise(row([2, 2], [2, 2], [1, 1]))),
            ("no ratio without a time", row([0, 1], [1, 1], [1, 1])["gain"] == "")):
        ok(holds, "noise: " + name)


def main():
    os.makedirs(PROGRAMS)
    make_documents()
    for part in (every_script, wrong_arguments, noise, shares, jobs, programs, outputs, documents, signals, limits, environments, handouts, checkouts):
        if len(sys.argv) < 2 or part.__name__ in sys.argv[1:]:
            part()
    finish()


main()
