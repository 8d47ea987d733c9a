"""Pages of people say why two meet: the sentence first, the costs one click further."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import PEOPLE, make
from tests.support.in_process import Visitor, in_process

from ronde.app.desk import Desk
from ronde.i18n import LANGUAGES
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.render.why import alternative_text, bye_text, why_text

TWELVE = (*PEOPLE, "ITŌ, Ken", "JANSEN, Piet", "LEFÈVRE, Zoé", "MARTIN, Claude")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Swiss of twelve after two rounds, the third paired."""
    return make(tmp_path_factory.mktemp("why") / "open.ronde", Settings(rounds=5), TWELVE, closed=2)


@pytest.fixture(scope="module")
def now(file: Path) -> Tournament:
    return tournament_of(file)


def tournament_of(path: Path) -> Tournament:
    desk = Desk.open(path)
    state = desk.tournament
    desk.close()
    return state


@pytest.fixture(scope="module")
def visitor(file: Path) -> Iterator[Visitor]:
    with in_process(file) as visiting:
        yield visiting


def words(page: str) -> str:
    """The words of a page, one space between two."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_reasons_says_the_sentence_of_every_pair(
    language: str, now: Tournament, visitor: Visitor
) -> None:
    for number in (1, 2, 3):
        shown = words(visitor.get(f"/t/open/round/{number}?by=bill&lang={language}").text)
        for table in now.round(number):
            assert words(why_text(now, number, table, language)) in shown


def test_what_a_rule_charged_comes_after_its_words_and_when_asked_for(visitor: Visitor) -> None:
    page = visitor.get("/t/open/round/3?by=bill&lang=en").text
    charged = json.loads(visitor.get("/t/open/round/3.json").text)["tables"]

    for table in charged:
        row = page.partition(f'<tr id="bill-{table["table"]}">')[2].partition("</tr>")[0]
        sentence, _, bill = row.partition("<details>")
        assert not re.search(r"\d{3}", words(sentence)), "no costs beside the sentence"
        lines = [words(one) for one in re.findall(r"<li>.*?</li>", bill, re.DOTALL)]
        costs = [f"{one['cost']:,}" for one in table["reasons"]]
        assert [line.split(" ")[-1] for line in lines] == (costs and [*costs, f"{table['cost']:,}"])


def test_a_player_reads_why_every_opponent_and_what_another_would_have_done(
    now: Tournament, visitor: Visitor
) -> None:
    for player in now.players:
        page = visitor.get(f"/t/open/player/{player}?lang=en").text
        for played in now.rounds:
            table = played.table_of(player)
            assert table is not None
            assert words(why_text(now, played.number, table, "en")) in words(page)
            breakdown = f'href="/t/open/round/{played.number}?by=bill#bill-{table.number}"'
            assert (breakdown in page) is bool(table.pair.reasons)
        assert alternative_text(now, player, "en") in words(page)


def phone(visitor: Visitor, player: int) -> str:
    """The words on the phone of a player."""
    found = re.search(
        rf"/t/open/card/{player}/[\w-]+", visitor.get(f"/desk/open/phones?player={player}").text
    )
    assert found
    return words(visitor.get(f"{found.group()}?lang=en").text)


def test_a_phone_says_why_this_opponent(now: Tournament, visitor: Visitor) -> None:
    table = now.open_round.table_of(1)
    assert table

    assert words(why_text(now, 3, table, "en")) in phone(visitor, 1)


def test_who_has_the_bye_reads_why(tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", Settings(rounds=5), TWELVE[:11], closed=1)
    state = tournament_of(path)
    (player,) = state.unpaired
    sentence = words(bye_text(state, 2, player, "en"))

    with in_process(path) as visiting:
        assert sentence in words(visiting.get("/t/open/round/2?by=bill&lang=en").text)
        assert sentence in phone(visiting, player)
