#!/usr/bin/env python3
"""tests/check/solution.py COMMAND ... - systems and the residuals of their solutions, for tests/solution.t.

  system FOLDER N            writes A.mtx (N rows, not symmetric) and b.mtx
  residual N FILE            FILE solves the system
  grid FILE NX NY NZ         prints ||b - A x||_2 of the 27-point matrix, b = A 1
  poisson FILE CELLS DIM     FILE contains the product of sin(2 pi x_d), x fastest
"""
import math
import random
import sys

from mtx import read_array, write_array, write_matrix


def fail(text):
    sys.exit("solution.py: " + text)


def system(n):
    """The matrix as {(i, j): value}, and the right-hand side."""
    random.seed(7)
    A = {(i, j): 8.0 + i % 3 if i == j else -random.random()
         for i in range(n) for j in (i - 7, i - 1, i, i + 1, i + 5) if 0 <= j < n}
    return A, [random.uniform(-1, 1) for i in range(n)]


def write_system(folder, n):
    A, b = system(int(n))
    write_matrix(folder + "/A.mtx", int(n), A)
    write_array(folder + "/b.mtx", [b])


def norm(x):
    return math.sqrt(sum(v * v for v in x))


def check_residual(n, path):
    (A, b), (x,) = system(int(n)), read_array(path)
    r = list(b)
    for (i, j), value in A.items():
        r[i] -= value * x[j]
    if not norm(r) <= 1e-9 * norm(b):
        fail("relative residual %.1e" % (norm(r) / norm(b)))


def print_residual(path, *size):
    """b = A 1, so that b - A x = A (1 - x)."""
    nx, ny, nz = map(int, size)
    (x,) = read_array(path)
    r = []
    for i in range(nx * ny * nz):
        ix, iy, iz = i % nx, i // nx % ny, i // (nx * ny)
        total = 27 * (1 - x[i])  # 26 on the diagonal; the loop subtracts it once
        for jz in range(max(iz - 1, 0), min(iz + 2, nz)):
            for jy in range(max(iy - 1, 0), min(iy + 2, ny)):
                for jx in range(max(ix - 1, 0), min(ix + 2, nx)):
                    total -= 1 - x[(jz * ny + jy) * nx + jx]
        r.append(total)
    print("%.6e" % norm(r))


def check_poisson(path, cells, dim):
    n, dim = int(cells), int(dim)
    (u,) = read_array(path)
    if len(u) != (n - 1) ** dim:
        fail("%d unknowns, wanted %d" % (len(u), (n - 1) ** dim))
    for i, value in enumerate(u):
        wanted, rest = 1.0, i
        for d in range(dim):
            wanted *= math.sin(2 * math.pi * (rest % (n - 1) + 1) / n)
            rest //= n - 1
        if not abs(value - wanted) < 0.05:
            fail("point %d: %g, wanted %g" % (i, value, wanted))


COMMANDS = {"residual": check_residual, "grid": print_residual, "poisson": check_poisson, "system": write_system}
COMMANDS[sys.argv[1]](*sys.argv[2:])
