#include "cpu/analysis/body.h"

#include "base/names.h"
#include "ir/waits.h"

#include <limits.h>
#include <string.h>

// ---- Bits --------------------------------------------------------------------------------------

enum { WORD = sizeof(unsigned long) * CHAR_BIT };

struct oc_bits oc_bits_make(struct oc_arena *arena, size_t size) {
    size_t words = size / WORD + 1;
    return (struct oc_bits){OC_NEW_ARRAY(arena, words, unsigned long), words};
}

bool oc_bits_test(struct oc_bits bits, size_t at) {
    return bits.words[at / WORD] >> at % WORD & 1;
}

void oc_bits_clear(struct oc_bits bits, size_t at) {
    bits.words[at / WORD] &= ~(1ul << at % WORD);
}

bool oc_bits_set(struct oc_bits bits, size_t at) {
    bool changed = !oc_bits_test(bits, at);
    bits.words[at / WORD] |= 1ul << at % WORD;
    return changed;
}

bool oc_bits_add(struct oc_bits bits, struct oc_bits other) {
    unsigned long changed = 0;
    for (size_t i = 0; i < bits.count; i++) {
        changed |= other.words[i] & ~bits.words[i];
        bits.words[i] |= other.words[i];
    }
    return changed;
}

bool oc_bits_keep(struct oc_bits bits, struct oc_bits other) {
    unsigned long changed = 0;
    for (size_t i = 0; i < bits.count; i++) {
        changed |= bits.words[i] & ~other.words[i];
        bits.words[i] &= other.words[i];
    }
    return changed;
}

bool oc_bits_have(struct oc_bits bits, struct oc_bits other) {
    for (size_t i = 0; i < bits.count; i++)
        if (other.words[i] & ~bits.words[i])
            return false;
    return true;
}

bool oc_bits_equal(struct oc_bits left, struct oc_bits right) {
    return memcmp(left.words, right.words, left.count * sizeof *left.words) == 0;
}

bool oc_bits_empty(struct oc_bits bits) {
    for (size_t i = 0; i < bits.count; i++)
        if (bits.words[i])
            return false;
    return true;
}

// ---- Blocks of their own -----------------------------------------------------------------------

static const char *const isolated[] = {OC_NAME_ENTER_GRID, OC_NAME_LEAVE_GRID, OC_NAME_BARRIER,
                                       OC_NAME_BARRIER_OF_GROUPS, OC_NAME_STEP_OF_GROUP};

// A branch that LLVM's inliner does not fold away, unlike one without a condition.
static void build_branch(LLVMBuilderRef builder, LLVMBasicBlockRef target,
                         LLVMBasicBlockRef nowhere) {
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(target)));
    LLVMValueRef any = LLVMGetPoison(LLVMInt1TypeInContext(context));
    LLVMBuildCondBr(builder, LLVMBuildFreeze(builder, any, ""), target, nowhere);
}

// Makes it a plain one.
static void restore_branch(LLVMBasicBlockRef block) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    LLVMValueRef condition = LLVMIsABranchInst(branch) && LLVMIsConditional(branch)
                                 ? LLVMIsAFreezeInst(LLVMGetCondition(branch))
                                 : NULL;
    if (!condition || !LLVMIsPoison(LLVMGetOperand(condition, 0)))
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(condition)));
    LLVMPositionBuilderBefore(builder, branch);
    LLVMBuildBr(builder, LLVMGetSuccessor(branch, 0));
    LLVMInstructionEraseFromParent(branch);
    LLVMInstructionEraseFromParent(condition);
    LLVMDisposeBuilder(builder);
}

static void restore_branches(struct oc_ir *ir, LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        restore_branch(block);
    struct oc_values unused = {.arena = ir->arena};
    for (LLVMBasicBlockRef block = LLVMGetNextBasicBlock(LLVMGetEntryBasicBlock(function)); block;
         block = LLVMGetNextBasicBlock(block))
        if (!LLVMGetFirstUse(LLVMBasicBlockAsValue(block)) &&
            LLVMIsAUnreachableInst(LLVMGetFirstInstruction(block)))
            oc_values_add(&unused, LLVMBasicBlockAsValue(block));
    for (size_t i = 0; i < unused.count; i++)
        LLVMDeleteBasicBlock(LLVMValueAsBasicBlock(unused.items[i]));
}

