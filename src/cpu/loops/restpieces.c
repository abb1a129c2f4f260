#include "cpu/loops/restpieces.h"

#include "cpu/loops/apart.h"
#include "cpu/loops/borrow.h"
#include "cpu/loops/build.h"
#include "cpu/loops/copy.h"
#include "cpu/loops/marks.h"
#include "cpu/loops/places.h"
#include "cpu/loops/slots.h"
#include "ir/edit.h"
#include "ir/metadata.h"

enum {
    LANES = 8,              // of a piece
    MOST_INSTRUCTIONS = 60, // of the region's code, of which each piece has a copy
    MOST_BLOCKS = 16
};

// The blocks that a lane without an element goes through.
struct path {
    LLVMBasicBlockRef blocks[MOST_BLOCKS];
    size_t count;
};

// The only comparison by which lanes work or do not; NULL: there are others.
static const struct oc_guard *find_guard(const struct oc_guards *guards) {
    const struct oc_guard *found = NULL;
    for (size_t i = 0; i < guards->count; i++) {
        const struct oc_guard *guard = &guards->items[i];
        if (!oc_guards_compare(guard))
            continue;
        if (found || guard->ends || guard->kind != OC_GUARD_ORDERED || !guard->block ||
            !oc_guards_in_region(guards, LLVMGetInstructionParent(guard->instruction)))
            return NULL;
        found = guard;
    }
    return found;
}

// Where a lane goes on that has no element; NULL: that is not known.
static LLVMBasicBlockRef next_on_path(const struct oc_guards *guards, LLVMBasicBlockRef block,
                                      const struct oc_guard *guard) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(end))
        return NULL;
    if (!LLVMIsConditional(end))
        return LLVMGetSuccessor(end, 0);
    if (block != guard->block || LLVMGetCondition(end) != guard->instruction)
        return NULL;
    return oc_guards_decide(guards, guard->instruction, true)    ? LLVMGetSuccessor(end, 1)
           : oc_guards_decide(guards, guard->instruction, false) ? LLVMGetSuccessor(end, 0)
                                                                 : NULL;
}

static bool find_path(const struct oc_guards *guards, const struct oc_guard *guard,
                      struct path *out) {
    bool decided = false;
    out->count = 0;
    for (LLVMBasicBlockRef block = guards->loops->inner; block != guards->loops->latch;
         block = next_on_path(guards, block, guard)) {
        if (!block || out->count == MOST_BLOCKS)
            return false;
        decided |= block == guard->block;
        out->blocks[out->count++] = block;
    }
    return decided;
}

// What a value is for a lane on the path.
static LLVMValueRef on_path(const struct path *path, LLVMValueRef value) {
    for (size_t i = path->count; i-- > 1;) {
        if (!LLVMIsAPHINode(value) || LLVMGetInstructionParent(value) != path->blocks[i])
            continue;
        LLVMValueRef incoming = oc_edit_incoming(value, path->blocks[i - 1]);
        value = incoming ? incoming : value;
    }
    return value;
}

static bool is_slot(LLVMValueRef array) {
    return LLVMIsAAllocaInst(array) && oc_metadata_has(array, OC_SLOT_METADATA);
}

// Whether two addresses are of the same element of an array.
static bool is_same_element(LLVMValueRef left, LLVMValueRef right) {
    if (left == right)
        return true;
    if (!LLVMIsAGetElementPtrInst(left) || !LLVMIsAGetElementPtrInst(right) ||
        LLVMGetNumOperands(left) != 2 || LLVMGetNumOperands(right) != 2)
        return false;
    return LLVMGetGEPSourceElementType(left) == LLVMGetGEPSourceElementType(right) &&
           LLVMGetOperand(left, 0) == LLVMGetOperand(right, 0) &&
           LLVMGetOperand(left, 1) == LLVMGetOperand(right, 1);
}

