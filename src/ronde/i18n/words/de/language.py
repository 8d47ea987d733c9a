"""Wie das Deutsche sich nennt, Zahlen und Tage schreibt und zählt."""

WORDS = {
    "name": "Deutsch",
    "decimal": ",",
    "thousands": ".",
    "date": "%d.%m.%Y",
    "long_date": "{day}. {month} {year}",
    "months": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "weekdays": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "weekday_date": "{weekday}, {day}",
    "clock": "{day}, {hour}:{minute}\u00a0Uhr",
    "plurals": "one: i = 1 and v = 0; other",
    "glued": r"(?<=Nr\.) |(?<=z\.) (?=B\.)| (?=%)",
}
