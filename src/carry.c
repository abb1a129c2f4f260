#include "carry.h"

#include "base/text.h"

#include <string.h>

enum { SLOT_ALIGNMENT = 64, RECOMPUTED_DEPTH = 6 };

struct carry {
    struct oc_threads *threads;
    struct oc_map uniform; // value -> its variable
    struct oc_map slots;   // value -> the array with its threads' elements
    struct oc_map origins; // what stands for a value in some region -> the value
};

// A phi of a head gets its outside values by a place of its own, a variable or a slot, which the
// regions before write. A slot keeps the phi's value, too, for the regions that use it, if it is
// written only where control goes to the phi next.
struct edge {
    LLVMValueRef value;
    LLVMBasicBlockRef block;
    size_t from; // region
};

struct oc_entering {
    LLVMValueRef phi;
    LLVMValueRef place;
    size_t region;
    bool uniform;
    bool keeps;         // the slot is the phi's own
    bool shares;        // it is another phi's, too
    struct edge *edges; // from outside
    size_t edge_count;
};

static LLVMValueRef value_in(struct carry *carry, size_t region, LLVMValueRef value);

static LLVMTargetDataRef layout(const struct carry *carry) {
    return LLVMGetModuleDataLayout(carry->threads->ir->module);
}

static LLVMBuilderRef at_end(struct carry *carry, LLVMBasicBlockRef block) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    if (terminator)
        LLVMPositionBuilderBefore(carry->threads->builder, terminator);
    else
        LLVMPositionBuilderAtEnd(carry->threads->builder, block);
    return carry->threads->builder;
}

