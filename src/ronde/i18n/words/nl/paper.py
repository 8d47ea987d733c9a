"""Woorden op afgedrukte pagina's."""

WORDS = {
    "print": "Afdrukken",
    "rule": "De pagina's zijn gemaakt voor zwart-wit; de browser drukt ze af of bewaart ze als pdf.",
    "size": "Papier",
    "back": "Terug",
    "on-a4": "A4",
    "on-letter": "Letter",
    "kind-pairings": "Indeling per bord",
    "kind-names": "Indeling op naam",
    "kind-checklist": "Controlelijst van de ronde",
    "kind-slips": "Uitslagbriefjes",
    "kind-standings": "Stand",
    "kind-podiums": "Podia",
    "kind-crosstable": "Kruistabel",
    "kind-sheets": "Overzichten van de spelers",
    "kind-cards": "Tafelkaartjes",
    "signed": "Handtekeningen",
    "personal": "Op deze kaartjes staan persoonlijke links: geef elk kaartje alleen aan de speler zelf.",
    "not-personal": "Deze codes leiden naar de openbare pagina van elke speler; vanuit de wedstrijdleiding afgedrukt zijn ze persoonlijk.",
}
