#include "cpu/loops/restpieces.h"

#include "cpu/loops/build.h"
#include "cpu/loops/copy.h"
#include "cpu/loops/marks.h"
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
           guard->exact && size_of(guards) <= MOST_INSTRUCTIONS &&
           find_path(guards, guard, &path) && changes_nothing(&path);
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
    return (struct answers){LLVMBuildOr(builder, LLVMBuildAnd(builder, begins, ends, ""),
                                        LLVMBuildNot(builder, guard->exact, ""), ""),
                            LLVMBuildNot(builder, LLVMBuildOr(builder, later, sooner, ""), "")};
}

// Makes the loop over a piece, in which all lanes have an element or are asked. It uses the arrays
// of the other lanes: of arrays of its own LLVM would make no registers, since it joins the code
// that copies them.
static void make_piece(const struct oc_guards *guards, const struct oc_guard *guard, unsigned first,
                       bool is_full, LLVMBasicBlockRef before, LLVMBasicBlockRef next) {
    struct oc_threads *threads = guards->threads;
    struct oc_copy piece = {.from = before,
                            .exit = next,
                            .start = oc_build_number(threads, first),
                            .count = oc_build_number(threads, LANES)};
    LLVMBuildBr(oc_build_at_end(threads, before), next);
    oc_copy_threads(threads, guards->region, &piece);
    oc_marks_like(threads, guards->loops->latch, piece.latch);
    if (is_full)
        LLVMReplaceAllUsesWith(oc_copy_of(&piece.values, guard->instruction),
                               oc_build_bit(threads, guard->wanted));
}

void oc_restpieces_make(const struct oc_guards *guards, LLVMBasicBlockRef begin,
                        LLVMBasicBlockRef end) {
    struct oc_threads *threads = guards->threads;
    const struct oc_guard *guard = find_guard(guards);
    LLVMBasicBlockRef at = begin;
    for (unsigned first = 0; first < threads->lanes; first += LANES) {
        bool is_last = first + LANES == threads->lanes;
        LLVMBasicBlockRef next = is_last ? end : oc_build_block(threads, "rest.ask"),
                          some = oc_build_block(threads, "rest.some"),
                          full = oc_build_block(threads, "rest.full"),
                          part = oc_build_block(threads, "rest.part");
        make_piece(guards, guard, first, true, full, next);
        make_piece(guards, guard, first, false, part, next);
        oc_build_at_end(threads, at);
        struct answers answers = ask(threads, guard, first);
        LLVMBuildCondBr(threads->builder, answers.all, full, some);
        LLVMBuildCondBr(oc_build_at_end(threads, some), answers.some, part, next);
        at = next;
    }
}
