#include "problem.h"

#include <string.h>

static void run(void) {
    memset(bins, 0, sizeof bins);
#pragma omp parallel for reduction(+ : bins)
    for (size_t i = 0; i < n; i++)
        bins[bytes[i]]++;
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
