"""The version, the CHANGELOG and the tags agree."""

from __future__ import annotations

import re
import subprocess
from datetime import date
from pathlib import Path

import pytest

from ronde import __version__

ROOT = Path(__file__).parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d\d-\d\d)\)$", re.MULTILINE)
TAG = re.compile(r"v(\d+\.\d+\.\d+)")


def sections(changelog: str) -> list[tuple[str, str]]:
    """Version and date of every section, newest first; any other heading is refused."""
    found = SECTION.findall(changelog)
    assert len(found) == changelog.count("\n## "), "a section is named like ## 0.1.0 (2026-11-17)"
    return found


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def faults(version: str, changelog: str, tags: list[str]) -> list[str]:
    """Where the version, the sections of the CHANGELOG and the tags contradict each other."""
    found = sections(changelog)
    versions = [name for name, _ in found]
    released = [name for name, when in found if when != "unreleased"]
    wrong = []
    if versions[0] != version:
        wrong.append(f"the newest section is {versions[0]}, the version is {version}")
    if versions != sorted(set(versions), key=number, reverse=True):
        wrong.append("sections are not in order")
    if any(when == "unreleased" for _, when in found[1:]):
        wrong.append("only the newest section may be unreleased")
    dates = [date.fromisoformat(when) for _, when in found if when != "unreleased"]
    if dates != sorted(dates, reverse=True):
        wrong.append("dates are not in order")
    tagged = [match[1] for match in map(TAG.fullmatch, tags) if match]
    wrong += [f"v{name} is tagged and has no dated section" for name in tagged if name not in released]
    return wrong


def test_version_changelog_and_tags_agree() -> None:
    told = subprocess.run(["git", "tag"], cwd=ROOT, capture_output=True, text=True, check=False)

    assert faults(__version__, CHANGELOG, told.stdout.split()) == []


def test_the_version_is_written_in_one_place() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")

    assert re.search(r'^dynamic = \[.*"version"', project, re.MULTILINE)
    assert not re.search(r"^version = ", project, re.MULTILINE)


TWO = "# Changes\n\n## 0.2.0 (unreleased)\n\n- x\n\n## 0.1.0 (2026-11-01)\n"


@pytest.mark.parametrize(
    ("version", "changelog", "tags"),
    [
        ("0.1.0", TWO, []),
        ("0.2.0", TWO, ["v0.2.0"]),
        ("0.2.0", TWO, ["v0.0.9"]),
        ("0.1.0", "# Changes\n\n## 0.1.0 (unreleased)\n\n## 0.2.0 (2026-11-01)\n", []),
        ("0.2.0", TWO.replace("2026-11-01", "unreleased"), []),
        ("0.2.0", "\n## 0.2.0 (2026-01-01)\n\n## 0.1.0 (2026-02-02)\n", []),
    ],
)
def test_a_contradiction_is_found(version: str, changelog: str, tags: list[str]) -> None:
    assert faults(version, changelog, tags)


def test_a_released_and_tagged_version_below_an_unreleased_one_is_fine() -> None:
    assert faults("0.2.0", TWO, ["v0.1.0", "something-else"]) == []
