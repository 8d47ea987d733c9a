"""A Keizer season by the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal
from tests.support.keizer_states import GOLDEN

from ronde.i18n import LANGUAGES

S3DB = GOLDEN / "k06_withdrawals_and_return.s3db"
EXTRA = {"keizer_points", "shown", "value", "rank_value", "game_points", "pairing_rank"}


@pytest.fixture
def season(ronde: Terminal, tmp_path: Path) -> Path:
    """Five players and one round."""
    path = tmp_path / "club.ronde"
    ronde.done("new", path, "--system", "keizer")
    names = tmp_path / "names.csv"
    names.write_text("Name;Rating\nAnn;1900\nBob;1800\nO'Neil;1700\nDan;1600\nEve;1500\n")
    ronde.done("player", "import", path, names)
    ronde.done("pair", path, "--seed", 1)
    for entry in ("Ann 1", "Dan ="):
        ronde.done("result", path, *entry.split())
    ronde.done("close", path)
    return path


def test_a_new_season_is_chess_with_the_shipped_options(ronde: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "club.ronde"
    ronde.done("new", path, "--system", "keizer")

    data = ronde.data("settings", path)

    assert (data["system"], data["board.total"], data["board.colours"]) == ("keizer", 1, ["white", "black"])
    assert (data["keizer.ratio"], data["keizer.shares.unexcused"], data["tiebreaks"]) == (3, 5, [])


def test_standings_have_keizers_own_columns(ronde: Terminal, season: Path) -> None:
    data = ronde.data("standings", season)
    lines = ronde.done("standings", season).out.splitlines()

    assert all(set(row) >= EXTRA for row in data["rows"])
    assert data["rows"][0]["name"] == "Ann"
    assert lines[2].split()[:5] == ["place", "name", "Keizer", "games", "value"]


def test_every_point_is_explained(ronde: Terminal, season: Path) -> None:
    data = ronde.data("standings", season, "--explain")
    text = ronde.done("standings", season, "--explain").out

    for row in data["rows"]:
        assert sum(source["points"] for source in row["sources"]) == pytest.approx(row["keizer_points"])
    assert "won against Bob, who is worth" in text
    assert "valeur propre" in ronde.done("--lang", "fr", "standings", season, "--explain").out


def test_a_category_has_its_own_places_and_podium(ronde: Terminal, season: Path) -> None:
    ronde.done("settings", season, "keizer.categories=j=Juniors")
    for name in ("Ann", "Dan", "Eve", "Bob"):
        ronde.done("player", "edit", season, name, "--category", "j")

    rows = ronde.data("standings", season, "--category", "j")["rows"]

    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert len(ronde.data("standings", season, "--category", "j", "--podium")["rows"]) == 3
    assert ronde.refused("standings", season, "--category", "j9").code == "setting-impossible.category"


@pytest.mark.full
def test_a_season_of_keizerforclubs_goes_on_here_and_goes_back(ronde: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "club.ronde"
    ronde.done("import", S3DB, "-o", path)
    before = ronde.data("standings", path)
    ronde.done("export", path, "--as", "keizer-s3db", "-o", tmp_path / "back.s3db")
    ronde.done("import", tmp_path / "back.s3db", "-o", tmp_path / "again.ronde")

    assert before["rows"][0]["shown"] == "104.90"
    assert ronde.data("standings", tmp_path / "again.ronde") == before
    ronde.done("pair", path, "--seed", 1)
    assert ronde.data("round", path)["tables"]


@pytest.mark.parametrize(
    ("format", "name"),
    [("html", "StandingsEx-1"), ("xml", "Round-1"), ("csv", "Standings-1"), ("txt", "Players-1")],
)
def test_lists_are_named_after_the_file(ronde: Terminal, season: Path, format: str, name: str) -> None:
    ronde.done("export", season, "--as", f"keizer-{format}", "-o", season.parent / "lists")

    assert (season.parent / "lists" / f"club_{name}.{format}").is_file()


def test_absences_are_planned_with_their_reasons(ronde: Terminal, season: Path) -> None:
    ronde.done("player", "away", season, "Eve", 2, 4, "--reason", "club")
    ronde.done("player", "leave", season, "Dan", "--reason", "unexcused")
    ronde.done("pair", season, "--seed", 1)
    ronde.done("result", season, "?", "--seed", 1)
    ronde.done("close", season)

    sources = {
        row["name"]: [source["kind"] for source in row["sources"]]
        for row in ronde.data("standings", season, "--explain")["rows"]
    }

    assert sources["Eve"][-1] == "club"
    assert sources["Dan"][-1] == "unexcused"


def test_a_list_imported_twice_adds_nobody_twice(ronde: Terminal, season: Path, tmp_path: Path) -> None:
    names = tmp_path / "more.csv"
    names.write_text("Name;Rating\nAnn;1850\nZoe;1000\n")

    data = ronde.data("player", "import", season, names)

    assert data == {"entered": 1, "skipped": ["Ann"], "renamed": []}


def test_numbers_are_given_anew_only_before_the_first_round(
    ronde: Terminal, season: Path, tmp_path: Path
) -> None:
    path = tmp_path / "new.ronde"
    ronde.done("new", path, "--system", "keizer")
    ronde.done("player", "add", path, "Weak", "--rating", 1000)
    ronde.done("player", "add", path, "Strong", "--rating", 2000)

    numbers = {row["name"]: row["id"] for row in ronde.data("player", "renumber", path)}

    assert numbers == {"Strong": 1, "Weak": 2}
    assert ronde.refused("player", "renumber", season).code == "tournament-started"


def test_a_refusal_names_who_blocks_and_what_would_help(ronde: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "pair.ronde"
    ronde.done("new", path, "--system", "keizer")
    for name in ("Ann", "Bob"):
        ronde.done("player", "add", path, name)
    ronde.done("pair", path)
    ronde.done("result", path, "?")
    ronde.done("close", path)

    told = ronde.refused("pair", path)

    assert "Ann" in told
    assert "keizer.repeat_distance=0 instead of 4" in told
    assert told.code == "cannot-pair.distance"
    assert ronde.refused("--lang", "fr", "pair", path).code == "cannot-pair.distance"


def test_one_player_alone_has_the_bye(ronde: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "one.ronde"
    ronde.done("new", path, "--system", "keizer")
    assert ronde.refused("pair", path).code == "nobody-to-pair"
    ronde.done("player", "add", path, "Solo")

    data = ronde.data("pair", path)

    assert data["bye"]["player"] == 1
    assert ronde.data("close", path)["rows"][0]["shown"] == "0.00"


def test_every_bill_of_a_season_is_said_in_words(ronde: Terminal, season: Path) -> None:
    for way in ("neighbours", "balanced"):
        ronde("settings", season, f"keizer.pairing={way}")
        for language in LANGUAGES:
            assert ronde.done("--lang", language, "pair", season, "--preview", "--explain", "--seed", 1).out
    ronde.done("pair", season, "--seed", 1)
    assert ronde.done("round", season, "--explain").out
    assert ronde.done("why", season, 2, 1).out


def test_the_crosstable_and_the_sheets_survive_who_left_or_never_came(ronde: Terminal, season: Path) -> None:
    ronde.done("player", "leave", season, "Bob")
    ronde.done("player", "away", season, "Dan", 2, "--reason", "unexcused")

    assert "Bob" in ronde.done("crosstable", season).out
    for name in ("Dan", "Bob"):
        assert ronde.done("sheet", season, name).out


def test_a_round_that_cannot_be_paired_says_who_blocks_it_and_what_would_help(
    ronde: Terminal, season: Path
) -> None:
    ronde.done("player", "leave", season, "Eve")
    ronde.done("player", "leave", season, "Dan")
    ronde.done("player", "leave", season, "O'Neil")

    refusal = ronde.refused("pair", season)

    assert refusal.code == "cannot-pair.distance"
    assert "Ann" in refusal
    assert "keizer.repeat_distance=" in refusal


def test_a_title_names_the_category_and_the_podium(ronde: Terminal, season: Path) -> None:
    ronde.done("settings", season, "keizer.categories=j=Juniors")
    ronde.done("player", "edit", season, "Ann", "--category", "j")

    title = ronde.done("standings", season, "--category", "j", "--podium").out.splitlines()[0]

    assert title.endswith("(Juniors, podium)")
    assert "Juniors" not in ronde.done("standings", season).out
    assert "categories: j" in ronde.refused("standings", season, "--category", "women")


def test_the_crosstable_has_keizers_columns_and_numbers_who_withdrew(ronde: Terminal, season: Path) -> None:
    ronde.done("player", "leave", season, "Ann")

    lines = ronde.done("crosstable", season).out.splitlines()

    assert lines[0].split() == ["place", "name", "1", "Keizer", "games", "value"]
    bob = next(line for line in lines if "Bob" in line)
    assert "(1)" in bob.split()[3], "he met number 1, who has no place any more"
    assert lines[-1].split()[:2] == ["-", "Ann"]


def test_the_list_of_players_tells_categories_and_reasons(ronde: Terminal, season: Path) -> None:
    ronde.done("settings", season, "keizer.categories=j=Juniors")
    ronde.done("player", "edit", season, "Eve", "--category", "j")
    ronde.done("player", "away", season, "Bob", 3, 5, "--reason", "club")
    ronde.done("player", "away", season, "Dan", 2)

    lines = ronde.done("player", "list", season).out.splitlines()

    assert lines[0].split()[-2:] == ["category", "state"]
    assert any(line.endswith("away: 3, 5 (away for the club)") for line in lines)
    assert any("Dan" in line and line.endswith("excused") for line in lines)


def test_the_pairs_of_an_evening_tell_who_is_away(ronde: Terminal, season: Path) -> None:
    for name in ("Ann", "Bob", "O'Neil", "Dan", "Eve"):
        ronde.done("player", "away", season, name, 2, "--reason", "excused")

    page = ronde.done("pair", season, "--seed", 1).out

    assert page.count(": excused") == 5
    ronde.done("close", season)
    assert ronde.done("round", season, 2).out.count(": excused") == 5


def test_a_state_is_changed_without_coming_back_first(ronde: Terminal, season: Path) -> None:
    ronde.done("player", "leave", season, "Bob", "--reason", "excused")
    ronde.done("player", "leave", season, "Bob", "--reason", "withdrawn")

    assert "Withdrawn: Bob" in ronde.done("standings", season).out


def test_a_file_of_the_club_that_is_opened_instead_of_imported_says_how(ronde: Terminal) -> None:
    assert "ronde import" in ronde.refused("status", S3DB)


def test_only_so_many_absences_are_paid_as_the_season_says(ronde: Terminal, season: Path) -> None:
    ronde.done("settings", season, "keizer.paid_absences=1")
    for number in (2, 3):
        ronde.done("player", "away", season, "Eve", str(number), "--reason", "excused")
        ronde.done("pair", season, "--seed", number)
        ronde.done("result", season, "?", "--seed", "1")
        ronde.done("close", season)

    eve = next(row for row in ronde.data("standings", season, "--explain")["rows"] if row["name"] == "Eve")

    paid = {
        one["round"]: (one["percent"], one["points"] > 0)
        for one in eve["sources"]
        if one["kind"] == "excused"
    }
    assert paid == {2: (35, True), 3: (0, False)}


def test_who_played_too_few_games_has_no_place_once_the_season_is_over(ronde: Terminal, season: Path) -> None:
    ronde.done("settings", season, "keizer.least_games=2", "rounds=2")
    during = ronde.data("standings", season)["rows"]
    ronde.done("player", "away", season, "Ann", "2")
    ronde.done("pair", season, "--seed", 1)
    ronde.done("result", season, "?", "--seed", "1")
    ronde.done("close", season)

    after = ronde.data("standings", season)["rows"]
    text = ronde.done("standings", season).out

    assert len(during) == 5
    assert "Ann" not in [row["name"] for row in after]
    assert [row["place"] for row in after] == list(range(1, len(after) + 1))
    assert "Fewer than 2 games: Ann (1)" in text
    assert "Ann" in ronde.done("crosstable", season).out


def test_the_next_season_has_the_settings_and_the_players_in_a_new_file(
    ronde: Terminal, season: Path, tmp_path: Path
) -> None:
    ronde.done("settings", season, "keizer.ratio=2")
    ronde.done("player", "leave", season, "Dan", "--reason", "withdrawn")

    data = ronde.data("season", season, tmp_path / "next.ronde", "--name", "Next")
    ronde.done("season", season, tmp_path / "empty.ronde", "--empty")

    assert (data["name"], data["players"], data["closed_rounds"]) == ("Next", 4, 0)
    assert ronde.data("settings", tmp_path / "next.ronde")["keizer.ratio"] == 2
    assert ronde.data("player", "list", tmp_path / "empty.ronde") == []
    assert len(ronde.data("player", "list", season)) == 5
    assert ronde.refused("season", season, tmp_path / "next.ronde").code == "file-exists"


def test_all_players_are_removed_while_nobody_has_played(
    ronde: Terminal, season: Path, tmp_path: Path
) -> None:
    fresh = tmp_path / "next.ronde"
    ronde.done("season", season, fresh)

    assert ronde.done("player", "remove", fresh, "--all").out == "5 players removed.\n"
    assert ronde.data("player", "list", fresh) == []
    assert "PLAYER is missing." in ronde.misused("player", "remove", fresh)
    assert "PLAYER is missing." in ronde.misused("player", "remove", fresh, "Ann", "--all")
    assert ronde.refused("player", "remove", season, "--all").code == "tournament-started"
