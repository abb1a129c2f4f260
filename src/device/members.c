#include "device/members.h"

#include "base/map.h"
#include "device/dominators.h"
#include "ir/edit.h"
#include "ir/metadata.h"
#include "ir/spots.h"

#include <stdlib.h>
#include <string.h>

enum {
    WIDEST = 16,     // bytes of an access that no other one is joined with
    MOST_PARTS = 16, // of an access
};

// A load or store of one number, or of a short vector of numbers.
struct access {
    LLVMValueRef instruction;
    struct oc_spot spot;
    bool is_store;
    unsigned size, element; // in bytes
    size_t base, place;     // the numbers of the spot's base and of the access in the block
};

// That an address is a multiple of a number of bytes, in a block and those that it dominates.
struct fact {
    uint64_t offset; // from its base
    unsigned alignment;
    size_t block; // its number
    size_t next;  // the number of another fact about the base, from 1 on; 0: there is none
};

struct accesses {
    struct oc_edit edit;
    LLVMTargetDataRef layout;
    struct oc_dominators dominators;
    size_t block; // the number of the one that is looked at
    struct fact *facts;
    size_t fact_count, fact_capacity;
    struct oc_map first_facts; // their numbers, by base
    struct access *items;
    size_t count, capacity;
    struct oc_map bases; // and their numbers
};

// ---- What is accessed --------------------------------------------------------------------------

static bool is_number(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return true;
    default:
        return false;
    }
}

static LLVMTypeRef accessed_type(LLVMValueRef instruction) {
    return LLVMTypeOf(LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 0) : instruction);
}

static bool read_access(struct accesses *all, LLVMValueRef instruction, struct access *out) {
    bool is_store = LLVMIsAStoreInst(instruction) != NULL;
    if ((!is_store && !LLVMIsALoadInst(instruction)) || LLVMGetVolatile(instruction) ||
        LLVMIsAtomic(instruction) || oc_metadata_has(instruction, "nontemporal"))
        return false;
    LLVMTypeRef type = accessed_type(instruction), element = type;
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        element = LLVMGetElementType(type);
    unsigned long long bits = LLVMSizeOfTypeInBits(all->layout, type),
                       part = LLVMSizeOfTypeInBits(all->layout, element);
    if (!is_number(element) || bits > WIDEST * 8 || part < 8 || (part & (part - 1)) != 0)
        return false;
    *out = (struct access){
        .instruction = instruction,
        .spot = oc_spot_of(all->layout, LLVMGetOperand(instruction, is_store)),
        .is_store = is_store,
        .size = (unsigned)bits / 8,
        .element = (unsigned)part / 8,
    };
    return true;
}

// Collects the accesses of a block, from an instruction on. Ends at a call: the function may not
// come back, and then what comes after the call need not hold. Returns the next instruction; NULL:
// the block ends.
static LLVMValueRef collect(struct accesses *all, LLVMValueRef instruction) {
    all->count = 0;
    all->bases = (struct oc_map){.arena = all->edit.ir->arena};
    for (; instruction; instruction = LLVMGetNextInstruction(instruction)) {
        struct access access;
        if (oc_ir_is_call(instruction) && !oc_ir_calls_intrinsic(instruction))
            return LLVMGetNextInstruction(instruction);
        if (!read_access(all, instruction, &access))
            continue;
        access.place = all->count;
        access.base = all->bases.count;
        if (!oc_map_get(&all->bases, access.spot.base, &access.base))
            oc_map_set(&all->bases, access.spot.base, access.base);
        all->items = oc_arena_grow(all->edit.ir->arena, all->items, all->count, &all->capacity,
                                   sizeof *all->items);
        all->items[all->count++] = access;
    }
    return NULL;
}

