"""Decisions about players: registering, changing, leaving, returning, presence, lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import count

from ronde.model.errors import (
    ByeNotOffered,
    CategoryImpossible,
    FinalImpossible,
    NamesakeHere,
    NothingToChange,
    NumberFixed,
    NumberImpossible,
    NumberTaken,
    PlayerHasPlayed,
    PlayerIsHere,
    PlayerLeftAlready,
    SamePlayer,
    ScheduleFixed,
    TableHasResult,
    TournamentStarted,
    UnknownRound,
)
from ronde.model.events import (
    AbsenceCancelled,
    AbsencePlanned,
    Event,
    PairAllowed,
    PairForbidden,
    PlayerChanged,
    PlayerEntered,
    PlayerLeft,
    PlayerRemoved,
    PlayerReturned,
    TableRemoved,
)
from ronde.model.go import check_go_card
from ronde.model.names import clean_birth, fold, name_words
from ronde.model.player import (
    BIGGEST_NUMBER,
    BYES,
    Absence,
    Player,
    PlayerId,
    check_fide_card,
    check_rating,
    clean_country,
    clean_name,
)
from ronde.model.replay import is_mentioned, replay
from ronde.model.settings import MOST_ROUNDS, Zone
from ronde.model.system_settings import categories
from ronde.model.tournament import Tournament, full_names

# Registration, player data, leaving and returning, planned absences, forbidden pairs.


def enter_player(tournament: Tournament, *, player: Player, taken: Collection[PlayerId] = ()) -> list[Event]:
    """Register a player for the open round; number 0 takes one from the insertion zones.

    `taken` holds numbers of people known beside the tournament, which a new player must not be given.
    """
    if tournament.settings.pairing_system.scheduled and tournament.seats:
        raise ScheduleFixed(player=player.full_name)
    country = player.country or tournament.settings.country
    tidy = _tidy(replace(player, country=country))
    _check_categories(tournament, tidy.categories)
    number = tidy.id or free_number(tournament, country, taken)
    if number in tournament.players:
        raise NumberTaken(number=number, name=tournament.player(number).full_name)
    _check_number(number)
    _check_fide_number(tournament, tidy)
    entered = PlayerEntered(replace(tidy, id=number), tournament.open_round.number)
    return [entered, *_too_late(tournament, number)]


def register_player(
    tournament: Tournament, *, player: Player, taken: Collection[PlayerId] = (), namesake: bool = False
) -> list[Event]:
    """Register a player; a name that is registered already is refused unless declared a namesake."""
    events = enter_player(tournament, player=player, taken=taken)
    same = [] if namesake else namesakes(tournament, player, taken)
    if same:
        names = ", ".join(f"{card.full_name} ({card.id})" for card in same)
        raise NamesakeHere(name=player.full_name, names=names)
    return events


def namesakes(tournament: Tournament, player: Player, base: Collection[PlayerId] = ()) -> list[Player]:
    """Who is registered under the same words, in any order, case and punctuation.

    Two numbers of FIDE's list, or of the base of known people, are two people.
    """
    words = sorted(name_words(player.full_name))
    return [
        card
        for card in tournament.players.values()
        if sorted(name_words(card.full_name)) == words
        and card.id != player.id
        and not (player.fide.number and card.fide.number)
        and not (player.id in base and card.id in base)
    ]


def _check_fide_number(tournament: Tournament, player: Player) -> None:
    for other in tournament.players.values() if player.fide.number else ():
        if other.fide.number == player.fide.number:
            raise NumberTaken(number=player.fide.number, name=other.full_name)


def _too_late(tournament: Tournament, number: PlayerId) -> list[Event]:
    """Keizer: a player who registers after the round is paired starts with the next one (keizer 3)."""
    current = tournament.open_round
    drawn = current.tables or current.bye
    if not tournament.settings.pairing_system.season or not drawn:
        return []
    return [AbsencePlanned(number, current.number, Absence.LATE)]


def _check_number(number: PlayerId) -> None:
    if not 1 <= number <= BIGGEST_NUMBER:
        raise NumberImpossible(number=number)


def free_number(tournament: Tournament, country: str, taken: Collection[PlayerId] = ()) -> PlayerId:
    """The first free number of the country's zones, of the zones for all, else from 1 (papp 10)."""
    zones = tournament.settings.zones
    own = [zone for zone in zones if zone.country and zone.country.casefold() == country.casefold()]
    general = [zone for zone in zones if not zone.country]
    for zone in (*own, *general, Zone(1, BIGGEST_NUMBER)):
        for number in range(zone.first, zone.last + 1):
            if number not in tournament.players and number not in taken:
                return number
    raise NumberImpossible(number=BIGGEST_NUMBER)


