// lowering.h - what LLVM is told of a device target, and what has to be done in its place.
//
// One const struct for each target of targets/target.h, oc_lowering_<name>, in a file of its own.
// The device pass (device.h) asks nowhere else which target it is working for. A slot may be NULL,
// 0 or false where its comment says what that means.
#ifndef OC_LOWERING_H
#define OC_LOWERING_H

#include "base/text.h"
#include "ir/shared.h"
#include "targets/target.h"

#include <stdbool.h>

// An atomic read-modify-write operation of LLVM's (atomicrmw).
struct oc_atomic {
    const char *scope; // its name in IR
    enum {
        OC_ATOMIC_OTHER,
        OC_ATOMIC_EXCHANGE,
        OC_ATOMIC_ADD,
        OC_ATOMIC_AND,
        OC_ATOMIC_OR,
        OC_ATOMIC_XOR,
        OC_ATOMIC_MIN,
        OC_ATOMIC_MAX,
        OC_ATOMIC_UNSIGNED_MIN,
        OC_ATOMIC_UNSIGNED_MAX,
        OC_ATOMIC_INCREMENT,
        OC_ATOMIC_DECREMENT,
    } operation;
    enum { OC_ATOMIC_INTEGER, OC_ATOMIC_FLOAT, OC_ATOMIC_BFLOAT } type;
    unsigned bits;
    enum { OC_ATOMIC_ANYWHERE, OC_ATOMIC_GLOBAL, OC_ATOMIC_SHARED } space;
};

// What clang and LLVM leave undone for the target's atomic operations (device/atomics.h).
struct oc_atomics {
    // The name in IR of a scope of atomics, one of clang's __MEMORY_SCOPE_ numbers, on `arch`; ""
    // is the whole system. NULL: clang itself gives scoped atomics their scopes.
    const char *(*scope)(const char *arch, unsigned long scope);

    // The instruction for an atomic read-modify-write operation whose scope LLVM's code generator
    // would lose, as inline assembly: $0 is the result, $1 the address, $2 the operand. NULL as
    // result: LLVM's is right. NULL instead of a function: the code generator keeps the scope.
    // `scopes` are those that it is asked about, NULL-terminated.
    const char *(*text)(struct oc_arena *arena, const char *arch, const struct oc_atomic *atomic);
    const char *const *scopes;

    // Whether the code generator takes all read-modify-write operations for relaxed ones; and
    // whether the loads and stores of `arch` have no order either. Both are set, or neither.
    bool forgets_order;
    bool (*lacks_order)(const char *arch);

    // Whether fences for the thread itself (atomic_signal_fence), which only hold the compiler
    // back, cannot be lowered.
    bool lacks_signal_fences;

    // Metadata by which the front end promises that an operation's memory is the device's own,
    // NULL-terminated. It does so whatever the scope, but other scopes than the system's are the
    // only ones where that is a safe promise. NULL: none.
    const char *const *promises;
    // Metadata of operations for which the user has given such a promise. NULL: none.
    const char *asked_for;
};

// How an entry says how large its blocks are (device/room.h): attributes of LLVM's.
struct oc_block_room {
    // For the most threads of its blocks, and what stands before the number in its value.
    const char *limit, *limit_prefix;
    // For the most registers that its code may use of a thread, and how many all threads of a block
    // have together. NULL: LLVM itself leaves room for the largest block.
    const char *register_limit;
    unsigned registers;
};

// Functions of LLVM's that code cannot use, each followed by the one of the target's builtins that
// does the same, NULL-terminated; or NULL as result.
struct oc_substitutes {
    const char *const *(*of_all)(const char *arch, const char *feature); // or no feature: NULL
    const char *const *(*of_unoptimised)(const char *arch); // only in functions with optnone
};

// What LLVM's code generator has to be told or cannot do.
struct oc_code_generator {
    // Options of LLVM's own (as clang's -mllvm), NULL-terminated.
    const char *const *options;
    // One more, which makes pointers to shared memory numbers of 32 bits.
    const char *short_pointers;
    // The intrinsic for an approximate log2f: llvm.log2.f32 has no lowering.
    const char *log2;
    // Names of variables and functions that the assembler takes for something of its own,
    // NULL-terminated.
    const char *const *reserved;
};

struct oc_lowering {
    const struct oc_target *target;

    // Initialises LLVM's back end, with its assembler's parser where inline assembly is not text in
    // any case. Only what is named here is linked in.
    void (*initialize)(void);

    // The LLVM calling convention number of an entry (llvm/IR/CallingConv.h), 0 for C's.
    unsigned entry_convention;

    // NULL: shared variables are in ordinary memory (src/cpu/cpu.h).
    const struct oc_shared_memory *shared;

    // NULL: LLVM does with atomic operations what C says.
    const struct oc_atomics *atomics;

    // NULL: LLVM has no such attributes for the target.
    const struct oc_block_room *room;

    // NULL: the code generator does with all of IR what others do.
    const struct oc_code_generator *generator;

    // NULL: code can use all of LLVM's functions.
    const struct oc_substitutes *substitutes;

    // Undefined functions that the device's runtime or driver provides ("vprintf"),
    // NULL-terminated.
    const char *const *provides;

    // String attributes of LLVM's that hold for all device code, for what it cannot see after a
    // call through a pointer; NULL-terminated. NULL: none.
    const char *const *attributes;

    // What the names of intrinsics begin with whose results are the same for all threads of a
    // block, NULL-terminated. NULL: none are known.
    const char *const *uniform;

    // The variable of `builtins` by which kernels ask the host for something, and which the
    // device's runtime looks for (src/builtins/rpc.h): where code uses it, it is kept and seen from
    // outside, and the image's marker has its address (src/runtime/units/messages.h). NULL: none.
    const char *rpc_client;

    // Whether the device's library has lane functions for whole warps (device/whole.h).
    bool whole_warps;
    // Whether the code generator copies memory in narrow accesses (device/moves.h).
    bool narrow_copies;
};

// One for each of oc_targets, in any order. The build makes this table (cmake/Targets.cmake).
extern const struct oc_lowering *const oc_lowerings[];

// Never NULL.
const struct oc_lowering *oc_lowering_of(const struct oc_target *target);

#endif
