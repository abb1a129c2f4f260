// A radix sort, 8 bits at a time: each thread counts the digits of its stretch, and moves its keys.
#include "problem.h"

#include <omp.h>

static void pass(const unsigned *from, unsigned *to, const unsigned *with, unsigned *to_with,
                 int shift, size_t (*counts)[256]) {
#pragma omp parallel
    {
        size_t threads = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
        size_t first = n * me / threads, end = n * (me + 1) / threads;
        size_t count[256] = {0};
        for (size_t i = first; i < end; i++)
            count[(from[i] ^ 1u << 31) >> shift & 255]++;
        for (int d = 0; d < 256; d++)
            counts[me][d] = count[d];
#pragma omp barrier
#pragma omp single
        {
            size_t before = 0;
            for (int d = 0; d < 256; d++)
                for (size_t t = 0; t < threads; t++) {
                    size_t these = counts[t][d];
                    counts[t][d] = before;
                    before += these;
                }
        }
        for (int d = 0; d < 256; d++)
            count[d] = counts[me][d];
        for (size_t i = first; i < end; i++) {
            size_t at = count[(from[i] ^ 1u << 31) >> shift & 255]++;
            to[at] = from[i];
            to_with[at] = with[i];
        }
    }
}

static void run(void) {
    static size_t counts[256][256];
    static unsigned *room, *room_of_indices;
    give();
    if (!room) {
        room = allocate(n * sizeof *room);
        room_of_indices = allocate(n * sizeof *room_of_indices);
    }
    for (int shift = 0; shift < 32; shift += 16) {
        pass((unsigned *)keys, room, indices, room_of_indices, shift, counts);
        pass(room, (unsigned *)keys, room_of_indices, indices, shift + 8, counts);
    }
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
