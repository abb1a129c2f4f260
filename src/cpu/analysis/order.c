#include "cpu/analysis/order.h"

#include "base/names.h"
#include "ir/llvm_shim.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS = 3 };

// By how much a number grows from one thread to the next one in some dimension, if that is known.
#define UNKNOWN LONG_MIN

struct order {
    const struct oc_body *body;
    unsigned dimension;
    struct oc_map growths; // of the values that do not stay the same
};

static long growth_of(const struct order *order, LLVMValueRef value) {
    size_t growth;
    return oc_map_get(&order->growths, value, &growth) ? (long)growth : 0;
}

static long operand(const struct order *order, LLVMValueRef value, unsigned number) {
    return growth_of(order, LLVMGetOperand(value, number));
}

static long times(long growth, LLVMValueRef factor) {
    long result = UNKNOWN;
    LLVMValueRef constant = LLVMIsAConstantInt(factor);
    if (!growth)
        return 0;
    if (growth == UNKNOWN || !constant || LLVMGetIntTypeWidth(LLVMTypeOf(factor)) > 64 ||
        __builtin_mul_overflow(growth, LLVMConstIntGetSExtValue(constant), &result))
        return UNKNOWN;
    return result;
}

static long plus(long left, long right) {
    long result = UNKNOWN;
    if (left == UNKNOWN || right == UNKNOWN || __builtin_add_overflow(left, right, &result))
        return UNKNOWN;
    return result;
}

// Of what is one value or the other: an index that is kept within bounds grows in most threads.
static long either(long left, long right) {
    return !left || left == right ? right : !right ? left : UNKNOWN;
}

static bool is_index(const char *name) {
    return strcmp(name, OC_NAME_THREAD_ID) == 0 || strcmp(name, OC_NAME_GLOBAL_ID) == 0;
}

static bool is_size(const char *name) {
    return strcmp(name, OC_NAME_BLOCK_ID) == 0 || strcmp(name, OC_NAME_BLOCK_SIZE) == 0 ||
           strcmp(name, OC_NAME_BLOCK_COUNT) == 0;
}

static long of_operands(const struct order *order, LLVMValueRef value) {
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (operand(order, value, (unsigned)i))
            return UNKNOWN;
    return 0;
}

static long shifted(const struct order *order, LLVMValueRef value, bool right) {
    enum { MAX = 48 };
    LLVMValueRef by = LLVMIsAConstantInt(LLVMGetOperand(value, 1));
    long growth = operand(order, value, 0), result;
    if (!growth || growth == UNKNOWN || !by || LLVMConstIntGetZExtValue(by) > MAX)
        return of_operands(order, value);
    long factor = 1l << LLVMConstIntGetZExtValue(by);
    if (right)
        return growth % factor ? UNKNOWN : growth / factor;
    return __builtin_mul_overflow(growth, factor, &result) ? UNKNOWN : result;
}

static long of_call(const struct order *order, LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    if (is_size(name))
        return 0;
    if (is_index(name)) {
        LLVMValueRef constant = LLVMIsAConstantInt(LLVMGetOperand(call, 0));
        return constant ? LLVMConstIntGetZExtValue(constant) == order->dimension : UNKNOWN;
    }
    if (oc_ir_extreme(call).is)
        return either(operand(order, call, 0), operand(order, call, 1));
    return of_operands(order, call);
}

static long of_address(const struct order *order, LLVMValueRef address) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(order->body->ir->module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
    long growth = operand(order, address, 0);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++) {
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            LLVMValueRef field = LLVMGetOperand(address, i);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(field));
            continue;
        }
        type = i > 1 ? LLVMGetElementType(type) : type;
        unsigned long size = LLVMABISizeOfType(layout, type);
        growth = plus(growth, times(operand(order, address, i), LLVMConstInt(i64, size, false)));
    }
    return growth;
}

