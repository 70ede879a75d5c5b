"""tests/check/mtx.py - writes and reads Matrix Market files for the tests, without any code of the program."""
import math

ARRAY = "%%MatrixMarket matrix array real general\n"
COORDINATE = "%%MatrixMarket matrix coordinate real general\n"


def write_array(path, columns):
    with open(path, "w", encoding="ascii") as file:
        file.write("%s%d %d\n" % (ARRAY, len(columns[0]), len(columns)))
        file.writelines("%r\n" % x for column in columns for x in column)


def read_array(path):
    """The columns of an array of finite numbers."""
    with open(path, encoding="ascii") as file:
        head, *lines = file
    (rows, columns), *rest = [line.split() for line in lines if line[0] != "%"]
    rows, columns, numbers = int(rows), int(columns), [float(x) for line in rest for x in line]
    if head != ARRAY or len(numbers) != rows * columns or not all(map(math.isfinite, numbers)):
        raise ValueError("%s: %d numbers after %r and the line %d %d" % (path, len(numbers), head, rows, columns))
    return [numbers[rows * c:rows * (c + 1)] for c in range(columns)]


def write_matrix(path, n, entries):
    """A square matrix from {(i, j): value}, where i and j begin at 0."""
    with open(path, "w", encoding="ascii") as file:
        file.write("%s%d %d %d\n" % (COORDINATE, n, n, len(entries)))
        file.writelines("%d %d %r\n" % (i + 1, j + 1, value) for (i, j), value in entries.items())
