from __future__ import annotations

from pathlib import Path

from ronde.arena.http import (
    Consent,
    EngineCard,
    EngineStore,
    answer_consent,
    ask_consent,
    consents,
    without_consent,
)


def test_only_private_engines_of_others_wait_for_the_consent_of_their_owners(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    url = "https://example.org/"
    cards = [
        book.add_engine(EngineCard(0, name, "pente", url, owner=owner, public=public))
        for name, owner, public in (("open", 7, True), ("hers", 7, False), ("host's", 0, False))
    ]
    waiting = without_consent(book, cards)
    assert [card.name for card in waiting] == ["hers"]

    ask_consent(book, waiting)
    assert consents(book) == {cards[1].id: Consent.ASKED}
    answer_consent(book, cards[1].id, Consent.NO)
    ask_consent(book, waiting)
    assert consents(book) == {cards[1].id: Consent.NO}, "who has said no is not asked again"
    answer_consent(book, cards[1].id, Consent.YES)
    assert without_consent(book, cards) == []
    book.close()
