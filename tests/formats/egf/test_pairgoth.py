"""Tournaments of Pairgoth become tournaments that can be continued."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ronde.app.exchange import import_path
from ronde.formats.egf.pairgoth import read_pairgoth
from ronde.i18n import LANGUAGES, problem_text
from ronde.model.errors import FormatError
from ronde.model.player import Absence
from ronde.model.replay import replay
from ronde.model.result import Kind
from ronde.model.tournament import Tournament

PEOPLE = [
    {"id": 11, "name": "Ada", "firstname": "A", "rating": 2150, "rank": 0, "country": "fr", "club": "Ly"},
    {
        "id": 12,
        "name": "Ben",
        "firstname": "B",
        "rating": 1850,
        "rank": -3,
        "egf": "11223344",
        "mmsCorrection": 1,
    },
    {"id": 13, "name": "Cid", "firstname": "C", "rating": 1650, "rank": -5, "skip": [2]},
    {"id": 14, "name": "Dot", "firstname": "D", "rating": 1450, "rank": -7},
    {"id": 15, "name": "Eve", "firstname": "E", "rating": 1250, "rank": -9, "final": False},
]
GAMES = [
    [
        {"id": 1, "t": 1, "w": 11, "b": 12, "h": 2, "r": "w", "dd": 0},
        {"id": 2, "t": 2, "w": 13, "b": 14, "h": 0, "r": "=", "dd": 0},
    ],
    [{"id": 3, "t": 1, "w": 14, "b": 11, "h": 0, "r": "?"}, {"id": 4, "w": 12, "b": 0, "r": "w"}],
]


def content(**changes: Any) -> bytes:
    told: dict[str, Any] = {
        "type": "INDIVIDUAL",
        "name": "Spring",
        "startDate": "2026-03-07",
        "endDate": "2026-03-08",
        "location": "Lyon",
        "komi": 6.5,
        "rounds": 4,
        "timeSystem": {"type": "CANADIAN", "mainTime": 3600, "byoyomi": 300, "stones": 20},
        "pairing": {
            "main": {"firstSeed": "SPLIT_AND_SLIP", "upDownUpperMode": "TOP"},
            "geo": {"mmsDiffClub": 2},
            "handicap": {"useMMS": True, "correction": 1, "threshold": 0},
            "placement": ["MMS", "SOSM", "SOSWM1"],
            "mmFloor": -15,
            "mmBar": 2,
        },
        "players": PEOPLE,
        "games": GAMES,
    }
    return json.dumps(told | changes).encode()


def after(data: bytes) -> Tournament:
    return replay(read_pairgoth(data).events)


def test_a_tournament_can_be_continued() -> None:
    tournament = after(content())
    ada, ben, cid, dot, eve = tournament.players.values()

    assert (tournament.name, len(tournament.closed_rounds)) == ("Spring", 1)
    assert (ada.country, ada.go.rank, ben.go.pin, ben.go.correction) == ("FR", 0, "11223344", 1)
    first, second = tournament.round(1)
    assert (first.first, first.second, first.pair.handicap) == (ben.id, ada.id, 2)
    assert [table.result.kind for table in (first, second) if table.result] == [Kind.PLAYED, Kind.PLAYED]
    assert (first.result.first, second.result.first) == (0, 0.5)  # type: ignore[union-attr]
    assert [table.first for table in tournament.open_round] == [ada.id]
    assert tournament.open_round.bye is not None
    assert tournament.open_round.bye.player == ben.id
    assert tournament.away == {2: {cid.id: Absence.ABSENT}}
    assert tournament.left[eve.id].reason is Absence.PREREGISTERED
    assert dot.rating == 1450


def test_the_settings_are_taken_over() -> None:
    settings = after(content()).settings

    assert (settings.system, settings.rounds) == ("mcmahon", 4)
    assert settings.tiebreaks == ("MMS", "SOSM", "SOSW-1")
    assert (settings.mcmahon.groups.floor, settings.mcmahon.groups.bar) == ("15k", "3d")
    assert (settings.mcmahon.first_seeding, settings.mcmahon.drawn_upper) == ("slip", "top")
    assert settings.mcmahon.weights.club == 2
    assert (settings.go.komi, settings.go.minutes, settings.go.overtime_moves) == (6.5, 60, 20)
    assert (settings.report.begin, settings.report.city) == ("2026/03/07", "Lyon")


WRONG = {
    "unknown-player": (content(games=[[{"w": 11, "b": 99, "r": "w"}]]), "games[0][0].b “99”"),
    "twice": (content(games=[[{"w": 11, "b": 12, "r": "w"}, {"w": 11, "b": 13, "r": "w"}]]), "Ada"),
    "same-key": (content(players=[*PEOPLE, PEOPLE[0] | {"id": 99}]), "Ada A"),
    "rank": (content(players=[*PEOPLE, {"id": 99, "name": "X", "rank": 40}]), "rank “40”"),
    "result": (content(games=[[{"w": 11, "b": 12, "r": "won"}]]), "won"),
    "self": (content(games=[[{"w": 11, "b": 11, "r": "w"}]]), "games[0][0]"),
    "value": (content(type="PAIRGO"), "PAIRGO"),
    "value, negative stones": (content(games=[[{"w": 11, "b": 12, "h": -1}]]), "games[0][0].h “-1”"),
    "value, endless stones": (content(games=[[{"w": 11, "b": 12, "h": 10**30}]]), "games[0][0].h"),
    "value, one id twice": (content(players=[*PEOPLE, {"id": 11, "name": "X"}]), "players[5].id “11”"),
    "number, infinite": (content(games=[[{"w": 11, "b": 12, "h": float("inf")}]]), "games[0][0].h"),
    "number, none": (content(rounds=float("nan")), "rounds"),
    "number": (content(rounds="five"), "rounds “five”"),
    "not-pairgoth": (b'{"a": 1}', ""),
    "not-json": (b"<Tournament/>", ""),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused_with_its_place(name: str) -> None:
    data, text = WRONG[name]
    with pytest.raises(FormatError) as caught:
        read_pairgoth(data, "spring.tour")

    key = f"opengotha.{name.partition(',')[0]}"
    found = [one for one in caught.value.problems if one.key == key]
    assert len(found) == 1
    assert text in found[0].text
    assert all("spring.tour" in problem_text(found[0], language) for language in LANGUAGES)


def test_the_ending_of_the_file_tells_its_format(tmp_path: Path) -> None:
    (tmp_path / "spring.tour").write_bytes(content())
    assert replay(import_path(tmp_path / "spring.tour").events).name == "Spring"
