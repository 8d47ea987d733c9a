"""Private engines compete in public only if their owners agree."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from ronde.http_engines.card import EngineCard
from ronde.http_engines.store import EngineStore


class Consent(StrEnum):
    """The answer of a private engine's owner about competitions."""

    ASKED = "asked"
    YES = "yes"
    NO = "no"


def consents(book: EngineStore) -> dict[int, Consent]:
    """Requests and answers, by engine."""
    return {engine: Consent(answer) for engine, answer in book.execute("SELECT engine, answer FROM consent")}


def unwilling(book: EngineStore, cards: Iterable[EngineCard]) -> list[EngineCard]:
    """The private engines whose owners have not agreed; the host's own engines need no consent."""
    said = consents(book)
    return [card for card in cards if not card.public and card.owner and said.get(card.id) is not Consent.YES]


def ask_consent(book: EngineStore, cards: Iterable[EngineCard]) -> None:
    """Ask the owners of some engines, except those who have said no."""
    for card in cards:
        book.execute("INSERT INTO consent VALUES (?, ?) ON CONFLICT DO NOTHING", card.id, Consent.ASKED.value)


def answer_consent(book: EngineStore, engine: int, answer: Consent) -> None:
    """Store an owner's answer; a later answer replaces it."""
    book.execute("REPLACE INTO consent VALUES (?, ?)", engine, answer.value)