// A function of three blocks that calls `callee` in the middle one: inlined, it splits the caller's
// block in two. The C API has no other way that keeps debug records in their places.
static LLVMValueRef make_wrapper(struct oc_ir *ir, LLVMValueRef callee) {
    const char *name = oc_arena_printf(ir->arena, "%s.isolated", oc_ir_name(callee));
    LLVMValueRef wrapper = LLVMGetNamedFunction(ir->module, name);
    if (wrapper)
        return wrapper;
    LLVMTypeRef type = LLVMGlobalGetValueType(callee);
    wrapper = LLVMAddFunction(ir->module, name, type);
    LLVMSetLinkage(wrapper, LLVMInternalLinkage);
    // Without it, LLVM would take it away from the function that this one is inlined in (ir.c).
    static const char width[] = "min-legal-vector-width";
    LLVMAddAttributeAtIndex(
        wrapper, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(ir->context, width, sizeof width - 1, "0", 1));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(ir->context, wrapper, "");
    LLVMBasicBlockRef middle = LLVMAppendBasicBlockInContext(ir->context, wrapper, "");
    LLVMBasicBlockRef last = LLVMAppendBasicBlockInContext(ir->context, wrapper, "");
    LLVMBasicBlockRef nowhere = LLVMAppendBasicBlockInContext(ir->context, wrapper, "");
    LLVMPositionBuilderAtEnd(builder, nowhere);
    LLVMBuildUnreachable(builder);
    LLVMPositionBuilderAtEnd(builder, first);
    build_branch(builder, middle, nowhere);
    LLVMPositionBuilderAtEnd(builder, middle);
    unsigned count = LLVMCountParams(wrapper);
    LLVMValueRef *arguments = OC_NEW_ARRAY(ir->arena, count + 1, LLVMValueRef);
    LLVMGetParams(wrapper, arguments);
    LLVMValueRef result = LLVMBuildCall2(builder, type, callee, arguments, count, "");
    build_branch(builder, last, nowhere);
    LLVMPositionBuilderAtEnd(builder, last);
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(builder);
    else
        LLVMBuildRet(builder, result);
    LLVMDisposeBuilder(builder);
    return wrapper;
}

static bool is_isolated(LLVMValueRef callee) {
    for (size_t i = 0; callee && i < sizeof isolated / sizeof *isolated; i++)
        if (strcmp(oc_ir_name(callee), isolated[i]) == 0)
            return true;
    return false;
}

void oc_body_isolate(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef callee = oc_ir_callee(calls.items[i]);
        if (!is_isolated(callee))
            continue;
        LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1,
                       make_wrapper(ir, callee));
        oc_ir_always_inline(ir, calls.items[i]);
    }
}

void oc_body_split(struct oc_edit *edit, LLVMValueRef function) {
    struct oc_values calls = {.arena = edit->ir->arena}, places = calls;
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        const char *name = oc_ir_callee_name(calls.items[i]);
        bool waits = oc_waits_for_lanes(calls.items[i]) || oc_waits_for_block(calls.items[i]) ||
                     oc_waits_is_await(calls.items[i]);
        if (waits || strcmp(name, OC_NAME_LEAVE_GRID) == 0)
            oc_values_add(&places, calls.items[i]);
        if (waits || strcmp(name, OC_NAME_ENTER_GRID) == 0)
            oc_values_add(&places, LLVMGetNextInstruction(calls.items[i]));
    }
    for (size_t i = 0; i < places.count; i++) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(places.items[i]);
        oc_edit_split_before(edit, places.items[i]);
        LLVMBuildBr(edit->builder, block);
    }
}

// ---- The graph ---------------------------------------------------------------------------------

long oc_body_node(const struct oc_body *body, LLVMBasicBlockRef block) {
    size_t number;
    return oc_map_get(&body->numbers, block, &number) ? (long)number : OC_NO_NODE;
}

long oc_body_node_of(const struct oc_body *body, LLVMValueRef instruction) {
    return oc_body_node(body, LLVMGetInstructionParent(instruction));
}

