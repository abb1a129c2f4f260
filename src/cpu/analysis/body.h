// body.h - the control flow of one thread's code inside a body function (glue.h), as a graph.
//
// The thread's code is what lies between the calls of __offloadcc_enter_grid and
// __offloadcc_leave_grid, after everything that asks for an index or meets a barrier was inlined,
// and after oc_body_isolate gave the two calls and each barrier a block of their own.
// uniform.h and regions.h analyse it, threads.h makes loops over threads of it.
#ifndef OC_BODY_H
#define OC_BODY_H

#include "base/map.h"
#include "ir/ir.h"

enum { OC_NO_NODE = -1 };

// Parameters of a body function (glue.c, add_body).
enum {
    OC_BODY_SLOTS,
    OC_BODY_GRID,
    OC_BODY_FIRST,
    OC_BODY_LAST,
    OC_BODY_MEMORY,
    OC_BODY_SIZE_X, // and y, z
};

// A block of the thread's code.
struct oc_node {
    LLVMBasicBlockRef block;
    unsigned *next; // successors, each once
    unsigned next_count;
    unsigned *before; // predecessors
    unsigned before_count;
    bool barrier; // holds nothing but a barrier
};

struct oc_body {
    struct oc_ir *ir;
    LLVMValueRef function;
    LLVMValueRef enter, leave;   // the calls; leave is NULL where a kernel never ends
    LLVMBasicBlockRef preceding; // enter's block, which goes to node 0 and nowhere else
    struct oc_node *nodes;       // in reverse post-order
    size_t count;
    size_t exit; // the node of leave's block; it counts as having no successors
    struct oc_map numbers;
};

// Marks, for LLVM's inliner, the calls of enter, leave and barriers in a body function to be
// replaced by blocks of their own; the next run of "always-inline" does it.
void oc_body_isolate(struct oc_ir *ir, LLVMValueRef function);

// Reads the graph of a function whose calls were isolated.
void oc_body_read(struct oc_ir *ir, LLVMValueRef function, struct oc_body *out);

// Reads the graph of what lies between two blocks: `entry` is node 0, `exit` the exit.
void oc_body_between(struct oc_ir *ir, LLVMValueRef function, LLVMBasicBlockRef entry,
                     LLVMBasicBlockRef exit, struct oc_body *out);

// The node of a block or of an instruction's block; OC_NO_NODE outside of the thread's code.
long oc_body_node(const struct oc_body *body, LLVMBasicBlockRef block);
long oc_body_node_of(const struct oc_body *body, LLVMValueRef instruction);

// A set of nodes or of other small numbers, as bits.
struct oc_bits {
    unsigned long *words;
    size_t count; // of words
};
struct oc_bits oc_bits_make(struct oc_arena *arena, size_t size);
bool oc_bits_test(struct oc_bits bits, size_t at);
// Each returns whether the set changed.
bool oc_bits_set(struct oc_bits bits, size_t at);
bool oc_bits_add(struct oc_bits bits, struct oc_bits other);
bool oc_bits_keep(struct oc_bits bits, struct oc_bits other);
bool oc_bits_equal(struct oc_bits left, struct oc_bits right);
bool oc_bits_empty(struct oc_bits bits);

#endif
