// lanes.h - gpu.c's lane functions. All active lanes take part; gpuintrin.h's functions get a mask
// of them. A lane that does not take part has no value to read: a block's last group may be
// smaller.

// On AMD GPUs with waves of 32 lanes, the `&` tells LLVM's optimiser the greatest number, as which
// its code generator knows it anyway. Else the latter finds only after it has handled loops that
// `id & 32` is 0 in waves of 32 lanes, and so that `0xfffffffful << (id & 32) & m` is m: it then
// takes m for the same in lanes that leave a loop in different turns, and all get that of the last.
unsigned int __offloadcc_lane_id(void) {
#ifdef __AMDGPU__
    return __gpu_num_lanes() == 32 ? __gpu_lane_id() & 31 : __gpu_lane_id();
#else
    return __gpu_lane_id();
#endif
}

unsigned int __offloadcc_lane_count(void) {
    return __gpu_num_lanes();
}

unsigned long __offloadcc_lane_ballot(int predicate) {
    return __gpu_ballot(__gpu_lane_mask(), predicate != 0);
}

// A shuffle reads lane `by` (idx), the lane `by` below (up) or above (down) this one, or the lane
// whose number is this one's xor `by`. __offloadcc_lane_shuffle_32 and _64 are idx.

#ifdef __NVPTX__
enum { LANES = 32 };

// Whether the lane that is read is in the mask `lanes`; `by` is below LANES. With a constant `by`
// and a mask that was read before, this takes one instruction.
static inline bool has_idx(uint32_t lanes, uint32_t by) {
    return lanes >> by & 1;
}
static inline bool has_up(uint32_t lanes, uint32_t by) {
    return lanes << (LANES - 1 - __gpu_lane_id()) & 1u << (LANES - 1) >> by;
}
static inline bool has_down(uint32_t lanes, uint32_t by) {
    return lanes >> __gpu_lane_id() & 1u << by;
}
static inline bool has_xor(uint32_t lanes, uint32_t by) {
    return lanes >> (__gpu_lane_id() ^ by) & 1;
}

// shfl takes `by` modulo LANES. A lane that would read beyond the limit gets its own value (PTX
// ISA, "shfl.sync"). The limit is the first lane for up, else the last one.
//
// If src/device/whole.c knows the active lanes, it replaces the call by one of two others: _whole
// if they are the lanes 0 to `last` (the last lane of the warp), or _among if they are in the mask
// `lanes`, which the code has read once for several calls.
#define DEFINE_SHUFFLE(name, kind, instruction, is_up)                                             \
    static inline uint32_t shuffle_##kind(uint32_t lanes, uint32_t value, uint32_t by,             \
                                          uint32_t last) {                                         \
        return (uint32_t)__nvvm_shfl_sync_##instruction##_i32(lanes, (int)value, (int)by,          \
                                                              is_up ? 0 : (int)last);              \
    }                                                                                              \
    unsigned int __offloadcc_lane_shuffle_##name##32_whole(unsigned int value, unsigned int by,    \
                                                           unsigned int last) {                    \
        uint32_t other = shuffle_##kind(~0u, value, by, last);                                     \
        return by < LANES ? other : value;                                                         \
    }                                                                                              \
    unsigned int __offloadcc_lane_shuffle_##name##32_among(unsigned int value, unsigned int by,    \
                                                           unsigned int lanes) {                   \
        uint32_t other = shuffle_##kind(lanes, value, by, LANES - 1);                              \
        return by < LANES && has_##kind(lanes, by % LANES) ? other : value;                        \
    }                                                                                              \
    DEFINE_HALVES(name, _whole)                                                                    \
    DEFINE_HALVES(name, _among)                                                                    \
    unsigned int __offloadcc_lane_shuffle_##name##32(unsigned int value, unsigned int by) {        \
        return __offloadcc_lane_shuffle_##name##32_among(value, by, (uint32_t)__gpu_lane_mask());  \
    }                                                                                              \
    unsigned long __offloadcc_lane_shuffle_##name##64(unsigned long value, unsigned int by) {      \
        return __offloadcc_lane_shuffle_##name##64_among(value, by, (uint32_t)__gpu_lane_mask());  \
    }
#define DEFINE_HALVES(name, who)                                                                   \
    unsigned long __offloadcc_lane_shuffle_##name##64##who(unsigned long value, unsigned int by,   \
                                                           unsigned int lanes) {                   \
        uint64_t low = __offloadcc_lane_shuffle_##name##32##who((uint32_t)value, by, lanes);       \
        uint32_t high =                                                                            \
            __offloadcc_lane_shuffle_##name##32##who((uint32_t)(value >> 32), by, lanes);          \
        return (uint64_t)high << 32 | low;                                                         \
    }

DEFINE_SHUFFLE(, idx, idx, false)
DEFINE_SHUFFLE(up_, up, up, true)
DEFINE_SHUFFLE(down_, down, down, false)
DEFINE_SHUFFLE(xor_, xor, bfly, false)

unsigned long __offloadcc_lane_ballot_whole(int predicate, unsigned int last) {
    (void)last;
    return (uint32_t)__nvvm_vote_ballot_sync(~0u, predicate != 0);
}
unsigned long __offloadcc_lane_ballot_among(int predicate, unsigned int lanes) {
    return (uint32_t)__nvvm_vote_ballot_sync(lanes, predicate != 0);
}

// src/device/whole.c inserts these calls, for `last` and `lanes` above: the last lane of a warp
// whose lanes are all active, and the mask of the active lanes.
unsigned int __offloadcc_lane_all(void) {
    return (uint32_t)__builtin_popcount(__nvvm_vote_ballot_sync(~0u, true)) - 1;
}
unsigned int __offloadcc_lane_mask(void) {
    return (uint32_t)__gpu_lane_mask();
}
#else
#include "amdlanes.h"
#endif