def _tidy(player: Player) -> Player:
    check_rating(player.rating)
    fide = replace(player.fide, birth=clean_birth(player.fide.birth))
    check_fide_card(fide)
    check_go_card(player.go)
    return replace(
        player,
        fide=fide,
        name=clean_name(player.name),
        first_name=clean_name(player.first_name, field="first-name", needed=False),
        country=clean_country(player.country),
        club=clean_name(player.club, field="club", needed=False),
        comment=clean_name(player.comment, field="comment", needed=False),
        phone=clean_name(player.phone, field="phone", needed=False),
        email=clean_name(player.email, field="email", needed=False),
        categories=tuple(clean_name(category, field="category") for category in player.categories),
    )


def _check_categories(tournament: Tournament, given: Iterable[str]) -> None:
    """Where categories are defined, only those may be given; categories from an imported file are kept."""
    if not tournament.settings.pairing_system.uses("keizer.categories"):
        return
    known = categories(tournament.settings.keizer.categories)
    for one in given:
        if not (one.isascii() and one.isalnum()):
            raise CategoryImpossible(category=one, reason="letters")
        if one not in known:
            reason = "unknown" if known else "none"
            raise CategoryImpossible(category=one, reason=reason, known=", ".join(known))


def change_player(tournament: Tournament, *, number: PlayerId, changes: Mapping[str, object]) -> list[Event]:
    before = tournament.player(number)
    card = _tidy(replace(before, **changes))  # type: ignore[arg-type]
    if card == before:
        raise NothingToChange(what=before.full_name)
    _check_categories(tournament, [one for one in card.categories if one not in before.categories])
    if card.id != number:
        _check_number(card.id)
        if card.id in tournament.players:
            raise NumberTaken(number=card.id, name=tournament.player(card.id).full_name)
        if is_mentioned(tournament, number):
            raise NumberFixed(player=before.full_name, id=number)
    return [PlayerChanged(number, card)]


def player_leaves(
    tournament: Tournament,
    *,
    number: PlayerId,
    reason: Absence = Absence.WITHDRAWN,
    expected: int | None = None,
) -> list[Event]:
    """A player leaves: his pair is dissolved; if it has a result, he leaves after this round.

    An absent player stays absent for the new reason. A pre-registered player is expected in a round, by
    default the open one, and joins when that round is paired.
    """
    player = tournament.player(number)
    _check_bye(tournament, reason)
    before = tournament.left.get(number)
    absence = (reason, _expected_in(tournament, reason, expected))
    if before is not None and (before.reason is Absence.OUT or (before.reason, before.expected) == absence):
        raise PlayerLeftAlready(player=player.full_name, id=number)
    events: list[Event] = [PlayerReturned(number)] if before is not None else []
    current = tournament.open_round
    table = current.table_of(number)
    if table is not None and table.result is not None:
        return [*events, PlayerLeft(number, current.number + 1, *absence)]
    return [*events, *_dissolve(tournament, number), PlayerLeft(number, current.number, *absence)]


def _check_bye(tournament: Tournament, reason: Absence) -> None:
    if reason in BYES and not tournament.settings.pairing_system.byes_on_request:
        raise ByeNotOffered(system=tournament.settings.system)


def _expected_in(tournament: Tournament, reason: Absence, expected: int | None) -> int:
    """The round whose pairing brings a pre-registered player in; 0 for any other reason."""
    if reason is not Absence.PREREGISTERED:
        return 0
    current = tournament.open_round.number
    wanted = current if expected is None else expected
    if not current <= wanted <= max(MOST_ROUNDS, current):
        raise UnknownRound(reason="expected", round=wanted, last=MOST_ROUNDS)
    return wanted


def _dissolve(tournament: Tournament, number: PlayerId) -> list[Event]:
    table = tournament.open_round.table_of(number)
    if table is None:
        return []
    if table.result is not None:
        raise TableHasResult(table=table.number, round=tournament.open_round.number)
    return [TableRemoved(tournament.open_round.number, table.number)]


def player_returns(tournament: Tournament, *, number: PlayerId) -> list[Event]:
    """A player who had left, or was to be absent this round, plays the open round."""
    player = tournament.player(number)
    current = tournament.open_round.number
    events: list[Event] = []
    if number in tournament.left:
        events.append(PlayerReturned(number))
    if number in tournament.away.get(current, {}):
        events.append(AbsenceCancelled(number, current))
    if not events and tournament.absence(number) is Absence.OUT:
        raise FinalImpossible(reason="out", player=player.full_name)
    if not events:
        raise PlayerIsHere(player=player.full_name, id=number)
    return events


def arrivals(tournament: Tournament) -> list[Event]:
    """The events that make pre-registered players present when the round is paired."""
    return [
        come for number in expected_players(tournament) for come in player_returns(tournament, number=number)
    ]


