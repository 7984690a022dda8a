/* The default six-role Werewolf table under the policy `random`, written by hand in C: a yardstick for the kernel's speed.
 *   gcc -O3 -march=native werewolf.c -o werewolf && ./werewolf PLAYERS GAMES
 * Rules: kernels/werewolf/RULES.md at defaults (ballots with a run-off, then a lot; no prank on the first night; parity ending).
 * Prints the village's share and millions of games per second on one thread. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { VILLAGER, WEREWOLF, KNIGHT, SEER, MEDIUM, TRAITOR, ROLES };
typedef uint64_t u64;
static u64 stream;

static inline u64 below(u64 n) {
    u64 z = (stream += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return ((z >> 32) * n) >> 32;
}
static inline int pick(u64 seats) {
    for (u64 k = below(__builtin_popcountll(seats)); k; k--) seats &= seats - 1;
    return __builtin_ctzll(seats);
}
static u64 ballot(u64 alive, u64 candidates) {
    int votes[64] = {0}, most = 0;
    for (u64 m = alive; m; m &= m - 1) {
        u64 legal = candidates & ~(m & -m);
        if (legal) votes[pick(legal)]++;
    }
    u64 top = 0;
    for (u64 m = candidates; m; m &= m - 1) {
        int s = __builtin_ctzll(m);
        if (votes[s] > most) { most = votes[s]; top = 1ull << s; }
        else if (votes[s] == most) top |= 1ull << s;
    }
    return top;
}
static inline int over(u64 alive, u64 wolves) {
    int w = __builtin_popcountll(alive & wolves), n = __builtin_popcountll(alive);
    return w == 0 ? 1 : 2 * w >= n ? 2 : 0;
}
static int play(int n, const int *count) {
    int role[64], k = 0;
    u64 of[ROLES] = {0}, alive = (1ull << n) - 1;
    for (int r = 0; r < ROLES; r++) for (int c = 0; c < count[r]; c++) role[k++] = r;
    for (int i = n - 1; i > 0; i--) { int j = below(i + 1), t = role[i]; role[i] = role[j]; role[j] = t; }
    for (int i = 0; i < n; i++) of[role[i]] |= 1ull << i;
    u64 wolves = of[WEREWOLF];
    if (of[SEER]) pick(alive & ~of[SEER]);
    for (;;) {
        u64 top = ballot(alive, alive);
        if (top & (top - 1)) top = ballot(alive, top);
        alive &= ~(1ull << pick(top));
        int o = over(alive, wolves);
        if (o) return o;
        if (of[SEER] & alive) pick(alive & ~of[SEER]);
        int victim = pick(alive & ~wolves), guarded = -1;
        if (of[KNIGHT] & alive) guarded = pick(alive & ~of[KNIGHT]);
        if (victim != guarded) alive &= ~(1ull << victim);
        if ((o = over(alive, wolves))) return o;
    }
}
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    long games = argc > 2 ? atol(argv[2]) : 2000000, village = 0;
    static const int at[] = {4, 7, 11, 14, 18, 21, 25, 28};
    int wolves = 0;
    for (int i = 0; i < 8; i++) wolves += n >= at[i];
    int count[ROLES] = {0, wolves, n >= 5, 1, n >= 7, n >= 8};
    count[VILLAGER] = n - wolves - 1 - (n >= 5) - (n >= 7) - (n >= 8);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (long g = 0; g < games; g++) { stream = 7 ^ (g * 0xD1342543DE82EF95ull); village += play(n, count) == 1; }
    clock_gettime(CLOCK_MONOTONIC, &b);
    double s = (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec);
    printf("%d players, %d werewolves: village %.4f, %.3f M games/s\n", n, wolves, (double)village / games, games / s / 1e6);
}
