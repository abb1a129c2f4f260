#include "cpu/tiles/trace.h"

#include "base/names.h"
#include "cpu/tiles/accesses.h"
#include "cpu/tiles/conditions.h"
#include "ir/edit.h"

#include <string.h>

enum { MAX_STEPS = 400000, MAX_PHIS = 64 };

static bool call(struct oc_tracer *tracer, LLVMValueRef instruction, struct oc_known *out) {
    const char *name = oc_ir_callee_name(instruction);
    *out = (struct oc_known){.kind = OC_UNKNOWN};
    if (strcmp(name, OC_NAME_BARRIER) == 0) {
        enum { MAX_PHASES = 31 };
        return !tracer->depth && ++tracer->phase < MAX_PHASES;
    }
    if (strcmp(name, OC_NAME_DYNAMIC_SHARED) == 0) {
        tracer->dynamic = tracer->dynamic ? tracer->dynamic : instruction;
        unsigned number = oc_atoms_number(&tracer->trace->atoms, tracer->dynamic);
        *out = oc_known_polynomial(tracer->ir->arena, oc_poly_unknown(number));
        return true;
    }
    *out = oc_evaluate(tracer->evaluation, instruction);
    return instruction == tracer->trace->atoms.enter || oc_forks_is_idle(instruction);
}

static bool step(struct oc_tracer *tracer, LLVMValueRef instruction, bool has_entered) {
    struct oc_known known = {.kind = OC_UNKNOWN};
    bool fine = ++tracer->steps < MAX_STEPS && !tracer->evaluation->failed;
    bool counts = has_entered || instruction == tracer->trace->atoms.enter;
    if (counts && LLVMIsALoadInst(instruction))
        fine = fine && oc_accesses_load(tracer, instruction, &known);
    else if (counts && LLVMIsAStoreInst(instruction))
        fine = fine && oc_accesses_store(tracer, instruction);
    else if (counts && oc_ir_is_call(instruction))
        fine = fine && call(tracer, instruction, &known);
    else if (counts && (oc_ir_has_effect(instruction) || LLVMIsAAllocaInst(instruction)))
        fine = false;
    else
        known = oc_evaluate(tracer->evaluation, instruction);
    oc_evaluate_set(tracer->evaluation, instruction, known);
    return fine;
}

// ---- Control -----------------------------------------------------------------------------------

// How a way through blocks ended.
struct way {
    bool fine;
    bool has_ended;         // the thread has come to its end
    LLVMBasicBlockRef last; // the block that led to the end of the way; NULL: several did, and the
                            // phis there have been evaluated
};

static struct way follow(struct oc_tracer *tracer, LLVMBasicBlockRef block, LLVMBasicBlockRef from,
                         LLVMBasicBlockRef until);

static size_t count_phis(LLVMBasicBlockRef block) {
    size_t count = 0;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        count++;
    return count;
}

// The values of a block's phis for control that comes from `from`. NULL: the phis have them
// already.
static void read_phis(struct oc_tracer *tracer, LLVMBasicBlockRef block, LLVMBasicBlockRef from,
                      struct oc_known values[MAX_PHIS]) {
    LLVMValueRef phi = LLVMGetFirstInstruction(block);
    for (size_t i = 0; LLVMIsAPHINode(phi); i++, phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = from ? oc_edit_incoming(phi, from) : NULL;
        values[i] = oc_evaluate_value(tracer->evaluation, value ? value : phi);
    }
}

// Ends the assumed branches whose sides meet at a block. Returns their assumptions.
static uint64_t end_branches(struct oc_tracer *tracer, LLVMBasicBlockRef block) {
    uint64_t ended = 0;
    while (tracer->branch_count && tracer->branches[tracer->branch_count - 1].meeting == block)
        ended |= 1ull << tracer->branches[--tracer->branch_count].assumption;
    tracer->active &= ~ended;
    if (ended)
        oc_accesses_set_facts(tracer);
    return ended;
}

// `assumptions`: those of the branches whose sides meet there.
static void set_phis(struct oc_tracer *tracer, LLVMBasicBlockRef block,
                     struct oc_known values[MAX_PHIS], uint64_t assumptions) {
    LLVMValueRef phi = LLVMGetFirstInstruction(block);
    for (size_t i = 0; LLVMIsAPHINode(phi); i++, phi = LLVMGetNextInstruction(phi)) {
        values[i].assumptions |= assumptions;
        oc_evaluate_set(tracer->evaluation, phi, values[i]);
    }
}

