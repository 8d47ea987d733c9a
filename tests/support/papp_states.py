"""Tournaments built from the golden data of the real PAPP, without any reader of files under test."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.support.root import TESTS

from ronde.model.events import (
    Event,
    PlayerEntered,
    PlayerLeft,
    PlayerReturned,
    ResultEntered,
    RoundClosed,
    TableAdded,
    TournamentOpened,
)
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Board, Result
from ronde.model.settings import ColourPenalties, FloatPenalties, Penalties, RepetitionPenalties, Settings
from ronde.model.table import Pair
from ronde.model.tournament import Tournament

GOLDEN = TESTS / "golden" / "papp"
STATES = sorted(GOLDEN.glob("penalties/s*.json"))
FOLDERS = sorted(path.parent for path in GOLDEN.glob("*/expected.json"))


def load(path: Path) -> Any:
    return json.loads(path.read_text())


def state_penalties(table: dict[str, Any]) -> Penalties:
    return Penalties(
        colour=ColourPenalties(tuple(table["colour"]), table["colour_repeat"]),
        float=FloatPenalties(
            tuple(table["float"]), table["float_same_direction"], table["float_compensation"]
        ),
        repetition=RepetitionPenalties(
            table["replay_same_colours"],
            table["replay_opposite_colours"],
            table["bye_replay"],
            table["replay_immediate"],
        ),
        chauvinism=tuple(table["country_by_round"]),
        elitism=tuple(table["elitism_by_round"]),
    )


def history(rounds: list[dict[str, Any]], players: list[int], present_now: dict[int, bool]) -> list[Event]:
    """The facts of closed rounds, everybody's presence as it was in each, then as it is now."""
    facts: list[Event] = []
    here = dict.fromkeys(players, True)
    for number, played in enumerate(rounds, start=1):
        seated = {game[side] for game in played["games"] for side in ("black", "white")}
        playing = {player: player in seated or player in played["byes"] for player in players}
        facts += _presence(number, here, playing)
        facts += _games(number, played["games"])
        absent = {player: Absence.WITHDRAWN for player in players if not playing[player]}
        facts.append(RoundClosed(number, tuple(played["byes"]), absent))
    return facts + _presence(len(rounds) + 1, here, present_now)


def _presence(number: int, here: dict[int, bool], wanted: dict[int, bool]) -> list[Event]:
    facts: list[Event] = []
    for player, present in wanted.items():
        if present and not here[player]:
            facts.append(PlayerReturned(player))
        if here[player] and not present:
            facts.append(PlayerLeft(player, number))
        here[player] = present
    return facts


def _games(number: int, games: list[dict[str, Any]]) -> list[Event]:
    facts: list[Event] = []
    for table, game in enumerate(games, start=1):
        facts.append(TableAdded(number, table, Pair(game["black"], game["white"])))
        facts.append(ResultEntered(number, table, Result(game["black_score"], game["white_score"])))
    return facts


def state_tournament(state: dict[str, Any]) -> Tournament:
    """The tournament of one golden pairing state, ready for its next round."""
    settings = Settings(
        board=Board(state["total_discs"], state["bye_score"]),
        penalties=state_penalties(state["penalties"]),
        cap=10_000_000,
        profile="papp",
    )
    players = [player["id"] for player in state["players"]]
    facts: list[Event] = [TournamentOpened(state["id"], "", settings)]
    facts += [
        PlayerEntered(Player(player["id"], f"P{player['id']}", country=player["country"]), 1)
        for player in state["players"]
    ]
    facts += history(state["history"], players, {one["id"]: one["present"] for one in state["players"]})
    facts += [
        TableAdded(state["round"], table, Pair(black, white))
        for table, (black, white) in enumerate(state["already_paired"], start=1)
    ]
    return replay(facts)


def folder_names(folder: Path) -> dict[int, str]:
    """Full names by number, as a plain expression finds them in the two players files."""
    names: dict[int, str] = {}
    for path in (folder / "joueurs.txt", folder / "nouveaux.txt"):
        for line in path.read_text().splitlines():
            found = re.match(r"\s*(?:%_)?\s*(\d+)\s+([^{%<`']*(?:'[^{%<` ]*)?[^{%<`']*)", line)
            if found and found[2].strip():
                names.setdefault(int(found[1]), " ".join(found[2].replace(",", " ").split()))
    return names


def folder_tournament(folder: Path) -> Tournament:
    """The tournament of a golden folder at its end, from `expected.json`."""
    known = load(folder / "expected.json")["tournament"]
    total, bye = 64, 24
    found = re.search(r"(?i)^\s*score-bip\s*=\s*(\d+)\s*/\s*(\d+)", (folder / "papp.cfg").read_text(), re.M)
    if found:
        bye, total = int(found[1]), int(found[2])
    settings = Settings(
        rounds=known["rounds"], brightwell=known["brightwell"], board=Board(total, bye), profile="papp"
    )
    names = folder_names(folder)
    players = known["registration_order"]
    facts: list[Event] = [TournamentOpened(known["name"], known["date"], settings)]
    facts += [PlayerEntered(Player(number, names[number]), 1) for number in players]
    present = {int(number): here for number, here in known["present_now"].items()}
    return replay(facts + history(known["rounds_played"], players, present))


def papp_template(folder: Path) -> Path:
    """The `cell.tmpl` a golden folder's pages were made with: its own, or the one PAPP writes itself."""
    if (folder / "cell.tmpl").exists():
        return folder / "cell.tmpl"
    version = "1.36" if "# PAPP 1.36," in (folder / "papp-internal-workfile.txt").read_text() else "1.37.1"
    pages = [*folder.glob("cross*.htm"), *folder.glob("*/cross*.htm")]
    french = any("Classement" in page.read_text(errors="replace") for page in pages)
    language = "fr" if french else "en"
    return GOLDEN / "templates" / f"cell-{version}-{language}.tmpl"
