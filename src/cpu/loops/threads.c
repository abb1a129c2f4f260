#include "cpu/loops/threads.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/analysis/gathers.h"
#include "cpu/analysis/order.h"
#include "cpu/loops/allgroups.h"
#include "cpu/loops/build.h"
#include "cpu/loops/carry.h"
#include "cpu/loops/connect.h"
#include "cpu/loops/entering.h"
#include "cpu/loops/flatten.h"
#include "cpu/loops/marks.h"
#include "cpu/loops/pieces.h"
#include "cpu/loops/slots.h"
#include "cpu/loops/speculate.h"
#include "cpu/loops/split.h"
#include "cpu/loops/steps.h"
#include "cpu/loops/strips.h"
#include "cpu/loops/totals.h"
#include "cpu/loops/voters.h"
#include "cpu/loops/widen.h"
#include "ir/sanitizers.h"

#include <stddef.h>
#include <string.h>

#include "glue/preamble.h"

// `value`, of 64 bits and less than 2^31, as 32.
static LLVMValueRef narrow(const struct oc_threads *threads, LLVMValueRef value) {
    LLVMValueRef result = LLVMBuildTrunc(threads->builder, value, threads->i32, "");
    if (LLVMIsATruncInst(result)) {
        LLVMSetNUW(result, true);
        LLVMSetNSW(result, true);
    }
    return result;
}

// A sum that cannot overflow: of indices, which are small numbers.
static LLVMValueRef sum(const struct oc_threads *threads, LLVMValueRef left, LLVMValueRef right) {
    LLVMValueRef result = LLVMBuildAdd(threads->builder, left, right, "");
    if (LLVMIsAInstruction(result)) {
        LLVMSetNUW(result, true);
        LLVMSetNSW(result, true);
    }
    return result;
}

static LLVMValueRef product(const struct oc_threads *threads, LLVMValueRef left,
                            LLVMValueRef right) {
    LLVMValueRef result = LLVMBuildMul(threads->builder, left, right, "");
    if (LLVMIsAInstruction(result)) {
        LLVMSetNUW(result, true);
        LLVMSetNSW(result, true);
    }
    return result;
}

// A phi of 64 bits whose first value comes from `block`.
static LLVMValueRef new_phi(const struct oc_threads *threads, LLVMTypeRef type, LLVMValueRef value,
                            LLVMBasicBlockRef block) {
    LLVMValueRef phi = LLVMBuildPhi(threads->builder, type, "");
    LLVMAddIncoming(phi, &value, &block, 1);
    return phi;
}

// ---- What is known before the loops ------------------------------------------------------------

static LLVMValueRef load_of_grid(const struct oc_threads *threads, LLVMTypeRef type,
                                 size_t offset) {
    LLVMValueRef at = oc_build_number(threads, offset);
    LLVMValueRef grid = LLVMGetParam(threads->body->function, OC_BODY_GRID);
    LLVMValueRef address = LLVMBuildInBoundsGEP2(threads->builder, threads->i8, grid, &at, 1, "");
    return LLVMBuildLoad2(threads->builder, type, address, "");
}

// The dimension of the grid that loops over dimension `d` run over.
static unsigned of_grid(const struct oc_threads *threads, unsigned d) {
    return d == 0 ? threads->innermost : d == threads->innermost ? 0 : d;
}

static LLVMValueRef size_of_block(const struct oc_threads *threads, unsigned d) {
    return LLVMGetParam(threads->body->function, OC_BODY_SIZE_X + of_grid(threads, d));
}

static void read_grid(struct oc_threads *threads) {
    LLVMValueRef function = threads->body->function;
    LLVMPositionBuilderBefore(threads->builder,
                              LLVMGetBasicBlockTerminator(threads->body->preceding));
    for (unsigned d = 0; d < 3; d++) {
        threads->sizes[d] = oc_build_wide(threads, size_of_block(threads, d));
        threads->counts[d] =
            load_of_grid(threads, threads->i32,
                         offsetof(struct __offloadcc_grid, __offloadcc_block_count) +
                             of_grid(threads, d) * sizeof(unsigned));
    }
    LLVMValueRef memory = LLVMGetParam(function, OC_BODY_MEMORY);
    LLVMValueRef start = oc_build_number(threads, __offloadcc_frame_start);
    threads->shared = LLVMBuildLoad2(threads->builder, LLVMTypeOf(memory), memory, "");
    threads->memory = LLVMBuildInBoundsGEP2(threads->builder, threads->i8, memory, &start, 1, "");
}

