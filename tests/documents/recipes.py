"""The recipes of docs/extending.md, all of them applied to one copy of the package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.root import ROOT

RECIPES = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
_TITLES = re.findall(r"^## (.+)$", RECIPES, re.MULTILINE)
_BLOCK = r":\n\n( *)```\w+\n(.*?)\n *```"
_EDIT = re.compile(
    r"[Ii]n\s+`([^`]+)`,\s(above|below|in\splace\sof)\sthe\s+line\s+`([^`]+)`,\s(?:add|write)" + _BLOCK,
    re.DOTALL,
)
_WHOLE = re.compile(r"[Ww]rite\s+`([^`]+)`" + _BLOCK, re.DOTALL)
_APPENDED = re.compile(r"In `(src/[^`]+)`, add" + _BLOCK, re.DOTALL)
_COPIED = re.compile(r"^ *cp (\S+) (\S+)$", re.MULTILINE)
_WORDS = re.compile(
    r"^ *\| language \| in `([^`]+)`, below `WORDS = \{` \|\n.*\n((?: *\| \w+ \| .*\n)+)", re.MULTILINE
)
_WORD = re.compile(r"\| (\w+) \| `(.*)` \|")
_RUN = """
import contextlib, io, json, sys
from ronde.cli.main import main
told = []
for line in json.loads(sys.argv[1]):
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(line)
    out.flush()
    told.append([status, out.buffer.getvalue().decode(), err.getvalue()])
print(json.dumps(told))
"""


def section(title: str) -> str:
    """The recipe of that title."""
    return RECIPES.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def written(recipe: str) -> str:
    """The first whole file of a recipe."""
    return _lines(*_first(_WHOLE, recipe)[1:])


def extended(folder: Path) -> Path:
    """A copy of the package to which every recipe was applied, with the tests around it."""
    shutil.copytree(
        ROOT / "src", folder / "src"
    )  # with what is compiled: only changed files are compiled again
    _add_tests(folder)
    for title in _TITLES:
        follow(section(title), folder)
    return folder / "src"


def _add_tests(folder: Path) -> None:
    """The tests as they are, but for those that a recipe changes."""
    (folder / "tests").mkdir()
    for path in (ROOT / "tests").iterdir():
        if path.name == "app":
            shutil.copytree(path, folder / "tests" / "app")
        else:
            (folder / "tests" / path.name).symlink_to(path)
    shutil.copy(ROOT / "pyproject.toml", folder)


def follow(recipe: str, folder: Path) -> None:
    """Do in a copy what a recipe says, step by step."""
    for source, target in _COPIED.findall(recipe):
        shutil.copy(ROOT / source, folder / target)
    for name, indent, block in _WHOLE.findall(recipe):
        _write(folder / name, _lines(indent, block))
    for name, where, line, indent, block in _EDIT.findall(recipe):
        _edit(folder / name, where, line, _lines(indent, block))
    for name, indent, block in _APPENDED.findall(recipe):
        _write(folder / name, (folder / name).read_text(encoding="utf-8") + _lines(indent, block))
    for name, rows in _WORDS.findall(recipe):
        for language, words in _WORD.findall(rows):
            path = folder / name.replace("LANGUAGE", language)
            _edit(path, "below", "WORDS = {", f"    {words}\n")


def _first(pattern: re.Pattern[str], recipe: str) -> tuple[str, ...]:
    (first, *_) = pattern.findall(recipe)
    return tuple(first)


def _lines(indent: str, block: str) -> str:
    return re.sub(f"^{indent}", "", block, flags=re.MULTILINE) + "\n"


def _edit(path: Path, where: str, line: str, new: str) -> None:
    text, old = path.read_text(encoding="utf-8"), f"\n{line}\n"
    assert text.count(old) == 1, (path.name, line)
    changed = {"above": f"\n{new}{line}\n", "below": f"\n{line}\n{new}"}
    _write(path, text.replace(old, changed.get(where, f"\n{new}")))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def python(package: Path, *words: str, folder: Path | None = None) -> str:
    """What Python prints with the copy in the place of the package."""
    paths = os.pathsep.join(map(str, (package, package.parent)))
    done = subprocess.run(
        [sys.executable, "-P", *words],
        cwd=folder or package,
        env=os.environ | {"PYTHONPATH": paths, "LC_ALL": "C.UTF-8", "HOME": str(folder or package)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ronde(package: Path, folder: Path, *lines: list[str]) -> list[tuple[int, str, str]]:
    """The exit status, output and errors of commands of the copy, in one process."""
    told = json.loads(python(package, "-c", _RUN, json.dumps(lines), folder=folder))
    return [(status, out, err) for status, out, err in told]
