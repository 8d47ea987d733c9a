"""Owners challenge each other: proposed on a page, accepted or declined on the other's, then played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.support.engine_house import (
    ArbitreHouse,
    arbitre_house,
    engine,
    finished,
    house_engine,
    record,
    registered,
    words,
)
from tests.support.web_server import Answer, Browser

from ronde.arena.http import Challenge, EngineCard, EngineStore, Stage, challenges, propose
from ronde.arena.http.challenges import MOST
from ronde.model.errors import EngineRefused


@dataclass
class Rivals:
    """Two owners, each with an engine that plays."""

    ada: Browser
    bea: Browser
    mine: int
    theirs: int

    def propose(self, **more: str) -> Answer:
        wish = {"first": str(self.theirs), "second": str(self.mine), **more}
        return self.ada.post("/arbitre/games/new", wish)

    def number(self) -> int:
        """The latest challenge on the page of the one who proposes."""
        return max(map(int, re.findall(r'id="challenge-(\d+)"', self.ada.get("/arbitre/news").text)))

    def answer(self, who: Browser, said: str) -> Answer:
        return who.post(f"/arbitre/challenge/{self.number()}", {"answer": said})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


@pytest.fixture(scope="module")
def rivals(house: ArbitreHouse) -> Iterator[Rivals]:
    ada, bea = house.owner("Ada"), house.owner("Bea")
    with engine("tictactoe") as one, engine("tictactoe") as other:
        yield Rivals(ada, bea, registered(ada, "Knight", one), registered(bea, "Rook", other))


@pytest.mark.full
def test_an_accepted_challenge_is_played_and_both_see_it(rivals: Rivals) -> None:
    offered = rivals.ada.get(f"/arbitre/engine/{rivals.theirs}")
    assert "Bea must accept" in words(offered)
    proposed = rivals.propose(turned="1")
    assert proposed.headers["location"] == "/arbitre/news"
    assert "Knight begins against Rook. Proposed by Ada. waiting" in words(rivals.ada.get("/arbitre/news"))
    for page in ("/arbitre", "/arbitre/news", "/arbitre/engines"):
        assert "Knight begins against Rook. Proposed by Ada. Agree Refuse" in words(rivals.bea.get(page))
        assert "Engines (1)" in words(rivals.bea.get(page))

    begun = rivals.answer(rivals.bea, "yes")

    assert begun.status == 303
    game = int(begun.headers["location"].rpartition("/")[2])
    assert finished(rivals.bea, game)["record"]["faults"] == []
    assert record(rivals.ada, game)["engines"] == [rivals.mine, rivals.theirs]
    for owner in (rivals.ada, rivals.bea):
        assert f'href="/arbitre/game/{game}"' in owner.get("/arbitre/news").text
    assert "Engines (1)" not in words(rivals.bea.get("/arbitre"))
    again = {"first": str(rivals.theirs), "second": str(rivals.mine)}
    assert "Play again" in words(rivals.ada.get(f"/arbitre/game/{game}"))
    assert rivals.ada.post("/arbitre/games/new", again).headers["location"] == "/arbitre/news"
    assert rivals.answer(rivals.ada, "back").status == 303


@pytest.mark.full
@pytest.mark.parametrize(("said", "told"), [("no", "declined"), ("back", "withdrawn")])
def test_a_challenge_that_is_declined_or_withdrawn_says_so_and_is_not_played(
    rivals: Rivals, said: str, told: str
) -> None:
    rivals.propose()
    by, other = (rivals.bea, rivals.ada) if said == "no" else (rivals.ada, rivals.bea)
    assert rivals.answer(other, said).status == 403
    assert rivals.answer(by, said).status == 303

    for owner in (rivals.ada, rivals.bea):
        assert told in words(owner.get("/arbitre/news"))
    late = rivals.answer(rivals.bea, "yes")
    assert late.status == 409
    assert "no longer open" in words(late)


@pytest.mark.full
def test_a_private_engine_challenges_without_its_name(rivals: Rivals) -> None:
    hidden = registered(rivals.ada, "Hidden", "https://hidden.example/", public="")
    rivals.propose(second=str(hidden))

    assert "Rook begins against private" in words(rivals.bea.get("/arbitre/news"))
    assert "Rook begins against Hidden" in words(rivals.ada.get("/arbitre/news"))
    assert rivals.answer(rivals.ada, "back").status == 303


@pytest.mark.full
def test_nobody_answers_a_challenge_of_others(house: ArbitreHouse, rivals: Rivals) -> None:
    rivals.propose()

    assert rivals.answer(house.owner("Cleo"), "yes").status == 409
    assert rivals.answer(house.visitor(), "yes").status == 403
    assert rivals.answer(rivals.ada, "back").status == 303


@pytest.mark.full
def test_the_house_needs_no_asking_and_engines_of_others_do_not_play_for_a_third(
    house: ArbitreHouse, rivals: Rivals
) -> None:
    builtin = str(house_engine(rivals.ada, "tictactoe"))
    begun = rivals.ada.post("/arbitre/games/new", {"first": str(rivals.mine), "second": builtin})
    assert begun.headers["location"].startswith("/arbitre/game/")
    third = house.owner("Dora").post(
        "/arbitre/games/new", {"first": str(rivals.mine), "second": str(rivals.theirs)}
    )
    assert third.status == 409
    assert "One of the two engines must be yours" in words(third)


@pytest.mark.full
def test_a_challenge_from_a_photo_that_is_none_is_refused_at_once(rivals: Rivals) -> None:
    answer = rivals.propose(photo="xyz")

    assert answer.status == 409
    assert "xyz" in words(answer)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[EngineStore]:
    with closing(EngineStore(tmp_path / "arbitre.db")) as store:
        yield store


def proposed(book: EngineStore) -> Challenge:
    """A challenge between a new engine of account 1 and one of account 2."""
    first = book.add_engine(EngineCard(0, "One", "pente", "https://one.example/", owner=1))
    second = book.add_engine(EngineCard(0, "Two", "pente", "https://two.example/", owner=2))
    wish = Challenge(0, 1, 2, first.id, second.id, "")
    propose(book, wish)
    return wish


def stages(book: EngineStore) -> list[Stage]:
    return [one.stage for one in challenges(book, 2)]


def test_a_challenge_expires_after_a_day(book: EngineStore) -> None:
    proposed(book)
    assert stages(book) == [Stage.OPEN]
    book.execute("UPDATE challenge SET at = ?", (datetime.now(UTC) - timedelta(hours=25)).isoformat())
    assert stages(book) == [Stage.EXPIRED]


@pytest.mark.parametrize("change", ["retired = 1 WHERE owner = 1", "public = 0 WHERE owner = 2"])
def test_a_challenge_expires_when_an_engine_is_gone(book: EngineStore, change: str) -> None:
    proposed(book)
    assert stages(book) == [Stage.OPEN]
    book.execute(f"UPDATE engine SET {change}")
    assert stages(book) == [Stage.EXPIRED]


def test_a_store_from_before_challenges_gets_their_table(tmp_path: Path) -> None:
    path = tmp_path / "arbitre.db"
    with closing(EngineStore(path)) as store:
        store.execute("DROP TABLE challenge")
        store.execute("PRAGMA user_version = 4")
    with closing(EngineStore(path)) as store:
        proposed(store)
        assert stages(store) == [Stage.OPEN]


def test_an_account_cannot_flood_others_with_challenges(book: EngineStore) -> None:
    wish = proposed(book)
    propose(book, wish)
    assert len(stages(book)) == 1, "the same one again"
    for _ in range(MOST - 1):
        proposed(book)
    with pytest.raises(EngineRefused) as refused:
        proposed(book)
    assert refused.value.facts["reason"] == "challenges"
