"""The folder for Windows: what goes in, how it starts, and that its pins are complete."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from scripts.make_windows import EXTRAS, carried, entries, unlicensed
from tests.support.root import ROOT

from ronde.arena.cli.serve import serve

LOCK = {
    name: (ROOT / "lock" / f"{name}.txt").read_text(encoding="utf-8") for name in ("run", "windows", "wine")
}


def names(text: str) -> list[str]:
    return [entry.split("==")[0] for entry in entries(text)]


def test_it_gets_what_ronde_runs_with_but_not_what_windows_lacks_or_what_builds_it() -> None:
    found = [entry.split("==")[0] for entry in carried()]

    assert {"click", "numpy", "starlette", "textual", "uvicorn", "reportlab", "pillow"} <= set(found)
    assert not {"uvloop", "hatchling", "editables", "pytest"} & set(found)


def test_a_marker_is_read_as_windows_would() -> None:
    text = (
        'here==1 ; sys_platform == "win32" --hash=sha256:a\nthere==2 ; os_name == "posix" --hash=sha256:b\n'
    )

    assert list(entries(text)) == ["here==1 --hash=sha256:a"]


@pytest.mark.parametrize("name", LOCK)
def test_every_package_is_pinned_by_hash_and_by_no_place(name: str) -> None:
    assert "://" not in LOCK[name]
    for entry in entries(LOCK[name]):
        assert re.fullmatch(r"[a-z0-9.-]+==\S+( --hash=sha256:[0-9a-f]{64})+", entry), entry


def test_wine_gets_another_version_of_a_package_that_is_there() -> None:
    assert set(names(LOCK["wine"])) <= set(names(LOCK["run"]))


@pytest.mark.parametrize("starter", ["Start Ronde.cmd", "ronde.cmd"])
def test_a_starter_runs_the_python_beside_it_wherever_the_folder_lies(starter: str) -> None:
    text = (EXTRAS / starter).read_text(encoding="ascii")

    assert '"%~dp0python\\python.exe" -P -m ronde' in text


def test_a_double_click_asks_for_options_that_there_are() -> None:
    text = (EXTRAS / "Start Ronde.cmd").read_text(encoding="ascii")
    words = shlex.split(re.search(r"-m ronde (.+)", text)[1].replace("\\", "/"))  # type: ignore[index]
    known = {name for one in serve.params for name in one.opts}

    assert {word for word in words if word.startswith("--")} <= known
    assert (words[0], "--desk" in words) == ("serve", True)
    assert f"mkdir {words[1]!r}".replace("'", '"').replace("/", "\\") in text, "a new folder is made first"


def test_it_tells_how_to_begin_in_every_language() -> None:
    text = (EXTRAS / "README.txt").read_text(encoding="utf-8")

    assert text.count("ronde --help") == text.count("Start Ronde") == 4


def test_a_package_without_the_text_of_its_licence_is_noticed(tmp_path: Path) -> None:
    for name in ("good-1.dist-info/licenses", "older-1.dist-info", "bare-1.dist-info"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "good-1.dist-info" / "licenses" / "LICENSE.txt").touch()
    (tmp_path / "older-1.dist-info" / "COPYING").touch()
    (tmp_path / "bare-1.dist-info" / "METADATA").touch()

    assert unlicensed(tmp_path) == ["bare-1.dist-info"]
