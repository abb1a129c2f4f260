#include "cpu/fetchblocks.h"

#include "base/names.h"
#include "cpu/arrayplaces.h"
#include "cpu/lanefunctions.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "ir/llvm_shim.h"
#include "ir/waits.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// In bytes: a line of the cache, and how far before its use something is fetched. Measured: what is
// nearer comes too late, and what is farther drives other data from the first cache.
enum { LINE = 64, AHEAD = 12288, MOST_LOADS = 4, DEPTH = 16 };

struct fetching {
    struct oc_ir *ir;
    struct oc_edit edit;
    LLVMValueRef enter; // the call before the thread's code
    unsigned lanes;     // of a group; 0: the kernel has no lane functions
    struct oc_loop_info *loops;
    LLVMValueRef loads[MOST_LOADS]; // of different lines
    LLVMValueRef after[MOST_LOADS]; // the call after which each is fetched for later blocks
    struct oc_arrayplace places[MOST_LOADS];
    unsigned count;
};

// ---- Which loads -------------------------------------------------------------------------------

static bool is_of_line(const struct oc_arrayplace *one, const struct oc_arrayplace *two) {
    return oc_arrayplace_is_alike(one, two) && one->sizes == two->sizes &&
           labs(one->constant - two->constant) < LINE;
}

static void add_load(struct fetching *at, LLVMValueRef load, const struct oc_arrayplace *place) {
    uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(at->ir->module), place->type);
    if (!bytes || bytes > LINE)
        return;
    for (unsigned i = 0; i < at->count; i++)
        if (is_of_line(&at->places[i], place))
            return;
    if (at->count == MOST_LOADS || LLVMGetVolatile(load) ||
        LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
        return;
    at->places[at->count] = *place;
    at->loads[at->count++] = load;
}

// Returns false if a loop reads an array: it reads more than what is outside of it.
static bool find_loads(struct fetching *at, LLVMValueRef body) {
    OC_EACH_BLOCK (block, body) {
        bool is_in_loop = oc_loops_around(at->loops, block) != NULL;
        OC_EACH_INSTRUCTION (load, block) {
            struct oc_arrayplace place;
            if (!LLVMIsALoadInst(load) ||
                !oc_arrayplace_read(at->ir, LLVMGetOperand(load, 0), &place))
                continue;
            if (is_in_loop)
                return false;
            add_load(at, load, &place);
        }
    }
    return true;
}

// Finds the last barrier before each load, if any: the data is fetched after it.
static void find_barriers(struct fetching *at, LLVMValueRef body) {
    struct oc_values calls = {.arena = at->ir->arena};
    oc_ir_collect_calls(body, &calls);
    for (unsigned i = 0; i < at->count; i++) {
        at->after[i] = at->enter;
        for (size_t c = 0; c < calls.count; c++)
            if (strcmp(oc_ir_callee_name(calls.items[c]), OC_NAME_BARRIER) == 0 &&
                oc_loops_dominate(at->loops, calls.items[c], at->loads[i]) &&
                oc_loops_dominate(at->loops, at->after[i], calls.items[c]))
                at->after[i] = calls.items[c];
    }
}

// ---- What a later block loads ------------------------------------------------------------------

// A value as the thread that fetches has it in a later block.
struct later {
    LLVMValueRef value; // NULL: it cannot be computed
    unsigned threads;   // how many times the thread's number in x is added
    uint64_t bytes;     // of an address: how far after it the next thread's is
    bool depends_on_block;
};

static LLVMValueRef number(const struct fetching *at, uint64_t value) {
    return LLVMConstInt(at->edit.i32, value, false);
}

static LLVMValueRef call_for_x(struct fetching *at, const char *name) {
    return oc_ids_call(at->ir, at->edit.builder, name, number(at, 0));
}

// The number in x of the thread that fetches, and for how many threads it does so.
static LLVMValueRef first_thread(struct fetching *at) {
    return at->lanes ? call_for_x(at, OC_NAME_THREAD_ID) : number(at, 0);
}
static LLVMValueRef thread_count(struct fetching *at) {
    return at->lanes ? number(at, at->lanes) : call_for_x(at, OC_NAME_BLOCK_SIZE);
}

