// body.h - the control flow of one thread's code inside a body function (glue.h), as a graph.
//
// The thread's code is what lies between the calls of __offloadcc_enter_grid and
// __offloadcc_leave_grid. Before it is read as a graph, every function that uses an index or meets
// a barrier has been inlined, and oc_body_isolate has given the two calls and each barrier a block
// of their own. uniform.h and regions.h analyse the graph; threads.h makes loops over threads of
// it.
#ifndef OC_BODY_H
#define OC_BODY_H

#include "base/map.h"
#include "ir/edit.h"
#include "ir/ir.h"

enum { OC_NO_NODE = -1 };

// The numbers of a body function's parameters (glue.c, add_body). It runs the blocks from FIRST to
// LAST - 1.
enum {
    OC_BODY_SLOTS,  // the kernel's arguments
    OC_BODY_GRID,   // struct __offloadcc_grid
    OC_BODY_FIRST,  // the number of a block
    OC_BODY_LAST,   // likewise
    OC_BODY_MEMORY, // of a block (glue/preamble.h, blocks_fn)
    OC_BODY_SIZE_X, // of a block, in threads; y and z follow
};

// A block of the thread's code.
struct oc_node {
    LLVMBasicBlockRef block;
    unsigned *next; // successors, each once
    unsigned next_count;
    unsigned *before; // predecessors
    unsigned before_count;
    bool barrier; // the block has nothing but a barrier
};

struct oc_body {
    struct oc_ir *ir;
    LLVMValueRef function;
    LLVMValueRef enter, leave;   // the two calls; leave is NULL if the kernel never ends
    LLVMBasicBlockRef preceding; // enter's block, whose only successor is node 0
    struct oc_node *nodes;       // in reverse post-order
    size_t count;
    size_t exit;           // the node of leave's block, or of an empty one; it has no successors
    struct oc_map numbers; // the nodes' numbers, by block
};

// Prepares the calls of enter, leave and barriers in a body function: the next run of LLVM's pass
// "always-inline" gives each of them a block of its own.
void oc_body_isolate(struct oc_ir *ir, LLVMValueRef function);

// Gives the two calls, barriers and lane functions blocks of their own, at once.
void oc_body_split(struct oc_edit *edit, LLVMValueRef function);

// Reads the graph of a function whose calls have blocks of their own.
void oc_body_read(struct oc_ir *ir, LLVMValueRef function, struct oc_body *out);

// Reads the graph of the code between two blocks: `entry` becomes node 0, and `exit` the exit.
void oc_body_between(struct oc_ir *ir, LLVMValueRef function, LLVMBasicBlockRef entry,
                     LLVMBasicBlockRef exit, struct oc_body *out);

// The call of such a function, by its name, in a block that was isolated; or NULL.
LLVMValueRef oc_body_isolated_call(LLVMBasicBlockRef block, const char *name);

// Such a call that stays between the loops: a barrier of groups (groups.h), or a step of a group
// (groupsteps.h); or NULL.
LLVMValueRef oc_body_kept_barrier(LLVMBasicBlockRef block);

// The node of a block or of an instruction's block; OC_NO_NODE outside of the thread's code.
long oc_body_node(const struct oc_body *body, LLVMBasicBlockRef block);
long oc_body_node_of(const struct oc_body *body, LLVMValueRef instruction);

// Adds the variables that only the thread's code uses. The body's own arrays are filled before.
void oc_body_privates(const struct oc_body *body, struct oc_values *out);

bool oc_body_has_barriers(const struct oc_body *body);

// A set of nodes or of other small numbers, as bits.
struct oc_bits {
    unsigned long *words;
    size_t count; // of words
};
// An empty set, for numbers less than `size`.
struct oc_bits oc_bits_make(struct oc_arena *arena, size_t size);
bool oc_bits_test(struct oc_bits bits, size_t at);
void oc_bits_clear(struct oc_bits bits, size_t at); // removes a number
// Add a number; add all of another set; remove all that are not in another set. Each returns
// whether the set changed.
bool oc_bits_set(struct oc_bits bits, size_t at);
bool oc_bits_add(struct oc_bits bits, struct oc_bits other);
bool oc_bits_keep(struct oc_bits bits, struct oc_bits other);
bool oc_bits_have(struct oc_bits bits, struct oc_bits other); // whether all of another set is in it
bool oc_bits_equal(struct oc_bits left, struct oc_bits right);
bool oc_bits_empty(struct oc_bits bits);

// The nodes of the loop that ends with an edge from `latch` back to `head`.
struct oc_bits oc_body_loop(const struct oc_body *body, unsigned latch, unsigned head);

// The node outside of a loop from which control comes to its first node, `head`. The head must have
// two predecessors: that node and the loop's last one.
unsigned oc_body_before_loop(const struct oc_body *body, struct oc_bits loop, size_t head);

// Reads the graph of a loop, or of one turn of it. The loop's first node, `head`, becomes node 0.
// Edges out of the loop go to the exit, which is an additional node. Its block is the head's. In
// the graph of a turn, the edge back to the head goes to the exit, too.
void oc_body_of_loop(const struct oc_body *body, struct oc_bits loop, size_t head, bool of_turn,
                     struct oc_body *out);

// For each node, the nodes that every way from it to the end passes, itself included. Threads that
// run forever meet nowhere: each of their nodes counts as an end. Ways to where the program ends,
// or to what is never reached, are left out.
struct oc_bits *oc_body_post_dominators(const struct oc_body *body);

// The nodes that control can reach from `from`, which counts, before it comes to `end`.
struct oc_bits oc_body_reachable(const struct oc_body *body, size_t from, size_t end);

// Whether every way in `nodes` from node `from` to node `to` passes node `through`. Ways back to
// the beginning of a loop are left out.
bool oc_body_passes(const struct oc_body *body, struct oc_bits nodes, size_t from, size_t to,
                    size_t through);

#endif
