"""The cost of a pair, rule by rule: the readable version of PAPP's penalties (papp 6.3); see `costs.py`."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.penalties import Penalties, at
from ronde.core.table import Reason
from ronde.pairing.form import Form


@dataclass(frozen=True, slots=True)
class Tariff:
    """The penalties of one round."""

    penalties: Penalties
    round: int
    cap: int | None = None

    def charged(self, reasons: tuple[Reason, ...]) -> int:
        """The cost of a pair: the sum of its reasons, capped as in PAPP."""
        total = sum(reason.cost for reason in reasons)
        return total if self.cap is None else min(total, self.cap)

    @property
    def chauvinism(self) -> int:
        """The penalty for compatriots in this round."""
        return at(self.penalties.chauvinism, self.round - 1)

    @property
    def elitism(self) -> int:
        """The factor of this round for uneven games among the leaders."""
        return at(self.penalties.elitism, self.round - 1)


def price(first: Form, second: Form, tariff: Tariff) -> tuple[Reason, ...]:
    """The cost breakdown if `first` has the first colour against `second`."""
    return _billed(
        *_colour(first, 1, tariff),
        *_colour(second, -1, tariff),
        *_float(first, second, tariff),
        _elitism(first.half_points, second.half_points, tariff),
        *_repetition(first, second, tariff),
        *_chauvinism(first, second, tariff),
    )


def price_bye(form: Form, lowest: int, tariff: Tariff) -> tuple[Reason, ...]:
    """The cost of the bye for a player when `lowest` is the least score of those present.

    The bye stands half a point below them, has no colour and no country; rounds without a game repeat it.
    """
    bye = Form(player=0, half_points=lowest - 1)
    imbalance = at(tariff.penalties.colour.imbalance, abs(form.balance))
    return _billed(
        Reason("colour", imbalance, form.player, form.balance),
        *_float(form, bye, tariff),
        _elitism(form.half_points, bye.half_points, tariff),
        *_bye_again(form, tariff),
    )


def _billed(*reasons: Reason) -> tuple[Reason, ...]:
    return tuple(reason for reason in reasons if reason.cost)


def _colour(form: Form, step: int, tariff: Tariff) -> tuple[Reason, ...]:
    table = tariff.penalties.colour
    balance = form.balance + step
    cost = at(table.imbalance, abs(balance))
    again = form.last_first is (step == 1)
    return (
        Reason("colour", cost, form.player, balance),
        Reason("colour-again", table.again if again else 0, form.player, step),
    )


def _float(first: Form, second: Form, tariff: Tariff) -> tuple[Reason, ...]:
    gap = first.half_points - second.half_points
    down = first if gap >= 0 else second
    cost = at(tariff.penalties.float.half_points, abs(gap))
    return (
        Reason("float", cost, down.player, abs(gap)),
        _float_memory(first, gap, tariff),
        _float_memory(second, -gap, tariff),
    )


def _float_memory(form: Form, direction: int, tariff: Tariff) -> Reason:
    """Higher if he floats the same way again; lower if it compensates a float that cost him nothing.

    The discount is conditional, from round 3 on: he floated up and lost, or down and won (papp 1.5).
    """
    table = tariff.penalties.float
    turn = direction * form.last_float
    if turn > 0:
        return Reason("float-again", table.again, form.player, direction)
    earned = (form.last_float < 0 and form.last_half_points == 0) or (
        form.last_float > 0 and form.last_half_points == 2
    )
    if turn < 0 and tariff.round >= 3 and earned:
        return Reason("float-back", -table.compensation, form.player, direction)
    return Reason("float-again", 0)


def _elitism(first: int, second: int, tariff: Tariff) -> Reason:
    if min(first, second) < 0:  # the bye stands below players without a point
        return Reason("elitism", 0)
    cost = tariff.elitism * (first + second) * abs(first - second) // 2
    return Reason("elitism", cost, amount=first + second)


def _repetition(first: Form, second: Form, tariff: Tariff) -> list[Reason]:
    table = tariff.penalties.repetition
    reasons: list[Reason] = []
    for meeting in first.meetings.get(second.player, ()):
        if meeting.first:
            reasons.append(Reason("met-same-colours", table.same_colours, amount=meeting.round))
        else:
            reasons.append(Reason("met-opposite-colours", table.opposite_colours, amount=meeting.round))
        if meeting.round == tariff.round - 1:
            reasons.append(Reason("met-in-a-row", table.in_a_row, amount=meeting.round))
    return reasons


def _chauvinism(first: Form, second: Form, tariff: Tariff) -> tuple[Reason, ...]:
    same = first.country == second.country
    return (Reason("same-country", tariff.chauvinism if same else 0),)


def _bye_again(form: Form, tariff: Tariff) -> list[Reason]:
    table = tariff.penalties.repetition
    reasons = [Reason("bye-again", table.bye_again, form.player, idle) for idle in form.idle]
    if form.idle and form.idle[-1] == tariff.round - 1:
        reasons.append(Reason("bye-in-a-row", table.in_a_row, form.player, form.idle[-1]))
    return reasons


RULES = (
    "colour",
    "colour-again",
    "float",
    "float-again",
    "float-back",
    "elitism",
    "met-same-colours",
    "met-opposite-colours",
    "met-in-a-row",
    "same-country",
    "bye-again",
    "bye-in-a-row",
)
"""The rules a reason may name."""
