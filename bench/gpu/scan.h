// Prefix sums: element i of the result is the sum of all elements up to i. Each block scans its
// part in shared memory; the parts' totals are scanned in the same way, and added to the parts.
#include "harness.h"

enum { BLOCK = 256 };
static size_t n;
static unsigned int *values, *result, *room;

// The elements that the totals of all levels take, each with room for their own scan.
static size_t room_for_totals(void) {
    size_t all = 0;
    for (size_t parts = (n + BLOCK - 1) / BLOCK;; parts = (parts + BLOCK - 1) / BLOCK) {
        all += 2 * parts;
        if (parts == 1)
            return all;
    }
}

static void prepare(int shift) {
    n = ((size_t)1 << 27) >> shift;
    ALLOCATE(values, unsigned int, n);
    ALLOCATE(result, unsigned int, n);
    ALLOCATE(room, unsigned int, room_for_totals());
    for (size_t i = 0; i < n; i++)
        values[i] = scatter(i);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, n, result[i]);
    return sum;
}
