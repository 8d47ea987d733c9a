"""What the desk does around a command: rights, the lock, keys, previews, notices, troubles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.app.scenes import arrivals, begun, closed, complete, paired

from ronde.app import commands as do
from ronde.app.command import (
    Actor,
    AlreadyRegistered,
    Arrivals,
    BecameRoundRobin,
    Command,
    GamesAdjourned,
    Notice,
    NumberMoved,
    Right,
    RuleBroken,
    StartsNext,
    TableDissolved,
    notice_text,
)
from ronde.app.desk import Desk
from ronde.model.errors import (
    BeyondRounds,
    Conflict,
    EventImpossible,
    KeyUsed,
    NotAllowed,
    NothingToChange,
    ResultDiffers,
    ResultNotYours,
    SettingImpossible,
)
from ronde.model.events import Event
from ronde.model.player import Absence
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.store import KeyedRequest

HELPER = Actor("helper", frozenset({Right.RESULTS}))
OTHER = Actor("other", frozenset({Right.RESULTS}))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = begun(tmp_path / "open.ronde")
    yield desk
    desk.close()


def test_a_command_needs_its_right(desk: Desk) -> None:
    with pytest.raises(NotAllowed) as refused:
        desk.run(do.PairRound(), HELPER)

    assert refused.value.facts == {"right": "rounds"}
    assert not desk.tournament.open_round.tables


def test_a_batch_needs_the_right_of_each_command_and_is_undone_at_once(desk: Desk) -> None:
    both = do.Batch((do.LeaveTournament(1), do.LeaveTournament(2)))
    with pytest.raises(NotAllowed):
        desk.run(both, HELPER)

    desk.run(both)
    assert set(desk.tournament.left) == {1, 2}
    desk.undo("arbiter")
    assert not desk.tournament.left


def test_a_helper_replaces_and_clears_only_what_he_entered(desk: Desk) -> None:
    paired(desk)
    desk.run(do.EnterResult(1, 40, 24), HELPER)

    for command in (do.EnterResult(1, 20, 44, replacing=True), do.ClearResult(1)):
        with pytest.raises(ResultNotYours):
            desk.run(command, OTHER)
    desk.run(do.EnterResult(1, 20, 44, replacing=True), HELPER)

    assert desk.tournament.open_round.table(1).result


def test_only_who_leads_closes_by_a_line(desk: Desk) -> None:
    complete(desk)
    with pytest.raises(Exception, match="entry-unreadable"):
        desk.run(do.EnterLine("!"), HELPER)

    desk.run(do.EnterLine("!"))
    assert len(desk.tournament.closed_rounds) == 1


def test_random_results_are_only_entered_where_they_are_asked_for(desk: Desk) -> None:
    paired(desk)
    with pytest.raises(Exception, match="entry-unreadable"):
        desk.run(do.EnterLine("?"))

    desk.run(do.EnterLine("?", random=True, seed=3))
    assert not desk.tournament.open_round.missing


def test_another_result_is_replaced_only_if_asked_for(desk: Desk) -> None:
    paired(desk).run(do.EnterResult(1, 40, 24))
    with pytest.raises(ResultDiffers):
        desk.run(do.EnterResult(1, 20, 44))


def test_a_command_for_an_older_state_is_a_conflict(desk: Desk) -> None:
    seen = desk.number
    desk.run(do.LeaveTournament(1))

    with pytest.raises(Conflict):
        desk.run(do.PairRound(), at=seen)
    assert desk.run(do.PairRound(), at=desk.number).events


def test_a_request_that_is_sent_again_has_the_same_outcome_and_no_effect(desk: Desk) -> None:
    request = KeyedRequest("arbiter", "key", b"digest")
    first = desk.run(do.AddPlayer("NEWMAN Tom"), request=request)
    again = desk.run(do.AddPlayer("NEWMAN Tom"), request=request)

    assert (again.number, again.events, again.after) == (first.number, first.events, first.after)
    assert len(desk.tournament.players) == 7
    with pytest.raises(KeyUsed):
        desk.run(do.AddPlayer("NEWMAN Tom"), request=KeyedRequest("arbiter", "key", b"other"))


def test_a_preview_writes_nothing_and_says_what_is_written(desk: Desk) -> None:
    command, before = do.PairRound(), desk.number
    foreseen = desk.preview(command)

    assert desk.number == before
    assert not desk.tournament.open_round.tables
    assert desk.run(command).events == foreseen.events
    assert desk.tournament == foreseen.after


def test_no_file_is_made_for_a_tournament_that_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "new.ronde"
    with pytest.raises(SettingImpossible):
        Desk.begin(path, do.OpenTournament("Open", settings=Settings(rounds=-1)))

    assert not path.exists()


def test_numbers_of_known_people_are_not_given_to_newcomers_who_are_marked_as_new(desk: Desk) -> None:
    desk.known = lambda: {7, 8, 9}
    desk.run(do.AddPlayer("NEWMAN Tom"))
    desk.run(do.AddPlayer("KNOWN Ann", number=8))

    players = desk.tournament.players
    assert (players[10].full_name, players[10].new) == ("NEWMAN Tom", True)
    assert (players[8].full_name, players[8].new) == ("KNOWN Ann", False)


def test_a_name_without_first_name_is_split_and_one_with_it_is_not(desk: Desk) -> None:
    desk.run(do.AddPlayer("NEWMAN Tom"))
    desk.run(do.AddPlayer("DE LA TOUR", first_name=""))

    names = [(card.name, card.first_name) for card in desk.tournament.players.values()][-2:]
    assert names == [("NEWMAN", "Tom"), ("DE LA TOUR", "")]


def test_presence_twice_is_once(desk: Desk) -> None:
    assert desk.run(do.SetPresence(1, present=False)).events
    assert not desk.run(do.SetPresence(1, present=False)).events
    assert desk.tournament.absence(1) is Absence.ABSENT


def test_an_absence_in_a_season_is_for_this_evening_only(tmp_path: Path) -> None:
    season = begun(tmp_path / "club.ronde", "keizer")
    season.run(do.SetPresence(1, present=False))
    assert season.tournament.absence(1) is Absence.UNEXCUSED

    complete(season).run(do.CloseRound())
    assert season.tournament.absence(1) is None
    season.close()


def test_arrivals_are_told(desk: Desk) -> None:
    told = arrivals(desk).run(do.PairRound())
    assert told.notices == [Arrivals((3,))]
    desk.undo("arbiter")


def test_a_round_beyond_the_announced_ones_is_paired_only_if_it_is_wanted(desk: Desk) -> None:
    desk.run(do.ChangeSettings({"rounds": "1"}))
    closed(desk)
    number = desk.number

    with pytest.raises(BeyondRounds) as refused:
        desk.run(do.PairRound(1))
    assert refused.value.facts == {"round": 2, "count": 1}
    assert desk.number == number
    with pytest.raises(BeyondRounds):
        desk.run(do.AddTable(1, 2))
    assert desk.run(do.PairRound(1, beyond=True)).after.open_round.tables
    assert desk.run(do.PairRound(1, again=True)).after.open_round.tables, "nobody asks twice"
    desk.run(do.RemoveAllTables())
    assert desk.run(do.AddTable(1, 2, beyond=True)).after.open_round.tables
    desk.run(do.AddTable(3, 4))


def test_adjourned_games_and_dissolved_tables_are_told(desk: Desk) -> None:
    paired(desk)
    table = desk.tournament.open_round.table(1)
    assert desk.run(do.LeaveTournament(table.first)).notices == [TableDissolved(1)]
    desk.run(do.LeaveTournament(table.second))
    desk.run(do.AdjournRest())
    assert desk.run(do.CloseRound()).notices == [BecameRoundRobin(4, 3), GamesAdjourned(1, (2, 3))]


def test_a_player_of_a_season_who_comes_late_starts_with_the_next_round(tmp_path: Path) -> None:
    season = paired(begun(tmp_path / "club.ronde", "keizer"))
    assert season.run(do.AddPlayer("LATE Ann")).notices == [StartsNext(7, 1)]
    season.close()


def test_a_pair_against_a_rule_is_made_and_told(desk: Desk) -> None:
    desk.run(do.ForbidPair(1, 2))
    told = desk.run(do.AddTable(1, 2))

    (notice,) = told.notices
    assert isinstance(notice, RuleBroken)
    assert (notice.first, notice.second) == (1, 2)
    assert "MARTIN Bob – POIRIER Jean" in notice_text(notice, told.after, "en")


def test_who_of_a_list_was_here_and_whose_number_was_taken_is_told(desk: Desk) -> None:
    people = (do.AddPlayer("WEBB Ann"), do.AddPlayer("NEWMAN Tom", number=2), do.AddPlayer("OLDMAN Sue"))
    told = desk.run(do.ImportPlayers(people))

    assert told.notices == [
        AlreadyRegistered(("WEBB Ann",)),
        NumberMoved("NEWMAN Tom", 2, "POIRIER Jean", 7),
    ]
    for language in ("en", "fr", "de", "nl"):
        assert all(notice_text(notice, told.after, language) for notice in told.notices)


def test_two_of_one_name_in_a_list_are_told_apart_as_they_are_registered(desk: Desk) -> None:
    """One of them is the player 4 of the tournament, whatever number the list has."""
    people = (do.AddPlayer("WEBB Ann", number=9), do.AddPlayer("WEBB Ann", number=7))
    told = desk.run(do.ImportPlayers(people))

    assert told.notices == [AlreadyRegistered(("WEBB Ann",))]
    assert desk.tournament.player(7).full_name == "WEBB Ann"


class Unsure(do.CloseRound, frozen=True):
    """A command whose notices fail."""

    def notices(self, before: Tournament, events: list[Event], after: Tournament) -> list[Notice]:
        raise NothingToChange(what="")


def test_nothing_is_written_if_its_notices_cannot_be_made(desk: Desk) -> None:
    number = complete(desk).number
    with pytest.raises(NothingToChange):
        desk.run(Unsure())

    assert desk.number == number


@pytest.mark.parametrize(
    "command",
    [do.AddPlayer("Z z", rating=1500.0), do.LeaveTournament(1, "sick"), do.PlanAbsence(1, (3.0,))],  # type: ignore[arg-type]
)
def test_what_could_not_be_read_again_is_never_written(desk: Desk, command: Command) -> None:
    """Python checks no types: a rating from a table of numbers is a float."""
    number = desk.number
    with pytest.raises(EventImpossible):
        desk.run(command)

    assert desk.number == number
    Desk.open(desk.journal.path).close()


def test_a_backup_that_fails_is_told_to_who_closed_the_round_and_to_nobody_else(desk: Desk) -> None:
    (desk.journal.path.parent / "open.backups").write_text("in the way")
    complete(desk)

    assert len(desk.run(do.CloseRound()).troubles) == 1
    assert not desk.run(do.PairRound()).troubles


def test_settings_name_and_date_are_changed_together(desk: Desk) -> None:
    desk.run(do.ChangeSettings({"rounds": "6"}, name="Other", date="02/11/2026"))
    now = desk.tournament
    assert (now.settings.rounds, now.name, now.date) == (6, "Other", "02/11/2026")

    with pytest.raises(NothingToChange):
        desk.run(do.ChangeSettings({"rounds": "6"}))
