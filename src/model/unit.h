// unit.h - what the compiler knows about the kernels of one translation unit, as plain data.
//
// The scan (scan.h) fills these structs from libclang's AST; the glue (glue.h), the manifest and
// the reports read them. They do not depend on a target. All strings live in the arena that the
// unit was built in.
//
// Bounds are trees over the kernel's parameters (expression.h), in counts of members (struct
// oc_member) over the struct that the member is in.
#ifndef OC_UNIT_H
#define OC_UNIT_H

#include "base/arena.h"
#include "base/diag.h"
#include "model/expression.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum oc_param_kind {
    OC_PARAM_OTHER, // never in a valid unit
    OC_PARAM_VALUE, // arithmetic type, enum or _Bool of at most 8 bytes: its bits are the argument
    OC_PARAM_AGGREGATE,  // struct, union, _Complex, __int128 by value: a private copy on the device
    OC_PARAM_ARRAY,      // pointer with a bound: mapped
    OC_PARAM_DEVICE_PTR, // offload_device_ptr: already an address on the device
};

// In which directions a mapped array is copied; a set of bits. The empty set: the array gets memory
// on the device and is never copied (offload_scratch).
enum oc_direction { OC_MAP_ALLOC = 0, OC_MAP_TO = 1, OC_MAP_FROM = 2 };

struct oc_bound {
    const struct oc_expression *expression; // a constant one is a constant node, not negative
    const char *spelling;                   // as the user wrote it, for messages
};

// A pointer in a struct, with a count: what it points to is mapped with the struct. Structs in the
// struct, and arrays of them, are taken apart: each of their pointers is a member of its own.
struct oc_member {
    const char *path; // "data", "in.parts[2].data": C text
    uint64_t offset;  // of the pointer in the struct, in bytes, or OC_UNKNOWN_OFFSET
    struct oc_place place;
    unsigned direction;   // a set of oc_direction
    const char *spelling; // the pointer's type as the user wrote it
    uint64_t size;        // of one element, in bytes
    bool or_null;         // it may be null even if its count is not 0
    struct oc_bound
        *bounds; // the count, and the dimensions of elements that are arrays: at least 1
    size_t bound_count;
    struct oc_member *members; // the members of the structs that it points to
    size_t member_count;
    bool device_pointers; // these structs also have pointers marked offload_device_ptr
};

#define OC_UNKNOWN_OFFSET UINT64_MAX

// The most members that a struct may have, how deep they may nest, and the most fields (oc_field).
enum { OC_MAX_MEMBERS = 64, OC_MAX_MEMBER_DEPTH = 8, OC_MAX_FIELDS = 256 };

// A number in a struct, with its path and its place in bytes: ".deep.lookups", ".sizes[2]".
struct oc_field {
    const char *path;
    uint64_t offset, bytes;
};

struct oc_param {
    const char *name; // "" if it has none
    struct oc_place place;
    enum oc_param_kind kind;
    unsigned direction; // OC_PARAM_ARRAY: a set of oc_direction
    const char *type;   // C text of the type, usable at the end of the file; "void *" for pointers
    const char *spelling; // the parameter's type as the user wrote it, before decay, for messages
    uint64_t size;        // bytes of the value; for arrays and device pointers: of one element
    struct oc_bound *bounds;   // OC_PARAM_ARRAY: outermost first; bytes = size * product of bounds.
    size_t bound_count;        // The count of offload_count is the first
    bool or_null;              // OC_PARAM_ARRAY: it may be null even if its count is not 0
    struct oc_member *members; // OC_PARAM_AGGREGATE, OC_PARAM_ARRAY: members of the struct(s)
    size_t member_count;
    bool device_pointers;    // the structs also have pointers marked offload_device_ptr
    const char *record;      // OC_PARAM_ARRAY with members: C text of the struct's type; else NULL
    struct oc_field *fields; // OC_PARAM_AGGREGATE: its first OC_MAX_FIELDS numbers. Not in the JSON
    size_t field_count;
};

struct oc_kernel {
    const char *name;
    struct oc_place place; // of its definition
    bool is_static;        // internal linkage
    unsigned block_limit;  // offload_block_limit, in threads; 0: not given, the general limit holds
    // amdgpu_waves_per_eu, in waves of an AMD GPU's SIMD unit; 0: not given.
    unsigned least_waves, most_waves;
    bool dynamic_shared; // it, or a function that it calls, uses dynamic shared memory
    bool grid_barrier;   // likewise, offload_grid_barrier
    unsigned dimensions; // bit d: it uses an index or size in dimension d; not in the JSON
    // Bit d: what a thread does depends on its place in the grid in dimension d, and the kernel
    // does not ask how many threads there are; not in the JSON.
    unsigned places;
    struct oc_param *params;
    size_t param_count;
    unsigned (
        *block_sizes)[3]; // the different constant .block_size of launches in this unit: code for
    size_t block_size_count; // CPUs has a variant for each; at most OC_MAX_BLOCK_SIZES
};

