"""Names in the files of KeizerForClubs, which has one field for a name: `Kolar, Emil`."""

from __future__ import annotations

from ronde.core.player import Player

COMMA = ", "


def halves(name: str) -> tuple[str, str]:
    """Family and first name at the only comma; any other name is a family name.

    >>> halves("Kolar, Emil"), halves("Kolar, Emil, jr")
    (('Kolar', 'Emil'), ('Kolar, Emil, jr', ''))
    """
    family, _, first = name.partition(COMMA)
    return (family, first) if name.count(COMMA) == 1 and family else (name, "")


def kfc_name(card: Player) -> str:
    """The name as in the file, and as typed in KeizerForClubs."""
    return f"{card.name}{COMMA}{card.first_name}" if card.first_name else card.name
