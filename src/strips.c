#include "strips.h"

#include "build.h"
#include "carry.h"
#include "copy.h"
#include "marks.h"
#include "split.h"

#include <string.h>

// The threads of a strip: one that keeps nothing in registers is to fit in the nearest cache.
enum { SHORT = 32, LONG = 64, LOOSE = 1024 };

enum { DEPTH = 10 };

struct strips {
    struct oc_threads *outer; // around the x loop
    size_t region;
    struct oc_loops *loops;
    struct oc_body body; // of the x loop
    struct oc_uniform uniform;
    struct oc_bits cuts; // branches that leave a loop that can go outside
    struct oc_bits in_loops;
    bool bounded;    // some address in a loop is kept within bounds
    size_t kept;     // bytes that a thread takes from turn to turn of a loop
    unsigned length; // of a strip: a power of two
};

// ---- Loops -------------------------------------------------------------------------------------

// The nodes of the loop that ends with an edge from `latch` back to `head`.
static struct oc_bits loop_nodes(const struct strips *strips, unsigned latch, unsigned head) {
    const struct oc_body *body = &strips->body;
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

// Nodes are in reverse post-order: edges to an earlier node, or to itself, close loops.
static bool has_way_out(const struct oc_body *body, struct oc_bits loop, size_t node) {
    for (unsigned s = 0; s < body->nodes[node].next_count; s++)
        if (!oc_bits_test(loop, body->nodes[node].next[s]))
            return true;
    return false;
}

// Whether all threads run the loop alike; then its ways out become cuts.
static bool add_loop(struct strips *strips, struct oc_bits loop) {
    const struct oc_body *body = &strips->body;
    bool ends = false;
    if (oc_bits_test(loop, 0))
        return false;
    for (size_t i = 0; i < body->count; i++) {
        if (!oc_bits_test(loop, i) || !has_way_out(body, loop, i))
            continue;
        if (oc_bits_test(strips->uniform.divergent, i) ||
            !oc_uniform_is(&strips->uniform, LLVMGetBasicBlockTerminator(body->nodes[i].block)))
            return false;
        oc_bits_set(strips->cuts, i);
        ends = true;
    }
    oc_bits_add(strips->in_loops, loop);
    return ends;
}

// What a thread takes from turn to turn of the loop that begins at a node, in bytes.
static size_t count_kept(const struct strips *strips, size_t head) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(strips->outer->ir->module);
    size_t bytes = 0;
    OC_EACH_INSTRUCTION(instruction, strips->body.nodes[head].block) {
        if (!LLVMIsAPHINode(instruction))
            break;
        if (!oc_uniform_is(&strips->uniform, instruction))
            bytes += LLVMABISizeOfType(layout, LLVMTypeOf(instruction));
    }
    return bytes;
}

static size_t count_instructions(const struct strips *strips, struct oc_bits nodes) {
    size_t count = 0;
    for (size_t i = 0; i < strips->body.count; i++)
        if (oc_bits_test(nodes, i))
            OC_EACH_INSTRUCTION(instruction, strips->body.nodes[i].block)
    count++;
    return count;
}

// The turns of a loop that counts from one constant to another, if a comparison says so; else 0.
static unsigned long count_turns(struct oc_bits loop, const struct strips *strips,
                                 LLVMValueRef compare) {
    if (!LLVMIsAICmpInst(compare))
        return 0;
    LLVMValueRef bound = LLVMIsAConstantInt(LLVMGetOperand(compare, 1));
    LLVMValueRef counter = LLVMGetOperand(compare, 0);
    if (LLVMIsAInstruction(counter) && LLVMGetInstructionOpcode(counter) == LLVMAdd)
        counter = LLVMGetOperand(counter, 0);
    if (!bound || !LLVMIsAPHINode(counter) || LLVMCountIncoming(counter) != 2 ||
        LLVMGetIntTypeWidth(LLVMTypeOf(counter)) > 64)
        return 0;
    long low = 0, step = 0, high = (long)LLVMConstIntGetSExtValue(bound);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef value = LLVMGetIncomingValue(counter, i);
        long from = oc_body_node(&strips->body, LLVMGetIncomingBlock(counter, i));
        LLVMValueRef constant = LLVMIsAConstantInt(value);
        if (from == OC_NO_NODE || !oc_bits_test(loop, (size_t)from)) {
            if (!constant)
                return 0;
            low = (long)LLVMConstIntGetSExtValue(constant);
            continue;
        }
        if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAdd ||
            LLVMGetOperand(value, 0) != counter ||
            !(constant = LLVMIsAConstantInt(LLVMGetOperand(value, 1))))
            return 0;
        step = (long)LLVMConstIntGetSExtValue(constant);
    }
    return step ? (unsigned long)((high - low) / step + 1) : 0;
}

