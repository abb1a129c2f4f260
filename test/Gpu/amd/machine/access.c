#include "access.h"

#include <string.h>

// The register's value with a part of it replaced.
static uint32_t filled(const struct wave *w, uint32_t old, uint32_t value, unsigned detail) {
    if (!(detail & ACCESS_D16))
        return value;
    // With error correction of registers, the other half is lost.
    uint32_t kept = wave_is_gfx90a(w) ? 0 : old;
    return detail & ACCESS_HIGH ? (kept & 0xFFFF) | value << 16
                                : (kept & 0xFFFF0000) | (value & 0xFFFF);
}

void access_load(struct wave *w, unsigned lane, const struct operand *to, unsigned detail,
                 const uint8_t *from) {
    unsigned bytes = detail & ACCESS_BYTES;
    if (bytes == 4 && (uintptr_t)from % 4 == 0) {
        w->vectors[to->index][lane] = __atomic_load_n((const uint32_t *)from, __ATOMIC_RELAXED);
        return;
    }
    if (bytes == 8 && (uintptr_t)from % 8 == 0) {
        access_result(w, lane, to->index, 8,
                      __atomic_load_n((const uint64_t *)from, __ATOMIC_RELAXED));
        return;
    }
    if (bytes >= 4) {
        uint32_t values[4];
        memcpy(values, from, bytes);
        for (unsigned i = 0; i < bytes / 4; i++)
            w->vectors[to->index + i][lane] = values[i];
        return;
    }
    uint32_t value;
    if (bytes == 1)
        value = detail & ACCESS_SIGNED ? (uint32_t)(int8_t)*from : *from;
    else {
        uint16_t half;
        memcpy(&half, from, sizeof half);
        value = detail & ACCESS_SIGNED ? (uint32_t)(int16_t)half : half;
    }
    uint32_t *row = w->vectors[to->index];
    row[lane] = filled(w, row[lane], value, detail);
}

void access_store(const struct wave *w, unsigned lane, const struct operand *data, unsigned detail,
                  uint8_t *to) {
    unsigned bytes = detail & ACCESS_BYTES;
    uint32_t value = w->vectors[data->index][lane];
    if (bytes == 4 && (uintptr_t)to % 4 == 0)
        __atomic_store_n((uint32_t *)to, value, __ATOMIC_RELAXED);
    else if (bytes == 8 && (uintptr_t)to % 8 == 0)
        __atomic_store_n((uint64_t *)to, access_data(w, lane, data->index, 8), __ATOMIC_RELAXED);
    else if (bytes >= 4) {
        uint32_t values[4];
        for (unsigned i = 0; i < bytes / 4; i++)
            values[i] = w->vectors[data->index + i][lane];
        memcpy(to, values, bytes);
    } else {
        if (detail & ACCESS_HIGH)
            value >>= 16;
        memcpy(to, &value, bytes);
    }
}
