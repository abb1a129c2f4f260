#include "cpu/tiles/choose.h"

#include "cpu/analysis/body.h"
#include "glue/preamble.h"
#include "ir/features.h"
#include "ir/llvm_shim.h"

#include <stddef.h>
#include <string.h>

// Sums are of 128 bits: products of three numbers below 2^32 and a coefficient fit, several times.
enum { WIDTH = 128, MAX_FACTORS = 3, MAX_BITS = 32, MAX_COEFFICIENT = 1 << 24 };

// The kinds of code of a kernel, as body functions (glue.h).
struct choice {
    LLVMValueRef general, direct;
    const bool *must_stay; // for each memory of the trace: the launch may not write it
};

struct choosing {
    struct oc_atoms_builder in; // first: oc_atoms_build passes it on
    struct oc_ir *ir;
    const struct oc_trace *trace;
    const struct choice *choice;
    LLVMValueRef function;
    LLVMTypeRef i64;
    LLVMValueRef counts[3]; // of blocks, 64-bit
    LLVMValueRef *ids;      // what stands for a block's indices, 64-bit
    struct oc_map made;     // given values
};

// Indices of blocks from a first one to a last one, in each dimension.
struct box {
    LLVMValueRef first[3], last[3];
};

static LLVMValueRef value_of(struct oc_atoms_builder *in, unsigned number) {
    struct choosing *at = (struct choosing *)in;
    if (number < OC_ATOM_BLOCK_COUNT + 3)
        return LLVMBuildZExt(in->builder,
                             number < OC_ATOM_BLOCK_COUNT
                                 ? at->ids[number]
                                 : at->counts[number - OC_ATOM_BLOCK_COUNT],
                             in->type, "");
    LLVMValueRef value = oc_atoms_compute(in->builder, oc_atoms_value(&at->trace->atoms, number),
                                          at->function, &at->made);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
        return LLVMBuildZExt(in->builder, LLVMBuildPtrToInt(in->builder, value, at->i64, ""),
                             in->type, "");
    return LLVMBuildSExt(in->builder, value, in->type, "");
}

static LLVMValueRef bit(const struct choosing *at, bool value) {
    return LLVMConstInt(LLVMInt1TypeInContext(at->ir->context), value, false);
}

// ---- What is needed ----------------------------------------------------------------------------

static bool mentions_block(const struct oc_term *term) {
    return term->factor_count && term->factors[0] < OC_ATOM_BLOCK_ID + 3;
}

// A bound for the values of a polynomial in a box: each term is at its least, or at its greatest.
static LLVMValueRef build_bound(struct choosing *at, const struct oc_poly *poly, struct box *box,
                                bool greatest) {
    struct oc_poly by_last = {0}, by_first = {0};
    for (unsigned i = 0; i < poly->count; i++) {
        struct oc_poly term = {.count = 1, .terms = {poly->terms[i]}};
        bool is_last =
            mentions_block(&poly->terms[i]) && (poly->terms[i].coefficient > 0) == greatest;
        struct oc_poly *sum = is_last ? &by_last : &by_first;
        *sum = oc_poly_add(*sum, term);
    }
    at->ids = box->first;
    LLVMValueRef first = oc_atoms_build(&at->in, &by_first);
    at->ids = box->last;
    return LLVMBuildAdd(at->in.builder, first, oc_atoms_build(&at->in, &by_last), "");
}

// Whether the needs that mention a block's index in a dimension hold in a box: for all blocks, or
// perhaps for some.
static LLVMValueRef build_needs(struct choosing *at, struct box *box, unsigned d, bool all) {
    LLVMValueRef hold = bit(at, true);
    for (size_t i = 0; i < at->trace->need_count; i++) {
        const struct oc_poly *need = &at->trace->needs[i];
        if (d < 3 && !oc_poly_mentions(need, OC_ATOM_BLOCK_ID + d))
            continue;
        LLVMValueRef holds =
            LLVMBuildICmp(at->in.builder, LLVMIntSGE, build_bound(at, need, box, !all),
                          LLVMConstNull(at->in.type), "");
        hold = LLVMBuildAnd(at->in.builder, hold, holds, "");
    }
    return hold;
}

// Whether two memories do not overlap.
static LLVMValueRef are_apart(struct choosing *at, const struct oc_memory *one,
                              const struct oc_memory *other) {
    LLVMValueRef before =
        LLVMBuildICmp(at->in.builder, LLVMIntSLT, oc_atoms_build(&at->in, &one->high),
                      oc_atoms_build(&at->in, &other->low), "");
    LLVMValueRef after =
        LLVMBuildICmp(at->in.builder, LLVMIntSGT, oc_atoms_build(&at->in, &one->low),
                      oc_atoms_build(&at->in, &other->high), "");
    return LLVMBuildOr(at->in.builder, before, after, "");
}

