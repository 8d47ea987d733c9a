"""`ronde rate` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.processes import ronde


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("season")
    for number, date in ((1, "7/3/2026"), (2, "14/11/2025")):
        lines = [f"new {folder}/t{number}.ronde --rounds 2 --name T{number} --date {date}"]
        lines += [f"player add {folder}/t{number}.ronde {name} --rating {r}" for name, r in RATINGS.items()]
        for round in (1, 2):
            lines += [
                f"pair {folder}/t{number}.ronde --seed {round}",
                f"result {folder}/t{number}.ronde ? --seed {number}",
            ]
            lines.append(f"close {folder}/t{number}.ronde")
        (folder / "s.txt").write_text("\n".join(lines))
        assert ronde("script", folder / "s.txt").returncode == 0
    return folder


RATINGS = {"Abel": 1800, "Blum": 1700, "Cerf": 1600, "Dior": 0}


@pytest.mark.full
@pytest.mark.parametrize("method", ["elo", "likelihood"])
def test_everybody_is_listed_with_all_games(season: Path, method: str) -> None:
    run = ronde("rate", season / "t1.ronde", season / "t2.ronde", "--method", method, "--json")
    rows = json.loads(run.stdout)

    assert sorted(row["name"] for row in rows) == sorted(RATINGS)
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert all(row["games"] == 4 for row in rows)
    assert [point["tournament"] for point in rows[0]["history"]] == ["T2", "T1"]


@pytest.mark.full
def test_the_order_of_the_files_and_a_file_named_twice_change_nothing(season: Path) -> None:
    one = ronde("rate", season / "t1.ronde", season / "t2.ronde").stdout
    other = ronde("rate", season / "t2.ronde", season / "t1.ronde", season / "t2.ronde").stdout

    assert one == other
    assert "Abel" in one


@pytest.mark.full
def test_a_history_is_told_and_drawn(season: Path, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    run = ronde("rate", season / "t1.ronde", season / "t2.ronde", "--history", "ab", "--chart", str(chart))

    assert run.stdout.splitlines()[0] == "Abel"
    assert "2025-11-14" in run.stdout
    assert chart.read_text().count("<polyline") == 1


@pytest.mark.full
def test_french_speaks_french(season: Path) -> None:
    assert "Joueur" in ronde("--lang", "fr", "rate", season / "t1.ronde").stdout


@pytest.mark.full
def test_a_tournament_without_games_rates_nobody(tmp_path: Path) -> None:
    ronde("new", tmp_path / "empty.ronde")

    assert ronde("rate", tmp_path / "empty.ronde").stdout == "Nobody has played yet.\n"


@pytest.mark.full
@pytest.mark.parametrize(
    ("args", "status", "word"),
    [
        ("", 2, "FILE"),
        ("{}/missing.ronde", 1, "missing.ronde"),
        ("{}/t1.ronde --method luck", 2, "--method"),
        ("{}/t1.ronde --chart {}/t1.ronde/x.svg", 1, "x.svg"),
    ],
)
def test_wrong_command_lines_are_refused_in_words(season: Path, args: str, status: int, word: str) -> None:
    run = ronde("rate", *args.replace("{}", str(season)).split())

    assert run.returncode == status
    assert word in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.full
def test_a_file_named_by_two_paths_counts_once(season: Path) -> None:
    link = season / "link.ronde"
    link.symlink_to(season / "t1.ronde")
    one = ronde("rate", season / "t1.ronde").stdout

    assert ronde("rate", season / "t1.ronde", link).stdout == one


@pytest.mark.full
def test_a_chart_never_takes_the_place_of_a_tournament(season: Path) -> None:
    before = (season / "t1.ronde").read_bytes()
    run = ronde("rate", season / "t2.ronde", "--chart", season / "t1.ronde")

    assert run.returncode == 1
    assert "t1.ronde already exists; it was not overwritten" in run.stderr
    assert (season / "t1.ronde").read_bytes() == before


@pytest.mark.full
@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("zzz", "--history: no player of the list is called or numbered “zzz”.\n"),
        ("Abek", "--history: no player of the list is called or numbered “Abek”; did you mean Abel?\n"),
        ("", "--history: no player of the list is called or numbered “”.\n"),
    ],
)
def test_the_history_of_somebody_nobody_knows_is_refused(
    season: Path, tmp_path: Path, wish: str, sentence: str
) -> None:
    chart = tmp_path / "chart.svg"
    run = ronde("rate", season / "t1.ronde", "--history", wish, "--chart", chart)

    assert (run.returncode, run.stdout, run.stderr) == (1, "", sentence)
    assert not chart.exists()


@pytest.mark.full
def test_nobody_has_a_history_before_the_first_game(tmp_path: Path) -> None:
    ronde("new", tmp_path / "empty.ronde")
    run = ronde("--lang", "fr", "rate", tmp_path / "empty.ronde", "--history", "abel")

    assert run.returncode == 1
    assert "--history" in run.stderr
    assert "«\u00a0abel\u00a0»" in run.stderr


@pytest.mark.full
def test_a_history_can_be_asked_for_by_number(season: Path) -> None:
    assert ronde("rate", season / "t1.ronde", "--history", "1").stdout.splitlines()[0] in RATINGS


@pytest.fixture(scope="module")
def lopsided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two called DOE, one of whom wins everything and the other half, and one who loses everything."""
    file = tmp_path_factory.mktemp("lopsided") / "t.ronde"
    lines = [f"new {file} --rounds 3 --name Open"]
    people = ("DOE", "Doe --namesake", "ROE", "POE")
    lines += [f"player add {file} {name} --id {n}" for n, name in enumerate(people, 1)]
    for first, second, third, fourth in ((1, 2, 3, 4), (1, 3, 2, 4), (1, 4, 2, 3)):
        lines += [f"table add {file} {first} {second}", f"table add {file} {third} {fourth}"]
        lines += [f"result {file} {first} 40", f"result {file} {third} 40", f"close {file}"]
    (file.parent / "s.txt").write_text("\n".join(lines))
    assert ronde("script", file.parent / "s.txt").returncode == 0
    return file


