/* tests/alone/prolong.c - is empty: vcycle.c adds the correction. */
