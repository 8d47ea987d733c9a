"""Hoe het Nederlands zichzelf noemt, getallen en datums schrijft en telt."""

WORDS = {
    "name": "Nederlands",
    "decimal": ",",
    "thousands": ".",
    "date": "%d-%m-%Y",
    "long_date": "{day} {month} {year}",
    "months": "januari februari maart april mei juni juli augustus september oktober november december",
    "weekdays": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "weekday_date": "{weekday} {day}",
    "clock": "{day} om {hour}:{minute}\u00a0uur",
    "plurals": "one: i = 1 and v = 0; other",
    "glued": r"(?<=\bnr\.) |(?<=\bbijv\.) ",
}
