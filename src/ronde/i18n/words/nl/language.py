"""Hoe het Nederlands zichzelf noemt, getallen en datums schrijft en telt."""

WORDS = {
    "name": "Nederlands",
    "decimal": ",",
    "thousands": ".",
    "date": "%d-%m-%Y",
    "singular": "1",
    "glued": r"(?<=\bnr\.) |(?<=\bbijv\.) ",
}