LLVMValueRef oc_body_isolated_call(LLVMBasicBlockRef block, const char *name) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (strcmp(oc_ir_callee_name(instruction), name) == 0)
            return instruction;
    }
    return NULL;
}

LLVMValueRef oc_body_kept_barrier(LLVMBasicBlockRef block) {
    LLVMValueRef call = oc_body_isolated_call(block, OC_NAME_BARRIER_OF_GROUPS);
    return call ? call : oc_body_isolated_call(block, OC_NAME_STEP_OF_GROUP);
}

static LLVMBasicBlockRef successor(LLVMBasicBlockRef block, unsigned at) {
    return LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), at);
}

// A depth-first walk with a stack of its own; post-order goes to `order`.
struct walk {
    LLVMBasicBlockRef *stack;
    unsigned *progress; // successors done, for each block on the stack
    size_t depth;
};

static size_t walk_post_order(struct oc_body *body, LLVMBasicBlockRef entry, LLVMBasicBlockRef last,
                              LLVMBasicBlockRef *order) {
    size_t blocks = LLVMCountBasicBlocks(body->function), done = 0;
    struct oc_arena *arena = body->ir->arena;
    struct walk walk = {OC_NEW_ARRAY(arena, blocks + 1, LLVMBasicBlockRef),
                        OC_NEW_ARRAY(arena, blocks + 1, unsigned), 0};
    struct oc_map seen = {.arena = arena};
    oc_map_set(&seen, entry, 0);
    walk.stack[walk.depth++] = entry;
    while (walk.depth) {
        LLVMBasicBlockRef block = walk.stack[walk.depth - 1];
        unsigned count =
            block == last ? 0 : LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block));
        if (walk.progress[walk.depth - 1] == count) {
            order[done++] = block;
            walk.depth--;
            continue;
        }
        LLVMBasicBlockRef next = successor(block, walk.progress[walk.depth - 1]++);
        if (oc_map_get(&seen, next, NULL))
            continue;
        oc_map_set(&seen, next, 0);
        walk.progress[walk.depth] = 0;
        walk.stack[walk.depth++] = next;
    }
    return done;
}

static void add_edge(struct oc_body *body, unsigned from, unsigned to) {
    struct oc_node *source = &body->nodes[from], *target = &body->nodes[to];
    for (unsigned i = 0; i < source->next_count; i++)
        if (source->next[i] == to)
            return;
    source->next[source->next_count++] = to;
    target->before[target->before_count++] = from;
}

// What a graph is of: the code between two blocks, a loop, or a turn of a loop.
enum extent { ALL, LOOP, TURN };

// The node to which an edge to a block goes (oc_body_of_loop).
static unsigned end_of_edge(const struct oc_body *body, LLVMBasicBlockRef block,
                            enum extent extent) {
    long node = oc_body_node(body, block);
    bool leaves = (extent != ALL && node == OC_NO_NODE) || (extent == TURN && node == 0);
    return (unsigned)(leaves ? body->exit : (size_t)node);
}

static void read_edges(struct oc_body *body, enum extent extent) {
    struct oc_arena *arena = body->ir->arena;
    unsigned *incoming = OC_NEW_ARRAY(arena, body->count, unsigned);
    for (size_t i = 0; i < body->count; i++) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(body->nodes[i].block);
        unsigned count = i == body->exit ? 0 : LLVMGetNumSuccessors(terminator);
        body->nodes[i].next = OC_NEW_ARRAY(arena, count, unsigned);
        for (unsigned s = 0; s < count; s++)
            incoming[end_of_edge(body, LLVMGetSuccessor(terminator, s), extent)]++;
    }
    for (size_t i = 0; i < body->count; i++)
        body->nodes[i].before = OC_NEW_ARRAY(arena, incoming[i], unsigned);
    for (size_t i = 0; i < body->count; i++) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(body->nodes[i].block);
        unsigned count = i == body->exit ? 0 : LLVMGetNumSuccessors(terminator);
        for (unsigned s = 0; s < count; s++)
            add_edge(body, (unsigned)i, end_of_edge(body, LLVMGetSuccessor(terminator, s), extent));
    }
}

