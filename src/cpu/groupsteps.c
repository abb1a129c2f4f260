#include "cpu/groupsteps.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/lanefunctions.h"
#include "cpu/lanevectors.h"
#include "cpu/loops/carry.h"
#include "cpu/packstores.h"
#include "ir/edit.h"
#include "ir/features.h"
#include "ir/ids.h"
#include "ir/metadata.h"

#include <string.h>

// What a step does, and its arguments.
enum what { COPY, MOVE, VOTE, MATCH, REDUCE, PACK, WAIT };
// PRESENT: bytes that say which lanes take part, or NULL. THERE: where the mask of these lanes
// goes. OUT, MORE and HOW of a PACK: the arrays of addresses and of masks, and what is known.
enum {
    STEP_IN,
    STEP_OUT,
    STEP_PRESENT,
    STEP_THERE,
    STEP_WHAT,
    STEP_BITS,
    STEP_HOW,
    STEP_BY,
    STEP_MORE,
    STEP_ARGUMENTS
};

enum { ALIGNMENT = 64 }; // of the arrays, in bytes

// LLVM makes registers of an array if all code that accesses it has its loops unrolled. So steps
// have arrays of their own, until a function has many.
enum { SETS_OF_ARRAYS = 16 };

struct making {
    struct oc_edit edit;
    LLVMTypeRef type; // of `step`
    LLVMValueRef step;
    struct oc_values *shared;
    unsigned set; // the number of the step's set of arrays
};

static LLVMValueRef make_array(struct making *at, const char *name, LLVMTypeRef element,
                               unsigned count) {
    LLVMValueRef array = oc_lanefunctions_array(
        at->edit.ir,
        oc_arena_printf(at->edit.ir->arena, "%s%u.%u", name, LLVMGetIntTypeWidth(element), at->set),
        LLVMArrayType2(element, count), at->shared);
    LLVMSetAlignment(array, ALIGNMENT);
    return array;
}

static LLVMValueRef find_array(struct making *at, const char *name, LLVMTypeRef element) {
    return make_array(at, name, element, OC_LANES_MOST);
}

// The address of the first lane's value in an array for copies, which has room before and after the
// lanes': so a lane may load what lies a distance away before it knows whether that is a lane's.
static LLVMValueRef first_of_copy(struct oc_edit *edit, LLVMTypeRef element, LLVMValueRef array) {
    LLVMValueRef first = LLVMConstInt(edit->i64, OC_LANES_MOST, false);
    return LLVMBuildInBoundsGEP2(edit->builder, element, array, &first, 1, "");
}

static LLVMValueRef find_lane(struct making *at) {
    return oc_ids_call(at->edit.ir, at->edit.builder, OC_NAME_THREAD_ID,
                       LLVMConstNull(at->edit.i32));
}

// The array of the bytes that say which lanes take part, and that of their mask.
static LLVMValueRef find_present(struct making *at) {
    return find_array(at, "present", at->edit.i8);
}
static LLVMValueRef find_there(struct making *at) {
    return find_array(at, "there", at->edit.i64);
}

static void store_for_lane(struct making *at, LLVMValueRef value, LLVMValueRef array) {
    LLVMBuildStore(at->edit.builder, value,
                   oc_lanefunctions_element(&at->edit, LLVMTypeOf(value), array, find_lane(at)));
}

// The arguments of a step.
struct step {
    enum what what;
    LLVMValueRef in, out, present, there, more; // NULL: none
    unsigned bits, how;
    uint64_t by;
};

