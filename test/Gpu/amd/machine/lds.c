// Shared memory of work-groups ("local data share"): ds_...
#include "access.h"
#include "atomics.h"
#include "counts.h"
#include "decode.h"
#include "machine-state.h"
#include "stores.h"
#include "waits.h"

// Two elements, at offset0 and offset1 in units of an element, or of 64 elements.
enum { IS_TWO = 1 << 24, STRIDE_64 = 1 << 25, RETURNS = 1 << 26 };

static uint32_t address_in(const struct wave *w, const struct operand *operand, unsigned lane) {
    return w->vectors[operand->index][lane];
}

// The n-th element of an instruction that has one or two.
static uint8_t *element_at(const struct wave *w, const struct instruction *in,
                           const struct operand *address, unsigned lane, unsigned n,
                           unsigned bytes) {
    unsigned detail = in->operation->detail,
             unit = detail & IS_TWO ? bytes * (detail & STRIDE_64 ? 64 : 1) : 1;
    uint32_t offset = (uint32_t)(n ? in->modifiers.offset1 : in->modifiers.offset);
    return lds_at(w, lane, address_in(w, address, lane) + offset * unit, bytes);
}

// The addresses of all lanes that take part, of the n-th element.
static void find_addresses(const struct wave *w, const struct instruction *in,
                           const struct operand *address, unsigned n,
                           uint8_t *addresses[MAX_LANES]) {
    uint64_t exec = wave_exec(w);
    unsigned bytes = in->operation->detail & ACCESS_BYTES;
    for (uint64_t left = exec; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        addresses[lane] = element_at(w, in, address, lane, n, bytes);
    }
    if (w->group->machine->counts)
        counts_access(w, in, exec, addresses, bytes);
}

static enum outcome run_load(struct wave *w, const struct instruction *in) {
    unsigned detail = in->operation->detail, bytes = detail & ACCESS_BYTES;
    const struct operand *result = &in->operands[0], *address = &in->operands[1];
    struct operand second = *result;
    second.index = (uint16_t)(second.index + bytes / 4);
    stores_do_all(w, C_DS);
    // The address may be in one of the registers that are written: all addresses come first.
    uint8_t *first_at[MAX_LANES], *second_at[MAX_LANES];
    find_addresses(w, in, address, 0, first_at);
    if (detail & IS_TWO)
        find_addresses(w, in, address, 1, second_at);
    for (uint64_t exec = wave_exec(w); exec; exec &= exec - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(exec);
        access_load(w, lane, result, detail, first_at[lane]);
        if (detail & IS_TWO)
            access_load(w, lane, &second, detail, second_at[lane]);
    }
    waits_add(w, C_DS, true, result);
    return GO_ON;
}

static enum outcome run_store(struct wave *w, const struct instruction *in) {
    unsigned detail = in->operation->detail;
    for (unsigned n = 0; n < (detail & IS_TWO ? 2u : 1u); n++) {
        uint8_t *addresses[MAX_LANES];
        find_addresses(w, in, &in->operands[0], n, addresses);
        for (uint64_t exec = wave_exec(w); exec; exec &= exec - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(exec);
            stores_put(w, C_DS, lane, &in->operands[1 + n], detail, addresses[lane]);
        }
    }
    waits_add_store(w, C_DS, stores_end_instruction(w, C_DS));
    return GO_ON;
}

// The names say in which order data and what is compared come: ds_cmpst has the latter first,
// ds_cmpstore the data.
enum { COMPARE_FIRST = 1 << 27 };

static enum outcome run_atomic(struct wave *w, const struct instruction *in) {
    unsigned detail = in->operation->detail, bytes = detail & ACCESS_BYTES;
    enum atomic atomic = (enum atomic)(detail >> ACCESS_ATOMIC & ACCESS_ATOMIC_BITS);
    const struct operand *operands = in->operands + in->written_count;
    const struct operand *result = in->written_count ? &in->operands[0] : NULL;
    uint8_t *addresses[MAX_LANES];
    stores_do_all(w, C_DS); // a wave sees its own stores
    find_addresses(w, in, &operands[0], 0, addresses);
    for (uint64_t exec = wave_exec(w); exec; exec &= exec - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(exec);
        uint8_t *at = addresses[lane];
        if ((uintptr_t)(at - w->group->lds) % bytes)
            wave_fault(w, "lane %u: an atomic at an address that is not a multiple of %u", lane,
                       bytes);
        uint64_t data = access_data(w, lane, operands[1].index, bytes), compare = 0;
        if (in->operand_count - in->written_count == 3) {
            compare = access_data(w, lane, operands[2].index, bytes);
            if (detail & COMPARE_FIRST) {
                uint64_t first = data;
                data = compare;
                compare = first;
            }
        }
        uint64_t old = atomic_apply(atomic, bytes, at, data, compare);
        if (result)
            access_result(w, lane, result->index, bytes, old);
    }
    waits_add(w, C_DS, true, result);
    return GO_ON;
}