void oc_body_between(struct oc_ir *ir, LLVMValueRef function, LLVMBasicBlockRef entry,
                     LLVMBasicBlockRef exit, struct oc_body *out) {
    *out = (struct oc_body){.ir = ir, .function = function, .numbers = {.arena = ir->arena}};
    LLVMBasicBlockRef *order =
        OC_NEW_ARRAY(ir->arena, LLVMCountBasicBlocks(function) + 1, LLVMBasicBlockRef);
    out->count = walk_post_order(out, entry, exit, order);
    bool ends = false;
    for (size_t i = 0; i < out->count; i++)
        ends |= order[i] == exit;
    out->nodes = OC_NEW_ARRAY(ir->arena, out->count + 1, struct oc_node);
    for (size_t i = 0; i < out->count; i++)
        out->nodes[i].block = order[out->count - 1 - i];
    if (!ends)
        out->nodes[out->count++].block = exit;
    for (size_t i = 0; i < out->count; i++) {
        oc_map_set(&out->numbers, out->nodes[i].block, i);
        out->nodes[i].barrier = oc_body_isolated_call(out->nodes[i].block, OC_NAME_BARRIER) ||
                                oc_body_kept_barrier(out->nodes[i].block);
        if (out->nodes[i].block == exit)
            out->exit = i;
    }
    read_edges(out, ALL);
}

// A kernel that never ends has no way to an exit; there is one all the same.
static LLVMBasicBlockRef make_exit(struct oc_ir *ir, LLVMValueRef function) {
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(ir->context, function, "");
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderAtEnd(builder, block);
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
    return block;
}

void oc_body_read(struct oc_ir *ir, LLVMValueRef function, struct oc_body *out) {
    *out = (struct oc_body){.ir = ir, .function = function};
    LLVMBasicBlockRef last = NULL;
    restore_branches(ir, function);
    OC_EACH_BLOCK (block, function) {
        LLVMValueRef enter = oc_body_isolated_call(block, OC_NAME_ENTER_GRID);
        LLVMValueRef leave = oc_body_isolated_call(block, OC_NAME_LEAVE_GRID);
        if (enter) {
            out->enter = enter;
            out->preceding = block;
        }
        if (leave) {
            out->leave = leave;
            last = block;
        }
    }
    if (!last)
        last = make_exit(ir, function);
    LLVMBasicBlockRef preceding = out->preceding;
    LLVMValueRef enter = out->enter, leave = out->leave;
    oc_body_between(ir, function, successor(preceding, 0), last, out);
    out->preceding = preceding;
    out->enter = enter;
    out->leave = leave;
}

struct oc_bits oc_body_loop(const struct oc_body *body, unsigned latch, unsigned head) {
    struct oc_bits nodes = oc_bits_make(body->ir->arena, body->count);
    unsigned *stack = OC_NEW_ARRAY(body->ir->arena, body->count + 1, unsigned);
    size_t depth = 0;
    oc_bits_set(nodes, head);
    if (oc_bits_set(nodes, latch))
        stack[depth++] = latch;
    while (depth) {
        const struct oc_node *node = &body->nodes[stack[--depth]];
        for (unsigned b = 0; b < node->before_count; b++)
            if (oc_bits_set(nodes, node->before[b]))
                stack[depth++] = node->before[b];
    }
    return nodes;
}

unsigned oc_body_before_loop(const struct oc_body *body, struct oc_bits loop, size_t head) {
    const unsigned *before = body->nodes[head].before;
    return before[oc_bits_test(loop, before[0]) ? 1 : 0];
}

void oc_body_of_loop(const struct oc_body *body, struct oc_bits loop, size_t head, bool of_turn,
                     struct oc_body *out) {
    struct oc_arena *arena = body->ir->arena;
    *out =
        (struct oc_body){.ir = body->ir, .function = body->function, .numbers = {.arena = arena}};
    out->nodes = OC_NEW_ARRAY(arena, body->count + 1, struct oc_node);
    for (size_t i = head; i < body->count; i++)
        if (oc_bits_test(loop, i)) {
            oc_map_set(&out->numbers, body->nodes[i].block, out->count);
            out->nodes[out->count++].block = body->nodes[i].block;
        }
    out->exit = out->count++;
    out->nodes[out->exit].block = body->nodes[head].block;
    read_edges(out, of_turn ? TURN : LOOP);
}

