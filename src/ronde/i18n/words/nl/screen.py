"""De schermen in de zaal, en de pagina die ze bestuurt."""

WORDS = {
    "title": "Zaalscherm",
    "steer": "Schermen",
    "rule": "Alle schermen die dit adres open hebben, tonen wat u hier kiest:",
    "view": "Wat er te zien is",
    "name-pairings": "Indeling per bord",
    "name-names": "Indeling op naam",
    "name-results": "Uitslagen",
    "name-standings": "Stand",
    "view-pairings": "Ronde {round}",
    "view-names": "Ronde {round}, op naam",
    "view-results": "Ronde {round}: uitslagen",
    "view-standings": "Stand",
    "page": "pagina",
    "in-turn": "alle pagina's om de beurt",
    "languages": "Talen",
    "own-language": "die van de browser",
    "seconds": "Seconden per pagina",
    "rows": "Regels per pagina (0: zoveel als er passen)",
    "message": "Mededeling",
    "show": "Tonen",
}