def expected_players(tournament: Tournament) -> list[PlayerId]:
    """Players who join with the next pairing: those pre-registered for this round.

    In Keizer also players who came after a pairing that was dissolved later (keizer 3). In the files of
    KeizerForClubs a pre-registration is an absence planned for the expected round.
    """
    return [player for player in tournament.players if _awaited(tournament, player)]


def _awaited(tournament: Tournament, player: PlayerId) -> bool:
    current = tournament.open_round
    expected = tournament.expected(player)
    if expected is not None:
        return expected <= current.number and tournament.absence(player) is Absence.PREREGISTERED
    planned = tournament.away.get(current.number, {}).get(player)
    if player in tournament.left or planned is not Absence.LATE:
        return False
    return not current.tables and tournament.settings.pairing_system.season


def renumber_by_rating(tournament: Tournament) -> list[Event]:
    """Number players from 1 by rating, equal ratings by old number; only while no round refers to them."""
    current = tournament.open_round
    if tournament.closed_rounds or current.tables or current.bye or current.forced_bye:
        raise TournamentStarted()
    order = sorted(tournament.players.values(), key=lambda card: (-card.rating, card.id))
    numbers = {card.id: place for place, card in enumerate(order, start=1)}
    moved = [card for card in order if card.id != numbers[card.id]]
    if not moved:
        raise NothingToChange(what=tournament.name)
    unused = (number for number in count(len(order) + 1) if number not in tournament.players)
    aside = list(zip(moved, unused, strict=False))
    pairs = sorted(sorted(pair) for pair in tournament.forbidden)  # forbidden pairs refer to numbers
    return [
        *(PairAllowed(one, other) for one, other in pairs),
        *(PlayerChanged(card.id, replace(card, id=spare)) for card, spare in aside),
        *(PlayerChanged(spare, replace(card, id=numbers[card.id])) for card, spare in aside),
        *(PairForbidden(numbers[one], numbers[other]) for one, other in pairs),
    ]


def remove_player(tournament: Tournament, *, number: PlayerId) -> list[Event]:
    """Erase a player who never had a game; his byes vanish with him, as in PAPP (papp 5.6)."""
    player = tournament.player(number)
    for played in tournament.closed_rounds:
        if number in played.seated:
            raise PlayerHasPlayed(player=player.full_name, id=number, round=played.number)
    return [*_dissolve(tournament, number), PlayerRemoved(number)]


def plan_absence(
    tournament: Tournament, *, number: PlayerId, rounds: Iterable[int], reason: Absence = Absence.ABSENT
) -> list[Event]:
    """Plan the absence of a player in future rounds or in the open one; pre-registration names one round."""
    tournament.player(number)
    listed = sorted(set(rounds))
    _check_bye(tournament, reason)
    if reason is Absence.PREREGISTERED:
        if len(listed) != 1:
            raise UnknownRound(reason="expected", round=", ".join(map(str, listed)), last=MOST_ROUNDS)
        return player_leaves(tournament, number=number, reason=reason, expected=listed[0])
    events: list[Event] = []
    for wanted in listed:
        if wanted < tournament.open_round.number:
            raise UnknownRound(round=wanted, last=tournament.open_round.number)
        if wanted > max(MOST_ROUNDS, tournament.open_round.number):
            raise UnknownRound(round=wanted, last=MOST_ROUNDS)
        if wanted == tournament.open_round.number:
            events += _dissolve(tournament, number)
        if tournament.away.get(wanted, {}).get(number) != reason:
            events.append(AbsencePlanned(number, wanted, reason))
    return events


def cancel_absence(tournament: Tournament, *, number: PlayerId, rounds: Iterable[int]) -> list[Event]:
    """Cancel planned absences of a player."""
    player = tournament.player(number)
    coming = (wanted for wanted in sorted(set(rounds)) if wanted >= tournament.open_round.number)
    planned = [wanted for wanted in coming if number in tournament.away.get(wanted, {})]
    if not planned:
        raise PlayerIsHere(player=player.full_name, id=number)
    return [AbsenceCancelled(number, wanted) for wanted in planned]


MOST_EVENINGS = 4
"""For how many rounds ahead a member may sign off."""


def evenings(tournament: Tournament, number: PlayerId) -> dict[int, bool]:
    """The rounds of a season for which a member may sign off or come back, and whether the member is off.

    Not a round that is paired, nor one for which the desk has noted another reason.
    """
    tournament.player(number)
    if not tournament.settings.pairing_system.season or number in tournament.left:
        return {}
    current = tournament.open_round
    first = current.number + bool(current.tables or current.bye)
    last = min(first + MOST_EVENINGS - 1, tournament.settings.rounds)
    reasons = {one: tournament.away.get(one, {}).get(number) for one in range(first, last + 1)}
    return {one: bool(reason) for one, reason in reasons.items() if reason in (None, Absence.EXCUSED)}