struct oc_bits oc_body_reachable(const struct oc_body *body, size_t from, size_t end) {
    struct oc_bits nodes = oc_bits_make(body->ir->arena, body->count);
    unsigned *stack = OC_NEW_ARRAY(body->ir->arena, body->count + 1, unsigned);
    size_t depth = 0;
    oc_bits_set(nodes, from);
    stack[depth++] = (unsigned)from;
    while (depth) {
        const struct oc_node *node = &body->nodes[stack[--depth]];
        for (unsigned s = 0; s < node->next_count; s++)
            if (node->next[s] != end && oc_bits_set(nodes, node->next[s]))
                stack[depth++] = node->next[s];
    }
    return nodes;
}

bool oc_body_passes(const struct oc_body *body, struct oc_bits nodes, size_t from, size_t to,
                    size_t through) {
    if (through == from || through == to)
        return true;
    struct oc_bits seen = oc_bits_make(body->ir->arena, body->count);
    // In reverse post-order, a node comes after all nodes before it.
    oc_bits_set(seen, from);
    for (size_t i = from + 1; i < body->count; i++)
        for (unsigned b = 0;
             oc_bits_test(nodes, i) && i != through && b < body->nodes[i].before_count; b++)
            if (oc_bits_test(seen, body->nodes[i].before[b]))
                oc_bits_set(seen, i);
    return !oc_bits_test(seen, to);
}

// The nodes from which threads come to an end. The others run forever, in loops without an exit.
static struct oc_bits find_ending(const struct oc_body *body) {
    struct oc_bits ending = oc_bits_make(body->ir->arena, body->count);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = body->count; i-- > 0;) {
            const struct oc_node *node = &body->nodes[i];
            bool ends = !node->next_count;
            for (unsigned s = 0; s < node->next_count; s++)
                ends = ends || oc_bits_test(ending, node->next[s]);
            changed |= ends && oc_bits_set(ending, i);
        }
    }
    return ending;
}

// Whether the program ends in a block, as where an assertion fails, or C gives no meaning to code
// that comes to it, as to the default of a switch that has all cases.
static bool is_end_of_program(LLVMBasicBlockRef block) {
    return LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(block));
}

struct oc_bits *oc_body_post_dominators(const struct oc_body *body) {
    struct oc_arena *arena = body->ir->arena;
    struct oc_bits *sets = OC_NEW_ARRAY(arena, body->count, struct oc_bits);
    struct oc_bits ending = find_ending(body);
    for (size_t i = 0; i < body->count; i++) {
        sets[i] = oc_bits_make(arena, body->count);
        bool is_end = !body->nodes[i].next_count || !oc_bits_test(ending, i);
        if (is_end && !is_end_of_program(body->nodes[i].block))
            oc_bits_set(sets[i], i);
        else
            memset(sets[i].words, 0xff, sets[i].count * sizeof *sets[i].words);
    }
    struct oc_bits self = oc_bits_make(arena, body->count);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = body->count; i-- > 0;) {
            const struct oc_node *node = &body->nodes[i];
            if (!node->next_count || !oc_bits_test(ending, i))
                continue;
            memcpy(self.words, sets[node->next[0]].words, self.count * sizeof *self.words);
            for (unsigned s = 1; s < node->next_count; s++)
                oc_bits_keep(self, sets[node->next[s]]);
            oc_bits_set(self, i);
            changed |= oc_bits_keep(sets[i], self);
        }
    }
    return sets;
}

// Whether a variable is the thread's: its code uses it, and nothing before does. The body's own
// arrays are filled before.
static bool is_private(const struct oc_body *body, LLVMValueRef variable) {
    bool used = false;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (oc_body_node_of(body, user) != OC_NO_NODE)
            used = true;
        else if (!LLVMIsAIntrinsicInst(user))
            return false;
    }
    return used;
}

void oc_body_privates(const struct oc_body *body, struct oc_values *out) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body->function);
    OC_EACH_INSTRUCTION (instruction, entry) {
        if (LLVMIsAAllocaInst(instruction) && is_private(body, instruction))
            oc_values_add(out, instruction);
    }
}

bool oc_body_has_barriers(const struct oc_body *body) {
    for (size_t i = 0; i < body->count; i++)
        if (body->nodes[i].barrier)
            return true;
    return false;
}
