"""What no event may contain in any tournament: unprintable texts, numbers out of range."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ronde.core import events as fact
from ronde.core.errors import NameImpossible, NumberImpossible, ResultImpossible, SettingImpossible
from ronde.core.fidecard import NO_CARD, check_fide_card
from ronde.core.player import BIGGEST_FOREIGN, LONGEST_NAME, Player, check_rating, clean_name
from ronde.core.result import Board, checked
from ronde.core.settings import check_settings
from ronde.core.table import Bye, Pair, Reason
from ronde.core.tournament import Tournament

COUNTABLE = 2**63 - 1
"""The largest number that SQLite, numpy and other programs can store."""


def check_opening(event: fact.TournamentOpened | fact.SettingsChanged) -> None:
    """Refuse an impossible name, date or settings; tournaments of PAPP may have no name."""
    clean_name(event.name, needed=False)
    clean_name(event.date, field="date", needed=False)
    check_settings(event.settings)


def check_card(card: Player) -> None:
    """Refuse an impossible player; a fast check passes nearly all."""
    if not 1 <= card.id <= BIGGEST_FOREIGN:
        raise NumberImpossible(number=card.id)
    check_rating(card.rating)
    if card.fide != NO_CARD:
        check_fide_card(card.fide)
    texts = card.name + card.first_name + card.country + card.club + card.comment
    if card.categories or len(texts) > LONGEST_NAME or not (texts.isprintable() and card.name.strip()):
        _check_texts(card)


def _check_texts(card: Player) -> None:
    clean_name(card.name)
    texts = {"first-name": card.first_name, "country": card.country, "club": card.club}
    for field, text in {**texts, "comment": card.comment}.items():
        clean_name(text, field=field, needed=False)
    for category in card.categories:
        clean_name(category, field="category")


def check_draw(event: fact.RoundPaired) -> None:
    """Refuse a draw whose numbers or costs are out of range."""
    clean_name(event.system, field="system", needed=False)
    check_numbers((event.seed, event.total, *event.tables))
    check_bills([*event.tables.values(), *((event.bye,) if event.bye else ())])


def check_bills(priced: Sequence[Pair | Bye]) -> None:
    """Refuse costs out of range and unprintable names of rules."""
    lines: list[Reason] = [line for pair in priced for line in pair.reasons]
    check_numbers([pair.cost for pair in priced])
    check_numbers([line.cost for line in lines])
    check_numbers([line.amount for line in lines])
    for rule in {line.rule for line in lines}:
        clean_name(rule, field="rule")


def check_game(event: fact.GamePlayed) -> None:
    check_numbers((event.leg, *event.score, *event.seconds))
    clean_name(event.reason, field="reason", needed=False)
    clean_name(event.record, field="record", needed=False)
    clean_name(event.moves, field="moves", needed=False)


def check_program(event: fact.ProgramChanged) -> None:
    clean_name(event.file, field="file")
    hidden = event.file.startswith(".") or "/" in event.file
    if hidden or not re.fullmatch("[0-9a-f]{64}", event.digest):
        raise NameImpossible(field="file", reason="path", text=event.file)


def check_results(tournament: Tournament, board: Board) -> None:
    """Refuse another board on which the results so far are impossible."""
    if board.total == tournament.settings.board.total:
        return
    for played in tournament.rounds:
        for table in played.tables.values():
            try:
                if table.result is not None:
                    checked(table.result, board)
            except ResultImpossible as error:
                raise SettingImpossible(
                    setting="board.total", value=board.total, reason="results", round=played.number
                ) from error


def check_numbers(numbers: Iterable[int]) -> None:
    counted = list(numbers)
    if counted and (min(counted) < -COUNTABLE or max(counted) > COUNTABLE):
        raise NumberImpossible(number=max(counted, key=abs))
