"""Who plays: I, -, +, N."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from functools import partial

from ronde.core.decide import players as decide
from ronde.core.errors import RondeError
from ronde.core.names import fold
from ronde.core.player import Player, PlayerId, clean_name, split_name
from ronde.counter import club
from ronde.counter.counter import EVERYBODY, Counter
from ronde.counter.live import Moment
from ronde.counter.steps import Ask, Dialogue, Step, Tell
from ronde.counter.typed import whole
from ronde.formats.papp.door import plain_country


def enter(counter: Counter) -> Dialogue:
    """Register people one after the other until an empty line."""
    typed = ""
    while True:
        text = yield Ask(counter.say("ask-name"), counter.known_names, typed, hint=counter.say("hint-names"))
        typed = ""
        if not text.strip():
            yield from counter.happened(Moment.LISTED)
            return
        card = yield from _known(counter, text)
        if card is None:
            if not (yield from counter.yes("is-new", name=text.strip())):
                typed = text
                continue
            card = yield from _new(counter, text)
        if card is not None:
            yield from _register(counter, card)


def _known(counter: Counter, text: str) -> Generator[Step, str, Player | None]:
    """The known person of exactly that name; of several, the one whose number is then given."""
    wanted = fold(" ".join(text.split()))
    base = _base(counter)
    found = [card for card in base.values() if fold(card.full_name) == wanted]
    number = whole(text)
    if number is not None and number in base:
        found = [base[number]]
    if len(found) < 2:
        return found[0] if found else None
    numbers = ", ".join(str(card.id) for card in found)
    answer = yield Ask(counter.say("which-number", numbers=numbers))
    return next((card for card in found if str(card.id) == answer.strip()), None)


def _base(counter: Counter) -> Mapping[PlayerId, Player]:
    """Everybody a name may mean; PAPP has those typed today in its base as well."""
    papp = counter.tournament.settings.profile == "papp"
    return {**counter.known, **counter.tournament.players} if papp else counter.known


def _new(counter: Counter, text: str) -> Generator[Step, str, Player | None]:
    """A new person: the country is asked for, the number comes from the zones; a club asks for the rating."""
    if club.is_club(counter):
        return (yield from club.new_member(counter, text))
    country = yield from _country(counter)
    family, first = split_name(text)
    return Player(0, family, first, country, new=True)


def _country(counter: Counter) -> Generator[Step, str, str]:
    """The country typed, or the usual one; PAPP, which pairs by countries, asks until it has one."""
    usual, papp = counter.tournament.settings.country, counter.tournament.settings.profile == "papp"
    while True:
        country = (yield Ask(counter.say("ask-country", country=usual or "-"), counts=True)).strip() or usual
        if country or not papp:
            return country


def _register(counter: Counter, card: Player) -> Dialogue:
    if card.id in counter.tournament.players:
        yield Tell(counter.say("already-here", player=card.full_name, id=card.id), refused=True)
        return
    taken = counter.known.keys()
    before = set(counter.tournament.players)
    done = yield from counter.act(
        lambda tournament: decide.enter_player(tournament, player=card, taken=taken)
    )
    for number in counter.tournament.players.keys() - before if done else ():
        entered = counter.tournament.player(number)
        remark = f"  {entered.comment}" if entered.comment else ""
        yield Tell(counter.say("entered", player=entered.full_name, id=number) + remark)


def leave(counter: Counter) -> Dialogue:
    """Somebody leaves; who never had a game may be erased altogether."""
    number = yield from counter.who("who-leaves", everybody=True)
    if number is None:
        return
    players = [number] if number != EVERYBODY else _still_here(counter)
    for player in players:
        yield from _one_leaves(counter, player)


def _still_here(counter: Counter) -> list[PlayerId]:
    return [player for player in counter.tournament.players if player not in counter.tournament.left]


def _one_leaves(counter: Counter, player: PlayerId) -> Dialogue:
    card = counter.tournament.player(player)
    expected = counter.tournament.expected(player) is not None
    if player in counter.tournament.left and not expected and not club.is_club(counter):
        yield Tell(counter.say("left-already", player=card.full_name, id=player), refused=True)
        return
    current = counter.tournament.open_round
    table = current.table_of(player)
    is_in = table is not None and table.result is not None
    played = is_in or any(player in one.seated for one in counter.tournament.closed_rounds)
    if not played and (yield from counter.yes("erase", player=card.full_name, id=player)):
        if (yield from counter.act(lambda tournament: decide.remove_player(tournament, number=player))):
            yield from counter.happened(Moment.CORRECTED)
            yield Tell(counter.say("erased", player=card.full_name, id=player))
        return
    if club.is_club(counter):
        yield from club.away(counter, player)
        return
    if (yield from counter.act(lambda tournament: decide.player_leaves(tournament, number=player))):
        yield from counter.happened(Moment.LISTED)
        key = "leaves-later" if is_in else "left"
        yield Tell(counter.say(key, player=card.full_name, id=player, round=current.number))


def come_back(counter: Counter) -> Dialogue:
    """Somebody who had left is here again."""
    number = yield from counter.who("who-returns", everybody=True)
    if number is None:
        return
    away = [player for player in counter.tournament.players if counter.tournament.absence(player)]
    for player in away if number == EVERYBODY else [number]:
        if (yield from counter.act(partial(decide.player_returns, number=player))):
            card = counter.tournament.player(player)
            yield Tell(counter.say("returned", player=card.full_name, id=player))
    yield from counter.happened(Moment.LISTED)


def nationality(counter: Counter) -> Dialogue:
    """Somebody plays for another country or team; in a PAPP folder anybody of its base, registered or not."""
    number = yield from counter.who("whose-country", beside=counter.known if counter.live else None)
    if number is None:
        return
    here = number in counter.tournament.players
    card = counter.tournament.player(number) if here else counter.known[number]
    country = (yield Ask(counter.say("new-country", player=card.full_name, country=card.country))).strip()
    if not country:
        return
    if not here:
        yield from _emigrates(counter, card, country)
        return
    changes = {"country": country}
    if (yield from counter.act(lambda t: decide.change_player(t, number=number, changes=changes))):
        yield from counter.happened(Moment.LISTED)
        yield Tell(counter.say("plays-for", player=card.full_name, country=country))


def _emigrates(counter: Counter, card: Player, country: str) -> Dialogue:
    """Somebody who is not registered changes his country: PAPP's new-players file keeps that (spec 3.4)."""
    assert counter.live is not None
    try:
        told = plain_country(clean_name(country, field="country"))
        counter.live.emigrates(card.id, told)
    except RondeError as error:
        yield counter.refusal(error)
        return
    counter.known = {**counter.known, card.id: replace(card, country=told)}
    yield Tell(counter.say("plays-for", player=card.full_name, country=told))
