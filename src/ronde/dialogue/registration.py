"""Registering players: the keys I and N."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from ronde.app.commands import AddPlayer, ChangePlayer
from ronde.core.choose import closest
from ronde.core.errors import AmbiguousPlayer, NamesakeHere, RondeError
from ronde.core.events import PlayerEntered
from ronde.core.names import fold
from ronde.core.player import Player, PlayerId, clean_name, split_name
from ronde.dialogue import club
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.steps import Ask, Dialogue, GivenUp, Step, Tell
from ronde.dialogue.typed import whole
from ronde.formats.papp.door import Moment, plain_country


def enter(conversation: Conversation) -> Dialogue:
    """Register people one after the other until an empty line.

    Esc in a later question returns to the name.
    """
    typed = ""
    while True:
        try:
            hint = conversation.say("hint-names")
            text = yield Ask(conversation.say("ask-name"), conversation.known_names, typed, hint=hint)
        except GivenUp:
            text = ""
        if not text.strip():
            yield from conversation.happened(Moment.LISTED)
            return
        try:
            typed = yield from _one_more(conversation, text)
        except GivenUp:
            typed = ""


def _one_more(conversation: Conversation, text: str) -> Generator[Step, str, str]:
    """Register the person the line means; returns the line if it was mistyped, to be edited."""
    base = _base(conversation)
    number = whole(text)
    listed = conversation.listed(text) if number is not None and number not in base else []
    if number is not None and number not in base and not listed:
        yield Tell(conversation.say("no-such-number", number=number), refused=True)
        return ""
    cards = listed or ([base[number]] if number is not None else _candidates(conversation, base, text))
    cards = cards or conversation.listed(text)
    card = yield from _known(conversation, text, cards)
    if card is None and len(cards) > 1 and not any(_same(one, text) for one in cards):
        yield conversation.refusal(AmbiguousPlayer(text=text.strip(), candidates=_shown(cards)))
    person = card or Player(0, *split_name(text))
    names = _namesakes(conversation, person)
    if names:
        sure = yield from conversation.yes("somebody-else", names=names, name=person.full_name)
    else:
        question = "is-another" if cards else "is-new"
        sure = card is not None or (yield from conversation.yes(question, name=text.strip()))
    if not sure:
        return text
    card = card or (yield from _new(conversation, text))
    yield from _register(conversation, card, namesake=bool(names))
    return ""


def _namesakes(conversation: Conversation, person: Player) -> str:
    """Who is registered under the same name, if anybody."""
    try:
        conversation.desk.preview(AddPlayer.of(person), conversation.actor)
    except NamesakeHere as error:
        return str(error.facts["names"])
    except RondeError:
        return ""  # another refusal is told when the person is registered
    return ""


def _known(
    conversation: Conversation, text: str, cards: Sequence[Player]
) -> Generator[Step, str, Player | None]:
    """Choose among the people found, namesakes by number; None means a new person."""
    namesakes = [card for card in cards if _same(card, text)] or cards
    if len(namesakes) > 1 and _same(namesakes[0], text):
        return (yield from _of_namesakes(conversation, namesakes))
    if len(namesakes) != 1:
        return None
    card = namesakes[0]
    meant = whole(text) is not None or _same(card, text)
    shown = card.id or card.fide.number
    return (
        card if meant or (yield from conversation.yes("is-meant", player=card.full_name, id=shown)) else None
    )


def _of_namesakes(conversation: Conversation, cards: Sequence[Player]) -> Generator[Step, str, Player | None]:
    """The one whose number is given; an empty line means none of them."""
    by_number = {card.id or card.fide.number: card for card in cards}
    while True:
        answer = yield Ask(
            conversation.say("which-number", numbers=", ".join(map(str, by_number))), counts=True
        )
        number = whole(answer)
        if not answer.strip() or number in by_number:
            return by_number.get(number or 0)
        yield Tell(conversation.say("no-such-number", number=answer.strip()), refused=True)


def _shown(cards: Sequence[Player]) -> list[str]:
    return [f"{card.full_name} ({card.id or card.fide.number})" for card in cards]


def _same(card: Player, text: str) -> bool:
    """Whether that is the whole name, ignoring accents and case."""
    return fold(card.full_name) == fold(" ".join(text.split()))


def _candidates(conversation: Conversation, base: Mapping[PlayerId, Player], text: str) -> list[Player]:
    """The people whose names start with the text, in the base or among those entered today."""
    starting = [*conversation.known_names.starting(text.strip())]
    typed = [number for number in base.keys() - conversation.known.keys() if _starts(base[number], text)]
    return [base[number] for number in closest(base, text, [*starting, *typed])]


def _starts(card: Player, text: str) -> bool:
    return fold(card.full_name).startswith(fold(text.strip()))


def _base(conversation: Conversation) -> Mapping[PlayerId, Player]:
    """Everybody a name may mean; as in PAPP this includes those entered today."""
    papp = conversation.tournament.settings.profile == "papp"
    return {**conversation.known, **conversation.tournament.players} if papp else conversation.known


def _new(conversation: Conversation, text: str) -> Generator[Step, str, Player]:
    """A new person: the country is asked for, the number comes from the zones; a club asks for the rating."""
    if club.is_club(conversation):
        return (yield from club.new_member(conversation, text))
    country, number = yield from _country(conversation)
    family, first = split_name(text)
    return Player(number, family, first, country)


def _country(conversation: Conversation) -> Generator[Step, str, tuple[str, PlayerId]]:
    """The country typed, or the default, and the number after it, 0 if the zones are to give one.

    PAPP, which pairs by countries, requires one; PAPP 1.22 allowed choosing the number.
    """
    usual, papp = conversation.tournament.settings.country, conversation.tournament.settings.profile == "papp"
    while True:
        question = conversation.say("ask-country", country=usual or "-")
        words = (yield Ask(question, counts=True, hint=conversation.say("hint-country"))).split()
        number = whole(words[-1]) if words else None
        country = " ".join(words[:-1] if number is not None else words) or usual
        refused = conversation.number_refused(number) if number is not None else None
        if refused is not None:
            yield conversation.refusal(refused)
        elif country or not papp:
            return country, number or 0
        else:
            yield Tell(conversation.say("country-needed"), refused=True)


def _register(conversation: Conversation, card: Player, *, namesake: bool) -> Dialogue:
    if card.id in conversation.tournament.players:
        yield Tell(conversation.say("already-here", player=card.full_name, id=card.id), refused=True)
        return
    outcome = yield from conversation.run(AddPlayer.of(card, namesake=namesake))
    if outcome is None:
        return
    for entered in (event.player for event in outcome.events if isinstance(event, PlayerEntered)):
        remark = f"  {entered.comment}" if entered.comment else ""
        yield Tell(conversation.say("entered", player=entered.full_name, id=entered.id) + remark)
    yield from conversation.tell(outcome)


def nationality(conversation: Conversation) -> Dialogue:
    """Change the country or team; in a PAPP folder of anybody in its base, registered or not."""
    number = yield from conversation.who(
        "whose-country", beside=conversation.known if conversation.live else None
    )
    if number is None:
        return
    here = number in conversation.tournament.players
    card = conversation.tournament.player(number) if here else conversation.known[number]
    question = conversation.say("new-country", player=card.full_name, country=card.country or "-")
    country = (yield Ask(question)).strip()
    if not country:
        return
    if not here:
        yield from _emigrates(conversation, card, country)
        return
    if (yield from conversation.run(ChangePlayer(number, country=country))):
        yield from conversation.happened(Moment.LISTED)
        yield Tell(conversation.say("plays-for", player=card.full_name, country=country))


def _emigrates(conversation: Conversation, card: Player, country: str) -> Dialogue:
    """An unregistered person changes country, which PAPP's new-players file stores (papp 3.4)."""
    assert conversation.live is not None
    try:
        changed = plain_country(clean_name(country, field="country"))
        conversation.live.emigrates(card.id, changed)
    except RondeError as error:
        yield conversation.refusal(error)
        return
    conversation.known = {**conversation.known, card.id: replace(card, country=changed)}
    yield Tell(conversation.say("plays-for", player=card.full_name, country=changed))
