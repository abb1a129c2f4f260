// amdlanes.h - lanes.h's shuffles on AMD GPUs.
//
// A lane keeps its own value where the lane that it would read does not take part. As on NVIDIA
// GPUs, src/device/whole.c replaces calls by others: _whole if all lanes of the wave are together,
// which are the first ones of it, or _among. Both get the mask of the lanes.
//
// Lanes of one wave may have masks of their own in a call with a mask (_in), but for a constant
// one. In _whole and _among it is the same for all.
//
// Where the distance is a constant after loops have been unrolled, scalar instructions find in the
// mask which lanes have another one to read. Some distances have instructions that leave a lane its
// own value if the other one is not active.

// ---- LLVM's intrinsics without a clang builtin for all processors ------------------------------

uint32_t wave_shuffle(uint32_t value, uint32_t lane) __asm__("llvm.amdgcn.wave.shuffle.i32");
uint32_t read_lane(uint32_t value, uint32_t lane) __asm__("llvm.amdgcn.readlane.i32");
bool is_in_32(uint32_t lanes) __asm__("llvm.amdgcn.inverse.ballot.i32");
bool is_in_64(uint64_t lanes) __asm__("llvm.amdgcn.inverse.ballot.i64");
// A lane that reads one that is not there gets `old`, or 0 if `bounded`.
uint32_t move_dpp(uint32_t old, uint32_t value, uint32_t control, uint32_t rows, uint32_t banks,
                  bool bounded) __asm__("llvm.amdgcn.update.dpp.i32");
uint32_t permute_rows(uint32_t old, uint32_t value, uint32_t low, uint32_t high, bool inactive,
                      bool bounded) __asm__("llvm.amdgcn.permlanex16.i32");

// Of the mask's lanes, how many are below this one, of 32 lanes and of those above; added to
// `count`.
uint32_t below_of_low(uint32_t lanes, uint32_t count) __asm__("llvm.amdgcn.mbcnt.lo")
    __attribute__((convergent));
uint32_t below_of_high(uint32_t lanes, uint32_t count) __asm__("llvm.amdgcn.mbcnt.hi")
    __attribute__((convergent));

// How move_dpp moves values, in rows of 16 lanes, each of four banks.
enum {
    XOR_1 = 0xB1,
    XOR_2 = 0x4E,
    XOR_3 = 0x1B,
    XOR_7 = 0x141,
    XOR_8 = 0x128,
    XOR_15 = 0x140,
    XOR_BY = 0x160, // + n; from gfx10 on
    ABOVE = 0x100,  // + n: the lane n lanes above, of the row
    BELOW = 0x110,
    WAVE_ABOVE = 0x130, // the next lane, of the wave; on gfx9
    WAVE_BELOW = 0x138,
    ALL = 0xF, // rows or banks
};
#define MOVE(control) move_dpp(value, value, control, ALL, ALL, false)

// A lane of the other row of 32 lanes, the one with the same number in its row.
#define OTHER_ROW 0x76543210, 0xFEDCBA98
enum { SWIZZLE_XOR_16 = 0x401F };

// This lane's number, for addresses. LLVM does not move what is convergent to another block. So it
// finds a constant that is added to it beside the instruction, which can have it as its offset, and
// does not hold each sum in a register.
static inline uint32_t this_lane(void) {
    return below_of_high(~0u, below_of_low(~0u, 0));
}

// ---- Functions that have a substitute on some processors (targets/amdgcn.c) --------------------

// The value of any lane; numbers are modulo the number of lanes.
uint32_t __offloadcc_wave_read(uint32_t value, uint32_t lane) {
    return (uint32_t)__builtin_amdgcn_ds_bpermute((int)(lane * 4), (int)value);
}
// Where ds_bpermute stays within 32 lanes of 64: on gfx11, and on gfx10.
uint32_t __offloadcc_wave_read_halves(uint32_t value, uint32_t lane) {
    return wave_shuffle(value, lane);
}
uint32_t __offloadcc_wave_read_by_turns(uint32_t value, uint32_t lane) {
    uint32_t result = value;
    for (uint64_t left = __gpu_lane_mask(); left; left &= left - 1) {
        uint32_t turn = (uint32_t)__builtin_ctzg(left);
        uint32_t other = read_lane(value, read_lane(lane, turn));
        if (__gpu_lane_id() == turn)
            result = other;
    }
    return result;
}

