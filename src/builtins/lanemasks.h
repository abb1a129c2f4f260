// lanemasks.h - gpu.c's lane functions that take a mask, reductions over lanes, and which lanes
// have the same value.
//
// `how`: combine.h. As with shuffles, src/device/whole.c replaces calls by _whole or _among where
// it knows the lanes.

#ifdef __NVPTX__
// LLVM's intrinsics, which clang has builtins for from sm_70 on only.
uint32_t match_any_32(uint32_t lanes, uint32_t value) __asm__("llvm.nvvm.match.any.sync.i32");
uint32_t match_any_64(uint32_t lanes, uint64_t value) __asm__("llvm.nvvm.match.any.sync.i64");

#define LANES_TYPE uint32_t
#define ALL_LANES 31 // the last lane, as _whole takes it
#define IS_WHOLE(lanes) ((lanes) == ~0u)
#else
#define LANES_TYPE uint64_t
#define ALL_LANES (__gpu_num_lanes() == 64 ? ~0ul : ~0u)
#define IS_WHOLE(lanes) ((lanes) == ALL_LANES)
#endif

// Which of the lanes that `mask` names take part. Waits for them.
static inline LANES_TYPE meet(unsigned long mask) {
#ifdef __NVPTX__
    return (uint32_t)__nvvm_vote_ballot_sync((uint32_t)mask, true);
#else
    return __gpu_lane_mask() & mask;
#endif
}

// The value of one lane of those in `lanes`. Its number is the same for all of them.
static inline uint32_t read32(uint32_t value, uint32_t lane, LANES_TYPE lanes) {
#ifdef __NVPTX__
    return (uint32_t)__nvvm_shfl_sync_idx_i32(lanes, (int)value, (int)lane, 31);
#else
    (void)lanes;
    return read_lane(value, lane);
#endif
}
static inline uint64_t read64(uint64_t value, uint32_t lane, LANES_TYPE lanes) {
    uint64_t high = read32((uint32_t)(value >> 32), lane, lanes);
    return high << 32 | read32((uint32_t)value, lane, lanes);
}

// The lanes to go through: each one of the mask does so at the same time.
static inline LANES_TYPE lanes_in_step(LANES_TYPE lanes) {
#ifdef __NVPTX__
    return lanes;
#else
    (void)lanes;
    return __gpu_lane_mask();
#endif
}

// All lanes are here.
static inline uint32_t xor_32(uint32_t value, uint32_t by) {
    return __offloadcc_lane_shuffle_xor_32_whole(value, by, ALL_LANES);
}
static inline uint64_t xor_64(uint64_t value, uint32_t by) {
    return __offloadcc_lane_shuffle_xor_64_whole(value, by, ALL_LANES);
}

#define DEFINE_LANE_REDUCTION(bits, unsigned_type)                                                 \
    static inline unsigned_type reduce_all##bits(unsigned_type value, uint32_t how) {              \
        value = combine##bits(value, xor_##bits(value, 1), how);                                   \
        value = combine##bits(value, xor_##bits(value, 2), how);                                   \
        value = combine##bits(value, xor_##bits(value, 4), how);                                   \
        value = combine##bits(value, xor_##bits(value, 8), how);                                   \
        value = combine##bits(value, xor_##bits(value, 16), how);                                  \
        return __gpu_num_lanes() == 64 ? combine##bits(value, xor_##bits(value, 32), how) : value; \
    }                                                                                              \
    static inline unsigned_type reduce_some##bits(unsigned_type value, uint32_t how,               \
                                                  LANES_TYPE lanes) {                              \
        unsigned_type result = 0;                                                                  \
        bool any = false;                                                                          \
        for (LANES_TYPE rest = lanes_in_step(lanes); rest; rest &= rest - 1) {                     \
            uint32_t lane = (uint32_t)__builtin_ctzg(rest);                                        \
            unsigned_type other = read##bits(value, lane, lanes);                                  \
            if (lanes >> lane & 1) {                                                               \
                result = any ? combine##bits(result, other, how) : other;                          \
                any = true;                                                                        \
            }                                                                                      \
        }                                                                                          \
        return result;                                                                             \
    }
DEFINE_LANE_REDUCTION(32, uint32_t)
DEFINE_LANE_REDUCTION(64, uint64_t)

// The processors from sm_80 on have an instruction for integers of 32 bits.
static inline uint32_t reduce_among32(uint32_t value, uint32_t how, LANES_TYPE lanes) {
#ifdef __NVPTX__
    if (kind_of(how) != NUMBER && HAS_REDUX)
        return redux(value, lanes, (int)operation_of(how), kind_of(how) == SIGNED);
#endif
    return IS_WHOLE(lanes) ? reduce_all32(value, how) : reduce_some32(value, how, lanes);
}
static inline uint64_t reduce_among64(uint64_t value, uint32_t how, LANES_TYPE lanes) {
    return IS_WHOLE(lanes) ? reduce_all64(value, how) : reduce_some64(value, how, lanes);
}