// Whether LLVM will unroll a loop whole: then there is none inside the strip's.
static bool is_short(const struct strips *strips, struct oc_bits loop) {
    enum { MAX_TURNS = 33, MAX_INSTRUCTIONS = 500 };
    for (size_t i = 0; i < strips->body.count; i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(strips->body.nodes[i].block);
        if (!oc_bits_test(loop, i) || !has_way_out(&strips->body, loop, i) ||
            !LLVMIsABranchInst(branch))
            continue;
        unsigned long turns = count_turns(loop, strips, LLVMGetCondition(branch));
        if (turns && turns <= MAX_TURNS &&
            turns * count_instructions(strips, loop) <= MAX_INSTRUCTIONS)
            return true;
    }
    return false;
}

// ---- Whether it pays ---------------------------------------------------------------------------

enum stride { NONE, ONE, MANY };

static bool depends(const struct strips *strips, LLVMValueRef value) {
    return LLVMIsAInstruction(value) && !oc_uniform_is(&strips->uniform, value);
}

// Whether a shift back by as much as before extends the lower half of a value.
static bool extends_lower_half(LLVMValueRef shift) {
    LLVMValueRef inner = LLVMGetOperand(shift, 0), by = LLVMGetOperand(shift, 1);
    return LLVMIsAInstruction(inner) && LLVMGetInstructionOpcode(inner) == LLVMShl &&
           LLVMIsAConstantInt(by) && LLVMGetOperand(inner, 1) == by;
}

static enum stride stride_of_all(struct strips *strips, LLVMValueRef value, int depth);
static enum stride stride_of_either(struct strips *strips, LLVMValueRef one, LLVMValueRef other,
                                    int depth);

// How much a number grows from one thread to the next.
static enum stride stride_of(struct strips *strips, LLVMValueRef value, int depth) {
    if (value == strips->loops->x)
        return ONE;
    if (!depends(strips, value))
        return NONE;
    if (!depth)
        return MANY;
    LLVMValueRef left = LLVMGetOperand(value, 0);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
        return stride_of(strips, left, depth - 1);
    case LLVMAdd: {
        enum stride first = stride_of(strips, left, depth - 1);
        enum stride second = stride_of(strips, LLVMGetOperand(value, 1), depth - 1);
        return first == NONE ? second : second == NONE ? first : MANY;
    }
    case LLVMSub:
        if (stride_of(strips, LLVMGetOperand(value, 1), depth - 1) != NONE)
            return MANY;
        return stride_of(strips, left, depth - 1);
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMGetElementPtr:
        return stride_of_all(strips, value, depth - 1);
    case LLVMAShr:
        if (extends_lower_half(value))
            return stride_of(strips, LLVMGetOperand(left, 0), depth - 1);
        return stride_of_all(strips, value, depth - 1);
    case LLVMSelect:
        if (!LLVMIsAICmpInst(left))
            return MANY;
        return stride_of_either(strips, LLVMGetOperand(value, 1), LLVMGetOperand(value, 2),
                                depth - 1);
    case LLVMCall:
        if (!oc_ir_extreme(value).is)
            return MANY;
        return stride_of_either(strips, left, LLVMGetOperand(value, 1), depth - 1);
    default:
        return MANY;
    }
}

