"""The lines of a bill."""

WORDS = {
    "colour": "{player} would have {count} {colour} too many",
    "colour-again": "{player} has {colour} again",
    "float": ("{player} floats down {count} half-point", "{player} floats down {count} half-points"),
    "float-again-down": "{player} floats down again",
    "float-again-up": "{player} floats up again",
    "float-back-down": "{player} floated up before and lost, and now floats down",
    "float-back-up": "{player} floated down before and won, and now floats up",
    "elitism": "an uneven pair among high scores (their half-points: {amount})",
    "met-same-colours": "they met in round {round} with the same colours",
    "met-opposite-colours": "they met in round {round} with opposite colours",
    "met-in-a-row": "they met in the round just before",
    "same-country": "they come from the same country",
    "bye-again": "{player} had no game in round {round} either",
    "bye-in-a-row": "{player} had no game in the round just before",
    "rank-distance": ("they stand {count} place apart", "they stand {count} places apart"),
    "met-too-soon": "they met in round {round}, too short a time ago",
    "colour-limit": "{player} would have {colour} once more than the limit allows",
    "colour-balance": (
        "{player} would be {count} colour off balance ({colour})",
        "{player} would be {count} colours off balance ({colour})",
    ),
    "bye-rank": (
        "{player} stands {count} place above the last",
        "{player} stands {count} places above the last",
    ),
    "bye-more": (
        "{player} has had {count} bye more than others",
        "{player} has had {count} byes more than others",
    ),
    "bye-fair": (
        "{player} stands lower, but has had {count} bye",
        "{player} stands lower, but has had {count} byes",
    ),
    "skipped-met": "{player} stands nearer, but they met in round {round}",
    "skipped-colours": "{player} stands nearer, but the colours do not allow it",
    "skipped-forbidden": "{player} stands nearer, but the pair is forbidden",
    "skipped-rest": "{player} stands nearer, but then somebody else could not be paired",
}
