"""Rating lists of Go."""

WORDS = {
    "row": "this is not a row of the list: {text}",
}
