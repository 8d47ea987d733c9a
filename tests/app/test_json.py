from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.store.halls import OPENED, entered

from ronde import __version__
from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.formats.json import pretty, read_journal, write_journal
from ronde.model.errors import FormatError
from ronde.model.events import Event, PlayerEntered, TournamentOpened, Undone
from ronde.model.player import Player
from ronde.model.settings import Settings

ACTIONS: list[tuple[int, str, str, list[Event]]] = [
    (1, "2026-11-15T20:00:00.000+00:00", "arbiter", [OPENED]),
    (2, "2026-11-15T20:00:01.000+00:00", "phone", [entered(1), entered(2)]),
    (4, "2026-11-15T20:00:02.000+00:00", "arbiter", [entered(3)]),
    (5, "2026-11-15T20:00:03.000+00:00", "arbiter", [Undone(4)]),
]


def journal() -> Any:
    return json.loads(write_journal(ACTIONS))


def read(tmp_path: Path, content: Any) -> Any:
    path = tmp_path / "open.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return read_journal(path)


def refusal(tmp_path: Path, content: Any) -> tuple[str, str]:
    with pytest.raises(FormatError) as refused:
        read(tmp_path, content)
    (problem,) = refused.value.problems
    return problem.key, problem.text


def test_a_journal_is_written_fact_by_fact() -> None:
    data = journal()

    assert (data["format"], data["version"], data["written_by"]) == (
        "ronde-journal",
        1,
        f"ronde {__version__}",
    )
    assert [line["kind"] for line in data["facts"]] == [
        "TournamentOpened", "PlayerEntered", "PlayerEntered", "PlayerEntered", "Undone",
    ]  # fmt: skip
    assert data["facts"][1] == {
        "kind": "PlayerEntered",
        "data": data["facts"][1]["data"],
        "actor": "phone",
        "action": 2,
        "at": "2026-11-15T20:00:01.000+00:00",
    }
    assert data["facts"][1]["data"]["player"]["name"] == "PLAYER 1"


def test_a_journal_read_again_has_the_same_actions(tmp_path: Path) -> None:
    imported = read(tmp_path, journal())

    assert imported.actions("importer") == [(actor, tuple(events)) for _, _, actor, events in ACTIONS]


def test_a_journal_read_again_gives_the_same_tournament(tmp_path: Path) -> None:
    desk = Desk.create(tmp_path / "again.ronde")

    desk.take_in(read(tmp_path, journal()).actions(CHIEF))

    assert list(desk.tournament.players) == [1, 2]
    desk.close()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"\x00" * 9, b'{"format": 1}']
)
def test_what_is_no_json_of_ours_is_refused(tmp_path: Path, content: bytes) -> None:
    assert refusal(tmp_path, content)[0] == "formats.json-unreadable"


@pytest.mark.parametrize("change", [{"format": "chess"}, {"version": 2}])
def test_a_foreign_or_newer_journal_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    assert refusal(tmp_path, journal() | change)[0] == "formats.json-foreign"


def test_a_journal_without_facts_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, journal() | {"facts": []})[0] == "formats.list-empty"


def change(place: int, **fields: Any) -> Callable[[Any], None]:
    def apply(data: Any) -> None:
        data["facts"][place - 1] |= fields

    return apply


def card(**fields: Any) -> dict[str, Any]:
    return {"player": {"id": 1, "name": "DOE"} | fields, "round": 1}


def opening(**fields: Any) -> dict[str, Any]:
    return {"name": "Open"} | fields


@pytest.mark.parametrize(
    ("spoil", "text"),
    [
        (change(2, kind="PlayerAbducted"), "2: PlayerAbducted"),
        (change(2, data={"player": 7}), "2: "),
        (change(2, data=[]), "2: "),
        (change(2, data=card(id="one")), "2: "),
        (change(2, action=3), "2: action 3"),
        (change(4, action=3), "4: action 3"),
        (change(5, data={"action": 5}), "5: 5"),
        (change(5, data={"action": 99}), "5: 99"),
        (change(1, data=opening(name="")), "1: TournamentOpened, name-impossible"),
        (change(1, data=opening(name="a\u001bb")), "1: TournamentOpened, name-impossible"),
        (change(1, data=opening(settings={"rounds": 0})), "1: TournamentOpened, setting-impossible"),
        (change(1, data=opening(settings={"system": "lottery"})), "1: TournamentOpened, setting-impossible"),
        (
            change(1, data=opening(settings={"tiebreaks": ["luck"]})),
            "1: TournamentOpened, setting-impossible",
        ),
        (
            change(1, data=opening(settings={"penalties": {"elitism": [-1]}})),
            "1: TournamentOpened, penalties-impossible",
        ),
        (change(2, data=card(name="")), "2: PlayerEntered, name-impossible"),
        (change(2, data=card(name="x" * 10_000)), "2: PlayerEntered, name-impossible"),
        (change(2, data=card(country="\u202e")), "2: PlayerEntered, name-impossible"),
        (change(2, data=card(categories=["\n"])), "2: PlayerEntered, name-impossible"),
        (change(2, actor="\u001b[31m"), "2: PlayerEntered, name-impossible"),
    ],
)
def test_a_fact_nobody_could_have_decided_is_refused_with_its_place(
    tmp_path: Path, spoil: Callable[[Any], None], text: str
) -> None:
    data = journal()
    spoil(data)

    key, told = refusal(tmp_path, data)

    assert key == "formats.json-fact"
    assert told.startswith(text)


def test_fields_we_do_not_know_are_passed_over(tmp_path: Path) -> None:
    data = journal() | {"remark": "from a later version"}
    data["facts"][0]["weather"] = "fine"

    assert len(read(tmp_path, data).events) == 5


def test_what_has_a_default_may_be_left_out(tmp_path: Path) -> None:
    line = {"kind": "TournamentOpened", "data": {"name": "Open"}, "actor": "arbiter", "action": 1}
    imported = read(tmp_path, {"format": "ronde-journal", "version": 1, "facts": [line]})

    assert imported.events == (TournamentOpened("Open", "", Settings()),)


def test_every_kind_of_player_survives(tmp_path: Path) -> None:
    odd = Player(999_999_999, 'O\'BRIEN "TIM"', "𝕋im", "ÅLA", "a\\b", -3, ("x", "y"), "{}[]<&>", new=True)
    actions: list[tuple[int, str, str, list[Event]]] = [
        (1, "", "arbiter", [OPENED]),
        (2, "", "arbiter", [PlayerEntered(odd, 1)]),
    ]

    assert read(tmp_path, json.loads(write_journal(actions))).events[1] == PlayerEntered(odd, 1)


def test_pretty_json_is_indented_and_keeps_letters() -> None:
    assert (
        pretty({"name": "健", "rows": [1, 2.5, None]})
        == '{\n "name": "健",\n "rows": [\n  1,\n  2.5,\n  null\n ]\n}'
    )