// What some threads compute only may still be the same for all of them.
static enum stride stride_of_all(struct strips *strips, LLVMValueRef value, int depth) {
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (stride_of(strips, LLVMGetOperand(value, (unsigned)i), depth) != NONE)
            return MANY;
    return NONE;
}

// Of what is one or the other, which guards.h decides for most threads.
static enum stride stride_of_either(struct strips *strips, LLVMValueRef one, LLVMValueRef other,
                                    int depth) {
    strips->bounded = true;
    enum stride first = stride_of(strips, one, depth), second = stride_of(strips, other, depth);
    if (first == MANY || second == MANY)
        return MANY;
    if (first == ONE || second == ONE)
        return ONE;
    return NONE;
}

// An index of bytes, without the size of the elements.
static LLVMValueRef without_size(LLVMValueRef index) {
    for (; LLVMIsAInstruction(index) && (LLVMGetInstructionOpcode(index) == LLVMShl ||
                                         LLVMGetInstructionOpcode(index) == LLVMAShr);)
        index = LLVMGetOperand(index, 0);
    return index;
}

// Whether neighbouring threads access neighbouring elements, or one and the same.
static bool is_close(struct strips *strips, LLVMValueRef address, int depth) {
    if (!depends(strips, address))
        return true;
    if (!depth || !LLVMIsAGetElementPtrInst(address) ||
        !is_close(strips, LLVMGetOperand(address, 0), depth - 1))
        return false;
    int last = LLVMGetNumOperands(address) - 1;
    for (int i = 1; i < last; i++)
        if (stride_of(strips, LLVMGetOperand(address, (unsigned)i), DEPTH) != NONE)
            return false;
    LLVMValueRef index = LLVMGetOperand(address, (unsigned)last);
    if (LLVMGetGEPSourceElementType(address) == strips->outer->i8)
        index = without_size(index);
    enum stride stride = stride_of(strips, index, DEPTH);
    return stride == NONE ||
           (stride == ONE && stride_of(strips, LLVMGetOperand(address, 0), DEPTH) == NONE);
}

// Whether a loop has addresses that are kept within bounds. Unrolled, it would keep them there.
static bool keeps_within_bounds(struct strips *strips, struct oc_bits loop) {
    strips->bounded = false;
    for (size_t i = 0; i < strips->body.count; i++) {
        if (!oc_bits_test(loop, i))
            continue;
        OC_EACH_INSTRUCTION(instruction, strips->body.nodes[i].block) {
            if (LLVMIsALoadInst(instruction))
                is_close(strips, LLVMGetOperand(instruction, 0), DEPTH);
        }
    }
    bool found = strips->bounded;
    strips->bounded = false;
    return found;
}

static bool is_vectorisable_call(LLVMValueRef call) {
    LLVMValueRef callee = oc_ir_callee(call);
    return callee && LLVMGetIntrinsicID(callee) != 0;
}

// What a loop does must be something that vectors can do. Atomics are not, but their order among
// threads is free, and what else there is profits from neighbours coming together.
static bool suits(struct strips *strips, LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
        return !LLVMGetVolatile(instruction) &&
               is_close(strips, LLVMGetOperand(instruction, 0), DEPTH);
    case LLVMStore:
        return !LLVMGetVolatile(instruction) &&
               is_close(strips, LLVMGetOperand(instruction, 1), DEPTH);
    case LLVMCall:
        return is_vectorisable_call(instruction);
    case LLVMFence:
        return false;
    default:
        return true;
    }
}

static bool pays(struct strips *strips) {
    for (size_t i = 0; i < strips->body.count; i++) {
        if (!oc_bits_test(strips->in_loops, i))
            continue;
        OC_EACH_INSTRUCTION(instruction, strips->body.nodes[i].block) {
            if (!suits(strips, instruction))
                return false;
        }
    }
    return true;
}

