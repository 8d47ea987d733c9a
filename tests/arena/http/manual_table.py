"""What the Tournoyons manual of June 2013 says of the requests, sentence by sentence, each with its check.

The sentences are quoted as the manual prints them, without its italics. A check gets all requests that one
engine got in one game, in order; the last one is that of the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

Request = dict[str, str]
Requests = list[Request]
CARD = r"(?:[SCHD][KQJT1-9]|\?\?)"
SHIP = r"[VH][2-5][A-J][0-9][123]"
TRAYS = {
    "TicTacToe": "[012]{9}",
    "BigTicTacToe": "[012]{100}",
    "Pente": "[012]{361}",
    "Reversi": "[034]{64}",
    "SeaFight": "[0123]{100}",
    "MasterMind": "(?:[0-4][0-4][A-H]{4}){0,8}",
    "Rochambeau": "Init",
    "Poker": rf"\d\d(?:0\d|1[0-4])[1-9]{CARD}{{4}}(?:{CARD}{{3,5}})?(?:M\??\d{{1,3}}-\??\d{{1,3}})+",
}
MOVES = {
    "TicTacToe": "[1-9]",
    "BigTicTacToe": "[A-J][0-9]",
    "Pente": "[A-S][A-S]",
    "Reversi": "[A-H][1-8]|XX",
    "SeaFight": "[A-J][0-9][123]",
    "Rochambeau": "[123]",
    "Poker": r"\d{1,3}",
}
GAINS = {
    "BigTicTacToe": "(?:[A-J][0-9]){0,40}",
    "Pente": "[0-5]",
    "Rochambeau": "[0-5]",
    "Poker": r"-?\d{1,4}",
}
LEGENDS = ("Je passe", "Les noirs passent", "Les blancs passent")
FIRST_SHOWN = {"Rochambeau": 3, "SeaFight": 4}
"""The first Turn at which the opponent has made a move that may be shown; elsewhere 2."""


def asked(requests: Requests) -> Requests:
    """All but the last one."""
    return requests[:-1]


def number(request: Request) -> int:
    return int(request["Turn"])


def matches(patterns: dict[str, str], request: Request, names: Iterable[str]) -> bool:
    """Whether these parameters, where they are sent, are written as the chapter of the game says."""
    pattern = patterns.get(request["Set"], "")
    return all(re.fullmatch(pattern, request[name]) is not None for name in names if name in request)


def of(game: str, holds: Callable[[Requests], bool]) -> Callable[[Requests], bool]:
    """A check for one game only."""
    return lambda requests: requests[0]["Set"] != game or holds(requests)


def moves_by_parity(requests: Requests) -> bool:
    """The opponent's move is in the parameter of his own number, as soon as it may be shown."""
    for request in asked(requests):
        mine, other = ("Move1", "Move2") if number(request) % 2 else ("Move2", "Move1")
        shown = number(request) >= FIRST_SHOWN.get(request["Set"], 2)
        known = request["Set"] not in ("MasterMind", "Poker")  # never shown; shown within a hand
        if mine in request or (known and (other in request) != shown):
            return False
    return True


def dealer_acts_first(requests: Requests) -> bool:
    """At odd ranks the first player deals: he acts at steps 1, 4, 6 and 8, his opponent at 2, 3, 5 and 7."""
    for request in asked(requests):
        rank, step, seat = int(request["Tray"][:2]), int(request["Tray"][4]), number(request)
        dealer = 1 if rank % 2 else 2
        if step != 9 and (seat == dealer) != (step in (1, 4, 6, 8)):
            return False
    return True


def own_cards_only(requests: Requests) -> bool:
    """Before step 9 an engine sees its own two cards and not the other's."""
    for request in asked(requests):
        cards = request["Tray"][5:13]
        own, other = (cards[:4], cards[4:]) if number(request) == 1 else (cards[4:], cards[:4])
        if request["Tray"][4] != "9" and ("?" in own or other != "????"):
            return False
    return True


@dataclass(frozen=True)
class Sentence:
    """A sentence of the manual and what it means for the requests."""

    text: str
    holds: Callable[[Requests], bool]
    ruling: str = ""
    """The ruling by which it is read, where it leaves something open."""


