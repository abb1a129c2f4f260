#include "decode.h"
#include "operations.h"
#include "vector.h"

#include <stdatomic.h>
#include <stdlib.h>

// ---- Halves computed as by plain operations ----------------------------------------------------

// Each half of a packed operation is computed as another operation computes its numbers. It is
// looked up at the first use: it is in another module.
typedef void evaluate(void *at);

static void evaluate_as(const char *plain, _Atomic(evaluate *) *found, void *at) {
    evaluate *function = atomic_load_explicit(found, memory_order_relaxed);
    if (!function) {
        const struct operation *operation = operation_find(plain);
        if (!operation || !operation->evaluate)
            abort();
        function = operation->evaluate;
        atomic_store_explicit(found, function, memory_order_relaxed);
    }
    function(at);
}

// X(the packed operation, the one for each half, its form), without "v_pk_" and "v_".
#define PACKED(X)                                                                                  \
    X(add_u16, add_u16, "b16 = b16 b16")                                                           \
    X(sub_u16, sub_u16, "b16 = b16 b16")                                                           \
    X(add_i16, add_i16, "i16 = i16 i16")                                                           \
    X(sub_i16, sub_i16, "i16 = i16 i16")                                                           \
    X(mul_lo_u16, mul_lo_u16, "b16 = b16 b16")                                                     \
    X(mad_u16, mad_u16, "b16 = b16 b16 b16")                                                       \
    X(mad_i16, mad_i16, "i16 = i16 i16 i16")                                                       \
    X(lshlrev_b16, lshlrev_b16, "b16 = b16 b16")                                                   \
    X(lshrrev_b16, lshrrev_b16, "b16 = b16 b16")                                                   \
    X(ashrrev_i16, ashrrev_i16, "i16 = b16 i16")                                                   \
    X(min_u16, min_u16, "b16 = b16 b16")                                                           \
    X(max_u16, max_u16, "b16 = b16 b16")                                                           \
    X(min_i16, min_i16, "i16 = i16 i16")                                                           \
    X(max_i16, max_i16, "i16 = i16 i16")                                                           \
    X(add_f16, add_f16, "f16 = f16 f16")                                                           \
    X(mul_f16, mul_f16, "f16 = f16 f16")                                                           \
    X(fma_f16, fma_f16, "f16 = f16 f16 f16")                                                       \
    X(fmac_f16, fmac_f16, "f16& = f16 f16")                                                        \
    X(min_f16, min_f16, "f16 = f16 f16")                                                           \
    X(max_f16, max_f16, "f16 = f16 f16")                                                           \
    X(min_num_f16, min_num_f16, "f16 = f16 f16")                                                   \
    X(max_num_f16, max_num_f16, "f16 = f16 f16")                                                   \
    X(minimum_f16, minimum_f16, "f16 = f16 f16")                                                   \
    X(maximum_f16, maximum_f16, "f16 = f16 f16")                                                   \
    X(minimum3_f16, minimum3_f16, "f16 = f16 f16 f16")                                             \
    X(maximum3_f16, maximum3_f16, "f16 = f16 f16 f16")                                             \
    X(add_f32, add_f32, "f32 = f32 f32")                                                           \
    X(mul_f32, mul_f32, "f32 = f32 f32")                                                           \
    X(fma_f32, fma_f32, "f32 = f32 f32 f32")

#define FUNCTION(packed, plain, form)                                                              \
    static void packed(void *at) {                                                                 \
        static _Atomic(evaluate *) found;                                                          \
        evaluate_as("v_" #plain, &found, at);                                                      \
    }
PACKED(FUNCTION)

// ---- Moves -------------------------------------------------------------------------------------

// The 32 bits of a pair that op_sel chooses. A constant has the same ones in both halves.
static void chosen_half(const struct wave *w, const struct instruction *in, unsigned source,
                        uint32_t *values) {
    const struct operand *operand = &in->operands[1 + source];
    unsigned high = in->modifiers.op_sel >> source & 1;
    if (operand->kind == VECTOR) {
        for (unsigned l = 0; l < w->lanes; l++)
            values[l] = w->vectors[operand->index + high][l];
        return;
    }
    struct operand half = *operand;
    if (operand->kind == SCALAR) {
        half.index = (uint16_t)(half.index + high);
        half.registers = 1;
    }
    uint32_t value = (uint32_t)read_scalar(w, &half, T_B32);
    for (unsigned l = 0; l < w->lanes; l++)
        values[l] = value;
}

// v_pk_mov_b32: the lower half comes from the first source, the upper one from the second.
static enum outcome run_packed_move(struct wave *w, const struct instruction *in) {
    uint32_t low[MAX_LANES], high[MAX_LANES];
    unsigned index = in->operands[0].index;
    uint64_t exec = wave_exec(w);
    chosen_half(w, in, 0, low);
    chosen_half(w, in, 1, high);
    for (unsigned l = 0; l < w->lanes; l++)
        if (exec >> l & 1) {
            w->vectors[index][l] = low[l];
            w->vectors[index + 1][l] = high[l];
        }
    return GO_ON;
}

#define ROW(packed, plain, form) {"v_pk_" #packed, form, run_packed, packed, 0},

const struct operation packed_operations[] = {
    PACKED(ROW){"v_pk_mov_b32", "b64 = b64 b64", run_packed_move, NULL, 0},
    {0},
};
