"""run/memwall/formula.py - formulas, and numbers with a unit as people write them.

A formula has numbers, names, + - * / ^, parentheses and the functions below; Python parses it, with ** for ^.
All values are floating-point numbers.
"""
import ast
import functools
import math
import operator
import re

FUNCTIONS = {"min": lambda *x: min(x), "max": lambda *x: max(x), "sum": lambda *x: sum(x), "sqrt": math.sqrt,
             "floor": math.floor, "ceil": math.ceil, "log2": math.log2}
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
             ast.Pow: operator.pow, ast.USub: operator.neg}
PREFIXES = {"": 1, "n": 1e-9, "u": 1e-6, "m": 1e-3, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "Ki": 2**10, "Mi": 2**20}
SPELLED = [(r" per sec(ond)?$", "/s"), (r" per \w+$", ""), ("percent$", "%"), (r"bytes?\b", "B"), ("colour", "color"),
           ("(?i)flops?(/s)?$", "FLOP/s"), ("sec(ond)?s?$", "s"), ("^milli(?=s$)", "m"), ("^micro(?=s$)", "u"), ("^nano(?=s$)", "n")]


def value(text, names=None):
    """The value of a formula. Raises ValueError if it has none."""
    def of(node):
        if isinstance(node, ast.Constant):
            return float(node.value)
        if isinstance(node, ast.Name):
            return float(names[node.id])
        if isinstance(node, ast.Call):
            return float(FUNCTIONS[node.func.id](*map(of, node.args)))
        operands = [node.operand] if isinstance(node, ast.UnaryOp) else [node.left, node.right]
        return OPERATORS[type(node.op)](*map(of, operands))

    try:
        found = float(of(ast.parse(text.strip().replace("^", "**"), mode="eval").body))
    except (SyntaxError, ValueError, TypeError, AttributeError, KeyError, ArithmeticError, RecursionError, MemoryError):
        found = math.nan
    if not math.isfinite(found):
        raise ValueError("%r: this is no number" % text)
    return found


def shown(number):
    """A number as text: all digits of an integer, else four."""
    whole = abs(number) < 1e15 and abs(number - round(number)) <= 1e-9 * abs(number)
    text = "%d" % round(number) if whole else ("%.0f" if abs(number) >= 1e4 else "%.4g") % number
    return re.sub(r"e-0*", "e-", text)


def scale(unit):
    """(factor, base unit), such as (1e-3, "s") of ms; a unit of another kind is its own base, in the singular."""
    known = re.fullmatch(r"([KM]i|[numkKMGT]?)(s|B|B/s|FLOP/s)", unit)
    return (PREFIXES[known[1]], known[2]) if known else (1, unit[:-1] if unit.endswith("s") else unit)


def read(text, unit):
    """The number that a person wrote, in this unit: 0,97 and 2^15 and 28 ms; 80 % is 80 if the unit is %, else 0.8.
    Raises ValueError with the reason if it cannot be read."""
    plain = re.sub("[\u2212\u2013]", "-", re.sub("[\u00b7\u00d7]", "*", re.sub("[\u00b5\u03bc]", "u", text.strip().lstrip("+"))))
    plain = re.sub(r"(?<=\d)\s(?=\d{3}\b)", "", re.sub(r"(?<=\d)\s*x\s*(?=\d)", "*", plain))
    if re.search(r"(?<![\d.,])[1-9]\d{0,2}(,\d{3})+(?![\d,])", plain):
        raise ValueError("%r: a comma before three digits may mean thousands; write 1000, or 1.0" % text)
    plain = re.sub(r"(?<=\d),(?=\d)", ".", plain)
    number, given = re.fullmatch(r"((?:[eE][-+]?\d+|[-+*/^().\d\s])*)(.*)", plain, re.S | re.A).groups()
    if not re.search(r"\d", number):
        raise ValueError("%r: a number is needed, such as 0.16, 2.9e7 or 2^15" % text)
    found, given = value(number), functools.reduce(lambda unit, pair: re.sub(*pair, unit), SPELLED, given.strip())
    if not given or given == "%" == unit or given in ("x", "times") and not unit:
        return found
    if given == "%" and not unit:
        return found / 100
    (factor, base), (wanted, kind) = scale(given), scale(unit)
    if base != kind:
        raise ValueError("%r: a number %s is needed" % (text, "in " + unit if unit else "without a unit"))
    return found * factor / wanted
