"""run/memwall/book.py - the hooks of MkDocs for `make book` (run/book.yml).

The order of the pages follows from their names: the chapters, the labs, the steps, what is looked up.
Formulas become MathML, which browsers draw without a script; \\tag{1.9} becomes the number of the
formula, and (1.9) in a text a link to it. A formula that cannot be converted ends the build.
"""
import glob
import os
import re

from latex2mathml.converter import convert
from mkdocs.utils import get_relative_url

PARTS = {"The course": ["README.md", "[0-9][0-9]-*.md"],
         "Labs": ["labs/README.md", "labs/00-*/README.md", "labs/*.md", "labs/*/README.md"],
         "Steps": ["steps/README.md"],
         "To look up": ["reference/*.md"]}
FORMULA = r"^\$\$\n(.*?)^\$\$$|\$([^$\n]+)\$"
CODE = r"^(`{3,})[a-z]*\n.*?^\1$|^ {4}\S[^\n]*$|`[^`\n]+`"
TAG = re.compile(r"\s*\\tag\{(\d+\.\d+)\}\s*$")
STYLE = """<style>.equation{display:flex;margin:1em 0;overflow-x:auto}.equation math{margin:auto}
.rst-content table.docutils td{white-space:normal}</style>"""

equations = {}  # number -> path of its page
shown = {}  # placeholder in the Markdown of a page -> HTML


def on_config(config):
    folder, seen, config.nav = config.docs_dir, set(), []
    for part, patterns in PARTS.items():
        pages = []
        for pattern in patterns:
            for path in sorted(glob.glob(os.path.join(folder, pattern))):
                name = os.path.relpath(path, folder)
                if name not in seen:
                    seen.add(name)
                    pages.append(name)
                    with open(path, encoding="utf-8") as file:
                        for number in re.findall(r"\\tag\{([\d.]+)\}$", file.read(), re.M):
                            equations[number] = name
        config.nav.append({part: pages})
    return config


def keep(html):
    """A word that Markdown does not change, instead of some HTML."""
    word = "kept%dhtml" % len(shown)
    shown[word] = html
    return word


def formula(text, display):
    number = TAG.search(text)
    try:
        math = convert(TAG.sub("", text).strip(), display="block" if display else "inline")
        math = re.sub("<mo><mrow><mo>([^<]*)</mo></mrow></mo><mo>&#x0003D;</mo>", r"<mo>\1=</mo>", math)
    except Exception as error:
        raise SystemExit("book: the formula %s: %r" % (text.strip(), error)) from error
    unknown = re.search(r">\s*(\\[A-Za-z]+)", math)
    if unknown:
        raise SystemExit("book: the formula %s: %s is unknown" % (text.strip(), unknown[1]))
    if not display:
        return math
    return '<span class="equation"%s>%s%s</span>' % (
        (' id="eq-%s"' % number[1], math, " (%s)" % number[1]) if number else ("", math, ""))


def on_page_markdown(markdown, page, **_):
    def replace(match):
        if match["code"]:
            return match[0]
        if match["number"]:
            return keep('<a href="%s#eq-%s">(%s)</a>' % (page.file.url_of(equations[match["number"]]), *[match["number"]] * 2)
                        ) if match["number"] in equations else match[0]
        return keep(formula(match["block"] or match["inline"], bool(match["block"])))

    def url_of(path):
        return get_relative_url(os.path.splitext(path)[0].replace("README", "index") + ".html", page.url)
    page.file.url_of = url_of
    pattern = "(?P<code>%s)|%s|\\((?P<number>\\d+\\.\\d+)\\)" % (
        CODE.replace(r"\1", "(?P=fence)").replace("(`{3,})", "(?P<fence>`{3,})"),
        FORMULA.replace("(.*?)", "(?P<block>.*?)").replace("([^$\\n]+)", "(?P<inline>[^$\\n]+)"))
    return re.sub(pattern, replace, markdown, flags=re.M | re.S)


def on_page_content(html, **_):
    return STYLE + re.sub(r"kept\d+html", lambda m: shown[m[0]], html)
