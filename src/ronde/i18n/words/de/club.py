"""Wörter eines Vereins: Saisons, sein Stil, Veröffentlichen nach jeder Runde."""

WORDS = {
    "clear-players": "Alle Spieler entfernen",
    "ask-clear": (
        "{count} Spieler wird entfernt. Einmal Rückgängig holt ihn zurück.",
        "Alle {count} Spieler werden entfernt. Einmal Rückgängig holt sie zurück.",
    ),
    "cleared": ("{count} Spieler entfernt.", "{count} Spieler entfernt."),
    "renumber": "Nach Wertungszahl nummerieren",
    "next-season": "Nächste Saison aus dieser",
    "next-season-says": "Ein neues Turnier mit denselben Einstellungen. Dieses bleibt, wie es ist.",
    "season-players": (
        "Mit dem {count} Spieler dieser Saison, ab 1 nummeriert",
        "Mit den {count} Spielern dieser Saison, ab 1 nummeriert",
    ),
    "season-gone": (
        "{count} Spieler ist zurückgetreten und kommt nicht mit.",
        "{count} Spieler sind zurückgetreten und kommen nicht mit.",
    ),
}
