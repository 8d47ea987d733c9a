"""What the program that checks a proof leaves open."""

WORDS = {
    "costs": "Not checked: that the costs follow from the rules and the results.",
    "ranks": "Not checked: the ranks, who may not meet, and who has the bye.",
    "schedule": "Not checked: who was absent.",
    "bracket": "Not checked: that the bracket follows from the seeds and the results.",
    "criteria": "Not checked: that no other pairing would meet the criteria C4 to C21 better; a program of this length cannot.",
    "foreign": "Not checked: anything else, as Ronde did not pair this round by itself.",
}
