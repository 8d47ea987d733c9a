"""Poker, levels 1 and 2: deals the unknown cards many times, and stakes by how often it wins."""

from __future__ import annotations

import random
import re
from collections import Counter

from tournoyons import Ask, seat, serve

VALUES = "..23456789TJQK1"
"""The place of a value is its worth; 1 is the ace, which A also means."""
DECK = [suit + value for suit in "SCHD" for value in VALUES[2:]]
DEALS = 60


def rank(cards: list[str]) -> tuple[int, list[int]]:
    """The best five of these cards as something that can be compared."""
    worths = sorted((VALUES.index(card[1]) for card in cards), reverse=True)
    by_count = sorted(Counter(worths).items(), key=lambda item: (-item[1], -item[0]))
    counts, order = [count for _, count in by_count], [worth for worth, _ in by_count]
    suit, most = Counter(card[0] for card in cards).most_common(1)[0]
    flush = (
        sorted((VALUES.index(card[1]) for card in cards if card[0] == suit), reverse=True) if most > 4 else []
    )
    if flush and (top := straight(flush)):
        return 8, [top]
    if counts[0] == 4:
        return 7, [order[0], max(worth for worth in worths if worth != order[0])]
    if counts[0] == 3 and counts[1:2] >= [2]:
        return 6, order[:2]
    if flush:
        return 5, flush[:5]
    if top := straight(worths):
        return 4, [top]
    if counts[0] == 3:
        return 3, order[:3]
    if counts[:2] == [2, 2]:
        return 2, [*order[:2], max(worth for worth in worths if worth not in order[:2])]
    return counts[0] - 1, order[: 6 - counts[0]]


def straight(worths: list[int]) -> int:
    """The highest card of five in a row, 0 if there is none; the ace is also below the 2."""
    have = set(worths) | ({1} if 14 in worths else set())
    return next((top for top in range(14, 4, -1) if all(top - step in have for step in range(5))), 0)


def strength(mine: list[str], table: list[str], chance: random.Random) -> float:
    """How often these cards win against cards by chance, ties for a half."""
    rest = [card for card in DECK if card not in mine + table]
    won = 0.0
    for _ in range(DEALS):
        dealt = chance.sample(rest, 7 - len(table))
        full = table + dealt[2:]
        me, other = rank(mine + full), rank(dealt[:2] + full)
        won += 1 if me > other else 0.5 if me == other else 0
    return won / DEALS


def stakes(ask: Ask, me: int) -> tuple[int, int, int, int]:
    """My total, the other's, the smallest raise, and the cap of this hand."""
    tray = ask["Tray"]
    totals = [int(text.lstrip("?")) for text in tray.rpartition("M")[2].split("-")]
    if ask.get("Level") != "2":
        return totals[me - 1], totals[2 - me], 1, 100
    small = 1 + 2 * ((int(tray[:2]) - 1) // 8)
    capitals = [int(ask.get(name) or 200) for name in ("Gain1", "Gain2")]
    return totals[me - 1], totals[2 - me], small, min(100, *capitals)


def choose(ask: Ask, chance: random.Random) -> str:
    """My total in this hand, 0 to fold; anything at step 9."""
    tray, me = ask["Tray"].replace("A", "1"), seat(ask)
    if tray[4] == "9":
        return "OK"
    cards = re.findall("..", tray[5 : tray.index("M")])
    mine, table = cards[2 * me - 2 : 2 * me], cards[4:]
    total, call, smallest, cap = stakes(ask, me)
    chances = strength(mine, table, chance)
    price = (call - total) / (2 * call)
    if chances < price + 0.05 and call > total:
        return "0"
    wanted = call + max(smallest, round(call * (chances - 0.5) * 2))
    # Raising for ever against as strong a hand ends at the cap; a third of the cards is left to a mere call.
    if chances > 0.65 and call < cap and chance.random() < chances:
        return str(min(cap, wanted))
    return str(call)


if __name__ == "__main__":
    serve("Poker", choose)
