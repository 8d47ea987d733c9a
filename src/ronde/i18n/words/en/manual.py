"""The manual phase of a round: warnings and comparison."""

WORDS = {
    "absolute": "Not allowed",
    "quality": "Worse",
    "style": "Otherwise",
    "C1": "{pair} have met before (C1).",
    "C3": "{pair}: both must have the same colour (C3).",
    "forbidden": "{pair} are kept apart.",
    "bye": "{pair}: may not have the bye again (C2).",
    "unpaired": "{pair}: without an opponent.",
    "worse": "{criterion} gives way more often in the bracket of score {bracket}: {here} instead of {best} ({meaning}).",
    "other": "{pair} is not a pair of the draw.",
    "colours": "{pair}: the draw has the colours the other way round.",
    "as-drawn": "The round is as the draw has it.",
    "compared": "By hand: {made}. By the draw: {instead}.",
    "begun": "The manual phase of round {round} begins. “ronde fide manual end” ends it.",
}
