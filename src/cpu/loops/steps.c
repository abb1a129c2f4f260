#include "cpu/loops/steps.h"

#include "cpu/loops/build.h"
#include "cpu/loops/carry.h"
#include "cpu/loops/connect.h"
#include "cpu/loops/lanes.h"
#include "ir/edit.h"
#include "ir/sanitizers.h"

#include <string.h>

enum {
    MOST_INSTRUCTIONS = 200, // of a turn
    MOST_TURNS = 16,
    MOST_THREADS = 512,      // with four bytes each, they fill the registers of AVX-512
    MOST_BYTES = 100 * 1024, // of all vectors: 64 bytes are an instruction or two
};

// A loop of a thread's code.
struct steps {
    struct oc_threads *threads;
    struct oc_bits nodes;
    size_t head;
    struct oc_lanes_run run;
    bool **edges;            // of each node and each of its two ways: the threads that take it
    bool **here;             // of each node: the threads that come to it
    size_t active, possible; // threads that make accesses; and if all made all of them
    long exit;               // the node that follows the loop; OC_NO_NODE: another turn does
};

// ---- Which loops -------------------------------------------------------------------------------

static bool has(const struct steps *steps, LLVMBasicBlockRef block) {
    long node = oc_body_node(steps->threads->body, block);
    return node != OC_NO_NODE && oc_bits_test(steps->nodes, (size_t)node);
}

static bool has_barrier(const struct steps *steps) {
    const struct oc_body *body = steps->threads->body;
    for (size_t i = 0; i < body->count; i++)
        if (oc_bits_test(steps->nodes, i) && body->nodes[i].barrier)
            return true;
    return false;
}

// Whether the loop is entered at its head alone, has one edge back and no loop in it, and is short.
static bool is_plain(const struct steps *steps) {
    const struct oc_body *body = steps->threads->body;
    size_t back = 0, instructions = 0;
    for (size_t i = 0; i < body->count; i++) {
        if (!oc_bits_test(steps->nodes, i))
            continue;
        if (i < steps->head)
            return false;
        instructions += oc_ir_count_instructions(body->nodes[i].block);
        for (unsigned s = 0; s < body->nodes[i].next_count; s++)
            back += body->nodes[i].next[s] <= i;
    }
    return back == 1 && instructions <= MOST_INSTRUCTIONS;
}

// Whether nothing that the loop computes is used after it, but what it stores, and addresses.
static bool is_closed(const struct steps *steps) {
    const struct oc_body *body = steps->threads->body;
    for (size_t i = 0; i < body->count; i++) {
        if (!oc_bits_test(steps->nodes, i))
            continue;
        OC_EACH_INSTRUCTION (instruction, body->nodes[i].block)
            for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use))
                if (!has(steps, LLVMGetInstructionParent(LLVMGetUser(use))) &&
                    !oc_carry_recomputes(steps->threads, instruction, steps->nodes))
                    return false;
    }
    return true;
}

// ---- Running it --------------------------------------------------------------------------------

static bool *no_threads(const struct steps *steps) {
    bool *none = OC_NEW_ARRAY(steps->threads->ir->arena, steps->run.count, bool);
    memset(none, 0, steps->run.count * sizeof *none);
    return none;
}

static size_t count_threads(const struct steps *steps, const bool *threads) {
    size_t count = 0;
    for (size_t i = 0; i < steps->run.count; i++)
        count += threads[i];
    return count;
}

// The threads that come from one node to another.
static const bool *coming(const struct steps *steps, size_t from, size_t to) {
    const struct oc_body *body = steps->threads->body;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(body->nodes[from].block);
    unsigned way = LLVMGetSuccessor(branch, 0) == body->nodes[to].block ? 0 : 1;
    return steps->edges[2 * from + way];
}

// Sets which threads are at a node of a turn.
static void find_threads(struct steps *steps, size_t node) {
    const struct oc_node *of = &steps->threads->body->nodes[node];
    steps->here[node] = no_threads(steps);
    for (size_t i = 0; i < steps->run.count; i++)
        steps->here[node][i] = node == steps->head;
    for (unsigned b = 0; node != steps->head && b < of->before_count; b++) {
        const bool *from = coming(steps, of->before[b], node);
        for (size_t i = 0; i < steps->run.count; i++)
            steps->here[node][i] |= from[i];
    }
}