// ---- The loop over blocks ----------------------------------------------------------------------

// One turn of it is one block; where the x loop is flat, the neighbouring blocks of a row of them.
struct block_loop {
    LLVMBasicBlockRef check; // are blocks left?
    LLVMBasicBlockRef begin; // of a turn
    LLVMBasicBlockRef end;   // of a turn
    LLVMBasicBlockRef done;
    LLVMValueRef at;  // number of the turn's first block
    LLVMValueRef run; // the turn's number of blocks
};

// The place of the first block, by division; later ones are counted on from it.
static void first_block(const struct oc_threads *threads, LLVMValueRef first, LLVMValueRef ids[3]) {
    LLVMBuilderRef builder = threads->builder;
    LLVMValueRef width = oc_build_wide(threads, threads->counts[0]);
    LLVMValueRef height = oc_build_wide(threads, threads->counts[1]);
    LLVMValueRef row = LLVMBuildUDiv(builder, first, width, "");
    ids[0] = narrow(threads, LLVMBuildURem(builder, first, width, ""));
    ids[1] = narrow(threads, LLVMBuildURem(builder, row, height, ""));
    ids[2] = narrow(threads, LLVMBuildUDiv(builder, row, height, ""));
}

static void begin_turn(struct oc_threads *threads, struct block_loop *loop) {
    oc_build_at_end(threads, loop->begin);
    for (int d = 0; d < 3; d++)
        threads->bases[d] =
            product(threads, oc_build_wide(threads, threads->block_ids[d]), threads->sizes[d]);
    loop->run = oc_build_number(threads, 1);
    threads->low = oc_build_number(threads, 0);
    threads->high = threads->sizes[0];
    if (!threads->flat)
        return;
    LLVMValueRef last = LLVMGetParam(threads->body->function, OC_BODY_LAST);
    LLVMValueRef left = LLVMBuildSub(threads->builder, last, loop->at, "");
    LLVMValueRef in_row = oc_build_wide(
        threads, LLVMBuildSub(threads->builder, threads->counts[0], threads->block_ids[0], ""));
    loop->run = oc_build_least(threads, left, in_row);
    threads->low = threads->bases[0];
    threads->high = sum(threads, threads->low, product(threads, loop->run, threads->sizes[0]));
}

static void end_turn(struct oc_threads *threads, struct block_loop *loop) {
    LLVMBuilderRef builder = oc_build_at_end(threads, loop->end);
    LLVMValueRef zero = LLVMConstInt(threads->i32, 0, false);
    LLVMValueRef carry = narrow(threads, loop->run);
    for (int d = 0; d < 3; d++) {
        LLVMValueRef next = LLVMBuildAdd(builder, threads->block_ids[d], carry, "");
        LLVMValueRef wraps = LLVMBuildICmp(builder, LLVMIntEQ, next, threads->counts[d], "");
        LLVMValueRef id = d < 2 ? LLVMBuildSelect(builder, wraps, zero, next, "") : next;
        LLVMAddIncoming(threads->block_ids[d], &id, &loop->end, 1);
        carry = LLVMBuildZExt(builder, wraps, threads->i32, "");
    }
    LLVMValueRef next = LLVMBuildAdd(builder, loop->at, loop->run, "");
    LLVMAddIncoming(loop->at, &next, &loop->end, 1);
    LLVMBuildBr(builder, loop->check);
}