// Follows both sides of a branch, to where they meet. Their phis are known there where both agree.
static struct way follow_both(struct oc_tracer *tracer, LLVMBasicBlockRef block) {
    LLVMBasicBlockRef meeting = oc_forks_meeting(&tracer->forks, block);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    struct way none = {0};
    if (oc_forks_waits_after(&tracer->forks, block) || tracer->depth == OC_MAX_FOLLOWED)
        return none;
    if (!tracer->sides[tracer->depth])
        tracer->sides[tracer->depth] =
            OC_NEW_ARRAY(tracer->ir->arena, 2 * MAX_PHIS, struct oc_known);
    struct oc_known *values = tracer->sides[tracer->depth++];
    size_t ended = 0, phis = meeting ? count_phis(meeting) : 0;
    const struct oc_facts *outer = tracer->followed;
    for (unsigned i = 0; i < 2; i++) {
        struct oc_facts *facts = OC_NEW(tracer->ir->arena, struct oc_facts);
        oc_conditions_add_facts(tracer->evaluation, LLVMGetCondition(branch), i == 0,
                                &facts->known);
        facts->outer = outer;
        tracer->followed = facts;
        oc_accesses_set_facts(tracer);
        struct way way = follow(tracer, LLVMGetSuccessor(branch, i), block, meeting);
        if (!way.fine || phis > MAX_PHIS)
            return none;
        ended += way.has_ended;
        if (meeting && !way.has_ended)
            read_phis(tracer, meeting, way.last, values + i * MAX_PHIS);
    }
    tracer->depth--;
    tracer->followed = outer;
    oc_accesses_set_facts(tracer);
    if (!meeting || ended)
        return (struct way){.fine = !meeting && ended == 2, .has_ended = true};
    for (size_t i = 0; i < phis; i++) {
        uint64_t assumptions = values[i].assumptions | values[MAX_PHIS + i].assumptions;
        if (!oc_known_equal(&values[i], &values[MAX_PHIS + i]))
            values[i] = (struct oc_known){.kind = OC_UNKNOWN};
        values[i].assumptions = assumptions;
    }
    set_phis(tracer, meeting, values, 0);
    return (struct way){.fine = true};
}

// The side of a branch on which more memory is accessed; 2: neither.
static size_t usual_side(struct oc_tracer *tracer, LLVMBasicBlockRef block) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    size_t side;
    if (oc_map_get(&tracer->usual, branch, &side))
        return side;
    LLVMBasicBlockRef meeting = oc_forks_meeting(&tracer->forks, block);
    size_t accesses[2];
    for (unsigned i = 0; i < 2; i++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(branch, i);
        accesses[i] = next == meeting ? 0 : oc_forks_accesses(&tracer->forks, next, meeting);
    }
    side = accesses[0] == accesses[1] ? 2 : accesses[0] < accesses[1];
    oc_map_set(&tracer->usual, branch, side);
    return side;
}

// Assumes that a thread goes to one side of a branch.
static bool assume_side(struct oc_tracer *tracer, LLVMBasicBlockRef block, size_t side) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    LLVMBasicBlockRef meeting = oc_forks_meeting(&tracer->forks, block);
    LLVMBasicBlockRef other = LLVMGetSuccessor(branch, 1 - (unsigned)side);
    unsigned number;
    if (!oc_conditions_assume(tracer->evaluation, LLVMGetCondition(branch), side == 0, &number))
        return false;
    // The other side is not followed. If something is done there, the assumption must hold.
    if (other != meeting && !oc_forks_are_idle(&tracer->forks, other, meeting))
        oc_conditions_need_all(tracer->evaluation, 1ull << number);
    tracer->branches[tracer->branch_count++] = (struct oc_assumed){number, meeting};
    tracer->active |= 1ull << number;
    oc_accesses_set_facts(tracer);
    return true;
}

// Whether an address is computed from a value, in a few steps.
static bool is_index(LLVMValueRef value, unsigned depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAGetElementPtrInst(user) ||
            (depth && (LLVMIsACastInst(user) || LLVMIsABinaryOperator(user)) &&
             is_index(user, depth - 1)))
            return true;
    }
    return false;
}

