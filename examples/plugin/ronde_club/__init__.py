"""What `pyproject.toml` names: a game, a pairing system, a tie-break, a format, and their words."""

from ronde.model.systems import System
from ronde_club import roster as roster
from ronde_club.connectfour import ConnectFour as ConnectFour
from ronde_club.lottery import METHOD
from ronde_club.upsets import upsets as upsets
from ronde_club.words import WORDS as WORDS

LOTTERY = System("lottery", usual_rounds=5), METHOD
