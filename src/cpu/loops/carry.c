#include "cpu/loops/carry.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/loops/build.h"
#include "cpu/loops/entering.h"
#include "cpu/loops/inplace.h"
#include "cpu/loops/slots.h"
#include "cpu/loops/webs.h"
#include "ir/metadata.h"

#include <string.h>

enum { RECOMPUTED_DEPTH = 6 };

struct carry {
    struct oc_threads *threads;
    struct oc_map uniform;   // value -> its variable
    struct oc_map slots;     // value -> the array with its threads' elements
    struct oc_map inplace;   // value -> the value whose slot it takes (inplace.h)
    struct oc_map sharing;   // the values of `inplace`, which share their slots with others
    struct oc_map origins;   // what stands for a value in some region -> the value
    struct oc_values stores; // of uniform values to their variables
    struct oc_values places; // the same to places of phis, which all threads of a region write
};

static LLVMValueRef value_in(struct carry *carry, size_t region, LLVMValueRef value);
static bool can_recompute(const struct carry *carry, LLVMValueRef value, int depth);

static long region_of(const struct carry *carry, LLVMValueRef value) {
    return oc_regions_of(carry->threads->regions, value);
}

static LLVMTargetDataRef layout(const struct carry *carry) {
    return LLVMGetModuleDataLayout(carry->threads->ir->module);
}

