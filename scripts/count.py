"""How large the source is, at a commit or at two side by side: count.py [COMMIT [COMMIT]].

Words of the languages are not counted as source. The last two rows are for information.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

from imports import chain, modules_of

ARENA = re.compile(
    r"(arena|arbitre|course|engines|games|http_engines|referee)/|(web|cli)/(course|engines|programs)/"
)
"""What is only for programs; before there was `arena` it had packages of its own."""
CLOSES = re.compile(r"\bclose_and_freeze\b|(?<![.\"])(?<!def )\bclose_round\b")
"""A module that names the decision puts "close a round" together."""
IMPORT = re.compile(r"^\s*(from [\w.]+ import .*|import [\w.]+.*)$", re.MULTILINE)


def count(root: Path) -> dict[str, str]:
    """The figures of a tree, by what they measure."""
    source = {
        path.relative_to(root / "src/ronde").as_posix(): path for path in (root / "src/ronde").rglob("*.py")
    }
    texts = {name: path.read_text("utf-8") for name, path in source.items() if "/words/" not in name}
    people = {name: text for name, text in texts.items() if not ARENA.match(name)}
    deciding = re.compile(r"(model|core|systems|pairing|scoring)/")
    closing = [name for name, text in texts.items() if CLOSES.search(text) and not deciding.match(name)]
    tests = [path.read_text("utf-8") for path in (root / "tests").rglob("*.py")]
    lines = sum(text.count("\n") for text in texts.values())
    imports = sum(len(IMPORT.findall(text)) for text in texts.values())
    return {
        "source without words: lines / files": size(texts.values()),
        "of it, without the arena": size(people.values()),
        'modules that put "close a round" together': str(len(closing)),
        "tests: lines / files": size(tests),
        "longest import chain": str(len(chain(modules_of(root / "src")))),
        "lines that begin an import": f"{100 * imports / lines:.1f} %",
    }


def size(texts: Collection[str]) -> str:
    return f"{sum(text.count(chr(10)) for text in texts):,} / {len(texts)}"


def counted(commit: str) -> dict[str, str]:
    """The figures of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["git", "archive", commit, "src", "tests"], capture_output=True, check=True
        ).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
        return count(Path(folder))


def main() -> None:
    commits = sys.argv[1:] or ["HEAD"]
    tables = [counted(commit) for commit in commits]
    print(f"| measure | {' | '.join(commits)} |")
    print("| --- |" + " --- |" * len(commits))
    for name in tables[0]:
        print(f"| {name} | {' | '.join(table[name] for table in tables)} |")


if __name__ == "__main__":
    main()
