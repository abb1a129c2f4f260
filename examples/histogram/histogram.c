// histogram.c - how often each byte occurs in a file: a histogram for each block in shared memory,
// and one of all.
#include <offload.h>

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BINS = 256 };

// All threads of a block count into the block's histogram, which is near and has few that compete
// for it; each block adds its own to the whole once.
offload_kernel void count_bytes(size_t n, const unsigned char bytes[n], unsigned int bins[BINS]) {
    offload_shared unsigned int block_bins[BINS];
    for (unsigned int bin = offload_thread_id(0); bin < BINS; bin += offload_block_size(0))
        block_bins[bin] = 0;
    offload_barrier();
    offload_for (i, n) {
        offload_atomic_add(&block_bins[bytes[i]], 1);
    }
    offload_barrier();
    for (unsigned int bin = offload_thread_id(0); bin < BINS; bin += offload_block_size(0))
        if (block_bins[bin])
            offload_atomic_add(&bins[bin], block_bins[bin]);
}

static int check(size_t n, const unsigned char *bytes, const unsigned int *bins) {
    unsigned int expected[BINS] = {0};
    for (size_t i = 0; i < n; i++)
        expected[bytes[i]]++;
    for (int bin = 0; bin < BINS; bin++)
        if (bins[bin] != expected[bin]) {
            fprintf(stderr, "histogram: byte 0x%02x occurs %u times, not %u\n", (unsigned int)bin,
                    expected[bin], bins[bin]);
            return 0;
        }
    return 1;
}

// Reads to the end of a file. Returns NULL, or what is wrong.
static const char *read_all(FILE *file, unsigned char **bytes, size_t *n) {
    size_t room = 0;
    do {
        room = room ? room * 2 : 1 << 16;
        unsigned char *more = realloc(*bytes, room);
        if (!more)
            return "too large for this machine's memory";
        *bytes = more;
        *n += fread(*bytes + *n, 1, room - *n, file);
        if (*n > UINT_MAX)
            return "too large: a bin counts to 4294967295";
    } while (*n == room);
    return ferror(file) ? strerror(errno) : NULL;
}

static void print_top(size_t n, const unsigned int *bins, size_t top) {
    _Bool printed[BINS] = {0};
    for (size_t i = 0; i < top; i++) {
        int most = 0;
        for (int bin = 1; bin < BINS; bin++)
            if (printed[most] || (!printed[bin] && bins[bin] > bins[most]))
                most = bin;
        if (bins[most] == 0)
            return;
        printed[most] = 1;
        printf("0x%02x %c %10u  %6.2f%%\n", (unsigned int)most, isgraph(most) ? most : ' ',
               bins[most], 100.0 * bins[most] / (double)n);
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// The best of five launches, with the transfer of the bytes.
static double measure(size_t n, const unsigned char *bytes) {
    double best = 0;
    for (int i = 0; i < 5; i++) {
        unsigned int bins[BINS] = {0};
        double start = now();
        offload(count_bytes)(n, bytes, bins);
        double seconds = now() - start;
        best = i == 0 || seconds < best ? seconds : best;
    }
    return best;
}

static int usage(const char *program) {
    fprintf(stderr,
            "usage: %s [--time] [--top N] FILE\n"
            "  FILE     any file; - is standard input\n"
            "  --top N  print the N bytes that occur most, 0 to 256 (10)\n"
            "  --time   print the seconds of a launch\n",
            program);
    return 2;
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"time", no_argument, NULL, 't'}, {"top", required_argument, NULL, 'n'}, {0}};
    int option, timed = 0;
    unsigned long top = 10;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        char *end = "";
        if (option == 't')
            timed = 1;
        else if (option == 'n')
            top = strtoul(optarg, &end, 10);
        else
            return usage(argv[0]);
        if (*end || (option == 'n' && end == optarg) || top > BINS)
            return usage(argv[0]);
    }
    if (argc - optind != 1)
        return usage(argv[0]);

    const char *path = argv[optind];
    unsigned char *bytes = NULL;
    size_t n = 0;
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    const char *wrong = file ? read_all(file, &bytes, &n) : strerror(errno);
    if (file && file != stdin)
        fclose(file);
    int status = 1;
    if (wrong) {
        fprintf(stderr, "histogram: %s: %s\n", path, wrong);
    } else {
        unsigned int bins[BINS] = {0};
        if (n > 0)
            offload(count_bytes)(n, bytes, bins);
        status = check(n, bytes, bins) ? 0 : 1;
        printf("histogram: %zu bytes: %s\n", n, status == 0 ? "correct" : "WRONG");
        print_top(n, bins, top);
        if (timed && n > 0)
            printf("seconds: %.6f\n", measure(n, bytes));
    }
    free(bytes);
    return status;
}
