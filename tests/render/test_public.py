"""The public form of a tournament: who is shown by which name."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from tests.support.builders import tournament as played

from ronde.model.go import GoCard
from ronde.model.player import FideCard, Player
from ronde.model.tournament import Tournament
from ronde.render.public import is_minor, keeps_robots_away, public_tournament
from ronde.render.site import site
from ronde.systems import standings

TODAY = date(2026, 11, 19)
CARDS = (
    Player(1, "DE WITT", "Maarten", comment="owes the fee", fide=FideCard(13579246, "FM", "m", "1990/01/31")),
    Player(2, "VAN DAM", "Emma", fide=FideCard(birth="2012/05/01")),
    Player(3, "Corner"),
    Player(4, "DE BOER Maarten"),
)


def seen(names: str = "full", *, minors: bool = False) -> Tournament:
    whole = played(4, ["1-2:40 3-4:40"])
    public = replace(whole.settings.public, names=names, minors=minors)
    settings = replace(whole.settings, public=public)
    return replace(whole, settings=settings, players={card.id: card for card in CARDS})


def names(tournament: Tournament) -> list[str]:
    return [card.full_name for card in public_tournament(tournament, TODAY).players.values()]


def test_by_default_adults_have_their_full_name_and_minors_an_initial() -> None:
    assert names(seen()) == ["DE WITT Maarten", "Emma V.", "Corner", "DE BOER Maarten"]


def test_minors_may_be_shown_like_everybody_else() -> None:
    assert public_tournament(seen(minors=True), TODAY) is not None
    assert names(seen(minors=True)) == [card.full_name for card in CARDS]


def test_with_initials_namesakes_are_told_apart_by_number() -> None:
    assert names(seen("initial")) == ["Maarten D. (1)", "Emma V.", "C.", "Maarten D. (4)"]


def test_with_numbers_nobody_has_a_name_minors_neither() -> None:
    assert names(seen("number")) == ["#1", "#2", "#3", "#4"]
    assert names(seen("number", minors=True)) == ["#1", "#2", "#3", "#4"]


def test_who_is_shown_by_another_name_has_no_remark_and_no_number_in_a_list() -> None:
    card = public_tournament(seen("initial"), TODAY).player(1)

    assert (card.comment, card.fide) == ("", FideCard(title="FM"))


@pytest.mark.parametrize("shown", ["initial", "number"])
def test_who_is_shown_by_another_name_has_no_number_in_a_list_of_go(shown: str) -> None:
    whole = seen(shown)
    numbers = GoCard(-3, "2K", 1, "11223344", "7654321", "L", "5566", "1/1/2027", "FFG : -921")
    cards = {**whole.players, 3: replace(whole.player(3), go=numbers)}
    card = public_tournament(replace(whole, players=cards), TODAY).player(3)

    assert card.go == GoCard(-3, correction=1)


def past(*cards: Player, now: tuple[Player, ...]) -> list[str]:
    """The names in a past state that had these cards."""
    before, after = ({card.id: card for card in some} for some in (cards, now))
    latest = replace(seen(), players=after)
    shown = public_tournament(replace(latest, players=before), TODAY, now=latest)
    return [card.full_name for card in shown.players.values()]


def test_in_a_past_state_a_minor_stays_hidden_after_numbers_have_changed() -> None:
    adult, minor = CARDS[:2]

    assert past(minor, now=(replace(minor, id=7), replace(adult, id=2))) == ["Emma V."]
    assert past(minor, now=(replace(adult, id=2),)) == past(minor, now=()) == ["Emma V."]


def test_in_a_past_state_the_present_date_of_birth_counts() -> None:
    minor = CARDS[1]
    grown, unknown = replace(minor, fide=FideCard(birth="1982")), replace(minor, fide=FideCard())

    assert past(minor, now=(grown,)) == ["VAN DAM Emma"]
    assert past(unknown, now=(replace(minor, id=7),)) == ["Emma V."]


@pytest.mark.parametrize("kind", ["full", "initial", "number"])
def test_equal_players_stand_in_the_same_order_under_every_name(kind: str) -> None:
    drawn = replace(seen(kind), rounds=played(4, ["1-2:= 3-4:="]).rounds)

    public = public_tournament(drawn, TODAY)

    order = [row.player for row in standings(drawn).rows]
    assert [row.player for row in standings(public).rows] == order == [3, 4, 1, 2]


@pytest.mark.parametrize(
    ("birth", "minor"),
    [("2008/11/20", True), ("2008/11/19", False), ("2008", True), ("2007", False), ("", False)],
)
def test_minors_are_under_eighteen_or_may_be(birth: str, minor: bool) -> None:
    assert is_minor(birth, TODAY) is minor


@pytest.mark.parametrize("kind", ["initial", "number"])
def test_published_pages_show_the_same_names_and_keep_robots_away(kind: str) -> None:
    pages = site(seen(kind), "en")

    assert [name for name, page in pages.items() if b"DE WITT" in page or b"Corner" in page] == []
    html = [page for name, page in pages.items() if name.endswith(".html")]
    assert all(b'<meta name="robots" content="noindex">' in page for page in html)


def test_robots_are_kept_from_clubs_and_hidden_names_only() -> None:
    season = replace(seen(), settings=replace(seen().settings, system="keizer"))

    assert keeps_robots_away(season)
    assert keeps_robots_away(seen("initial"))
    assert not keeps_robots_away(seen())
    assert b"robots" not in site(seen(minors=True), "en")["index.html"]
