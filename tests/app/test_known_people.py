"""The base of known people, read again when its file changes."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from ronde.app.people import KnownPeople
from ronde.model.player import FidePlayer, Player
from ronde.store.fide_list import replace_list
from ronde.store.people import People


def keep(path: Path, *cards: Player) -> None:
    with closing(People(path)) as people:
        people.take(cards)


def test_whoever_was_added_is_found_at_once(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    known = KnownPeople(path)
    assert known.numbers() == frozenset()

    keep(path, Player(7, "DOE", "Al"))
    assert [card.id for card in known.search("doe")] == [7]
    keep(path, Player(8, "DOE", "Zoe"))
    os.utime(path, ns=(1, 1))
    assert known.numbers() == {7, 8}
    assert known.card(8) == Player(8, "DOE", "Zoe")


def test_nothing_typed_means_nobody(tmp_path: Path) -> None:
    keep(tmp_path / "people.db", Player(7, "DOE"))

    assert KnownPeople(tmp_path / "people.db").search("  ") == []


def test_a_base_that_cannot_be_read_is_empty(tmp_path: Path) -> None:
    (tmp_path / "people.db").write_bytes(b"oops" * 1000)

    assert KnownPeople(tmp_path / "people.db").numbers() == frozenset()
    assert KnownPeople(None).card(1) is None


def test_people_of_the_list_of_fide_are_found_after_the_base_and_a_new_list_counts_at_once(
    tmp_path: Path,
) -> None:
    path = tmp_path / "people.db"
    keep(path, Player(7, "DOE", "Al"))
    known = KnownPeople(path)
    assert known.listed(12) is None
    for rating in (2000, 2015):
        replace_list(
            path.with_name("fide.db"), [FidePlayer(12, "Doe, Jane", "ENG", ratings=(rating, 1900, 0))]
        )
        os.utime(path.with_name("fide.db"), ns=(rating, rating))

        assert [(card.id, card.fide.number) for card in known.search("doe")] == [(7, 0), (0, 12)]
        card = known.listed(12)
        assert card is not None
        assert card.rating == rating
    assert [card.rating for card in known.search("jane", "rapid")] == [1900]


def test_a_list_that_cannot_be_read_is_empty(tmp_path: Path) -> None:
    (tmp_path / "fide.db").write_bytes(b"oops" * 1000)

    assert KnownPeople(tmp_path / "people.db").search("doe") == []
