"""Reader and writer agree: whatever tournament of Go is written is read as the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from unicodedata import normalize

from hypothesis import given
from hypothesis import strategies as st

from ronde.formats.opengotha import read_opengotha, write_opengotha
from ronde.formats.opengotha.elements import Element, document, parse
from ronde.formats.opengotha.people import key
from ronde.formats.opengotha.results import BOARD, RESULTS
from ronde.model.events import (
    AbsencePlanned,
    Event,
    PlayerEntered,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    TournamentOpened,
)
from ronde.model.go import CRITERIA, OVERTIMES, GoCard, GoSettings
from ronde.model.player import Absence, Player, ReportSettings
from ronde.model.replay import replay
from ronde.model.settings import Settings, usual_settings
from ronde.model.table import Pair
from ronde.model.tournament import Tournament

LETTERS = st.text(st.characters(codec="utf-8", categories=("L", "Nd", "P", "S")), min_size=1, max_size=12)
NAMES = LETTERS.map(lambda text: normalize("NFC", text)).filter(str.isprintable)
OPTIONAL = st.just("") | NAMES
RANKS = st.sampled_from(("30k", "20k", "5k", "1k", "1d", "4d", "9d"))
CARDS = st.builds(
    GoCard,
    rank=st.integers(-30, 8),
    grade=OPTIONAL,
    correction=st.integers(-2, 3),
    pin=st.from_regex(r"[0-9]{0,8}", fullmatch=True),
    ffg=st.from_regex(r"[0-9]{0,7}", fullmatch=True),
    ffg_status=st.sampled_from(("", "L", "-", "X")),
    aga=st.from_regex(r"[0-9]{0,5}", fullmatch=True),
    aga_expires=OPTIONAL,
    rating_origin=st.sampled_from(("", "EGF", "FFG : -921", "MAN")),
)
PEOPLE = st.builds(
    Player, st.just(1), NAMES, OPTIONAL, OPTIONAL, OPTIONAL, rating=st.integers(-900, 2949), go=CARDS
)


@st.composite
def settings_of_go(draw: st.DrawFn) -> Settings:
    system = draw(st.sampled_from(("mcmahon", "go-swiss", "go-categories")))
    first = {"mcmahon": "MMS", "go-swiss": "NBW", "go-categories": "CAT"}[system]
    others = draw(st.lists(st.sampled_from(CRITERIA), max_size=5, unique=True))
    made = usual_settings(system, rounds=draw(st.integers(3, 6)))
    mcmahon, halves = made.mcmahon, st.sampled_from((0, 0.5, 1))
    groups = replace(
        mcmahon.groups,
        floor=draw(RANKS),
        bar=draw(RANKS),
        categories=draw(st.sampled_from(((), ("1d",), ("1d", "5k")))),
        absent_points=draw(halves),
        bye_wins=draw(halves),
        round_down=draw(st.booleans()),
    )
    weights = replace(
        mcmahon.weights, colours=draw(st.integers(0, 10**6)), curve=draw(st.sampled_from((0, 0.5, 1)))
    )
    changed = replace(
        mcmahon,
        groups=groups,
        weights=weights,
        handicap=replace(mcmahon.handicap, correction=draw(st.integers(-1, 9))),
        drawn_upper=draw(st.sampled_from(("top", "middle", "bottom"))),
        second_seeding=draw(st.sampled_from(("fold", "slip", "random"))),
        second_seeding_by=draw(st.sampled_from(("", "rating", "rank"))),
        threshold=draw(RANKS),
        club_groups=draw(st.sampled_from(((), ("North=Lille|Lens", "South=Nice")))),
    )
    go = GoSettings(
        komi=draw(st.sampled_from((0, 6.5, 7.5))),
        online=draw(st.booleans()),
        overtime=draw(st.sampled_from(OVERTIMES[1:])),
        overtime_seconds=draw(st.integers(1, 900)),
    )
    tiebreaks = tuple(dict.fromkeys((first, *others)))
    report = ReportSettings(city=draw(NAMES), begin="2026/03/07", end="2026/03/08")
    return replace(made, mcmahon=changed, go=go, tiebreaks=tiebreaks, report=report, board=BOARD)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    settings = draw(settings_of_go())
    people = draw(
        st.lists(
            PEOPLE,
            min_size=2,
            max_size=7,
            unique_by=lambda one: key(one.name, one.first_name),
        )
    )
    ordered = sorted(people, key=lambda one: (-(one.go.rank or 0), -one.rating, one.name, one.first_name))
    cards = [replace(one, id=number) for number, one in enumerate(ordered, start=1)]
    events: list[Event] = [TournamentOpened("Open", "2026/03/07", settings)]
    events += [PlayerEntered(card, 1) for card in cards]
    for number in range(1, draw(st.integers(0, 2)) + 1):
        events += round_events(draw, number, [card.id for card in cards], settings.system)
    return replay(events)


def round_events(draw: st.DrawFn, number: int, people: list[int], system: str) -> Iterator[Event]:
    order = draw(st.permutations(people))
    seated = 2 * draw(st.integers(1, len(people) // 2))
    stones, known = st.integers(0, 9), st.booleans()
    pairs = {
        table: Pair(first, second, handicap=draw(stones), colours_known=draw(known))
        for table, (first, second) in enumerate(zip(order[:seated:2], order[1:seated:2], strict=True), 1)
    }
    yield RoundPaired(number, pairs, None, system, 0, 0)
    for table in pairs:
        known_one = table == 1  # a last round of which nothing is known would stay open
        names = sorted(set(RESULTS) - ({"RESULT_UNKNOWN"} if known_one else set()))
        yield ResultEntered(number, table, RESULTS[draw(st.sampled_from(names))])
    states = {one: draw(st.sampled_from(("bye", "absent", "idle"))) for one in order[seated:]}
    byes = tuple(one for one in order[seated:] if states[one] == "bye")
    yield RoundClosed(
        number, byes, {one: Absence.ABSENT for one in order[seated:] if states[one] == "absent"}
    )


@given(tournaments())
def test_what_is_written_is_read(tournament: Tournament) -> None:
    content = write_opengotha(tournament)
    again = replay(read_opengotha(content).events)

    assert comparable(again) == comparable(tournament)
    kept = parse(content, "")
    assert comparable(replay(read_opengotha(write_opengotha(again, kept)).events)) == comparable(again)


def comparable(tournament: Tournament) -> Tournament:
    """Byes have no order."""
    rounds = tuple(replace(one, byes=tuple(sorted(one.byes))) for one in tournament.rounds)
    return replace(tournament, rounds=rounds)


@given(tournaments())
def test_unknown_attributes_and_changes_go_together(tournament: Tournament) -> None:
    root = parse(write_opengotha(tournament), "")
    root.attributes["invented"] = "1"
    for element in every(root):
        element.attributes["unheardOf"] = "“yes” & <no>"
    read = read_opengotha(document(root))
    number = len(tournament.rounds)
    changed = replay((*read.events, AbsencePlanned(1, number)))

    written = parse(write_opengotha(changed, root), "")
    players = written.below("Players", "Player")
    assert all(one.attributes["unheardOf"] == "“yes” & <no>" for one in players)
    assert {one.attributes.get("unheardOf") for one in written.below("Games", "Game")} <= {"“yes” & <no>"}
    assert written.attributes["invented"] == "1"
    assert players[0].attributes["participating"][number - 1] == "0"
    again = replay(read_opengotha(document(written)).events)
    assert comparable(again) == comparable(changed)


def every(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        yield from every(child)