// Whether the integers that `counted` names are neither negative nor too large.
static LLVMValueRef are_in_range(struct choosing *at) {
    const struct oc_atoms *atoms = &at->trace->atoms;
    LLVMValueRef all = bit(at, true);
    for (size_t i = 0; i < atoms->values.count; i++) {
        if (!atoms->counted[i] || !oc_ir_width(atoms->values.items[i]))
            continue;
        LLVMValueRef value = value_of(&at->in, OC_ATOM_VALUES + (unsigned)i);
        LLVMValueRef fits = LLVMBuildICmp(at->in.builder, LLVMIntULT, value,
                                          LLVMConstInt(at->in.type, 1ull << MAX_BITS, false), "");
        all = LLVMBuildAnd(at->in.builder, all, fits, "");
    }
    return all;
}

// ---- The box of direct blocks ------------------------------------------------------------------

static LLVMBasicBlockRef append(struct choosing *at, const char *name) {
    return LLVMAppendBasicBlockInContext(at->ir->context, at->function, name);
}

// Moves one end of the box inwards, by one block after another, to the first where the needs may
// hold. It stops after MAX_NARROWER blocks.
static void narrow(struct choosing *at, struct box *box, unsigned d, bool last) {
    enum { MAX_NARROWER = 64 };
    LLVMBuilderRef builder = at->in.builder;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(builder), loop = append(at, "narrow"),
                      after = append(at, "narrowed");
    LLVMValueRef begin = last ? box->last[d] : box->first[d];
    LLVMBuildBr(builder, loop);
    LLVMPositionBuilderAtEnd(builder, loop);
    LLVMValueRef id = LLVMBuildPhi(builder, at->i64, "");
    struct box one = *box;
    one.first[d] = one.last[d] = id;
    LLVMValueRef step = LLVMConstInt(at->i64, last ? ~0ull : 1, false);
    LLVMValueRef next = LLVMBuildAdd(builder, id, step, "");
    LLVMValueRef taken = LLVMBuildSub(builder, last ? begin : next, last ? next : begin, "");
    LLVMValueRef limit = LLVMBuildSelect(
        builder,
        LLVMBuildICmp(builder, LLVMIntULT, LLVMConstInt(at->i64, MAX_NARROWER, false),
                      at->counts[d], ""),
        LLVMConstInt(at->i64, MAX_NARROWER, false), at->counts[d], "");
    LLVMValueRef may_go_on = LLVMBuildICmp(builder, LLVMIntULT, taken, limit, "");
    LLVMValueRef lacks = LLVMBuildNot(builder, build_needs(at, &one, d, false), "");
    LLVMBuildCondBr(builder, LLVMBuildAnd(builder, lacks, may_go_on, ""), loop, after);
    LLVMAddIncoming(id, (LLVMValueRef[]){begin, next}, (LLVMBasicBlockRef[]){before, loop}, 2);
    LLVMPositionBuilderAtEnd(builder, after);
    *(last ? &box->last[d] : &box->first[d]) = id;
}

// The blocks that the direct code may run. Returns whether there are any.
static LLVMValueRef find_box(struct choosing *at, struct box *box) {
    const struct oc_trace *trace = at->trace;
    LLVMValueRef all = are_in_range(at);
    for (unsigned d = 0; d < 3; d++) {
        box->first[d] = LLVMConstNull(at->i64);
        box->last[d] =
            LLVMBuildSub(at->in.builder, at->counts[d], LLVMConstInt(at->i64, 1, false), "");
    }
    for (unsigned d = 0; d < 3; d++) {
        bool matters = false;
        for (size_t i = 0; i < trace->need_count; i++)
            matters |= oc_poly_mentions(&trace->needs[i], OC_ATOM_BLOCK_ID + d);
        if (!matters)
            continue;
        narrow(at, box, d, true);
        narrow(at, box, d, false);
    }
    all = LLVMBuildAnd(at->in.builder, all, build_needs(at, box, 3, true), "");
    for (size_t i = 0; i < trace->memory_count; i++)
        for (size_t j = 0; j < trace->memory_count; j++)
            if (at->choice->must_stay[i] && trace->memories[j].is_written)
                all = LLVMBuildAnd(at->in.builder, all,
                                   are_apart(at, &trace->memories[i], &trace->memories[j]), "");
    return all;
}

// ---- The function ------------------------------------------------------------------------------