// ---- The table ---------------------------------------------------------------------------------

#define LOAD(name, type, detail) {name, type " = b32", run_load, NULL, (detail) | COMES_BACK}
#define STORE(name, type, detail) {name, "b32 " type, run_store, NULL, detail}
#define STORE_TWO(name, type, detail)                                                              \
    {name, "b32 " type " " type, run_store, NULL, (detail) | IS_TWO}
#define ATOMIC(name, rtn, type, bytes, atomic)                                                     \
    {name, "b32 " type, run_atomic, NULL, (bytes) | (unsigned)(atomic) << ACCESS_ATOMIC}, {        \
        rtn, type " = b32 " type, run_atomic, NULL,                                                \
            (bytes) | (unsigned)(atomic) << ACCESS_ATOMIC | COMES_BACK                             \
    }
#define ATOMICS(name, s32, s64, atomic)                                                            \
    ATOMIC("ds_" name "_" s32, "ds_" name "_rtn_" s32, "b32", 4, atomic),                          \
        ATOMIC("ds_" name "_" s64, "ds_" name "_rtn_" s64, "b64", 8, atomic)
#define COMPARE(name, type, bytes, order, written)                                                 \
    {name, written "b32 " type " " type, run_atomic, NULL,                                         \
     (bytes) | (unsigned)ATOMIC_COMPARE_SWAP << ACCESS_ATOMIC | order |                            \
         (sizeof written > 1 ? COMES_BACK : 0)}

