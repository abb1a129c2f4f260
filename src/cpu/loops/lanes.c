#include "cpu/loops/lanes.h"

#include "base/names.h"

#include <string.h>

// ---- Values ------------------------------------------------------------------------------------

static struct oc_lanes *new_lanes(struct oc_lanes_run *run, enum oc_lanes_kind kind) {
    struct oc_lanes *lanes = OC_NEW_ARRAY(run->threads->ir->arena, 1, struct oc_lanes);
    *lanes = (struct oc_lanes){.kind = kind};
    if (kind != OC_LANES_VECTOR)
        lanes->each = OC_NEW_ARRAY(run->threads->ir->arena, run->count, uint64_t);
    return lanes;
}

static const struct oc_lanes *new_vector(struct oc_lanes_run *run, LLVMValueRef vector) {
    struct oc_lanes *lanes = new_lanes(run, OC_LANES_VECTOR);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(run->threads->ir->module);
    lanes->vector = vector;
    if (LLVMIsAInstruction(vector))
        run->bytes += LLVMABISizeOfType(layout, LLVMTypeOf(vector));
    return lanes;
}

static bool is_integer(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
}

// Of an integer with this many bits.
static uint64_t cut(uint64_t value, unsigned bits) {
    return bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value;
}

static int64_t signed_of(uint64_t value, unsigned bits) {
    unsigned unused = 64 - bits;
    return (int64_t)(value << unused) >> unused;
}

// A value as a vector; NULL: it is an address.
static LLVMValueRef vector_of(struct oc_lanes_run *run, const struct oc_lanes *lanes,
                              LLVMTypeRef type) {
    if (lanes->kind == OC_LANES_VECTOR)
        return lanes->vector;
    if (lanes->kind != OC_LANES_KNOWN || !is_integer(type))
        return NULL;
    LLVMValueRef *elements = OC_NEW_ARRAY(run->threads->ir->arena, run->count, LLVMValueRef);
    for (size_t i = 0; i < run->count; i++)
        elements[i] = LLVMConstInt(type, lanes->each[i], false);
    return LLVMConstVector(elements, (unsigned)run->count);
}

static LLVMTypeRef vector_type(const struct oc_lanes_run *run, LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool fits = is_integer(type) || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
    return fits ? LLVMVectorType(type, (unsigned)run->count) : NULL;
}

// Makes a vector of `count` elements: element i is number from[i] of the elements of `first` and,
// counting on, of `second`. For -1 it is undefined. The two vectors have the same length.
static LLVMValueRef shuffle(struct oc_lanes_run *run, LLVMValueRef first, LLVMValueRef second,
                            const long *from, size_t count) {
    LLVMTypeRef i32 = run->threads->i32;
    LLVMValueRef *mask = OC_NEW_ARRAY(run->threads->ir->arena, count, LLVMValueRef);
    for (size_t i = 0; i < count; i++)
        mask[i] = from[i] < 0 ? LLVMGetPoison(i32)
                              : LLVMConstInt(i32, (unsigned long long)from[i], false);
    if (!second)
        second = LLVMGetPoison(LLVMTypeOf(first));
    return LLVMBuildShuffleVector(run->threads->builder, first, second,
                                  LLVMConstVector(mask, (unsigned)count), "");
}

// ---- Arithmetic --------------------------------------------------------------------------------

static uint64_t compute(LLVMOpcode opcode, uint64_t left, uint64_t right, unsigned bits) {
    switch (opcode) {
    case LLVMAdd:
        return left + right;
    case LLVMSub:
        return left - right;
    case LLVMMul:
        return left * right;
    case LLVMAnd:
        return left & right;
    case LLVMOr:
        return left | right;
    case LLVMXor:
        return left ^ right;
    case LLVMShl:
        return right < bits ? left << right : 0;
    case LLVMLShr:
        return right < bits ? left >> right : 0;
    case LLVMAShr:
        return right < bits ? (uint64_t)(signed_of(left, bits) >> right) : 0;
    case LLVMUDiv: // where the divisor is 0, the thread is not here
        return right ? left / right : 0;
    case LLVMURem:
    default:
        return right ? left % right : 0;
    }
}

