"""Players of a file of OpenGotha, and the keys by which its games name them (go 1, 7.1)."""

from __future__ import annotations

import unicodedata

from ronde.model.go import clamped_rating, read_rank, write_rank
from ronde.model.names import fold
from ronde.model.player import Player

ROUNDS = 20
"""The marks of participation in a file, and the most rounds."""
OLD_RATINGS, OLD_NAMES = 201, 200
"""Files below the first have ratings of the FFG; up to the second, games name players in ASCII."""
FFG_SHIFT = 2050


def key(name: str, first_name: str) -> str:
    """How games name a player: surname and first name without blanks, in capitals.

    >>> key("van Pobré", "Kizé-Klé")
    'VANPOBRÉKIZÉ-KLÉ'
    """
    return "".join(unicodedata.normalize("NFC", name + first_name).split()).upper()


def old_key(text: str) -> str:
    return "".join(char for char in fold(text).upper() if char.isascii())


def attributes_of(player: Player, rank: int, *, preliminary: bool, marks: str) -> dict[str, str]:
    """What a file says of a player."""
    card = player.go
    return {
        "name": player.name,
        "firstName": player.first_name,
        "country": player.country,
        "club": player.club,
        "egfPin": card.pin,
        "ffgLicence": card.ffg,
        "ffgLicenceStatus": card.ffg_status,
        "agaId": card.aga,
        "agaExpirationDate": card.aga_expires,
        "rank": write_rank(rank),
        "rating": str(clamped_rating(player.rating)),
        "ratingOrigin": card.rating_origin,
        "grade": card.grade,
        "smmsCorrection": str(card.correction),
        "participating": marks,
        "registeringStatus": "PRE" if preliminary else "FIN",
    }


def rank_of(rank: str, grade: str) -> int | None:
    """The rank of a player: as written, else that of his grade; None if neither can be read."""
    read = read_rank(rank)
    return read if read is not None else read_rank(grade)