static void build_step(struct making *at, const struct step *step) {
    const LLVMValueRef arrays[] = {step->in, step->out, step->present, step->there, step->more};
    LLVMValueRef pointers[5];
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        pointers[i] = arrays[i] ? arrays[i] : LLVMConstNull(at->edit.pointer);
    LLVMValueRef arguments[STEP_ARGUMENTS] = {
        [STEP_IN] = pointers[0],
        [STEP_OUT] = pointers[1],
        [STEP_PRESENT] = pointers[2],
        [STEP_THERE] = pointers[3],
        [STEP_MORE] = pointers[4],
        [STEP_WHAT] = LLVMConstInt(at->edit.i32, step->what, false),
        [STEP_BITS] = LLVMConstInt(at->edit.i32, step->bits, false),
        [STEP_HOW] = LLVMConstInt(at->edit.i32, step->how, false),
        [STEP_BY] = LLVMConstInt(at->edit.i64, step->by, false),
    };
    LLVMBuildCall2(at->edit.builder, at->type, at->step, arguments, STEP_ARGUMENTS, "");
}

// Stores the lane's value, and makes the step. Returns its result, an array of `result`s.
static LLVMValueRef take_step(struct making *at, const struct oc_lanecall *call, LLVMValueRef value,
                              enum what what, LLVMTypeRef result) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef in = find_array(at, "in", type);
    LLVMValueRef out = what == COPY ? make_array(at, "copy", type, 3 * OC_LANES_MOST)
                                    : find_array(at, "out", result);
    struct step step = {
        .what = what, .in = in, .out = out, .bits = LLVMGetIntTypeWidth(type), .how = call->how};
    store_for_lane(at, value, in);
    if (call->present) {
        step.present = find_present(at);
        step.there = find_there(at);
        store_for_lane(at, LLVMBuildZExt(at->edit.builder, call->present, at->edit.i8, ""),
                       step.present);
    }
    if (call->by && LLVMIsAConstantInt(call->by))
        step.by = LLVMConstIntGetZExtValue(call->by);
    build_step(at, &step);
    return what == COPY ? first_of_copy(&at->edit, type, out) : out;
}

// Loads from a copy what a lane gets. `other` is that of a lane, if `is_lane` says so, else any
// number.
static LLVMValueRef load_from(struct making *at, const struct oc_lanecall *call, LLVMValueRef copy,
                              LLVMValueRef lane, LLVMValueRef other, LLVMValueRef is_lane) {
    LLVMBuilderRef builder = at->edit.builder;
    enum oc_shuffle kind = (enum oc_shuffle)(call->how >> OC_LANES_KIND_SHIFT);
    LLVMTypeRef type = LLVMTypeOf(call->value), i64 = at->edit.i64;
    LLVMValueRef own = LLVMBuildZExt(builder, lane, i64, ""), index;
    if (kind == OC_SHUFFLE_UP || kind == OC_SHUFFLE_DOWN) {
        LLVMValueRef most = LLVMConstInt(at->edit.i32, call->lanes, false);
        LLVMValueRef by = oc_edit_intrinsic(&at->edit, "llvm.umin", at->edit.i32,
                                            (LLVMValueRef[]){call->by, most}, 2);
        by = LLVMBuildZExt(builder, by, i64, "");
        index = kind == OC_SHUFFLE_UP ? LLVMBuildNSWSub(builder, own, by, "")
                                      : LLVMBuildNSWAdd(builder, own, by, "");
    } else {
        other = LLVMBuildZExt(builder, other, i64, "");
        index = LLVMBuildSelect(builder, is_lane, other, own, "");
    }
    LLVMValueRef address = LLVMBuildInBoundsGEP2(builder, type, copy, &index, 1, "");
    return LLVMBuildSelect(builder, is_lane, LLVMBuildLoad2(builder, type, address, ""),
                           call->value, "");
}

// After a step: the mask of the lanes that took part, of 64 bits.
static LLVMValueRef load_there(struct making *at) {
    return LLVMBuildLoad2(at->edit.builder, at->edit.i64, find_there(at), "");
}

