"""How French calls itself, writes figures and days, counts, and sets its marks.

No line ends before tall marks, inside quotation marks, in `n° 54` and `10 000`; after a comma a mark is a
key (`, ! ferme`), and a mark alone is put behind what it follows.
"""

WORDS = {
    "name": "Français",
    "decimal": ",",
    "thousands": "\u00a0",
    "date": "%d/%m/%Y",
    "long_date": "{day} {month} {year}",
    "months": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "weekdays": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "weekday_date": "{weekday} {day}",
    "clock": "{day} à {hour}\u00a0h\u00a0{minute}",
    # CLDR also has `many`, for whole millions ("un million de joueurs"): no number of ours is as large.
    "plurals": "one: i = 0..1; other",
    "glued": r"(?<=[^\s,:;?!(«|]) (?=[:;?!](?:[\s»)]|$))|^ (?=[:;])|(?<=«) | (?=[»%])|(?<=n°) |(?<=\d) (?=\d\d\d\b)",
}
