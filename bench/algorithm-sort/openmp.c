// A radix sort, 8 bits at a time: each thread counts the digits of its part of the array. Then it
// moves its keys.
#include "problem.h"

#include "../radix.h"

static void pass(const unsigned *from, unsigned *to, int shift) {
#pragma omp parallel
    {
        size_t threads = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
        size_t first = n * me / threads, end = n * (me + 1) / threads, at[DIGITS];
        find_places(from, first, end, shift, at);
        for (size_t i = first; i < end; i++)
            to[at[digit_of(from[i], shift)]++] = from[i];
    }
}

static void run(void) {
    static unsigned *room;
    give();
    if (!room)
        room = allocate(n * sizeof *room);
    for (int shift = 0; shift < 32; shift += 16) {
        pass((unsigned *)keys, room, shift);
        pass(room, (unsigned *)keys, shift + 8);
    }
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
