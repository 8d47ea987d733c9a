"""Small words used everywhere."""

WORDS = {
    "labelled": "{label}: {detail}",
    "more": "and {count} more",
    "and": "and",
    "yes": "yes",
    "no": "no",
    "black": "Black",
    "white": "White",
    "bye": "bye",
}