// From sm_70 on, there is an instruction.
#ifdef __NVPTX__
#define MATCH_AT_ONCE(bits)                                                                        \
    if (__nvvm_reflect("__CUDA_ARCH") >= 700)                                                      \
        return match_any_##bits(lanes, value);
#else
#define MATCH_AT_ONCE(bits)
#endif
#define DEFINE_MATCH(bits, type)                                                                   \
    static inline uint64_t match_among##bits(type value, LANES_TYPE lanes) {                       \
        MATCH_AT_ONCE(bits)                                                                        \
        uint64_t result = 0;                                                                       \
        for (LANES_TYPE rest = lanes_in_step(lanes); rest; rest &= rest - 1) {                     \
            uint32_t lane = (uint32_t)__builtin_ctzg(rest);                                        \
            result |= (uint64_t)(read##bits(value, lane, lanes) == value) << lane;                 \
        }                                                                                          \
        return result & lanes;                                                                     \
    }
DEFINE_MATCH(32, uint32_t)
DEFINE_MATCH(64, uint64_t)

// The mask of a whole warp's lanes, of which src/device/whole.c gives us the last one on NVIDIA
// GPUs.
static inline LANES_TYPE of_whole(LANES_TYPE lanes) {
#ifdef __NVPTX__
    return (2u << lanes) - 1;
#else
    return lanes;
#endif
}

#define DEFINE_FUNCTIONS(bits, type)                                                               \
    type __offloadcc_lane_reduce##bits##_among(type value, unsigned int how, LANES_TYPE lanes) {   \
        return reduce_among##bits(value, how, lanes);                                              \
    }                                                                                              \
    type __offloadcc_lane_reduce##bits##_whole(type value, unsigned int how, LANES_TYPE lanes) {   \
        return reduce_among##bits(value, how, of_whole(lanes));                                    \
    }                                                                                              \
    type __offloadcc_lane_reduce##bits(type value, unsigned int how) {                             \
        return reduce_among##bits(value, how, (LANES_TYPE)__gpu_lane_mask());                      \
    }                                                                                              \
    type __offloadcc_lane_reduce##bits##_in(type value, unsigned int how, unsigned long mask) {    \
        return reduce_among##bits(value, how, meet(mask));                                         \
    }                                                                                              \
    unsigned long __offloadcc_lane_match##bits##_among(type value, LANES_TYPE lanes) {             \
        return match_among##bits(value, lanes);                                                    \
    }                                                                                              \
    unsigned long __offloadcc_lane_match##bits##_whole(type value, LANES_TYPE lanes) {             \
        return match_among##bits(value, of_whole(lanes));                                          \
    }                                                                                              \
    unsigned long __offloadcc_lane_match##bits(type value) {                                       \
        return match_among##bits(value, (LANES_TYPE)__gpu_lane_mask());                            \
    }                                                                                              \
    unsigned long __offloadcc_lane_match##bits##_in(type value, unsigned long mask) {              \
        return match_among##bits(value, meet(mask));                                               \
    }
DEFINE_FUNCTIONS(32, unsigned int)
DEFINE_FUNCTIONS(64, unsigned long)

#ifdef __NVPTX__
#define DEFINE_MASKED_SHUFFLE(kind)                                                                \
    unsigned int __offloadcc_lane_shuffle_##kind##32_in(unsigned int value, unsigned int by,       \
                                                        unsigned long mask) {                      \
        return __offloadcc_lane_shuffle_##kind##32_among(value, by, meet(mask));                   \
    }                                                                                              \
    unsigned long __offloadcc_lane_shuffle_##kind##64_in(unsigned long value, unsigned int by,     \
                                                         unsigned long mask) {                     \
        return __offloadcc_lane_shuffle_##kind##64_among(value, by, meet(mask));                   \
    }
DEFINE_MASKED_SHUFFLE()
DEFINE_MASKED_SHUFFLE(up_)
DEFINE_MASKED_SHUFFLE(down_)
DEFINE_MASKED_SHUFFLE(xor_)
#endif

unsigned long __offloadcc_lane_ballot_in(int predicate, unsigned long mask) {
#ifdef __NVPTX__
    return (uint32_t)__nvvm_vote_ballot_sync((uint32_t)mask, predicate != 0);
#else
    return __builtin_amdgcn_ballot_w64(predicate != 0) & mask;
#endif
}

// Lanes of a wave run in step. There it is only about the order of what they read and write.
static inline void sync_lanes(LANES_TYPE lanes) {
#ifdef __NVPTX__
    __nvvm_bar_warp_sync(lanes);
#else
    (void)lanes;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
#endif
}
void __offloadcc_lane_sync_among(LANES_TYPE lanes) {
    sync_lanes(lanes);
}
void __offloadcc_lane_sync_whole(LANES_TYPE lanes) {
    (void)lanes;
    sync_lanes((LANES_TYPE)~0ul); // missing lanes are not waited for
}
void __offloadcc_lane_sync(void) {
    sync_lanes((LANES_TYPE)__gpu_lane_mask());
}
void __offloadcc_lane_sync_in(unsigned long mask) {
    sync_lanes((LANES_TYPE)mask);
}