// What a phi is where threads come from several nodes.
static const struct oc_lanes *join(struct steps *steps, LLVMValueRef phi, size_t node) {
    struct oc_arena *arena = steps->threads->ir->arena;
    unsigned count = LLVMCountIncoming(phi);
    const struct oc_lanes **values =
        (const struct oc_lanes **)OC_NEW_ARRAY(arena, count, const struct oc_lanes *);
    size_t *from = OC_NEW_ARRAY(arena, steps->run.count, size_t), used = 0;
    memset(from, 0, steps->run.count * sizeof *from);
    for (unsigned i = 0; i < count; i++) {
        long before = oc_body_node(steps->threads->body, LLVMGetIncomingBlock(phi, i));
        const bool *threads = coming(steps, (size_t)before, node);
        if (!count_threads(steps, threads))
            continue;
        values[used] = oc_lanes_of(&steps->run, LLVMGetIncomingValue(phi, i));
        if (!values[used])
            return NULL;
        for (size_t t = 0; t < steps->run.count; t++)
            if (threads[t])
                from[t] = used;
        used++;
    }
    return oc_lanes_choose(&steps->run, LLVMTypeOf(phi), values, used, from);
}

// The phis of the loop's first node take what comes from the turn before, or from outside.
static bool begin_turn(struct steps *steps, bool is_first) {
    LLVMBasicBlockRef head = steps->threads->body->nodes[steps->head].block;
    struct oc_values phis = {.arena = steps->threads->ir->arena}, values = phis;
    OC_EACH_INSTRUCTION (phi, head) {
        if (!LLVMIsAPHINode(phi))
            break;
        const struct oc_lanes *value = NULL;
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
            if (has(steps, LLVMGetIncomingBlock(phi, i)) != is_first)
                value = oc_lanes_of(&steps->run, LLVMGetIncomingValue(phi, i));
        if (!value)
            return false;
        oc_values_add(&phis, phi);
        oc_values_add(&values, (LLVMValueRef)value);
    }
    for (size_t i = 0; i < phis.count; i++)
        oc_map_set(&steps->run.values, phis.items[i], (size_t)values.items[i]);
    return true;
}

// Sets which threads take which way of a node's branch.
static bool leave_node(struct steps *steps, size_t node) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(steps->threads->body->nodes[node].block);
    bool *first = no_threads(steps), *second = no_threads(steps);
    if (!LLVMIsABranchInst(branch))
        return false;
    bool chooses =
        LLVMIsConditional(branch) && LLVMGetSuccessor(branch, 0) != LLVMGetSuccessor(branch, 1);
    const struct oc_lanes *condition =
        chooses ? oc_lanes_of(&steps->run, LLVMGetCondition(branch)) : NULL;
    if (chooses && (!condition || condition->kind != OC_LANES_KNOWN))
        return false;
    for (size_t i = 0; i < steps->run.count; i++) {
        bool is_first = !condition || condition->each[i];
        first[i] = steps->here[node][i] && is_first;
        second[i] = steps->here[node][i] && !is_first;
    }
    steps->edges[2 * node] = first;
    steps->edges[2 * node + 1] = second;
    return true;
}

static bool run_node(struct steps *steps, size_t node) {
    find_threads(steps, node);
    size_t count = count_threads(steps, steps->here[node]);
    bool is_head = node == steps->head;
    LLVMBasicBlockRef block = steps->threads->body->nodes[node].block;
    for (LLVMValueRef at = LLVMGetFirstInstruction(block);
         count && at && !LLVMIsATerminatorInst(at); at = LLVMGetNextInstruction(at)) {
        if (LLVMIsAPHINode(at)) {
            const struct oc_lanes *value = is_head ? NULL : join(steps, at, node);
            if (!is_head && !value)
                return false;
            if (value)
                oc_map_set(&steps->run.values, at, (size_t)value);
            continue;
        }
        if (!oc_lanes_do(&steps->run, at, steps->here[node]))
            return false;
        bool accesses = LLVMIsALoadInst(at) || LLVMIsAStoreInst(at);
        steps->active += accesses ? count : 0;
        steps->possible += accesses ? steps->run.count : 0;
    }
    return steps->run.bytes <= MOST_BYTES && leave_node(steps, node);
}

