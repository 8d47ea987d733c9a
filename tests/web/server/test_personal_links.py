"""The link of every player: his alone, and void once he has a new one."""

from __future__ import annotations

from ronde.web.server.account_store import AccountStore
from ronde.web.server.accounts import PersonalLinks


def test_every_player_of_every_tournament_has_his_own_word() -> None:
    links = PersonalLinks(AccountStore())
    words = {links.token(slug, player) for slug in ("a", "b") for player in range(1, 50)}

    assert len(words) == 98
    assert links.token("a", 1) == links.token("a", 1)
    assert PersonalLinks(AccountStore()).token("a", 1) not in words, "another server has another key"


def test_a_new_link_makes_the_old_one_void_and_no_other() -> None:
    links = PersonalLinks(AccountStore())
    mine, his = links.token("a", 1), links.token("a", 2)
    links.renew("a", 1)

    assert not links.holds("a", 1, mine)
    assert links.holds("a", 1, links.token("a", 1))
    assert links.holds("a", 2, his)
    links.renew("a", 1)
    assert not links.holds("a", 1, mine)


def test_all_addresses_are_those_of_one_by_one() -> None:
    links = PersonalLinks(AccountStore())
    links.renew("a", 2)

    assert links.paths("a", [1, 2, 3]) == {player: links.path("a", player) for player in (1, 2, 3)}
