#include "atomics.h"

#include <math.h>
#include <string.h>

static float as_float(uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static uint64_t of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double as_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t float_result(enum atomic atomic, unsigned bytes, uint64_t old, uint64_t data) {
    double a = bytes == 8 ? as_double(old) : (double)as_float(old);
    double b = bytes == 8 ? as_double(data) : (double)as_float(data);
    if (atomic == ATOMIC_FADD)
        return bytes == 8 ? of_double(a + b) : of_float(as_float(old) + as_float(data));
    if (isnan(a))
        return data;
    if (isnan(b))
        return old;
    bool takes_old =
        atomic == ATOMIC_FMIN ? a < b || (a == b && signbit(a)) : a > b || (a == b && !signbit(a));
    return takes_old ? old : data;
}

static uint16_t half_sum(uint16_t a, uint16_t b, bool is_bf16) {
    if (is_bf16) {
        float sum = as_float((uint64_t)a << 16) + as_float((uint64_t)b << 16);
        uint32_t bits = (uint32_t)of_float(sum);
        if (!isnan(sum))
            bits += 0x7FFF + (bits >> 16 & 1);
        return (uint16_t)(bits >> 16);
    }
    _Float16 x, y, sum;
    uint16_t bits;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    sum = x + y;
    memcpy(&bits, &sum, sizeof bits);
    return bits;
}

uint64_t atomic_result(enum atomic atomic, unsigned bytes, uint64_t old, uint64_t data,
                       uint64_t compare) {
    int64_t signed_old = bytes == 8 ? (int64_t)old : (int32_t)old;
    int64_t signed_data = bytes == 8 ? (int64_t)data : (int32_t)data;
    switch (atomic) {
    case ATOMIC_SWAP:
        return data;
    case ATOMIC_COMPARE_SWAP:
        return old == compare ? data : old;
    case ATOMIC_ADD:
        return old + data;
    case ATOMIC_SUB:
        return old - data;
    case ATOMIC_REVERSE_SUB:
        return data - old;
    case ATOMIC_SUB_CLAMP:
        return old < data ? 0 : old - data;
    case ATOMIC_COND_SUB:
        return old < data ? old : old - data;
    case ATOMIC_SMIN:
        return signed_old < signed_data ? old : data;
    case ATOMIC_SMAX:
        return signed_old > signed_data ? old : data;
    case ATOMIC_UMIN:
        return old < data ? old : data;
    case ATOMIC_UMAX:
        return old > data ? old : data;
    case ATOMIC_AND:
        return old & data;
    case ATOMIC_OR:
        return old | data;
    case ATOMIC_XOR:
        return old ^ data;
    case ATOMIC_INC:
        return old >= data ? 0 : old + 1;
    case ATOMIC_DEC:
        return old == 0 || old > data ? data : old - 1;
    case ATOMIC_MASKED_OR:
        return (old & ~compare) | data;
    case ATOMIC_FADD:
    case ATOMIC_FMIN:
    case ATOMIC_FMAX:
        return float_result(atomic, bytes, old, data);
    case ATOMIC_PACKED_F16_ADD:
    case ATOMIC_PACKED_BF16_ADD: {
        bool is_bf16 = atomic == ATOMIC_PACKED_BF16_ADD;
        return half_sum((uint16_t)old, (uint16_t)data, is_bf16) |
               (uint64_t)half_sum((uint16_t)(old >> 16), (uint16_t)(data >> 16), is_bf16) << 16;
    }
    }
    return old;
}

uint64_t atomic_apply(enum atomic atomic, unsigned bytes, uint8_t *at, uint64_t data,
                      uint64_t compare) {
    if (bytes == 8) {
        uint64_t *memory = (uint64_t *)at, old = __atomic_load_n(memory, __ATOMIC_SEQ_CST);
        while (!__atomic_compare_exchange_n(memory, &old,
                                            atomic_result(atomic, 8, old, data, compare), false,
                                            __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            ;
        return old;
    }
    uint32_t *memory = (uint32_t *)at, old = __atomic_load_n(memory, __ATOMIC_SEQ_CST);
    while (!__atomic_compare_exchange_n(memory, &old,
                                        (uint32_t)atomic_result(atomic, 4, old, data, compare),
                                        false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        ;
    return old;
}
