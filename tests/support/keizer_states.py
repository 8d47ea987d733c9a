"""Keizer tournaments built from the golden data of the real KeizerForClubs, round by round."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.builders import do
from tests.support.root import TESTS

from ronde.model.decisions.players import (
    enter_player,
    plan_absence,
    player_leaves,
    player_returns,
    remove_player,
)
from ronde.model.decisions.rounds import (
    accept_pairing,
    close_round,
    correct_result,
    enter_at_table,
    open_tournament,
)
from ronde.model.player import Absence, Player, PlayerId
from ronde.model.replay import replay
from ronde.model.result import BOARDS, Result, adjourned, double_forfeit, forfeit
from ronde.model.settings import Settings
from ronde.model.system_settings import KeizerSettings, Shares
from ronde.model.tournament import Tournament
from ronde.systems import frozen_values
from ronde.systems.rounds import pair_round
from ronde.systems.system import RoundPairing

GOLDEN = TESTS / "golden" / "keizer"
TOURNAMENTS = sorted(GOLDEN.glob("k*.json"))
CHESS = BOARDS["chess"]
RESULTS: dict[str, Result] = {
    "1-0": Result(1, 0),
    "1/2": Result(0.5, 0.5),
    "0-1": Result(0, 1),
    "1-F": forfeit(CHESS, winner_first=True),
    "F-1": forfeit(CHESS, winner_first=False),
    "F-F": double_forfeit(),
    "adjourned": adjourned(CHESS),
}
ABSENCES = {
    "club": Absence.CLUB,
    "excused": Absence.EXCUSED,
    "unexcused": Absence.UNEXCUSED,
    "preregistered": Absence.PREREGISTERED,
}


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def keizer_settings(known: dict[str, Any], **more: Any) -> Settings:
    bonus = known["bonus"]
    keizer = KeizerSettings(
        ratio=known["ratio"],
        normalised=known["normalisation"],
        shares=Shares(**{name: bonus[name] for name in bonus}),
        fade_absences=known["decay_absence"],
        fade_own=known["decay_previous_round"],
        repeat_distance=known["repeat_distance"],
        fair_bye=known["fair_bye"],
        colour_limit=known["max_same_colour"] or 0,
        first_round_random=known["first_round_random"],
        random_boards=known["random_boards"],
        **more,
    )
    return Settings(system="keizer", board=CHESS, tiebreaks=(), keizer=keizer)


@dataclass(frozen=True)
class Evening:
    """One golden round as our house plays it."""

    golden: dict[str, Any]
    ready: Tournament
    """Before the draw."""
    drawn: RoundPairing
    closed: Tournament
    first_attempt: RoundPairing | None = None


def evenings(known: dict[str, Any], *, last: bool = True, **more: Any) -> Iterator[Evening]:
    """Every round that KeizerForClubs could pair, drawn by us and played as it was played."""
    hall = opened(known, **more)
    table: tuple[PlayerId, ...] = ()
    for golden in known["rounds"]:
        attempt = golden.get("first_attempt")
        first = pair_round(prepared(hall, known, golden | attempt), seed=1) if attempt else None
        hall = prepared(hall, known, golden)
        if golden["outcome"] != "ok":
            return
        ready, drawn = hall, pair_round(hall, seed=1)
        stale = golden.get("last_round_selected_when_pairing") is False
        hall = replay(
            accept_pairing(
                hall,
                tables=drawn.tables,
                bye=drawn.bye,
                system=drawn.system,
                seed=1,
                total=0,
                values=table if stale else drawn.values,
            ),
            hall,
        )
        hall = played(hall, golden)
        table = frozen_values(hall)
        yield Evening(golden, ready, drawn, hall, first)


def opened(known: dict[str, Any], **more: Any) -> Tournament:
    hall = replay(
        open_tournament(Tournament(), name=known["id"], settings=keizer_settings(known["settings"], **more))
    )
    return _entered(hall, known, 1)


def _entered(hall: Tournament, known: dict[str, Any], number: int) -> Tournament:
    for card in known["players"]:
        if card["joins_before_round"] == number:
            groups = tuple(re.split("[ ,]+", card.get("categories", "")))
            player = Player(
                card["id"],
                card["name"],
                rating=card["rating"],
                categories=tuple(group for group in groups if group),
            )
            hall = do(hall, enter_player, player=player)
    return hall


def prepared(hall: Tournament, known: dict[str, Any], golden: dict[str, Any]) -> Tournament:
    """The hall when "next round" was clicked: newcomers, corrections and everybody's state."""
    number = hall.open_round.number
    if number > 1:
        hall = _entered(hall, known, number)
    for fix in golden.get("corrections_before_pairing", []):
        wish = {"round": fix["round"], "first": fix["white"], "second": fix["black"]}
        hall = do(hall, correct_result, **wish, result=RESULTS[fix["new_result"]])
    for text, state in golden["states_entered"].items():
        hall = _state(hall, int(text), state, number)
    waiting = [one for one in hall.players if hall.absence(one) is Absence.PREREGISTERED]
    for player in waiting:
        hall = do(hall, player_returns, number=player)
    return hall


def _state(hall: Tournament, player: PlayerId, state: str, number: int) -> Tournament:
    if state == "deleted":
        return do(hall, remove_player, number=player) if player in hall.players else hall
    gone = player in hall.left
    if state == "withdrawn":
        return hall if gone else do(hall, player_leaves, number=player)
    hall = do(hall, player_returns, number=player) if gone else hall
    if state in ABSENCES:
        return do(hall, plan_absence, number=player, rounds=[number], reason=ABSENCES[state])
    return hall


def played(hall: Tournament, golden: dict[str, Any]) -> Tournament:
    """The open round with the results of the golden one, closed."""
    for game in golden["pairings"]:
        hall = do(hall, enter_at_table, table=game["board"], result=RESULTS[game["result"]])
    return do(hall, close_round)


def final(known: dict[str, Any], **more: Any) -> Tournament:
    """The tournament after its last round."""
    return [evening.closed for evening in evenings(known, **more)][-1]


def next_states(known: dict[str, Any], hall: Tournament) -> Tournament:
    """The hall before the round that KeizerForClubs could not pair."""
    return prepared(hall, known, known["rounds"][-1])


CODES = {
    1: "1-0", 2: "1/2", 3: "0-1", 4: "bye", 5: "club", 6: "excused", 7: "unexcused",
    8: "1-F", 9: "F-1", 10: "F-F", 11: "adjourned",
}  # fmt: skip


def exported(known: dict[str, Any]) -> Tournament:
    """The tournament whose printed lists are golden, written in the shape of the others."""
    states: dict[str, str] = {}
    rounds = []
    for golden in known["rounds"]:
        here = [one for one in known["players"] if one.get("joins_before_round", 1) <= golden["round"]]
        states = {str(one["id"]): states.get(str(one["id"]), "present") for one in here}
        states |= golden["states_changed"]
        games = [
            {"board": board, "white": white, "black": black, "result": CODES[code]}
            for board, white, black, code in golden["rows"]
            if black > 0
        ]
        rounds.append(
            {"round": golden["round"], "outcome": "ok", "states_entered": dict(states), "pairings": games}
        )
    players = [{"joins_before_round": 1, **one} for one in known["players"]]
    told = {
        "id": known["tournament_name"],
        "settings": known["settings"],
        "players": players,
        "rounds": rounds,
    }
    return final(told, categories=known["categories"], time_bonus=known["time_bonus"])
