"""What `./go release` makes, step by step; it installs and tries the wheel itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scripts import make_release
from tests.support.root import ROOT


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@host.example")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small repository in the place of ours."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "kept").write_text("kept\n")
    git(folder, "init", "-q")
    git(folder, "add", "kept")
    git(folder, "commit", "-q", "-m", "Keep")
    monkeypatch.setattr(make_release, "ROOT", folder)
    return folder


def test_a_tree_that_is_not_clean_is_refused_in_one_sentence(checkout: Path, tmp_path: Path) -> None:
    (checkout / "strange").touch()

    with pytest.raises(SystemExit, match=r"^The tree is not clean: [^.]+\.$"):
        make_release.clone(tmp_path / "clone")
    assert not (tmp_path / "clone").exists()


def test_a_clean_tree_is_cloned(checkout: Path, tmp_path: Path) -> None:
    assert (make_release.clone(tmp_path / "clone") / "kept").read_text() == "kept\n"


def test_a_step_that_fails_ends_the_release_with_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"(?s)failed:.*no such thing"):
        make_release.run(sys.executable, "-c", "raise SystemExit('no such thing')", folder=tmp_path)


def test_the_tour_of_the_readme_is_found_without_the_commands_that_go_on() -> None:
    orders = make_release.tour((ROOT / "README.md").read_text("utf-8"))

    assert orders[0][0] == "new"
    assert {"pair", "result", "close", "standings"} <= {word for words in orders for word in words}
    assert not make_release.STAYS & {words[0] for words in orders}


@pytest.mark.full
def test_the_sdist_gives_the_same_wheel_and_the_sums_fit_both(tmp_path: Path) -> None:
    files = [Path(shutil.copy(file, tmp_path)) for file in make_release.artefacts(ROOT, tmp_path / "work")]
    (tmp_path / "SHA256SUMS").write_text(make_release.sums(files))
    line = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    said = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert [file.suffix for file in files] == [".whl", ".gz"]
    assert said.count(": OK") == 2
