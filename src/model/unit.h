// unit.h - what the compiler knows of one translation unit's kernels: plain data.
//
// The scan (scan.h) fills these structs from libclang's AST; the glue (glue.h), the manifest and
// the reports read them. They say nothing of any target. All strings live in the arena that the
// unit was built on.
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
    OC_PARAM_AGGREGATE, // struct, union, _Complex, __int128, by value: a private copy on the device
    OC_PARAM_ARRAY,     // pointer with a bound: mapped
    OC_PARAM_DEVICE_PTR, // offload_device_ptr: an address on the device already
};

// What a mapped array needs; a set. Empty: allocated on the device, never copied (offload_scratch).
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
    uint64_t size;        // of one element
    bool or_null;         // it may be null whatever its count
    struct oc_bound
        *bounds; // the count, and the dimensions of elements that are arrays: at least 1
    size_t bound_count;
    struct oc_member *members; // of the structs that it points to
    size_t member_count;
    bool device_pointers; // these have pointers, too, that are offload_device_ptr
};

#define OC_UNKNOWN_OFFSET UINT64_MAX

// How many of them a struct has at most, and how deep they nest.
enum { OC_MAX_MEMBERS = 64, OC_MAX_MEMBER_DEPTH = 8, OC_MAX_FIELDS = 256 };

// A number in a struct: ".deep.lookups", ".sizes[2]".
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
    size_t bound_count;        // that of offload_count comes first
    struct oc_member *members; // OC_PARAM_AGGREGATE, OC_PARAM_ARRAY: of the struct or the structs
    size_t member_count;
    bool device_pointers;    // the structs have pointers, too, that are offload_device_ptr
    const char *record;      // OC_PARAM_ARRAY with members: C text of the struct's type; else NULL
    struct oc_field *fields; // OC_PARAM_AGGREGATE: the first of its numbers. Not in the JSON text
    size_t field_count;
};

struct oc_kernel {
    const char *name;
    struct oc_place place; // of its definition
    bool is_static;        // internal linkage
    unsigned block_limit;  // offload_block_limit: threads of a block; 0: what all kernels have
    bool dynamic_shared;   // it, or what it calls, uses dynamic shared memory
    unsigned dimensions;   // bit d: it asks for an index or size in dimension d; not in JSON
    struct oc_param *params;
    size_t param_count;
    unsigned (
        *block_sizes)[3];    // constant .block_size of launches in this unit, each once: code for
    size_t block_size_count; // CPUs has a variant for each; at most OC_MAX_BLOCK_SIZES
};

enum { OC_MAX_BLOCK_SIZES = 3, OC_MAX_BLOCK_THREADS = 1024 };

// A device variable (offload_global): defined at file scope, not const. Its symbol in a device
// image is made from the name as an entry's (glue.h).
struct oc_global {
    const char *name;
    struct oc_place place;
    bool is_static; // internal linkage
    uint64_t size;  // in bytes, not 0
};

// A place of the host's code that launches a kernel by name, of this unit or of another.
struct oc_launch {
    const char *kernel;
    struct oc_place place;
    bool is_call;                 // a plain call, which runs one thread
    const char *text;             // as written, on one line; NULL where a macro made it
    bool block_known, grid_known; // before the launch, on a device: block_size, and blocks too
    uint64_t blocks[3], block_size[3];
    struct oc_launch_argument {
        const char *text; // as written; NULL where a macro made it
        bool constant;    // an integer constant, of this value:
        int64_t value;
    } *arguments;
    size_t argument_count;
};

// What could be better in the host's code, for the warning of this name, without its "-W".
struct oc_hint {
    const char *warning;
    struct oc_place place;
    const char *text;
};

struct oc_unit {
    const char *source;        // the main file, as given
    struct oc_kernel *kernels; // those defined in this unit, in source order
    size_t kernel_count;
    const char **tables; // file-scope variables that device code reads: they are emitted with it
    size_t table_count;
    // Functions that device code refers to and C's rules for inline leave to another file: devices
    // have no other file. Not in the JSON text.
    const char **inlines;
    size_t inline_count;
    struct oc_global *globals; // device variables, in source order
    size_t global_count;
    struct oc_launch *launches; // in source order. Not in the JSON text: no device code depends on
    size_t launch_count;        // them
    struct oc_hint *hints;      // likewise
    size_t hint_count;
};

// A unit as JSON text and back. The reader takes the text for outside data: whatever it is, the
// result is a unit that obeys the rules above or a reported error naming `path`, and false.
const char *oc_unit_to_json(struct oc_arena *arena, const struct oc_unit *unit);
// The other one has only what device code depends on, without places.
const char *oc_unit_code_json(struct oc_arena *arena, const struct oc_unit *unit);
bool oc_unit_from_json(struct oc_arena *arena, const char *json, size_t length, const char *path,
                       struct oc_diag *diag, struct oc_unit *out);

#endif