// Every loop must be one that can go outside: inside a strip's loop LLVM takes none.
static bool find_loops(struct strips *strips) {
    const struct oc_body *body = &strips->body;
    bool found = false;
    for (unsigned i = 0; i < body->count; i++)
        for (unsigned s = 0; s < body->nodes[i].next_count; s++) {
            unsigned head = body->nodes[i].next[s];
            if (head > i)
                continue;
            struct oc_bits loop = loop_nodes(strips, i, head);
            if (is_short(strips, loop) && !keeps_within_bounds(strips, loop))
                continue;
            if (!add_loop(strips, loop))
                return false;
            size_t kept = count_kept(strips, head);
            strips->kept = kept > strips->kept ? kept : strips->kept;
            found = true;
        }
    return found;
}

static bool uses(const struct strips *strips, LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
        if (oc_body_node_of(&strips->body, LLVMGetUser(use)) != OC_NO_NODE)
            return true;
    return false;
}

// ---- How long ---------------------------------------------------------------------------------

static bool has_avx(LLVMValueRef function) {
    static const char name[] = "target-features";
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                                               name, (unsigned)strlen(name));
    unsigned length;
    return attribute && strstr(LLVMGetStringAttributeValue(attribute, &length), "+avx,");
}

// A long strip reads more of memory in one piece, and its sums wait less for each other; but what
// it keeps is to fit in half of the registers, and the loop over it is to be unrolled.
static unsigned choose_length(const struct strips *strips) {
    enum { REGISTERS = 16, FEW_INSTRUCTIONS = 32 };
    size_t bytes = has_avx(strips->body.function) ? 32 : 16;
    bool fits = LONG * strips->kept <= REGISTERS / 2 * bytes;
    return fits && count_instructions(strips, strips->in_loops) <= FEW_INSTRUCTIONS ? LONG : SHORT;
}

// What keeps nothing may still hand values to the loop, in arrays on the stack: of a short code,
// few.
static unsigned choose_loose_length(const struct strips *strips) {
    enum { SHORT_CODE = 100 };
    size_t count = 0;
    for (size_t i = 0; i < strips->body.count; i++)
        OC_EACH_INSTRUCTION(instruction, strips->body.nodes[i].block)
    count++;
    return count <= SHORT_CODE ? LOOSE : LONG;
}

// ---- Strips ------------------------------------------------------------------------------------

static LLVMBasicBlockRef new_block(const struct strips *strips, const char *name) {
    return LLVMAppendBasicBlockInContext(strips->outer->ir->context, strips->body.function, name);
}

// The loop over strips, in the place of the x loop: strips of full length first, then what is left
// of the row as a shorter one.
struct strip_loop {
    LLVMBasicBlockRef begin, end; // of a turn
    LLVMValueRef base;            // the strip's first x
    LLVMValueRef length;          // its threads
};

static void make_shell(struct oc_threads *threads, size_t region, const struct strip_loop *strip) {
    LLVMBuilderRef builder = threads->builder;
    struct oc_loops *loops = &threads->loops[region];
    LLVMContextRef context = threads->ir->context;
    LLVMValueRef function = threads->body->function;
    *loops = (struct oc_loops){
        .first = LLVMAppendBasicBlockInContext(context, function, "strip.region"),
        .inner = LLVMAppendBasicBlockInContext(context, function, "strip.thread"),
        .latch = LLVMAppendBasicBlockInContext(context, function, "strip.thread.end"),
        .last = LLVMAppendBasicBlockInContext(context, function, "strip.region.end"),
        .values = {.arena = threads->ir->arena},
        .loops = !oc_threads_is_scalar(threads, region),
    };
    loops->nest = loops->inner;
    LLVMValueRef zero = LLVMConstInt(threads->i64, 0, false);
    if (!loops->loops) {
        loops->thread = zero;
        loops->x = strip->base;
        LLVMPositionBuilderAtEnd(builder, loops->latch);
        LLVMBuildBr(builder, loops->last);
        return;
    }
    LLVMPositionBuilderAtEnd(builder, loops->inner);
    loops->thread = LLVMBuildPhi(builder, threads->i64, "");
    loops->x = LLVMBuildAdd(builder, strip->base, loops->thread, "");
    LLVMSetNUW(loops->x, true);
    LLVMSetNSW(loops->x, true);
    LLVMPositionBuilderAtEnd(builder, loops->latch);
    LLVMValueRef next =
        LLVMBuildAdd(builder, loops->thread, LLVMConstInt(threads->i64, 1, false), "");
    LLVMAddIncoming(loops->thread, &zero, &loops->first, 1);
    LLVMAddIncoming(loops->thread, &next, &loops->latch, 1);
    LLVMValueRef more = LLVMBuildICmp(builder, LLVMIntULT, next, strip->length, "");
    LLVMBuildCondBr(builder, more, loops->inner, loops->last);
}

