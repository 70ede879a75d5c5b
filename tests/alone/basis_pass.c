/* tests/alone/basis_pass.c - is empty: ortho.c reads the basis. */
