#include "cpu/loops/alike.h"

#include "cpu/analysis/neighbours.h"
#include "cpu/analysis/turns.h"
#include "ir/metadata.h"

#include <string.h>

// Whether all threads run the loop alike; then its ways out become cuts.
static bool add_loop(struct oc_alike *alike, struct oc_bits loop) {
    const struct oc_body *body = &alike->body;
    bool ends = false;
    if (oc_bits_test(loop, 0))
        return false;
    for (size_t i = 0; i < body->count; i++) {
        if (!oc_bits_test(loop, i) || !oc_turns_way_out(body, loop, i))
            continue;
        if (oc_bits_test(alike->uniform.divergent, i) ||
            !oc_uniform_is(&alike->uniform, LLVMGetBasicBlockTerminator(body->nodes[i].block)))
            return false;
        oc_bits_set(alike->cuts, i);
        ends = true;
    }
    oc_bits_add(alike->in_loops, loop);
    return ends;
}

// Notes what a thread takes from turn to turn of the loop that begins at a node.
static void note_kept(struct oc_alike *alike, size_t head) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(alike->body.ir->module);
    size_t kept = 0;
    OC_EACH_INSTRUCTION (instruction, alike->body.nodes[head].block) {
        if (!LLVMIsAPHINode(instruction))
            break;
        if (oc_uniform_is(&alike->uniform, instruction))
            continue;
        size_t bytes = LLVMABISizeOfType(layout, LLVMTypeOf(instruction));
        kept += bytes;
        alike->widest = bytes > alike->widest ? bytes : alike->widest;
    }
    alike->kept = kept > alike->kept ? kept : alike->kept;
}

// The answer to a question that decides a node's branch; NULL: something else does.
static LLVMValueRef deciding_answer(const struct oc_body *body, size_t node) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(body->nodes[node].block);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return NULL;
    LLVMValueRef condition = LLVMGetCondition(branch);
    return oc_uniform_is_answer(condition) ? condition : NULL;
}

static bool ends_by(const struct oc_body *body, size_t node, const char *question) {
    LLVMValueRef answer = deciding_answer(body, node);
    return answer && oc_uniform_asks(answer, question);
}

// A copy is what lies between the two ends of a branch on OC_UNIFORM_ANY.
void oc_alike_find_alone(const struct oc_body *body, struct oc_bits alone) {
    for (size_t i = 0; i < body->count; i++) {
        if (!ends_by(body, i, OC_UNIFORM_ANY))
            continue;
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(body->nodes[i].block);
        size_t first = (size_t)oc_body_node(body, LLVMGetSuccessor(branch, 0)),
               end = (size_t)oc_body_node(body, LLVMGetSuccessor(branch, 1));
        oc_bits_set(alone, first);
        for (size_t n = first; n < body->count; n++)
            for (unsigned s = 0; oc_bits_test(alone, n) && s < body->nodes[n].next_count; s++)
                if (body->nodes[n].next[s] != end)
                    oc_bits_set(alone, body->nodes[n].next[s]);
    }
}

// Whether a loop has addresses that are kept within bounds. Unrolled, it would keep them there.
static bool keeps_within_bounds(const struct oc_alike *alike, struct oc_bits loop, LLVMValueRef x) {
    bool bounded = false;
    for (size_t i = 0; i < alike->body.count; i++) {
        if (!oc_bits_test(loop, i))
            continue;
        OC_EACH_INSTRUCTION (instruction, alike->body.nodes[i].block) {
            if (LLVMIsALoadInst(instruction))
                oc_neighbours_are_close(&alike->uniform, x, LLVMGetOperand(instruction, 0),
                                        &bounded);
        }
    }
    return bounded;
}

static bool is_vectorisable_call(LLVMValueRef call) {
    return oc_ir_calls_intrinsic(call) || oc_uniform_is_answer(call);
}

// How neighbouring threads access memory in loops.
struct accesses {
    bool may_gather;     // loads from elements that are far apart are allowed, beside others
    bool takes_turns;    // all accesses are allowed here: threads take turns (stride.h)
    bool gathers, moves; // there are such loads; there are accesses to neighbouring elements
};

static bool access_suits(struct oc_alike *alike, LLVMValueRef x, LLVMValueRef instruction,
                         struct accesses *accesses) {
    bool is_store = LLVMIsAStoreInst(instruction);
    LLVMValueRef address = LLVMGetOperand(instruction, is_store);
    if (LLVMGetVolatile(instruction))
        return false;
    if (!oc_neighbours_are_close(&alike->uniform, x, address, &alike->bounded)) {
        accesses->gathers |= !accesses->takes_turns;
        return accesses->takes_turns || (accesses->may_gather && !is_store);
    }
    accesses->moves |= !oc_uniform_is(&alike->uniform, address);
    return true;
}