// Whether a store puts back what the lane has loaded. Nothing else of the region's code stores to
// the same element before: arrays are written once.
static bool puts_back(const struct path *path, LLVMValueRef store) {
    if (!LLVMIsAStoreInst(store) || LLVMGetVolatile(store) ||
        !is_slot(oc_ir_base(LLVMGetOperand(store, 1))))
        return false;
    LLVMValueRef value = on_path(path, LLVMGetOperand(store, 0));
    if (LLVMIsAZExtInst(value)) { // of one bit, which is kept as a byte
        value = on_path(path, LLVMGetOperand(value, 0));
        value = LLVMIsATruncInst(value) ? LLVMGetOperand(value, 0) : value;
    }
    return LLVMIsALoadInst(value) &&
           is_same_element(LLVMGetOperand(value, 0), LLVMGetOperand(store, 1));
}

static bool changes_nothing(const struct path *path) {
    for (size_t i = 0; i < path->count; i++)
        OC_EACH_INSTRUCTION (instruction, path->blocks[i])
            if (!LLVMIsATerminatorInst(instruction) && oc_ir_has_effect(instruction) &&
                !puts_back(path, instruction))
                return false;
    return true;
}

static size_t size_of(const struct oc_guards *guards) {
    const struct oc_threads *threads = guards->threads;
    const struct oc_region *region = &threads->regions->items[guards->region];
    size_t size = 0;
    for (size_t n = 0; n < region->count; n++)
        size += oc_ir_count_instructions(threads->body->nodes[region->nodes[n]].block);
    return size;
}

bool oc_restpieces_can(const struct oc_guards *guards) {
    const struct oc_threads *threads = guards->threads;
    const struct oc_guard *guard = find_guard(guards);
    struct path path;
    return threads->strip && threads->lanes % LANES == 0 &&
           guards->loops->high == oc_build_number(threads, threads->lanes) && guard &&
           size_of(guards) <= MOST_INSTRUCTIONS && find_path(guards, guard, &path) &&
           changes_nothing(&path);
}

// Whether some lane of a piece may have an element, and whether all have one: bits.
struct answers {
    LLVMValueRef some, all;
};

static struct answers ask(const struct oc_threads *threads, const struct oc_guard *guard,
                          unsigned first) {
    LLVMBuilderRef builder = threads->builder;
    LLVMValueRef begin = oc_build_number(threads, first),
                 end = oc_build_number(threads, first + LANES);
    LLVMValueRef begins = oc_build_less(threads, guard->low, end),
                 ends = oc_build_less(threads, begin, guard->high),
                 later = oc_build_less(threads, begin, guard->low),
                 sooner = oc_build_less(threads, guard->high, end);
    return (struct answers){LLVMBuildAnd(builder, begins, ends, ""),
                            LLVMBuildNot(builder, LLVMBuildOr(builder, later, sooner, ""), "")};
}

// What the lanes of a piece do: all have an element, some borrow one, or each is asked.
enum kind { FULL, BORROWING, ASKED };

struct pieces {
    struct oc_guard guard;
    bool borrows;                         // whether lanes can borrow an element
    LLVMMetadataRef group;                // of the loop's accesses (marks.h); NULL: none
    LLVMValueRef bases[OC_MAX_ADDRESSES]; // of addresses (oc_places_base)
};

// Has the addresses of elements be computed from x: the lanes of a piece use only elements for
// which the guards hold. A piece of borrowing lanes may also have code that a lane without an
// element runs with its own number. The guards need not hold there, and those addresses stay as
// they are.
static void simplify_addresses(const struct oc_guards *guards, const struct pieces *pieces,
                               enum kind kind, const struct oc_copy *piece) {
    for (size_t i = 0; i < guards->address_count; i++) {
        const struct oc_address *address = &guards->addresses[i];
        if (kind == FULL || oc_borrow_is_work(&pieces->guard, address->instruction))
            oc_places_simplify(guards->threads, address,
                               oc_copy_of(&piece->values, address->instruction), piece->x,
                               pieces->bases[i]);
    }
}

