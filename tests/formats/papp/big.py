"""The biggest tournament PAPP can hold, made by hand."""

from __future__ import annotations

import random

PLAYERS, ROUNDS = 256, 20


def big_folder() -> dict[str, bytes]:
    """A folder of 256 players and 20 rounds, saved after every pairing and every round, as PAPP does."""
    chance = random.Random(20)
    numbers = [1000 + 3 * at for at in range(PLAYERS)]
    players = "".join(f"{number:6d} NAME{number}, First {{FRA}} %_<{number}>\n" for number in numbers)
    signs = [f"+{number:06d}" for number in numbers]
    lines = ['#_Nom-Tournoi = "Big" ;', f"#_Nombre-Rondes = {ROUNDS} ;", "#_BQ-double = 6.000000 ;", ""]
    lines += [
        f"& {' '.join(signs[:10])}",
        *(" ".join(signs[at : at + 10]) for at in range(10, PLAYERS, 10)),
        ";",
    ]
    for number in range(1, ROUNDS + 1):
        chance.shuffle(numbers)
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        lines += [f"% Pairings of round {number}", "", "raz-couplage;"]
        lines += [f"({black:06d} {white:06d});" for black, white in pairs]
        lines += ["", f"% Results of round {number}", "", "raz-couplage;"]
        for black, white in pairs:
            discs = chance.randrange(65)
            lines.append(f"({black:06d} {discs:02d}    {white:06d} {64 - discs:02d});")
        lines += ["ronde-suivante;", ""]
    config = b'Pays = "FRA"; dossier false;\n'
    work = "\n".join(lines).encode() + b"\n"
    return {"papp.cfg": config, "joueurs.txt": players.encode(), "papp-internal-workfile.txt": work}