TABLE = [
    Sentence("Identifiant de la partie en cours", lambda all_: len({one["Game"] for one in all_}) == 1),
    Sentence(
        "chaîne de caractère (taille 10 max)", lambda all_: all(0 < len(one["Game"]) <= 10 for one in all_)
    ),
    Sentence("a pour valeur une chaîne fixée par l'Arbitre", lambda all_: all(one["MoveId"] for one in all_)),
    Sentence("Non utilisé en émission par l'arbitre.", lambda all_: not any("Value" in one for one in all_)),
    Sentence(
        "introduit temporairement, uniquement pour le Poker, indique le niveau de la règle",
        lambda all_: all(("Level" in one) == (one["Set"] == "Poker") for one in all_),
    ),
    Sentence(
        "Ce paramètre n'est pas envoyé par l'arbitre pour le début de la partie.",
        lambda all_: (
            number(all_[0]) > 1
            or not any(name in all_[0] for name in ("Gain1", "Gain2", "Move1", "Move2"))
            or all_[0]["Set"] == "Poker"
        ),
    ),
    Sentence(
        "si Turn est impair, le moteur appelé est premier joueur, et recevra (si Turn > 1) la valeur du coup "
        "joué par l'adversaire dans Move2",
        moves_by_parity,
        "GEN-2, CHI-3, SEA-4: only a move that may be shown",
    ),
    Sentence(
        "plus précisément le nombre de coups joués (incluant le coup courant)",
        lambda all_: (
            all_[0]["Set"] == "Poker"
            or [number(one) for one in asked(all_)]
            == list(range(number(all_[0]), number(all_[0]) + 2 * len(asked(all_)), 2))
        ),
    ),
    Sentence(
        "Turn n'est pas valable pour le Poker, où on s'appuie sur l'étape en cours.",
        of("Poker", lambda all_: len({one["Turn"] for one in all_}) == 1),
        "POK-11: it tells the seat",
    ),
    Sentence(
        "Durée peut valoir entre 4s et 54s. Elle est constante pour une partie donnée.",
        lambda all_: len({one["TimeOut"] for one in asked(all_)}) == 1 and 4 <= int(all_[0]["TimeOut"]) <= 54,
    ),
    Sentence("0 : partie en cours", lambda all_: {one["Status"] for one in asked(all_)} == {"0"}),
    Sentence(
        "1 : partie gagnée en tant que premier joueur",
        lambda all_: all_[-1]["Status"] in ("1", "3", "5") or number(all_[-1]) % 2 == 0,
    ),
    Sentence(
        "2 : partie gagnée en tant que second joueur",
        lambda all_: all_[-1]["Status"] in ("2", "4", "5") or number(all_[-1]) % 2 == 1,
    ),
    Sentence(
        "si Referee est vide, on est dans le contexte de la page « testeur de moteur ». Afficher alors la "
        "valeur en ligne",
        lambda all_: len({one["Referee"] for one in asked(all_)}) == 1,
    ),
    Sentence(
        "Si la partie est terminée, le moteur ne doit pas rappeler l'arbitre. Le paramètre Referee est donc "
        "absent",
        lambda all_: all_[-1]["Referee"] == "",
        "GEN-4: without a value, as the program of annex A reads it",
    ),
    Sentence(
        "est renseigné uniquement lorsque le moteur est appelé pour un match de compétition",
        lambda all_: len({one.get("Opponent", "") for one in all_}) == 1,
    ),
    Sentence(
        "Par convention, la valeur d'un plateau vide (partie à débiter) est : « Init »",
        lambda all_: number(all_[0]) > 1 or all_[0]["Tray"] == "Init" or all_[0]["Set"] == "Poker",
    ),
    Sentence(
        "La syntaxe et les valeurs dépendent du jeu.",
        lambda all_: (
            all(one["Tray"] == "Init" or matches(TRAYS, one, ("Tray",)) for one in all_)
            and all(matches(MOVES, one, ("Move1", "Move2")) for one in asked(all_))
        ),
    ),
    Sentence(
        "Représente le gain des joueurs",
        lambda all_: all(matches(GAINS, one, ("Gain1", "Gain2")) for one in asked(all_)),
    ),
    Sentence(
        "Si partie terminée, Flotte de chaque joueur, sinon, sans objet",
        of(
            "SeaFight",
            lambda all_: (
                not any("Gain1" in one or "Gain2" in one for one in asked(all_))
                and all(re.fullmatch(f"(?:{SHIP}){{5}}", all_[-1][name]) for name in ("Gain1", "Gain2"))
            ),
        ),
    ),
    Sentence(
        "Concaténation des Lignes du plateau adverse.",
        of(
            "MasterMind",
            lambda all_: not any(name in one for one in all_ for name in ("Move1", "Move2", "Gain1")),
        ),
        "MAS-4: one's own lines, on the board that hides the opponent's code",
    ),
    Sentence(
        "Si partie non terminée, sans possibilité de jeu pour le joueur actif, Legend = « Je passe »",
        lambda all_: all(one.get("Legend", "Je passe") in LEGENDS for one in all_),
    ),
    Sentence(
        "si le rang est impair, le donneur est le premier joueur, sinon le donneur est le second joueur",
        of("Poker", dealer_acts_first),
    ),
    Sentence(
        "Distribution de deux cartes à chaque joueur, non visibles de l'autre joueur",
        of("Poker", own_cards_only),
    ),
    Sentence(
        "il est en niveau « 2 » si et seulement si les deux moteurs en lice le codent",
        of("Poker", lambda all_: len({one["Level"] for one in all_}) == 1 and all_[0]["Level"] in "12"),
    ),
]
