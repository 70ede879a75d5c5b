/* tests/alone/restrict.c - is empty: vcycle.c restricts. */