// Runs a turn. Returns whether all threads go on the same way, and sets steps->exit where that is
// out of the loop.
static bool run_turn(struct steps *steps, bool is_first) {
    const struct oc_body *body = steps->threads->body;
    size_t all = steps->run.count;
    if (!begin_turn(steps, is_first))
        return false;
    for (size_t i = steps->head; i < body->count; i++)
        if (oc_bits_test(steps->nodes, i) && !run_node(steps, i))
            return false;
    steps->exit = OC_NO_NODE;
    for (size_t i = steps->head; i < body->count; i++)
        for (unsigned s = 0; oc_bits_test(steps->nodes, i) && s < body->nodes[i].next_count; s++) {
            size_t next = body->nodes[i].next[s];
            size_t count = count_threads(steps, coming(steps, i, next));
            bool ends = next == steps->head || !oc_bits_test(steps->nodes, next);
            if (ends && count != 0 && count != all)
                return false;
            if (ends && count && next != steps->head)
                steps->exit = (long)next;
        }
    return true;
}

// Runs the loop. Returns whether it ends after a few turns, and its threads make at least two
// thirds of the possible accesses. A vector has an element for each thread, so an idle thread costs
// as much as a busy one.
static bool run_loop(struct steps *steps) {
    unsigned turns = 0;
    do {
        if (turns == MOST_TURNS || !run_turn(steps, turns == 0))
            return false;
        turns++;
    } while (steps->exit == OC_NO_NODE);
    return steps->possible && 3 * steps->active >= 2 * steps->possible;
}

// Whether control can continue at a node: no phi there takes a value from the loop.
static bool can_end_at(const struct oc_threads *threads, long node) {
    const struct oc_body *body = threads->body;
    long region = oc_regions_at(threads->regions, node);
    if (LLVMIsAPHINode(LLVMGetFirstInstruction(body->nodes[node].block)))
        return false;
    return (size_t)node == body->exit || body->nodes[node].barrier ||
           (region != OC_NO_NODE && threads->regions->items[region].head == (size_t)node);
}

// ---- Making its code ---------------------------------------------------------------------------

static void forget(LLVMBasicBlockRef block) {
    for (LLVMValueRef last; (last = LLVMGetLastInstruction(block));)
        LLVMInstructionEraseFromParent(last);
    LLVMDeleteBasicBlock(block);
}

// Makes the code for blocks of one size. The code branches to what follows the loop. Returns NULL
// if the loop cannot be such code.
static LLVMBasicBlockRef make_code(struct oc_threads *threads, const struct steps *loop,
                                   const unsigned int *size, LLVMBasicBlockRef exit) {
    struct oc_arena *arena = threads->ir->arena;
    struct steps steps = *loop;
    LLVMBasicBlockRef code = oc_build_block(threads, "steps");
    steps.run = (struct oc_lanes_run){.threads = threads,
                                      .sizes = size,
                                      .count = (size_t)size[0] * size[1] * size[2],
                                      .values = {.arena = arena}};
    steps.edges = OC_NEW_ARRAY(arena, 2 * threads->body->count, bool *);
    steps.here = OC_NEW_ARRAY(arena, threads->body->count, bool *);
    oc_build_at_end(threads, code);
    if (!run_loop(&steps) || !can_end_at(threads, steps.exit)) {
        forget(code);
        return NULL;
    }
    oc_lanes_finish(&steps.run);
    LLVMBuildBr(threads->builder, oc_connect_target(threads, exit, steps.exit));
    return code;
}

// Whether the threads of a block fill whole vectors.
static bool is_fit(const unsigned int *size) {
    uint64_t count = (uint64_t)size[0] * size[1] * size[2];
    return count >= 32 && count % 16 == 0 && count <= MOST_THREADS;
}

