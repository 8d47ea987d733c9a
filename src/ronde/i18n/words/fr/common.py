"""Petits mots de partout."""

WORDS = {
    "labelled": "{label} : {detail}",
    "more": "et {count} autres",
    "and": "et",
    "yes": "oui",
    "no": "non",
    "black": "Noir",
    "white": "Blanc",
    "bye": "bip",
}
