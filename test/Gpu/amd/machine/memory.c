// Global, flat, private ("scratch") and buffer memory instructions. Buffers are only those of
// private memory, which gfx9 and gfx10 have.
#include "access.h"
#include "atomics.h"
#include "counts.h"
#include "decode.h"
#include "machine-state.h"
#include "stores.h"
#include "waits.h"

enum space { GLOBAL, FLAT, SCRATCH, BUFFER };

// The space is in bits of the detail that access.h leaves.
enum { SPACE = 24, SPACE_BITS = 0x3 };

// Operands of an instruction by their meaning; NULL: it has none.
struct parts {
    enum space space;
    const struct operand *address, *base, *resource, *data, *result;
};

static struct parts parts_of(const struct instruction *in, bool has_data) {
    struct parts parts = {.space = (enum space)(in->operation->detail >> SPACE & SPACE_BITS)};
    const struct operand *at = in->operands;
    if (in->written_count)
        parts.result = at++;
    if (parts.space == BUFFER) {
        if (has_data)
            parts.data = at++;
        parts.address = at;
        parts.resource = at + 1;
        parts.base = at + 2;
        return parts;
    }
    parts.address = at++;
    if (has_data)
        parts.data = at++;
    parts.base = at < in->operands + in->operand_count ? at : NULL;
    return parts;
}

static uint32_t scalar_part(const struct wave *w, const struct operand *operand) {
    return operand ? (uint32_t)read_scalar(w, operand, T_B32) : 0;
}

// Private memory by a buffer: its resource's base is the wave's, and the offset in a scalar
// register counts for all lanes together.
static uint8_t *buffer_at(const struct wave *w, const struct instruction *in,
                          const struct parts *parts, unsigned lane, unsigned bytes) {
    uint64_t base = read_scalar(w, parts->resource, T_B64) & 0xFFFFFFFFFFFF;
    uint32_t together = scalar_part(w, parts->base), address = (uint32_t)in->modifiers.offset;
    if (base != w->scratch_base)
        wave_fault(w, "a buffer at %#llx, which is not the wave's private memory at %#llx",
                   (unsigned long long)base, (unsigned long long)w->scratch_base);
    if (together % w->lanes)
        wave_fault(w, "an offset of %u bytes for %u lanes", together, w->lanes);
    if (parts->address->kind == VECTOR)
        address += w->vectors[parts->address->index][lane];
    return scratch_at(w, lane, address + together / w->lanes, bytes);
}

static uint8_t *flat_at(const struct wave *w, unsigned lane, uint64_t address, unsigned bytes) {
    switch (address >> 32) {
    case SHARED_APERTURE:
        return lds_at(w, lane, (uint32_t)address, bytes);
    case PRIVATE_APERTURE:
        return scratch_at(w, lane, (uint32_t)address, bytes);
    default:
        return global_at(w, (int)lane, address, bytes);
    }
}

static uint8_t *address_of(const struct wave *w, const struct instruction *in,
                           const struct parts *parts, unsigned lane, unsigned bytes) {
    uint64_t offset = (uint64_t)(int64_t)in->modifiers.offset;
    const struct operand *address = parts->address;
    switch (parts->space) {
    case GLOBAL:
        if (parts->base->kind == NO_OPERAND)
            return global_at(w, (int)lane, access_data(w, lane, address->index, 8) + offset, bytes);
        return global_at(
            w, (int)lane,
            read_scalar(w, parts->base, T_B64) + w->vectors[address->index][lane] + offset, bytes);
    case FLAT:
        return flat_at(w, lane, access_data(w, lane, address->index, 8) + offset, bytes);
    case SCRATCH: {
        uint32_t own = address->kind == VECTOR ? w->vectors[address->index][lane] : 0;
        return scratch_at(w, lane, own + scalar_part(w, parts->base) + (uint32_t)offset, bytes);
    }
    case BUFFER:
        return buffer_at(w, in, parts, lane, bytes);
    }
    return NULL;
}