// The row goes to `begin` instead of to its x loop.
static void enter_strips(const struct strips *strips, LLVMBasicBlockRef row,
                         LLVMBasicBlockRef begin) {
    LLVMValueRef enter = LLVMGetBasicBlockTerminator(row);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(enter); s++)
        if (LLVMGetSuccessor(enter, s) == strips->loops->inner)
            LLVMSetSuccessor(enter, s, begin);
}

// Strips of one length. Returns the loop over what is left, which is a copy of the x loop.
static struct oc_copy make_strip_loop(struct strips *strips, LLVMBasicBlockRef row,
                                      struct strip_loop *loop) {
    struct oc_threads *threads = strips->outer;
    struct oc_loops *loops = strips->loops;
    LLVMBuilderRef builder = threads->builder;
    LLVMValueRef back = LLVMGetBasicBlockTerminator(loops->latch);
    LLVMValueRef low = LLVMGetIncomingValue(loops->x, 0);
    LLVMValueRef high = LLVMGetOperand(LLVMGetCondition(back), 1);
    LLVMBasicBlockRef exit = LLVMGetSuccessor(back, 1);
    LLVMBasicBlockRef entry = new_block(strips, "strips");
    LLVMBasicBlockRef rest = new_block(strips, "strips.rest");
    loop->begin = new_block(strips, "strip");
    loop->end = new_block(strips, "strip.end");
    loop->length = LLVMConstInt(threads->i64, strips->length, false);

    LLVMPositionBuilderAtEnd(builder, entry);
    LLVMValueRef length = LLVMBuildSub(builder, high, low, "");
    LLVMValueRef whole = LLVMBuildAnd(
        builder, length, LLVMConstInt(threads->i64, ~(strips->length - 1ul), false), "");
    LLVMValueRef last = LLVMBuildAdd(builder, low, whole, "");
    LLVMValueRef zero = LLVMConstInt(threads->i64, 0, false);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntNE, whole, zero, ""), loop->begin, rest);

    LLVMPositionBuilderAtEnd(builder, loop->begin);
    loop->base = LLVMBuildPhi(builder, threads->i64, "");
    LLVMPositionBuilderAtEnd(builder, loop->end);
    LLVMValueRef next = LLVMBuildAdd(builder, loop->base, loop->length, "");
    LLVMSetNUW(next, true);
    LLVMAddIncoming(loop->base, &low, &entry, 1);
    LLVMAddIncoming(loop->base, &next, &loop->end, 1);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, last, ""), loop->begin, rest);

    LLVMPositionBuilderAtEnd(builder, rest);
    LLVMValueRef count = LLVMBuildSub(builder, high, last, "");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntNE, count, zero, ""), loops->inner,
                    exit);
    struct oc_copy copy = {.from = rest, .exit = exit, .start = last, .count = count};
    oc_copy_threads(threads, strips->region, &copy);
    oc_marks_like(threads, loops->latch, copy.latch);

    enter_strips(strips, row, entry);
    return copy;
}

