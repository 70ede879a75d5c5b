"""run/memwall/lab/chain.py - lab 18: predictions beside the times that docs/chain.c predicts, and one that was measured."""
import os
import re

from .. import process
from ..process import fail
from .program import show
from .runs import compare

SOURCE = "docs/chain.c"
CLOSE = 0.06  # of a measured time: the model is off by at most 4.4 %, the time of six blocks times 1.2 by 7.1 and 9.5 %
ROW = re.compile(r"(\w[\w ]{20})[* ] .*  ([\d.]+) +([\d.]+|-) [^.]*")  # a version, and U z: predicted and measured


def times():
    """{(version, format): (ms predicted, ms measured or -)} of U z, by the program."""
    with process.Folder() as scratch:
        program = os.path.join(scratch, "chain")
        for command in ([os.environ.get("CC", "gcc"), "-O2", SOURCE, "-o", program, "-lm"], [program]):
            status, out, err = process.captured(command)
            if status:
                fail("%s: %s" % (SOURCE, process.reason(err + out)), 3)
    return {(row[1].strip(), form): row.groups()[1:] for form, table in zip(("half", "mixed"), out.split("\n\n")[1:])
            for row in map(ROW.fullmatch, table.splitlines()) if row}


def check(_, lab, __, predicted):
    """Returns the exit status of run/lab."""
    found = times()
    for form in lab.forms:
        compare("blocks", form, float(found["copies 5 blocks", form][1]), 0, predicted, digits="%.3f", most=CLOSE)
        for name, version in (("bases", "bases copied"), ("descriptor", "descriptor prefetched")):
            speedup = float(found["copies 6 blocks", form][0]) / float(found[version, form][0])
            compare(name, form, speedup, 1, predicted, earns=True, digits="%.3f")
    return 4 if show(["U z", "", "ms or ratio", "", "predicted"]) else 0