static bool compares(LLVMIntPredicate predicate, uint64_t left, uint64_t right, unsigned bits) {
    int64_t first = signed_of(left, bits), second = signed_of(right, bits);
    switch (predicate) {
    case LLVMIntEQ:
        return left == right;
    case LLVMIntNE:
        return left != right;
    case LLVMIntUGT:
        return left > right;
    case LLVMIntUGE:
        return left >= right;
    case LLVMIntULT:
        return left < right;
    case LLVMIntULE:
        return left <= right;
    case LLVMIntSGT:
        return first > second;
    case LLVMIntSGE:
        return first >= second;
    case LLVMIntSLT:
        return first < second;
    case LLVMIntSLE:
    default:
        return first <= second;
    }
}

// Of two known values.
static const struct oc_lanes *compute_each(struct oc_lanes_run *run, LLVMValueRef instruction,
                                           const struct oc_lanes *left,
                                           const struct oc_lanes *right) {
    struct oc_lanes *result = new_lanes(run, OC_LANES_KNOWN);
    unsigned bits = oc_ir_width(LLVMGetOperand(instruction, 0));
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    for (size_t i = 0; i < run->count; i++)
        result->each[i] =
            opcode == LLVMICmp
                ? compares(LLVMGetICmpPredicate(instruction), left->each[i], right->each[i], bits)
                : cut(compute(opcode, left->each[i], right->each[i], bits), bits);
    return result;
}

static const struct oc_lanes *do_binary(struct oc_lanes_run *run, LLVMValueRef instruction) {
    LLVMBuilderRef builder = run->threads->builder;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 0));
    const struct oc_lanes *left = oc_lanes_of(run, LLVMGetOperand(instruction, 0)),
                          *right = oc_lanes_of(run, LLVMGetOperand(instruction, 1));
    if (!left || !right || !vector_type(run, type))
        return NULL;
    bool divides = opcode == LLVMSDiv || opcode == LLVMSRem;
    if (left->kind == OC_LANES_KNOWN && right->kind == OC_LANES_KNOWN && !divides)
        return compute_each(run, instruction, left, right);
    // The divisor of a thread that is not here may be 0.
    LLVMValueRef first = vector_of(run, left, type), second = vector_of(run, right, type);
    if (!first || !second || divides || opcode == LLVMUDiv || opcode == LLVMURem)
        return NULL;
    LLVMValueRef vector =
        opcode == LLVMICmp
            ? LLVMBuildICmp(builder, LLVMGetICmpPredicate(instruction), first, second, "")
        : opcode == LLVMFCmp
            ? LLVMBuildFCmp(builder, LLVMGetFCmpPredicate(instruction), first, second, "")
            : LLVMBuildBinOp(builder, opcode, first, second, "");
    if (LLVMIsAInstruction(vector) && LLVMCanValueUseFastMathFlags(vector))
        LLVMSetFastMathFlags(vector, LLVMGetFastMathFlags(instruction));
    return new_vector(run, vector);
}

static const struct oc_lanes *do_cast(struct oc_lanes_run *run, LLVMValueRef instruction) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    LLVMValueRef operand = LLVMGetOperand(instruction, 0);
    LLVMTypeRef from = LLVMTypeOf(operand), to = vector_type(run, LLVMTypeOf(instruction));
    const struct oc_lanes *value = oc_lanes_of(run, operand);
    if (!value || !to || !vector_type(run, from))
        return NULL;
    if (value->kind == OC_LANES_KNOWN && is_integer(LLVMTypeOf(instruction))) {
        struct oc_lanes *result = new_lanes(run, OC_LANES_KNOWN);
        unsigned bits = oc_ir_width(operand), wanted = oc_ir_width(instruction);
        for (size_t i = 0; i < run->count; i++)
            result->each[i] = opcode == LLVMSExt
                                  ? cut((uint64_t)signed_of(value->each[i], bits), wanted)
                                  : cut(value->each[i], wanted);
        return result;
    }
    LLVMValueRef vector = vector_of(run, value, from);
    return vector ? new_vector(run, LLVMBuildCast(run->threads->builder, opcode, vector, to, ""))
                  : NULL;
}