static void make_block_loop(struct oc_threads *threads, struct block_loop *loop) {
    const struct oc_body *body = threads->body;
    LLVMBasicBlockRef preceding = body->preceding;
    loop->check = oc_build_block(threads, "blocks");
    loop->begin = oc_build_block(threads, "block");
    loop->end = oc_build_block(threads, "block.end");
    loop->done = body->nodes[body->exit].block;
    LLVMValueRef first = LLVMGetParam(body->function, OC_BODY_FIRST);
    LLVMPositionBuilderBefore(threads->builder, LLVMGetBasicBlockTerminator(preceding));
    LLVMValueRef ids[3];
    first_block(threads, first, ids);
    LLVMBuilderRef builder = oc_build_at_end(threads, loop->check);
    loop->at = new_phi(threads, threads->i64, first, preceding);
    for (int d = 0; d < 3; d++)
        threads->block_ids[d] = new_phi(threads, threads->i32, ids[d], preceding);
    if (threads->lanes) { // there is one block
        LLVMBuildBr(builder, loop->begin);
        begin_turn(threads, loop);
        LLVMBuildBr(oc_build_at_end(threads, loop->end), loop->done);
    } else {
        LLVMValueRef more = LLVMBuildICmp(builder, LLVMIntULT, loop->at,
                                          LLVMGetParam(body->function, OC_BODY_LAST), "");
        LLVMBuildCondBr(builder, more, loop->begin, loop->done);
        begin_turn(threads, loop);
        end_turn(threads, loop);
    }
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(preceding), 0, loop->check);
}

// ---- The loops over threads --------------------------------------------------------------------

static void make_ids(struct oc_threads *threads, struct oc_loops *loops) {
    LLVMValueRef at[3] = {loops->x, loops->y, loops->z};
    oc_build_at_end(threads, loops->inner);
    for (int d = 0; d < 3; d++) {
        bool is_global = d == 0 && threads->flat;
        loops->global_ids[d] = is_global ? at[d] : sum(threads, threads->bases[d], at[d]);
        loops->thread_ids[d] = narrow(threads, at[d]);
    }
}

// Blocks without loops, and with the first of all threads' indices.
static void make_scalar(struct oc_threads *threads, struct oc_loops *loops) {
    loops->x = loops->y = loops->z = loops->thread = oc_build_number(threads, 0);
    LLVMBuildBr(oc_build_at_end(threads, loops->latch), loops->last);
    make_ids(threads, loops);
}

// One loop of the nest: `begin` runs with a phi from 0 to size - 1, `end` goes back or on.
static LLVMValueRef make_loop(struct oc_threads *threads, LLVMBasicBlockRef from,
                              LLVMBasicBlockRef begin, LLVMBasicBlockRef end, LLVMBasicBlockRef on,
                              LLVMValueRef low, LLVMValueRef high) {
    oc_build_at_end(threads, begin);
    LLVMValueRef at = new_phi(threads, threads->i64, low, from);
    LLVMBuilderRef builder = oc_build_at_end(threads, end);
    LLVMValueRef next = sum(threads, at, oc_build_number(threads, 1));
    LLVMAddIncoming(at, &next, &end, 1);
    LLVMValueRef more = LLVMBuildICmp(builder, LLVMIntULT, next, high, "");
    LLVMBuildCondBr(builder, more, begin, on);
    return at;
}

static void make_nest(struct oc_threads *threads, struct oc_loops *loops) {
    LLVMBasicBlockRef plane = loops->nest = oc_build_block(threads, "plane");
    LLVMBasicBlockRef plane_end = oc_build_block(threads, "plane.end");
    loops->row = oc_build_block(threads, "row");
    loops->row_end = oc_build_block(threads, "row.end");
    LLVMValueRef zero = oc_build_number(threads, 0);
    loops->z =
        make_loop(threads, loops->first, plane, plane_end, loops->last, zero, threads->sizes[2]);
    LLVMBuildBr(oc_build_at_end(threads, plane), loops->row);
    loops->y =
        make_loop(threads, plane, loops->row, loops->row_end, plane_end, zero, threads->sizes[1]);
    oc_build_at_end(threads, loops->row);
    LLVMValueRef rows = sum(threads, product(threads, loops->z, threads->sizes[1]), loops->y);
    LLVMValueRef row = product(threads, rows, threads->sizes[0]);
    LLVMBuildBr(threads->builder, loops->inner);
    loops->low = threads->low;
    loops->high = threads->high;
    loops->x = make_loop(threads, loops->row, loops->inner, loops->latch, loops->row_end,
                         loops->low, loops->high);
    oc_build_at_end(threads, loops->inner);
    loops->thread = sum(threads, row, loops->x);
    make_ids(threads, loops);
}