// After the last barrier: assumes that a thread goes to the side that is usual inside of an array,
// if the branch decides what is accessed after it.
static bool assume_usual_side(struct oc_tracer *tracer, LLVMBasicBlockRef block, size_t *side) {
    enum { DEPTH = 4 };
    LLVMBasicBlockRef meeting = oc_forks_meeting(&tracer->forks, block);
    LLVMValueRef phi = meeting ? LLVMGetFirstInstruction(meeting) : NULL;
    bool decides = false, outcome;
    for (; phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
        decides |= oc_known_width(phi) >= 32 && is_index(phi, DEPTH);
    LLVMValueRef condition = LLVMGetCondition(LLVMGetBasicBlockTerminator(block));
    if (!decides || !oc_conditions_guess(tracer->evaluation, condition, &outcome))
        return false;
    *side = !outcome;
    return assume_side(tracer, block, *side);
}

// Sets the successor that the thread goes on to; NULL: both sides are to be followed.
static bool choose_successor(struct oc_tracer *tracer, LLVMBasicBlockRef block,
                             LLVMBasicBlockRef *next) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    *next = NULL;
    if (LLVMGetNumSuccessors(end) == 1) {
        *next = LLVMGetSuccessor(end, 0);
        return true;
    }
    bool is_switch = LLVMIsASwitchInst(end);
    if (!is_switch && !LLVMIsABranchInst(end))
        return false;
    LLVMValueRef condition = is_switch ? LLVMGetOperand(end, 0) : LLVMGetCondition(end);
    struct oc_known known = oc_evaluate_value(tracer->evaluation, condition);
    oc_conditions_need_all(tracer->evaluation, known.assumptions);
    if (is_switch) {
        if (known.kind != OC_NUMBER)
            return false;
        *next = LLVMGetSwitchDefaultDest(end);
        for (unsigned i = 1; i < LLVMGetNumSuccessors(end); i++)
            if (LLVMConstIntGetSExtValue(LLVMGetSwitchCaseValue(end, i)) == known.number)
                *next = LLVMGetSuccessor(end, i);
        return true;
    }
    if (known.kind == OC_NUMBER) {
        *next = LLVMGetSuccessor(end, !known.number);
        return true;
    }
    size_t side;
    if (known.kind != OC_UNDECIDED)
        return true;
    if (tracer->evaluation->is_last) {
        if (assume_usual_side(tracer, block, &side))
            *next = LLVMGetSuccessor(end, (unsigned)side);
        return true;
    }
    side = usual_side(tracer, block);
    if (side == 2 || !assume_side(tracer, block, side))
        return false;
    *next = LLVMGetSuccessor(end, (unsigned)side);
    return true;
}

static struct way follow(struct oc_tracer *tracer, LLVMBasicBlockRef block, LLVMBasicBlockRef from,
                         LLVMBasicBlockRef until) {
    struct way none = {0};
    LLVMBasicBlockRef enters = LLVMGetInstructionParent(tracer->trace->atoms.enter);
    while (block != until) {
        if (count_phis(block) > MAX_PHIS)
            return none;
        uint64_t ended = end_branches(tracer, block);
        read_phis(tracer, block, from, tracer->phis);
        set_phis(tracer, block, tracer->phis, ended);
        bool has_entered = block != enters;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at != end;
             at = LLVMGetNextInstruction(at)) {
            if (LLVMIsAPHINode(at))
                continue;
            if (!step(tracer, at, has_entered))
                return none;
            has_entered |= at == tracer->trace->atoms.enter;
        }
        if (LLVMIsAReturnInst(end))
            return (struct way){.fine = true, .has_ended = true};
        tracer->evaluation->is_last = !oc_forks_waits_after(&tracer->forks, block);
        LLVMBasicBlockRef next;
        if (LLVMGetNumSuccessors(end) == 0 || !choose_successor(tracer, block, &next))
            return none;
        from = block;
        block = next;
        if (!next) {
            struct way way = follow_both(tracer, from);
            if (!way.fine || way.has_ended)
                return way;
            block = oc_forks_meeting(&tracer->forks, from);
            from = way.last;
        }
    }
    return (struct way){.fine = true, .last = from};
}

// ---- The block ---------------------------------------------------------------------------------

static bool is_one_phase(unsigned phases) {
    return (phases & (phases - 1)) == 0;
}

// Whether all threads write other memory between the same two barriers. Before and after these,
// they may read only known addresses.
static bool keeps_order(const struct oc_tracer *tracer) {
    return is_one_phase(tracer->writing) &&
           !(tracer->reads_anywhere && tracer->writing && (tracer->reading & ~tracer->writing));
}

// Whether the trace may succeed, by what the first thread did: it does not write what it fills
// tiles from.
static bool may_succeed(const struct oc_trace *trace) {
    for (size_t s = 0; s < trace->store_count; s++)
        for (size_t i = 0; i < trace->memory_count; i++) {
            unsigned base;
            if (trace->memories[i].is_written &&
                oc_trace_base(trace, trace->stores[s].from, &base) &&
                base == trace->memories[i].base)
                return false;
        }
    return true;
}

// ---- The trace ---------------------------------------------------------------------------------