static const struct oc_lanes *do_select(struct oc_lanes_run *run, LLVMValueRef instruction) {
    LLVMTypeRef type = LLVMTypeOf(instruction);
    const struct oc_lanes *condition = oc_lanes_of(run, LLVMGetOperand(instruction, 0));
    const struct oc_lanes *values[] = {oc_lanes_of(run, LLVMGetOperand(instruction, 1)),
                                       oc_lanes_of(run, LLVMGetOperand(instruction, 2))};
    if (!condition || !values[0] || !values[1])
        return NULL;
    if (condition->kind == OC_LANES_KNOWN) {
        size_t *from = OC_NEW_ARRAY(run->threads->ir->arena, run->count, size_t);
        for (size_t i = 0; i < run->count; i++)
            from[i] = !condition->each[i];
        return oc_lanes_choose(run, type, values, 2, from);
    }
    LLVMValueRef first = vector_of(run, values[0], type), second = vector_of(run, values[1], type);
    return first && second ? new_vector(run, LLVMBuildSelect(run->threads->builder,
                                                             condition->vector, first, second, ""))
                           : NULL;
}

// ---- Calls -------------------------------------------------------------------------------------

static const struct oc_lanes *known_for_all(struct oc_lanes_run *run, uint64_t value) {
    struct oc_lanes *result = new_lanes(run, OC_LANES_KNOWN);
    for (size_t i = 0; i < run->count; i++)
        result->each[i] = value;
    return result;
}

// The number of a thread in its block, and the block's size.
static const struct oc_lanes *do_index(struct oc_lanes_run *run, LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    bool is_id = strcmp(name, OC_NAME_THREAD_ID) == 0;
    LLVMValueRef dimension = LLVMIsAConstantInt(LLVMGetOperand(call, 0));
    if (!dimension || (!is_id && strcmp(name, OC_NAME_BLOCK_SIZE) != 0))
        return NULL;
    unsigned long d = LLVMConstIntGetZExtValue(dimension) % 3;
    if (!is_id)
        return known_for_all(run, run->sizes[d]);
    size_t before = 1; // threads until the next one in this dimension
    for (unsigned long i = 0; i < d; i++)
        before *= run->sizes[i];
    struct oc_lanes *result = new_lanes(run, OC_LANES_KNOWN);
    for (size_t i = 0; i < run->count; i++)
        result->each[i] = i / before % run->sizes[d];
    return result;
}

// Functions of LLVM's that compute an element of the result from those of their arguments.
static const struct oc_lanes *do_function(struct oc_lanes_run *run, LLVMValueRef call) {
    static const char *const names[] = {"llvm.smin.",   "llvm.smax.",   "llvm.umin.", "llvm.umax.",
                                        "llvm.minnum.", "llvm.maxnum.", "llvm.fabs.", "llvm.sqrt.",
                                        "llvm.fma.",    "llvm.fmuladd."};
    LLVMTypeRef type = LLVMTypeOf(call), vector = vector_type(run, type);
    LLVMValueRef arguments[3];
    unsigned count = LLVMGetNumArgOperands(call);
    bool is_known = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_known |= oc_starts_with(oc_ir_callee_name(call), names[i]);
    if (!is_known || !vector || count > 3)
        return NULL;
    for (unsigned i = 0; i < count; i++) {
        const struct oc_lanes *argument = oc_lanes_of(run, LLVMGetOperand(call, i));
        arguments[i] = argument ? vector_of(run, argument, type) : NULL;
        if (!arguments[i])
            return NULL;
    }
    unsigned id = LLVMGetIntrinsicID(oc_ir_callee(call));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(run->threads->ir->module, id, &vector, 1);
    LLVMValueRef result = LLVMBuildCall2(run->threads->builder, LLVMGlobalGetValueType(function),
                                         function, arguments, count, "");
    if (LLVMCanValueUseFastMathFlags(result))
        LLVMSetFastMathFlags(result, LLVMGetFastMathFlags(call));
    return new_vector(run, result);
}

