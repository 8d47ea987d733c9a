"""The link of every player: his alone, and void once he has a new one."""

from __future__ import annotations

from ronde.web.server.account_store import Register
from ronde.web.server.accounts import PersonalLinks


def test_every_player_of_every_tournament_has_his_own_word() -> None:
    links = PersonalLinks(Register())
    words = {links.word(slug, player) for slug in ("a", "b") for player in range(1, 50)}

    assert len(words) == 98
    assert links.word("a", 1) == links.word("a", 1)
    assert PersonalLinks(Register()).word("a", 1) not in words, "another server has another key"


def test_a_new_link_makes_the_old_one_void_and_no_other() -> None:
    links = PersonalLinks(Register())
    mine, his = links.word("a", 1), links.word("a", 2)
    links.renew("a", 1)

    assert not links.holds("a", 1, mine)
    assert links.holds("a", 1, links.word("a", 1))
    assert links.holds("a", 2, his)
    links.renew("a", 1)
    assert not links.holds("a", 1, mine)


def test_all_addresses_are_those_of_one_by_one() -> None:
    links = PersonalLinks(Register())
    links.renew("a", 2)

    assert links.paths("a", [1, 2, 3]) == {player: links.path("a", player) for player in (1, 2, 3)}
