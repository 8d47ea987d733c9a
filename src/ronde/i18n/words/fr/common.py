"""Petits mots de partout."""

WORDS = {
    "more": "et {count} autres",
    "and": "et",
    "yes": "oui",
    "no": "non",
    "black": "Noir",
    "white": "Blanc",
    "bye": "bip",
}