static LLVMValueRef take_from_copy(struct making *at, const struct oc_lanecall *call) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMValueRef copy = take_step(at, call, call->value, COPY, LLVMTypeOf(call->value));
    LLVMValueRef lane = find_lane(at), is_lane;
    LLVMValueRef other = oc_lanefunctions_other(&at->edit, call, lane, &is_lane);
    LLVMValueRef result = load_from(at, call, copy, lane, other, is_lane);
    if (!call->present)
        return result;
    other = LLVMBuildSelect(builder, is_lane, other, lane, "");
    LLVMValueRef there =
        LLVMBuildLShr(builder, load_there(at), LLVMBuildZExt(builder, other, at->edit.i64, ""), "");
    return LLVMBuildSelect(builder, LLVMBuildTrunc(builder, there, at->edit.i1, ""), result,
                           call->value, "");
}

// All lanes get the value of one, which stores it. What the others would pass need not be computed.
static LLVMValueRef broadcast(struct making *at, const struct oc_lanecall *call,
                              LLVMValueRef place) {
    struct oc_edit *edit = &at->edit;
    LLVMTypeRef type = LLVMTypeOf(call->value);
    LLVMValueRef in = find_array(at, "in", type);
    oc_edit_split_before(edit, place);
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(place),
                      ask = oc_edit_block_before(edit, rest),
                      store = oc_edit_block_before(edit, rest);
    LLVMBuildCondBr(edit->builder, call->present ? call->present : LLVMConstInt(edit->i1, 1, false),
                    ask, rest);
    oc_edit_at_end(edit, ask, place);
    LLVMValueRef by = LLVMBuildZExtOrBitCast(edit->builder, call->by, edit->i32, "");
    LLVMBuildCondBr(edit->builder, LLVMBuildICmp(edit->builder, LLVMIntEQ, find_lane(at), by, ""),
                    store, rest);
    oc_edit_at_end(edit, store, place);
    LLVMBuildStore(edit->builder, call->value, in);
    LLVMBuildBr(edit->builder, rest);
    oc_edit_before(edit, place);
    build_step(at, &(struct step){.what = WAIT, .in = in, .out = in});
    return LLVMBuildLoad2(edit->builder, type, in, "");
}

// Each lane gets the value of one that takes part.
static LLVMValueRef take_from_peer(struct making *at, const struct oc_lanecall *call) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMTypeRef type = LLVMTypeOf(call->value);
    LLVMValueRef in = find_array(at, "in", type);
    store_for_lane(at, call->value, in);
    build_step(at, &(struct step){.what = WAIT, .in = in, .out = in});
    LLVMValueRef most = LLVMConstInt(LLVMTypeOf(call->by), call->lanes - 1, false);
    LLVMValueRef peer = LLVMBuildAnd(builder, call->by, most, ""); // also if the lane takes no part
    return LLVMBuildLoad2(builder, type, oc_lanefunctions_element(&at->edit, type, in, peer), "");
}

static LLVMValueRef exchange(struct making *at, const struct oc_lanecall *call,
                             LLVMValueRef place) {
    LLVMTypeRef type = LLVMTypeOf(call->value);
    unsigned kind = call->how >> OC_LANES_KIND_SHIFT;
    if (kind == OC_SHUFFLE_SAME)
        return broadcast(at, call, place);
    if (kind == OC_SHUFFLE_PEER)
        return take_from_peer(at, call);
    if (!LLVMIsAConstantInt(call->by))
        return take_from_copy(at, call);
    if (!call->present && kind == OC_SHUFFLE && LLVMConstIntGetZExtValue(call->by) < call->lanes)
        return broadcast(at, call, place);
    LLVMValueRef out = take_step(at, call, call->value, MOVE, type);
    return LLVMBuildLoad2(at->edit.builder, type,
                          oc_lanefunctions_element(&at->edit, type, out, find_lane(at)), "");
}

static LLVMValueRef vote(struct making *at, const struct oc_lanecall *call) {
    LLVMBuilderRef builder = at->edit.builder;
    struct oc_lanecall of_all = *call;
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(call->value));
    LLVMValueRef is_set = LLVMBuildICmp(builder, LLVMIntNE, call->value, none, "");
    if (call->present)
        is_set = LLVMBuildSelect(builder, call->present, is_set, LLVMConstNull(at->edit.i1), "");
    of_all.present = NULL;
    LLVMValueRef out =
        take_step(at, &of_all, LLVMBuildZExt(builder, is_set, at->edit.i8, ""), VOTE, at->edit.i64);
    return LLVMBuildLoad2(builder, at->edit.i64, out, "");
}

