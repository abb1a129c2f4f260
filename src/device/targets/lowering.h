// lowering.h - what LLVM has to be told for a device target, and what our passes have to do because
// LLVM does not.
//
// There is one const struct for each target of targets/target.h, oc_lowering_<name>, in a file of
// its own. The device pass (device.h) learns only from these slots what differs between targets. A
// slot may be NULL, 0 or false if its comment says what that means.
#ifndef OC_LOWERING_H
#define OC_LOWERING_H

#include "base/file.h"
#include "base/text.h"
#include "ir/constants.h"
#include "ir/shared.h"
#include "targets/target.h"

#include <stdbool.h>

// An atomic read-modify-write operation of LLVM (atomicrmw).
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
    unsigned bits; // of the type
    enum { OC_ATOMIC_ANYWHERE, OC_ATOMIC_GLOBAL, OC_ATOMIC_SHARED } space;
};

// What our passes have to do for the target's atomic operations, because clang and LLVM do not
// (device/atomics.h).
struct oc_atomics {
    // The name in IR, on `arch`, of a scope of atomics with one of clang's __MEMORY_SCOPE_ numbers;
    // "" is the whole system. NULL: clang itself gives scoped atomics their scopes.
    const char *(*scope)(const char *arch, unsigned long scope);

    // Returns the instruction for an atomic read-modify-write operation whose scope LLVM's code
    // generator would lose, as inline assembly: $0 is the result, $1 the address, $2 the operand.
    // It returns NULL if LLVM's own instruction is right. NULL instead of a function: the code
    // generator keeps all scopes. The function is called for operations with one of `scopes`, a
    // NULL-terminated list.
    const char *(*text)(struct oc_arena *arena, const char *arch, const struct oc_atomic *atomic);
    const char *const *scopes;

    // The feature with which the code generator can compile atomic operations on 16 bytes for
    // `arch`, or NULL. NULL instead of a function: there is none.
    const char *(*wide_feature)(const char *arch);

    // Whether the code generator treats all read-modify-write operations as relaxed; and whether
    // loads and stores on `arch` are always relaxed, too. Both are set, or neither.
    bool forgets_order;
    bool (*lacks_order)(const char *arch);

    // Whether the code generator cannot compile fences for the thread itself (atomic_signal_fence),
    // which only hold the compiler back.
    bool lacks_signal_fences;

    // The names of metadata by which the front end promises that an operation's memory is the
    // device's own, NULL-terminated. It gives the promise for all scopes, but for the scope of the
    // system it may be wrong. NULL if the front end
    // gives no such promises.
    const char *const *promises;
    // The name of metadata on operations for which the user has given such a promise by an option.
    // NULL if the target has no such option.
    const char *asked_for;
};

// LLVM's attributes for the sizes of an entry's blocks (device/room.h).
struct oc_block_room {
    // The attribute for the most threads in a block, and the text before the number in its value.
    const char *limit, *limit_prefix;
    // The attribute for the most registers that a thread may use, and how many registers all
    // threads of a block have together. NULL: LLVM itself leaves registers for the largest block.
    const char *register_limit;
    unsigned registers;
    // The attribute for the waves of a SIMD unit, or NULL.
    const char *waves;
};

// LLVM's intrinsics that do not work on some processors. Each function returns a NULL-terminated
// list of names, each followed by that of the function of the target's builtins to use instead; or
// NULL.
struct oc_substitutes {
    // In all functions. `feature` is the additional feature of the request (device.h), or NULL.
    const char *const *(*of_all)(const char *arch, const char *feature);
    const char *const *(*of_unoptimised)(const char *arch); // only in functions with optnone
};

