"""Cross-checks against independent programs; each is skipped where its package is not installed."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest

from ronde.arena.games import Side
from ronde.arena.games.morpion import Morpion
from ronde.arena.games.poker import Poker
from ronde.arena.games.poker_hands import KINDS, LEVELS, PACK, strength
from ronde.arena.games.reversi import Reversi
from ronde.arena.games.supermorpion import SuperMorpion
from ronde.arena.games.tictactoe import TicTacToe

SEEDS = range(25)


def winner_of(state: Any) -> Side | None:
    first, second = state.returns()
    return None if first == second else 1 if first > second else 2


@pytest.fixture(scope="module")
def spiel() -> Any:
    return import_module("pyspiel")


@pytest.mark.parametrize(
    ("game", "other"),
    [(TicTacToe(), "tic_tac_toe"), (Morpion(), "mnk(m=10,n=10,k=5)")],
    ids=["tictactoe", "morpion"],
)
def test_games_of_marks_go_as_open_spiel_plays_them(spiel: Any, game: Any, other: str) -> None:
    for seed in SEEDS:
        check_marks(spiel, game, other, seed)


def check_marks(spiel: Any, game: Any, other: str, seed: int) -> None:
    rng, state = Random(seed), spiel.load_game(other).new_initial_state()
    position = game.start(rng)
    names = list(game.moves(position, 1))
    while asked := game.to_move(position):
        (side,) = asked
        legal = list(game.moves(position, side))
        assert [names.index(move) for move in legal] == state.legal_actions()
        move = rng.choice(legal)
        state.apply_action(names.index(move))
        position = game.play(position, {side: move})
    assert state.is_terminal()
    assert game.outcome(position).winner == winner_of(state)


def test_reversi_goes_as_open_spiel_plays_it(spiel: Any) -> None:
    for seed in SEEDS:
        check_reversi(spiel, seed)


def check_reversi(spiel: Any, seed: int) -> None:
    game, rng = Reversi(), Random(seed)
    state, position = spiel.load_game("othello").new_initial_state(), game.start(Random(0))
    names = [column + row for row in "12345678" for column in "ABCDEFGH"] + ["XX"]
    while asked := game.to_move(position):
        (side,) = asked
        legal = list(game.moves(position, side))
        assert sorted(map(names.index, legal)) == state.legal_actions()
        move = rng.choice(legal)
        state.apply_action(names.index(move))
        position = game.play(position, {side: move})
    assert state.is_terminal()
    assert game.outcome(position).winner == winner_of(state)


def test_super_morpion_goes_as_open_spiel_plays_it(spiel: Any) -> None:
    for seed in SEEDS:
        check_super_morpion(spiel, seed)


def check_super_morpion(spiel: Any, seed: int) -> None:
    game, rng = SuperMorpion(), Random(seed)
    state, position = spiel.load_game("ultimate_tic_tac_toe").new_initial_state(), game.start(Random(0))
    while asked := game.to_move(position):
        (side,) = asked
        legal = list(game.moves(position, side))
        move = rng.choice(legal)
        boards = {int(each[0]) - 1 for each in legal}
        # Its player chooses a board first, in a move of its own, whenever he may choose.
        if len(state.legal_actions()) and state.action_to_string(state.legal_actions()[0]).startswith(
            "Choose"
        ):
            assert set(state.legal_actions()) == boards
            state.apply_action(int(move[0]) - 1)
        cells = sorted(int(each[1]) - 1 for each in legal if each[0] == move[0])
        assert cells == state.legal_actions()
        state.apply_action(int(move[1]) - 1)
        position = game.play(position, {side: move})
    assert state.is_terminal()
    assert game.outcome(position).winner == winner_of(state)


def hands(count: int) -> list[tuple[list[str], list[str]]]:
    """Pairs of seven cards with the same five on the table."""
    rng, pairs = Random(7), []
    for _ in range(count):
        cards = rng.sample(PACK, 9)
        pairs.append((cards[:2] + cards[4:], cards[2:4] + cards[4:]))
    return pairs


def usual(card: str) -> str:
    """A card as most programs write it: value first, A for the ace, small suit."""
    return card[1].replace("1", "A") + card[0].lower()


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def compare(one: list[str], two: list[str]) -> int:
    first, second = strength("".join(one)), strength("".join(two))
    return (first > second) - (first < second)


def test_hands_rank_as_phevaluator_ranks_them() -> None:
    evaluate = import_module("phevaluator").evaluate_cards
    for one, two in hands(1500):
        assert compare(one, two) == sign(evaluate(*map(usual, two)) - evaluate(*map(usual, one)))


def test_hands_rank_and_are_named_as_treys_does() -> None:
    treys = import_module("treys")
    judge = treys.Evaluator()
    for one, two in hands(1000):
        ranks = [judge.evaluate([], [treys.Card.new(usual(card)) for card in hand]) for hand in (one, two)]
        assert compare(one, two) == sign(ranks[1] - ranks[0])
        kind = judge.class_to_string(judge.get_rank_class(ranks[0])).lower().replace(" of a kind", "")
        assert kind.replace("royal", "straight").replace(" ", "-") == KINDS[strength("".join(one))[0]]


@pytest.mark.filterwarnings("ignore:A card being dealt")  # pokerkit burns cards of its own
def test_hands_of_poker_pay_as_pokerkit_pays() -> None:
    kit = import_module("pokerkit")
    for seed in range(15):
        check_hand(kit, seed)


def check_hand(kit: Any, seed: int) -> None:
    game, rng = Poker(), Random(seed)
    position = game.start(rng)
    table = kit.NoLimitTexasHoldem.create_state(
        (
            kit.Automation.ANTE_POSTING,
            kit.Automation.BET_COLLECTION,
            kit.Automation.BLIND_OR_STRADDLE_POSTING,
            kit.Automation.CARD_BURNING,
            kit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            kit.Automation.HAND_KILLING,
            kit.Automation.CHIPS_PUSHING,
            kit.Automation.CHIPS_PULLING,
        ),
        True,
        0,
        (1, 2),
        2,
        (100, 100),
        2,
    )
    # Player 1 deals the first hand and is pokerkit's second seat.
    for hole in (position.deal.holes[1], position.deal.holes[0]):
        table.deal_hole(usual(hole[:2]) + usual(hole[2:]))
    board = [position.deal.board[at : at + 2] for at in range(0, 10, 2)]
    shown = 0
    while position.tray.step < 9:
        side = position.tray.actor
        assert table.actor_index == (1 if side == 1 else 0)
        call = position.tray.blocks[-1][2 - side]
        earlier = position.tray.blocks[-2][0] if len(position.tray.blocks) > 1 else 0
        # A casino's smallest raise is larger than ours.
        least = earlier + (table.min_completion_betting_or_raising_to_amount or 1000)
        choices = [move for move in game.moves(position, side) if int(move) >= least]
        move = rng.choice(choices) if choices and rng.random() < 0.4 else str(call)
        if int(move) == call:
            table.check_or_call()
        else:
            table.complete_bet_or_raise_to(int(move) - earlier)
        position = game.play(position, {side: move})
        while shown < len(position.tray.board) // 2:
            count = 3 if shown == 0 else 1
            table.deal_board("".join(map(usual, board[shown : shown + count])))
            shown += count
    assert (table.stacks[1] - 100, table.stacks[0] - 100) == position.gains
    assert sum(position.gains) == 2 * LEVELS[1].purse