// Strips of any length, where nothing has to stay in registers, or where nothing can: an index that
// is within its bounds for a part of a strip is looked at in part.
static void make_loose_strips(struct strips *strips, LLVMBasicBlockRef row,
                              struct strip_loop *loop) {
    struct oc_threads *threads = strips->outer;
    LLVMBuilderRef builder = threads->builder;
    LLVMValueRef back = LLVMGetBasicBlockTerminator(strips->loops->latch);
    LLVMValueRef low = LLVMGetIncomingValue(strips->loops->x, 0);
    LLVMValueRef high = LLVMGetOperand(LLVMGetCondition(back), 1);
    loop->begin = new_block(strips, "strip");
    loop->end = new_block(strips, "strip.end");

    LLVMPositionBuilderAtEnd(builder, loop->begin);
    loop->base = LLVMBuildPhi(builder, threads->i64, "");
    LLVMValueRef left = LLVMBuildSub(builder, high, loop->base, "");
    LLVMValueRef most = LLVMConstInt(threads->i64, strips->length, false);
    loop->length = oc_build_least(threads, left, most);
    LLVMPositionBuilderAtEnd(builder, loop->end);
    LLVMValueRef next = LLVMBuildAdd(builder, loop->base, loop->length, "");
    LLVMAddIncoming(loop->base, &low, &row, 1);
    LLVMAddIncoming(loop->base, &next, &loop->end, 1);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, high, ""), loop->begin,
                    LLVMGetSuccessor(back, 1));
    enter_strips(strips, row, loop->begin);
}

// What is left of a row is one strip, in the place of the loop over it.
static void make_last_strip(struct strips *strips, const struct oc_copy *copy,
                            struct strip_loop *strip) {
    LLVMBuilderRef builder = strips->outer->builder;
    strip->begin = new_block(strips, "strip.last");
    strip->end = new_block(strips, "strip.last.end");
    strip->base = copy->start;
    strip->length = copy->count;
    LLVMPositionBuilderAtEnd(builder, strip->end);
    LLVMBuildBr(builder, copy->exit);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(copy->from), 0, strip->begin);
}

static void mark_strips(const struct oc_threads *threads, const struct strip_loop *strip,
                        LLVMMetadataRef group) {
    for (size_t r = 0; r < threads->regions->count; r++) {
        const struct oc_region *region = &threads->regions->items[r];
        if (!threads->loops[r].loops)
            continue;
        oc_marks_tag(threads, threads->loops[r].inner, group);
        for (size_t n = 0; n < region->count; n++)
            oc_marks_tag(threads, threads->body->nodes[region->nodes[n]].block, group);
        if (LLVMIsConstant(strip->length))
            oc_marks_strip(threads, threads->loops[r].latch, group);
        else
            oc_marks_last_strip(threads, threads->loops[r].latch, group);
    }
}

// Comparisons of the index with what is the same for the strip decide for all its threads or,
// seldom, for each. The loop is as long in the first case as it was.
static void split_strip(struct oc_threads *threads, const struct strip_loop *strip, size_t region) {
    struct oc_loops *loops = &threads->loops[region];
    if (!loops->loops)
        return;
    loops->x = loops->thread;
    loops->low = LLVMConstInt(threads->i64, 0, false);
    loops->high = strip->length;
    loops->row = loops->first;
    loops->row_end = loops->last;
    oc_split_row(threads, region);
}

// Puts the thread's code into a strip.
static void fill(struct strips *strips, const struct oc_regions *regions,
                 const struct strip_loop *strip) {
    struct oc_threads threads = *strips->outer;
    struct oc_values none = {.arena = threads.ir->arena};
    LLVMMetadataRef group = oc_marks_group_of(strips->outer, strips->loops->latch);
    threads.body = &strips->body;
    threads.uniform = &strips->uniform;
    threads.regions = regions;
    threads.privates = &none;
    threads.strip = strips->length;
    threads.whole = LLVMIsConstant(strip->length);
    threads.strip_x = strips->loops->x;
    threads.loops = OC_NEW_ARRAY(threads.ir->arena, regions->count, struct oc_loops);
    oc_carry_plan(&threads);
    for (size_t r = 0; r < regions->count; r++)
        make_shell(&threads, r, strip);
    LLVMPositionBuilderAtEnd(threads.builder, strip->begin);
    LLVMBuildBr(threads.builder, threads.loops[regions->of_node[0]].first);
    oc_carry_values(&threads);
    for (size_t r = 0; r < regions->count; r++)
        oc_threads_connect(&threads, strip->end, r);
    // The old x is the strips', where its code was; the old loop is left to itself.
    LLVMValueRef x = strips->loops->x;
    LLVMReplaceAllUsesWith(x, threads.loops[regions->of_node[0]].x);
    LLVMInstructionEraseFromParent(x);
    mark_strips(&threads, strip, group);
    for (size_t r = 0; r < regions->count; r++)
        split_strip(&threads, strip, r);
    for (LLVMValueRef at; (at = LLVMGetLastInstruction(strips->loops->latch));)
        LLVMInstructionEraseFromParent(at);
    LLVMPositionBuilderAtEnd(threads.builder, strips->loops->latch);
    LLVMBuildUnreachable(threads.builder);
}