static void make_shell(struct oc_threads *threads, size_t region) {
    struct oc_loops *loops = &threads->loops[region];
    *loops = (struct oc_loops){
        .first = oc_build_block(threads, "region"),
        .inner = oc_build_block(threads, "thread"),
        .latch = oc_build_block(threads, "thread.end"),
        .last = oc_build_block(threads, "region.end"),
        .values = {.arena = threads->ir->arena},
        .loops = !oc_entering_is_scalar(threads, region),
    };
    loops->nest = loops->inner;
    if (loops->loops)
        make_nest(threads, loops);
    else
        make_scalar(threads, loops);
}

// ---- Indices -----------------------------------------------------------------------------------

static LLVMValueRef choose_dimension(const struct oc_threads *threads, LLVMValueRef dimension,
                                     LLVMValueRef const values[3]) {
    LLVMValueRef known = LLVMIsAConstantInt(dimension);
    if (known)
        return values[LLVMConstIntGetZExtValue(known) % 3];
    LLVMBuilderRef builder = threads->builder;
    LLVMTypeRef type = LLVMTypeOf(dimension);
    LLVMValueRef result = values[2];
    for (unsigned d = 2; d-- > 0;) {
        LLVMValueRef is =
            LLVMBuildICmp(builder, LLVMIntEQ, dimension, LLVMConstInt(type, d, false), "");
        result = LLVMBuildSelect(builder, is, values[d], result, "");
    }
    return result;
}

// What an index call in a region stands for; NULL: it is another call.
static LLVMValueRef index_value(const struct oc_threads *threads, const struct oc_loops *loops,
                                LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    if (strcmp(name, OC_NAME_DYNAMIC_SHARED) == 0)
        return threads->shared;
    LLVMValueRef sizes[3];
    for (unsigned d = 0; d < 3; d++)
        sizes[d] = size_of_block(threads, d);
    const struct {
        const char *name;
        const LLVMValueRef *values;
    } indices[] = {
        {OC_NAME_THREAD_ID, loops->thread_ids}, {OC_NAME_GLOBAL_ID, loops->global_ids},
        {OC_NAME_BLOCK_ID, threads->block_ids}, {OC_NAME_BLOCK_SIZE, sizes},
        {OC_NAME_BLOCK_COUNT, threads->counts},
    };
    LLVMPositionBuilderBefore(threads->builder, call);
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++)
        if (strcmp(name, indices[i].name) == 0)
            return choose_dimension(threads, LLVMGetOperand(call, 0), indices[i].values);
    return NULL;
}

// The index of a lane has few bits. So where it is extended, the x loop's counter is the same, and
// LLVM goes on to know that sums with it have no carry.
static void extend_lane(const struct oc_threads *threads, LLVMValueRef lane, LLVMValueRef value) {
    LLVMValueRef counter = LLVMIsATruncInst(value) ? LLVMGetOperand(value, 0) : NULL;
    struct oc_values users = {.arena = threads->ir->arena};
    if (!counter || strcmp(oc_ir_callee_name(lane), OC_NAME_THREAD_ID) != 0)
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(lane); use; use = LLVMGetNextUse(use))
        if (LLVMIsAZExtInst(LLVMGetUser(use)) &&
            LLVMTypeOf(LLVMGetUser(use)) == LLVMTypeOf(counter))
            oc_values_add(&users, LLVMGetUser(use));
    for (size_t i = 0; i < users.count; i++)
        LLVMReplaceAllUsesWith(users.items[i], counter);
}

