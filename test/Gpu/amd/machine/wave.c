#include "wave.h"

#include "machine-state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned wave_generation(const struct wave *w) {
    return w->group->machine->generation;
}

bool wave_is_gfx90a(const struct wave *w) {
    return w->group->machine->is_gfx90a;
}

bool wave_is_gfx940(const struct wave *w) {
    return w->group->machine->is_gfx940;
}

void wave_fault(const struct wave *w, const char *format, ...) {
    char why[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    const uint32_t *id = w->group->id;
    fprintf(stderr, "amd: kernel '%s', block (%u,%u,%u), wave %u, %s",
            machine_kernel_name(w->group), id[0], id[1], id[2], w->number,
            machine_place(w->group->machine, w->pc));
    if (w->now)
        fprintf(stderr, " '%s'", w->now->text);
    fprintf(stderr, ": %s\n", why);
    fflush(NULL);
    abort();
}

// ---- Scalar operands ---------------------------------------------------------------------------

static uint64_t special_value(const struct wave *w, enum special special) {
    switch (special) {
    case SPECIAL_SCC:
        return w->scc;
    case SPECIAL_VCCZ:
        return wave_vcc(w) == 0;
    case SPECIAL_EXECZ:
        return wave_exec(w) == 0;
    case SPECIAL_SHARED_BASE:
        return (uint64_t)SHARED_APERTURE << 32;
    case SPECIAL_SHARED_LIMIT:
        return (uint64_t)SHARED_APERTURE << 32 | UINT32_MAX;
    case SPECIAL_PRIVATE_BASE:
        return (uint64_t)PRIVATE_APERTURE << 32;
    case SPECIAL_PRIVATE_LIMIT:
        return (uint64_t)PRIVATE_APERTURE << 32 | UINT32_MAX;
    case SPECIAL_FLAT_SCRATCH_LO:
        return (uint32_t)w->scratch_base;
    case SPECIAL_FLAT_SCRATCH_HI:
        return w->scratch_base >> 32;
    }
    return 0;
}

static uint64_t bits_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_half(double value) {
    _Float16 half = (_Float16)value;
    uint16_t bits;
    memcpy(&bits, &half, sizeof bits);
    return bits;
}

static uint64_t real_value(double value, enum operand_type type) {
    switch (type) {
    case T_F64:
    case T_B64:
    case T_I64:
        return bits_of_double(value);
    case T_F16:
    case T_B16:
    case T_I16:
        return bits_of_half(value);
    case T_BF16:
        return bits_of_float((float)value) >> 16;
    default:
        return bits_of_float((float)value);
    }
}

static uint64_t literal_value(uint64_t value, enum operand_type type) {
    if (type == T_F64 && value <= UINT32_MAX)
        return value << 32;
    if (type == T_I64 && value <= UINT32_MAX)
        return (uint64_t)(int64_t)(int32_t)value;
    return value;
}

uint64_t read_scalar(const struct wave *w, const struct operand *operand, enum operand_type type) {
    uint64_t value = 0;
    switch (operand->kind) {
    case NO_OPERAND:
        return 0;
    case VECTOR:
        wave_fault(w, "a vector register where a scalar one belongs");
    case SCALAR:
        value = is_wide(type) && operand->registers == 2 ? read_pair(&w->scalars[operand->index])
                                                         : w->scalars[operand->index];
        break;
    case INTEGER:
        value = operand->value;
        break;
    case REAL:
        value = real_value(operand->real, type);
        break;
    case LITERAL:
        value = literal_value(operand->value, type);
        break;
    case SPECIAL:
        value = special_value(w, operand->special);
        break;
    }
    if (is_wide(type))
        return value;
    if (type == T_B16 || type == T_F16 || type == T_BF16)
        return (uint16_t)(operand->high_half ? value >> 16 : value);
    if (type == T_I16)
        return (uint64_t)(int16_t)(operand->high_half ? value >> 16 : value);
    return (uint32_t)value;
}

void write_scalar(struct wave *w, const struct operand *operand, uint64_t value) {
    if (operand->kind == NO_OPERAND)
        return;
    if (operand->kind != SCALAR)
        wave_fault(w, "a result that is not a scalar register");
    w->scalars[operand->index] = (uint32_t)value;
    if (operand->registers == 2)
        w->scalars[operand->index + 1] = (uint32_t)(value >> 32);
}

uint64_t read_mask(const struct wave *w, const struct operand *operand) {
    uint64_t all = w->lanes == 64 ? UINT64_MAX : UINT32_MAX;
    return read_scalar(w, operand, w->lanes == 64 ? T_B64 : T_B32) & all;
}

void write_mask(struct wave *w, const struct operand *operand, uint64_t mask) {
    write_scalar(w, operand, mask);
}

// ---- Memory ------------------------------------------------------------------------------------

uint8_t *lds_at(const struct wave *w, unsigned lane, uint32_t address, unsigned size) {
    uint32_t end = w->group->lds_size;
    if (address > end || size > end - address)
        wave_fault(w, "lane %u: %u bytes at %#x are not in the block's shared memory of %u bytes",
                   lane, size, address, end);
    return w->group->lds + address;
}

uint8_t *scratch_at(const struct wave *w, unsigned lane, uint32_t address, unsigned size) {
    if (address > w->scratch_size || size > w->scratch_size - address)
        wave_fault(w, "lane %u: %u bytes at %#x are not in the thread's private memory of %u bytes",
                   lane, size, address, w->scratch_size);
    return w->scratch + (size_t)lane * w->scratch_size + address;
}

uint8_t *global_at(const struct wave *w, int lane, uint64_t address, unsigned size) {
    struct machine *machine = w->group->machine;
    const struct memory_span *last = &machine->last_span;
    if (address - last->base < last->size && size <= last->size - (address - last->base))
        return (uint8_t *)address;
    struct memory_span span = machine->find(machine->owner, address);
    bool inside = span.size && address >= span.base && address - span.base < span.size &&
                  size <= span.size - (address - span.base);
    if (inside && !span.is_freed && span.is_readable) {
        machine->last_span = span;
        return (uint8_t *)address;
    }
    char who[20] = "", memory[80] = "";
    if (lane >= 0)
        snprintf(who, sizeof who, "lane %d: ", lane);
    if (span.size)
        snprintf(memory, sizeof memory, " (%llu bytes at %#llx)", (unsigned long long)span.size,
                 (unsigned long long)span.base);
    wave_fault(w, "%s%u bytes at %#llx: %s%s", who, size, (unsigned long long)address,
               !span.size      ? "there is no memory"
               : span.is_freed ? "the memory was freed"
               : !inside       ? "it is beyond the end of the memory there"
                               : "the GPU has no access to it",
               memory);
}
