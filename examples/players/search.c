/* Looks ahead by alpha-beta, deeper and deeper, for a small part of the seconds left. */
#include "morpion.h"

static struct timespec deadline;
static int late, nodes;

static int out_of_time(void) {
    struct timespec now;
    if (++nodes % 512) return late;
    clock_gettime(CLOCK_MONOTONIC, &now);
    late = now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec > deadline.tv_nsec);
    return late;
}

/* How nine marks stand for a side: lines that only it can still fill. */
static int chances(const char *nine, char who, char foe) {
    int sum = 0;
    for (int n = 0; n < 8; n++) {
        int own = 0, theirs = 0;
        for (int c = 0; c < 3; c++) {
            char mark = nine[LINES[n][c]];
            own += mark == who;
            theirs += mark == foe || mark == '=';
        }
        if (!theirs) sum += own * own;
    }
    return sum;
}

static int stand(const Position *p) {
    char who = p->side, foe = who == 'o' ? 'x' : 'o';
    int value = 20 * (chances(p->won, who, foe) - chances(p->won, foe, who));
    for (int b = 0; b < 9; b++)
        if (p->won[b] == '.')
            value += chances(p->cell + 9 * b, who, foe) - chances(p->cell + 9 * b, foe, who);
        else if (p->won[b] != '=')
            value += p->won[b] == who ? 30 : -30;
    return value;
}

static int search(const Position *p, int depth, int alpha, int beta) {
    int list[81], count = moves(p, list);
    if (count == 0) return 0;
    if (depth == 0) return stand(p);
    for (int n = 0; n < count && !out_of_time(); n++) {
        Position next = after(*p, list[n]);
        int value = lined(next.won, p->side) ? 10000 + depth : -search(&next, depth - 1, -beta, -alpha);
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
    }
    return alpha;
}

static int choose(const Position *p, int seconds) {
    int list[81], count = moves(p, list), best = list[0];
    double share = seconds < 2 ? 0.02 : seconds / 40.0 < 1 ? seconds / 40.0 : 1;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_nsec += (long)(share * 1e9) % 1000000000;
    deadline.tv_sec += (long)share + deadline.tv_nsec / 1000000000;
    deadline.tv_nsec %= 1000000000;
    late = nodes = 0;
    int depth = 1;
    for (; depth < 12 && !late; depth++) {
        int alpha = -20000, found = list[0];
        for (int n = 0; n < count && !late; n++) {
            Position next = after(*p, list[n]);
            int value = lined(next.won, p->side) ? 10000 + depth : -search(&next, depth - 1, -20000, -alpha);
            if (!late && value > alpha) { alpha = value; found = list[n]; }
        }
        if (!late || depth == 1) best = found;
        if (alpha > 10000) break;
    }
    fprintf(stderr, "depth %d, %d positions\n", depth, nodes);
    return best;
}