static struct later later(struct fetching *at, LLVMValueRef block, LLVMValueRef value, int depth);

static struct later later_of_call(struct fetching *at, LLVMValueRef block, LLVMValueRef call) {
    LLVMBuilderRef builder = at->edit.builder;
    const char *name = oc_ir_callee_name(call);
    struct later result = {.value = NULL};
    LLVMValueRef dimension =
        oc_ids_is_index(name) && LLVMGetNumArgOperands(call) == 1 ? LLVMGetOperand(call, 0) : NULL;
    if (!dimension || !LLVMIsAConstantInt(dimension))
        return result;
    bool is_x = LLVMConstIntGetZExtValue(dimension) == 0;
    bool is_global = strcmp(name, OC_NAME_GLOBAL_ID) == 0;
    result.depends_on_block = is_x && (is_global || strcmp(name, OC_NAME_BLOCK_ID) == 0);
    result.threads = is_x && (is_global || strcmp(name, OC_NAME_THREAD_ID) == 0);
    if (is_x && is_global) {
        LLVMValueRef size = oc_ids_call(at->ir, builder, OC_NAME_BLOCK_SIZE, dimension);
        LLVMTypeRef i64 = at->edit.i64;
        LLVMValueRef begin = LLVMBuildMul(builder, LLVMBuildZExt(builder, block, i64, ""),
                                          LLVMBuildZExt(builder, size, i64, ""), "");
        result.value =
            LLVMBuildAdd(builder, begin, LLVMBuildZExt(builder, first_thread(at), i64, ""), "");
    } else if (result.threads) {
        result.value = first_thread(at);
    } else if (result.depends_on_block) {
        result.value = block;
    } else {
        result.value = oc_ids_call(at->ir, builder, name, dimension);
    }
    return result;
}

static struct later later_of_two(struct fetching *at, LLVMValueRef block, LLVMValueRef value,
                                 int depth) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    struct later left = later(at, block, LLVMGetOperand(value, 0), depth - 1),
                 right = left.value ? later(at, block, LLVMGetOperand(value, 1), depth - 1) : left,
                 result = {.value = NULL};
    bool is_sum = opcode == LLVMAdd || (opcode == LLVMOr && LLVMGetIsDisjoint(value));
    bool is_difference = opcode == LLVMSub && !right.threads;
    bool keeps_threads = is_sum || is_difference || oc_ir_is_lower_half(value);
    if (!right.value || (!keeps_threads && (left.threads || right.threads)))
        return result;
    result.threads = left.threads + right.threads;
    result.depends_on_block = left.depends_on_block || right.depends_on_block;
    result.value =
        LLVMBuildBinOp(at->edit.builder, is_sum ? LLVMAdd : opcode, left.value, right.value, "");
    return result;
}

// Only the last index may differ between threads.
static struct later later_of_place(struct fetching *at, LLVMValueRef block, LLVMValueRef value,
                                   int depth) {
    LLVMValueRef indices[OC_ARRAYPLACES_ROWS + 1];
    unsigned count = (unsigned)LLVMGetNumOperands(value) - 1;
    struct later result = later(at, block, LLVMGetOperand(value, 0), depth - 1);
    LLVMTypeRef element = LLVMGetGEPSourceElementType(value);
    for (unsigned i = 0; i < count && result.value; i++) {
        bool is_array = i == 0 || LLVMGetTypeKind(element) == LLVMArrayTypeKind;
        if (i > OC_ARRAYPLACES_ROWS || result.threads || !is_array) {
            result.value = NULL;
            return result;
        }
        struct later index = later(at, block, LLVMGetOperand(value, i + 1), depth - 1);
        indices[i] = index.value;
        result.value = index.value ? result.value : NULL;
        result.threads = index.threads;
        result.depends_on_block |= index.depends_on_block;
        element = i == 0 ? element : LLVMGetElementType(element);
    }
    result.bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(at->ir->module), element);
    if (result.value)
        result.value = LLVMBuildGEP2(at->edit.builder, LLVMGetGEPSourceElementType(value),
                                     result.value, indices, count, "");
    return result;
}

