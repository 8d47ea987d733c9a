"""Words of a club: seasons, its style, publishing after each round."""

WORDS = {
    "clear-players": "Remove all players",
    "ask-clear": (
        "{count} player will be removed. One undo brings the player back.",
        "All {count} players will be removed. One undo brings them back.",
    ),
    "cleared": ("{count} player removed.", "{count} players removed."),
    "renumber": "Renumber by rating",
    "next-season": "Next season from this one",
    "next-season-says": "A new tournament with the same settings. This one stays as it is.",
    "season-players": (
        "With the {count} player of this season, numbered from 1",
        "With the {count} players of this season, numbered from 1",
    ),
    "season-gone": (
        "{count} player has withdrawn and does not come along.",
        "{count} players have withdrawn and do not come along.",
    ),
}
