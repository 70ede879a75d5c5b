"""run/lab_launches.py - lab 7: the kernels of a tree on the emulated device (docs/13)."""
from lab_program import Program, compare, has_mpi, own_guess, verdict

ORDERS = [
    ("kernels as late as possible", {}),
    ("the other stream first", {"MEMWALL_EMU_ORDER": "eager"}),
    ("the rows of a launch in another order", {"MEMWALL_EMU_SEED": "2"}),
    ("teams of 256 threads", {"MEMWALL_EMU_THREADS": "256"}),
    ("warps of 64 threads", {"MEMWALL_EMU_WARP": "64"}),
]
MOST = {"launches": 52, "waits": 4}  # of an iteration


def check_right(tree, ref, nx, ranks):
    wrong = 0
    policy = ["--policy=double"]
    for p in range(1, ranks + 1):
        wanted = ref.solve(policy, nx, ranks=p)
        for name, variables in ORDERS:
            bad, text = compare(tree.solve(policy, nx, ranks=p, **variables), wanted, "double")
            wrong += verdict(bad, "double", "%d %s, %s:" % (p, "rank" if p == 1 else "ranks",
                                                            name), text)
    # A larger box: level 0 has more rows than one team sweeps.
    bad, text = compare(tree.solve(policy, nx + 8), ref.solve(policy, nx + 8), "double")
    return wrong + verdict(bad, "double", "1 rank, %d^3 points:" % (nx + 8), text)


def counts(program, nx):
    """Launches and waits of the host in an iteration: those of iterations 11 to 20."""
    found = []
    for iterations in (10, 20):
        document, _ = program.solve(["--policy=double", "--tolerance=0"], nx, limit=iterations)
        used = document["solve"]["device_counts"]
        found.append((used["kernel_launches"], used["host_waits"]))
    return {name: (found[1][k] - found[0][k]) / 10 for k, name in enumerate(MOST)}


def check(folder, lab, options, built, nx, predicted):
    """Returns the exit status of run/lab."""
    ref = Program("ref", lab.options, built, "emu")
    tree = Program(folder, lab.options + options, built, "emu")
    if check_right(tree, ref, nx, 2 if has_mpi(built) else 1):
        return 1
    old, new = counts(ref, nx), counts(tree, nx)
    missed = 0
    print("\n%-20s %9s %9s %9s %9s" % ("in an iteration", "ref", "yours", "at most", "predicted"))
    for name, most in MOST.items():
        guess = predicted.get((name, "f64"))
        missed += new[name] > most
        print("%-20s %9.1f %9.1f %9d %9s%s" % (
            name, old[name], new[name], most, own_guess(guess, new[name], 0.5, "%g"),
            "  MISSED" if new[name] > most else ""))
    return 4 if missed else 0