// The builder, after a value's definition.
static LLVMBuilderRef after(const struct carry *carry, LLVMValueRef value) {
    LLVMValueRef next = LLVMGetNextInstruction(value);
    while (LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    LLVMPositionBuilderBefore(carry->threads->builder, next);
    return carry->threads->builder;
}

// The value itself, where something stands for it in a region.
static LLVMValueRef origin(const struct carry *carry, LLVMValueRef value) {
    size_t found;
    return oc_map_get(&carry->origins, value, &found) ? (LLVMValueRef)found : value;
}

static bool is_private(const struct carry *carry, LLVMValueRef value) {
    return oc_values_contain(carry->threads->privates, value);
}

// ---- One value for all threads -----------------------------------------------------------------

static LLVMValueRef variable_of(struct carry *carry, LLVMValueRef value) {
    size_t found;
    if (oc_map_get(&carry->uniform, value, &found))
        return (LLVMValueRef)found;
    LLVMValueRef variable = oc_slots_variable(carry->threads, LLVMTypeOf(value));
    oc_values_add(&carry->stores, LLVMBuildStore(after(carry, value), value, variable));
    oc_map_set(&carry->uniform, value, (size_t)variable);
    return variable;
}

// Loads stand before the loops: a thread's own store does not change what the next one reads.
static LLVMValueRef load_variable(struct carry *carry, size_t region, LLVMValueRef variable,
                                  LLVMTypeRef type) {
    LLVMBuilderRef builder = oc_build_at_end(carry->threads, carry->threads->loops[region].first);
    return LLVMBuildLoad2(builder, type, variable, "");
}

// ---- A value for each thread -------------------------------------------------------------------

static LLVMValueRef slot_of(struct carry *carry, LLVMValueRef value);

// The slot of the value that this one replaces. NULL: there is none, or it is a phi's place.
static LLVMValueRef slot_in_place(struct carry *carry, LLVMValueRef value) {
    size_t found;
    if (!oc_map_get(&carry->inplace, value, &found))
        return NULL;
    LLVMValueRef old = (LLVMValueRef)found;
    const struct oc_entering *entering = oc_entering_of(carry->threads, old);
    if (entering)
        return entering->place;
    bool has_slot =
        !can_recompute(carry, old, RECOMPUTED_DEPTH) && !oc_entering_place(carry->threads, old);
    return has_slot ? slot_of(carry, old) : NULL;
}

static LLVMValueRef slot_of(struct carry *carry, LLVMValueRef value) {
    size_t found;
    if (oc_map_get(&carry->slots, value, &found))
        return (LLVMValueRef)found;
    LLVMValueRef slot = oc_entering_place(carry->threads, value);
    if (!slot) {
        slot = slot_in_place(carry, value);
        if (!slot)
            slot = oc_slots_array_of(carry->threads, LLVMTypeOf(value));
        after(carry, value);
        oc_slots_store(carry->threads, (size_t)region_of(carry, value), slot, value);
    }
    oc_map_set(&carry->slots, value, (size_t)slot);
    return slot;
}

// ---- Values that are computed again ------------------------------------------------------------

static bool is_cheap(LLVMValueRef instruction) {
    return LLVMIsAIntToPtrInst(instruction) || LLVMIsAGetElementPtrInst(instruction) ||
           oc_ir_divides_by_constant(instruction) || oc_ir_is_index_arithmetic(instruction) ||
           oc_ir_extreme(instruction).is;
}

// The thread or global id that a call asks for, in a dimension that is known.
static LLVMValueRef index_in(const struct carry *carry, size_t region, LLVMValueRef value) {
    if (value == carry->threads->strip_x)
        return carry->threads->loops[region].x;
    const char *name = oc_ir_callee_name(value);
    bool is_thread = strcmp(name, OC_NAME_THREAD_ID) == 0;
    if (!is_thread && strcmp(name, OC_NAME_GLOBAL_ID) != 0)
        return NULL;
    LLVMValueRef dimension = LLVMIsAConstantInt(LLVMGetOperand(value, 0));
    if (!dimension || LLVMConstIntGetZExtValue(dimension) > 2)
        return NULL;
    const struct oc_loops *loops = &carry->threads->loops[region];
    unsigned long d = LLVMConstIntGetZExtValue(dimension);
    return is_thread ? loops->thread_ids[d] : loops->global_ids[d];
}

static bool can_recompute(const struct carry *carry, LLVMValueRef value, int depth) {
    value = origin(carry, value);
    if (region_of(carry, value) == OC_NO_NODE || oc_uniform_is(carry->threads->uniform, value) ||
        index_in(carry, 0, value))
        return true;
    if (!depth || !is_cheap(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!can_recompute(carry, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

// Whether a value that is computed again needs a value of these nodes that is not.
static bool needs_any(const struct carry *carry, LLVMValueRef value, struct oc_bits nodes) {
    long node =
        LLVMIsAInstruction(value) ? oc_body_node_of(carry->threads->body, value) : OC_NO_NODE;
    if (node == OC_NO_NODE || index_in(carry, 0, value))
        return false;
    if (oc_uniform_is(carry->threads->uniform, value))
        return oc_bits_test(nodes, (size_t)node);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (needs_any(carry, LLVMGetOperand(value, (unsigned)i), nodes))
            return true;
    return false;
}

bool oc_carry_recomputes(const struct oc_threads *threads, LLVMValueRef value,
                         struct oc_bits nodes) {
    struct carry carry = {.threads = (struct oc_threads *)threads};
    return can_recompute(&carry, value, RECOMPUTED_DEPTH) && !needs_any(&carry, value, nodes);
}

// Finds the one value from which `value` is computed and which cannot be computed again. NULL:
// there is no such value, or several.
static LLVMValueRef source_of(const struct carry *carry, LLVMValueRef value, int depth) {
    LLVMValueRef source = NULL;
    value = origin(carry, value);
    if (!depth || !is_cheap(value))
        return value;
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
        if (can_recompute(carry, operand, RECOMPUTED_DEPTH))
            continue;
        LLVMValueRef other = source_of(carry, operand, depth - 1);
        if (!other || (source && source != other))
            return NULL;
        source = other;
    }
    return source;
}

// Whether another region uses a value.
static bool is_kept(const struct carry *carry, LLVMValueRef value) {
    if (oc_map_get(&carry->slots, value, NULL))
        return true;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (region_of(carry, LLVMGetUser(use)) != region_of(carry, value))
            return true;
    return false;
}

// Whether a value is computed again from one that was loaded, such as the place of an element from
// its index, and the latter is kept instead: it is smaller, or kept anyway.
static bool has_source(const struct carry *carry, LLVMValueRef value) {
    LLVMValueRef source = source_of(carry, value, RECOMPUTED_DEPTH);
    if (!source || source == value || !LLVMIsALoadInst(source) ||
        region_of(carry, source) == OC_NO_NODE || is_private(carry, source))
        return false;
    unsigned long long own = LLVMABISizeOfType(layout(carry), LLVMTypeOf(value)),
                       others = LLVMABISizeOfType(layout(carry), LLVMTypeOf(source));
    return (others < own || (others == own && is_kept(carry, source))) &&
           !oc_map_get(&carry->sharing, source, NULL) && !oc_entering_place(carry->threads, source);
}

static LLVMValueRef recompute(struct carry *carry, size_t region, LLVMValueRef value) {
    LLVMValueRef clone = LLVMInstructionClone(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        LLVMSetOperand(clone, (unsigned)i,
                       value_in(carry, region, LLVMGetOperand(value, (unsigned)i)));
    LLVMInsertIntoBuilder(oc_build_at_end(carry->threads, carry->threads->loops[region].inner),
                          clone);
    return clone;
}

// ---- A value in another region -----------------------------------------------------------------

static LLVMValueRef private_in(struct carry *carry, size_t region, LLVMValueRef variable) {
    size_t slot;
    if (!oc_map_get(&carry->slots, variable, &slot))
        return variable; // lives in one region
    LLVMBuilderRef builder = oc_build_at_end(carry->threads, carry->threads->loops[region].inner);
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    size_t bytes = LLVMABISizeOfType(layout(carry), type);
    size_t alignment = LLVMGetAlignment(variable);
    bytes = (bytes + alignment - 1) & -alignment;
    LLVMValueRef offset = LLVMBuildMul(builder, carry->threads->loops[region].thread,
                                       oc_build_number(carry->threads, bytes), "");
    return LLVMBuildInBoundsGEP2(builder, carry->threads->i8, (LLVMValueRef)slot, &offset, 1, "");
}

static LLVMValueRef make_value_in(struct carry *carry, size_t region, LLVMValueRef value) {
    if (is_private(carry, value))
        return private_in(carry, region, value);
    LLVMValueRef index = index_in(carry, region, value);
    if (index)
        return index;
    if (carry->threads->shared && strcmp(oc_ir_callee_name(value), OC_NAME_DYNAMIC_SHARED) == 0)
        return carry->threads->shared;
    if (oc_uniform_is(carry->threads->uniform, value))
        return load_variable(carry, region, variable_of(carry, value), LLVMTypeOf(value));
    if (can_recompute(carry, value, RECOMPUTED_DEPTH) || has_source(carry, value))
        return recompute(carry, region, value);
    return oc_slots_load(carry->threads, region, slot_of(carry, value), LLVMTypeOf(value));
}

static LLVMValueRef value_in(struct carry *carry, size_t region, LLVMValueRef value) {
    value = origin(carry, value);
    long home = region_of(carry, value);
    if (home == (long)region || (home == OC_NO_NODE && !is_private(carry, value)))
        return value;
    struct oc_map *known = &carry->threads->loops[region].values;
    size_t found;
    if (oc_map_get(known, value, &found))
        return (LLVMValueRef)found;
    LLVMValueRef result = make_value_in(carry, region, value);
    oc_map_set(known, value, (size_t)result);
    if (LLVMIsAInstruction(result) && result != value)
        oc_map_set(&carry->origins, result, (size_t)value);
    return result;
}

// ---- Uses --------------------------------------------------------------------------------------

// The operands of an instruction become what stands for them in its region.
static void localize(struct carry *carry, LLVMValueRef instruction, size_t region) {
    bool is_phi = LLVMIsAPHINode(instruction);
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (LLVMIsABasicBlock(operand) ||
            (is_phi && oc_entering_is_external(carry->threads, instruction, (unsigned)i)))
            continue;
        LLVMValueRef local = value_in(carry, region, operand);
        if (local != operand)
            LLVMSetOperand(instruction, (unsigned)i, local);
    }
}

static bool is_lifetime_marker(LLVMValueRef instruction) {
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? oc_ir_callee(instruction) : NULL;
    return callee && oc_starts_with(oc_ir_name(callee), "llvm.lifetime.");
}

// ---- Stack variables ---------------------------------------------------------------------------

// Whether one region, *only once it is known, has all that is done with an address, or with what is
// computed from it. What else holds it may be used anywhere.
static bool is_used_in(const struct carry *carry, LLVMValueRef address, long *only) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_lifetime_marker(user))
            continue;
        long region = region_of(carry, user);
        bool is_access = LLVMIsALoadInst(user) || LLVMIsACallInst(user) ||
                         (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address);
        if ((!is_access && !LLVMIsAGetElementPtrInst(user)) ||
            (*only != OC_NO_NODE && region != *only))
            return false;
        *only = region;
        if (LLVMIsAGetElementPtrInst(user) && !is_used_in(carry, user, only))
            return false;
    }
    return true;
}

static bool begins_its_life_in(const struct carry *carry, LLVMValueRef variable, long region) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_lifetime_marker(user) && region_of(carry, user) == region &&
            strstr(oc_ir_name(oc_ir_callee(user)), "start"))
            return true;
    }
    return false;
}

