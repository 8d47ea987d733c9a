"""Ranglisten des Go."""

WORDS = {
    "row": "das ist keine Zeile der Liste: {text}",
}