// Calls one of the kinds of code for some blocks.
static void run_blocks(struct choosing *at, LLVMValueRef body, LLVMValueRef first,
                       LLVMValueRef last) {
    enum { PARAMETERS = OC_BODY_SIZE_X + 3 };
    LLVMValueRef arguments[PARAMETERS];
    for (unsigned i = 0; i < PARAMETERS; i++)
        arguments[i] = LLVMGetParam(at->function, i);
    arguments[OC_BODY_FIRST] = first;
    arguments[OC_BODY_LAST] = last;
    for (unsigned d = 0; d < 3; d++)
        arguments[OC_BODY_SIZE_X + d] =
            LLVMConstInt(LLVMTypeOf(arguments[OC_BODY_SIZE_X]), at->trace->size[d], false);
    LLVMBuildCall2(at->in.builder, LLVMGlobalGetValueType(body), body, arguments, PARAMETERS, "");
}

static void read_counts(struct choosing *at) {
    LLVMTypeRef i8 = LLVMInt8TypeInContext(at->ir->context);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(at->ir->context);
    for (unsigned d = 0; d < 3; d++) {
        size_t bytes =
            offsetof(struct __offloadcc_grid, __offloadcc_block_count) + d * sizeof(unsigned);
        LLVMValueRef offset = LLVMConstInt(at->i64, bytes, false);
        LLVMValueRef address = LLVMBuildInBoundsGEP2(
            at->in.builder, i8, LLVMGetParam(at->function, OC_BODY_GRID), &offset, 1, "");
        LLVMValueRef count = LLVMBuildLoad2(at->in.builder, i32, address, "");
        at->counts[d] = LLVMBuildZExt(at->in.builder, count, at->i64, "");
    }
}

static LLVMValueRef is_between(struct choosing *at, const struct box *box, unsigned d,
                               LLVMValueRef id) {
    LLVMBuilderRef builder = at->in.builder;
    return LLVMBuildAnd(builder, LLVMBuildICmp(builder, LLVMIntUGE, id, box->first[d], ""),
                        LLVMBuildICmp(builder, LLVMIntULE, id, box->last[d], ""), "");
}

// The blocks from `block` on that lie in its row of the grid and are of its kind. Sets their
// number, and returns whether they are direct.
static LLVMValueRef find_run(struct choosing *at, const struct box *box, LLVMValueRef block,
                             LLVMValueRef *length) {
    LLVMBuilderRef builder = at->in.builder;
    LLVMValueRef one = LLVMConstInt(at->i64, 1, false);
    LLVMValueRef row = LLVMBuildUDiv(builder, block, at->counts[0], "");
    LLVMValueRef x = LLVMBuildURem(builder, block, at->counts[0], "");
    LLVMValueRef y = LLVMBuildURem(builder, row, at->counts[1], "");
    LLVMValueRef z = LLVMBuildUDiv(builder, row, at->counts[1], "");
    LLVMValueRef in_row =
        LLVMBuildAnd(builder, is_between(at, box, 1, y), is_between(at, box, 2, z), "");
    LLVMValueRef direct = LLVMBuildAnd(builder, in_row, is_between(at, box, 0, x), "");
    LLVMValueRef is_before =
        LLVMBuildAnd(builder, in_row, LLVMBuildICmp(builder, LLVMIntULT, x, box->first[0], ""), "");
    LLVMValueRef end = LLVMBuildSelect(builder, is_before, box->first[0], at->counts[0], "");
    end = LLVMBuildSelect(builder, direct, LLVMBuildAdd(builder, box->last[0], one, ""), end, "");
    *length = LLVMBuildSub(builder, end, x, "");
    return direct;
}