static void remove_markers(const struct carry *carry, LLVMValueRef variable) {
    struct oc_values markers = {.arena = carry->threads->ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
        if (is_lifetime_marker(LLVMGetUser(use)))
            oc_values_add(&markers, LLVMGetUser(use));
    for (size_t i = 0; i < markers.count; i++)
        LLVMInstructionEraseFromParent(markers.items[i]);
}

// Whether all threads can use one variable, each while it is in a region. Addresses of it may live
// on in values: those are carried as such, and stay right as long as the variable's place does.
// Where its life begins elsewhere, the markers of that are removed.
static bool lives_in_one_region(const struct carry *carry, LLVMValueRef variable) {
    const struct oc_regions *regions = carry->threads->regions;
    if (oc_metadata_has(variable, OC_SCRATCH_METADATA) ||
        (regions->count == 1 && !oc_regions_repeats(regions, 0)))
        return true;
    long region = OC_NO_NODE;
    if (!is_used_in(carry, variable, &region) || region == OC_NO_NODE)
        return false;
    if (begins_its_life_in(carry, variable, region))
        return true;
    if (oc_regions_repeats(regions, (size_t)region))
        return false;
    remove_markers(carry, variable);
    return true;
}

static void give_room(struct carry *carry, LLVMValueRef variable) {
    size_t bytes = LLVMABISizeOfType(layout(carry), LLVMGetAllocatedType(variable));
    size_t alignment = LLVMGetAlignment(variable);
    LLVMValueRef slot = oc_slots_array(carry->threads, (bytes + alignment - 1) & -alignment);
    oc_map_set(&carry->slots, variable, (size_t)slot);
    remove_markers(carry, variable);
}

bool oc_carry_possible(const struct oc_values *privates) {
    for (size_t i = 0; i < privates->count; i++)
        if (LLVMGetAlignment(privates->items[i]) > OC_SLOT_ALIGNMENT ||
            !LLVMIsAConstantInt(LLVMGetOperand(privates->items[i], 0)) ||
            LLVMConstIntGetZExtValue(LLVMGetOperand(privates->items[i], 0)) != 1)
            return false;
    return true;
}

// ---- Phis --------------------------------------------------------------------------------------

static void make_places(struct carry *carry) {
    struct oc_threads *threads = carry->threads;
    struct oc_values placed = {.arena = threads->ir->arena};
    oc_entering_share(threads);
    oc_inplace_find(threads, &carry->inplace, &placed);
    oc_webs_join(threads, &carry->inplace, &placed);
    for (size_t i = 0; i < carry->inplace.capacity; i++)
        if (carry->inplace.entries[i].key) {
            oc_map_set(&carry->sharing, carry->inplace.entries[i].key, 1);
            oc_map_set(&carry->sharing, (const void *)carry->inplace.entries[i].value, 1);
        }
    for (size_t i = 0; i < threads->entering_count; i++) {
        struct oc_entering *entering = &threads->entering[i];
        LLVMTypeRef type = LLVMTypeOf(entering->phi);
        if (!entering->host)
            entering->place = entering->uniform ? oc_slots_variable(threads, type)
                                                : oc_slots_array_of(threads, type);
    }
    for (size_t i = 0; i < threads->entering_count; i++) {
        struct oc_entering *entering = &threads->entering[i];
        if (entering->host)
            entering->place = entering->host->place;
        if (entering->keeps && !entering->uniform)
            oc_map_set(&carry->slots, entering->phi, (size_t)entering->place);
    }
}

// Whether a place holds a value already.
static bool has_value(const struct carry *carry, const struct oc_entering *entering,
                      LLVMValueRef value) {
    size_t slot;
    return !entering->uniform && oc_map_get(&carry->slots, value, &slot) &&
           (LLVMValueRef)slot == entering->place;
}

// If there is one way from a region to the phi, all threads go it.
static void write_variable(struct carry *carry, const struct oc_entering *entering,
                           const struct oc_edge *edge, LLVMValueRef value) {
    LLVMValueRef store = LLVMBuildStore(carry->threads->builder, value, entering->place);
    size_t ways = 0;
    for (size_t i = 0; i < entering->edge_count; i++)
        ways += entering->edges[i].from == edge->from;
    if (ways == 1 && carry->threads->loops[edge->from].loops)
        oc_values_add(&carry->places, store);
}

static void write_place(struct carry *carry, const struct oc_entering *entering) {
    struct oc_threads *threads = carry->threads;
    for (size_t i = 0; i < entering->edge_count; i++) {
        const struct oc_edge *edge = &entering->edges[i];
        LLVMValueRef value = value_in(carry, edge->from, edge->value);
        if (has_value(carry, entering, edge->value) &&
            region_of(carry, edge->value) != (long)edge->from)
            continue;
        oc_build_at_end(threads, edge->block);
        if (entering->uniform)
            write_variable(carry, entering, edge, value);
        else
            oc_slots_store(threads, edge->from, entering->place, value);
    }
}

static void read_place(struct carry *carry, const struct oc_entering *entering) {
    struct oc_threads *threads = carry->threads;
    LLVMValueRef phi = entering->phi;
    LLVMTypeRef type = LLVMTypeOf(phi);
    LLVMValueRef value = entering->uniform
                             ? load_variable(carry, entering->region, entering->place, type)
                             : oc_slots_load(threads, entering->region, entering->place, type);
    LLVMValueRef merged = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        if (oc_entering_is_external(threads, phi, i))
            continue;
        if (!merged) {
            LLVMPositionBuilderBefore(threads->builder, phi);
            merged = LLVMBuildPhi(threads->builder, type, "");
            LLVMAddIncoming(merged, &value, &threads->loops[entering->region].inner, 1);
        }
        LLVMValueRef inside = LLVMGetIncomingValue(phi, i);
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMAddIncoming(merged, &inside, &block, 1);
    }
    LLVMReplaceAllUsesWith(phi, merged ? merged : value);
    LLVMInstructionEraseFromParent(phi);
}