// ---- Arrays ------------------------------------------------------------------------------------

// The address of an element: in arrays of arrays, too.
static const struct oc_lanes *do_address(struct oc_lanes_run *run, LLVMValueRef instruction) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(run->threads->ir->module);
    const struct oc_lanes *base = oc_lanes_of(run, LLVMGetOperand(instruction, 0));
    if (!base || base->kind != OC_LANES_PLACE)
        return NULL;
    struct oc_lanes *place = new_lanes(run, OC_LANES_PLACE);
    place->array = base->array;
    memcpy(place->each, base->each, run->count * sizeof *place->each);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(instruction);
    for (int o = 1; o < LLVMGetNumOperands(instruction); o++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)o);
        const struct oc_lanes *index = oc_lanes_of(run, operand);
        if (o > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
            return NULL;
        if (o > 1)
            type = LLVMGetElementType(type);
        if (!index || index->kind != OC_LANES_KNOWN)
            return NULL;
        uint64_t size = LLVMABISizeOfType(layout, type);
        for (size_t i = 0; i < run->count; i++)
            place->each[i] += (uint64_t)signed_of(index->each[i], oc_ir_width(operand)) * size;
    }
    return place;
}

// A variable with elements of one type, in any number of dimensions.
static const struct oc_lanes *of_variable(struct oc_lanes_run *run, LLVMValueRef variable) {
    if (!LLVMIsAAllocaInst(variable) || oc_values_contain(run->threads->privates, variable))
        return NULL;
    struct oc_lanes *place = new_lanes(run, OC_LANES_PLACE);
    memset(place->each, 0, run->count * sizeof *place->each);
    place->array = variable;
    return place;
}

// Finds an array of the run. Loads the array when it is first used. Returns NULL if its elements
// have another type, or are not for vectors.
static struct oc_lanes_array *find_array(struct oc_lanes_run *run, LLVMValueRef variable,
                                         LLVMTypeRef element) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(run->threads->ir->module);
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    size_t length = 1;
    for (size_t i = 0; i < run->array_count; i++)
        if (run->arrays[i].variable == variable)
            return run->arrays[i].element == element ? &run->arrays[i] : NULL;
    for (; LLVMGetTypeKind(type) == LLVMArrayTypeKind; type = LLVMGetElementType(type))
        length *= LLVMGetArrayLength2(type);
    // In a vector, elements have no padding.
    uint64_t bits = LLVMSizeOfTypeInBits(layout, element);
    bool is_dense = bits == 8 * LLVMABISizeOfType(layout, element);
    if (type != element || run->array_count == OC_LANES_ARRAYS || length > 4 * run->count ||
        !vector_type(run, element) || !is_dense)
        return NULL;
    struct oc_lanes_array *array = &run->arrays[run->array_count++];
    LLVMTypeRef vector = LLVMVectorType(element, (unsigned)length);
    LLVMValueRef now = LLVMBuildLoad2(run->threads->builder, vector, variable, "");
    LLVMSetAlignment(now, LLVMGetAlignment(variable));
    *array = (struct oc_lanes_array){variable, now, element, length, false};
    return array;
}

// The numbers of the elements at a place; -1 for threads that are not here. NULL: they are not all
// in the array.
static long *find_elements(struct oc_lanes_run *run, const struct oc_lanes_array *array,
                           const struct oc_lanes *place, const bool *here) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(run->threads->ir->module);
    uint64_t size = LLVMABISizeOfType(layout, array->element);
    long *elements = OC_NEW_ARRAY(run->threads->ir->arena, run->count, long);
    for (size_t i = 0; i < run->count; i++) {
        if (here[i] && (place->each[i] % size || place->each[i] / size >= array->length))
            return NULL;
        elements[i] = here[i] ? (long)(place->each[i] / size) : -1;
    }
    return elements;
}