// Values that come around a loop grow as those do that it begins with.
static long of_phi(const struct order *order, LLVMValueRef phi) {
    long growth = 0;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        growth = either(growth, growth_of(order, LLVMGetIncomingValue(phi, i)));
    return growth;
}

static long examine(const struct order *order, LLVMValueRef value) {
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMFreeze:
        return operand(order, value, 0);
    case LLVMAdd:
        return plus(operand(order, value, 0), operand(order, value, 1));
    case LLVMOr: // LLVM writes some additions so
        return either(operand(order, value, 0), operand(order, value, 1));
    case LLVMSub: {
        long subtracted = operand(order, value, 1);
        return subtracted ? UNKNOWN : operand(order, value, 0);
    }
    case LLVMMul:
        return operand(order, value, 1) ? UNKNOWN
                                        : times(operand(order, value, 0), LLVMGetOperand(value, 1));
    case LLVMShl:
        return shifted(order, value, false);
    case LLVMLShr:
    case LLVMAShr: // of what was shifted to the left before: the lower half of an index
        return shifted(order, value, true);
    case LLVMAnd:
        return oc_ir_keeps_lower_half(value) ? operand(order, value, 0) : of_operands(order, value);
    case LLVMGetElementPtr:
        return of_address(order, value);
    case LLVMSelect:
        return either(operand(order, value, 1), operand(order, value, 2));
    case LLVMPHI:
        return of_phi(order, value);
    case LLVMCall:
        return of_call(order, value);
    default:
        return of_operands(order, value);
    }
}

static LLVMValueRef address_of(LLVMValueRef instruction) {
    if (LLVMIsALoadInst(instruction) || LLVMIsAAtomicRMWInst(instruction) ||
        LLVMIsAAtomicCmpXchgInst(instruction))
        return LLVMGetOperand(instruction, 0);
    return LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 1) : NULL;
}

// What accesses cost about, as vectors of neighbouring threads.
struct cost {
    unsigned long all;    // of all accesses
    unsigned long close;  // the number of accesses to elements that are beside each other
    unsigned long far;    // the number of accesses to elements that are in different cache lines
    unsigned long number; // of accesses, each times the turns of its loops
};

static unsigned long turns_of(const struct oc_loop_info *loops, LLVMValueRef instruction) {
    enum { TURNS = 8, DEPTH = 4 };
    const struct oc_loop *loop = oc_loops_around(loops, LLVMGetInstructionParent(instruction));
    unsigned long turns = 1;
    for (int depth = 0; loop && depth < DEPTH; depth++, loop = oc_loop_parent(loop))
        turns *= TURNS;
    return turns;
}

static struct cost cost_of(const struct oc_body *body, unsigned dimension,
                           const struct oc_loop_info *loops) {
    enum { CLOSE = 16, NEAR = 64 };                                       // bytes
    enum { SAME_COST = 1, CLOSE_COST = 2, NEAR_COST = 3, FAR_COST = 16 }; // of an access
    struct order order = {
        .body = body, .dimension = dimension, .growths = {.arena = body->ir->arena}};
    struct cost cost = {0, 0, 0, 0};
    for (size_t n = 0; n < body->count; n++)
        OC_EACH_INSTRUCTION (instruction, body->nodes[n].block) {
            long growth = examine(&order, instruction);
            LLVMValueRef address = address_of(instruction);
            if (growth)
                oc_map_set(&order.growths, instruction, (size_t)growth);
            if (!address)
                continue;
            unsigned long turns = turns_of(loops, instruction);
            long growth_of_address = growth_of(&order, address);
            long bytes = growth_of_address == UNKNOWN ? LONG_MAX : labs(growth_of_address);
            bool is_far = bytes > NEAR, is_near = bytes > CLOSE;
            cost.number += turns;
            cost.close += bytes && !is_near ? turns : 0;
            cost.far += is_far ? turns : 0;
            cost.all += turns * (is_far    ? FAR_COST
                                 : is_near ? NEAR_COST
                                 : bytes   ? CLOSE_COST
                                           : SAME_COST);
        }
    return cost;
}