static void check_address(const struct wave *w, const struct parts *parts) {
    bool wide = parts->space == FLAT || (parts->space == GLOBAL && parts->base->kind == NO_OPERAND);
    if (parts->address->kind == VECTOR && parts->address->registers != (wide ? 2 : 1))
        wave_fault(w, "an address in %u registers", parts->address->registers);
}

// Notes what comes back; NULL: nothing that is waited for in registers.
static void note(struct wave *w, const struct parts *parts, const struct operand *result) {
    enum counter counter = result ? C_LOAD : C_STORE;
    if (parts->space == FLAT)
        waits_add_flat(w, counter, result);
    else
        waits_add(w, counter, true, result);
}

// The addresses of all lanes that take part.
static void find_addresses(const struct wave *w, const struct instruction *in,
                           const struct parts *parts, uint8_t *addresses[MAX_LANES],
                           unsigned bytes) {
    uint64_t exec = wave_exec(w);
    check_address(w, parts);
    for (uint64_t left = exec; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        addresses[lane] = address_of(w, in, parts, lane, bytes);
    }
    if (w->group->machine->counts)
        counts_access(w, in, exec, addresses, bytes);
}

// A wave sees its own stores, and perhaps its group's.
static void do_own_stores(struct wave *w, enum space space) {
    for (unsigned i = 0; w->group->has_one_order && i < w->group->wave_count; i++)
        stores_do_all(&w->group->waves[i], C_STORE);
    stores_do_all(w, C_STORE);
    if (space == FLAT)
        stores_do_all(w, C_DS);
}

static enum outcome run_load(struct wave *w, const struct instruction *in) {
    struct parts parts = parts_of(in, false);
    do_own_stores(w, parts.space);
    unsigned detail = in->operation->detail;
    uint8_t *addresses[MAX_LANES];
    find_addresses(w, in, &parts, addresses, detail & ACCESS_BYTES);
    for (uint64_t exec = wave_exec(w); exec; exec &= exec - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(exec);
        access_load(w, lane, parts.result, detail, addresses[lane]);
    }
    note(w, &parts, parts.result);
    return GO_ON;
}

static enum outcome run_store(struct wave *w, const struct instruction *in) {
    struct parts parts = parts_of(in, true);
    unsigned detail = in->operation->detail;
    uint8_t *addresses[MAX_LANES];
    find_addresses(w, in, &parts, addresses, detail & ACCESS_BYTES);
    // One of these before, of the same lane, may be to the same memory, by a flat address.
    if (parts.space == SCRATCH || parts.space == BUFFER)
        stores_do_all(w, C_STORE);
    for (uint64_t exec = wave_exec(w); exec; exec &= exec - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(exec);
        if (parts.space == GLOBAL || parts.space == FLAT)
            stores_put(w, C_STORE, lane, parts.data, detail, addresses[lane]);
        else
            access_store(w, lane, parts.data, detail, addresses[lane]);
    }
    waits_add_store(w, C_STORE, stores_end_instruction(w, C_STORE));
    if (parts.space == FLAT)
        waits_add(w, C_DS, wave_generation(w) >= 10, NULL);
    return GO_ON;
}

