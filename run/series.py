# run/series.py - the runs of a job script as one series: equal in everything but the ranks.
import glob
import json
import os

import outputs

# Flags that the other properties contain, or that change neither bytes nor messages.
NEUTRAL = ("nx", "ny", "nz", "npx", "npy", "npz", "rt", "run_type", "validation_type",
           "iterations", "threads", "json", "output", "trace", "memory")


def flags_of(words, neutral=NEUTRAL):
    """The other flags, sorted, each with its last value."""
    found, words = {}, list(words)
    while words:
        name, equals, value = words.pop(0).partition("=")
        if name.startswith("--") and not equals and words and not words[0].startswith("--"):
            value = words.pop(0)
        if name.startswith("--") and name[2:] not in neutral and name + value != "--policymixed":
            found[name] = "%s=%s" % (name, value)
    return sorted(found.values())


def box(d):
    """The local box of a document as text."""
    sides = d["sizes"]["local"]
    return "%d^3" % sides[0] if len(set(sides)) == 1 else "x".join(map(str, sides))


def properties(d):
    """What is equal in all runs of a series."""
    where, options = d["machine"], d["options"]
    return {"tree": options["tree"], "local box": box(d), "policy": options["policy"],
            "threads": where["threads"], "commit": where["commit"],
            "processor": where["processor"], "backend": where["backend"],
            "flags": " ".join(flags_of(options["arguments"].split()))}


def load(folder):
    """[(path, document)] of FOLDER/*/run.json, from the fewest ranks to the most. Ends with one line
    if one is no document of bench, or if two of them differ in more than the ranks."""
    runs = []
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), "*", "run.json"))):
        try:
            with open(path) as file:
                d = json.load(file)
            runs.append((d["machine"]["ranks"], path, d, properties(d)))
            d["mixed"]["seconds"] / d["mixed"]["iterations"]
        except (OSError, ValueError, KeyError, TypeError, ZeroDivisionError) as error:
            outputs.fail("%s: not a JSON document of a complete bench: %s" % (path, error))
    if not runs:
        outputs.fail("%s: no */run.json there" % folder)
    runs.sort(key=lambda run: run[0])
    _, first, _, wanted = runs[0]
    for _, path, _, found in runs[1:]:
        unequal = ["%s \"%s\" and \"%s\"" % (key, value, found[key])
                   for key, value in wanted.items() if found[key] != value]
        if unequal:
            outputs.fail("%s and %s differ in more than the ranks: %s; give each series a folder" % (
                first, path, ", ".join(unequal)))
    return [(path, d) for _, path, d, _ in runs]


def verdict(d):
    """valid, INVALID, or `not rated`, as a run without validation."""
    rating = d.get("rating", {})
    if rating.get("valid"):
        return "valid"
    return "not rated" if rating.get("verdict", "VALID") == "VALID" else "INVALID"
