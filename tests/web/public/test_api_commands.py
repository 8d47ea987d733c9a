"""Every command and query of the application layer over HTTP: what holds at every face holds here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.support.in_process import Visitor, in_process

from ronde.app.command import Right
from ronde.app.commands import AddPlayer, CloseRound, OpenTournament, PairRound, PlanAbsence
from ronde.app.desk import Desk
from ronde.model.player import Absence, Player
from ronde.model.settings import usual_settings
from ronde.store.people import People
from ronde.web.server.accounts import GRANTED, Account, Role


@dataclass
class Told:
    status: int
    data: Any
    etag: str


@dataclass
class Program:
    """A program with a token in a process of its own making."""

    visitor: Visitor
    token: str = ""

    def ask(self, method: str, path: str, told: Any = None, **headers: str) -> Told:
        body = b"" if told is None else json.dumps(told).encode()
        sent = {name.lower().replace("_", "-"): value for name, value in headers.items()}
        sent |= {"authorization": f"Bearer ronde_{self.token}"} if self.token else {}
        address = f"/api/v1/t/open/{path}".rstrip("/")
        answer = self.visitor.runner.run(self.visitor.ask(method, address, body, sent))
        data = json.loads(answer.body) if answer.body else None
        return Told(answer.status, data, answer.headers.get("etag", ""))

    def holder(self, *rights: Right) -> Program:
        """Another program, with these rights."""
        seat = Account(f"token {'+'.join(rights)}", Role.TOKEN, "open", frozenset(rights))
        return Program(self.visitor, self.visitor.app.state.accounts.make_token(seat, days=1))


def begin(folder: Path, system: str = "swiss", **settings: Any) -> Desk:
    """A tournament of six players in `open.ronde`."""
    chosen = usual_settings(system, rounds=5, **settings)
    desk = Desk.begin(folder / "open.ronde", OpenTournament("Open", "2026-11-14", chosen))
    for number, name in enumerate(("ALDA Inès", "BERG Ole", "CRUZ Ana", "DIAZ Leo", "EBER Uli", "FUCHS Ida")):
        desk.run(AddPlayer(name, number=number + 1, rating=1900 - 100 * number))
    return desk


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    with closing(begin(tmp_path)) as desk:
        yield desk


@pytest.fixture
def program(desk: Desk, tmp_path: Path) -> Iterator[Program]:
    with in_process(tmp_path / "open.ronde") as chief:
        yield Program(chief.stranger()).holder(*GRANTED)


def codes(told: Told) -> list[str]:
    return [one["code"] for one in told.data["notices"]]


def test_a_newcomer_gets_no_number_of_somebody_known_and_is_new(program: Program, tmp_path: Path) -> None:
    (tmp_path / "home" / "ronde").mkdir(parents=True)
    with closing(People(tmp_path / "home" / "ronde" / "people.db")) as people:
        people.take([Player(7, "GRIEG", "Edvard"), Player(8, "HOLST", "Eva")])

    newcomer = program.ask("POST", "players", {"name": "IVES Bo"}).data["facts"][0]["player"]
    known = program.ask("POST", "players", {"name": "HOLST Eva", "number": 8}).data["facts"][0]["player"]

    assert (newcomer["id"], newcomer["new"]) == (9, True)
    assert (known["id"], known["new"]) == (8, False)


def test_a_whole_name_is_split_and_a_name_in_two_parts_is_not(program: Program) -> None:
    whole = program.ask("POST", "players", {"name": "DE WITT Ann"}).data["players"][0]
    parts = program.ask("POST", "players", {"name": "DE WITT", "first_name": ""}).data["players"][0]

    assert (whole["name"], whole["first_name"]) == ("DE WITT", "Ann")
    assert (parts["name"], parts["first_name"]) == ("DE WITT", "")


def test_who_is_not_here_is_absent_and_has_not_withdrawn(program: Program) -> None:
    gone = program.ask("PUT", "players/6/presence", {"present": False})
    twice = program.ask("PUT", "players/6/presence", {"present": False})
    left = program.ask("POST", "leave-tournament", {"player": "EBER"})

    assert gone.data["players"][0]["absence"] == "absent"
    assert (twice.status, twice.data["facts"], twice.etag) == (200, [], gone.etag)
    assert left.data["players"][0]["absence"] == "withdrawn"


def test_in_a_season_who_is_not_here_misses_this_evening_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    begin(tmp_path, "keizer").close()
    with in_process(tmp_path / "open.ronde") as chief:
        program = Program(chief.stranger()).holder(*GRANTED)
        player = program.ask("PUT", "players/6/presence", {"present": False}).data["players"][0]

    assert (player["absence"], player["away"]) == ("unexcused", [1])


@pytest.mark.parametrize("path", ["draw/preview", "draw?preview=true", "draw"])
def test_a_pairing_names_who_joins_before_and_after_it_is_written(program: Program, path: str) -> None:
    program.ask("POST", "leave-tournament", {"player": 3, "expected": 1})

    told = program.ask("POST", path, {"seed": 7})

    assert told.data["round"]["arrivals"] == [3]
    assert codes(told) == ["arrivals"]
    assert "CRUZ Ana" in told.data["notices"][0]["detail"]
    assert len(program.ask("GET", "").data["round"]["tables"]) == (3 if path == "draw" else 0)


def test_a_pairing_without_a_seed_chooses_one_and_its_preview_says_which(program: Program) -> None:
    preview = program.ask("POST", "draw/preview")
    drawn = program.ask("POST", "draw", {"seed": preview.data["seed"]}, If_Match=preview.etag)

    assert drawn.data["round"]["tables"] == preview.data["round"]["tables"]
    assert drawn.data["round"]["seed"] == preview.data["seed"]
    assert program.ask("POST", "draw", {"again": True}).status == 200


def test_others_write_while_a_round_is_paired(
    program: Program, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = program.visitor.app.state.tournaments.by_slug["open"]
    free: list[bool] = []

    def decided(here: PairRound, now: Any, context: Any) -> Any:
        with ThreadPoolExecutor(1) as another:
            free.append(another.submit(opened.lock.acquire, blocking=False).result())
            if free[-1]:
                another.submit(opened.lock.release).result()
        if len(free) == 1:
            desk.run(AddPlayer("GRIEG Edvard"))
        return decide(here, now, context)

    decide: Callable[..., Any] = PairRound.decide
    monkeypatch.setattr(PairRound, "decide", decided)
    drawn = program.ask("POST", "draw", {"seed": 1})

    assert free[0] is True
    assert drawn.status == 200
    assert drawn.data["round"]["byes"], "it was paired once more, with the seventh player"


def test_a_table_made_by_hand_has_its_cost_and_a_rematch_is_noticed(program: Program, desk: Desk) -> None:
    first = desk.run(PairRound(seed=1)).after.open_round.table(1)
    for table in (1, 2, 3):
        program.ask("PUT", f"tables/{table}/result", {"first": 40, "second": 24})
    program.ask("POST", "close")

    rematch = program.ask("POST", "tables", {"first": first.first, "second": first.second})

    assert rematch.data["round"]["tables"][0]["cost"] > 0
    assert codes(rematch) == ["rule-broken"]
    assert "detail" in rematch.data["notices"][0]


def test_a_line_enters_a_result_and_closes_the_round(program: Program, desk: Desk) -> None:
    desk.run(PairRound(seed=1))
    for table in (1, 2, 3):
        assert program.ask("POST", "enter-line", {"line": f"table {table} 40"}).status == 200

    assert program.ask("POST", "enter-line", {"line": "!"}).data["round"]["round"] == 2


def test_another_result_is_refused_until_the_body_says_that_it_replaces(program: Program, desk: Desk) -> None:
    desk.run(PairRound(seed=1))
    program.ask("PUT", "tables/1/result", {"first": 40, "second": 24})

    refused = program.ask("PUT", "tables/1/result", {"first": 30, "second": 34})
    replaced = program.ask("PUT", "tables/1/result", {"first": 30, "second": 34, "replacing": True})

    assert (refused.status, refused.data["code"]) == (409, "result-differs")
    assert replaced.data["round"]["tables"][0]["score"] == [30, 34]


def test_an_evening_without_games_is_frozen_as_at_every_other_face(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    desk = begin(tmp_path, "keizer")
    for player in range(1, 7):
        desk.run(PlanAbsence(player, (1, 2), Absence.EXCUSED))
    desk.run(CloseRound())
    expected = desk.preview(CloseRound()).events
    desk.close()
    with in_process(tmp_path / "open.ronde") as chief:
        closed = Program(chief.stranger()).holder(*GRANTED).ask("POST", "close")
    with closing(Desk.open(tmp_path / "open.ronde")) as desk:
        assert closed.status == 200
        assert [desk.history()[-1][0].event] == expected
        assert sorted(closed.data["facts"][0]["values"]) == [1, 2, 3, 4, 5, 6]


def test_a_backup_that_fails_is_told_to_who_closed_the_round(
    program: Program, desk: Desk, tmp_path: Path
) -> None:
    desk.run(PairRound(seed=1))
    for table in (1, 2, 3):
        program.ask("PUT", f"tables/{table}/result", {"first": 40, "second": 24})
    (tmp_path / "open.backups").write_text("a file where the folder should be")

    closed = program.ask("POST", "close")
    after = program.ask("POST", "draw")

    assert closed.status == 200
    assert [set(one) for one in closed.data["troubles"]] == [{"code", "facts", "detail"}]
    assert after.data["troubles"] == []


def test_the_name_and_the_date_are_changed_with_the_settings(program: Program) -> None:
    told = {"name": "Open of Lille", "date": "2026-12-01", "settings": {"rounds": "7"}}
    assert program.ask("PATCH", "settings", told).status == 200

    summary = program.ask("GET", "summary").data
    assert (summary["name"], summary["date"], summary["rounds"]) == ("Open of Lille", "2026-12-01", 7)


@pytest.mark.parametrize(
    ("right", "method", "path", "told"),
    [
        (Right.PLAYERS, "POST", "players", {"name": "IVES Bo"}),
        (Right.SETTINGS, "PATCH", "settings", {"settings": {"rounds": "9"}}),
        (Right.ROUNDS, "POST", "draw", {}),
    ],
)
def test_a_token_takes_back_what_it_did_whatever_its_right(
    program: Program, right: Right, method: str, path: str, told: Any
) -> None:
    own = program.holder(right)
    done = own.ask(method, path, told)
    program.ask("PATCH", "players/2", {"club": "Nord"})
    other = program.holder(Right.RESULTS)

    assert done.status == 200
    assert other.ask("POST", "undo").data["code"] == "nothing-to-undo"
    assert own.ask("POST", "undo", {"action": 1}).data["code"] == "nothing-to-undo"
    assert own.ask("POST", "undo").status == 200
    assert own.ask("POST", "redo").status == 200


def test_an_action_is_undone_by_its_number(program: Program) -> None:
    first = program.ask("POST", "players", {"name": "IVES Bo"}).data["number"]
    program.ask("POST", "players", {"name": "JANSEN Els"})

    assert program.ask("POST", "undo", {"action": first}).status == 200
    names = [player["name"] for player in program.ask("GET", "players").data]
    assert "IVES" not in names
    assert "JANSEN" in names
    assert program.ask("POST", "redo", {"action": first}).status == 200
    assert program.ask("POST", "undo?preview=true").status == 400


def test_a_preview_writes_nothing(program: Program) -> None:
    before = program.ask("GET", "")
    added = program.ask("POST", "players?preview=true", {"name": "IVES Bo"})
    swapped = program.ask("POST", "plan-absence?preview=1", {"player": "DIAZ", "rounds": [2]})
    old = program.ask("POST", "players?preview=true", {"name": "X"}, If_Match='"1"')

    assert added.data["players"][0]["name"] == "IVES"
    assert swapped.data["players"][0]["away"] == [2]
    assert old.status == 412
    assert (program.ask("GET", "").data, added.etag) == (before.data, before.etag)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("close?previw=true", {}), ("close?preview=perhaps", {}), ("lock-table", {"table": 1, "lock": True}),
        ("plan-absence", {"player": 1, "rounds": [0]}), ("players", {"name": "X", "fide": {"number": "x"}}),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_not_done(program: Program, path: str, told: Any) -> None:
    assert program.ask("POST", path, told).data["code"] == "unreadable"


def test_what_the_address_says_is_not_said_in_the_body(program: Program) -> None:
    assert program.ask("PATCH", "players/1", {"player": 2, "club": "X"}).status == 400
    assert program.ask("PATCH", "players/1", {"id": 77, "categories": ["W"]}).data["players"][0]["id"] == 77


def test_a_list_of_people_is_one_action_with_its_notices(program: Program) -> None:
    people = [{"name": "ALDA Inès"}, {"name": "IVES Bo", "number": 2.0}, {"name": "JANSEN Els"}]

    told = program.ask("POST", "import-players", {"players": people})

    assert codes(told) == ["already-registered", "number-moved"]
    assert len(told.data["facts"]) == 2
    program.ask("POST", "undo")
    assert len(program.ask("GET", "players").data) == 6


def test_questions_are_asked_without_a_token(program: Program) -> None:
    drawn = program.ask("POST", "draw")
    stranger = Program(program.visitor)
    asked = {
        "summary": "name", "pairings?round=1": "tables", "why?round=1&table=1": "reasons",
        "standings": "rows", "standings?after=0&as_of=now&explain=true": "rows", "crosstable": "rows",
        "player-history?player=ald": "rounds", "player-history?player=1&lang=fr": "rounds",
    }  # fmt: skip
    for path, key in asked.items():
        told = stranger.ask("GET", path)
        assert (told.status, key in told.data) == (200, True), path
        assert told.etag == drawn.etag
    assert [stranger.ask("GET", path).status for path in ("teams", "players")] == [200, 200]
    assert stranger.ask("GET", "standings?after=5").status == 409
    assert stranger.ask("GET", "standings?until=5").status == 400


def test_why_two_meet_is_answered_in_the_language_of_the_request(program: Program) -> None:
    program.ask("POST", "draw")

    answers = [program.ask("GET", f"why?round=1&table=1{more}").data for more in ("", "&lang=fr")]
    assert [one["why"].split(" ")[0] for one in answers] == ["The", "La"]
    assert answers[0]["facts"] == answers[1]["facts"]
    assert answers[0]["facts"][0] == {
        "kind": "chance", "player": None, "other": None, "amount": 0, "less": 0, "group": 0
    }  # fmt: skip


def test_a_question_that_takes_as_long_as_a_pairing_needs_a_token(program: Program) -> None:
    program.ask("POST", "draw")
    stranger, helper = Program(program.visitor), program.holder(Right.RESULTS)
    for path in ("why-not?one=1&other=fuchs", "pairings?explain=true"):
        assert [one.ask("GET", path).status for one in (stranger, helper, program)] == [401, 403, 200]


def test_a_token_without_players_sees_no_remarks_in_an_answer(program: Program) -> None:
    program.ask("PATCH", "players/3", {"comment": "owes the fee"})
    program.ask("POST", "leave-tournament", {"player": 3, "expected": 1})

    drawn = program.holder(Right.ROUNDS).ask("POST", "draw")

    assert [(one["id"], one["comment"]) for one in drawn.data["players"]] == [(3, "")]
