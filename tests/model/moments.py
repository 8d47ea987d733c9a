"""A small tournament at the moments that decide what may follow."""

from __future__ import annotations

from tests.support.builders import forbid, leave, tournament

from ronde.model.events import ByeGiven
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.tournament import Tournament

EMPTY = Tournament()
NEW = tournament(5)
PAIRED = tournament(5, current="1-2 3-4")
FILLED = tournament(5, current="1-2:40 3-4:=")
SECOND = tournament(5, ["1-2:40 3-4:="])
THIRD = tournament(5, ["1-2:40 3-4:=", "1-3:= 2-5:10"])
GONE = leave(NEW, 5)
AWAY = tournament(5, current="5:away")
APART = forbid(NEW, (1, 2))
CHOSEN = replay([ByeGiven(1, 5)], NEW)
WIN = Result(40, 24)