const struct operation lds_operations[] = {
    LOAD("ds_read_u8", "b32", 1),
    LOAD("ds_read_i8", "b32", 1 | ACCESS_SIGNED),
    LOAD("ds_read_u16", "b32", 2),
    LOAD("ds_read_i16", "b32", 2 | ACCESS_SIGNED),
    LOAD("ds_read_b32", "b32", 4),
    LOAD("ds_read_b64", "b64", 8),
    LOAD("ds_read_b96", "b96", 12),
    LOAD("ds_read_b128", "b128", 16),
    LOAD("ds_read_u8_d16", "b32", 1 | ACCESS_D16),
    LOAD("ds_read_u8_d16_hi", "b32", 1 | ACCESS_D16 | ACCESS_HIGH),
    LOAD("ds_read_i8_d16", "b32", 1 | ACCESS_D16 | ACCESS_SIGNED),
    LOAD("ds_read_i8_d16_hi", "b32", 1 | ACCESS_D16 | ACCESS_HIGH | ACCESS_SIGNED),
    LOAD("ds_read_u16_d16", "b32", 2 | ACCESS_D16),
    LOAD("ds_read_u16_d16_hi", "b32", 2 | ACCESS_D16 | ACCESS_HIGH),
    LOAD("ds_read2_b32", "b64", 4 | IS_TWO),
    LOAD("ds_read2_b64", "b128", 8 | IS_TWO),
    LOAD("ds_read2st64_b32", "b64", 4 | IS_TWO | STRIDE_64),
    LOAD("ds_read2st64_b64", "b128", 8 | IS_TWO | STRIDE_64),
    LOAD("ds_load_u8", "b32", 1),
    LOAD("ds_load_i8", "b32", 1 | ACCESS_SIGNED),
    LOAD("ds_load_u16", "b32", 2),
    LOAD("ds_load_i16", "b32", 2 | ACCESS_SIGNED),
    LOAD("ds_load_b32", "b32", 4),
    LOAD("ds_load_b64", "b64", 8),
    LOAD("ds_load_b96", "b96", 12),
    LOAD("ds_load_b128", "b128", 16),
    LOAD("ds_load_u8_d16", "b32", 1 | ACCESS_D16),
    LOAD("ds_load_u8_d16_hi", "b32", 1 | ACCESS_D16 | ACCESS_HIGH),
    LOAD("ds_load_i8_d16", "b32", 1 | ACCESS_D16 | ACCESS_SIGNED),
    LOAD("ds_load_i8_d16_hi", "b32", 1 | ACCESS_D16 | ACCESS_HIGH | ACCESS_SIGNED),
    LOAD("ds_load_u16_d16", "b32", 2 | ACCESS_D16),
    LOAD("ds_load_u16_d16_hi", "b32", 2 | ACCESS_D16 | ACCESS_HIGH),
    LOAD("ds_load_2addr_b32", "b64", 4 | IS_TWO),
    LOAD("ds_load_2addr_b64", "b128", 8 | IS_TWO),
    LOAD("ds_load_2addr_stride64_b32", "b64", 4 | IS_TWO | STRIDE_64),
    LOAD("ds_load_2addr_stride64_b64", "b128", 8 | IS_TWO | STRIDE_64),
    STORE("ds_write_b8", "b32", 1),
    STORE("ds_write_b8_d16_hi", "b32", 1 | ACCESS_HIGH),
    STORE("ds_write_b16", "b32", 2),
    STORE("ds_write_b16_d16_hi", "b32", 2 | ACCESS_HIGH),
    STORE("ds_write_b32", "b32", 4),
    STORE("ds_write_b64", "b64", 8),
    STORE("ds_write_b96", "b96", 12),
    STORE("ds_write_b128", "b128", 16),
    STORE_TWO("ds_write2_b32", "b32", 4),
    STORE_TWO("ds_write2_b64", "b64", 8),
    STORE_TWO("ds_write2st64_b32", "b32", 4 | STRIDE_64),
    STORE_TWO("ds_write2st64_b64", "b64", 8 | STRIDE_64),
    STORE("ds_store_b8", "b32", 1),
    STORE("ds_store_b8_d16_hi", "b32", 1 | ACCESS_HIGH),
    STORE("ds_store_b16", "b32", 2),
    STORE("ds_store_b16_d16_hi", "b32", 2 | ACCESS_HIGH),
    STORE("ds_store_b32", "b32", 4),
    STORE("ds_store_b64", "b64", 8),
    STORE("ds_store_b96", "b96", 12),
    STORE("ds_store_b128", "b128", 16),
    STORE_TWO("ds_store_2addr_b32", "b32", 4),
    STORE_TWO("ds_store_2addr_b64", "b64", 8),
    STORE_TWO("ds_store_2addr_stride64_b32", "b32", 4 | STRIDE_64),
    STORE_TWO("ds_store_2addr_stride64_b64", "b64", 8 | STRIDE_64),
    ATOMICS("add", "u32", "u64", ATOMIC_ADD),
    ATOMICS("sub", "u32", "u64", ATOMIC_SUB),
    ATOMICS("rsub", "u32", "u64", ATOMIC_REVERSE_SUB),
    ATOMICS("inc", "u32", "u64", ATOMIC_INC),
    ATOMICS("dec", "u32", "u64", ATOMIC_DEC),
    ATOMICS("min", "i32", "i64", ATOMIC_SMIN),
    ATOMICS("max", "i32", "i64", ATOMIC_SMAX),
    ATOMICS("min", "u32", "u64", ATOMIC_UMIN),
    ATOMICS("max", "u32", "u64", ATOMIC_UMAX),
    ATOMICS("and", "b32", "b64", ATOMIC_AND),
    ATOMICS("or", "b32", "b64", ATOMIC_OR),
    ATOMICS("xor", "b32", "b64", ATOMIC_XOR),
    ATOMICS("add", "f32", "f64", ATOMIC_FADD),
    ATOMICS("min", "f32", "f64", ATOMIC_FMIN),
    ATOMICS("max", "f32", "f64", ATOMIC_FMAX),
    ATOMICS("min_num", "f32", "f64", ATOMIC_FMIN),
    ATOMICS("max_num", "f32", "f64", ATOMIC_FMAX),
    ATOMIC("ds_pk_add_f16", "ds_pk_add_rtn_f16", "b32", 4, ATOMIC_PACKED_F16_ADD),
    ATOMIC("ds_pk_add_bf16", "ds_pk_add_rtn_bf16", "b32", 4, ATOMIC_PACKED_BF16_ADD),
    ATOMIC("ds_sub_clamp_u32", "ds_sub_clamp_rtn_u32", "b32", 4, ATOMIC_SUB_CLAMP),
    ATOMIC("ds_cond_sub_u32", "ds_cond_sub_rtn_u32", "b32", 4, ATOMIC_COND_SUB),
    {"ds_wrxchg_rtn_b32", "b32 = b32 b32", run_atomic, NULL, 4 | COMES_BACK},
    {"ds_wrxchg_rtn_b64", "b64 = b32 b64", run_atomic, NULL, 8 | COMES_BACK},
    {"ds_storexchg_rtn_b32", "b32 = b32 b32", run_atomic, NULL, 4 | COMES_BACK},
    {"ds_storexchg_rtn_b64", "b64 = b32 b64", run_atomic, NULL, 8 | COMES_BACK},
    COMPARE("ds_cmpst_b32", "b32", 4, COMPARE_FIRST, ""),
    COMPARE("ds_cmpst_b64", "b64", 8, COMPARE_FIRST, ""),
    COMPARE("ds_cmpst_rtn_b32", "b32", 4, COMPARE_FIRST, "b32 = "),
    COMPARE("ds_cmpst_rtn_b64", "b64", 8, COMPARE_FIRST, "b64 = "),
    COMPARE("ds_cmpstore_b32", "b32", 4, 0, ""),
    COMPARE("ds_cmpstore_b64", "b64", 8, 0, ""),
    COMPARE("ds_cmpstore_rtn_b32", "b32", 4, 0, "b32 = "),
    COMPARE("ds_cmpstore_rtn_b64", "b64", 8, 0, "b64 = "),
    {0},
};
