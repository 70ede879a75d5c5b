"""tests/cbgmres/block_ilu.py - writes a matrix and prints, for each number of ranks, the iterations of GMRES with ILU(0).

    block_ilu.py FILE RANKS...     one line for each: ranks, iterations

The preconditioner is M_U M_L by (11.7), with the factors of the diagonal block of each rank. GMRES begins at 0,
is not restarted, and ends at 1e-12 of ||b||; b = A x with x_i = sin i. All from the equations, in f64, without any
code of the program.
"""
import math
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../check"))
from mtx import write_matrix

WIDE, HIGH = 37, 29
N = WIDE * HIGH  # no multiple of 2 or 4: the blocks are not equal, and they cut lines of the grid


def matrix():
    """Rows {column: value} of a nonsymmetric matrix on a grid, with a few entries far from the diagonal."""
    draw, rows = random.Random(7), []
    for i in range(N):
        x, row = i % WIDE, {i: 4}
        for j, inside, value in ((i - 1, x > 0, -1.2), (i + 1, x < WIDE - 1, -0.8),
                                 (i - WIDE, i >= WIDE, -1.1), (i + WIDE, i + WIDE < N, -0.9)):
            if inside:
                row[j] = value * draw.uniform(0.9, 1)
        if i % 5 == 0:
            row.setdefault(draw.randrange(N), -0.01)
        rows.append(row)
    return rows


def factors(A):
    """Rows of L, with its unit diagonal, and of U: A = L U in the entries of A."""
    L, U = [], []
    for i, row in enumerate(A):
        row = dict(row)
        for k in sorted(j for j in row if j < i):
            row[k] /= U[k][k]
            for j, value in U[k].items():
                if j > k and j in row:
                    row[j] -= row[k] * value
        L.append({j: row[j] for j in row if j < i} | {i: 1})
        U.append({j: row[j] for j in row if j >= i})
    return L, U


def inverse(F):
    """Rows of M: (M F)_ij = 1 if i = j, else 0, in the entries of the triangular matrix F."""
    M = []
    for i, row in enumerate(F):
        m = {}
        for j in sorted(row, key=lambda j: abs(j - i)):  # (M F)_ij = sum_k m_ik f_kj, with k between i and j
            m[j] = ((i == j) - sum(m[k] * F[k].get(j, 0) for k in m)) / F[j][j]
        M.append(m)
    return M


def times(A, x):
    return [sum(value * x[j] for j, value in row.items()) for row in A]


def dot(x, y):
    return sum(map(float.__mul__, x, y))


def iterations(apply, b, tolerance):
    """GMRES with the preconditioner on the right; orthogonalized twice."""
    norm = math.sqrt(dot(b, b))
    Q, residual, R, rotations = [[value / norm for value in b]], [1.0], [], []
    while abs(residual[-1]) > tolerance:
        w = apply(Q[-1])
        h = [0.0] * len(Q)
        for _ in range(2):
            for k, q in enumerate(Q):
                c = dot(q, w)
                h[k] += c
                w = [p - c * s for p, s in zip(w, q)]
        length = math.sqrt(dot(w, w))
        Q.append([value / length for value in w])
        for k, (c, s) in enumerate(rotations):
            h[k], h[k + 1] = c * h[k] + s * h[k + 1], c * h[k + 1] - s * h[k]
        size = math.hypot(h[-1], length)
        rotations.append((h[-1] / size, length / size))
        residual.append(-rotations[-1][1] * residual[-1])
        R.append(h)
    return len(R)


def main(path, counts):
    A = matrix()
    write_matrix(path, N, {(i, j): row[j] for i, row in enumerate(A) for j in sorted(row)})
    b = times(A, [math.sin(i + 1) for i in range(N)])
    for ranks in counts:
        first = [r * N // ranks for r in range(ranks + 1)]
        block = [r for r in range(ranks) for _ in range(first[r], first[r + 1])]
        L, U = factors([{j: row[j] for j in row if block[j] == block[i]} for i, row in enumerate(A)])
        M_L, M_U = inverse(L), inverse(U)
        print(ranks, iterations(lambda q, L=M_L, U=M_U: times(A, times(U, times(L, q))), b, 1e-12))


main(sys.argv[1], [int(ranks) for ranks in sys.argv[2:]])
