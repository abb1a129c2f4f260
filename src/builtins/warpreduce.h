// warpreduce.h - gpu.c's reductions over a block, on NVIDIA GPUs.

// LLVM's intrinsics, which clang has no builtins for below sm_80.
uint32_t redux_add(uint32_t value, uint32_t lanes) __asm__("llvm.nvvm.redux.sync.add");
uint32_t redux_min(uint32_t value, uint32_t lanes) __asm__("llvm.nvvm.redux.sync.min");
uint32_t redux_max(uint32_t value, uint32_t lanes) __asm__("llvm.nvvm.redux.sync.max");
uint32_t redux_umin(uint32_t value, uint32_t lanes) __asm__("llvm.nvvm.redux.sync.umin");
uint32_t redux_umax(uint32_t value, uint32_t lanes) __asm__("llvm.nvvm.redux.sync.umax");
uint32_t redux_and(uint32_t value, uint32_t lanes) __asm__("llvm.nvvm.redux.sync.and");
uint32_t redux_or(uint32_t value, uint32_t lanes) __asm__("llvm.nvvm.redux.sync.or");
uint32_t redux_xor(uint32_t value, uint32_t lanes) __asm__("llvm.nvvm.redux.sync.xor");

__attribute__((always_inline)) static inline uint32_t redux(uint32_t value, uint32_t lanes,
                                                            int operation, bool is_signed) {
    if (operation == ADD)
        return redux_add(value, lanes);
    if (operation == AND)
        return redux_and(value, lanes);
    if (operation == OR)
        return redux_or(value, lanes);
    if (operation == XOR)
        return redux_xor(value, lanes);
    if (operation == MIN)
        return is_signed ? redux_min(value, lanes) : redux_umin(value, lanes);
    return is_signed ? redux_max(value, lanes) : redux_umax(value, lanes);
}

// The value of the lane that is `distance` lanes above. If that is beyond the lane `last`, the
// result is this lane's own value. Missing lanes of a warp are not waited for.
static inline uint32_t above(uint32_t value, uint32_t distance, uint32_t last) {
    return (uint32_t)__nvvm_shfl_sync_down_i32(~0u, (int)value, (int)distance, (int)last);
}

// The same; sets *inside to whether there is such a lane. clang has no builtin for it. ptxas makes
// no instruction of the selp.
static inline uint32_t above_if(uint32_t value, uint32_t distance, uint32_t last, bool *inside) {
    uint32_t other, flag;
    __asm__ volatile("{\n\t.reg .pred inside;\n\t"
                     "shfl.sync.down.b32 \t%0|inside, %2, %3, %4, -1;\n\t"
                     "selp.u32 \t%1, 1, 0, inside;\n\t}"
                     : "=r"(other), "=r"(flag)
                     : "r"(value), "ri"(distance), "ri"(last));
    *inside = flag != 0;
    return other;
}

// The largest power of two that is at most n; 0 for 0.
static inline uint32_t power_in(uint32_t n) {
    return n > 0 ? 1u << (31 - __builtin_clz(n)) : 0;
}

// Each warp reduces its values. Then the first warp reduces the results of the warps. The block's
// result has a variable of its own, of_block, which the next reduction writes last. So two barriers
// are enough. `has_redux`: whether the processor has the instruction redux for the type. Branches
// have it as their condition, and not a variable. So LLVM removes the other branch also where code
// is not optimised.
#define DEFINE_REDUCTION(type, name, bits_type, has_redux)                                         \
    static inline type combine_##name(type a, type b, int operation) {                             \
        if (operation == ADD)                                                                      \
            return a + b;                                                                          \
        if (sizeof a == 4)                                                                         \
            return operation == MIN ? __builtin_elementwise_min(a, b)                              \
                                    : __builtin_elementwise_max(a, b);                             \
        return (operation == MIN ? b < a : a < b) ? b : a;                                         \
    }                                                                                              \
    static inline type reduce_lanes_##name(type value, uint32_t last, uint32_t distance,           \
                                           int operation) {                                        \
        for (; distance > 0; distance /= 2) {                                                      \
            bool inside = true;                                                                    \
            uint64_t bits = __builtin_bit_cast(bits_type, value), other;                           \
            if (operation == ADD)                                                                  \
                other = above_if((uint32_t)bits, distance, last, &inside);                         \
            else                                                                                   \
                other = above((uint32_t)bits, distance, last);                                     \
            if (sizeof value == 8)                                                                 \
                other |= (uint64_t)above((uint32_t)(bits >> 32), distance, last) << 32;            \
            type theirs = __builtin_bit_cast(type, (bits_type)other);                              \
            type both = combine_##name(value, theirs, operation);                                  \
            value = inside ? both : value;                                                         \
        }                                                                                          \
        return value;                                                                              \
    }                                                                                              \
    static inline type reduce_warp_##name(type value, uint32_t last, uint32_t distance,            \
                                          int operation) {                                         \
        if (has_redux)                                                                             \
            return (type)redux((uint32_t)value, (2u << last) - 1, operation, (type)~0 < 0);        \
        return reduce_lanes_##name(value, last, distance, operation);                              \
    }                                                                                              \
    __attribute__((always_inline)) type __offloadcc_reduce_##name(type value, int operation) {     \
        static __gpu_local __attribute__((loader_uninitialized)) type of_group[GROUPS], of_block;  \
        uint32_t last = thread_count() - 1, last_group = last / GROUP;                             \
        uint32_t me = thread_number(), lane = me % GROUP, left = last - (me - lane);               \
        uint32_t last_lane = left < GROUP ? left : GROUP - 1;                                      \
        value = reduce_warp_##name(value, last_lane, GROUP / 2, operation);                        \
        if (lane == 0)                                                                             \
            of_group[me / GROUP] = value;                                                          \
        __offloadcc_barrier();                                                                     \
        if ((has_redux) ? me <= last_group : me < GROUP) {                                         \
            value = reduce_warp_##name(of_group[me], last_group, power_in(last_group), operation); \
            if (me == 0)                                                                           \
                of_block = value;                                                                  \
        }                                                                                          \
        __offloadcc_barrier();                                                                     \
        return of_block;                                                                           \
    }
#define HAS_REDUX (__nvvm_reflect("__CUDA_ARCH") >= 800)
DEFINE_REDUCTION(int, int, uint32_t, HAS_REDUX)
DEFINE_REDUCTION(unsigned int, uint, uint32_t, HAS_REDUX)
DEFINE_REDUCTION(long, long, uint64_t, false)
DEFINE_REDUCTION(unsigned long, ulong, uint64_t, false)
DEFINE_REDUCTION(float, float, uint32_t, false)
DEFINE_REDUCTION(double, double, uint64_t, false)
