"""The lines of a bill."""

WORDS = {
    "colour": (
        "{player} would be {count} colour off balance ({colour})",
        "{player} would be {count} colours off balance ({colour})",
    ),
    "colour-again": "{player} has {colour} again",
    "float": ("{player} floats down {count} half-point", "{player} floats down {count} half-points"),
    "float-again-down": "{player} floats down again",
    "float-again-up": "{player} floats up again",
    "float-back-down": "{player} floated up before and lost, and now floats down",
    "float-back-up": "{player} floated down before and won, and now floats up",
    "elitism": "an uneven game this high up ({amount} half-points together)",
    "met-same-colours": "they met in round {round} with the same colours",
    "met-opposite-colours": "they met in round {round} with opposite colours",
    "met-in-a-row": "they met in the round just before",
    "same-country": "they come from the same country",
    "bye-again": "{player} had no game in round {round} either",
    "bye-in-a-row": "{player} had no game in the round just before",
}