static void replace_index_calls(struct oc_threads *threads, size_t region) {
    const struct oc_region *nodes = &threads->regions->items[region];
    struct oc_values calls = {.arena = threads->ir->arena};
    for (size_t n = 0; n < nodes->count; n++)
        OC_EACH_INSTRUCTION (instruction, threads->body->nodes[nodes->nodes[n]].block) {
            if (oc_ir_is_call(instruction))
                oc_values_add(&calls, instruction);
        }
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef value = index_value(threads, &threads->loops[region], calls.items[i]);
        if (!value)
            continue;
        if (threads->lanes)
            extend_lane(threads, calls.items[i], value);
        LLVMReplaceAllUsesWith(calls.items[i], value);
        LLVMInstructionEraseFromParent(calls.items[i]);
    }
}

static void store_index(const struct oc_threads *threads, unsigned row, unsigned dimension,
                        LLVMValueRef value) {
    LLVMValueRef at = oc_build_number(threads, (row * 3ul + dimension) * sizeof(unsigned));
    LLVMValueRef place = LLVMGetOperand(threads->body->enter, 0);
    LLVMBuildStore(threads->builder, value,
                   LLVMBuildInBoundsGEP2(threads->builder, threads->i8, place, &at, 1, ""));
}

// Keeps the thread's place, for index calls that are left in other functions.
static void store_ids(struct oc_threads *threads, struct block_loop *loop) {
    LLVMPositionBuilderBefore(threads->builder, LLVMGetBasicBlockTerminator(loop->begin));
    for (unsigned d = 0; d < 3; d++)
        store_index(threads, 1, d, threads->block_ids[d]);
    for (size_t r = 0; r < threads->regions->count; r++) {
        oc_build_at_end(threads, threads->loops[r].inner);
        for (unsigned d = 0; threads->loops[r].loops && d < 3; d++)
            store_index(threads, 0, d, threads->loops[r].thread_ids[d]);
    }
}

// Keeps what threads do apart, for sanitizers.
static void part_threads(struct oc_threads *threads) {
    for (size_t r = 0; r < threads->regions->count; r++) {
        if (!threads->loops[r].loops)
            continue;
        oc_build_at_end(threads, threads->loops[r].inner);
        oc_sanitizers_part_threads(threads->ir, threads->builder);
        LLVMPositionBuilderBefore(threads->builder,
                                  LLVMGetFirstInstruction(threads->loops[r].latch));
        oc_sanitizers_part_threads(threads->ir, threads->builder);
    }
}
// Debug records after the last instruction would outlive the block, and be found again where the
// next one is made: the last instruction of all takes them along.
static void clear_block(const struct oc_threads *threads, LLVMBasicBlockRef block) {
    for (LLVMValueRef last; (last = LLVMGetLastInstruction(block));) {
        if (LLVMGetTypeKind(LLVMTypeOf(last)) != LLVMVoidTypeKind)
            LLVMReplaceAllUsesWith(last, LLVMGetPoison(LLVMTypeOf(last)));
        LLVMInstructionEraseFromParent(last);
    }
    LLVMBuildUnreachable(oc_build_at_end(threads, block));
}

// Removes blocks that nothing goes to any more: barriers, and what coroutines do instead.
// Our own stay: phis name them, in a loop that is never run again, too.
static void remove_unreachable(const struct oc_threads *threads) {
    const struct oc_body *body = threads->body;
    struct oc_arena *arena = body->ir->arena;
    struct oc_map seen = {.arena = arena};
    struct oc_values reached = {.arena = arena}, rest = {.arena = arena};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body->function);
    oc_map_set(&seen, entry, 1);
    oc_values_add(&reached, LLVMBasicBlockAsValue(entry));
    for (size_t i = 0; i < reached.count; i++) {
        LLVMValueRef terminator =
            LLVMGetBasicBlockTerminator(LLVMValueAsBasicBlock(reached.items[i]));
        for (unsigned s = 0; s < LLVMGetNumSuccessors(terminator); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(terminator, s);
            if (oc_map_get(&seen, next, NULL))
                continue;
            oc_map_set(&seen, next, 1);
            oc_values_add(&reached, LLVMBasicBlockAsValue(next));
        }
    }
    OC_EACH_BLOCK (block, body->function) {
        if (!oc_map_get(&seen, block, NULL) && oc_map_get(&threads->given, block, NULL))
            oc_values_add(&rest, LLVMBasicBlockAsValue(block));
    }
    for (size_t i = 0; i < rest.count; i++)
        clear_block(threads, LLVMValueAsBasicBlock(rest.items[i]));
    for (size_t i = 0; i < rest.count; i++)
        LLVMDeleteBasicBlock(LLVMValueAsBasicBlock(rest.items[i]));
}

