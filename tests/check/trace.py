# tests/check/trace.py - checks the rules of a trace, for tests/trace.t.
"""usage: python3 tests/check/trace.py FILE CHECK [ARGUMENT...]

  form RANKS SECONDS   a JSON array; each rank has a slice `run` that contains all others
  phases REPORT        slices of a track are nested or disjoint; their times and calls equal the report's
  clocks               no rank leaves a reduction before the last rank has entered it
  messages on|off|none a message outlives the exchange that sent it, only with overlap
  dropped EVENTS       each rank kept EVENTS events and counted the others
"""
import collections
import json
import sys

STEP = 2e-3  # microseconds: twice the last digit of a trace


def fail(text):
    sys.exit("trace.py: " + text)


def need(holds, text):
    if not holds:
        fail(text)


class Slice:
    def __init__(self, event):
        self.name, self.rank, self.track = event["name"], event["pid"], event["tid"]
        self.begin, self.length = event["ts"], event["dur"]
        self.end = self.begin + self.length
        self.level = event["args"].get("level")
        self.inside = 0  # time of the slices just inside it

    def __str__(self):
        return "%s of rank %d from %.3f to %.3f" % (self.name, self.rank, self.begin, self.end)

    def holds(self, other):
        return self.begin <= other.begin + STEP and other.end <= self.end + STEP


def slices(events, name=None):
    return [Slice(e) for e in events if e["ph"] == "X" and name in (None, e["name"])]


def runs(events):
    return {s.rank: s for s in slices(events, "run")}


def form(events, ranks, seconds):
    need(isinstance(events, list), "not an array")
    run = runs(events)
    need(sorted(run) == list(range(int(ranks))), "runs of the ranks %s" % sorted(run))
    need(len(slices(events, "run")) == len(run), "a rank runs twice")
    for s in slices(events):
        need(s.length >= 0, "%s: ends before it begins" % s)
        need(run[s.rank].holds(s), "%s: outside of the run" % s)
    need(all(0 < s.length <= 1e6 * float(seconds) for s in run.values()), "length of the run")
    named = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name"}
    need({(s.rank, s.track) for s in slices(events)} <= named, "a track without a name")


def tracks(events):
    """Slices by rank and track, those that hold others first."""
    by_track = collections.defaultdict(list)
    for s in slices(events):
        by_track[s.rank, s.track].append(s)
    return {t: sorted(l, key=lambda s: (s.begin, -s.length)) for t, l in by_track.items()}


def nested(events):
    """Leaves in each slice the time of those just inside it."""
    listed = tracks(events)
    for track in listed.values():
        stack = []
        for s in track:
            while stack and stack[-1].end <= s.begin + STEP / 2:
                stack.pop()
            if stack:
                need(stack[-1].holds(s), "%s: is not within %s" % (s, stack[-1]))
                stack[-1].inside += s.length
            stack.append(s)
    return listed


def phases(events, report, clock="host"):
    with open(report) as file:
        document = json.load(file)
    listed = nested(events)
    ranks = len(runs(events))
    timed = {s.rank: s for s in slices(events, "timed")}  # of several the last counts
    sums = collections.defaultdict(lambda: [0, 0, 0])
    for (rank, track), some in listed.items():
        for s in some:
            if track == 0 and s.level is not None and timed[rank].holds(s):
                cell = sums[s.name, s.level]
                cell[0] += 1
                cell[1] += s.length
                cell[2] += s.length - s.inside
    table = document["solve" if "solve" in document else "double"]["phases"]
    need({(c["phase"], c["level"]) for c in table} == set(sums), "phases %s" % sorted(sums))
    for c in table:
        calls, whole, own = sums[c["phase"], c["level"]]
        where = "%s, level %d: " % (c["phase"], c["level"])
        need(calls == ranks * c["calls"], where + "%d calls" % calls)
        if clock != "host":  # the report has the times of the device
            continue
        for got, wanted in (whole, c["seconds_with_nested"]), (own, c["seconds"]):
            need(abs(got - 1e6 * ranks * wanted) <= STEP * (calls + sum(
                n for n, _, _ in sums.values())), where + "%.3f us" % got)


def clocks(events):
    by_rank = collections.defaultdict(list)
    for s in slices(events, "reduction"):
        by_rank[s.rank].append(s)
    need(len({len(some) for some in by_rank.values()}) == 1, "reductions differ in number")
    need(len(by_rank) > 1 and by_rank[0], "no reductions")
    error = {e["pid"]: e["args"]["clock_error_us"] for e in events if e["name"] == "run"}
    need(max(error.values()) < 1e5, "errors of the clocks: %s" % error)
    for some in zip(*by_rank.values()):
        last, first = max(some, key=lambda s: s.begin), min(some, key=lambda s: s.end)
        gap = last.begin - first.end - error[last.rank] - error[first.rank]
        need(gap <= STEP, "%s: ends %.1f us before %s begins" % (first, gap, last))


def messages(events, overlap):
    sent = slices(events, "message")
    need(bool(sent) == (overlap != "none"), "%d messages" % len(sent))
    exchanges = collections.defaultdict(list)
    for s in slices(events, "halo exchange"):
        exchanges[s.rank, s.level].append(s)
    late = 0
    for m in sent:
        one = next(s for s in exchanges[m.rank, m.level]
                   if s.begin <= m.begin + STEP and m.begin <= s.end + STEP)
        late += not one.holds(m)
    need(late == (len(sent) if overlap == "on" else 0), "%d of %d overlap" % (late, len(sent)))


def dropped(events, kept):
    told = {e["pid"]: e["args"]["dropped"] for e in events if e["ph"] == "i"}
    for rank in runs(events):
        count = sum(s.rank == rank for s in slices(events)) - 1
        need(count == int(kept), "rank %d: %d events" % (rank, count))
        need(told.get(rank, 0) > 0, "rank %d: does not say what it dropped" % rank)


CHECKS = {f.__name__: f for f in (form, phases, clocks, messages, dropped)}
if len(sys.argv) < 3 or sys.argv[2] not in CHECKS:
    sys.exit(__doc__)
with open(sys.argv[1]) as trace:
    CHECKS[sys.argv[2]](json.load(trace), *sys.argv[3:])