// What the function consists of:
//
//     next: while block < last
//     run:  the code of the block's kind runs it, and those of its kind after it in its row; or all
//           blocks, if none is direct
static void build(struct choosing *at) {
    LLVMBuilderRef builder = at->in.builder;
    LLVMBasicBlockRef entry = append(at, ""), next = append(at, "next"), run = append(at, "run"),
                      direct = append(at, "direct"), general = append(at, "general"),
                      done = append(at, "done");
    LLVMValueRef begin = LLVMGetParam(at->function, OC_BODY_FIRST),
                 last = LLVMGetParam(at->function, OC_BODY_LAST);
    struct box box;

    LLVMPositionBuilderAtEnd(builder, entry);
    read_counts(at);
    LLVMValueRef has_direct = find_box(at, &box);
    LLVMBasicBlockRef decided = LLVMGetInsertBlock(builder);
    LLVMBuildBr(builder, next);

    LLVMPositionBuilderAtEnd(builder, next);
    LLVMValueRef block = LLVMBuildPhi(builder, at->i64, "");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, block, last, ""), run, done);
    LLVMPositionBuilderAtEnd(builder, run);
    LLVMValueRef length, is_direct = find_run(at, &box, block, &length);
    LLVMValueRef after = LLVMBuildAdd(builder, block, length, "");
    LLVMValueRef is_part =
        LLVMBuildAnd(builder, has_direct, LLVMBuildICmp(builder, LLVMIntULT, after, last, ""), "");
    LLVMValueRef end = LLVMBuildSelect(builder, is_part, after, last, "");
    is_direct = LLVMBuildAnd(builder, is_direct, has_direct, "");
    LLVMBuildCondBr(builder, is_direct, direct, general);
    LLVMPositionBuilderAtEnd(builder, direct);
    run_blocks(at, at->choice->direct, block, end);
    LLVMBuildBr(builder, next);
    LLVMPositionBuilderAtEnd(builder, general);
    run_blocks(at, at->choice->general, block, end);
    LLVMBuildBr(builder, next);
    LLVMAddIncoming(block, (LLVMValueRef[]){begin, end, end},
                    (LLVMBasicBlockRef[]){decided, direct, general}, 3);
    LLVMPositionBuilderAtEnd(builder, done);
    LLVMBuildRetVoid(builder);
}

// Whether 128 bits are enough for a polynomial.
static bool fits(const struct oc_poly *poly) {
    for (unsigned i = 0; i < poly->count; i++) {
        int64_t coefficient = poly->terms[i].coefficient;
        if (poly->terms[i].factor_count > MAX_FACTORS ||
            (poly->terms[i].factor_count &&
             (coefficient > MAX_COEFFICIENT || coefficient < -MAX_COEFFICIENT)))
            return false;
    }
    return true;
}

static bool is_possible(const struct oc_trace *trace) {
    bool possible = true;
    for (size_t i = 0; i < trace->need_count; i++)
        possible = possible && fits(&trace->needs[i]);
    for (size_t i = 0; i < trace->memory_count; i++)
        possible = possible && fits(&trace->memories[i].low) && fits(&trace->memories[i].high);
    return possible;
}

static LLVMValueRef make_function(struct oc_ir *ir, const struct oc_trace *trace,
                                  const struct choice *choice) {
    struct choosing at = {.in = {.builder = LLVMCreateBuilderInContext(ir->context),
                                 .type = LLVMIntTypeInContext(ir->context, WIDTH),
                                 .value_of = value_of},
                          .ir = ir,
                          .trace = trace,
                          .choice = choice,
                          .i64 = LLVMInt64TypeInContext(ir->context),
                          .made = {.arena = ir->arena}};
    at.function =
        LLVMAddFunction(ir->module, "__offloadcc_choose", LLVMGlobalGetValueType(choice->general));
    LLVMSetLinkage(at.function, LLVMInternalLinkage);
    oc_features_copy(choice->general, at.function);
    build(&at);
    LLVMDisposeBuilder(at.in.builder);
    return at.function;
}

// ---- In the module -----------------------------------------------------------------------------

LLVMValueRef oc_choose_call(struct oc_ir *ir, LLVMValueRef blocks, LLVMValueRef body,
                            const unsigned size[3]) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(blocks, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        bool fits = oc_ir_callee(calls.items[i]) == body;
        for (unsigned d = 0; fits && d < 3; d++) {
            LLVMValueRef argument = LLVMGetOperand(calls.items[i], OC_BODY_SIZE_X + d);
            fits = LLVMIsAConstantInt(argument) && LLVMConstIntGetZExtValue(argument) == size[d];
        }
        if (fits)
            return calls.items[i];
    }
    return NULL;
}

// Makes a copy of the body under its name, which is called in its place. The body itself, which the
// trace is of, becomes the direct code.
static LLVMValueRef copy_body(struct oc_ir *ir, LLVMValueRef body) {
    const char *name = oc_arena_strdup(ir->arena, oc_ir_name(body));
    LLVMValueRef copy = oc_copy_function(body);
    if (!copy)
        return NULL;
    LLVMReplaceAllUsesWith(body, copy);
    LLVMSetValueName2(body, "__offloadcc_direct", strlen("__offloadcc_direct"));
    LLVMSetValueName2(copy, name, strlen(name));
    return copy;
}

bool oc_choose_install(struct oc_ir *ir, const struct oc_trace *trace, const bool *must_stay,
                       LLVMValueRef body, LLVMValueRef call) {
    struct choice choice = {.direct = body, .must_stay = must_stay};
    if (!is_possible(trace) || !(choice.general = copy_body(ir, body)))
        return false;
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, make_function(ir, trace, &choice));
    return true;
}