static enum outcome run_atomic(struct wave *w, const struct instruction *in) {
    struct parts parts = parts_of(in, true);
    do_own_stores(w, parts.space);
    unsigned bytes = in->operation->detail & ACCESS_BYTES;
    enum atomic atomic = (enum atomic)(in->operation->detail >> ACCESS_ATOMIC & ACCESS_ATOMIC_BITS);
    const struct operand *result = parts.result->kind == NO_OPERAND ? NULL : parts.result;
    unsigned data_at = parts.data->index,
             wanted = bytes / 4 * (atomic == ATOMIC_COMPARE_SWAP ? 2 : 1);
    uint8_t *addresses[MAX_LANES];
    if (parts.data->kind != VECTOR || parts.data->registers != wanted ||
        (result && result->registers != bytes / 4))
        wave_fault(w, "an atomic of %u bytes with other registers", bytes);
    find_addresses(w, in, &parts, addresses, bytes);
    for (uint64_t exec = wave_exec(w); exec; exec &= exec - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(exec);
        uint8_t *at = addresses[lane];
        if ((uintptr_t)at % bytes)
            wave_fault(w, "lane %u: an atomic at an address that is not a multiple of %u", lane,
                       bytes);
        uint64_t data = access_data(w, lane, data_at, bytes), compare = 0;
        if (atomic == ATOMIC_COMPARE_SWAP)
            compare = access_data(w, lane, data_at + bytes / 4, bytes);
        uint64_t old = atomic_apply(atomic, bytes, at, data, compare);
        if (result)
            access_result(w, lane, result->index, bytes, old);
    }
    note(w, &parts, result);
    return GO_ON;
}

// ---- The table ---------------------------------------------------------------------------------

#define LOAD_ROW(space, prefix, name, type, from, detail)                                          \
    {prefix "_load_" name, type " = " from, run_load, NULL, (detail) | space << SPACE | COMES_BACK}
#define STORE_ROW(space, prefix, name, form, detail)                                               \
    {prefix "_store_" name, form, run_store, NULL, (detail) | space << SPACE}

// All loads of a space, by their names before gfx11 and since then.
#define LOADS(space, prefix, from)                                                                 \
    LOAD_ROW(space, prefix, "ubyte", "b32", from, 1),                                              \
        LOAD_ROW(space, prefix, "sbyte", "b32", from, 1 | ACCESS_SIGNED),                          \
        LOAD_ROW(space, prefix, "ushort", "b32", from, 2),                                         \
        LOAD_ROW(space, prefix, "sshort", "b32", from, 2 | ACCESS_SIGNED),                         \
        LOAD_ROW(space, prefix, "dword", "b32", from, 4),                                          \
        LOAD_ROW(space, prefix, "dwordx2", "b64", from, 8),                                        \
        LOAD_ROW(space, prefix, "dwordx3", "b96", from, 12),                                       \
        LOAD_ROW(space, prefix, "dwordx4", "b128", from, 16),                                      \
        LOAD_ROW(space, prefix, "ubyte_d16", "b32", from, 1 | ACCESS_D16),                         \
        LOAD_ROW(space, prefix, "ubyte_d16_hi", "b32", from, 1 | ACCESS_D16 | ACCESS_HIGH),        \
        LOAD_ROW(space, prefix, "sbyte_d16", "b32", from, 1 | ACCESS_D16 | ACCESS_SIGNED),         \
        LOAD_ROW(space, prefix, "sbyte_d16_hi", "b32", from,                                       \
                 1 | ACCESS_D16 | ACCESS_HIGH | ACCESS_SIGNED),                                    \
        LOAD_ROW(space, prefix, "short_d16", "b32", from, 2 | ACCESS_D16),                         \
        LOAD_ROW(space, prefix, "short_d16_hi", "b32", from, 2 | ACCESS_D16 | ACCESS_HIGH),        \
        LOAD_ROW(space, prefix, "u8", "b32", from, 1),                                             \
        LOAD_ROW(space, prefix, "i8", "b32", from, 1 | ACCESS_SIGNED),                             \
        LOAD_ROW(space, prefix, "u16", "b32", from, 2),                                            \
        LOAD_ROW(space, prefix, "i16", "b32", from, 2 | ACCESS_SIGNED),                            \
        LOAD_ROW(space, prefix, "b32", "b32", from, 4),                                            \
        LOAD_ROW(space, prefix, "b64", "b64", from, 8),                                            \
        LOAD_ROW(space, prefix, "b96", "b96", from, 12),                                           \
        LOAD_ROW(space, prefix, "b128", "b128", from, 16),                                         \
        LOAD_ROW(space, prefix, "d16_u8", "b32", from, 1 | ACCESS_D16),                            \
        LOAD_ROW(space, prefix, "d16_hi_u8", "b32", from, 1 | ACCESS_D16 | ACCESS_HIGH),           \
        LOAD_ROW(space, prefix, "d16_i8", "b32", from, 1 | ACCESS_D16 | ACCESS_SIGNED),            \
        LOAD_ROW(space, prefix, "d16_hi_i8", "b32", from,                                          \
                 1 | ACCESS_D16 | ACCESS_HIGH | ACCESS_SIGNED),                                    \
        LOAD_ROW(space, prefix, "d16_b16", "b32", from, 2 | ACCESS_D16),                           \
        LOAD_ROW(space, prefix, "d16_hi_b16", "b32", from, 2 | ACCESS_D16 | ACCESS_HIGH)

