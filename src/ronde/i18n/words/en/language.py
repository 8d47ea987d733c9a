"""How English calls itself, writes figures and days, and counts."""

WORDS = {
    "name": "English",
    "decimal": ".",
    "thousands": ",",
    "date": "%Y-%m-%d",
    "singular": "1",
    "glued": r"(?!)",
}