static const struct oc_lanes *do_load(struct oc_lanes_run *run, LLVMValueRef load,
                                      const bool *here) {
    const struct oc_lanes *place = oc_lanes_of(run, LLVMGetOperand(load, 0));
    if (!place || place->kind != OC_LANES_PLACE || LLVMGetVolatile(load) ||
        LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
        return NULL;
    struct oc_lanes_array *array = find_array(run, place->array, LLVMTypeOf(load));
    long *elements = array ? find_elements(run, array, place, here) : NULL;
    return elements ? new_vector(run, shuffle(run, array->now, NULL, elements, run->count)) : NULL;
}

static bool do_store(struct oc_lanes_run *run, LLVMValueRef store, const bool *here) {
    LLVMValueRef value = LLVMGetOperand(store, 0);
    const struct oc_lanes *stored = oc_lanes_of(run, value),
                          *place = oc_lanes_of(run, LLVMGetOperand(store, 1));
    if (!place || place->kind != OC_LANES_PLACE || !stored || LLVMGetVolatile(store) ||
        LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic)
        return false;
    struct oc_lanes_array *array = find_array(run, place->array, LLVMTypeOf(value));
    long *elements = array ? find_elements(run, array, place, here) : NULL;
    LLVMValueRef vector = elements ? vector_of(run, stored, LLVMTypeOf(value)) : NULL;
    if (!vector)
        return false;
    struct oc_arena *arena = run->threads->ir->arena;
    long *from = OC_NEW_ARRAY(arena, array->length, long),
         *both = OC_NEW_ARRAY(arena, array->length, long);
    for (size_t e = 0; e < array->length; e++)
        from[e] = -1;
    for (size_t i = 0; i < run->count; i++) {
        if (elements[i] >= 0 && from[elements[i]] >= 0)
            return false; // a race of two threads
        if (elements[i] >= 0)
            from[elements[i]] = (long)i;
    }
    for (size_t e = 0; e < array->length; e++)
        both[e] = (long)(from[e] < 0 ? e : array->length + e);
    array->now = shuffle(run, array->now, shuffle(run, vector, NULL, from, array->length), both,
                         array->length);
    array->changed = true;
    return true;
}

void oc_lanes_finish(struct oc_lanes_run *run) {
    for (size_t i = 0; i < run->array_count; i++) {
        const struct oc_lanes_array *array = &run->arrays[i];
        if (array->changed)
            LLVMSetAlignment(LLVMBuildStore(run->threads->builder, array->now, array->variable),
                             LLVMGetAlignment(array->variable));
    }
}

// ---- Instructions ------------------------------------------------------------------------------

const struct oc_lanes *oc_lanes_choose(struct oc_lanes_run *run, LLVMTypeRef type,
                                       const struct oc_lanes *const *values, size_t value_count,
                                       const size_t *from) {
    bool known = true;
    for (size_t v = 0; v < value_count; v++)
        known &= values[v]->kind == OC_LANES_KNOWN;
    if (known) {
        struct oc_lanes *result = new_lanes(run, OC_LANES_KNOWN);
        for (size_t i = 0; i < run->count; i++)
            result->each[i] = values[from[i]]->each[i];
        return result;
    }
    LLVMValueRef vector = vector_of(run, values[0], type);
    long *both = OC_NEW_ARRAY(run->threads->ir->arena, run->count, long);
    for (size_t v = 1; vector && v < value_count; v++) {
        LLVMValueRef other = vector_of(run, values[v], type);
        for (size_t i = 0; i < run->count; i++)
            both[i] = (long)(from[i] == v ? run->count + i : i);
        vector = other ? shuffle(run, vector, other, both, run->count) : NULL;
    }
    return vector ? new_vector(run, vector) : NULL;
}

// ---- Values that are the same for all threads --------------------------------------------------

// A value from before the thread's code, or what is computed from such values and constants without
// effects, such as a number that is an argument of the kernel. NULL: it is another value.
static LLVMValueRef scalar_of(struct oc_lanes_run *run, LLVMValueRef value, int depth) {
    if (LLVMIsAConstantInt(value) || LLVMIsAConstantFP(value) || LLVMIsAArgument(value))
        return value;
    if (!LLVMIsAInstruction(value) || LLVMIsAAllocaInst(value))
        return NULL;
    if (oc_body_node_of(run->threads->body, value) == OC_NO_NODE)
        return value;
    bool is_cast = LLVMIsACastInst(value) && LLVMGetInstructionOpcode(value) != LLVMAddrSpaceCast;
    if (!depth || (!is_cast && !oc_ir_is_index_arithmetic(value)))
        return NULL;
    LLVMValueRef operands[3];
    int count = LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++) {
        operands[i] = i < 3 ? scalar_of(run, LLVMGetOperand(value, (unsigned)i), depth - 1) : NULL;
        if (!operands[i])
            return NULL;
    }
    LLVMValueRef clone = LLVMInstructionClone(value);
    for (int i = 0; i < count; i++)
        LLVMSetOperand(clone, (unsigned)i, operands[i]);
    LLVMInsertIntoBuilder(run->threads->builder, clone);
    return clone;
}

