"""The lists of packages are complete: whatever is installed is in them, by version and by hash."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
OURS = {"ronde"}
BROUGHT_BY_VENV = {"pip", "setuptools", "wheel"}
ENTRY = re.compile(
    r"^(?P<name>[a-z0-9.-]+)==(?P<version>[^ ;]+)(?: ; (?P<marker>.+?))?(?P<hashes>(?: --hash=\S+)+)$"
)


def entries(name: str) -> dict[str, re.Match[str]]:
    """The packages of one list by name; every line must be one."""
    text = (ROOT / "lock" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n    ", "")
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", "-r run.txt"))]
    found = [ENTRY.match(line) for line in lines]
    assert [line for line, one in zip(lines, found, strict=True) if one is None] == []
    return {one["name"]: one for one in found if one is not None}


@pytest.fixture(scope="module")
def run() -> dict[str, re.Match[str]]:
    return entries("run")


@pytest.fixture(scope="module")
def everything(run: dict[str, re.Match[str]]) -> dict[str, re.Match[str]]:
    return run | entries("dev")


def installed() -> dict[str, Distribution]:
    found = {canonicalize_name(one.name): one for one in distributions()}
    return {name: one for name, one in found.items() if name not in OURS | BROUGHT_BY_VENV}


def test_everything_installed_is_listed_with_its_version(everything: dict[str, re.Match[str]]) -> None:
    listed = {name: entry["version"] for name, entry in everything.items()}

    strange = {name: one.version for name, one in installed().items() if listed.get(name) != one.version}

    assert strange == {}


def test_every_package_has_hashes_and_no_place(everything: dict[str, re.Match[str]]) -> None:
    for entry in everything.values():
        hashes = entry["hashes"].split()
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", one) for one in hashes), entry["name"]
    for name in ("run", "dev"):
        text = (ROOT / "lock" / f"{name}.txt").read_text(encoding="utf-8")
        assert "://" not in text
        assert not re.search(r"^-(?!r run\.txt$)", text, re.MULTILINE), "no option but the other list"


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def unmet(wanted: Iterable[str], listed: dict[str, re.Match[str]]) -> list[str]:
    """Requirements that a list does not satisfy."""
    asked = [Requirement(text) for text in wanted]
    return [
        str(one)
        for one in asked
        if (entry := listed.get(canonicalize_name(one.name))) is None or entry["version"] not in one.specifier
    ]


def test_the_lists_satisfy_what_the_project_asks_for(
    run: dict[str, re.Match[str]], everything: dict[str, re.Match[str]]
) -> None:
    told = project()
    extras = told["project"]["optional-dependencies"].values()

    assert unmet([*told["project"]["dependencies"], *told["build-system"]["requires"]], run) == []
    assert unmet((text for extra in extras for text in extra), everything) == []


def test_what_a_listed_package_needs_is_listed_too(
    run: dict[str, re.Match[str]], everything: dict[str, re.Match[str]]
) -> None:
    for name, one in installed().items():
        asked = [Requirement(text) for text in one.requires or ()]
        here = [str(text) for text in asked if text.marker is None or text.marker.evaluate({"extra": ""})]
        assert unmet(here, run if name in run else everything) == [], name


def test_a_list_that_lacks_a_package_is_found_out(everything: dict[str, re.Match[str]]) -> None:
    short = {name: one for name, one in everything.items() if name != "numpy"}

    assert unmet(project()["project"]["dependencies"], short) == ["numpy>=2.0"]


def test_go_installs_by_hash_and_fetches_nothing_else() -> None:
    script = (ROOT / "go").read_text(encoding="utf-8")
    lines = [line.strip() for line in script.splitlines() if line.strip().startswith('"$@" ')]

    assert lines == [
        '"$@" --require-hashes --only-binary :all: -r "$list"',
        '"$@" --no-index --no-deps --no-build-isolation -e "$here"',
    ]
    assert len(re.findall(r"pip (?:--python \"\$python\" )?install", script)) == 2
    assert not (ROOT / "constraints.txt").exists()
