"""Small words used everywhere."""

WORDS = {
    "more": "and {count} more",
    "and": "and",
    "yes": "yes",
    "no": "no",
    "black": "Black",
    "white": "White",
    "bye": "bye",
}
