# The second vector of a window begins one entry too early.
s/window + 8)/window + 7)/
s/window + 16)/window + 15)/