// Neighbours in memory come one after the other.
static int compare(const void *left, const void *right) {
    const struct access *a = left, *b = right;
    if (a->base != b->base)
        return a->base < b->base ? -1 : 1;
    if (a->is_store != b->is_store)
        return a->is_store ? 1 : -1;
    if (a->spot.offset != b->spot.offset)
        return (int64_t)a->spot.offset < (int64_t)b->spot.offset ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

static bool are_neighbours(const struct access *left, const struct access *right) {
    return left->base == right->base && left->is_store == right->is_store &&
           left->spot.offset + left->size == right->spot.offset;
}

// ---- Changes -----------------------------------------------------------------------------------

// What holds for an access also holds for its parts, if it is about memory and not about the value.
static const char *const about_memory[] = {"tbaa",           "alias.scope",       "noalias",
                                           "invariant.load", "llvm.access.group", NULL};

static void finish_part(const struct access *access, LLVMValueRef part, unsigned offset) {
    unsigned known = LLVMGetAlignment(access->instruction) | offset;
    LLVMSetAlignment(part, known & -known);
    oc_metadata_copy(access->instruction, part, about_memory);
}

static LLVMValueRef part_address(struct accesses *all, LLVMValueRef pointer, unsigned offset) {
    LLVMValueRef more = LLVMConstInt(all->edit.i64, offset, false);
    return offset ? LLVMBuildInBoundsGEP2(all->edit.builder, all->edit.i8, pointer, &more, 1, "")
                  : pointer;
}

static void take_apart(struct accesses *all, const struct access *access, unsigned unit) {
    LLVMBuilderRef builder = all->edit.builder;
    LLVMValueRef instruction = access->instruction;
    LLVMValueRef pointer = LLVMGetOperand(instruction, access->is_store);
    LLVMTypeRef part = LLVMIntTypeInContext(all->edit.ir->context, unit * 8);
    LLVMTypeRef parts = LLVMVectorType(part, access->size / unit);
    oc_edit_before(&all->edit, instruction);
    LLVMValueRef value = access->is_store
                             ? LLVMBuildBitCast(builder, LLVMGetOperand(instruction, 0), parts, "")
                             : LLVMGetPoison(parts);
    for (unsigned i = 0; i < access->size / unit; i++) {
        LLVMValueRef index = LLVMConstInt(all->edit.i32, i, false), item;
        if (access->is_store) {
            item = LLVMBuildExtractElement(builder, value, index, "");
            item = LLVMBuildStore(builder, item, part_address(all, pointer, i * unit));
        } else {
            item = LLVMBuildLoad2(builder, part, part_address(all, pointer, i * unit), "");
            value = LLVMBuildInsertElement(builder, value, item, index, "");
        }
        finish_part(access, item, i * unit);
    }
    if (!access->is_store)
        LLVMReplaceAllUsesWith(instruction,
                               LLVMBuildBitCast(builder, value, LLVMTypeOf(instruction), ""));
    LLVMInstructionEraseFromParent(instruction);
}

// Whether wider accesses can come of neighbours: their first is at a multiple of more bytes than it
// has, or one is no access of the processor's.
static bool may_be_joined(const struct access *run, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (LLVMGetAlignment(run[i].instruction) != run[i].size)
            return true;
    return false;
}

static void even_out_run(struct accesses *all, const struct access *run, size_t count) {
    unsigned unit = WIDEST;
    for (size_t i = 0; i < count; i++)
        unit = run[i].element < unit ? run[i].element : unit;
    if (count == 1 || !may_be_joined(run, count))
        return;
    for (size_t i = 0; i < count; i++)
        if (run[i].element != unit && run[i].size / unit <= MOST_PARTS)
            take_apart(all, &run[i], unit);
}

// The fact about a base that says most of all that hold in the block.
static struct fact best_fact(const struct accesses *all, LLVMValueRef base) {
    struct fact best = {.alignment = 1};
    size_t at = 0;
    oc_map_get(&all->first_facts, base, &at);
    for (; at; at = all->facts[at - 1].next) {
        const struct fact *fact = &all->facts[at - 1];
        if (fact->alignment > best.alignment &&
            oc_dominators_has(&all->dominators, fact->block, all->block))
            best = *fact;
    }
    return best;
}

static void add_fact(struct accesses *all, LLVMValueRef base, struct fact fact) {
    fact.block = all->block;
    oc_map_get(&all->first_facts, base, &fact.next);
    all->facts = oc_arena_grow(all->edit.ir->arena, all->facts, all->fact_count,
                               &all->fact_capacity, sizeof *all->facts);
    all->facts[all->fact_count++] = fact;
    oc_map_set(&all->first_facts, base, all->fact_count);
}

// Where one access is aligned, those at a distance from it are too. `same` have the same base.
static void share_alignment(struct accesses *all, const struct access *same, size_t count) {
    struct fact best = best_fact(all, same->spot.base), here = {.alignment = 1};
    for (size_t i = 0; i < count; i++)
        if (LLVMGetAlignment(same[i].instruction) > here.alignment)
            here = (struct fact){.offset = same[i].spot.offset,
                                 .alignment = LLVMGetAlignment(same[i].instruction)};
    if (here.alignment > best.alignment) {
        add_fact(all, same->spot.base, here);
        best = here;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t known = (same[i].spot.offset - best.offset) | best.alignment;
        known &= -known;
        if (known > LLVMGetAlignment(same[i].instruction))
            LLVMSetAlignment(same[i].instruction, (unsigned)known);
    }
}

static void even_out(struct accesses *all) {
    if (all->count)
        qsort(all->items, all->count, sizeof *all->items, compare);
    for (size_t begin = 0, end; begin < all->count; begin = end) {
        for (end = begin + 1; end < all->count && all->items[end].base == all->items[begin].base;)
            end++;
        share_alignment(all, &all->items[begin], end - begin);
    }
    for (size_t begin = 0, end; begin < all->count; begin = end) {
        for (end = begin + 1;
             end < all->count && are_neighbours(&all->items[end - 1], &all->items[end]);)
            end++;
        even_out_run(all, &all->items[begin], end - begin);
    }
}

static void even_out_function(struct accesses *all, LLVMValueRef function) {
    oc_dominators_read(all->edit.ir->arena, function, &all->dominators);
    all->fact_count = 0;
    all->first_facts = (struct oc_map){.arena = all->edit.ir->arena};
    for (all->block = 0; all->block < all->dominators.count; all->block++)
        for (LLVMValueRef next = LLVMGetFirstInstruction(all->dominators.blocks[all->block]);
             next;) {
            next = collect(all, next);
            even_out(all);
        }
}

bool oc_members_even_out(struct oc_ir *ir, LLVMTargetMachineRef machine, bool joins) {
    struct accesses all = {.edit = oc_edit_begin(ir),
                           .layout = LLVMGetModuleDataLayout(ir->module)};
    OC_EACH_FUNCTION (function, ir->module)
        if (!LLVMIsDeclaration(function))
            even_out_function(&all, function);
    oc_edit_end(&all.edit);
    return !joins || oc_ir_run(ir, ir->module, "function(load-store-vectorizer)", machine);
}
