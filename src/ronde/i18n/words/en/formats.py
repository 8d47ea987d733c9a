"""What is wrong in an input file."""

WORDS = {
    "json-unreadable": "this is not the JSON of a tournament ({text}).",
    "json-foreign": "this JSON is not a tournament of Ronde ({text}).",
    "json-fact": "fact {text} cannot be read.",
    "list-empty": "the list is empty.",
    "too-large": "the file is larger than {text} bytes.",
    "binary": "the file is not text.",
    "csv-unreadable": "the line cannot be read as CSV ({text}).",
    "column-twice": "the column “{text}” comes twice.",
    "no-name-column": "no column is headed “name” (found: {text}).",
    "bad-name": "this cannot be used ({text}).",
    "not-a-number": "“{text}” is not a whole number.",
    "number-twice": "the number comes twice or is negative: {text}.",
}