// Of matches, and of reductions with a mask, which lanes may have different ones of.
static LLVMValueRef of_copy(struct making *at, const struct oc_lanecall *call) {
    LLVMTypeRef type = LLVMTypeOf(call->value);
    LLVMValueRef out = take_step(at, call, call->value, COPY, type);
    LLVMValueRef all = oc_lanevectors_load(&at->edit, type, call->lanes, out);
    LLVMValueRef lanes = call->function == OC_LANES_MATCH
                             ? oc_lanevectors_match(&at->edit, all, call->value)
                             : oc_lanevectors_mask(&at->edit, call->by);
    if (call->present)
        lanes = LLVMBuildAnd(at->edit.builder, lanes, load_there(at), "");
    return call->function == OC_LANES_MATCH
               ? lanes
               : oc_lanevectors_reduce(&at->edit, all, lanes, call->how);
}

// The functions of builtins/cpumatch.h are for as many lanes as bits in a mask.
static bool has_function(unsigned lanes) {
    return lanes == 32 || lanes == 64;
}

static LLVMValueRef match(struct making *at, const struct oc_lanecall *call) {
    LLVMTypeRef mask = call->lanes == 32 ? at->edit.i32 : at->edit.i64;
    LLVMValueRef out = take_step(at, call, call->value, MATCH, mask);
    LLVMValueRef peers = LLVMBuildLoad2(
        at->edit.builder, mask, oc_lanefunctions_element(&at->edit, mask, out, find_lane(at)), "");
    peers = LLVMBuildZExtOrBitCast(at->edit.builder, peers, at->edit.i64, "");
    return call->present ? LLVMBuildAnd(at->edit.builder, peers, load_there(at), "") : peers;
}

// Lanes that do not take part may have no value.
static LLVMValueRef freeze(struct making *at, const struct oc_lanecall *call, LLVMValueRef value) {
    return call->present && value ? LLVMBuildFreeze(at->edit.builder, value, "") : value;
}

static LLVMValueRef replace(struct making *at, struct oc_lanecall *call, LLVMValueRef place) {
    if (call->function == OC_LANES_MATCH && call->how & OC_MATCH_NARROW)
        call->value = LLVMBuildTrunc(at->edit.builder, call->value, at->edit.i32, "");
    call->value = freeze(at, call, call->value);
    LLVMTypeRef type = LLVMTypeOf(call->value);
    bool is_same =
        call->function == OC_LANES_EXCHANGE && call->how >> OC_LANES_KIND_SHIFT == OC_SHUFFLE_SAME;
    if (!is_same && call->by && !LLVMIsAConstantInt(call->by))
        call->by = freeze(at, call, call->by);
    if (call->function == OC_LANES_EXCHANGE)
        return exchange(at, call, place);
    if (call->function == OC_LANES_BALLOT)
        return vote(at, call);
    if (call->function == OC_LANES_MATCH && has_function(call->lanes))
        return match(at, call);
    if (call->function == OC_LANES_MATCH || !LLVMIsAConstantInt(call->by))
        return of_copy(at, call);
    return LLVMBuildLoad2(at->edit.builder, type, take_step(at, call, call->value, REDUCE, type),
                          "");
}

// Stores what a lane passes to a pack, once if it is the same for all.
static LLVMValueRef store_alike(struct making *at, const char *name, LLVMValueRef value,
                                enum oc_alike alike) {
    LLVMValueRef array = find_array(at, name, at->edit.i64);
    if (alike == OC_ALIKE_ALL)
        LLVMBuildStore(at->edit.builder, value, array);
    else
        store_for_lane(at, value, array);
    return array;
}

