"""The first questions of a tournament without a name: name, rounds, constant (spec 2)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from ronde.core.errors import NameImpossible, RuleError
from ronde.core.events import TournamentOpened
from ronde.core.player import clean_name
from ronde.core.settings import usual_brightwell
from ronde.counter.counter import Counter
from ronde.counter.live import Moment
from ronde.counter.steps import Ask, Dialogue, GivenUp, Step, Tell
from ronde.counter.typed import decimal, whole
from ronde.formats.imported import Imported

MOST_ROUNDS = 128
MOST_BRIGHTWELL = 1_000


def start(counter: Counter, notices: Sequence[str], unnamed: Imported | None, date: str) -> Dialogue:
    """What is said first of all: the notices, then the questions about a tournament without a name."""
    for notice in notices:
        yield Tell(notice)
    if unnamed is not None:
        yield from opening(counter, unnamed, date)


def opening(counter: Counter, imported: Imported, date: str) -> Dialogue:
    """Ask as PAPP asks until the answers can be, then take in what the folder tells of this tournament."""
    opened = imported.facts[0]
    assert isinstance(opened, TournamentOpened), "a folder's first fact is its tournament"
    while not counter.tournament.opened:
        name = yield from _name(counter)
        try:
            rounds, constant = yield from _figures(counter)
        except GivenUp:  # back to the name; Esc there leaves before anything begins
            continue
        settings = replace(opened.settings, rounds=rounds, brightwell=constant)
        answered = replace(opened, name=name, date=opened.date or date, settings=settings)
        facts = replace(imported, facts=(answered, *imported.facts[1:]))
        try:
            counter.desk.take_in(facts.actions(counter.seat), imported.attachments)
        except RuleError as error:
            yield counter.refusal(error)
    yield from counter.happened(Moment.OPENED)


def _name(counter: Counter) -> Generator[Step, str, str]:
    """A name that lists can carry; none at all is no name, and then there is no subfolder."""
    while True:
        try:
            return clean_name((yield Ask(counter.say("ask-tournament"))).strip(), needed=False)
        except NameImpossible as error:
            yield counter.refusal(error)


def _figures(counter: Counter) -> Generator[Step, str, tuple[int, float]]:
    """The number of rounds and the constant; what cannot be is asked for again."""
    rounds = 0
    while not 1 <= rounds <= MOST_ROUNDS:
        rounds = whole((yield Ask(counter.say("ask-rounds")))) or 0
    yield Tell(counter.say("robin-limit", most=rounds + rounds % 2))
    usual = usual_brightwell(rounds)
    constant = -1.0
    while not 0 <= constant <= MOST_BRIGHTWELL:
        constant = decimal((yield Ask(counter.say("ask-constant", usual=f"{usual:g}"))), usual)
    return rounds, constant