// Builds a value as a later block has it.
static struct later later(struct fetching *at, LLVMValueRef block, LLVMValueRef value, int depth) {
    struct later result = {.value = NULL};
    if (!LLVMIsAInstruction(value) ||
        (LLVMGetInstructionParent(value) == LLVMGetInstructionParent(at->enter))) {
        result.value = value; // the kernel's parameters are loaded there
        return result;
    }
    if (!depth)
        return result;
    if (LLVMIsACallInst(value))
        return later_of_call(at, block, value);
    if (LLVMIsACastInst(value)) {
        result = later(at, block, LLVMGetOperand(value, 0), depth - 1);
        if (result.value)
            result.value = LLVMBuildCast(at->edit.builder, LLVMGetInstructionOpcode(value),
                                         result.value, LLVMTypeOf(value), "");
        return result;
    }
    if (LLVMIsABinaryOperator(value) && !oc_ir_has_effect(value))
        return later_of_two(at, block, value, depth);
    return LLVMIsAGetElementPtrInst(value) ? later_of_place(at, block, value, depth) : result;
}

// ---- Fetching ----------------------------------------------------------------------------------

static uint64_t element_of(const struct fetching *at, unsigned load) {
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(at->ir->module), at->places[load].type);
}

// How many blocks later what is fetched is used: at least one.
static LLVMValueRef build_distance(struct fetching *at) {
    LLVMBuilderRef builder = at->edit.builder;
    uint64_t bytes = 0; // that a thread loads
    for (unsigned i = 0; i < at->count; i++)
        bytes += element_of(at, i);
    LLVMValueRef threads = call_for_x(at, OC_NAME_BLOCK_SIZE);
    for (unsigned d = 1; d < 3; d++)
        threads = LLVMBuildMul(builder, threads,
                               oc_ids_call(at->ir, builder, OC_NAME_BLOCK_SIZE, number(at, d)), "");
    uint64_t most = bytes && bytes < AHEAD ? AHEAD / bytes : 1;
    LLVMValueRef blocks = LLVMBuildUDiv(builder, number(at, most), threads, "");
    LLVMValueRef none = LLVMBuildICmp(builder, LLVMIntEQ, blocks, number(at, 0), "");
    return LLVMBuildSelect(builder, none, number(at, 1), blocks, "");
}

// After the block `last`, fetches what the threads of a line load in a later block. `distance`: a
// number of blocks. Returns the block that is the last one then.
static LLVMBasicBlockRef add_fetch(struct fetching *at, LLVMBasicBlockRef last, unsigned load,
                                   LLVMValueRef distance) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMPositionBuilderAtEnd(builder, last);
    LLVMValueRef block = LLVMBuildAdd(builder, call_for_x(at, OC_NAME_BLOCK_ID), distance, "");
    struct later place = later(at, block, LLVMGetOperand(at->loads[load], 0), DEPTH);
    if (!place.value || place.threads != 1 || !place.depends_on_block || !place.bytes ||
        place.bytes > LINE)
        return last;
    LLVMTypeRef i64 = at->edit.i64;
    LLVMValueRef threads = LLVMBuildZExt(builder, thread_count(at), i64, ""),
                 size = LLVMBuildMul(builder, threads, LLVMConstInt(i64, place.bytes, false), ""),
                 zero = LLVMConstNull(i64);
    LLVMBasicBlockRef loop = oc_edit_append_block(&at->edit, LLVMGetBasicBlockParent(last)),
                      after = oc_edit_append_block(&at->edit, LLVMGetBasicBlockParent(last));
    LLVMBuildBr(builder, loop);
    LLVMPositionBuilderAtEnd(builder, loop);
    LLVMValueRef done = LLVMBuildPhi(builder, i64, ""); // bytes
    LLVMValueRef address = LLVMBuildGEP2(builder, at->edit.i8, place.value, &done, 1, "");
    oc_ir_build_prefetch(at->ir, builder, address);
    LLVMValueRef next = LLVMBuildAdd(builder, done, LLVMConstInt(i64, LINE, false), ""),
                 more = LLVMBuildICmp(builder, LLVMIntULT, next, size, "");
    LLVMBuildCondBr(builder, more, loop, after);
    LLVMAddIncoming(done, &zero, &last, 1);
    LLVMAddIncoming(done, &next, &loop, 1);
    return after;
}