def sign_off(tournament: Tournament, *, number: PlayerId, round: int, off: bool) -> list[Event]:
    """A member excuses himself for an evening, or comes after all; asking twice is asking once."""
    known = evenings(tournament, number)
    if round not in known:
        raise UnknownRound(round=round, last=tournament.settings.rounds)
    if known[round] == off:
        return []
    planned = AbsencePlanned(number, round, Absence.EXCUSED)
    return [planned if off else AbsenceCancelled(number, round)]


def forbid_pair(tournament: Tournament, *, first: PlayerId, second: PlayerId) -> list[Event]:
    if first == second:
        raise SamePlayer(player=tournament.player(first).full_name)
    names = full_names(tournament, (first, second))
    if frozenset((first, second)) in tournament.forbidden:
        raise NothingToChange(what=" - ".join(names))
    return [PairForbidden(first, second)]


def allow_pair(tournament: Tournament, *, first: PlayerId, second: PlayerId) -> list[Event]:
    names = full_names(tournament, (first, second))
    if frozenset((first, second)) not in tournament.forbidden:
        raise NothingToChange(what=" - ".join(names))
    return [PairAllowed(first, second)]


# Presence in the open round: who comes and who goes, one player or all; asking twice is asking once.


WITHOUT_NOTICE = (Absence.ABSENT, Absence.UNEXCUSED)
"""Absent without notice: they are still expected."""


def set_presence(
    tournament: Tournament, *, number: PlayerId, present: bool, reason: Absence | None = None
) -> list[Event]:
    """A player plays the open round or does not; in a season an absence is for this evening only."""
    tournament.player(number)
    absence = tournament.absence(number)
    if present:
        return player_returns(tournament, number=number) if absence else []
    if absence is not None and reason in (None, absence):
        return []
    if tournament.settings.pairing_system.season:
        return _away_tonight(tournament, number, reason or Absence.UNEXCUSED)
    return player_leaves(tournament, number=number, reason=reason or Absence.ABSENT)


def _away_tonight(tournament: Tournament, number: PlayerId, reason: Absence) -> list[Event]:
    """Absent this round only; a player who had withdrawn is back in the season."""
    events: list[Event] = []
    if number in tournament.left:
        events = player_returns(tournament, number=number)
    now, current = replay(events, tournament), tournament.open_round.number
    return [*events, *plan_absence(now, number=number, rounds=(current,), reason=reason)]


def away_for_a_reason(tournament: Tournament) -> list[PlayerId]:
    """Absent players who are not expected: withdrawn, excused, with the club, with a bye, or not yet due."""
    absences = ((player, tournament.absence(player)) for player in tournament.players)
    return [player for player, absence in absences if absence is not None and absence not in WITHOUT_NOTICE]


def set_everybody(tournament: Tournament, *, present: bool) -> list[Event]:
    """All players without a table come or go; those absent for a reason stay absent."""
    kept = set(away_for_a_reason(tournament))
    events: list[Event] = []
    for number in tournament.players:
        if number not in kept and tournament.open_round.table_of(number) is None:
            news = set_presence(tournament, number=number, present=present)
            events, tournament = [*events, *news], replay(news, tournament)
    return events


# A list of people joins a tournament: nobody is registered twice or left out because of a number.


def register_list(
    tournament: Tournament, listed: Iterable[Player], taken: Collection[PlayerId] = ()
) -> list[Event]:
    """Register the people of a list who are not registered yet; a number that is taken becomes another."""
    newcomers, _ = newcomers_of(tournament, listed)
    kept = {*taken, *(person.id for person in newcomers)}
    events: list[Event] = []
    for person in newcomers:
        entrant = replace(person, id=0) if person.id in tournament.players else person
        news = enter_player(tournament, player=entrant, taken=() if entrant.id else kept)
        events, tournament = [*events, *news], replay(news, tournament)
    return events


def newcomers_of(tournament: Tournament, listed: Iterable[Player]) -> tuple[list[Player], list[Player]]:
    """The newcomers of a list, and who is registered already; two entries of one name are two people."""
    waiting = [*tournament.players.values()]
    newcomers: list[Player] = []
    there: list[Player] = []
    for person in listed:
        known = _known(person, waiting)
        if known is None:
            newcomers.append(person)
        else:
            waiting.remove(known)
            there.append(person)
    return newcomers, there


def _known(person: Player, cards: Collection[Player]) -> Player | None:
    """The registered player who is the same person: the same name, and no contradicting field."""
    words = name_words(person.full_name)
    same = [card for card in cards if name_words(card.full_name) == words and _may_be(card, person)]
    return next((card for card in same if card.id == person.id), same[0] if same else None)


def _may_be(card: Player, person: Player) -> bool:
    """Ratings change from month to month, a country may be the default, and a club may be missing."""
    return not card.club or not person.club or fold(card.club) == fold(person.club)
