// Loads of what is the same for a wave: s_load_...
#include "access.h"
#include "decode.h"
#include "waits.h"

#include <string.h>

static enum outcome run_load(struct wave *w, const struct instruction *in) {
    const struct operand *result = &in->operands[0], *offset = &in->operands[2];
    unsigned detail = in->operation->detail, bytes = detail & ACCESS_BYTES;
    uint64_t address =
        read_scalar(w, &in->operands[1], T_B64) + (uint64_t)(int64_t)in->modifiers.offset;
    if (offset->kind == LITERAL || offset->kind == INTEGER)
        address += offset->value;
    else
        address += read_scalar(w, offset, T_B32);
    unsigned unit = bytes < 4 ? bytes : 4;
    if (address % unit)
        wave_fault(w, "a scalar load of %u bytes from %#llx, which is not a multiple of %u", bytes,
                   (unsigned long long)address, unit);
    const uint8_t *from = global_at(w, -1, address, bytes);
    if (bytes >= 4)
        memcpy(&w->scalars[result->index], from, bytes);
    else if (bytes == 2) {
        uint16_t half;
        memcpy(&half, from, sizeof half);
        w->scalars[result->index] = detail & ACCESS_SIGNED ? (uint32_t)(int16_t)half : half;
    } else
        w->scalars[result->index] = detail & ACCESS_SIGNED ? (uint32_t)(int8_t)*from : *from;
    waits_add(w, C_KM, false, result);
    return GO_ON;
}

#define LOAD(name, type, detail) {name, type " = b64 any", run_load, NULL, (detail) | COMES_BACK}

const struct operation scalar_memory_operations[] = {
    LOAD("s_load_dword", "b32", 4),
    LOAD("s_load_dwordx2", "b64", 8),
    LOAD("s_load_dwordx4", "b128", 16),
    LOAD("s_load_dwordx8", "b256", 32),
    LOAD("s_load_dwordx16", "b512", 64),
    LOAD("s_load_b32", "b32", 4),
    LOAD("s_load_b64", "b64", 8),
    LOAD("s_load_b96", "b96", 12),
    LOAD("s_load_b128", "b128", 16),
    LOAD("s_load_b256", "b256", 32),
    LOAD("s_load_b512", "b512", 64),
    LOAD("s_load_u8", "b32", 1),
    LOAD("s_load_i8", "b32", 1 | ACCESS_SIGNED),
    LOAD("s_load_u16", "b32", 2),
    LOAD("s_load_i16", "b32", 2 | ACCESS_SIGNED),
    {0},
};
