"""Why an action is not available now."""

WORDS = {
    "no-players": "No player is registered yet.",
    "no-tables": "The round has no pairs yet.",
    "nobody-to-pair": "At least two players must be free.",
    "no-games": "No game has been paired yet.",
    "no-round-closed": "No round has been closed yet.",
    "nobody-away": "Nobody is away.",
    "round-started": "The open round is paired: split its pairs first.",
    "final-begun": "The final has begun already.",
    "no-final": "A final follows a Swiss or a round robin.",
}
