/* Plays any legal move. */
#include "morpion.h"

static int choose(const Position *p, int seconds) {
    int list[81], count = moves(p, list);
    (void)seconds;
    return list[rand() % count];
}
