"""Was die Bildschirme im Saal zeigen, und die Seite, die sie steuert."""

WORDS = {
    "title": "Saalbildschirm",
    "steer": "Bildschirme",
    "rule": "Alle Bildschirme, die diese Adresse geöffnet haben, zeigen, was Sie hier wählen:",
    "view": "Was gezeigt wird",
    "name-pairings": "Paarungen nach Brett",
    "name-names": "Paarungen nach Name",
    "name-results": "Ergebnisse",
    "name-standings": "Rangliste",
    "view-pairings": "Runde {round}",
    "view-names": "Runde {round}, nach Name",
    "view-results": "Runde {round}: Ergebnisse",
    "view-standings": "Rangliste",
    "page": "Seite",
    "in-turn": "alle Seiten nacheinander",
    "languages": "Sprachen",
    "own-language": "die des Browsers",
    "seconds": "Sekunden je Seite",
    "rows": "Zeilen je Seite (0: so viele wie passen)",
    "message": "Ansage",
    "show": "Zeigen",
}
