// Each thread makes room for what it finds in a stretch of 4096 elements.
#include "problem.h"

static void run(void) {
    int total = 0;
#pragma omp parallel for
    for (size_t first = 0; first < n; first += 4096) {
        int mine = 0, at;
#pragma omp simd reduction(+ : mine)
        for (size_t i = first; i < first + 4096; i++)
            mine += values[i] > 0;
#pragma omp atomic capture
        {
            at = total;
            total += mine;
        }
        for (size_t i = first; i < first + 4096; i++)
            if (values[i] > 0)
                result[at++] = values[i];
    }
    count = total;
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
