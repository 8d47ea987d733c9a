"""The recipes of docs/extending.md, all of them applied to one copy of the package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RECIPES = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
_ABOVE = re.compile(
    r"In `(src/[^`]+)`, above the line\s+`([^`]+)`,\s+add[^:`]*:\n\n   ```(?:python)?\n(.*?)   ```", re.DOTALL
)
_COPIED = re.compile(r"^ *cp (\S+) (\S+)$", re.MULTILINE)
_ADDED = re.compile(r"In `(src/[^`]+)`, add:\n\n *```python\n(.*?)\n *```", re.DOTALL)
_WHOLE = re.compile(
    r"`(src/ronde/i18n/words/eo/\w+\.py)`.*?^ +```python\n(.*?)^ +```", re.DOTALL | re.MULTILINE
)
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


def blocks(recipe: str) -> list[str]:
    """The programs of a recipe, in their order."""
    found = re.findall(r"^( *)```python\n(.*?)^ *```", recipe, re.DOTALL | re.MULTILINE)
    return [re.sub(f"^{indent}", "", block, flags=re.MULTILINE) for indent, block in found]


def extended(folder: Path) -> Path:
    """A copy of the package to which every recipe was applied."""
    shutil.copytree(
        ROOT / "src", folder / "src"
    )  # with what is compiled: only changed files are compiled again
    _add_system(folder)
    _add_game(folder)
    for title in ("Add a tie-break", "Add a list format"):
        for name, line, new in _ABOVE.findall(section(title)):
            _insert(folder / name, f"\n{line}\n", re.sub("^   ", "", new, flags=re.MULTILINE))
    _add_list_format(folder)
    for name, lines in _WHOLE.findall(section("Add a language")):
        _write(folder / name, re.sub(r"^   ", "", lines, flags=re.MULTILINE))
    return folder / "src"


def _add_system(folder: Path) -> None:
    program, line = blocks(section("Add a pairing system"))
    _write(folder / "src/ronde/pairing/systems/draughts.py", program)
    _replace(folder / "src/ronde/core/systems.py", "_ALL = (\n", f"_ALL = (\n    {line.strip()},\n")
    for language in ("en", "fr"):
        for words, key in (("public", "system-draughts"), ("knobs", "system=draughts")):
            path = folder / f"src/ronde/i18n/words/{language}/{words}.py"
            _replace(path, "WORDS = {\n", f'WORDS = {{\n    "{key}": "x",\n')


def _add_game(folder: Path) -> None:
    recipe = section("Add a game")
    for source, target in _COPIED.findall(recipe):
        shutil.copy(ROOT / source, folder / target)
    for name, lines in _ADDED.findall(recipe):
        added = "\n".join(line[3:] for line in lines.splitlines()) + "\n"
        text = (folder / name).read_text(encoding="utf-8")
        head, words, rest = text.partition("WORDS = {\n")
        _write(folder / name, f"{head}{words}{added}{rest}" if words else text + added)


def _add_list_format(folder: Path) -> None:
    head = '"""Lists as tables in Markdown."""\n\n'
    _write(folder / "src/ronde/formats/tables/markdown.py", head + blocks(section("Add a list format"))[0])
    systems = folder / "src/ronde/core/systems.py"
    _replace(systems, 'GENERAL = ("json", ', 'GENERAL = ("json", "markdown", ')


def _insert(path: Path, line: str, new: str) -> None:
    _replace(path, line, f"\n{new}{line[1:]}")


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (path.name, old)
    _write(path, text.replace(old, new))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def python(package: Path, *words: str, folder: Path | None = None) -> str:
    """What Python prints with the copy in the place of the package."""
    done = subprocess.run(
        [sys.executable, "-P", *words],
        cwd=folder or package,
        env=os.environ | {"PYTHONPATH": str(package), "LC_ALL": "C.UTF-8", "HOME": str(folder or package)},
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
