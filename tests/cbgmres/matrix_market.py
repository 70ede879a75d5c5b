"""tests/cbgmres/matrix_market.py - Matrix Market files: every kind of correct file gives the system that was
written to it, and every kind of malformed file ends the run with one line, which names the line of the
file and the reason. Prints TAP; matrix_market.t calls it with the command that starts the program."""
import os
import random
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../check"))
from mtx import read_array, write_array, write_matrix
from tap import finish, ok

PROGRAM, START, MPI = sys.argv[1], shlex.split(sys.argv[2]), sys.argv[3] == "yes"
HERE = os.path.dirname(os.path.realpath(__file__))
os.chdir(os.environ["work"])


def solve(*options, ranks=1, shell=()):
    """A solve: its status and its messages."""
    start = START + [str(ranks)] if ranks > 1 else []
    done = subprocess.run(["timeout", "60", *start, *shell, PROGRAM, "cbgmres", *options], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return done.returncode, [line for line in done.stderr.decode("latin-1").split("\n")
                             if line.startswith("memwall: ")]


def write(name, text):
    with open(name, "wb") as file:
        file.write(text.encode("latin-1"))


# ---- Correct files ----

# Field, symmetry, and the step in which the positions of the entries are visited, column by column:
# forwards, shuffled, backwards.
KINDS = [(field, symmetry, step)
         for field in ("real", "integer", "pattern") for symmetry in ("general", "symmetric", "skew-symmetric")
         for step in (1, 5, -1) if field == "real" or step == 5]
KINDS.remove(("pattern", "skew-symmetric", 5))
ROWS = 14  # even: a skew-symmetric matrix with an odd number of rows is singular


def matrix(field, symmetry, seed):
    """{(i, j): value} with both triangles. With the seed 29 none of the matrices is nearly singular."""
    draw, A = random.Random(seed), {}
    for i in range(ROWS):
        for j in range(ROWS if symmetry == "general" else i + 1):
            beside = abs(i - j) == (1 if symmetry == "skew-symmetric" else 0)
            if not beside and draw.random() > 0.15 or i == j and symmetry[1] == "k":
                continue
            number = draw.randrange(1, 500)
            A[i, j] = {"real": number / 700 + 9 * (i == j), "integer": number + 9000 * (i == j), "pattern": 1}[field]
            if symmetry != "general":
                A[j, i] = -A[i, j] if symmetry[1] == "k" else A[i, j]
    return A


def text_of(A, field, symmetry, step):
    lines = []
    for k in range(ROWS * ROWS):
        j, i = divmod(k * step % (ROWS * ROWS), ROWS)
        if symmetry != "general" and i < j or symmetry[1] == "k" and i == j or (i, j) not in A:
            continue
        value = "" if field == "pattern" else " %r" % A.get((i, j), 0)
        lines.append("%d %d%s" % (i + 1, j + 1, value))
    return "%%%%MatrixMarket matrix coordinate %s %s\n%% a comment\n" % (field, symmetry) + \
        "\n".join(["%d %d %d" % (ROWS, ROWS, len(lines)), *lines, ""])


def correct():
    b = [random.Random(i).uniform(-1, 1) for i in range(ROWS)]
    write_array("b.mtx", [b])
    for kind in KINDS:
        A = matrix(*kind[:2], seed=29)
        write("A.mtx", text_of(A, *kind))
        for ranks in (1, 3) if MPI else (1,):
            status = solve("--input=A.mtx", "--rhs=b.mtx", "--solution=x.mtx", "--policy=double",
                           "--preconditioner=none", "--tolerance=1e-12", ranks=ranks)
            x = read_array("x.mtx")[0] if status[0] == 0 else [0] * ROWS
            wrong = max(abs(b[i] - sum(a * x[j] for (k, j), a in A.items() if k == i)) for i in range(ROWS))
            ok(wrong < 1e-10, "%s %s, entries in steps of %d, on %d ranks" % (*kind, ranks), status, wrong)
    # Bit by bit the matrix of --input=poisson2d:6, with ILU, which needs the columns in ascending order.
    write_matrix("A.mtx", 36, {(i, j): 4 if i == j else -1 for i in range(36) for j in range(36)
                               if i == j or abs(i - j) == 6 or abs(i - j) == 1 and i // 6 == j // 6})
    options = ["--rhs=sine", "--preconditioner=ilu", "--policy=double", "--solution=x.mtx", "--iterations=3"]
    both = [(solve("--input=" + name, *options)[0], read_array("x.mtx")) for name in ("poisson2d:6", "A.mtx")]
    ok(both[0] == both[1], "the file of a generated matrix", *both)
    # The same matrix in files that are written in different ways; tests/cbgmres/mm has those with which the fuzzer begins.
    head, note, sizes, *entries = CORRECT.split("\n")[:-1]
    spaced = ["%%matrixMARKET\tMatrix  COORDINATE Real GENERAL ", "", "% one", "  ", "%", "\t4 4   9 ", "",
              *("  %s \n" % entry.replace(" ", "\t", 1) for entry in entries), ""]
    wanted = None
    for name, text in (
            ("correct", CORRECT), ("with the entries backwards", "\n".join([head, note, sizes, *entries[::-1], ""])),
            ("with CRLF", CORRECT.replace("\n", "\r\n")), ("with blanks", "\n".join(spaced)),
            ("without a last newline", CORRECT.rstrip("\n")),
            ("with a long comment", CORRECT.replace(note, "%" + 400 * " caf\xe9")), ("general.mtx", None), ("exponents.mtx", None)):
        if text:
            write("A.mtx", text)
        status = solve("--input=" + ("A.mtx" if text else "%s/mm/%s" % (HERE, name)), "--rhs=ones", "--solution=x.mtx",
                       "--policy=double")
        x = read_array("x.mtx") if status[0] == 0 else None
        wanted = wanted or x
        ok(x and x == wanted, "a file " + name, status, x, wanted)


# ---- Malformed files ----

HEAD = "%%MatrixMarket matrix "
REAL, SYMMETRIC, SKEW = (HEAD + "coordinate real " + rest + "\n" for rest in (
    "general", "symmetric", "skew-symmetric"))
PATTERN, ARRAY = HEAD + "coordinate pattern general\n", HEAD + "array real general\n"
ENTRIES = "1 1 4\n1 2 -1.5\n2 1 0.25\n2 2 3\n2 4 2\n3 3 5\n4 1 -7\n4 3 0.001\n4 4 1\n"
CORRECT = REAL + "% a comment\n4 4 9\n" + ENTRIES

# The number of the line of CORRECT that is replaced by a text, or, if it is 0, the whole file; then the
# line of the error and the words with which its message begins.
MALFORMED = [
    (0, "", 1, "a line such as %%MatrixMarket matrix coordinate real general is needed"),
    (1, " %%MatrixMarket matrix coordinate real general", 1, "a line such as"),
    (1, "%%MatrixMarket vector coordinate real general", 1, "a line such as"),
    (1, HEAD + "coordinate real", 1, "a line such as"),
    (1, HEAD + "coordinate real general symmetric", 1, "a line such as"),
    (0, ARRAY + "2 2\n1\n2\n3\n4\n", 1, "'array': coordinate is needed"),
    (1, HEAD + "coordinate complex general", 1, "'complex': real, integer or pattern"),
    (1, HEAD + "coordinate complex hermitian", 1, "'hermitian': general, symmetric or skew-symmetric"),
    (0, HEAD + "coordinate pattern skew-symmetric\n2 2 1\n2 1\n", 1, "'pattern': real or integer"),
    (0, REAL + "% nothing\n\n", 3, "the file ends before its sizes"),
    (3, "4 4", 3, "'': a whole number"),
    (3, "4 4 9 1", 3, "more words than rows columns entries"),
    (3, "-4 4 9", 3, "'-4': a whole number"),
    (3, "4.0 4 9", 3, "'4.0': a whole number"),
    (3, "4 4 9223372036854775808", 3, "'9223372036854775808': a whole number"),
    (3, "4 4 9223372036854775807", 3, "4 rows for 9223372036854775807 entries"),
    (3, "4 4 3", 3, "4 rows for 3 entries: each row needs"),
    (0, SYMMETRIC + "9223372036854775807 9223372036854775807 1\n1 1 1\n", 2, "9223372036854775807 rows for 1"),
    (0, SYMMETRIC + "4294967296 4294967296 4294967296\n1 1 1\n", 2, "4294967296 rows: more ranks"),
    (3, "0 0 0", 3, "0 rows and 0 columns: a square matrix"),
    (3, "4 5 9", 3, "4 rows and 5 columns: a square matrix"),
    (3, "4 4 10", 12, "the file ends before its 10 entries"),
    (3, "4 4 8", 12, "more than the 8 entries"),
    (0, SYMMETRIC + "2 2 2\n1 1 4\n1 2 1\n", 4, "only the lower triangle is needed"),
    (0, SYMMETRIC + "2 2 3\n1 1 4\n2 1 1\n2 1 -2\n", 5, "a second entry of its row and column"),
    (0, SKEW + "2 2 2\n2 1 1\n2 2 0\n", 4, "only the lower triangle is needed, without the diagonal"),
    (4, "0 1 4", 4, "row and column from 1 to 4"),
    (10, "5 1 -7", 10, "row and column from 1 to 4"),
    (8, "2 5 2", 8, "row and column from 1 to 4"),
    (5, "1 1 4", 5, "a second entry of its row and column"),
    (12, "4 4", 12, "'': a decimal number"),
    (6, "2 1.0 0.25", 6, "'1.0': a whole number"),
    (6, "2 1 1e309", 6, "'1e309': a decimal number"),
    (6, "2 1 1e-400", 6, "'1e-400': a decimal number"),
    (6, "2 1 nan", 6, "'nan': a decimal number"),
    (6, "2 1 0x1p3", 6, "'0x1p3': a decimal number"),
    (6, "2 1 2.5D-1", 6, "'2.5D-1': a decimal number"),
    (6, "2 1 2.5e+", 6, "'2.5e+': a decimal number"),
    (6, "2 1 0.25 0", 6, "more words than row column value"),
    (6, "2 1 0.25\0", 6, "a byte 0: plain text"),
    (0, PATTERN + "1 1 1\n1 1 1\n", 3, "more words than row column"),
]

# Right-hand sides of CORRECT.
WRONG_SIDES = [
    (0, ARRAY + "4 2\n" + "1\n" * 8, 2, "4 rows and 2 columns: 4 rows and 1 column are needed"),
    (0, ARRAY + "3 1\n1\n2\n3\n", 2, "3 rows and 1 columns: 4 rows and 1 column are needed"),
    (0, ARRAY + "4 1\n1\n2 3\n4\n5\n", 4, "more words than a value"),
    (0, ARRAY + "4 1\n1\n2\n3\n4\n5\n", 7, "more than the 4 entries"),
    (0, REAL + "4 1 1\n1 1 1\n", 1, "'coordinate': array is needed"),
    (0, HEAD + "array pattern general\n4 1\n", 1, "'pattern': real or integer is needed"),
    (0, HEAD + "array real symmetric\n4 4\n" + "1\n" * 10, 1, "'symmetric': general is needed"),
    (0, ARRAY + "4 1\n1.250000000", 3, "the file ends before its 4 entries"),
]


def malformed():
    write("good.mtx", CORRECT)
    for table, name, option in ((MALFORMED, "A.mtx", "--input="), (WRONG_SIDES, "b.mtx", "--rhs=")):
        for replaced, text, line, words in table:
            lines = CORRECT.split("\n")
            lines[replaced - 1] = text
            write(name, "\n".join(lines) if replaced else text)
            on = (1, 4) if MPI and words in ("'nan': a decimal number", "a second entry of its row and column") else (1,)
            for ranks in on:
                status, err = solve(*["--input=good.mtx"] * (option == "--rhs="), option + name, ranks=ranks)
                begin = "memwall: %s:%d: %s" % (name, line, words)
                ok(status == 2 and len(err) == 1 and err[0].startswith(begin) and err[0].isprintable(),
                   "%s:%d: %s, on %d ranks" % (name, line, words, ranks), status, *err)
    os.mkfifo("pipe.mtx")
    for name, words in (("nowhere.mtx", "cannot be opened: No such file"), (".", "is not a regular file"),
                        ("pipe.mtx", "is not a regular file")):
        status, err = solve("--input=" + name)
        ok(status == 2 and [line.startswith("memwall: %s: %s" % (name, words)) for line in err] == [True],
           "%s: %s" % (name, words), status, *err)


# The files of rank 0 and of rank 1, as copies on two nodes or while a file is replaced (None: there is none), and
# the message.
VECTOR, OTHER = ARRAY + "4 1\n1\n2\n3\n4\n", " is not the same file on all ranks (rank 1)"
DIFFERENT = [
    ("--input=", CORRECT, CORRECT[:-6], ":11: the file ends before its 9 entries (rank 1)"),
    ("--input=", CORRECT.replace("1 1 4", "5 1 4"), CORRECT, ":4: row and column from 1 to 4 are needed"),
    ("--input=", CORRECT, None, ": cannot be opened: No such file or directory (rank 1)"),
    ("--input=", CORRECT, CORRECT.replace("2 4 2", "2 4 3"), OTHER),
    ("--input=", CORRECT, SYMMETRIC + "2 2 2\n1 1 4\n2 2 1\n", OTHER),
    ("--input=", SYMMETRIC + "2 2 2\n1 1 4\n2 2 1\n", REAL + "2 2 2\n1 1 4\n2 2 1\n", OTHER),
    ("--rhs=", VECTOR, VECTOR.replace("3", "0x3"), ":5: '0x3': a decimal number of f64 such as -1.5E3 is needed (rank 1)"),
    ("--rhs=", VECTOR, VECTOR.replace("3", "-3"), OTHER),
    ("--input=", CORRECT, CORRECT.replace("a comment\n", "another\n%\n").replace("\n", "\r\n"), "")]


def different():
    shell = ["sh", "-c", 'cd r${OMPI_COMM_WORLD_RANK:-$PMI_RANK} && exec "$0" "$@"']
    for option, *texts, words in DIFFERENT:
        name = option[2] + ".mtx"
        for rank, text in enumerate(texts):
            os.makedirs("r%d" % rank, exist_ok=True)
            os.remove("r%d/%s" % (rank, name)) if text is None else write("r%d/%s" % (rank, name), text)
        status, err = solve("--input=../good.mtx", option + name, ranks=2, shell=shell)
        ok(status == (2 if words else 0) and err == ["memwall: " + name + words] * bool(words),
           "%sFILE, which differs on a rank: %s" % (option, words), status, *err)


correct()
malformed()
if MPI:
    different()
finish()