static const struct oc_lanes *same_for_all(struct oc_lanes_run *run, LLVMValueRef value) {
    enum { DEPTH = 4 };
    LLVMTypeRef type = vector_type(run, LLVMTypeOf(value));
    LLVMValueRef scalar = type ? scalar_of(run, value, DEPTH) : NULL;
    if (!scalar)
        return NULL;
    long *first = OC_NEW_ARRAY(run->threads->ir->arena, run->count, long);
    for (size_t i = 0; i < run->count; i++)
        first[i] = 0;
    LLVMValueRef one = LLVMBuildInsertElement(run->threads->builder, LLVMGetPoison(type), scalar,
                                              LLVMConstInt(run->threads->i32, 0, false), "");
    return new_vector(run, shuffle(run, one, NULL, first, run->count));
}

// What needs no memory.
static const struct oc_lanes *do_pure(struct oc_lanes_run *run, LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMICmp:
    case LLVMFCmp:
        return do_binary(run, instruction);
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPExt:
    case LLVMFPTrunc:
        return do_cast(run, instruction);
    case LLVMSelect:
        return do_select(run, instruction);
    case LLVMFreeze: // what is undefined is not known
        return oc_lanes_of(run, LLVMGetOperand(instruction, 0));
    case LLVMGetElementPtr:
        return do_address(run, instruction);
    case LLVMCall: {
        const struct oc_lanes *index =
            LLVMGetNumArgOperands(instruction) == 1 ? do_index(run, instruction) : NULL;
        return index ? index : do_function(run, instruction);
    }
    default:
        return NULL;
    }
}

const struct oc_lanes *oc_lanes_of(struct oc_lanes_run *run, LLVMValueRef value) {
    size_t found;
    if (oc_map_get(&run->values, value, &found))
        return (const struct oc_lanes *)found;
    const struct oc_lanes *lanes = NULL;
    if (LLVMIsAConstantInt(value) && is_integer(LLVMTypeOf(value)))
        lanes = known_for_all(run, LLVMConstIntGetZExtValue(value));
    else if (LLVMIsAAllocaInst(value))
        lanes = of_variable(run, value);
    else if (LLVMIsAInstruction(value))
        lanes = do_pure(run, value);
    if (!lanes)
        lanes = same_for_all(run, value);
    if (lanes)
        oc_map_set(&run->values, value, (size_t)lanes);
    return lanes;
}

bool oc_lanes_do(struct oc_lanes_run *run, LLVMValueRef instruction, const bool *here) {
    const struct oc_lanes *result;
    const char *name = oc_ir_callee_name(instruction);
    if (LLVMIsAStoreInst(instruction))
        return do_store(run, instruction, here);
    if (strcmp(name, OC_NAME_BARRIER) == 0 || strcmp(name, "llvm.assume") == 0 ||
        oc_starts_with(name, "llvm.experimental.noalias.scope.decl"))
        return true;
    result =
        LLVMIsALoadInst(instruction) ? do_load(run, instruction, here) : do_pure(run, instruction);
    if (result)
        oc_map_set(&run->values, instruction, (size_t)result);
    return result;
}