#define STORES(space, prefix, before, after)                                                       \
    STORE_ROW(space, prefix, "byte", before "b32" after, 1),                                       \
        STORE_ROW(space, prefix, "byte_d16_hi", before "b32" after, 1 | ACCESS_HIGH),              \
        STORE_ROW(space, prefix, "short", before "b32" after, 2),                                  \
        STORE_ROW(space, prefix, "short_d16_hi", before "b32" after, 2 | ACCESS_HIGH),             \
        STORE_ROW(space, prefix, "dword", before "b32" after, 4),                                  \
        STORE_ROW(space, prefix, "dwordx2", before "b64" after, 8),                                \
        STORE_ROW(space, prefix, "dwordx3", before "b96" after, 12),                               \
        STORE_ROW(space, prefix, "dwordx4", before "b128" after, 16),                              \
        STORE_ROW(space, prefix, "b8", before "b32" after, 1),                                     \
        STORE_ROW(space, prefix, "d16_hi_b8", before "b32" after, 1 | ACCESS_HIGH),                \
        STORE_ROW(space, prefix, "b16", before "b32" after, 2),                                    \
        STORE_ROW(space, prefix, "d16_hi_b16", before "b32" after, 2 | ACCESS_HIGH),               \
        STORE_ROW(space, prefix, "b32", before "b32" after, 4),                                    \
        STORE_ROW(space, prefix, "b64", before "b64" after, 8),                                    \
        STORE_ROW(space, prefix, "b96", before "b96" after, 12),                                   \
        STORE_ROW(space, prefix, "b128", before "b128" after, 16)

#define ATOMIC_ROW(space, prefix, name, after, bytes, atomic)                                      \
    {prefix "_atomic_" name, "any? = any any" after, run_atomic, NULL,                             \
     (bytes) | (unsigned)(atomic) << ACCESS_ATOMIC | space << SPACE | COMES_BACK}
// Before gfx11 "add" and "add_x2", since then "add_u32" and "add_u64".
#define ATOMIC_ROWS(space, prefix, old, new32, new64, after, atomic)                               \
    ATOMIC_ROW(space, prefix, old, after, 4, atomic),                                              \
        ATOMIC_ROW(space, prefix, old "_x2", after, 8, atomic),                                    \
        ATOMIC_ROW(space, prefix, new32, after, 4, atomic),                                        \
        ATOMIC_ROW(space, prefix, new64, after, 8, atomic)
