/* Super-morpion for the C players: reading the FEN, legal moves, playing, who has won. */
#ifndef MORPION_H
#define MORPION_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    char cell[81]; /* '.', 'o' or 'x'; board b has the cells 9b to 9b+8 */
    char won[9];   /* '.', 'o', 'x', or '=' for a full board that nobody won */
    int last;      /* the last cell played, -1 at the start */
    char side;     /* who is to move */
} Position;

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static int lined(const char *nine, char who) {
    for (int n = 0; n < 8; n++)
        if (nine[LINES[n][0]] == who && nine[LINES[n][1]] == who && nine[LINES[n][2]] == who) return 1;
    return 0;
}

static void settle(Position *p, int b) {
    const char *nine = p->cell + 9 * b;
    if (lined(nine, 'o')) p->won[b] = 'o';
    else if (lined(nine, 'x')) p->won[b] = 'x';
    else if (memchr(nine, '.', 9) == NULL) p->won[b] = '=';
}

/* "6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o": nine boards, the last move, the side. */
static int read_fen(const char *fen, Position *p) {
    int at = 0;
    memset(p->won, '.', 9);
    for (; *fen && *fen != ' ' && at < 81; fen++) {
        int count = *fen >= '1' && *fen <= '9' ? *fen - '0' : *fen == 'O' || *fen == 'X' ? 9 : 1;
        char mark = count == 9 && *fen != '9' ? (*fen == 'O' ? 'o' : 'x') : *fen >= '1' && *fen <= '9' ? '.' : *fen;
        while (count-- && at < 81) p->cell[at++] = mark;
    }
    if (at != 81 || strlen(fen) < 5) return 0;
    p->last = fen[1] == '0' ? -1 : 9 * (fen[1] - '1') + fen[2] - '1';
    p->side = fen[4];
    for (int b = 0; b < 9; b++) settle(p, b);
    return 1;
}

/* The legal moves as cells; how many there are. */
static int moves(const Position *p, int list[81]) {
    int count = 0, sent = p->last < 0 ? -1 : p->last % 9;
    if (sent >= 0 && p->won[sent] != '.') sent = -1;
    for (int b = 0; b < 9; b++)
        if (p->won[b] == '.' && (sent < 0 || b == sent))
            for (int c = 9 * b; c < 9 * b + 9; c++)
                if (p->cell[c] == '.') list[count++] = c;
    return count;
}

static inline Position after(Position p, int move) {
    p.cell[move] = p.side;
    settle(&p, move / 9);
    p.last = move;
    p.side = p.side == 'o' ? 'x' : 'o';
    return p;
}

static int choose(const Position *p, int seconds); /* each player has its own */

static void answer(const char *fen, int seconds) {
    Position p;
    if (!read_fen(fen, &p)) return;
    int move = choose(&p, seconds);
    printf("%d%d\n", move / 9 + 1, move % 9 + 1);
    fflush(stdout);
}

/* Started with "FEN seconds" for one move, or with "session" for one line in, one line out. */
int main(int count, char **argument) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    srand((unsigned)now.tv_nsec);
    if (count > 2) {
        answer(argument[1], atoi(argument[2]));
        return 0;
    }
    char line[512];
    while (count > 1 && fgets(line, sizeof line, stdin)) {
        char *tab = strchr(line, '\t');
        if (tab == NULL || strncmp(line, "new\t", 4) == 0) continue;
        *tab = 0;
        answer(line, atoi(tab + 1));
    }
    return 0;
}

#endif