bool oc_trace_begin(struct oc_ir *ir, LLVMValueRef body, const unsigned size[3],
                    struct oc_trace *out) {
    *out = (struct oc_trace){.atoms = {.ir = ir,
                                       .enter = oc_ir_find_call(body, OC_NAME_ENTER_GRID),
                                       .values = {.arena = ir->arena},
                                       .given = {.arena = ir->arena}},
                             .size = size};
    oc_evaluate_begin(&out->evaluation, ir, &out->atoms, body, size);
    return out->atoms.enter;
}

bool oc_trace_block(struct oc_trace *trace, LLVMValueRef body, const struct oc_values *shared) {
    struct oc_ir *ir = trace->atoms.ir;
    struct oc_tracer tracer = {.ir = ir,
                               .trace = trace,
                               .shared = shared,
                               .evaluation = &trace->evaluation,
                               .phis = OC_NEW_ARRAY(ir->arena, MAX_PHIS, struct oc_known),
                               .usual = {.arena = ir->arena},
                               .for_tiles = {.arena = ir->arena},
                               .form_of = {.arena = ir->arena}};
    if (!oc_forks_read(ir, body, &tracer.forks))
        return false;
    unsigned threads = trace->size[0] * trace->size[1] * trace->size[2];
    for (unsigned thread = 0; thread < threads; thread++) {
        oc_evaluate_begin_thread(tracer.evaluation, thread);
        tracer.phase = 0;
        tracer.active = 0;
        tracer.branch_count = 0;
        tracer.followed = NULL;
        struct way way = follow(&tracer, LLVMGetEntryBasicBlock(body), NULL, NULL);
        if (!way.fine || tracer.evaluation->failed || (thread == 0 && !may_succeed(trace)))
            return false;
    }
    tracer.evaluation->facts = NULL;
    return keeps_order(&tracer) && trace->load_count;
}

void oc_trace_note(struct oc_trace *trace, const struct oc_facts *facts,
                   const struct oc_poly *address, int64_t bytes, unsigned phase, bool writes) {
    struct oc_poly low = oc_bounds_of(facts, *address, false),
                   high = oc_bounds_of(facts, *address, true);
    high = oc_poly_add(high, oc_poly_number(bytes - 1));
    unsigned base = 0;
    trace->evaluation.failed |= !oc_trace_base(trace, address, &base);
    size_t i = 0;
    while (i < trace->memory_count &&
           !(trace->memories[i].base == base && trace->memories[i].phase == phase &&
             trace->memories[i].is_written == writes))
        i++;
    if (i == trace->memory_count) {
        trace->memories =
            oc_arena_grow(trace->evaluation.ir->arena, trace->memories, trace->memory_count++,
                          &trace->memory_capacity, sizeof *trace->memories);
        trace->memories[i] = (struct oc_memory){base, phase, writes, low, high};
    }
    struct oc_memory *memory = &trace->memories[i];
    memory->low = oc_poly_bound(memory->low, low, false);
    memory->high = oc_poly_bound(memory->high, high, true);
    oc_atoms_count(&trace->atoms, &memory->low);
    oc_atoms_count(&trace->atoms, &memory->high);
    trace->evaluation.failed |= memory->low.invalid || memory->high.invalid;
}

bool oc_trace_end(struct oc_trace *trace) {
    const struct oc_evaluation *evaluation = &trace->evaluation;
    trace->needs = OC_NEW_ARRAY(evaluation->ir->arena, evaluation->need_count + 1, struct oc_poly);
    for (size_t i = 0; i < evaluation->need_count; i++) {
        bool follows = evaluation->needs[i].invalid; // from another need, or there is none
        for (size_t j = 0; j < evaluation->need_count && !follows; j++) {
            struct oc_poly more = oc_poly_subtract(evaluation->needs[i], evaluation->needs[j]);
            follows = j != i && oc_poly_is_plainly_positive(&more) && (more.count || j < i);
        }
        if (!follows)
            trace->needs[trace->need_count++] = evaluation->needs[i];
    }
    return !evaluation->failed;
}

bool oc_trace_base(const struct oc_trace *trace, const struct oc_poly *address, unsigned *number) {
    bool found = false;
    for (unsigned i = 0; i < address->count; i++) {
        const struct oc_term *term = &address->terms[i];
        for (unsigned f = 0; f < term->factor_count; f++) {
            if (term->factors[f] < OC_ATOM_VALUES)
                continue;
            LLVMValueRef value = oc_atoms_value(&trace->atoms, term->factors[f]);
            if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind)
                continue;
            if (found || term->coefficient != 1 || term->factor_count != 1)
                return false;
            found = true;
            *number = term->factors[f];
        }
    }
    return found && !address->invalid;
}