#define ATOMICS(space, prefix, after)                                                              \
    ATOMIC_ROWS(space, prefix, "swap", "swap_b32", "swap_b64", after, ATOMIC_SWAP),                \
        ATOMIC_ROWS(space, prefix, "cmpswap", "cmpswap_b32", "cmpswap_b64", after,                 \
                    ATOMIC_COMPARE_SWAP),                                                          \
        ATOMIC_ROWS(space, prefix, "add", "add_u32", "add_u64", after, ATOMIC_ADD),                \
        ATOMIC_ROWS(space, prefix, "sub", "sub_u32", "sub_u64", after, ATOMIC_SUB),                \
        ATOMIC_ROWS(space, prefix, "smin", "min_i32", "min_i64", after, ATOMIC_SMIN),              \
        ATOMIC_ROWS(space, prefix, "smax", "max_i32", "max_i64", after, ATOMIC_SMAX),              \
        ATOMIC_ROWS(space, prefix, "umin", "min_u32", "min_u64", after, ATOMIC_UMIN),              \
        ATOMIC_ROWS(space, prefix, "umax", "max_u32", "max_u64", after, ATOMIC_UMAX),              \
        ATOMIC_ROWS(space, prefix, "and", "and_b32", "and_b64", after, ATOMIC_AND),                \
        ATOMIC_ROWS(space, prefix, "or", "or_b32", "or_b64", after, ATOMIC_OR),                    \
        ATOMIC_ROWS(space, prefix, "xor", "xor_b32", "xor_b64", after, ATOMIC_XOR),                \
        ATOMIC_ROWS(space, prefix, "inc", "inc_u32", "inc_u64", after, ATOMIC_INC),                \
        ATOMIC_ROWS(space, prefix, "dec", "dec_u32", "dec_u64", after, ATOMIC_DEC),                \
        ATOMIC_ROW(space, prefix, "csub", after, 4, ATOMIC_SUB_CLAMP),                             \
        ATOMIC_ROW(space, prefix, "csub_u32", after, 4, ATOMIC_SUB_CLAMP),                         \
        ATOMIC_ROW(space, prefix, "sub_clamp_u32", after, 4, ATOMIC_SUB_CLAMP),                    \
        ATOMIC_ROW(space, prefix, "cond_sub_u32", after, 4, ATOMIC_COND_SUB),                      \
        ATOMIC_ROW(space, prefix, "add_f32", after, 4, ATOMIC_FADD),                               \
        ATOMIC_ROW(space, prefix, "add_f64", after, 8, ATOMIC_FADD),                               \
        ATOMIC_ROW(space, prefix, "fmin", after, 4, ATOMIC_FMIN),                                  \
        ATOMIC_ROW(space, prefix, "fmax", after, 4, ATOMIC_FMAX),                                  \
        ATOMIC_ROW(space, prefix, "fmin_x2", after, 8, ATOMIC_FMIN),                               \
        ATOMIC_ROW(space, prefix, "fmax_x2", after, 8, ATOMIC_FMAX),                               \
        ATOMIC_ROW(space, prefix, "min_f32", after, 4, ATOMIC_FMIN),                               \
        ATOMIC_ROW(space, prefix, "max_f32", after, 4, ATOMIC_FMAX),                               \
        ATOMIC_ROW(space, prefix, "min_f64", after, 8, ATOMIC_FMIN),                               \
        ATOMIC_ROW(space, prefix, "max_f64", after, 8, ATOMIC_FMAX),                               \
        ATOMIC_ROW(space, prefix, "min_num_f32", after, 4, ATOMIC_FMIN),                           \
        ATOMIC_ROW(space, prefix, "max_num_f32", after, 4, ATOMIC_FMAX),                           \
        ATOMIC_ROW(space, prefix, "pk_add_f16", after, 4, ATOMIC_PACKED_F16_ADD),                  \
        ATOMIC_ROW(space, prefix, "pk_add_bf16", after, 4, ATOMIC_PACKED_BF16_ADD)

const struct operation memory_operations[] = {
    LOADS(GLOBAL, "global", "any any"),
    STORES(GLOBAL, "global", "any ", " any"),
    ATOMICS(GLOBAL, "global", " any"),
    LOADS(FLAT, "flat", "any"),
    STORES(FLAT, "flat", "any ", ""),
    ATOMICS(FLAT, "flat", ""),
    LOADS(SCRATCH, "scratch", "any any"),
    STORES(SCRATCH, "scratch", "any ", " any"),
    LOADS(BUFFER, "buffer", "any any any"),
    STORES(BUFFER, "buffer", "", " any any any"),
    {0},
};
