"""The contract of bbpPairings and JaVaFo: files, streams and exit statuses."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.cli.terminal import called
from tests.formats.trf.test_trf import SAMPLE

from ronde.cli.pairings import main
from ronde.formats.trf import read_trf

PAIRS = "3\n1 3\n7 2\n4 6\n"
NOBODY_LEFT = """\
142 3
001    1      One                               2000                             1.0    1     2 w 1
001    2      Two                               1900                             0.0    2     1 b 0
"""


def engine(*words: object, stdin: str | bytes = "", folder: Path | None = None) -> CompletedProcess[bytes]:
    return called(main, words, stdin=stdin, folder=folder)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "sample.trf").write_text(SAMPLE, "utf-8")
    return tmp_path / "in" / "sample.trf"


def test_pairs_go_to_the_file_named_and_without_a_folder_beside_the_tournament(
    sample: Path, tmp_path: Path
) -> None:
    assert engine("--dutch", sample, "-p", tmp_path / "pairs.txt").returncode == 0
    assert engine("--dutch", sample, "-p", "pairs.txt", "-l", "list.txt", folder=tmp_path).returncode == 0

    assert (tmp_path / "pairs.txt").read_text() == PAIRS
    assert (sample.parent / "pairs.txt").read_text() == PAIRS
    assert (sample.parent / "list.txt").read_text().startswith("number\t")


def test_without_names_of_files_the_standard_streams_are_used(sample: Path) -> None:
    by_file = engine("--dutch", sample, "-p", "-l")
    assert (by_file.returncode, by_file.stdout, by_file.stderr) == (0, PAIRS.encode(), b"")
    assert sample.with_suffix(".list").exists()

    by_stream = engine("--dutch", "-p", stdin=SAMPLE)
    assert (by_stream.returncode, by_stream.stdout) == (0, PAIRS.encode())
    latin = engine("--dutch", "-p", stdin=SAMPLE.replace("Egger", "Eggér").encode("latin-1"))
    assert latin.stdout == PAIRS.encode()


def test_a_check_names_every_round_and_the_pairs_that_differ_and_ends_well(sample: Path) -> None:
    right = engine("--dutch", sample, "-c")
    assert (right.returncode, right.stdout) == (0, b"sample: Round #1\nsample: Round #2\n")

    swapped = SAMPLE.replace("4 w 1 ", "4 b 1 ").replace("1 b 0  0000 - H", "1 w 0  0000 - H")
    wrong = engine("--dutch", "-c", stdin=swapped)
    assert wrong.returncode == 0
    assert b"only in the file: 4-1" in wrong.stdout


def test_a_random_tournament_comes_from_nothing_a_configuration_or_a_model(tmp_path: Path) -> None:
    settings = tmp_path / "generator.cfg"
    settings.write_text(
        "# small\nPlayersNumber=15\nRoundsNumber=4\nForfeitRate=8\nPointsForWin=3\nDrawPercentage=20\n"
    )
    usual, chosen, like = (tmp_path / f"{name}.trf" for name in ("usual", "chosen", "like"))

    assert engine("--dutch", "-g", "-o", usual, "-s", 5).returncode == 0
    assert engine("--dutch", "-g", settings, "-o", chosen, "-s", 5, "-l").returncode == 0
    assert engine("--dutch", chosen, "-g", "-o", like, "-s", 6).returncode == 0

    assert [len(read_trf(one).players) for one in (usual, chosen, like)] == [40, 15, 15]
    assert [(read_trf(one).rounds, read_trf(one).points.win) for one in (chosen, like)] == [(4, 30), (4, 30)]
    assert chosen.with_suffix(".list").read_text().count("Round ") == 4
    assert b"Round #4" in engine("--dutch", like, "-c").stdout


@pytest.mark.parametrize("words", [(), ("-r",)])
def test_nothing_or_r_prints_the_version(words: tuple[str, ...]) -> None:
    told = engine(*words)

    assert (told.returncode, told.stdout[:6]) == (0, b"Ronde ")


def test_every_exit_status_means_what_the_contract_says(sample: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.trf"
    broken.write_text(SAMPLE.replace("    4 w 1", "    4 w ?"), "utf-8")
    settings = tmp_path / "wrong.cfg"
    settings.write_text("PlayersNumber=many\n")
    huge = tmp_path / "huge.trf"
    with huge.open("wb") as file:
        file.truncate(70_000_000)

    assert engine("--dutch", "-p", stdin=NOBODY_LEFT).returncode == 1
    assert engine("--dutch", broken, "-p").returncode == 3
    assert engine("--dutch", sample).returncode == 3
    assert engine("--dutch", sample, "-p", "-c").returncode == 3
    assert engine("--burstein", sample, "-p").returncode == 3
    assert engine("--dutch", "-g").returncode == 3
    assert engine("--dutch", "-g", settings, "-o", tmp_path / "no.trf").returncode == 3
    assert engine("--dutch", huge, "-p").returncode == 4
    assert engine("--dutch", tmp_path / "none.trf", "-p").returncode == 5
    assert engine("--dutch", tmp_path, "-c").returncode == 5
    assert engine("--dutch", sample, "-p", sample / "inside.txt").returncode == 5
    assert engine("--dutch", sample, "-p", tmp_path / "nowhere" / "pairs.txt").returncode == 5
    assert not (tmp_path / "nowhere").exists()


def test_our_own_mistake_is_status_two(monkeypatch: pytest.MonkeyPatch, sample: Path) -> None:
    from ronde.cli import pairings

    def broken(path: Path | None) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(pairings, "_read", broken)
    assert pairings.main(["--dutch", str(sample), "-p"]) == 2


def test_points_that_do_not_add_up_are_named_and_not_believed(sample: Path) -> None:
    sample.write_text(SAMPLE.replace(" 2.0    1 ", " 1.0    1 "), "utf-8")
    told = engine("--dutch", sample, "-p")

    assert (told.returncode, told.stdout) == (0, PAIRS.encode())
    assert b"Player 1" in told.stderr
