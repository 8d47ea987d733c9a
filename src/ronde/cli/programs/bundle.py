"""The bundle of a student: own games with replay pages, own messages and faults, no messages of others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ronde.app.desk import Desk
from ronde.core.events import GamePlayed
from ronde.core.player import PlayerId
from ronde.disk.door import write_over
from ronde.formats.csv import write_rows
from ronde.formats.pages.door import Gallery
from ronde.games.door import Answer, GameRecord, Side, page_name
from ronde.i18n.door import say
from ronde.referee.door import Played, Roster, player_names, replay_name, scoreboard, stored_games

HEAD = (
    "game",
    "round",
    "opponent",
    "side",
    "result",
    "reason",
    "fault",
    "move",
    "seconds",
    "slowest_ms",
    "page",
)


class Bundles:
    """Writes the folders of programs; every game is read once."""

    def __init__(self, desk: Desk, roster: Roster, folder: Path, language: str) -> None:
        self._desk, self._folder, self._language = desk, folder, language
        self._board = scoreboard(desk.tournament, roster, over=True)
        self._games = list(stored_games(desk))

    def write(self, player: PlayerId) -> Path:
        """Write the folder of one program and return its path."""
        name = self._desk.tournament.player(player).name
        place = self._folder / page_name(str(player), [name])
        own = [(game, played) for game, played in self._games if player in (game.first, game.second)]
        gallery = Gallery(place, self._language, alone=False)
        for game, played in own:
            self._replay(gallery, game, played, player)
        gallery.tournament(self._own_board(name))
        gallery.finish()
        rows = [self._row(game, played, player) for game, played in own]
        write_over(place / "games.csv", write_rows(HEAD, rows), lasting=False)
        said = "".join(self._said(game, played, player) for game, played in own)
        write_over(place / "stderr.txt", said.encode(), lasting=False)
        return place

    def _replay(self, gallery: Gallery, game: GamePlayed, played: Played, player: PlayerId) -> None:
        players = player_names(self._desk.tournament, game)
        record = replace(played.record.quiet(_side(game, player)), players=players)
        title = f"{replay_name(game.record)} {' – '.join(players)}"
        gallery.replay(replay_name(game.record), record, played.clock.to_dict(), title)

    def _own_board(self, name: str) -> dict[str, Any]:
        """The standings of all, and the matches of one program."""
        rounds = [
            {**played, "matches": [match for match in played["matches"] if name in match["players"]]}
            for played in self._board["rounds"]
        ]
        mine = [played for played in rounds if played["matches"]]
        return {**self._board, "bracket": None, "sections": [], "numbers": [], "rounds": mine}

    def _row(self, game: GamePlayed, played: Played, player: PlayerId) -> list[object]:
        side = _side(game, player)
        times = [answer.milliseconds for answer in _answers(played.record, side)]
        mine = next((fault for fault in played.record.faults if fault.side == side), None)
        names = player_names(self._desk.tournament, game)
        result = "1/2" if not game.winner else "1" if game.winner == player else "0"
        return [
            replay_name(game.record), game.round, names[2 - side], side, result, game.reason,
            mine.code if mine else "", mine.ply if mine else "", round(sum(times) / 1000, 3),
            round(max(times, default=0.0), 1), f"parties/{page_name(replay_name(game.record), names)}.html",
        ]  # fmt: skip

    def _said(self, game: GamePlayed, played: Played, player: PlayerId) -> str:
        """What the program wrote to standard error in a game, move by move."""
        side = _side(game, player)
        plies = enumerate(played.record.plies, start=1)
        lines = [
            say("programs.said-at-move", self._language, move=number)
            + "\n"
            + answer.messages.rstrip("\n")
            + "\n"
            for number, ply in plies
            for answer in ply
            if answer.side == side and answer.messages.strip()
        ]
        names = " – ".join(player_names(self._desk.tournament, game))
        return f"== {replay_name(game.record)} {names}\n{''.join(lines)}\n" if lines else ""


def _side(game: GamePlayed, player: PlayerId) -> Side:
    return 1 if player == game.first else 2


def _answers(record: GameRecord, side: Side) -> list[Answer]:
    return [answer for ply in record.plies for answer in ply if answer.side == side]
