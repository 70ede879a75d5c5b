# The second vector of a window begins one entry too early.
s/window + \(8\|16\))/window + \1 - 1)/