@pytest.mark.full
def test_namesakes_are_listed_with_their_numbers(lopsided: Path) -> None:
    told = ronde("rate", lopsided).stdout

    assert "DOE (1)" in told
    assert "Doe (2)" in told
    assert "ROE (" not in told
    assert ronde("rate", lopsided, "--history", "doe (2)").stdout.splitlines()[0] == "Doe (2)"
    assert [row["name"] for row in json.loads(ronde("rate", lopsided, "--json").stdout)][:2] == ["DOE", "Doe"]


@pytest.mark.full
def test_by_likelihood_an_interval_has_two_ends_or_one(lopsided: Path) -> None:
    best, *middle, last = ronde("rate", lopsided, "--method", "likelihood").stdout.splitlines()[1:]
    rows = json.loads(ronde("rate", lopsided, "--method", "likelihood", "--json").stdout)

    assert "≥ " in best
    assert all(" – " in line for line in middle)
    assert "≤ " in last
    assert (rows[0]["high"], rows[-1]["low"]) == (None, None)
    assert rows[1]["low"] < rows[1]["rating"] < rows[1]["high"]
    assert rows[0]["low"] < rows[0]["rating"]


@pytest.mark.full
def test_by_elo_the_error_is_unknown(lopsided: Path) -> None:
    rows = json.loads(ronde("rate", lopsided, "--json").stdout)

    assert {(row["error"], row["low"], row["high"]) for row in rows} == {(0.0, None, None)}


@pytest.mark.full
def test_a_foreign_file_is_refused_by_its_name(season: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.ronde").write_text("Abel beat Blum\n")
    run = ronde("rate", season / "t1.ronde", tmp_path / "notes.ronde")

    assert (run.returncode, run.stdout) == (1, "")
    assert "notes.ronde is not a tournament" in run.stderr
