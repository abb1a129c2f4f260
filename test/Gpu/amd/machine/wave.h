// wave.h - what a wave, a work-group and a dispatch of the machine are.
//
// A wave's lanes run in lockstep: each instruction is executed for all lanes in which EXEC has a
// bit. Registers start with junk, memory that is not there ends the program, and a register that a
// load has not filled yet may not be used before the wave has waited for it (waits.h).
#ifndef AMD_WAVE_H
#define AMD_WAVE_H

#include "instruction.h"

struct machine;
struct work_group;

// The counters that s_waitcnt and its like wait for. Before gfx12 C_KM is C_DS ("lgkmcnt"); before
// gfx10 C_STORE is C_LOAD ("vmcnt").
enum counter { C_LOAD, C_STORE, C_DS, C_KM, C_COUNT };

// A memory instruction whose result is not known to be there.
struct outstanding {
    bool in_order;
    bool is_late_store;    // stores.h
    uint8_t file;          // 0: none, 1: vector registers, 2: scalar registers
    uint16_t first, count; // its registers
};

enum { MAX_OUTSTANDING = 64 }; // of a counter; then the oldest one is waited for, as hardware does

// Stores that are not done yet, the oldest first; those before `first` are.
struct late_stores {
    struct late_store *items;
    unsigned first, count, room;
};

struct counting {
    struct outstanding queue[MAX_OUTSTANDING]; // a ring
    unsigned first, count;
};

struct wave {
    struct work_group *group;
    unsigned number;  // in its group
    unsigned lanes;   // 32 or 64
    uint64_t present; // the lanes that have a thread, when the wave starts
    uint64_t pc;
    bool scc, is_done;
    unsigned barriers; // how many it has come to; it waits while the group has not passed that many
    bool is_at_barrier; // it waits
    uint32_t mode;      // the register MODE
    uint32_t scalars[S_COUNT];
    uint32_t (*vectors)[MAX_LANES]; // a row for each register; accumulators come at V_ACCUMULATORS
    unsigned vector_count, accumulator_count; // as many as the kernel's descriptor has
    unsigned scalar_count;
    uint8_t *scratch; // scratch_size bytes for each lane, one lane after another
    uint32_t scratch_size;
    uint64_t scratch_base; // the address that buffer instructions and FLAT_SCRATCH have for it
                           // (gfx9, gfx10)
    uint8_t pending_vectors[V_COUNT],
        pending_scalars[S_COUNT]; // how many loads will still write there
    struct counting counters[C_COUNT];
    struct late_stores late[C_COUNT]; // of C_STORE and C_DS
    const struct instruction *now;    // what it executes, for messages
};

struct work_group {
    struct machine *machine;
    const struct dispatch *dispatch;
    uint32_t id[3];
    struct wave *waves;
    unsigned wave_count, live;
    // Its waves' accesses to global memory are in one order: on gfx9, and where the kernel's
    // descriptor says that it runs on one compute unit.
    bool has_one_order;
    unsigned arrived, passed; // waves at the next barrier, and how many barriers were passed by all
    unsigned sleeps;          // how often its waves have slept
    uint8_t *lds;
    uint32_t lds_size;
};

// ---- Registers ---------------------------------------------------------------------------------

static inline uint64_t read_pair(const uint32_t *low) {
    return low[0] | (uint64_t)low[1] << 32;
}

static inline void write_pair(uint32_t *low, uint64_t value) {
    low[0] = (uint32_t)value;
    low[1] = (uint32_t)(value >> 32);
}

// EXEC and VCC, with as many bits as the wave has lanes.
static inline uint64_t wave_exec(const struct wave *w) {
    return w->lanes == 64 ? read_pair(&w->scalars[S_EXEC]) : w->scalars[S_EXEC];
}

static inline uint64_t wave_vcc(const struct wave *w) {
    return w->lanes == 64 ? read_pair(&w->scalars[S_VCC]) : w->scalars[S_VCC];
}

// 9 to 12: the first number of the architecture's name.
unsigned wave_generation(const struct wave *w);
// Whether it is gfx90a or gfx94x, or gfx94x.
bool wave_is_gfx90a(const struct wave *w);
bool wave_is_gfx940(const struct wave *w);

// A lane mask that a scalar operand has, or T_MASK.
uint64_t read_mask(const struct wave *w, const struct operand *operand);
void write_mask(struct wave *w, const struct operand *operand, uint64_t mask);

// A scalar operand of at most 64 bits: scalar registers, constants, special values. The type
// decides what a constant is: 1.0 of T_F64, T_F32 or T_F16; a literal of T_F64 is the upper half.
uint64_t read_scalar(const struct wave *w, const struct operand *operand, enum operand_type type);
void write_scalar(struct wave *w, const struct operand *operand, uint64_t value);

// The kernel did something wrong: says what, and where, and ends the program.
__attribute__((noreturn, format(printf, 2, 3))) void wave_fault(const struct wave *w,
                                                                const char *format, ...);

// ---- Memory ------------------------------------------------------------------------------------

// Where bytes of a lane's memory are on the host; each checks that they are there.
uint8_t *lds_at(const struct wave *w, unsigned lane, uint32_t address, unsigned size);
uint8_t *scratch_at(const struct wave *w, unsigned lane, uint32_t address, unsigned size);
uint8_t *global_at(const struct wave *w, int lane, uint64_t address,
                   unsigned size); // lane -1: scalar

#endif