// Whether blocks have this size. It holds only in the variant of the body that is for this size
// alone, so that the others do not have the code.
static LLVMValueRef is_size(const struct oc_threads *threads, const unsigned int *size) {
    LLVMBuilderRef builder = threads->builder;
    LLVMValueRef is = oc_build_bit(threads, true);
    LLVMValueRef is_constant = LLVMGetIntrinsicDeclaration(
        threads->ir->module, LLVMLookupIntrinsicID("llvm.is.constant", strlen("llvm.is.constant")),
        (LLVMTypeRef[]){threads->i32}, 1);
    for (unsigned d = 0; d < 3; d++) {
        LLVMValueRef given = LLVMGetParam(threads->body->function, OC_BODY_SIZE_X + d),
                     wanted = LLVMConstInt(threads->i32, size[d], false);
        LLVMValueRef known = LLVMBuildCall2(builder, LLVMGlobalGetValueType(is_constant),
                                            is_constant, &given, 1, "");
        is = LLVMBuildAnd(builder, is, known, "");
        is = LLVMBuildAnd(builder, is, LLVMBuildICmp(builder, LLVMIntEQ, given, wanted, ""), "");
    }
    return is;
}

// Makes a loop's code for each block size that the file's launches name. Returns the block that
// branches to the code for the present size, or to the loop; NULL if there is no such code.
static LLVMBasicBlockRef make_choice(struct oc_threads *threads, const struct steps *loop,
                                     const struct oc_kernel *kernel, LLVMBasicBlockRef exit) {
    LLVMBasicBlockRef loops = oc_connect_target(threads, exit, (long)loop->head), choice = loops;
    for (size_t i = 0; i < kernel->block_size_count; i++) {
        const unsigned int *size = kernel->block_sizes[i];
        LLVMBasicBlockRef code = is_fit(size) ? make_code(threads, loop, size, exit) : NULL;
        if (!code)
            continue;
        LLVMBasicBlockRef chooses = oc_build_block(threads, "choose.steps");
        oc_build_at_end(threads, chooses);
        LLVMBuildCondBr(threads->builder, is_size(threads, size), code, choice);
        choice = chooses;
    }
    return choice == loops ? NULL : choice;
}

void oc_steps_make(struct oc_threads *threads, const struct oc_kernel *kernel,
                   LLVMBasicBlockRef exit) {
    const struct oc_body *body = threads->body;
    size_t count = threads->regions->count;
    threads->steps = OC_NEW_ARRAY(threads->ir->arena, count, struct oc_step_code);
    for (size_t r = 0; r < count; r++)
        threads->steps[r] = (struct oc_step_code){NULL, {0}};
    if (threads->keeps_place || oc_sanitizers_watch(body->function) ||
        oc_ir_has_attribute(body->function, "optsize"))
        return;
    for (size_t latch = 0; latch < body->count; latch++)
        for (unsigned s = 0; s < body->nodes[latch].next_count; s++) {
            size_t head = body->nodes[latch].next[s];
            long region = head <= latch ? oc_regions_at(threads->regions, (long)head) : OC_NO_NODE;
            if (region == OC_NO_NODE)
                continue;
            struct steps steps = {.threads = threads, .head = head};
            steps.nodes = oc_body_loop(body, (unsigned)latch, (unsigned)head);
            if (has_barrier(&steps) && is_plain(&steps) && is_closed(&steps))
                threads->steps[region] =
                    (struct oc_step_code){make_choice(threads, &steps, kernel, exit), steps.nodes};
        }
}

// ---- Leading to it -----------------------------------------------------------------------------

void oc_steps_connect(const struct oc_threads *threads, LLVMBasicBlockRef begin) {
    const struct oc_regions *regions = threads->regions;
    for (size_t r = 0; r < regions->count; r++) {
        const struct oc_step_code *code = &threads->steps[r];
        if (!code->begin)
            continue;
        oc_edit_lead_to(begin, threads->loops[r].first, code->begin);
        for (size_t from = 0; from < regions->count; from++)
            if (!oc_bits_test(code->nodes, regions->items[from].head))
                oc_edit_lead_to(threads->loops[from].last, threads->loops[r].first, code->begin);
    }
}
