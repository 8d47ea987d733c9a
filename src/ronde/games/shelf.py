"""All games; to add one, write its file and list it here."""

from ronde.games.chifoumi import ChiFouMi as ChiFouMi
from ronde.games.mastermind import MasterMind as MasterMind
from ronde.games.morpion import Morpion as Morpion
from ronde.games.pente import Pente as Pente
from ronde.games.poker import Poker as Poker
from ronde.games.reversi import Reversi as Reversi
from ronde.games.seafight import SeaFight as SeaFight
from ronde.games.supermorpion import SuperMorpion as SuperMorpion
from ronde.games.tictactoe import TicTacToe as TicTacToe
