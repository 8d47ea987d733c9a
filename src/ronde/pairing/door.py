"""The public names of pairing. Importing it is cheap; a module is loaded with the first use of its names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ronde.core.later import later

if TYPE_CHECKING:
    from ronde.pairing.certificate import Certificate
    from ronde.pairing.draw import BracketStory, ChecklistRow, Draw, PairVerdict, WhyNot
    from ronde.pairing.ladder import next_pair
    from ronde.pairing.manual import ManualReport, ManualWarning, broken, manual_report
    from ronde.pairing.method import Method, add_system, method_of, rules
    from ronde.pairing.offer import (
        brackets,
        brought_in,
        byes_to_be,
        certificate,
        cheapest,
        checklist,
        complete_round,
        draw,
        drawn_ratings,
        rank_order,
        repeats,
        timetable,
        why_not,
        with_bills,
    )
    from ronde.pairing.order import by_score
    from ronde.pairing.proof import Matching, Proof
    from ronde.pairing.rank_order import RankOrder
else:
    __getattr__ = later(
        "ronde.pairing",
        {
            "certificate": ("Certificate",),
            "draw": ("BracketStory", "ChecklistRow", "Draw", "PairVerdict", "WhyNot"),
            "ladder": ("next_pair",),
            "manual": ("ManualReport", "ManualWarning", "broken", "manual_report"),
            "method": ("Method", "add_system", "method_of", "rules"),
            "offer": (
                "brackets",
                "brought_in",
                "byes_to_be",
                "certificate",
                "cheapest",
                "checklist",
                "complete_round",
                "draw",
                "drawn_ratings",
                "rank_order",
                "repeats",
                "timetable",
                "why_not",
                "with_bills",
            ),
            "order": ("by_score",),
            "proof": ("Matching", "Proof"),
            "rank_order": ("RankOrder",),
        },
    )
