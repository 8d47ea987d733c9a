"""Whole tournaments at the desk: backups, histories from elsewhere, copies taken over, damage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tests.store.halls import OPENED, PHONE, entered, hall, history, kinds, numbers, play_round, register

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import player_leaves
from ronde.model.decisions.rounds import close_round, open_tournament, reopen_round
from ronde.model.errors import Conflict, EventImpossible, NotATournament, UndoRefused, UnknownPlayer
from ronde.model.events import Event, PairForbidden, RoundClosed, Undone
from ronde.model.settings import Settings
from ronde.store import SqliteJournal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "open.ronde"


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    """A desk with players 1 to 4 and nothing paired."""
    opened = hall(path)
    yield opened
    opened.close()


def test_a_backup_is_kept_at_every_closed_round(desk: Desk, path: Path) -> None:
    play_round(desk)
    first = desk.tournament
    play_round(desk)

    backups = sorted(file.name for file in (path.parent / "open.backups").iterdir())

    assert [name[:9] for name in backups] == ["round-001", "round-002"]
    kept = Desk.open(path.parent / "open.backups" / backups[0])
    assert kept.tournament == first
    kept.close()
    assert desk.notices == []


def test_a_long_tournament_is_copied_only_when_it_has_grown_by_a_tenth(
    desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A league of 200 engines has 199 rounds, and a copy at each would take as much as all its games."""
    monkeypatch.setattr("ronde.app.desk.LONG", 40, raising=False)
    for _ in range(25):
        play_round(desk)
    numbers = sorted(int(file.stem[-6:]) for file in (path.parent / "open.backups").iterdir())

    assert len(numbers) < 25
    assert [number for number in numbers if number <= 40][-1] > 30, "a short one is copied at every round"
    assert all(
        after >= 1.1 * before for before, after in pairwise(number for number in numbers if number > 40)
    )


def test_a_round_closed_again_has_a_second_backup(desk: Desk, path: Path) -> None:
    play_round(desk)
    desk.act(CHIEF, reopen_round)
    desk.act(CHIEF, close_round)

    assert len(list((path.parent / "open.backups").iterdir())) == 2


def test_a_backup_that_cannot_be_made_is_noticed_and_the_round_is_closed_all_the_same(
    desk: Desk, path: Path
) -> None:
    (path.parent / "open.backups").write_text("a file where the folder should be")

    play_round(desk)

    assert len(desk.tournament.closed_rounds) == 1
    (notice,) = desk.notices
    assert notice.code == "journal"
    assert "open.backups" in str(notice.facts["path"])


def test_a_history_decided_elsewhere_is_taken_in_whole(path: Path) -> None:
    desk = Desk.create(path)

    desk.take_in([(CHIEF, [OPENED]), (PHONE, [entered(1), entered(2)])], {"slip": b"35-29"})

    assert numbers(desk) == [1, 2]
    assert [(entry.action, entry.actor) for entry, _ in desk.history()] == [
        (1, CHIEF),
        (2, PHONE),
        (2, PHONE),
    ]
    assert desk.journal.attachment("slip") == b"35-29"
    desk.close()


def test_a_history_is_taken_in_with_its_undos(path: Path) -> None:
    desk = Desk.create(path)

    desk.take_in([(CHIEF, [OPENED]), (CHIEF, [entered(1)]), (CHIEF, [entered(2)]), (CHIEF, [Undone(3)])])

    assert numbers(desk) == [1]
    desk.redo(CHIEF)
    assert numbers(desk) == [1, 2]
    desk.close()


@pytest.mark.parametrize(
    "events",
    [
        [entered(1)],
        [OPENED, OPENED],
        [OPENED, entered(1), entered(1)],
        [OPENED, entered(1), RoundClosed(2)],
        [OPENED, entered(1), Undone(1)],
        [OPENED, entered(1), Undone(0)],
        [OPENED, entered(1), Undone(7)],
        [OPENED, entered(1), Undone(2), Undone(2)],
        [OPENED, entered(1), Undone(3)],
        [OPENED, entered(1), PairForbidden(1, 2)],
    ],
    ids=lambda events: " ".join(type(event).__name__ for event in events),
)
def test_a_history_that_makes_no_sense_is_not_taken_in_at_all(path: Path, events: list[Event]) -> None:
    desk = Desk.create(path)

    with pytest.raises((UndoRefused, EventImpossible)):
        desk.take_in([(CHIEF, [event]) for event in events])

    assert desk.number == 0
    desk.close()


def test_a_history_is_taken_into_an_empty_journal_only(desk: Desk) -> None:
    with pytest.raises(Conflict):
        desk.take_in([(CHIEF, [OPENED])])

    assert numbers(desk) == [1, 2, 3, 4]


def test_a_file_whose_facts_contradict_each_other_is_refused_as_damaged(path: Path) -> None:
    journal = SqliteJournal.create(path)
    journal.append([*history(3), entered(1)], after=0, actor=CHIEF)
    journal.close()

    with pytest.raises(NotATournament) as refused:
        Desk.open(path)

    assert refused.value.facts["reason"] == "damaged"
    assert "PlayerEntered" in str(refused.value.facts["detail"])


@pytest.mark.parametrize(
    ("settings", "detail"),
    [(Settings(tiebreaks=("odd",)), "tiebreaks=odd"), (Settings(system="draughts"), "system=draughts")],
)
def test_a_setting_of_a_plug_in_that_is_not_here_is_named_and_is_no_damage(
    path: Path, settings: Settings, detail: str
) -> None:
    journal = SqliteJournal.create(path)
    journal.append([replace(OPENED, settings=settings)], after=0, actor=CHIEF)
    journal.close()

    with pytest.raises(NotATournament) as refused:
        Desk.open(path)

    assert (refused.value.facts["reason"], refused.value.facts["detail"]) == ("setting", detail)


def test_a_tournament_must_be_opened_first(path: Path) -> None:
    desk = Desk.create(path)

    with pytest.raises(EventImpossible):
        register(desk, 1)
    desk.act(CHIEF, open_tournament, name="Open")
    register(desk, 1)

    assert kinds(desk) == ["TournamentOpened", "PlayerEntered"]
    desk.close()


def test_asking_for_somebody_who_is_not_there_writes_nothing(desk: Desk) -> None:
    with pytest.raises(UnknownPlayer):
        desk.act(CHIEF, player_leaves, number=77)

    assert desk.number == 5


def test_the_tournament_is_known_as_it_was_after_every_fact(desk: Desk) -> None:
    before = desk.tournament
    register(desk, 5)
    register(desk, 6)
    desk.undo(CHIEF)

    assert list(desk.at(desk.number - 1).players) == [1, 2, 3, 4, 5, 6]
    assert list(desk.at(desk.number).players) == [1, 2, 3, 4, 5]
    assert desk.at(desk.number - 3) == before


def test_a_history_taken_in_is_what_the_file_gives_back(path: Path) -> None:
    taken = Desk.create(path)
    taken.take_in([(CHIEF, [OPENED, entered(1)]), (PHONE, [entered(2)])])
    again = Desk.open(path)
    try:
        assert (again.tournament, again.number) == (taken.tournament, taken.number)
        assert again.history() == taken.history()
        register(taken, 3)
        assert numbers(taken) == [1, 2, 3]
    finally:
        again.close()
        taken.close()
