"""Registering players: the keys I and N."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from ronde.core.choose import closest
from ronde.core.decide import players as decide
from ronde.core.errors import AmbiguousPlayer, RondeError
from ronde.core.names import fold
from ronde.core.player import Player, PlayerId, clean_name, split_name
from ronde.dialogue import club
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.steps import Ask, Dialogue, GivenUp, Step, Tell
from ronde.dialogue.typed import whole
from ronde.formats.papp.door import Moment, plain_country


def enter(counter: Conversation) -> Dialogue:
    """Register people one after the other until an empty line; Esc further on asks for a name again."""
    typed = ""
    while True:
        try:
            hint = counter.say("hint-names")
            text = yield Ask(counter.say("ask-name"), counter.known_names, typed, hint=hint)
        except GivenUp:
            text = ""
        if not text.strip():
            yield from counter.happened(Moment.LISTED)
            return
        try:
            typed = yield from _one_more(counter, text)
        except GivenUp:
            typed = ""


def _one_more(counter: Conversation, text: str) -> Generator[Step, str, str]:
    """Register whom the line means; the answer is the line itself if it was a slip, to be put right."""
    base = _base(counter)
    number = whole(text)
    listed = counter.listed(text) if number is not None and number not in base else []
    if number is not None and number not in base and not listed:
        yield Tell(counter.say("no-such-number", number=number), refused=True)
        return ""
    found = listed or ([base[number]] if number is not None else _candidates(counter, base, text))
    found = found or counter.listed(text)
    card = yield from _known(counter, text, found)
    if card is None:
        if len(found) > 1 and not any(_same(one, text) for one in found):
            yield counter.refusal(AmbiguousPlayer(text=text.strip(), candidates=_shown(found)))
        question = "is-another" if found else "is-new"
        if not (yield from counter.yes(question, name=text.strip())):
            return text
        card = yield from _new(counter, text)
    yield from _register(counter, card)
    return ""


def _known(counter: Conversation, text: str, found: Sequence[Player]) -> Generator[Step, str, Player | None]:
    """Which of the people found is meant, of namesakes by the number; None is somebody new."""
    namesakes = [card for card in found if _same(card, text)] or found
    if len(namesakes) > 1 and _same(namesakes[0], text):
        return (yield from _of_namesakes(counter, namesakes))
    if len(namesakes) != 1:
        return None
    card = namesakes[0]
    meant = whole(text) is not None or _same(card, text)
    shown = card.id or card.fide.number
    return card if meant or (yield from counter.yes("is-meant", player=card.full_name, id=shown)) else None


def _of_namesakes(counter: Conversation, found: Sequence[Player]) -> Generator[Step, str, Player | None]:
    """The one whose number is given; an empty line means none of them."""
    by_number = {card.id or card.fide.number: card for card in found}
    while True:
        answer = yield Ask(counter.say("which-number", numbers=", ".join(map(str, by_number))), counts=True)
        number = whole(answer)
        if not answer.strip() or number in by_number:
            return by_number.get(number or 0)
        yield Tell(counter.say("no-such-number", number=answer.strip()), refused=True)


def _shown(found: Sequence[Player]) -> list[str]:
    return [f"{card.full_name} ({card.id or card.fide.number})" for card in found]


def _same(card: Player, text: str) -> bool:
    """Whether that is the whole name, accents and case apart."""
    return fold(card.full_name) == fold(" ".join(text.split()))


def _candidates(counter: Conversation, base: Mapping[PlayerId, Player], text: str) -> list[Player]:
    """Whom the start of a name may mean, in the base or among those typed today."""
    starting = [*counter.known_names.starting(text.strip())]
    typed = [number for number in base.keys() - counter.known.keys() if _starts(base[number], text)]
    return [base[number] for number in closest(base, text, [*starting, *typed])]


def _starts(card: Player, text: str) -> bool:
    return fold(card.full_name).startswith(fold(text.strip()))


def _base(counter: Conversation) -> Mapping[PlayerId, Player]:
    """Everybody a name may mean; PAPP has those typed today in its base as well."""
    papp = counter.tournament.settings.profile == "papp"
    return {**counter.known, **counter.tournament.players} if papp else counter.known


def _new(counter: Conversation, text: str) -> Generator[Step, str, Player]:
    """A new person: the country is asked for, the number comes from the zones; a club asks for the rating."""
    if club.is_club(counter):
        return (yield from club.new_member(counter, text))
    country, number = yield from _country(counter)
    family, first = split_name(text)
    return Player(number, family, first, country, new=True)


def _country(counter: Conversation) -> Generator[Step, str, tuple[str, PlayerId]]:
    """The country typed, or the usual one, and the number behind it, 0 if the zones are to give one.

    PAPP, which pairs by countries, asks until it has one; the number could be chosen in PAPP 1.22.
    """
    usual, papp = counter.tournament.settings.country, counter.tournament.settings.profile == "papp"
    while True:
        question = counter.say("ask-country", country=usual or "-")
        words = (yield Ask(question, counts=True, hint=counter.say("hint-country"))).split()
        number = whole(words[-1]) if words else None
        country = " ".join(words[:-1] if number is not None else words) or usual
        refused = counter.number_refused(number) if number is not None else None
        if refused is not None:
            yield counter.refusal(refused)
        elif country or not papp:
            return country, number or 0
        else:
            yield Tell(counter.say("country-needed"), refused=True)


def _register(counter: Conversation, card: Player) -> Dialogue:
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


def nationality(counter: Conversation) -> Dialogue:
    """Somebody plays for another country or team; in a PAPP folder anybody of its base, registered or not."""
    number = yield from counter.who("whose-country", beside=counter.known if counter.live else None)
    if number is None:
        return
    here = number in counter.tournament.players
    card = counter.tournament.player(number) if here else counter.known[number]
    question = counter.say("new-country", player=card.full_name, country=card.country or "-")
    country = (yield Ask(question)).strip()
    if not country:
        return
    if not here:
        yield from _emigrates(counter, card, country)
        return
    changes = {"country": country}
    if (yield from counter.act(lambda t: decide.change_player(t, number=number, changes=changes))):
        yield from counter.happened(Moment.LISTED)
        yield Tell(counter.say("plays-for", player=card.full_name, country=country))


def _emigrates(counter: Conversation, card: Player, country: str) -> Dialogue:
    """Somebody who is not registered changes his country: PAPP's new-players file keeps that (papp 3.4)."""
    assert counter.live is not None
    try:
        told = plain_country(clean_name(country, field="country"))
        counter.live.emigrates(card.id, told)
    except RondeError as error:
        yield counter.refusal(error)
        return
    counter.known = {**counter.known, card.id: replace(card, country=told)}
    yield Tell(counter.say("plays-for", player=card.full_name, country=told))