static void pack(struct making *at, LLVMValueRef call, const struct oc_lanecall *lanecall) {
    LLVMBuilderRef builder = at->edit.builder;
    struct oc_packing packing = oc_packing_read(call);
    struct step step = {.what = PACK, .bits = LLVMGetIntTypeWidth(packing.type)};
    LLVMValueRef keep = packing.keep, value = packing.value;
    if (packing.known.loads)
        value = LLVMBuildPtrToInt(builder, value, at->edit.i64, "");
    if (lanecall->present) { // lanes that do not take part pass other values
        keep = LLVMBuildSelect(builder, lanecall->present, keep, LLVMConstNull(at->edit.i1), "");
        if (packing.known.first == OC_ALIKE_ALL)
            packing.known.first = OC_ALIKE_STORING;
        if (packing.known.mask == OC_ALIKE_ALL)
            packing.known.mask = OC_ALIKE_STORING;
    }
    step.how = oc_packing_how(lanecall->lanes, &packing.known);
    step.in = find_array(at, "in", LLVMTypeOf(value));
    store_for_lane(at, value, step.in);
    value = LLVMBuildPtrToInt(builder, packing.first, at->edit.i64, "");
    step.out = store_alike(at, "first", value, packing.known.first);
    if (packing.known.mask != OC_ALIKE_KNOWN)
        step.more = store_alike(at, "mask", packing.mask, packing.known.mask);
    if (!LLVMIsAConstantInt(keep)) {
        step.present = find_present(at);
        step.there = find_there(at);
        store_for_lane(at, LLVMBuildZExt(builder, keep, at->edit.i8, ""), step.present);
    }
    build_step(at, &step);
}

void oc_groupsteps_make(struct oc_ir *ir, LLVMValueRef function, struct oc_values *shared) {
    struct oc_values calls = {.arena = ir->arena};
    oc_lanefunctions_find(function, &calls);
    struct making at = {.edit = oc_edit_begin(ir), .shared = shared};
    LLVMTypeRef types[STEP_ARGUMENTS] = {at.edit.pointer, at.edit.pointer, at.edit.pointer,
                                         at.edit.pointer, at.edit.i32,     at.edit.i32,
                                         at.edit.i32,     at.edit.i64,     at.edit.pointer};
    at.type = LLVMFunctionType(LLVMVoidTypeInContext(ir->context), types, STEP_ARGUMENTS, false);
    at.step = LLVMGetNamedFunction(ir->module, OC_NAME_STEP_OF_GROUP);
    if (calls.count && !at.step) {
        at.step = LLVMAddFunction(ir->module, OC_NAME_STEP_OF_GROUP, at.type);
        oc_ir_add_attribute(ir, at.step, "convergent");
    }
    for (size_t i = 0; i < calls.count; i++) {
        struct oc_lanecall call = oc_lanefunctions_read(calls.items[i]);
        LLVMValueRef note = call.present ? LLVMGetPreviousInstruction(calls.items[i]) : NULL;
        oc_edit_before(&at.edit, calls.items[i]);
        at.set = (unsigned)i % SETS_OF_ARRAYS;
        if (call.function == OC_LANES_PACK)
            pack(&at, calls.items[i], &call);
        else
            LLVMReplaceAllUsesWith(calls.items[i], replace(&at, &call, calls.items[i]));
        if (note)
            LLVMInstructionEraseFromParent(note);
        oc_edit_remove_call(&at.edit, calls.items[i]);
    }
    oc_edit_end(&at.edit);
}

// ---- Vector instructions -----------------------------------------------------------------------

static uint64_t constant_of(LLVMValueRef step, unsigned argument) {
    return LLVMConstIntGetZExtValue(LLVMGetOperand(step, argument));
}

