"""Petits mots de partout."""

WORDS = {
    "and": "et",
    "yes": "oui",
    "no": "non",
    "black": "Noir",
    "white": "Blanc",
    "bye": "bip",
}
