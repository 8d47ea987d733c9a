"""Wie das Deutsche sich nennt, Zahlen und Tage schreibt und zählt."""

WORDS = {
    "name": "Deutsch",
    "decimal": ",",
    "thousands": ".",
    "date": "%d.%m.%Y",
    "long_date": "{day}. {month} {year}",
    "months": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "singular": "1",
    "glued": r"(?<=Nr\.) |(?<=z\.) (?=B\.)| (?=%)",
}