// The mask of the lanes that take part in a step, of 64 bits. Stores it where the step says.
static LLVMValueRef find_lanes(struct oc_edit *edit, LLVMValueRef step, unsigned lanes) {
    LLVMValueRef present = LLVMGetOperand(step, STEP_PRESENT);
    if (LLVMIsNull(present))
        return LLVMConstAllOnes(edit->i64);
    LLVMValueRef bytes = oc_lanevectors_load(edit, edit->i8, lanes, present);
    LLVMValueRef mask = oc_lanevectors_votes(edit, bytes);
    LLVMBuildStore(edit->builder, mask, LLVMGetOperand(step, STEP_THERE));
    return mask;
}

// Moves the elements by a constant distance. Lanes that would get one of a lane that does not take
// part keep their own.
static LLVMValueRef move(struct oc_edit *edit, LLVMValueRef step, LLVMValueRef vector) {
    unsigned how = (unsigned)constant_of(step, STEP_HOW);
    enum oc_shuffle kind = (enum oc_shuffle)(how >> OC_LANES_KIND_SHIFT);
    uint64_t by = constant_of(step, STEP_BY);
    LLVMValueRef moved = oc_lanevectors_move(edit, vector, kind, by);
    LLVMValueRef bytes = oc_lanevectors_load(edit, edit->i8, how & OC_LANES_MASK,
                                             LLVMGetOperand(step, STEP_PRESENT));
    bytes = oc_lanevectors_move(edit, bytes, kind, by);
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(bytes));
    return LLVMBuildSelect(edit->builder, LLVMBuildICmp(edit->builder, LLVMIntNE, bytes, none, ""),
                           moved, vector, "");
}

// The number of elements in a vector register.
static unsigned in_register(LLVMValueRef step, unsigned bits) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(step));
    if (oc_features_has(function, "avx512f"))
        return 512 / bits;
    return (oc_features_has(function, "avx") ? 256 : 128) / bits;
}

// The same where all lanes take part, for each vector register of its own: so LLVM sees what two of
// them have in common, and leaves out what none of the lanes that are asked for needs.
static void move_in_registers(struct oc_edit *edit, LLVMValueRef step, LLVMTypeRef type) {
    unsigned how = (unsigned)constant_of(step, STEP_HOW), lanes = how & OC_LANES_MASK;
    unsigned count = in_register(step, LLVMGetIntTypeWidth(type));
    count = count < lanes ? count : lanes;
    LLVMTypeRef vector = LLVMVectorType(type, count);
    LLVMValueRef parts[OC_LANES_MOST];
    for (int out = 0; out < 2; out++) {
        LLVMValueRef array = LLVMGetOperand(step, out ? STEP_OUT : STEP_IN);
        for (unsigned part = 0; part < lanes / count; part++) {
            LLVMValueRef at = LLVMConstInt(edit->i32, part, false);
            LLVMValueRef address = LLVMBuildInBoundsGEP2(edit->builder, vector, array, &at, 1, "");
            LLVMValueRef access = out ? LLVMBuildStore(edit->builder, parts[part], address)
                                      : LLVMBuildLoad2(edit->builder, vector, address, "");
            LLVMSetAlignment(access, count * LLVMGetIntTypeWidth(type) / 8);
            if (!out)
                parts[part] = access;
        }
        if (!out)
            oc_lanevectors_move_parts(edit, parts, lanes / count,
                                      (enum oc_shuffle)(how >> OC_LANES_KIND_SHIFT),
                                      constant_of(step, STEP_BY));
    }
}

static void call_match(struct oc_edit *edit, LLVMValueRef step, unsigned lanes) {
    static const char *const attributes[] = {"nounwind", "willreturn", "nocallback", "nosync"};
    const char *name = oc_arena_printf(edit->ir->arena, OC_NAME_MATCH "%u_%u",
                                       (unsigned)constant_of(step, STEP_BITS), lanes);
    LLVMValueRef arguments[] = {LLVMGetOperand(step, STEP_IN), LLVMGetOperand(step, STEP_OUT)};
    LLVMValueRef call =
        oc_edit_call(edit, name, LLVMVoidTypeInContext(edit->ir->context), arguments, 2);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        oc_ir_add_attribute(edit->ir, LLVMGetCalledValue(call), attributes[i]);
}

