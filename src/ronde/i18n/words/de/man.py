"""Words of the pages for man."""

WORDS = {
    "name": "Name",
    "synopsis": "Übersicht",
    "description": "Beschreibung",
    "arguments": "Argumente",
    "options": "Optionen",
    "commands": "Befehle",
    "environment": "Umgebung",
    "status": "Exit-Status",
    "see-also": "Siehe auch",
    "see-also-text": "„ronde man BEFEHL“ zeigt die Seite eines Befehls, „ronde BEFEHL --help“ dasselbe in Kürze.",
    "variable-RONDE_LANG": "Die Sprache: en, fr, de oder nl; sonst die des Systems.",
    "variable-RONDE_DATABASE": "Die Adresse des PostgreSQL-Servers der Turniere, die pg:NAME heißen.",
    "variable-RONDE_JSON": "Mit 1 gibt --json die erste Form der Daten aus: Tage wie eingegeben und 0 für Spieler ohne Wertung.",
    "variable-NO_COLOR": "Keine Farben, wenn sie gesetzt ist.",
    "status-0": "Erledigt.",
    "status-1": "Die Handlung wurde abgelehnt; die Fehlerausgabe sagt, warum.",
    "status-2": "Die Befehlszeile ist falsch.",
    "status-130": "Unterbrochen.",
}
