// scan.c - prefix sums: element i of the result is the sum of all elements up to i (inclusive) or
// before i (exclusive).
//
// Each block scans its part of the array in shared memory and leaves the part's total. The totals
// are scanned in the same way, and then each part is raised by the total of all parts before it.
#include <offload.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 };

offload_kernel void scan_parts(size_t n, _Bool exclusive, const unsigned int in[n],
                               offload_out unsigned int out[n],
                               offload_out unsigned int totals[(n + BLOCK - 1) / BLOCK]) {
    offload_shared unsigned int sums[BLOCK];
    size_t i = offload_global_id(0);
    unsigned int me = offload_thread_id(0);
    unsigned int own = i < n ? in[i] : 0;
    sums[me] = own;
    offload_barrier();
    // After each round, an element is the sum of twice as many elements up to its place.
    for (unsigned int distance = 1; distance < BLOCK; distance *= 2) {
        unsigned int left = me >= distance ? sums[me - distance] : 0;
        offload_barrier(); // all have read
        sums[me] += left;
        offload_barrier(); // all have written
    }
    if (i < n)
        out[i] = exclusive ? sums[me] - own : sums[me];
    if (me == BLOCK - 1)
        totals[offload_block_id(0)] = sums[me];
}

offload_kernel void raise_parts(size_t n, const unsigned int by[(n + BLOCK - 1) / BLOCK],
                                unsigned int values[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        values[i] += by[i / BLOCK];
}

// Sums are modulo 2^32, as unsigned numbers are. Returns 0, or -1 if there is no memory.
static int scan(size_t n, _Bool exclusive, const unsigned int *in, unsigned int *out) {
    size_t parts = (n + BLOCK - 1) / BLOCK;
    unsigned int *totals = malloc(parts * sizeof *totals);
    unsigned int *before = malloc(parts * sizeof *before);
    int status = totals && before ? 0 : -1;
    if (status == 0)
        offload(scan_parts, .threads = {n}, .block_size = {BLOCK})(n, exclusive, in, out, totals);
    if (status == 0 && parts > 1) {
        status = scan(parts, 1, totals, before);
        if (status == 0)
            offload(raise_parts, .threads = {n})(n, before, out);
    }
    free(totals);
    free(before);
    return status;
}

// Returns the index of the first wrong element, or n.
static size_t check(size_t n, _Bool exclusive, const unsigned int *in, const unsigned int *out) {
    unsigned int sum = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned int before = sum;
        sum += in[i];
        if (out[i] != (exclusive ? before : sum))
            return i;
    }
    return n;
}

// Reads a number from 1 to `max`. Returns 0 if the text is not such a number.
static size_t number(const char *text, size_t max) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *text == '-' || *end || value > max ? 0 : value;
}

static int usage(const char *program) {
    fprintf(stderr,
            "usage: %s [n]\n"
            "  n  elements of the array, 1 to 4294967296 (4194304)\n",
            program);
    return 2;
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? number(argv[1], (size_t)1 << 32) : (size_t)1 << 22;
    if (argc > 2 || n == 0)
        return usage(argv[0]);

    unsigned int *in = malloc(n * sizeof *in), *out = malloc(n * sizeof *out);
    int status = in && out ? 0 : -1;
    unsigned int state = 1;
    for (size_t i = 0; status == 0 && i < n; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = state >> 8;
    }

    int correct = 1;
    for (int exclusive = 0; status == 0 && exclusive <= 1; exclusive++) {
        memset(out, 0, n * sizeof *out);
        status = scan(n, exclusive != 0, in, out);
        size_t wrong = status == 0 ? check(n, exclusive != 0, in, out) : n;
        if (wrong < n) {
            fprintf(stderr, "scan: %s: element %zu is wrong: %u\n",
                    exclusive ? "exclusive" : "inclusive", wrong, out[wrong]);
            correct = 0;
        }
    }
    if (status != 0)
        fprintf(stderr, "%s: no memory for %zu elements\n", argv[0], n);
    else if (correct)
        printf("scan: %zu elements, inclusive and exclusive: correct\n", n);
    free(in);
    free(out);
    return status == 0 && correct ? 0 : 1;
}