// Options for LLVM's code generator, and what it cannot compile.
struct oc_code_generator {
    // LLVM's options (as with clang's -mllvm), NULL-terminated.
    const char *const *options;
    // The option that makes pointers to shared memory 32 bits wide.
    const char *short_pointers;
    // The intrinsic for an approximate log2f, used because LLVM cannot compile llvm.log2.f32.
    const char *log2;
    // Whether LLVM's code for llvm.exp, exp2, exp10, log, log2 and log10 of float is exact, where
    // the call is not marked as approximate.
    bool has_exponentials;
    // LLVM's passes over functions, each with a comma after it, that run after its pipeline and
    // before the last simplification of branches. NULL: none.
    const char *passes;
    // Whether it forgets which lanes have left a loop around another loop (device/loopends.h), and
    // has lanes wait at a barrier before others have returned (device/leaving.h).
    bool forgets_lanes;
    // The bytes of stack that a thread gets if LLVM does not know how many it needs. 0: LLVM need
    // not know (device/namedcalls.h).
    unsigned unknown_stack;
    // Names of variables and functions that have another meaning for the assembler,
    // NULL-terminated. Such variables and functions are renamed.
    const char *const *reserved;
};

struct oc_lowering {
    const struct oc_target *target;

    // Initialises LLVM's back end; and the parser of its assembler, unless the target's code is
    // text. Only back ends that such a function refers to are linked.
    void (*initialize)(void);

    // The LLVM calling convention number of an entry (llvm/IR/CallingConv.h), 0 for C's.
    unsigned entry_convention;

    // NULL: shared variables are in ordinary memory (src/cpu/cpu.h).
    const struct oc_shared_memory *shared;

    // NULL: constant variables are in ordinary memory.
    const struct oc_constant_memory *constant;

    // NULL: clang and LLVM compile atomic operations as C says.
    const struct oc_atomics *atomics;

    // NULL: LLVM has no such attributes for the target.
    const struct oc_block_room *room;

    // NULL: the code generator needs no options and can compile all IR.
    const struct oc_code_generator *generator;

    // Returns the assembly text that is written in place of what LLVM made, in the arena. It has as
    // many branches as LLVM's if the code is not optimised. NULL: LLVM's text is right.
    struct oc_bytes (*finish_text)(struct oc_arena *arena, struct oc_bytes text, bool optimised);

    // NULL: all of LLVM's intrinsics work.
    const struct oc_substitutes *substitutes;

    // The names of functions and variables that the device's runtime or driver provides
    // ("vprintf"), so that device code need not define them; NULL-terminated.
    const char *const *provides;

    // LLVM's string attributes that hold for all device functions, and that LLVM cannot derive for
    // a function with calls through pointers; NULL-terminated. NULL if no attribute
    // holds for all.
    const char *const *attributes;

    // Prefixes of the names of intrinsics whose results are the same for all threads of a block,
    // NULL-terminated. NULL: none are known.
    const char *const *uniform;

    // The name of the variable of `builtins` through which kernels send requests such as printf to
    // the host (src/builtins/rpc.h). The device's runtime finds it by name, so an image that uses
    // it exports it; the image's marker stores its address (src/runtime/units/messages.h). NULL
    // if kernels on this target cannot send requests.
    const char *rpc_client;

    // The names of intrinsics: the lanes of a warp that are here together, as a mask; the number of
    // the lane; and waiting for the lanes of a mask. NULL: lanes that call a function together are
    // together after it, also if it recurses (device/recursion.h).
    const char *active_lanes, *lane, *wait_for_lanes;

    // Whether the device's library has lane functions for whole warps (device/whole.h).
    bool whole_warps;
    // Whether the code generator ignores hints about caches, so that device/streaming.h is needed.
    bool ignores_cache_hints;
    // Whether the code generator copies memory with narrow accesses, so that device/moves.h is
    // needed.
    bool narrow_copies;
    // LLVM's pass that gives variables their address space. It has to run before
    // infer-address-spaces: in LLVM 22, that pass loses an operand of a select or phi that chooses
    // between an array and a variable which has no address space yet. NULL: the front end gives
    // them one.
    const char *variables_pass;
};

// One for each of oc_targets, in any order. The build generates this table (cmake/Targets.cmake).
extern const struct oc_lowering *const oc_lowerings[];

// The lowering of a target; never NULL.
const struct oc_lowering *oc_lowering_of(const struct oc_target *target);

#endif
