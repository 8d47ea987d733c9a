"""Wie das Deutsche sich nennt, Zahlen und Tage schreibt und zählt."""

WORDS = {
    "name": "Deutsch",
    "decimal": ",",
    "thousands": ".",
    "date": "%d.%m.%Y",
    "singular": "1",
    "glued": r"(?<=Nr\.) |(?<=z\.) (?=B\.)| (?=%)",
}
