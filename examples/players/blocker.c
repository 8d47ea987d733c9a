/* Takes the game, then a board, then blocks a board, else plays by chance; never gives the game away if it can help. */
#include "morpion.h"

static int worth(const Position *p, int move) {
    char foe = p->side == 'o' ? 'x' : 'o';
    Position mine = after(*p, move), theirs = *p;
    if (lined(mine.won, p->side)) return 1000;
    int value = mine.won[move / 9] == p->side ? 100 : 0;
    theirs.cell[move] = foe;
    if (lined(theirs.cell + 9 * (move / 9), foe)) value += 50;
    int list[81], count = moves(&mine, list);
    for (int n = 0; n < count; n++) {
        Position next = after(mine, list[n]);
        if (lined(next.won, foe)) return value - 500;
        if (next.won[list[n] / 9] == foe) { value -= 40; break; }
    }
    return value + rand() % 10;
}

static int choose(const Position *p, int seconds) {
    int list[81], count = moves(p, list), best = list[0], most = -10000;
    (void)seconds;
    for (int n = 0; n < count; n++) {
        int value = worth(p, list[n]);
        if (value > most) { most = value; best = list[n]; }
    }
    fprintf(stderr, "%d moves, the best is worth %d\n", count, most);
    return best;
}