static bool asks_for_variable(const struct oc_body *body) {
    for (size_t n = 0; n < body->count; n++)
        OC_EACH_INSTRUCTION (instruction, body->nodes[n].block) {
            const char *name = oc_ir_callee_name(instruction);
            if ((is_index(name) || is_size(name)) &&
                !LLVMIsAConstantInt(LLVMGetOperand(instruction, 0)))
                return true;
        }
    return false;
}

// Only where it is certain: a grid's height may be small.
unsigned oc_order_innermost(const struct oc_body *body) {
    enum { BETTER = 2, CLOSE_PART = 4 };
    struct cost costs[DIMENSIONS];
    unsigned best = 0;
    if (asks_for_variable(body))
        return 0;
    struct oc_loop_info *loops = oc_loops_read(body->function);
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        costs[d] = cost_of(body, d, loops);
        if (costs[d].all * BETTER <= costs[0].all && costs[d].all < costs[best].all &&
            costs[d].close * CLOSE_PART >= costs[d].number)
            best = d;
    }
    oc_loops_dispose(loops);
    return best;
}

bool oc_order_is_scattered(const struct oc_body *body) {
    struct oc_loop_info *loops = oc_loops_read(body->function);
    struct cost cost = cost_of(body, 0, loops);
    oc_loops_dispose(loops);
    return 2 * cost.far > cost.number;
}

static void note_work(const struct order *order, LLVMValueRef instruction,
                      struct oc_order_work *work) {
    enum { SHUFFLED = 8, CALL = 8 }; // LLVM shuffles what is up to so many elements apart
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(order->body->ir->module);
    LLVMValueRef address = address_of(instruction);
    if (address) {
        long growth = growth_of(order, address);
        bool is_store = LLVMIsAStoreInst(instruction);
        LLVMTypeRef type = LLVMTypeOf(is_store ? LLVMGetOperand(instruction, 0) : instruction);
        bool is_far = growth != UNKNOWN &&
                      (unsigned long)labs(growth) > SHUFFLED * LLVMABISizeOfType(layout, type);
        work->far += is_far;
        work->far_stores += is_far && is_store;
        work->others += growth && !is_far;
    } else if (oc_ir_is_call(instruction)) {
        work->arithmetic += oc_ir_calls_intrinsic(instruction) ? 1 : CALL;
    } else if (!LLVMIsAGetElementPtrInst(instruction) && !LLVMIsAPHINode(instruction) &&
               !LLVMIsACastInst(instruction) && !LLVMIsATerminatorInst(instruction)) {
        work->arithmetic++;
    }
}

struct oc_order_work *oc_order_works(const struct oc_body *body) {
    struct oc_order_work *works =
        OC_NEW_ARRAY(body->ir->arena, body->count + 1, struct oc_order_work);
    struct order order = {.body = body, .growths = {.arena = body->ir->arena}};
    for (size_t n = 0; n < body->count; n++)
        OC_EACH_INSTRUCTION (instruction, body->nodes[n].block) {
            long growth = examine(&order, instruction);
            if (growth)
                oc_map_set(&order.growths, instruction, (size_t)growth);
            note_work(&order, instruction, &works[n]);
        }
    return works;
}

void oc_order_exchange(const struct oc_body *body, unsigned dimension) {
    if (!dimension)
        return;
    for (size_t n = 0; n < body->count; n++)
        OC_EACH_INSTRUCTION (instruction, body->nodes[n].block) {
            const char *name = oc_ir_callee_name(instruction);
            if (!is_index(name) && !is_size(name))
                continue;
            LLVMValueRef asked = LLVMGetOperand(instruction, 0);
            unsigned long at = LLVMConstIntGetZExtValue(asked) % DIMENSIONS;
            if (at == 0 || at == dimension)
                LLVMSetOperand(instruction, 0,
                               LLVMConstInt(LLVMTypeOf(asked), at ? 0 : dimension, false));
        }
}