static void expand(struct oc_edit *edit, LLVMValueRef step) {
    if (constant_of(step, STEP_WHAT) == WAIT)
        return;
    LLVMTypeRef type =
        LLVMIntTypeInContext(edit->ir->context, (unsigned)constant_of(step, STEP_BITS));
    unsigned how = (unsigned)constant_of(step, STEP_HOW), lanes = how & OC_LANES_MASK;
    LLVMValueRef result, there = find_lanes(edit, step, lanes),
                         out = LLVMGetOperand(step, STEP_OUT);
    enum what what = (enum what)constant_of(step, STEP_WHAT);
    if (what == PACK) {
        const uint64_t every = ~0ull >> (OC_LANES_MOST - lanes);
        struct oc_packed packed = {
            .type = type,
            .lanes = lanes,
            .alignment = ALIGNMENT,
            .values = LLVMGetOperand(step, STEP_IN),
            .known = oc_packing_known(how),
            .firsts = out,
            .masks = LLVMGetOperand(step, STEP_MORE),
            .storing =
                LLVMBuildAnd(edit->builder, there, LLVMConstInt(edit->i64, every, false), ""),
        };
        oc_packstores_build(edit, &packed, step);
        return;
    }
    if (what == MOVE && LLVMIsNull(LLVMGetOperand(step, STEP_PRESENT))) {
        move_in_registers(edit, step, type);
        return;
    }
    if (what == MATCH) {
        call_match(edit, step, lanes);
        return;
    }
    LLVMValueRef in = oc_lanevectors_load(edit, type, lanes, LLVMGetOperand(step, STEP_IN));
    LLVMSetAlignment(in, ALIGNMENT);
    switch (what) {
    case MOVE:
        result = move(edit, step, in);
        break;
    case VOTE:
        result = oc_lanevectors_votes(edit, in);
        break;
    case REDUCE:
        there = LLVMBuildAnd(edit->builder, there,
                             oc_lanevectors_mask(edit, LLVMGetOperand(step, STEP_BY)), "");
        result = oc_lanevectors_reduce(edit, in, there, how);
        break;
    default:
        result = in;
        out = first_of_copy(edit, type, out);
    }
    LLVMSetAlignment(LLVMBuildStore(edit->builder, result, out), ALIGNMENT);
}

// Marks an array of the function's: groups run one after the other, and none needs the values of a
// step after it.
static void mark_scratch(LLVMValueRef array) {
    if (LLVMIsAAllocaInst(array))
        oc_metadata_mark(array, OC_SCRATCH_METADATA);
}

// Marks the copies of such arrays that some lanes have (loops/apart.h).
static void mark_copies(LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (copy, block) {
            if (!oc_starts_with(oc_ir_callee_name(copy), "llvm.memcpy."))
                continue;
            LLVMValueRef from = LLVMGetOperand(copy, 1);
            if (LLVMIsAAllocaInst(from) && oc_metadata_has(from, OC_SCRATCH_METADATA))
                mark_scratch(LLVMGetOperand(copy, 0));
        }
}

void oc_groupsteps_expand(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    struct oc_edit edit = oc_edit_begin(ir);
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_NAME_STEP_OF_GROUP) != 0)
            continue;
        oc_edit_before(&edit, calls.items[i]);
        expand(&edit, calls.items[i]);
        mark_scratch(LLVMGetOperand(calls.items[i], STEP_IN));
        mark_scratch(LLVMGetOperand(calls.items[i], STEP_OUT));
        mark_scratch(LLVMGetOperand(calls.items[i], STEP_PRESENT));
        mark_scratch(LLVMGetOperand(calls.items[i], STEP_THERE));
        mark_scratch(LLVMGetOperand(calls.items[i], STEP_MORE));
        LLVMInstructionEraseFromParent(calls.items[i]);
    }
    mark_copies(function);
    oc_edit_end(&edit);
}
