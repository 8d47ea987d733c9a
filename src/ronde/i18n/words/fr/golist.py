"""Échelles du go."""

WORDS = {
    "row": "ce n'est pas une ligne de la liste : {text}",
}
