# run/plot.py - lines in an SVG picture, nothing but text.
"""lines(path, title, x_name, y_name, curves, log): curves is {name: [(x, y), ...]}; log
makes the y axis logarithmic."""
import math

COLORS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#555555"]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 420, 80, 150, 40, 50


def ticks(low, high, log):
    """Round values between low and high."""
    if log:
        first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
        step = max(1, (last - first) // 8)
        return [10.0 ** k for k in range(first, last + 1, step)]
    span = (high - low) or 1
    step = 10 ** math.floor(math.log10(span / 4))
    step *= next(f for f in (1, 2, 5, 10) if span / (f * step) <= 6)
    first = math.floor(low / step)
    return [k * step for k in range(first, math.ceil(high / step) + 1)]


def lines(path, title, x_name, y_name, curves, log=False):
    points = [p for c in curves.values() for p in c if not log or p[1] > 0]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    x_ticks, y_ticks = ticks(min(xs), max(xs), False), ticks(min(ys), max(ys), log)
    height = math.log10 if log else float

    def at_x(x):
        return LEFT + (x - x_ticks[0]) / (x_ticks[-1] - x_ticks[0]) * (WIDTH - LEFT - RIGHT)

    def at_y(y):
        low, high = height(y_ticks[0]), height(y_ticks[-1])
        return HEIGHT - BOTTOM - (height(y) - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
           'font-family="sans-serif" font-size="12">' % (WIDTH, HEIGHT),
           '<rect width="100%" height="100%" fill="white"/>',
           '<text x="%d" y="22" font-size="14">%s</text>' % (LEFT, title),
           '<text x="%d" y="%d">%s</text>' % ((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, x_name),
           '<text x="14" y="%d" transform="rotate(-90 14 %d)">%s</text>' % (
               HEIGHT / 2, HEIGHT / 2, y_name)]
    for x in x_ticks:
        out.append('<path d="M%.1f %d V%d" stroke="#ddd"/><text x="%.1f" y="%d" '
                   'text-anchor="middle">%g</text>' % (at_x(x), TOP, HEIGHT - BOTTOM, at_x(x),
                                                       HEIGHT - BOTTOM + 16, x))
    for y in y_ticks:
        out.append('<path d="M%d %.1f H%d" stroke="#ddd"/><text x="%d" y="%.1f" '
                   'text-anchor="end">%g</text>' % (LEFT, at_y(y), WIDTH - RIGHT, LEFT - 6,
                                                    at_y(y) + 4, y))
    for k, (name, curve) in enumerate(curves.items()):
        color = COLORS[k % len(COLORS)]
        shown = ["%.1f %.1f" % (at_x(x), at_y(y)) for x, y in curve if not log or y > 0]
        out.append('<path d="M%s" fill="none" stroke="%s" stroke-width="1.5"/>' % (
            " L".join(shown), color))
        out.append('<text x="%d" y="%d" fill="%s">%s</text>' % (
            WIDTH - RIGHT + 8, TOP + 14 + 16 * k, color, name))
    out.append("</svg>")
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")