// What a loop does must be something that vectors can do. Atomics are not, but their order among
// threads is free, and what else there is profits from neighbours coming together.
static bool suits(struct oc_alike *alike, LLVMValueRef x, LLVMValueRef instruction,
                  struct accesses *accesses) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
    case LLVMStore:
        return access_suits(alike, x, instruction, accesses);
    case LLVMCall:
        return is_vectorisable_call(instruction);
    case LLVMFence:
        return false;
    default:
        return true;
    }
}

bool oc_alike_counts_turns(LLVMValueRef instruction) {
    return oc_metadata_has(instruction, OC_FULL_TURNS_METADATA);
}

// Whether threads take turns in a loop. Notes whether no thread is idle in it.
static bool has_turns(struct oc_alike *alike, struct oc_bits loop) {
    bool any = false;
    for (size_t i = 0; i < alike->body.count; i++) {
        if (!oc_bits_test(loop, i) || oc_bits_test(alike->alone, i))
            continue;
        OC_EACH_INSTRUCTION (instruction, alike->body.nodes[i].block) {
            any |= oc_metadata_has(instruction, OC_TURNS_METADATA);
            alike->turns |= oc_alike_counts_turns(instruction);
            alike->several |= oc_metadata_has(instruction, OC_SEVERAL_TURNS_METADATA);
        }
    }
    return any;
}

// The lanes of a group take turns at neighbouring elements, as those of a row of a sparse matrix.
// So they may load what these point to. Where the threads of a block or of the grid take turns,
// what one of them accesses in its next turn is far away: its neighbours' elements are nearer,
// wherever they are.
static bool pays(struct oc_alike *alike, LLVMValueRef x, bool is_of_lanes) {
    struct accesses accesses = {.may_gather = is_of_lanes};
    for (size_t i = 0; i < alike->body.count; i++) {
        if (!oc_bits_test(alike->in_loops, i) || oc_bits_test(alike->alone, i))
            continue;
        accesses.takes_turns = !oc_bits_test(alike->in_others, i);
        OC_EACH_INSTRUCTION (instruction, alike->body.nodes[i].block)
            if (!suits(alike, x, instruction, &accesses))
                return false;
    }
    return !accesses.gathers || accesses.moves;
}

// Every loop must be one that can go outside: inside a strip's loop LLVM takes none.
static bool find_loops(struct oc_alike *alike, LLVMValueRef x) {
    const struct oc_body *body = &alike->body;
    bool found = false;
    for (unsigned i = 0; i < body->count; i++)
        for (unsigned s = 0; s < body->nodes[i].next_count; s++) {
            unsigned head = body->nodes[i].next[s];
            if (head > i || oc_bits_test(alike->alone, i))
                continue;
            struct oc_bits loop = oc_body_loop(body, i, head);
            if (oc_turns_are_few(body, loop) && !keeps_within_bounds(alike, loop, x))
                continue;
            if (!add_loop(alike, loop))
                return false;
            if (!has_turns(alike, loop))
                oc_bits_add(alike->in_others, loop);
            note_kept(alike, head);
            alike->together |= ends_by(body, i, OC_UNIFORM_ENOUGH);
            found = true;
        }
    return found;
}

static bool body_uses(const struct oc_body *body, LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
        if (oc_body_node_of(body, LLVMGetUser(use)) != OC_NO_NODE)
            return true;
    return false;
}

bool oc_alike_analyze(const struct oc_threads *threads, const struct oc_loops *loops,
                      struct oc_body *body, struct oc_uniform *uniform) {
    oc_body_between(threads->ir, threads->body->function, loops->inner, loops->latch, body);
    for (size_t i = 0; i < threads->privates->count; i++)
        if (body_uses(body, threads->privates->items[i]))
            return false;
    struct oc_values varying = {.arena = threads->ir->arena};
    oc_values_add(&varying, loops->x);
    oc_uniform_analyze(body, &varying, uniform);
    return true;
}

bool oc_alike_find(const struct oc_threads *threads, const struct oc_loops *loops,
                   struct oc_alike *out) {
    struct oc_arena *arena = threads->ir->arena;
    *out = (struct oc_alike){0};
    if (!oc_alike_analyze(threads, loops, &out->body, &out->uniform))
        return false;
    out->cuts = oc_bits_make(arena, out->body.count);
    out->in_loops = oc_bits_make(arena, out->body.count);
    out->in_others = oc_bits_make(arena, out->body.count);
    out->alone = oc_bits_make(arena, out->body.count);
    oc_alike_find_alone(&out->body, out->alone);
    for (size_t i = 0; i < out->body.count; i++)
        if (deciding_answer(&out->body, i))
            oc_bits_set(out->cuts, i);
    if (!find_loops(out, loops->x) || !pays(out, loops->x, threads->lanes != 0))
        return false;
    for (size_t i = 0; i < out->body.count; i++)
        out->instructions += oc_ir_count_instructions(out->body.nodes[i].block);
    out->loop_instructions = oc_turns_instructions(&out->body, out->in_loops);
    return true;
}