// ---- Before the loops --------------------------------------------------------------------------

// Whether a value of a region can be computed before the region's loops. A strip's loops have no
// blocks of their own that compute something; those of a nest have.
static bool can_hoist(const struct carry *carry, size_t region, LLVMValueRef value, int depth) {
    const struct oc_threads *threads = carry->threads;
    if (!LLVMIsAInstruction(value))
        return true;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    if (!oc_nest_has(threads, region, block))
        return block == threads->loops[region].first ||
               (region_of(carry, value) == OC_NO_NODE &&
                (threads->strip || oc_map_get(&threads->given, block, NULL)));
    if (!depth || !(is_cheap(value) || LLVMIsAICmpInst(value)))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!can_hoist(carry, region, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

static void hoist(const struct carry *carry, size_t region, LLVMValueRef instruction) {
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (LLVMIsAInstruction(operand) &&
            oc_nest_has(carry->threads, region, LLVMGetInstructionParent(operand)))
            hoist(carry, region, operand);
    }
    LLVMInstructionRemoveFromParent(instruction);
    LLVMInsertIntoBuilder(oc_build_at_end(carry->threads, carry->threads->loops[region].first),
                          instruction);
}

bool oc_carry_hoist(struct oc_threads *threads, size_t region, LLVMValueRef value) {
    struct carry carry = {.threads = threads};
    if (!LLVMIsAInstruction(value) || !can_hoist(&carry, region, value, RECOMPUTED_DEPTH))
        return false;
    if (oc_nest_has(threads, region, LLVMGetInstructionParent(value)))
        hoist(&carry, region, value);
    return true;
}

// What a uniform phi gets is computed once where that can be, such as the next number of a loop's
// turn. Each thread would compute it again, on its own way through the region's code.
static void hoist_places(const struct carry *carry) {
    for (size_t i = 0; i < carry->places.count; i++) {
        LLVMValueRef store = carry->places.items[i];
        long region = region_of(carry, store);
        if (region == OC_NO_NODE ||
            !oc_carry_hoist(carry->threads, (size_t)region, LLVMGetOperand(store, 0)))
            continue;
        LLVMInstructionRemoveFromParent(store);
        LLVMInsertIntoBuilder(oc_build_at_end(carry->threads, carry->threads->loops[region].last),
                              store);
    }
}

// A uniform value is stored once where that can be, and not by each thread: so threads that do
// nothing else need not run (split.h).
static void hoist_stores(const struct carry *carry) {
    for (size_t i = 0; i < carry->stores.count; i++) {
        LLVMValueRef store = carry->stores.items[i];
        long region = region_of(carry, store);
        if (region != OC_NO_NODE &&
            can_hoist(carry, (size_t)region, LLVMGetOperand(store, 0), RECOMPUTED_DEPTH))
            hoist(carry, (size_t)region, store);
    }
}

// All places are written before the first phi goes: one phi may be another's value.
void oc_carry_values(struct oc_threads *threads) {
    struct oc_arena *arena = threads->ir->arena;
    struct carry carry = {.threads = threads,
                          .uniform = {.arena = arena},
                          .slots = {.arena = arena},
                          .inplace = {.arena = arena},
                          .sharing = {.arena = arena},
                          .origins = {.arena = arena},
                          .stores = {.arena = arena},
                          .places = {.arena = arena}};
    for (size_t i = 0; i < threads->privates->count; i++)
        if (!lives_in_one_region(&carry, threads->privates->items[i]))
            give_room(&carry, threads->privates->items[i]);
    make_places(&carry);
    const struct oc_regions *regions = threads->regions;
    struct oc_values instructions = {.arena = arena};
    for (size_t r = 0; r < regions->count; r++)
        for (size_t n = 0; n < regions->items[r].count; n++)
            OC_EACH_INSTRUCTION (instruction,
                                 threads->body->nodes[regions->items[r].nodes[n]].block) {
                oc_values_add(&instructions, instruction);
            }
    for (size_t i = 0; i < instructions.count; i++)
        localize(&carry, instructions.items[i], (size_t)region_of(&carry, instructions.items[i]));
    for (size_t i = 0; i < threads->entering_count; i++)
        write_place(&carry, &threads->entering[i]);
    for (size_t i = 0; i < threads->entering_count; i++)
        read_place(&carry, &threads->entering[i]);
    hoist_stores(&carry);
    hoist_places(&carry);
}
