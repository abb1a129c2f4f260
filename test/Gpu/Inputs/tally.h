// tally.h - what an instruction of a kernel did, as the machines of this folder count it (scripts/emulate).
//
// Memory is moved in lines, whose size is the GPU's. Shared memory has 32 banks of 4 bytes: lanes that need several
// words of one bank wait for each other.
#ifndef TALLY_H
#define TALLY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TALLY_LANES = 64, BANKS = 32, BANK_BYTES = 4 };

struct tally {
    uint64_t waves, lanes;       // executions, and lanes that were active in them
    uint64_t lines, least_lines; // of memory that were moved, and that would have been with neighbours in line
    uint64_t bytes;              // of memory that lanes asked for
    uint64_t shared_passes;      // accesses of up to 32 words to shared memory
    uint64_t conflicts;          // how often such an access had to wait for a bank once more
};

static inline int tally_order(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// An access by `count` lanes to memory.
static inline void tally_lines(struct tally *tally, const uint64_t *addresses, unsigned count, unsigned bytes,
                               unsigned line) {
    uint64_t lines[2 * TALLY_LANES];
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++) {
        lines[used++] = addresses[i] / line;
        if ((addresses[i] + bytes - 1) / line != addresses[i] / line)
            lines[used++] = (addresses[i] + bytes - 1) / line;
    }
    qsort(lines, used, sizeof *lines, tally_order);
    for (unsigned i = 0; i < used; i++)
        tally->lines += i == 0 || lines[i] != lines[i - 1];
    tally->least_lines += (count * bytes + line - 1) / line;
    tally->bytes += (uint64_t)count * bytes;
}

// An access to shared memory. As many lanes go together as have 32 words.
static inline void tally_banks(struct tally *tally, const uint64_t *addresses, unsigned count, unsigned bytes) {
    unsigned words = bytes < BANK_BYTES ? 1 : bytes / BANK_BYTES, together = BANKS / words;
    for (unsigned first = 0; first < count; first += together) {
        uint64_t wanted[BANKS];
        unsigned used = 0, of_bank[BANKS] = {0}, most = 1;
        for (unsigned i = first; i < count && i < first + together; i++)
            for (unsigned k = 0; k < words; k++)
                wanted[used++] = addresses[i] / BANK_BYTES + k;
        qsort(wanted, used, sizeof *wanted, tally_order);
        for (unsigned i = 0; i < used; i++)
            if ((i == 0 || wanted[i] != wanted[i - 1]) && ++of_bank[wanted[i] % BANKS] > most)
                most = of_bank[wanted[i] % BANKS];
        tally->conflicts += most - 1;
        tally->shared_passes++;
    }
}

static inline void tally_add(struct tally *to, const struct tally *from) {
    to->waves += from->waves;
    to->lanes += from->lanes;
    to->lines += from->lines;
    to->least_lines += from->least_lines;
    to->bytes += from->bytes;
    to->shared_passes += from->shared_passes;
    to->conflicts += from->conflicts;
}

static inline void tally_string(FILE *file, const char *text) {
    putc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', file);
        putc(*text, file);
    }
    putc('"', file);
}

// Members of a JSON object.
static inline void tally_write(FILE *file, const struct tally *tally) {
    fprintf(file,
            "\"waves\": %llu, \"lanes\": %llu, \"lines\": %llu, \"least_lines\": %llu, \"bytes\": %llu, "
            "\"shared_passes\": %llu, \"conflicts\": %llu",
            (unsigned long long)tally->waves, (unsigned long long)tally->lanes, (unsigned long long)tally->lines,
            (unsigned long long)tally->least_lines, (unsigned long long)tally->bytes,
            (unsigned long long)tally->shared_passes, (unsigned long long)tally->conflicts);
}

#endif
