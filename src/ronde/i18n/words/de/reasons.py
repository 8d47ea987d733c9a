"""Warum eine Aktion jetzt nicht möglich ist."""

WORDS = {
    "no-players": "Noch ist kein Spieler angemeldet.",
    "no-tables": "Die Runde hat noch keine Paarungen.",
    "nobody-to-pair": "Mindestens zwei Spieler müssen frei sein.",
    "no-games": "Noch ist keine Partie ausgelost.",
    "no-round-closed": "Noch ist keine Runde abgeschlossen.",
    "nobody-away": "Niemand fehlt.",
    "round-started": "Die offene Runde ist ausgelost: Lösen Sie zuerst ihre Paarungen auf.",
    "final-begun": "Das Finale hat schon begonnen.",
    "no-final": "Ein Finale folgt auf ein Schweizer System oder ein Rundenturnier.",
}
