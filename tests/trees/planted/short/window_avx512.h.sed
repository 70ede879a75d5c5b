s/window + \(8\|16\))/window + \1 - 1)/
