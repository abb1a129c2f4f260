#include "runtime/poison.h"

#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>

enum { WORD = 4 };

// 16 random bytes that the kernel gives each process; they are the same in all copies of the
// runtime.
static uint64_t seed_of_process(void) {
    uint64_t seed = 0;
    const void *random = (const void *)getauxval(AT_RANDOM);
    if (random)
        memcpy(&seed, random, sizeof seed);
    return seed;
}

// Of the 4 bytes with this number in the array.
static uint32_t word(uint64_t seed, size_t number) {
    uint64_t hash = (seed ^ number) * 0x9e3779b97f4a7c15;
    return 0x7ff40000 | (uint32_t)(hash >> 48);
}

void __offloadcc_poison(void *memory, size_t bytes) {
    uint64_t seed = seed_of_process();
    char *at = memory;
    for (size_t i = 0; i < bytes; i += WORD) {
        uint32_t value = word(seed, i / WORD);
        memcpy(at + i, &value, bytes - i < WORD ? bytes - i : WORD);
    }
}

size_t __offloadcc_poisoned(const void *memory, size_t from, size_t end) {
    uint64_t seed = seed_of_process();
    const unsigned char *at = memory;
    size_t i = from;
    for (; i < end; i++)
        if (at[i] != (unsigned char)(word(seed, i / WORD) >> 8 * (i % WORD)))
            break;
    return i - from;
}
