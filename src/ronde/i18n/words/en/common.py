"""Small words used everywhere."""

WORDS = {
    "and": "and",
    "yes": "yes",
    "no": "no",
    "black": "Black",
    "white": "White",
    "bye": "bye",
}