// Whether the thread is one that fetches: the first of a line or group.
static LLVMValueRef build_fetches(struct fetching *at) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMValueRef thread = call_for_x(at, OC_NAME_THREAD_ID);
    if (at->lanes) {
        LLVMValueRef y = oc_ids_call(at->ir, builder, OC_NAME_THREAD_ID, number(at, 1)),
                     z = oc_ids_call(at->ir, builder, OC_NAME_THREAD_ID, number(at, 2)),
                     height = oc_ids_call(at->ir, builder, OC_NAME_BLOCK_SIZE, number(at, 1));
        LLVMValueRef row = LLVMBuildAdd(builder, LLVMBuildMul(builder, z, height, ""), y, "");
        row = LLVMBuildMul(builder, row, call_for_x(at, OC_NAME_BLOCK_SIZE), "");
        thread = LLVMBuildURem(builder, LLVMBuildAdd(builder, thread, row, ""),
                               number(at, at->lanes), "");
    }
    return LLVMBuildICmp(builder, LLVMIntEQ, thread, number(at, 0), "");
}

// After the block `last`, has threads fetch what is to be fetched after a call. Returns the block
// that is the last one then.
static LLVMBasicBlockRef add_fetches(struct fetching *at, LLVMBasicBlockRef last,
                                     LLVMValueRef call) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMBasicBlockRef first = oc_edit_append_block(&at->edit, LLVMGetBasicBlockParent(last)),
                      end = first;
    LLVMPositionBuilderAtEnd(builder, first);
    LLVMValueRef distance = build_distance(at);
    for (unsigned i = 0; i < at->count; i++)
        end = at->after[i] == call ? add_fetch(at, end, i, distance) : end;
    if (end == first) {
        LLVMDeleteBasicBlock(first);
        return last;
    }
    LLVMBasicBlockRef next = oc_edit_append_block(&at->edit, LLVMGetBasicBlockParent(last));
    LLVMPositionBuilderAtEnd(builder, last);
    LLVMBuildCondBr(builder, build_fetches(at), first, next);
    LLVMPositionBuilderAtEnd(builder, end);
    LLVMBuildBr(builder, next);
    LLVMPositionBuilderAtEnd(builder, next);
    if (at->lanes)
        oc_lanefunctions_build_ballot(&at->edit, number(at, 1), at->lanes);
    else
        oc_waits_build_barrier(at->ir, builder);
    return next;
}

static void fetch_after(struct fetching *at, LLVMValueRef call) {
    LLVMBasicBlockRef rest = oc_edit_begin_with(&at->edit, LLVMGetNextInstruction(call)),
                      last = LLVMGetInstructionParent(call);
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(last));
    last = add_fetches(at, last, call);
    LLVMPositionBuilderAtEnd(at->edit.builder, last);
    LLVMBuildBr(at->edit.builder, rest);
}

void oc_fetchblocks_add(struct oc_ir *ir, LLVMValueRef body) {
    struct fetching at = {.ir = ir, .enter = oc_ir_find_call(body, OC_NAME_ENTER_GRID)};
    if (!at.enter || !oc_ir_find_call(body, OC_NAME_BARRIER))
        return;
    struct oc_values lane_calls = {.arena = ir->arena};
    oc_lanefunctions_find(body, &lane_calls);
    at.lanes = lane_calls.count ? oc_lanefunctions_count(lane_calls.items[0]) : 0;
    at.loops = oc_loops_read(body);
    bool may = find_loads(&at, body) && at.count;
    if (may)
        find_barriers(&at, body);
    oc_loops_dispose(at.loops);
    if (!may)
        return;
    at.edit = oc_edit_begin(ir);
    for (unsigned i = 0; i < at.count; i++) {
        bool is_first = true;
        for (unsigned k = 0; k < i; k++)
            is_first &= at.after[k] != at.after[i];
        if (is_first)
            fetch_after(&at, at.after[i]);
    }
    oc_edit_end(&at.edit);
}
