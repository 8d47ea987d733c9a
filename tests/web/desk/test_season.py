"""Between two seasons: the next one, an empty list, new numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.browser.halls import make
from tests.support.in_process import in_process
from tests.support.posting import stored

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import change_player, player_leaves
from ronde.model.settings import usual_settings

KEIZER = usual_settings("keizer")


def test_the_next_season_begins_from_the_page_with_the_same_players(tmp_path: Path) -> None:
    settings = replace(KEIZER, keizer=replace(KEIZER.keizer, ratio=2.5, categories="w=Women"))
    path = make(tmp_path / "club.ronde", settings)
    desk = Desk.open(path)
    desk.undo(CHIEF)  # the pairing of round 2
    desk.act(CHIEF, player_leaves, number=3)
    desk.close()
    with in_process(path) as arbiter:
        page = arbiter.get("/desk/club/season")
        answer = arbiter.post("/desk/club/season", {"name": "Club 2027", "date": "2027", "players": "yes"})
        shown = arbiter.follow(answer)

    after = stored(tmp_path / "club-2027.ronde").tournament
    assert "7 players of this season" in page.words
    assert "1 player has withdrawn" in page.words
    assert after.settings == settings
    assert sorted(after.players) == [1, 2, 3, 4, 5, 6, 7]
    assert "CARDOSO" not in shown.words
    assert len(stored(path).tournament.players) == 8


def test_the_next_season_may_begin_without_players_and_needs_a_name(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", KEIZER, closed=0)
    with in_process(path) as arbiter:
        refused = arbiter.post("/desk/club/season", {"name": " ", "date": ""})
        arbiter.post("/desk/club/season", {"name": "Empty", "date": ""})

    assert refused.status == 409
    assert [one.name for one in tmp_path.glob("*.ronde")].count("empty.ronde") == 1
    assert len(list(tmp_path.glob("*.ronde"))) == 2
    assert not stored(tmp_path / "empty.ronde").tournament.players


def test_the_desk_has_the_ratings_after_the_season_with_losses_as_numbers(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", KEIZER)
    with in_process(path) as arbiter:
        page = arbiter.get("/desk/club/export").text
        rows = arbiter.get("/desk/club/export/ratings-csv").text.splitlines()

    assert "/desk/club/export/ratings-csv" in page
    changes = [float(row.rpartition(",")[2]) for row in rows[1:]]
    assert min(changes) < 0 < max(changes)


def test_all_players_are_removed_after_a_question_and_come_back_by_one_undo(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", KEIZER, closed=-1)
    with in_process(path) as arbiter:
        assert "Remove all players" in arbiter.get("/desk/club/players").words
        assert "All 8 players" in arbiter.get("/desk/club/players/clear").words
        assert "8 players removed" in arbiter.follow(arbiter.post("/desk/club/players/clear")).words
        assert not stored(path).tournament.players
        arbiter.post("/desk/club/undo", {"back": "/players"})

    assert len(stored(path).tournament.players) == 8


def test_nobody_is_removed_or_renumbered_once_a_round_is_paired(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", KEIZER)
    before = stored(path).number
    with in_process(path) as arbiter:
        for what in ("clear", "renumber"):
            refused = arbiter.post(f"/desk/club/players/{what}")
            assert refused.status == 409
            assert "only before the first round is paired" in refused.words
        assert "Remove all players" not in arbiter.get("/desk/club/players").words

    assert stored(path).number == before


def test_numbers_are_given_anew_by_rating(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", KEIZER, closed=-1)
    desk = Desk.open(path)
    desk.act(CHIEF, change_player, number=8, changes={"rating": 2400})
    desk.close()
    with in_process(path) as arbiter:
        said = arbiter.follow(arbiter.post("/desk/club/players/renumber")).words

    assert "renumbered" in said
    assert stored(path).tournament.player(1).rating == 2400
