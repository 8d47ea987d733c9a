"""What only the arbiter knows of a player is at no public address."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.support.in_process import Visitor, in_process

from ronde.app.command import Right
from ronde.app.desk import Desk
from ronde.app.queries import Players
from ronde.model.decisions.players import enter_player, plan_absence, player_leaves
from ronde.model.decisions.rounds import close_round, enter_at_table, open_tournament
from ronde.model.player import Absence, FideCard, Player
from ronde.model.result import BOARDS, Result
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.render.site import site
from ronde.systems.rounds import complete_round
from ronde.web.public.paper import KINDS
from ronde.web.server.accounts import GRANTED, Account, Role
from ronde.web.server.guarded_route import GuardedRoute

CLUB, OPEN = "season", "open"
NUMBER = 13579246
CARD = FideCard(NUMBER, "WIM", "w", "1947/03/09", 20)
SECRETS = (
    "owes the fee", "06-555", "a@b.example", "1947", '"sex":"w"', r'"away":\[[0-9]', r'"expected":[0-9]',
    r'"absence":"(?!absent|half-bye)', '"kind":"(club|excused|unexcused|late)"',
    "away for the club", "(?<!club, )excused", "not here yet", r">exc\b", r">club\b(?!,)", "pre-registered",
    "will miss", "rounds? 7",
)  # fmt: skip
"""Patterns of everything that is private, as data and in words."""
ABOUT_ALL = ("/docs", "/openapi.json", "/rules", "/rules/{game}")
"""Pages about every tournament and none."""
QUERIES = (
    "", "?by=name", "?by=bill", "?explain", "?as_of=now", "?at=9", "?embed", "?category=S60", "?view=podiums",
)  # fmt: skip


def kept(folder: Path, name: str, system: str) -> Path:
    """A tournament with one closed and one drawn round, and everything known of its players."""
    path = folder / f"{name}.ronde"
    desk = Desk.create(path)
    settings = Settings(rounds=9, system=system, board=BOARDS["chess"], groups=("S60", "sex:f"))
    desk.act("arbiter", open_tournament, name=name, date="2026-11-14", settings=settings)
    for number in range(1, 10):
        card = Player(
            number,
            f"NAME{number}",
            rating=2000 - number,
            comment="owes the fee",
            phone="06-555",
            email="a@b.example",
        )
        listed = replace(card, fide=replace(CARD, number=NUMBER + number))
        desk.act("arbiter", enter_player, player=listed)
    reasons = [Absence.CLUB, Absence.EXCUSED, Absence.UNEXCUSED]
    for number, reason in enumerate(reasons if system == "keizer" else [Absence.HALF_BYE, *reasons[1:]], 1):
        desk.act("arbiter", plan_absence, number=number, rounds=[1, 2, 7], reason=reason)
    desk.act("arbiter", player_leaves, number=9, reason=Absence.PREREGISTERED, expected=6)
    desk.act("arbiter", complete_round, seed=1)
    for table in desk.tournament.open_round:
        desk.act("arbiter", enter_at_table, table=table.number, result=Result(1, 0))
    desk.act("arbiter", close_round)
    desk.act("arbiter", complete_round, seed=1)
    desk.close()
    return path


@pytest.fixture(scope="module")
def chief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    folder = tmp_path_factory.mktemp("private")
    with in_process(kept(folder, CLUB, "keizer"), kept(folder, OPEN, "dutch")) as visitor:
        yield visitor


@pytest.fixture
def stranger(chief: Visitor) -> Visitor:
    return Visitor(chief.app, chief.runner)


def addresses(chief: Visitor, slug: str) -> list[str]:
    """Every address of a tournament that anybody may open; the stream of news only tells numbers."""
    card = re.search(rf"/t/{slug}/card/1/([\w-]+)", chief.get(f"/desk/{slug}/phones?player=1").text)
    assert card is not None
    words = {"slug": slug, "number:int": "1", "player:int": "1", "word": card[1], "name": "1-1-1"}
    found = []
    for route in chief.app.routes:
        if not isinstance(route, GuardedRoute) or route.right is not Right.ANYBODY:
            continue
        if "GET" not in (route.methods or ()) or route.path in ABOUT_ALL or route.path.endswith("/live"):
            continue
        for kind in KINDS if "{kind}" in route.path else ("",):
            path = route.path
            for name, word in (words | {"kind": kind}).items():
                path = path.replace(f"{{{name}}}", word)
            found += [path, path.replace("round/1", "round/2")]
    return sorted(set(found))


@pytest.mark.parametrize("slug", [CLUB, OPEN])
def test_no_public_address_tells_what_is_private(slug: str, chief: Visitor, stranger: Visitor) -> None:
    told, opened = [], 0
    for path in addresses(chief, slug):
        for query in QUERIES:
            answer = stranger.get(path + query)
            opened += answer.status == 200
            text = answer.body.decode(errors="replace")
            told += [(path + query, *found) for found in _found(text)]

    assert told == []
    assert opened > 100


@pytest.mark.parametrize("names", ["initial", "number"])
@pytest.mark.parametrize("slug", [CLUB, OPEN])
def test_no_public_address_has_a_name_that_is_hidden(
    slug: str, names: str, chief: Visitor, stranger: Visitor
) -> None:
    for one in (CLUB, OPEN):
        chief.post(f"/desk/{one}/settings", {"public.names": names})
    told, opened = [], 0
    for path in addresses(chief, slug):
        for query in QUERIES:
            answer = stranger.get(path + query)
            opened += answer.status == 200
            if "/card/" not in path and re.search(r"NAME\d", answer.body.decode(errors="replace")):
                told.append(path + query)
    robots = stranger.get(f"/t/{slug}/standings").headers.get("x-robots-tag")
    for one in (CLUB, OPEN):
        chief.post(f"/desk/{one}/settings", {"public.names": "full"})

    assert told == []
    assert opened > 100
    assert robots == "noindex"
    assert re.search(r"NAME\d", chief.get(f"/desk/{slug}/players").text)


def test_pages_and_data_of_a_club_ask_robots_to_stay_away(stranger: Visitor) -> None:
    for path in ("", "/standings", "/standings.json", "/round/1", "/players", "/print/pairings", "/screen"):
        assert stranger.get(f"/t/season{path}").headers.get("x-robots-tag") == "noindex", path
    assert "x-robots-tag" not in stranger.get("/t/open").headers


def _found(text: str) -> list[tuple[str, str]]:
    hits = [(pattern, re.search(pattern, text)) for pattern in SECRETS]
    return [(pattern, text[max(0, hit.start() - 60) : hit.end() + 60]) for pattern, hit in hits if hit]


@pytest.mark.parametrize("slug", [CLUB, OPEN])
def test_no_published_page_tells_what_is_private(slug: str, chief: Visitor) -> None:
    pages = site(_tournament(chief, slug), "en")

    assert [
        (name, *found) for name, page in pages.items() for found in _found(page.decode(errors="replace"))
    ] == []


def _tournament(chief: Visitor, slug: str) -> Tournament:
    shown: Tournament = chief.app.state.tournaments.by_slug[slug].tournament
    return shown


def test_number_and_title_are_public_in_a_rated_open_and_in_no_club(stranger: Visitor) -> None:
    first = json.loads(stranger.get("/t/open/players.json").text)[0]

    assert first["fide"] == {"number": NUMBER + 1, "title": "WIM", "sex": "", "birth": None, "k": 20}
    assert json.loads(stranger.get("/t/season/players.json").text)[0]["fide"] is None
    assert json.loads(stranger.get("/t/season/player/1.json").text)["player"]["fide"] is None


@pytest.mark.parametrize(("rights", "sees"), [(GRANTED, True), ((Right.RESULTS,), False)])
def test_a_token_for_players_sees_all_and_another_what_everybody_sees(
    rights: tuple[Right, ...], sees: bool, chief: Visitor, stranger: Visitor
) -> None:
    seats = chief.app.state.accounts
    word = seats.make_token(Account(f"token {len(rights)}", Role.TOKEN, CLUB, frozenset(rights)), days=1)
    state: Any = json.loads(stranger.get("/api/v1/t/season", authorization=f"Bearer ronde_{word}").text)
    everybody = json.loads(stranger.get("/api/v1/t/season").text)

    known = json.loads(msgspec.json.encode(Players().answer(_tournament(chief, CLUB))))
    assert (state["players"] == known) is sees
    assert (state == everybody) is not sees


def test_points_of_an_absence_are_told_without_its_reason(stranger: Visitor) -> None:
    page = stranger.get("/t/season/player/1").words

    assert "round 1: absent," in page
    assert "of the own value" in page