// `there`: whether the other lane takes part. The first of two is gfx9's.
static inline uint32_t read_if(bool there, uint32_t value, uint32_t lane) {
    uint32_t other = __offloadcc_wave_read(value, lane);
    return there ? other : value;
}
uint32_t __offloadcc_wave_above(uint32_t value, bool there) {
    (void)there;
    return MOVE(WAVE_ABOVE);
}
uint32_t __offloadcc_wave_above_any(uint32_t value, bool there) {
    return read_if(there, value, this_lane() + 1);
}
uint32_t __offloadcc_wave_below(uint32_t value, bool there) {
    (void)there;
    return MOVE(WAVE_BELOW);
}
uint32_t __offloadcc_wave_below_any(uint32_t value, bool there) {
    return read_if(there, value, this_lane() + (__gpu_num_lanes() - 1));
}
uint32_t __offloadcc_wave_xor_4(uint32_t value) {
    uint32_t lower = move_dpp(value, value, ABOVE + 4, ALL, 0x5, false); // banks 0 and 2
    return move_dpp(lower, value, BELOW + 4, ALL, 0xA, false);
}
uint32_t __offloadcc_wave_xor_4_in_row(uint32_t value) {
    return MOVE(XOR_BY + 4);
}
uint32_t __offloadcc_wave_xor_16(uint32_t value, bool there) {
    uint32_t other = (uint32_t)__builtin_amdgcn_ds_swizzle((int)value, SWIZZLE_XOR_16);
    return there ? other : value;
}
uint32_t __offloadcc_wave_xor_16_of_rows(uint32_t value, bool there) {
    (void)there;
    return permute_rows(value, value, OTHER_ROW, false, false);
}

// ---- Any distance ------------------------------------------------------------------------------

// The lane that is read.
static inline uint32_t other_idx(uint32_t by) {
    return by;
}
static inline uint32_t other_up(uint32_t by) {
    return __gpu_lane_id() - by;
}
static inline uint32_t other_down(uint32_t by) {
    return __gpu_lane_id() + by;
}
static inline uint32_t other_xor(uint32_t by) {
    return __gpu_lane_id() ^ by;
}

// Whether that is one of the first `count` lanes, of which this lane is one.
static inline bool has_idx(uint32_t count, uint32_t by) {
    return by < count;
}
static inline bool has_up(uint32_t count, uint32_t by) {
    (void)count;
    return by <= __gpu_lane_id();
}
static inline bool has_down(uint32_t count, uint32_t by) {
    return by < count - __gpu_lane_id();
}
static inline bool has_xor(uint32_t count, uint32_t by) {
    return other_xor(by) < count;
}

static inline bool is_there(uint64_t lanes, uint32_t lane) {
    return lanes >> lane % 64 & 1;
}

// The same as read_if. The address can be computed once for several shuffles.
static inline uint32_t read_or_own(bool there, uint32_t value, uint32_t lane) {
    return __offloadcc_wave_read(value, there ? lane : __gpu_lane_id());
}

// ---- A constant distance -----------------------------------------------------------------------

// Whether this lane is in a mask that is the same for all lanes.
static inline bool is_in(uint64_t lanes) {
    return __gpu_num_lanes() == 64 ? is_in_64(lanes) : is_in_32((uint32_t)lanes);
}

// Whether the lane that is read takes part. `all`: the lanes are the first ones.
static inline bool finds_idx(uint64_t lanes, bool all, uint32_t by) {
    return by < 64 && ((all && by == 0) || is_there(lanes, by));
}
static inline bool finds_up(uint64_t lanes, bool all, uint32_t by) {
    return all ? has_up(64, by) : by < 64 && is_in(lanes << by % 64);
}
static inline bool finds_down(uint64_t lanes, bool all, uint32_t by) {
    (void)all;
    return by < 64 && is_in(lanes >> by % 64);
}
static inline bool finds_xor(uint64_t lanes, bool all, uint32_t by) {
    return all ? has_xor((uint32_t)__builtin_popcountg(lanes), by)
               : has_xor(__gpu_num_lanes(), by) && is_there(lanes, other_xor(by));
}

static inline uint32_t take_idx(uint32_t value, uint32_t by, bool there) {
    uint32_t other = read_lane(value, by);
    return there ? other : value;
}
static inline uint32_t take_up(uint32_t value, uint32_t by, bool there) {
    if (by == 1)
        return __offloadcc_wave_below(value, there);
    // Not less, so that the instruction's offset can have it.
    return read_if(there, value, this_lane() + (__gpu_num_lanes() - by));
}
static inline uint32_t take_down(uint32_t value, uint32_t by, bool there) {
    return by == 1 ? __offloadcc_wave_above(value, there) : read_if(there, value, this_lane() + by);
}
static inline uint32_t take_xor(uint32_t value, uint32_t by, bool there) {
    switch (by) {
    case 1:
        return MOVE(XOR_1);
    case 2:
        return MOVE(XOR_2);
    case 3:
        return MOVE(XOR_3);
    case 4:
        return __offloadcc_wave_xor_4(value);
    case 7:
        return MOVE(XOR_7);
    case 8:
        return MOVE(XOR_8);
    case 15:
        return MOVE(XOR_15);
    case 16:
        return __offloadcc_wave_xor_16(value, there);
    default:
        return read_if(there, value, this_lane() ^ by);
    }
}

