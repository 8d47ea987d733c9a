"""The lines of a bill."""

WORDS = {
    "colour": "{player} would have {colour} {count} {count:time|times} too often",
    "colour-again": "{player} has {colour} again",
    "float": ("{player} floats down {count} half-point", "{player} floats down {count} half-points"),
    "float-again-down": "{player} floats down again",
    "float-again-up": "{player} floats up again",
    "float-back-down": "{player} floated up before and lost, and now floats down",
    "float-back-up": "{player} floated down before and won, and now floats up",
    "elitism": "an uneven pair among high scores (half-points of both: {amount})",
    "met-same-colours": "they met in round {round} with the same colours",
    "met-opposite-colours": "they met in round {round} with opposite colours",
    "met-in-a-row": "they met in the previous round",
    "same-country": "they come from the same country",
    "bye-again": "{player} had no game in round {round} either",
    "bye-in-a-row": "{player} had no game in the previous round",
    "rank-distance": ("they are {count} place apart", "they are {count} places apart"),
    "met-too-soon": "they met in round {round}, too recently",
    "colour-limit": "{player} would have {colour} once more than the limit allows",
    "colour-balance": (
        "{player} would be {count} colour off balance ({colour})",
        "{player} would be {count} colours off balance ({colour})",
    ),
    "bye-rank": ("{player} is {count} place above the last", "{player} is {count} places above the last"),
    "bye-more": (
        "{player} has had {count} more bye than others",
        "{player} has had {count} more byes than others",
    ),
    "bye-fair": (
        "{player} is ranked lower, but has already had {count} bye",
        "{player} is ranked lower, but has already had {count} byes",
    ),
    "skipped-met": "{player} is closer, but they met in round {round}",
    "skipped-colours": "{player} is closer, but the colours do not allow it",
    "skipped-forbidden": "{player} is closer, but the pair is forbidden",
    "skipped-rest": "{player} is closer, but then another player could not be paired",
}
