"""Hoe het Nederlands zichzelf noemt, getallen en datums schrijft en telt."""

WORDS = {
    "name": "Nederlands",
    "decimal": ",",
    "thousands": ".",
    "date": "%d-%m-%Y",
    "long_date": "{day} {month} {year}",
    "months": "januari februari maart april mei juni juli augustus september oktober november december",
    "singular": "1",
    "glued": r"(?<=\bnr\.) |(?<=\bbijv\.) ",
}