// ---- Shuffles ----------------------------------------------------------------------------------

#define DEFINE_SHUFFLE(name, kind)                                                                 \
    static inline bool there_##kind(uint64_t lanes, uint32_t by) {                                 \
        return has_##kind(__gpu_num_lanes(), by) && is_there(lanes, other_##kind(by));             \
    }                                                                                              \
    unsigned int __offloadcc_lane_shuffle_##name##32(unsigned int value, unsigned int by) {        \
        return read_or_own(there_##kind(__gpu_lane_mask(), by), value, other_##kind(by));          \
    }                                                                                              \
    unsigned long __offloadcc_lane_shuffle_##name##64(unsigned long value, unsigned int by) {      \
        bool there = there_##kind(__gpu_lane_mask(), by);                                          \
        uint32_t low = read_or_own(there, (uint32_t)value, other_##kind(by));                      \
        uint64_t high = read_or_own(there, (uint32_t)(value >> 32), other_##kind(by));             \
        return high << 32 | low;                                                                   \
    }                                                                                              \
    DEFINE_AMONG(name, kind, _whole, true, has_##kind((uint32_t)__builtin_popcountg(lanes), by))   \
    DEFINE_AMONG(name, kind, _among, false, there_##kind(lanes, by))                               \
    unsigned int __offloadcc_lane_shuffle_##name##32_in(unsigned int value, unsigned int by,       \
                                                        unsigned long mask) {                      \
        uint64_t lanes = __gpu_lane_mask() & mask;                                                 \
        return __builtin_constant_p(mask)                                                          \
                   ? __offloadcc_lane_shuffle_##name##32_among(value, by, lanes)                   \
                   : read_or_own(there_##kind(lanes, by), value, other_##kind(by));                \
    }                                                                                              \
    unsigned long __offloadcc_lane_shuffle_##name##64_in(unsigned long value, unsigned int by,     \
                                                         unsigned long mask) {                     \
        uint32_t low = __offloadcc_lane_shuffle_##name##32_in((uint32_t)value, by, mask);          \
        uint64_t high = __offloadcc_lane_shuffle_##name##32_in((uint32_t)(value >> 32), by, mask); \
        return high << 32 | low;                                                                   \
    }

#define DEFINE_AMONG(name, kind, who, all, finds)                                                  \
    unsigned int __offloadcc_lane_shuffle_##name##32##who(unsigned int value, unsigned int by,     \
                                                          unsigned long lanes) {                   \
        return __builtin_constant_p(by) ? take_##kind(value, by, finds_##kind(lanes, all, by))     \
                                        : read_or_own(finds, value, other_##kind(by));             \
    }                                                                                              \
    unsigned long __offloadcc_lane_shuffle_##name##64##who(unsigned long value, unsigned int by,   \
                                                           unsigned long lanes) {                  \
        uint32_t low = __offloadcc_lane_shuffle_##name##32##who((uint32_t)value, by, lanes);       \
        uint64_t high =                                                                            \
            __offloadcc_lane_shuffle_##name##32##who((uint32_t)(value >> 32), by, lanes);          \
        return high << 32 | low;                                                                   \
    }

DEFINE_SHUFFLE(, idx)
DEFINE_SHUFFLE(up_, up)
DEFINE_SHUFFLE(down_, down)
DEFINE_SHUFFLE(xor_, xor)

// Lanes that do not take part have no bit in a ballot.
unsigned long __offloadcc_lane_ballot_whole(int predicate, unsigned long lanes) {
    (void)lanes;
    return __builtin_amdgcn_ballot_w64(predicate != 0);
}
unsigned long __offloadcc_lane_ballot_among(int predicate, unsigned long lanes) {
    return __offloadcc_lane_ballot_whole(predicate, lanes);
}

// src/device/whole.c inserts these calls, for `lanes` above.
unsigned long __offloadcc_lane_all(void) {
    return __gpu_lane_mask();
}
unsigned long __offloadcc_lane_mask(void) {
    return __gpu_lane_mask();
}