// Makes the loop over some lanes. It uses the arrays of the other lanes: of arrays of its own LLVM
// would make no registers, since it joins the code that copies them.
static struct oc_copy make_loop(const struct oc_guards *guards, unsigned first, unsigned lanes,
                                LLVMBasicBlockRef before, LLVMBasicBlockRef next) {
    struct oc_threads *threads = guards->threads;
    struct oc_copy loop = {.from = before,
                           .exit = next,
                           .start = oc_build_number(threads, first),
                           .count = oc_build_number(threads, lanes)};
    LLVMBuildBr(oc_build_at_end(threads, before), next);
    oc_copy_threads(threads, guards->region, &loop);
    oc_marks_like(threads, guards->loops->latch, loop.latch);
    return loop;
}

// Makes the loop of a piece.
static void make_piece(const struct oc_guards *guards, const struct pieces *pieces, unsigned first,
                       enum kind kind, LLVMBasicBlockRef before, LLVMBasicBlockRef next) {
    struct oc_threads *threads = guards->threads;
    const struct oc_guard *guard = &pieces->guard;
    struct oc_copy piece = make_loop(guards, first, LANES, before, next);
    if (kind == ASKED)
        return;
    simplify_addresses(guards, pieces, kind, &piece);
    if (kind == FULL)
        LLVMReplaceAllUsesWith(oc_copy_of(&piece.values, guard->instruction),
                               oc_build_bit(threads, guard->wanted));
    else
        oc_borrow_make(guards, guard, &piece);
    if (pieces->group)
        oc_marks_strip(threads, piece.latch, pieces->group, pieces->borrows);
}

// Makes one loop for all lanes, each of which is asked.
static void make_whole(const struct oc_guards *guards, LLVMBasicBlockRef before,
                       LLVMBasicBlockRef end) {
    struct oc_threads *threads = guards->threads;
    LLVMBasicBlockRef after = oc_build_block(threads, "rest.done");
    struct oc_copy whole = make_loop(guards, 0, threads->lanes, before, after);
    LLVMBuildBr(oc_build_at_end(threads, after), end);
    oc_apart_arrays(threads, &whole, before, after);
}

// Lanes with an element are the first ones, or the last ones. Returns whether they are, a bit: they
// are not where the index wraps.
static LLVMValueRef begin_or_end(const struct oc_threads *threads, struct oc_guard *guard) {
    LLVMValueRef *end = guard->less ? &guard->low : &guard->high, found = *end;
    *end = oc_build_number(threads, guard->less ? 0 : threads->lanes);
    return LLVMBuildICmp(threads->builder, LLVMIntEQ, found, *end, "");
}

void oc_restpieces_make(struct oc_guards *guards, LLVMValueRef exact, LLVMBasicBlockRef begin,
                        LLVMBasicBlockRef end) {
    struct oc_threads *threads = guards->threads;
    struct pieces pieces = {.guard = *find_guard(guards),
                            .group = oc_marks_group_of(threads, guards->loops->latch)};
    pieces.borrows = oc_borrow_can(guards, &pieces.guard);
    LLVMBasicBlockRef at = oc_build_block(threads, "rest.ask"),
                      whole = oc_build_block(threads, "rest.whole");
    LLVMBuilderRef builder = oc_build_at_end(threads, begin);
    exact = LLVMBuildAnd(builder, exact, begin_or_end(threads, &pieces.guard), "");
    for (size_t i = 0; i < guards->address_count; i++)
        pieces.bases[i] = oc_places_base(guards, &guards->addresses[i], pieces.guard.low);
    LLVMBuildCondBr(builder, exact, at, whole);
    make_whole(guards, whole, end);
    for (unsigned first = 0; first < threads->lanes; first += LANES) {
        bool is_last = first + LANES == threads->lanes;
        LLVMBasicBlockRef next = is_last ? end : oc_build_block(threads, "rest.ask"),
                          some = oc_build_block(threads, "rest.some"),
                          full = oc_build_block(threads, "rest.full"),
                          part = oc_build_block(threads, "rest.part");
        make_piece(guards, &pieces, first, FULL, full, next);
        make_piece(guards, &pieces, first, pieces.borrows ? BORROWING : ASKED, part, next);
        oc_build_at_end(threads, at);
        struct answers answers = ask(threads, &pieces.guard, first);
        LLVMBuildCondBr(threads->builder, answers.all, full, some);
        LLVMBuildCondBr(oc_build_at_end(threads, some), answers.some, part, next);
        at = next;
    }
}