enum { OC_MAX_BLOCK_SIZES = 3, OC_MAX_BLOCK_THREADS = 1024 };
enum { OC_MAX_WAVES = 20 }; // of a SIMD unit, on any AMD GPU (gfx10)

// A device variable (offload_global): defined at file scope, and not const. oc_glue_entry
// (glue/names.h) makes its symbol in device images from the name.
struct oc_global {
    const char *name;
    struct oc_place place;
    bool is_static; // internal linkage
    uint64_t size;  // in bytes, not 0
};

// A launch in the host's code that names its kernel. The kernel is of this unit or of another one.
struct oc_launch {
    const char *kernel;
    struct oc_place place;
    bool is_call;                 // a plain call, which runs one thread
    const char *text;             // as written, on one line; NULL if it comes from a macro
    bool block_known, grid_known; // block_size, or also blocks, are known at compile time
    uint64_t blocks[3], block_size[3];
    struct oc_launch_argument {
        const char *text; // as written; NULL if it comes from a macro
        bool constant;    // it is an integer constant, whose value is:
        int64_t value;
    } *arguments;
    size_t argument_count;
};

// A hint about the host's code.
struct oc_hint {
    const char *warning; // the warning that shows it, without "-W"
    struct oc_place place;
    const char *text;
};

// A function or variable that device code of several files uses.
struct oc_external {
    const char *name;
    bool is_variable;
    // Of -fgpu-rdc, without a mark. Offered: it counts only if device code uses it. Needed: it
    // counts only if an optional function that counts reaches it.
    bool is_optional;
    bool waits; // offered: a kernel, or a function that waits for other threads of a block. A CPU
                // can run such code only if it is compiled with the kernels that call it
    size_t *reaches; // offered, optional: indices in the unit's needs of all that it reaches
    size_t reach_count;
    struct oc_place place; // offered: of its definition; needed: of the first reference to it
    const char *type;      // C text, without typedefs, for messages
    const char *user;      // needed: the code that the reference belongs to, "kernel 'step'"
    struct oc_note {
        struct oc_place place;
        const char *text; // "'weigh' is called by 'mean' here"
    } *notes;             // needed: the calls that lead from `user` to the reference
    size_t note_count;
};

struct oc_unit {
    const char *source;        // the main file, as given
    struct oc_kernel *kernels; // those defined in this unit, in source order
    size_t kernel_count;
    const char **tables; // constants at file scope that device code reads: they are emitted with it
    size_t table_count;
    // Inline functions that device code uses and that C's rules leave to another file to define.
    // Devices have no other file, so device code must define them. Not in the JSON text.
    const char **inlines;
    size_t inline_count;
    struct oc_global *globals; // device variables, in source order
    size_t global_count;
    struct oc_launch *launches; // in source order. Not in the JSON text: no device code depends on
    size_t launch_count;        // them
    struct oc_hint *hints;      // likewise
    size_t hint_count;
    // What device code of other files may use of this unit, and what this unit uses of theirs. A
    // unit that has either is incomplete: its device code is compiled when the program is linked.
    struct oc_external *offers, *needs;
    size_t offer_count, need_count;
    // Its device code has functions that wait for other threads of a block. Not of a complete unit.
    bool waits;
    bool checks;    // its kernels' accesses are checked (-foffload-check). Not in the JSON text
    bool stops;     // its device code calls abort or exit. Not in the JSON text
    const char *id; // of an incomplete unit: 16 hexadecimal digits, different for each unit of a
                    // program; else NULL
};

static inline bool oc_unit_is_incomplete(const struct oc_unit *unit) {
    return unit->offer_count || unit->need_count;
}

// Whether its device code calls functions of other files.
static inline bool oc_unit_needs_functions(const struct oc_unit *unit) {
    for (size_t i = 0; i < unit->need_count; i++)
        if (!unit->needs[i].is_variable)
            return true;
    return false;
}

// A unit as JSON text and back. The reader treats the text as outside data: whatever it contains,
// the result is a unit that obeys the rules above, or a reported error that names `path`, and
// false.
const char *oc_unit_to_json(struct oc_arena *arena, const struct oc_unit *unit);
// The same, but only the parts that device code depends on, without places.
const char *oc_unit_code_json(struct oc_arena *arena, const struct oc_unit *unit);
bool oc_unit_from_json(struct oc_arena *arena, const char *json, size_t length, const char *path,
                       struct oc_diag *diag, struct oc_unit *out);

#endif
