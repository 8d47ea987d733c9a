"""Every command of the README works as it is printed, and its pictures and links are right.

The quick test follows the tour inside this process. The full one types every line into a shell, in a copy of
the source without an environment, and opens the page for phones at the address that is printed.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.root import ROOT

from ronde.cli.main import main

README = (ROOT / "README.md").read_text("utf-8")
LINES = re.findall(r"(?m)^    (\S.*)$", README)
TOUR = re.findall(r"(?m)^    (\S.*)$", README.partition("## A tour")[2].partition("\n## ")[0])
SERVERS = ("./go", "./go serve club.ronde --host 0.0.0.0")
DESK = "./go desk open.ronde"
RELEASE = "./go release"
"""The one line that is not typed: it needs a clean clone, which a copy with changes is not, and takes this
very tour. The wheel is made by the same tool, so that the lines below it can install one."""
WORDS = (
    "Swiss system",
    "penalty",
    "floats down",
    "seed",
    "bye",
    "round robin",
    "tie-break",
    "Keizer",
    "engines",
    "desk",
    "arbiter",
    "wheel",
    "sandbox",
)


def orders(lines: list[str]) -> list[str]:
    return [line.partition("  #")[0].strip() for line in lines]


def test_the_tour_works_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "examples", clone / "examples")
    shutil.copy(ROOT / ".gitignore", clone)
    monkeypatch.chdir(clone)
    monkeypatch.setenv("HOME", str(tmp_path))
    for order in orders(TOUR):
        words = shlex.split(order)
        assert words[0] == "./go"
        assert order in (*SERVERS, DESK) or main(words[1:]) == 0, (order, capsys.readouterr().err)
    assert "12 joueurs après la ronde 1" in capsys.readouterr().out
    assert strange_files(clone) == ["?? .gitignore", "?? examples/"]


def strange_files(clone: Path) -> list[str]:
    """Untracked files, by git."""
    subprocess.run(["git", "init", "-q"], cwd=clone, check=True)
    found = subprocess.run(
        ["git", "status", "--porcelain"], cwd=clone, check=True, capture_output=True, text=True
    )
    return found.stdout.splitlines()


@pytest.mark.full
def test_every_line_works_in_a_new_copy_of_the_source(tmp_path: Path) -> None:
    assert {*SERVERS, DESK, RELEASE} < set(orders(LINES))
    copy = copied(tmp_path / "copy")
    environment = plain(tmp_path)
    for order in orders(LINES):
        if order in SERVERS:
            with serving(order, copy, environment) as said:
                look(order, said)
        elif order == DESK:
            leave_the_desk(copy, environment)
        else:
            typed(make_wheel() if order == RELEASE else order, copy, environment)
    assert (tmp_path / "ronde" / "bin" / "ronde").exists()


def copied(place: Path) -> Path:
    """The source as git would commit it, without what is ignored."""
    line = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, found.split("\0")):
        if (ROOT / name).exists():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
    return place


def plain(home: Path) -> dict[str, str]:
    """The environment of somebody with a home of their own, who finds packages where this user does."""
    there = {f"XDG_{name.upper()}_HOME": str(Path.home() / f".{name}") for name in ("config", "cache")}
    mine = {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "share"),
        "RONDE_LANG": "en",
        "TERM": "xterm-256color",
    }
    return {**os.environ, **there, **mine}


def make_wheel() -> str:
    return f"{shlex.quote(sys.executable)} -m hatchling build -t wheel -d dist"


def typed(order: str, folder: Path, environment: Mapping[str, str]) -> None:
    line = ["sh", "-c", order]
    done = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (order, done.stdout, done.stderr)


@contextmanager
def serving(order: str, folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """What a server says until it can be stopped with Ctrl-C; stopped with it at the end."""
    line = ["sh", "-c", f"exec {order}"]
    process = subprocess.Popen(line, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        said = ""
        while "Ctrl-C" not in said:
            more = process.stdout.readline()
            assert more, f"{order} ended: {said}"
            said += more
        yield said
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def look(order: str, said: str) -> None:
    """Open what somebody is told to open; on a phone, the standings of the tour.

    A machine without a network names no address for phones.
    """
    addresses = dict(re.findall(r"(?m)^For (everybody|phones)\b.*: (http://\S+)$", said))
    if "--host" in order:
        page = opened(f"{addresses.get('phones', addresses['everybody'])}/t/club/standings")
        assert 'name="viewport"' in page
        assert "SMITH" in page
    else:
        assert "Autumn open" in opened(addresses["everybody"])


def opened(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return str(answer.read().decode())


def leave_the_desk(folder: Path, environment: Mapping[str, str]) -> None:
    """Start the terminal desk in a terminal, wait until it shows the tournament, and press X."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        ["sh", "-c", f"exec {DESK}"], cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    try:
        shown = b""
        while b"Spring open" not in shown:
            shown += os.read(ours, 4096)
        os.write(ours, b"X")
        drain(ours)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def drain(terminal: int) -> None:
    """Read until the program at the other end is gone."""
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:
        return


def test_the_terminal_of_the_readme_says_what_the_demo_says_today() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "make_screen.py"))["drawn"]()

    kept = (ROOT / "docs" / "screens" / "terminal.svg").read_text(encoding="utf-8")
    assert kept == made, "run: .venv/bin/python scripts/make_screen.py"


def test_every_file_the_readme_names_is_there() -> None:
    for name in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / name).exists(), name


def test_a_reader_finds_the_tutorials_among_at_most_fifteen_links() -> None:
    links = re.findall(r"(?<!!)\[[^]]+\]\(([^)]+)\)", README)

    assert len(links) <= 15
    assert [link for link in links if "/tutorials/" in link] == [
        f"docs/tutorials/{name}.md" for name in ("arbiter", "club", "teacher", "engines")
    ]


@pytest.mark.parametrize("word", WORDS)
def test_a_word_of_the_trade_is_explained_where_it_first_stands(word: str) -> None:
    prose = " ".join(re.sub(r"(?m)^(    .*|!\[.*)$", "", README).split())
    first = re.search(rf"\*?\b{word}\b\*?", prose)

    assert first is not None
    assert first[0].startswith("*"), prose[first.start() - 60 : first.end() + 20]


def test_chess_comes_before_othello_and_no_made_up_address_is_named() -> None:
    tour = README.partition("## A tour")[2]

    assert tour.index("chess") < tour.index("Othello")
    assert ".example" not in README
