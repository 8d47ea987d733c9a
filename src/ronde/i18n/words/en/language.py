"""How English calls itself, writes figures and days, and counts."""

WORDS = {
    "name": "English",
    "decimal": ".",
    "thousands": ",",
    "date": "%Y-%m-%d",
    "long_date": "{day} {month} {year}",
    "months": "January February March April May June July August September October November December",
    "weekdays": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "weekday_date": "{weekday} {day}",
    "clock": "{day} {hour}:{minute}",
    "plurals": "one: i = 1 and v = 0; other",
    "glued": r"(?!)",
}
