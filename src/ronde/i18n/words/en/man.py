"""Words of the pages for man."""

WORDS = {
    "name": "Name",
    "synopsis": "Synopsis",
    "description": "Description",
    "arguments": "Arguments",
    "options": "Options",
    "commands": "Commands",
    "environment": "Environment",
    "status": "Exit status",
    "see-also": "See also",
    "see-also-text": "“ronde man COMMAND” shows the page of a command, “ronde COMMAND --help” the same in short.",
    "variable-RONDE_LANG": "The language: en, fr, de or nl; otherwise that of the locale.",
    "variable-RONDE_DATABASE": "The address of the PostgreSQL server of tournaments called pg:NAME.",
    "variable-RONDE_JSON": "With 1, --json prints the first shape of the data: days as typed, and 0 for unrated.",
    "variable-NO_COLOR": "No colours, if it is set.",
    "status-0": "Done.",
    "status-1": "The action was refused; standard error says why.",
    "status-2": "The command line is wrong.",
    "status-130": "Interrupted.",
}