// Behind a value's definition.
static LLVMBuilderRef after(struct carry *carry, LLVMValueRef value) {
    LLVMValueRef next = LLVMGetNextInstruction(value);
    while (LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    LLVMPositionBuilderBefore(carry->threads->builder, next);
    return carry->threads->builder;
}

static long region_of(const struct carry *carry, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return OC_NO_NODE;
    long node = oc_body_node_of(carry->threads->body, value);
    return node == OC_NO_NODE ? OC_NO_NODE : carry->threads->regions->of_node[node];
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

LLVMValueRef oc_carry_variable(struct oc_threads *threads, LLVMTypeRef type) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(threads->body->function);
    LLVMPositionBuilderBefore(threads->builder, LLVMGetFirstInstruction(entry));
    return LLVMBuildAlloca(threads->builder, type, "");
}

static LLVMValueRef variable_of(struct carry *carry, LLVMValueRef value) {
    size_t found;
    if (oc_map_get(&carry->uniform, value, &found))
        return (LLVMValueRef)found;
    LLVMValueRef variable = oc_carry_variable(carry->threads, LLVMTypeOf(value));
    LLVMBuildStore(after(carry, value), value, variable);
    oc_map_set(&carry->uniform, value, (size_t)variable);
    return variable;
}

// Loads stand before the loops: a thread's own store does not change what the next one reads.
static LLVMValueRef load_variable(struct carry *carry, size_t region, LLVMValueRef variable,
                                  LLVMTypeRef type) {
    return LLVMBuildLoad2(at_end(carry, carry->threads->loops[region].first), type, variable, "");
}

// ---- A value for each thread -------------------------------------------------------------------

// Room for an element of `bytes` for each thread; its address is known before the loops.
static LLVMValueRef make_slot(struct carry *carry, size_t bytes) {
    struct oc_threads *threads = carry->threads;
    if (threads->strip) {
        // Few enough for registers, if LLVM unrolls the loops over them.
        LLVMTypeRef type = LLVMArrayType2(threads->i8, bytes * threads->strip);
        LLVMValueRef slot = oc_carry_variable(threads, type);
        LLVMSetAlignment(slot, SLOT_ALIGNMENT);
        return slot;
    }
    LLVMBuilderRef builder = at_end(carry, threads->body->preceding);
    LLVMTypeRef i64 = threads->i64;
    LLVMValueRef count =
        LLVMBuildMul(builder, LLVMBuildMul(builder, threads->sizes[0], threads->sizes[1], ""),
                     threads->sizes[2], "");
    LLVMValueRef before =
        LLVMBuildMul(builder, count, LLVMConstInt(i64, threads->frame.bytes_per_thread, false), "");
    LLVMValueRef start = LLVMBuildAdd(
        builder, before, LLVMConstInt(i64, threads->frame.bytes + SLOT_ALIGNMENT - 1, false), "");
    LLVMValueRef aligned =
        LLVMBuildAnd(builder, start, LLVMConstInt(i64, -(unsigned long)SLOT_ALIGNMENT, false), "");
    LLVMValueRef slot =
        LLVMBuildInBoundsGEP2(builder, threads->i8, threads->memory, &aligned, 1, "");
    threads->frame.bytes += SLOT_ALIGNMENT;
    threads->frame.bytes_per_thread += bytes;
    return slot;
}

// One bit does not make an array that loops can vectorise over.
static bool is_bit(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

static LLVMTypeRef slot_type(const struct carry *carry, LLVMTypeRef type) {
    return is_bit(type) ? carry->threads->i8 : type;
}

static LLVMValueRef element(struct carry *carry, LLVMBuilderRef builder, size_t region,
                            LLVMValueRef slot, LLVMTypeRef type) {
    LLVMValueRef thread = carry->threads->loops[region].thread;
    return LLVMBuildInBoundsGEP2(builder, type, slot, &thread, 1, "");
}

static void store_element(struct carry *carry, LLVMBuilderRef builder, size_t region,
                          LLVMValueRef slot, LLVMValueRef value) {
    LLVMTypeRef type = slot_type(carry, LLVMTypeOf(value));
    LLVMValueRef address = element(carry, builder, region, slot, type);
    if (is_bit(LLVMTypeOf(value)))
        value = LLVMBuildZExt(builder, value, type, "");
    LLVMBuildStore(builder, value, address);
}

static LLVMValueRef load_element(struct carry *carry, size_t region, LLVMValueRef slot,
                                 LLVMTypeRef type) {
    LLVMBuilderRef builder = at_end(carry, carry->threads->loops[region].inner);
    LLVMTypeRef stored = slot_type(carry, type);
    LLVMValueRef value =
        LLVMBuildLoad2(builder, stored, element(carry, builder, region, slot, stored), "");
    return is_bit(type) ? LLVMBuildTrunc(builder, value, type, "") : value;
}

static LLVMValueRef slot_for(struct carry *carry, LLVMTypeRef type) {
    return make_slot(carry, LLVMABISizeOfType(layout(carry), slot_type(carry, type)));
}

// Whether a region writes a phi's place with a value of its own whenever it is left, and what the
// place holds stays that value as long as that is used: other regions that write the place come
// before the value, too, so nothing behind them uses it until the region runs again.
static bool holds(const struct carry *carry, const struct oc_entering *entering,
                  LLVMValueRef value) {
    const struct oc_threads *threads = carry->threads;
    long region = region_of(carry, value);
    long branch = threads->regions->items[region].branch;
    bool written = false, early = true;
    for (size_t e = 0; e < entering->edge_count && !entering->uniform; e++) {
        const struct edge *edge = &entering->edges[e];
        if (edge->from == (size_t)region)
            written = edge->value == value && branch != OC_NO_NODE &&
                      edge->block == threads->body->nodes[branch].block;
        else
            early = early && oc_regions_come_before(threads->regions, edge->from, (size_t)region);
    }
    return written && early;
}

static LLVMValueRef shared_place(const struct carry *carry, LLVMValueRef value) {
    const struct oc_threads *threads = carry->threads;
    for (size_t i = 0; i < threads->entering_count; i++)
        if (holds(carry, &threads->entering[i], value))
            return threads->entering[i].place;
    return NULL;
}

static LLVMValueRef slot_of(struct carry *carry, LLVMValueRef value) {
    size_t found;
    if (oc_map_get(&carry->slots, value, &found))
        return (LLVMValueRef)found;
    LLVMValueRef slot = shared_place(carry, value);
    if (slot) {
        oc_map_set(&carry->slots, value, (size_t)slot);
        return slot;
    }
    slot = slot_for(carry, LLVMTypeOf(value));
    store_element(carry, after(carry, value), (size_t)region_of(carry, value), slot, value);
    oc_map_set(&carry->slots, value, (size_t)slot);
    return slot;
}

// ---- Values that are computed again ------------------------------------------------------------

static bool divides_by_a_constant(LLVMValueRef instruction) {
    LLVMValueRef divisor = LLVMIsAConstantInt(LLVMGetOperand(instruction, 1));
    return divisor && LLVMConstIntGetZExtValue(divisor) != 0 &&
           LLVMConstIntGetZExtValue(divisor) + 1 != 0;
}

static bool is_cheap(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMGetElementPtr:
    case LLVMICmp:
    case LLVMSelect:
        return true;
    case LLVMUDiv:
    case LLVMURem:
        return divides_by_a_constant(instruction);
    case LLVMSDiv:
    case LLVMSRem:
        return divides_by_a_constant(instruction) &&
               LLVMConstIntGetSExtValue(LLVMGetOperand(instruction, 1)) > 0;
    default:
        return false;
    }
}

// The thread or global id that a call asks for, in a dimension that is known.
static LLVMValueRef index_in(const struct carry *carry, size_t region, LLVMValueRef value) {
    if (value == carry->threads->strip_x)
        return carry->threads->loops[region].x;
    if (!LLVMIsACallInst(value))
        return NULL;
    LLVMValueRef callee = oc_ir_callee(value);
    const char *name = callee ? oc_ir_name(callee) : "";
    bool is_thread = strcmp(name, "__offloadcc_thread_id") == 0;
    if (!is_thread && strcmp(name, "__offloadcc_global_id") != 0)
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

static LLVMValueRef recompute(struct carry *carry, size_t region, LLVMValueRef value) {
    LLVMValueRef clone = LLVMInstructionClone(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        LLVMSetOperand(clone, (unsigned)i,
                       value_in(carry, region, LLVMGetOperand(value, (unsigned)i)));
    LLVMInsertIntoBuilder(at_end(carry, carry->threads->loops[region].inner), clone);
    return clone;
}

// ---- A value in another region -----------------------------------------------------------------

static LLVMValueRef private_in(struct carry *carry, size_t region, LLVMValueRef variable) {
    size_t slot;
    if (!oc_map_get(&carry->slots, variable, &slot))
        return variable; // lives in one region
    LLVMBuilderRef builder = at_end(carry, carry->threads->loops[region].inner);
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    size_t bytes = LLVMABISizeOfType(layout(carry), type);
    size_t alignment = LLVMGetAlignment(variable);
    bytes = (bytes + alignment - 1) & -alignment;
    LLVMValueRef offset = LLVMBuildMul(builder, carry->threads->loops[region].thread,
                                       LLVMConstInt(carry->threads->i64, bytes, false), "");
    return LLVMBuildInBoundsGEP2(builder, carry->threads->i8, (LLVMValueRef)slot, &offset, 1, "");
}

static LLVMValueRef make_value_in(struct carry *carry, size_t region, LLVMValueRef value) {
    if (is_private(carry, value))
        return private_in(carry, region, value);
    LLVMValueRef index = index_in(carry, region, value);
    if (index)
        return index;
    if (oc_uniform_is(carry->threads->uniform, value))
        return load_variable(carry, region, variable_of(carry, value), LLVMTypeOf(value));
    if (can_recompute(carry, value, RECOMPUTED_DEPTH))
        return recompute(carry, region, value);
    return load_element(carry, region, slot_of(carry, value), LLVMTypeOf(value));
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

// Whether a phi's incoming value comes from outside of the phi's region.
static bool is_external(const struct carry *carry, LLVMValueRef phi, unsigned incoming) {
    const struct oc_regions *regions = carry->threads->regions;
    long from = oc_body_node(carry->threads->body, LLVMGetIncomingBlock(phi, incoming));
    long region = region_of(carry, phi);
    return from == OC_NO_NODE || regions->of_node[from] != region ||
           regions->items[region].branch == from;
}

// The operands of an instruction become what stands for them in its region.
static void localize(struct carry *carry, LLVMValueRef instruction, size_t region) {
    bool is_phi = LLVMIsAPHINode(instruction);
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (LLVMIsABasicBlock(operand) || (is_phi && is_external(carry, instruction, (unsigned)i)))
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

// Addresses of it may live on in values: those are carried as such, and stay right as long as the
// variable's place does.
static bool lives_in_one_region(const struct carry *carry, LLVMValueRef variable) {
    const struct oc_regions *regions = carry->threads->regions;
    if (regions->count == 1 && !oc_regions_repeats(regions, 0))
        return true;
    long region = OC_NO_NODE;
    return is_used_in(carry, variable, &region) && region != OC_NO_NODE &&
           (!oc_regions_repeats(regions, (size_t)region) ||
            begins_its_life_in(carry, variable, region));
}

static void give_room(struct carry *carry, LLVMValueRef variable) {
    size_t bytes = LLVMABISizeOfType(layout(carry), LLVMGetAllocatedType(variable));
    size_t alignment = LLVMGetAlignment(variable);
    LLVMValueRef slot = make_slot(carry, (bytes + alignment - 1) & -alignment);
    oc_map_set(&carry->slots, variable, (size_t)slot);
    struct oc_values markers = {.arena = carry->threads->ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
        if (is_lifetime_marker(LLVMGetUser(use)))
            oc_values_add(&markers, LLVMGetUser(use));
    for (size_t i = 0; i < markers.count; i++)
        LLVMInstructionEraseFromParent(markers.items[i]);
}

bool oc_carry_possible(const struct oc_values *privates) {
    for (size_t i = 0; i < privates->count; i++)
        if (LLVMGetAlignment(privates->items[i]) > SLOT_ALIGNMENT ||
            !LLVMIsAConstantInt(LLVMGetOperand(privates->items[i], 0)) ||
            LLVMConstIntGetZExtValue(LLVMGetOperand(privates->items[i], 0)) != 1)
            return false;
    return true;
}

// ---- Phis --------------------------------------------------------------------------------------

static LLVMBasicBlockRef head_block(const struct carry *carry, size_t region) {
    const struct oc_threads *threads = carry->threads;
    return threads->body->nodes[threads->regions->items[region].head].block;
}

static void plan_phi(struct carry *carry, LLVMValueRef phi, struct oc_entering *out) {
    struct oc_threads *threads = carry->threads;
    *out = (struct oc_entering){
        .phi = phi,
        .region = (size_t)region_of(carry, phi),
        .uniform = oc_uniform_is(threads->uniform, phi),
        .keeps = true,
        .edges = OC_NEW_ARRAY(threads->ir->arena, LLVMCountIncoming(phi), struct edge),
    };
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        if (!is_external(carry, phi, i)) {
            out->keeps = false;
            continue;
        }
        struct edge *edge = &out->edges[out->edge_count++];
        edge->value = LLVMGetIncomingValue(phi, i);
        edge->block = LLVMGetIncomingBlock(phi, i);
        long node = oc_body_node(threads->body, edge->block);
        edge->from = (size_t)threads->regions->of_node[node];
        if (threads->body->nodes[node].next_count > 1)
            out->keeps = false;
        if (!out->uniform)
            oc_bits_set(threads->writing, edge->from);
    }
}

static bool comes_from(const struct oc_entering *entering, size_t region) {
    for (size_t e = 0; e < entering->edge_count; e++)
        if (entering->edges[e].from == region)
            return true;
    return false;
}

// Whether a phi behind a loop can have its place in common with the loop's phi, which holds the
// value that comes out of the loop by `out`. Each is written by all regions before it, so neither
// finds the other's value, unless one region writes both; and the value stays as long as it is
// used.
static bool can_share(const struct carry *carry, const struct oc_entering *behind,
                      const struct edge *out, const struct oc_entering *loop) {
    size_t region = (size_t)region_of(carry, out->value);
    if (loop == behind || loop->shares || !holds(carry, loop, out->value))
        return false;
    for (size_t e = 0; e < behind->edge_count; e++) {
        const struct edge *edge = &behind->edges[e];
        if (comes_from(loop, edge->from) ||
            (edge != out && !oc_regions_come_before(carry->threads->regions, edge->from, region)))
            return false;
    }
    return true;
}

static struct oc_entering *find_partner(const struct carry *carry, struct oc_entering *behind) {
    struct oc_threads *threads = carry->threads;
    for (size_t e = 0; e < behind->edge_count && !behind->uniform && !behind->keeps; e++) {
        const struct edge *out = &behind->edges[e];
        if (region_of(carry, out->value) == OC_NO_NODE)
            continue;
        for (size_t i = 0; i < threads->entering_count; i++)
            if (can_share(carry, behind, out, &threads->entering[i]))
                return &threads->entering[i];
    }
    return NULL;
}

static void make_places(struct carry *carry) {
    struct oc_threads *threads = carry->threads;
    struct oc_entering **partners =
        OC_NEW_ARRAY(threads->ir->arena, threads->entering_count + 1, struct oc_entering *);
    for (size_t i = 0; i < threads->entering_count; i++) {
        struct oc_entering *entering = &threads->entering[i];
        if (!entering->shares && (partners[i] = find_partner(carry, entering)))
            entering->shares = partners[i]->shares = true;
    }
    for (size_t i = 0; i < threads->entering_count; i++) {
        struct oc_entering *entering = &threads->entering[i];
        LLVMTypeRef type = LLVMTypeOf(entering->phi);
        if (!partners[i])
            entering->place =
                entering->uniform ? oc_carry_variable(threads, type) : slot_for(carry, type);
        if (entering->keeps && !entering->uniform)
            oc_map_set(&carry->slots, entering->phi, (size_t)entering->place);
    }
    for (size_t i = 0; i < threads->entering_count; i++)
        if (partners[i])
            threads->entering[i].place = partners[i]->place;
}

// Whether a place holds a value already.
static bool has_value(const struct carry *carry, const struct oc_entering *entering,
                      LLVMValueRef value) {
    size_t slot;
    return entering->shares && oc_map_get(&carry->slots, value, &slot) &&
           (LLVMValueRef)slot == entering->place;
}

static void write_place(struct carry *carry, const struct oc_entering *entering) {
    for (size_t i = 0; i < entering->edge_count; i++) {
        const struct edge *edge = &entering->edges[i];
        LLVMValueRef value = value_in(carry, edge->from, edge->value);
        if (has_value(carry, entering, edge->value) &&
            region_of(carry, edge->value) != (long)edge->from)
            continue;
        if (entering->uniform)
            LLVMBuildStore(at_end(carry, edge->block), value, entering->place);
        else
            store_element(carry, at_end(carry, edge->block), edge->from, entering->place, value);
    }
}

static void read_place(struct carry *carry, const struct oc_entering *entering) {
    LLVMValueRef phi = entering->phi;
    LLVMTypeRef type = LLVMTypeOf(phi);
    LLVMValueRef value = entering->uniform
                             ? load_variable(carry, entering->region, entering->place, type)
                             : load_element(carry, entering->region, entering->place, type);
    LLVMValueRef merged = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        if (is_external(carry, phi, i))
            continue;
        if (!merged) {
            LLVMPositionBuilderBefore(carry->threads->builder, phi);
            merged = LLVMBuildPhi(carry->threads->builder, type, "");
            LLVMAddIncoming(merged, &value, &carry->threads->loops[entering->region].inner, 1);
        }
        LLVMValueRef inside = LLVMGetIncomingValue(phi, i);
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMAddIncoming(merged, &inside, &block, 1);
    }
    LLVMReplaceAllUsesWith(phi, merged ? merged : value);
    LLVMInstructionEraseFromParent(phi);
}

static struct carry begin(struct oc_threads *threads) {
    struct oc_arena *arena = threads->ir->arena;
    return (struct carry){.threads = threads,
                          .uniform = {.arena = arena},
                          .slots = {.arena = arena},
                          .origins = {.arena = arena}};
}

void oc_carry_plan(struct oc_threads *threads) {
    struct carry carry = begin(threads);
    const struct oc_regions *regions = threads->regions;
    struct oc_values phis = {.arena = threads->ir->arena};
    for (size_t r = 0; r < regions->count; r++)
        OC_EACH_INSTRUCTION(instruction, head_block(&carry, r)) {
            if (LLVMIsAPHINode(instruction) && instruction != threads->strip_x)
                oc_values_add(&phis, instruction);
        }
    threads->entering = OC_NEW_ARRAY(threads->ir->arena, phis.count, struct oc_entering);
    threads->entering_count = phis.count;
    threads->writing = oc_bits_make(threads->ir->arena, regions->count);
    for (size_t i = 0; i < phis.count; i++)
        plan_phi(&carry, phis.items[i], &threads->entering[i]);
}

bool oc_carry_keeps(const struct oc_threads *threads, LLVMValueRef phi) {
    for (size_t i = 0; i < threads->entering_count; i++)
        if (threads->entering[i].phi == phi)
            return threads->entering[i].uniform || threads->entering[i].keeps;
    return false;
}

// All places are written before the first phi goes: one phi may be another's value.
void oc_carry_values(struct oc_threads *threads) {
    struct oc_arena *arena = threads->ir->arena;
    struct carry carry = begin(threads);
    for (size_t i = 0; i < threads->privates->count; i++)
        if (!lives_in_one_region(&carry, threads->privates->items[i]))
            give_room(&carry, threads->privates->items[i]);
    make_places(&carry);
    const struct oc_regions *regions = threads->regions;
    struct oc_values instructions = {.arena = arena};
    for (size_t r = 0; r < regions->count; r++)
        for (size_t n = 0; n < regions->items[r].count; n++)
            OC_EACH_INSTRUCTION(instruction, threads->body->nodes[regions->items[r].nodes[n]].block)
    oc_values_add(&instructions, instruction);
    for (size_t i = 0; i < instructions.count; i++)
        localize(&carry, instructions.items[i], (size_t)region_of(&carry, instructions.items[i]));
    for (size_t i = 0; i < threads->entering_count; i++)
        write_place(&carry, &threads->entering[i]);
    for (size_t i = 0; i < threads->entering_count; i++)
        read_place(&carry, &threads->entering[i]);
}
