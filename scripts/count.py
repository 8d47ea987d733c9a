"""Lines and files of source, tests and documents at a commit, by package: count.py [COMMIT [COMMIT]].

With two commits, both are printed side by side. Words of the four languages are counted separately.
"""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict


def git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], capture_output=True, text=True, check=True, errors="replace"
    ).stdout


def package(path: str) -> str:
    """The heading under which a file is counted; empty if it is not counted."""
    parts = path.split("/")
    if path.startswith("src/ronde/") and path.endswith(".py"):
        return "words" if "/words/" in path else f"src/{parts[2] if len(parts) > 3 else '.'}"
    if path.startswith("tests/") and path.endswith(".py"):
        return f"tests/{parts[1] if len(parts) > 2 else '.'}"
    if path.endswith(".md"):
        return "documents"
    return parts[0] if parts[0] in ("bench", "scripts") and path.endswith(".py") else ""


def counted(commit: str) -> dict[str, tuple[int, int]]:
    """Lines and files by heading."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    rows = git("grep", "-c", "", commit, "--", "*.py", "*.md").splitlines()
    for row in rows:
        _, path, lines = row.split(":")
        for name in {
            package(path),
            {"s": "src", "t": "tests"}.get(path[0], "") if path.endswith(".py") else "",
        }:
            if (
                name
                and not (name == "src" and "/words/" in path)
                and (name != "src" or path.startswith("src"))
            ):
                sums[name][0] += int(lines)
                sums[name][1] += 1
    return {name: (lines, files) for name, (lines, files) in sums.items()}


def main() -> None:
    commits = sys.argv[1:] or ["HEAD"]
    tables = [counted(commit) for commit in commits]
    print("| package |" + "".join(f" {commit}: lines / files |" for commit in commits))
    print("| --- |" + " --- |" * len(commits))
    for name in sorted(set().union(*tables)):
        cells = (table.get(name, (0, 0)) for table in tables)
        print(f"| {name} |" + "".join(f" {lines:,} / {files} |" for lines, files in cells))


if __name__ == "__main__":
    main()
