#!/bin/sh
# Plays any legal move: awk reads the FEN of super-morpion.
exec awk -v fen="$1" -v salt="$$" 'BEGIN {
    split(fen, field, " ")
    for (n = 1; n <= length(field[1]); n++) {
        sign = substr(field[1], n, 1)
        count = sign ~ /[1-9]/ ? sign : sign ~ /[OX]/ ? 9 : 1
        mark = sign ~ /[1-9]/ ? "." : tolower(sign)
        while (count-- > 0) cells = cells mark
    }
    for (b = 1; b <= 9; b++) open[b] = is_open(substr(cells, 9 * b - 8, 9))
    sent = substr(field[2], 2, 1)
    if (sent == 0 || !open[sent]) sent = 0
    for (b = 1; b <= 9; b++)
        if (open[b] && (!sent || b == sent))
            for (c = 1; c <= 9; c++)
                if (substr(cells, 9 * b - 9 + c, 1) == ".") move[total++] = b c
    srand(); srand(srand() + salt)
    print move[int(rand() * total)]
}
function is_open(nine,    line, n, a, p) {
    split("123 456 789 147 258 369 159 357", line, " ")
    for (n = 1; n <= 8; n++) {
        a = ""
        for (p = 1; p <= 3; p++) a = a substr(nine, substr(line[n], p, 1), 1)
        if (a == "ooo" || a == "xxx") return 0
    }
    return nine ~ /\./
}'