// ---- Building ----------------------------------------------------------------------------------

// Whether the x loop can run over neighbouring blocks at once: nothing but global ids tells them
// apart.
static bool can_be_flat(const struct oc_threads *threads, bool state) {
    static const char *const block_wise[] = {OC_NAME_THREAD_ID, OC_NAME_BLOCK_ID};
    const struct oc_body *body = threads->body;
    if (state || oc_sanitizers_watch(body->function) || threads->regions->count != 1 ||
        oc_regions_repeats(threads->regions, 0))
        return false;
    for (size_t i = 0; i < body->count; i++) {
        if (body->nodes[i].barrier)
            return false;
        OC_EACH_INSTRUCTION (instruction, body->nodes[i].block) {
            const char *name = oc_ir_callee_name(instruction);
            if (!oc_starts_with(name, OC_NAME_PREFIX))
                continue;
            if (strcmp(name, OC_NAME_DYNAMIC_SHARED) == 0)
                return false;
            LLVMValueRef dimension = LLVMGetNumOperands(instruction) > 1
                                         ? LLVMIsAConstantInt(LLVMGetOperand(instruction, 0))
                                         : NULL;
            bool is_x = !dimension || LLVMConstIntGetZExtValue(dimension) == 0;
            for (size_t b = 0; b < sizeof block_wise / sizeof *block_wise; b++)
                if (is_x && strcmp(name, block_wise[b]) == 0)
                    return false;
            if (!dimension && strcmp(name, OC_NAME_GLOBAL_ID) == 0)
                return false;
        }
    }
    return true;
}

static struct oc_threads begin_threads(const struct oc_body *body) {
    LLVMContextRef context = body->ir->context;
    struct oc_map given = {.arena = body->ir->arena};
    OC_EACH_BLOCK (block, body->function)
        oc_map_set(&given, block, 1);
    return (struct oc_threads){
        .ir = body->ir,
        .given = given,
        .body = body,
        .builder = LLVMCreateBuilderInContext(context),
        .i8 = LLVMInt8TypeInContext(context),
        .i32 = LLVMInt32TypeInContext(context),
        .i64 = LLVMInt64TypeInContext(context),
    };
}

// A row's main loop.
static void look_at_loop(const struct oc_threads *threads, size_t region) {
    const struct oc_loops *loops = &threads->loops[region];
    struct oc_body body;
    if (!threads->missed->listens || !loops->loops)
        return;
    oc_body_between(threads->ir, threads->body->function, loops->inner, loops->latch, &body);
    oc_missed_look(threads->missed, &body);
}

// Makes of the x loops what LLVM can vectorise.
static void shape_loops(struct oc_threads *threads) {
    LLVMMetadataRef group = oc_marks_access_group(threads);
    for (size_t r = 0; r < threads->regions->count; r++) {
        oc_totals_join(threads, r);
        // In a piece, only some lanes have voted.
        if (oc_ir_has_attribute(threads->body->function, "optnone") || !oc_pieces_cut(threads, r))
            oc_voters_part(threads, r);
        if (group)
            oc_marks_parallel(threads, r, group);
        oc_allgroups_ask(threads, r);
        oc_split_row(threads, r);
        oc_speculate_loads(threads, r);
        // A strip has several loops over its threads. Only the first would store their indices.
        if (threads->keeps_place || !oc_strip_loops(threads, r))
            look_at_loop(threads, r);
        oc_widen_indices(threads, r);
    }
    if (!oc_ir_has_attribute(threads->body->function, "optnone"))
        oc_flatten(threads->ir, threads->body->function);
}