// Whether the code of a complete x loop is to be cut into strips: at `regions`, then.
static bool analyze(struct strips *strips, struct oc_regions *regions) {
    const struct oc_threads *threads = strips->outer;
    const struct oc_loops *loops = strips->loops;
    struct oc_arena *arena = threads->ir->arena;
    oc_body_between(threads->ir, threads->body->function, loops->inner, loops->latch,
                    &strips->body);
    for (size_t i = 0; i < threads->privates->count; i++)
        if (uses(strips, threads->privates->items[i]))
            return false;
    struct oc_values varying = {.arena = arena};
    oc_values_add(&varying, loops->x);
    oc_uniform_analyze(&strips->body, &varying, &strips->uniform);
    strips->cuts = oc_bits_make(arena, strips->body.count);
    strips->in_loops = oc_bits_make(arena, strips->body.count);
    return oc_marks_group_of(threads, loops->latch) && find_loops(strips) && pays(strips) &&
           oc_regions_form(&strips->body, &strips->uniform, strips->cuts, regions);
}

// Strips of one length, of which a row may have several one after the other: each loop's last
// threads are a loop for the next.
struct stage {
    struct strips strips;
    struct oc_regions regions;
    struct oc_loops loops;
    struct strip_loop strip;
};

static LLVMBasicBlockRef row_of(const struct stage *stage) {
    return LLVMGetIncomingBlock(stage->strips.loops->x, 0);
}

// Adds the stages behind the first, which was analyzed: all copies are made before the first is
// filled. Returns their number.
static size_t add_stages(struct stage *stages) {
    size_t count = 0;
    struct strips *first = &stages->strips;
    for (unsigned length = choose_length(first);; length /= 2) {
        struct stage *stage = &stages[count++], *next = stage + 1;
        stage->strips.length = length;
        struct oc_copy copy = make_strip_loop(&stage->strips, row_of(stage), &stage->strip);
        next->loops = (struct oc_loops){.x = copy.x, .inner = copy.inner, .latch = copy.latch};
        next->strips = (struct strips){.outer = first->outer,
                                       .region = first->region,
                                       .loops = &next->loops,
                                       .length = length};
        if (!analyze(&next->strips, &next->regions))
            return count;
        if (length == SHORT) {
            make_last_strip(&next->strips, &copy, &next->strip);
            return count + 1;
        }
    }
}

void oc_strip_loops(struct oc_threads *threads, size_t region) {
    enum { MOST_STAGES = 3 };
    struct stage stages[MOST_STAGES];
    struct strips *first = &stages->strips;
    *first = (struct strips){.outer = threads, .region = region, .loops = &threads->loops[region]};
    if (!first->loops->loops || !analyze(first, &stages->regions))
        return;
    size_t count = 1;
    if (first->kept && !first->bounded) {
        count = add_stages(stages);
    } else {
        first->length = choose_loose_length(first);
        make_loose_strips(first, row_of(stages), &stages->strip);
    }
    for (size_t i = 0; i < count; i++)
        fill(&stages[i].strips, &stages[i].regions, &stages[i].strip);
}
