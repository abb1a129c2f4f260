// whole.c - which arrays a launch writes whole; see __offloadcc_need_bytes in glue/preamble.h.
#include "runtime/launch/whole.h"

#include "runtime/data/entries.h"
#include "runtime/devices/libomptarget.h"

#include <limits.h>
#include <string.h>

// A list of numbers, read from its beginning.
struct reader {
    const struct __offloadcc_entries *entries;
    const struct __offloadcc_grid *grid;
    const long *next;
};

// The next factor: an argument's value. False: it counts for nothing.
static bool read_factor(struct reader *reader, long *out) {
    long parameter = reader->next[0], offset = reader->next[1], bytes = reader->next[2];
    reader->next += 3;
    const struct map_entry *entry = &reader->entries->items[parameter];
    const char *place = entry->type & MAP_PRIVATE ? entry->base : (const char *)&entry->base;
    unsigned long value = 0;
    memcpy(&value, place + offset, (size_t)bytes);
    long bits = 8 * bytes - 1;
    *out = (long)value;
    return value >> (bits < __offloadcc_argument_bits ? bits : __offloadcc_argument_bits) == 0;
}

// The next sum of products, which is read to its end whatever it is. False: it has no value.
static bool read_sum(struct reader *reader, long *out) {
    bool valid = true;
    long sum = 0;
    for (long products = *reader->next++; products > 0; products--) {
        long product = *reader->next++;
        for (long factors = *reader->next++; factors > 0; factors--) {
            long factor;
            valid &= read_factor(reader, &factor);
            valid &= !__builtin_mul_overflow(product, factor, &product);
        }
        valid &= !__builtin_add_overflow(sum, product, &sum);
    }
    *out = sum;
    return valid && sum >= 0;
}

// Whether the next need is fulfilled.
static bool read_need(struct reader *reader, long parameter) {
    long kind = *reader->next++, dimension = *reader->next++, sum;
    if (!read_sum(reader, &sum))
        return false;
    unsigned long blocks = reader->grid->__offloadcc_block_count[dimension];
    switch (kind) {
    case __offloadcc_need_bytes:
        return sum >= reader->entries->items[parameter].size;
    case __offloadcc_need_threads:
        return (unsigned long)sum <= blocks * reader->grid->__offloadcc_block_size[dimension];
    case __offloadcc_need_blocks:
        return (unsigned long)sum <= blocks;
    default:
        return kind == __offloadcc_need_value;
    }
}

// What another one needs of the same memory is not known here.
static bool is_alone(const struct __offloadcc_entries *entries, long parameter) {
    uintptr_t begin = (uintptr_t)entries->items[parameter].start,
              end = begin + (uintptr_t)entries->items[parameter].size;
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        uintptr_t other = (uintptr_t)entry->start;
        if (i != parameter && !(entry->type & (MAP_LITERAL | MAP_PRIVATE)) && other < end &&
            begin < other + (uintptr_t)entry->size)
            return false;
    }
    return true;
}

void __offloadcc_drop_copies(const long *whole, struct __offloadcc_entries *entries,
                             const struct __offloadcc_grid *grid) {
    struct reader reader = {entries, grid, whole};
    for (long parameter; (parameter = *reader.next++) >= 0;) {
        bool fulfilled = true;
        for (long needs = *reader.next++; needs > 0; needs--)
            fulfilled &= read_need(&reader, parameter);
        if (fulfilled && is_alone(entries, parameter))
            entries->items[parameter].type &= ~(int64_t)MAP_TO;
    }
}
