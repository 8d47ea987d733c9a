"""Was gedruckt wird."""

WORDS = {
    "print": "Drucken",
    "rule": "Die Seiten sind für Schwarzweiß gemacht; der Browser druckt sie oder speichert sie als PDF.",
    "size": "Papier",
    "back": "Zurück",
    "on-a4": "A4",
    "on-letter": "Letter",
    "kind-pairings": "Paarungen nach Brett",
    "kind-names": "Paarungen nach Name",
    "kind-checklist": "Checkliste der Runde",
    "kind-slips": "Ergebniszettel",
    "kind-standings": "Rangliste",
    "kind-podiums": "Podien",
    "kind-crosstable": "Kreuztabelle",
    "kind-sheets": "Spielerblätter",
    "kind-cards": "Brettkarten",
    "signed": "Unterschriften",
    "personal": "Diese Karten tragen persönliche Links: Geben Sie jede nur ihrem Spieler.",
    "not-personal": "Diese Codes führen zur öffentlichen Seite jedes Spielers; von der Turnierleitung aus gedruckt sind sie persönlich.",
}