// Whether the code asks for the size or the number of blocks in x.
static bool asks_for_sizes(const struct oc_body *body) {
    for (size_t i = 0; i < body->count; i++)
        OC_EACH_INSTRUCTION (instruction, body->nodes[i].block) {
            const char *name = oc_ir_callee_name(instruction);
            if (strcmp(name, OC_NAME_BLOCK_SIZE) != 0 && strcmp(name, OC_NAME_BLOCK_COUNT) != 0)
                continue;
            LLVMValueRef dimension = LLVMIsAConstantInt(LLVMGetOperand(instruction, 0));
            if (!dimension || LLVMConstIntGetZExtValue(dimension) == 0)
                return true;
        }
    return false;
}

struct oc_frame oc_threads_build(const struct oc_body *body, const struct oc_uniform *uniform,
                                 const struct oc_regions *regions, const struct oc_values *privates,
                                 const struct oc_threads_request *request) {
    bool state = request->keeps_place;
    struct oc_threads threads = begin_threads(body);
    threads.uniform = uniform;
    threads.regions = regions;
    threads.privates = privates;
    threads.keeps_place = state;
    threads.flat = can_be_flat(&threads, state);
    threads.short_rows = (request->short_rows || request->lanes) && !threads.flat;
    threads.missed = request->missed;
    threads.keeps_records = oc_order_is_scattered(body);
    threads.works = oc_gathers_are_slow(body->function) ? oc_order_works(body) : NULL;
    threads.innermost = request->innermost;
    threads.lanes = request->lanes;
    threads.of_groups = request->of_groups;
    threads.whole = request->lanes != 0;
    threads.frame.divisible = threads.flat && !threads.innermost && !asks_for_sizes(body);
    threads.loops = OC_NEW_ARRAY(body->ir->arena, regions->count + 1, struct oc_loops);
    struct block_loop loop;
    read_grid(&threads);
    make_block_loop(&threads, &loop);
    oc_entering_plan(&threads);
    for (size_t r = 0; r < regions->count; r++)
        make_shell(&threads, r);
    LLVMBuildBr(oc_build_at_end(&threads, loop.begin), oc_connect_target(&threads, loop.end, 0));
    oc_steps_make(&threads, request->kernel, loop.end);
    oc_carry_values(&threads);
    if (state)
        store_ids(&threads, &loop);
    for (size_t r = 0; r < regions->count; r++) {
        replace_index_calls(&threads, r);
        oc_connect_region(&threads, loop.end, r);
    }
    oc_steps_connect(&threads, loop.begin);
    if (oc_sanitizers_watch(body->function))
        part_threads(&threads);
    else
        shape_loops(&threads);
    remove_unreachable(&threads);
    LLVMDisposeBuilder(threads.builder);
    threads.frame.knows_block = !threads.flat;
    return threads.frame;
}

void oc_threads_as_fibres(const struct oc_body *body, LLVMValueRef fibre) {
    static const char name[] = OC_NAME_RUN_FIBRES;
    struct oc_threads threads = begin_threads(body);
    struct block_loop loop;
    read_grid(&threads);
    make_block_loop(&threads, &loop);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(body->ir->context, 0);
    LLVMTypeRef parameters[] = {pointer, pointer, pointer};
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(body->ir->context), parameters, 3, false);
    LLVMValueRef run = LLVMGetNamedFunction(body->ir->module, name);
    if (!run)
        run = LLVMAddFunction(body->ir->module, name, type);
    oc_build_at_end(&threads, loop.begin);
    for (unsigned d = 0; d < 3; d++)
        store_index(&threads, 1, d, threads.block_ids[d]);
    LLVMValueRef arguments[] = {fibre, LLVMGetParam(body->function, OC_BODY_SLOTS),
                                LLVMGetOperand(body->enter, 0)};
    LLVMBuildCall2(threads.builder, type, run, arguments, 3, "");
    LLVMBuildBr(threads.builder, loop.end);
    remove_unreachable(&threads);
    LLVMDisposeBuilder(threads.builder);
}
