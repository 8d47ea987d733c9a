"""`ronde worker` and `tournoi --cluster` with what no cluster has: one sentence, and nothing is begun."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal
from tests.support.ports import free_port

from ronde.arena.referee import cluster as line

QUICK = ("--game", "tictactoe", "--time", "10/move", "--sandbox", "none", "--no-web")


@pytest.fixture(autouse=True)
def joueurs(ronde: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "CALL", 0.5)
    folder = tmp_path / "joueurs"
    folder.mkdir()
    for number in (1, 2):
        (folder / f"j{number}").write_text('#!/bin/sh\nexpr index "$1" 0\n')
        (folder / f"j{number}").chmod(0o755)


@pytest.mark.full
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("foo",), "cluster-trouble.address"),
        (("",), "cluster-trouble.address"),
        (("http://127.0.0.1:8786",), "cluster-trouble.address"),
        (("tcp://127.0.0.1:0",), "cluster-trouble.address"),
        (("tls://127.0.0.1:8786",), "cluster-trouble.no-tls"),
        (("tls://127.0.0.1:8786", "--tls", "nowhere"), "cluster-trouble.certificate"),
        (("tcp://nobody.invalid:8786",), "cluster-trouble.unreachable"),
        ((f"tcp://127.0.0.1:{free_port()}",), "cluster-trouble.unreachable"),
    ],
)
def test_a_line_that_leads_nowhere_is_told_before_anything_is_begun(
    ronde: Terminal, tmp_path: Path, words: tuple[str, ...], code: str
) -> None:
    for command in (("worker",), ("tournoi", *QUICK, "--cluster")):
        refusal = ronde.refused(*command, *words)
        assert refusal.code == code
        assert len(refusal.strip().splitlines()) == 1
    assert not list(tmp_path.glob("*.ronde"))


@pytest.mark.parametrize("words", [("--tls", "folder"), ("--slowest", "0.3")])
def test_what_only_a_cluster_needs_is_refused_without_one(ronde: Terminal, words: tuple[str, ...]) -> None:
    assert "need --cluster" in ronde.misused("tournoi", *QUICK, *words)


def test_a_part_is_a_number(ronde: Terminal) -> None:
    said = ronde.misused("tournoi", *QUICK, "--cluster", "tcp://127.0.0.1:9", "--slowest", "nan")

    assert "a number between 0 and 1" in said
