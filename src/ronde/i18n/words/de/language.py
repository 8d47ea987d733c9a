"""Wie das Deutsche sich nennt, Zahlen und Tage schreibt und zählt."""

WORDS = {
    "name": "Deutsch",
    "decimal": ",",
    "thousands": ".",
    "date": "%d.%m.%Y",
    "long_date": "{day}. {month} {year}",
    "months": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "plurals": "one: i = 1 and v = 0; other",
    "glued": r"(?<=Nr\.) |(?<=z\.) (?=B\.)| (?=%)",
}
