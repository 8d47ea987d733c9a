"""All games; to add one, write its file and list it here."""

from ronde.arena.games.chifoumi import ChiFouMi as ChiFouMi
from ronde.arena.games.mastermind import MasterMind as MasterMind
from ronde.arena.games.morpion import Morpion as Morpion
from ronde.arena.games.pente import Pente as Pente
from ronde.arena.games.poker import Poker as Poker
from ronde.arena.games.reversi import Reversi as Reversi
from ronde.arena.games.seafight import SeaFight as SeaFight
from ronde.arena.games.supermorpion import SuperMorpion as SuperMorpion
from ronde.arena.games.tictactoe import TicTacToe as TicTacToe
