#include "ir/ir.h"

#include "base/file.h"
#include "base/text.h"
#include "ir/sourceplace.h"

#include <limits.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

static void handle_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
    struct oc_diag *diag = data;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    oc_error(diag, "%s", text);
    LLVMDisposeMessage(text);
}

// Takes the buffer. Returns NULL if it is not bitcode.
static LLVMModuleRef parse(LLVMContextRef context, LLVMMemoryBufferRef buffer, bool lazy) {
    LLVMModuleRef module = NULL;
    if (lazy) // The module takes the buffer, also where this fails.
        return LLVMGetBitcodeModuleInContext2(context, buffer, &module) ? NULL : module;
    bool failed = LLVMParseBitcodeInContext2(context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    return failed ? NULL : module;
}

LLVMModuleRef oc_ir_read(struct oc_ir *ir, const char *path, const char *what, bool lazy) {
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        oc_error(ir->diag, "cannot read %s '%s': %s", what, path, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    LLVMModuleRef module = parse(ir->context, buffer, lazy);
    if (!module) {
        oc_error(ir->diag, "%s '%s' is not valid bitcode", what, path);
        return NULL;
    }
    return module;
}

static void make_context(struct oc_ir *ir, struct oc_arena *arena, struct oc_diag *diag) {
    *ir = (struct oc_ir){.arena = arena, .diag = diag, .context = LLVMContextCreate()};
    LLVMContextSetDiagnosticHandler(ir->context, handle_diagnostic, diag);
    // LLVM's passes add this kind of metadata when they run, and bitcode numbers kinds in their
    // order: it would depend on whether the key of the code was asked for (device/codekey.h).
    static const char late[] = "heapallocsite";
    LLVMGetMDKindIDInContext(ir->context, late, sizeof late - 1);
}

void oc_ir_begin(struct oc_ir *ir, struct oc_arena *arena, struct oc_diag *diag) {
    make_context(ir, arena, diag);
    ir->module = LLVMModuleCreateWithNameInContext("", ir->context);
}

bool oc_ir_open(struct oc_ir *ir, struct oc_arena *arena, struct oc_diag *diag, const char *path) {
    make_context(ir, arena, diag);
    ir->module = oc_ir_read(ir, path, "bitcode", false);
    return ir->module != NULL;
}

static void handle_nothing(LLVMDiagnosticInfoRef info, void *data) {
    (void)info, (void)data;
}

bool oc_ir_open_bytes(struct oc_ir *ir, struct oc_arena *arena, struct oc_slice bitcode,
                      bool lazy) {
    make_context(ir, arena, NULL);
    LLVMContextSetDiagnosticHandler(ir->context, handle_nothing, NULL);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode.data, bitcode.length, "");
    ir->module = parse(ir->context, buffer, lazy);
    return ir->module != NULL;
}

void oc_ir_release(struct oc_ir *ir) {
    if (ir->module)
        LLVMDisposeModule(ir->module);
    if (ir->context)
        LLVMContextDispose(ir->context);
    *ir = (struct oc_ir){0};
}

static bool check_run(struct oc_ir *ir, const char *pipeline, LLVMErrorRef error) {
    if (!error)
        return true;
    char *message = LLVMGetErrorMessage(error);
    oc_error(ir->diag, "pass pipeline '%s' failed: %s", pipeline, message);
    LLVMDisposeErrorMessage(message);
    return false;
}

bool oc_ir_run(struct oc_ir *ir, LLVMModuleRef module, const char *pipeline,
               LLVMTargetMachineRef machine) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetSLPVectorization(options, true);
    LLVMErrorRef error = LLVMRunPasses(module, pipeline, machine, options);
    LLVMDisposePassBuilderOptions(options);
    return check_run(ir, pipeline, error);
}

bool oc_ir_run_on_function(struct oc_ir *ir, LLVMValueRef function, const char *pipeline,
                           LLVMTargetMachineRef machine) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPassesOnFunction(function, pipeline, machine, options);
    LLVMDisposePassBuilderOptions(options);
    return check_run(ir, pipeline, error);
}

// Where the bounds are known to be kept, LLVM makes a call of mempcpy with three arguments of one
// of
// __mempcpy_chk with four, and leaves it the attributes of the fourth (FortifiedLibCallSimplifier).
static void remove_surplus_attributes(LLVMModuleRef module) {
    unsigned noundef = LLVMGetEnumAttributeKindForName("noundef", strlen("noundef"));
    OC_EACH_FUNCTION (function, module)
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block) {
                if (!oc_ir_is_call(instruction))
                    continue;
                unsigned at = LLVMGetNumArgOperands(instruction) + 1;
                while (LLVMGetCallSiteAttributeCount(instruction, at))
                    LLVMRemoveCallSiteEnumAttribute(instruction, at++, noundef);
            }
}

bool oc_ir_verify(struct oc_ir *ir) {
    remove_surplus_attributes(ir->module);
    char *message = NULL;
    bool broken = LLVMVerifyModule(ir->module, LLVMReturnStatusAction, &message);
    if (broken)
        oc_error(ir->diag,
                 "internal error: offloadcc made an invalid module; please report this: %s",
                 message);
    LLVMDisposeMessage(message);
    return !broken;
}

bool oc_ir_write(struct oc_ir *ir, const char *path) {
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(ir->module);
    bool written = oc_file_write_or_report(path, "bitcode", LLVMGetBufferStart(buffer),
                                           LLVMGetBufferSize(buffer), ir->diag);
    LLVMDisposeMemoryBuffer(buffer);
    return written;
}

struct oc_bytes oc_ir_to_bytes(struct oc_ir *ir) {
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(ir->module);
    size_t length = LLVMGetBufferSize(buffer);
    struct oc_bytes bytes = {oc_arena_strndup(ir->arena, LLVMGetBufferStart(buffer), length),
                             length};
    LLVMDisposeMemoryBuffer(buffer);
    return bytes;
}

bool oc_ir_is_call(LLVMValueRef instruction) {
    return LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
}

LLVMValueRef oc_ir_callee(LLVMValueRef call) {
    return LLVMIsAFunction(LLVMGetCalledValue(call));
}

bool oc_ir_is_pointer_call(LLVMValueRef call) {
    LLVMValueRef called = LLVMGetCalledValue(call);
    return !LLVMIsAConstant(called) && !LLVMIsAInlineAsm(called);
}

bool oc_ir_only_calls(LLVMValueRef user, LLVMValueRef function) {
    if (!LLVMIsAInstruction(user) || !oc_ir_is_call(user) || oc_ir_callee(user) != function)
        return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
        if (LLVMGetOperand(user, i) == function)
            return false;
    return true;
}

struct oc_extreme oc_ir_extreme(LLVMValueRef instruction) {
    static const struct {
        const char *name;
        struct oc_extreme extreme;
    } known[] = {{"llvm.smin.", {true, false, true}},
                 {"llvm.smax.", {true, true, true}},
                 {"llvm.umin.", {true, false, false}},
                 {"llvm.umax.", {true, true, false}}};
    LLVMValueRef callee = oc_ir_is_call(instruction) ? oc_ir_callee(instruction) : NULL;
    for (size_t i = 0; callee && i < sizeof known / sizeof *known; i++)
        if (oc_starts_with(oc_ir_name(callee), known[i].name))
            return known[i].extreme;
    return (struct oc_extreme){false, false, false};
}

const char *oc_ir_callee_name(LLVMValueRef instruction) {
    LLVMValueRef callee = oc_ir_is_call(instruction) ? oc_ir_callee(instruction) : NULL;
    return callee ? oc_ir_name(callee) : "";
}

LLVMValueRef oc_ir_find_call(LLVMValueRef function, const char *name) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            if (strcmp(oc_ir_callee_name(instruction), name) == 0)
                return instruction;
        }
    return NULL;
}

bool oc_ir_is_index_arithmetic(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMICmp:
    case LLVMSelect:
        return true;
    default:
        return false;
    }
}

bool oc_ir_divides_by_constant(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return LLVMIsAConstantInt(LLVMGetOperand(instruction, 1)) &&
               LLVMGetIntTypeWidth(LLVMTypeOf(instruction)) <= 64 &&
               LLVMConstIntGetSExtValue(LLVMGetOperand(instruction, 1)) > 0;
    default:
        return false;
    }
}

void oc_ir_build_prefetch(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef address) {
    enum { FOR_READING = 0, INTO_FIRST_CACHE = 3, DATA = 1 };
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context),
                pointer = LLVMPointerTypeInContext(ir->context, 0);
    unsigned id = LLVMLookupIntrinsicID("llvm.prefetch", sizeof "llvm.prefetch" - 1);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(ir->module, id, &pointer, 1);
    LLVMValueRef arguments[] = {address, LLVMConstInt(i32, FOR_READING, false),
                                LLVMConstInt(i32, INTO_FIRST_CACHE, false),
                                LLVMConstInt(i32, DATA, false)};
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, 4, "");
}

LLVMValueRef oc_ir_base(LLVMValueRef address) {
    while (LLVMIsAGetElementPtrInst(address))
        address = LLVMGetOperand(address, 0);
    return address;
}

unsigned oc_ir_width(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

unsigned long oc_ir_shift(LLVMValueRef instruction) {
    LLVMValueRef by = LLVMIsAConstantInt(LLVMGetOperand(instruction, 1));
    return by ? LLVMConstIntGetZExtValue(by) : 64;
}

// Takes a constant off that is added to the upper half.
static LLVMValueRef without_constant(LLVMValueRef sum, long *constant) {
    LLVMValueRef by = LLVMGetInstructionOpcode(sum) == LLVMAdd
                          ? LLVMIsAConstantInt(LLVMGetOperand(sum, 1))
                          : NULL;
    *constant = 0;
    if (!by)
        return sum;
    unsigned long bits = LLVMConstIntGetZExtValue(by);
    *constant = (long)bits >> 32;
    return (unsigned)bits == 0 ? LLVMGetOperand(sum, 0) : NULL;
}

LLVMValueRef oc_ir_lower_half(LLVMValueRef value, unsigned long *back, long *constant) {
    LLVMValueRef inner = LLVMIsAInstruction(value) ? LLVMGetOperand(value, 0) : NULL;
    if (!inner || LLVMGetInstructionOpcode(value) != LLVMAShr || !LLVMIsAInstruction(inner) ||
        oc_ir_shift(value) > 32)
        return NULL;
    inner = without_constant(inner, constant);
    if (!inner || !LLVMIsAInstruction(inner) || LLVMGetInstructionOpcode(inner) != LLVMShl ||
        oc_ir_shift(inner) != 32)
        return NULL;
    *back = oc_ir_shift(value);
    return LLVMGetOperand(inner, 0);
}

bool oc_ir_keeps_lower_half(LLVMValueRef mask) {
    LLVMValueRef by = LLVMIsAConstantInt(LLVMGetOperand(mask, 1));
    unsigned long bits = by ? LLVMConstIntGetZExtValue(by) : 0;
    return LLVMGetIntTypeWidth(LLVMTypeOf(mask)) == 64 && (bits == INT_MAX || bits == UINT_MAX);
}

bool oc_ir_is_guarded(LLVMBasicBlockRef block) {
    enum { FARTHEST = 1000 }; // code that is never reached may be a circle
    LLVMBasicBlockRef before;
    for (int i = 0; i < FARTHEST && (before = oc_ir_only_predecessor(block)); i++) {
        if (LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(before)) > 1)
            return true;
        block = before;
    }
    return block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
}

bool oc_ir_has_effect(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
        return !oc_ir_extreme(instruction).is;
    case LLVMStore:
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMVAArg:
        return true;
    case LLVMLoad:
        return LLVMGetVolatile(instruction) ||
               LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
    default:
        return false;
    }
}

static unsigned attribute_kind(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

void oc_ir_make_pure(struct oc_ir *ir, LLVMValueRef call) {
    static const char *const names[] = {"memory", "nounwind", "willreturn"}; // memory: none
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                                 LLVMCreateEnumAttribute(ir->context, attribute_kind(names[i]), 0));
}

bool oc_ir_is_pure(LLVMValueRef call) {
    unsigned kind = attribute_kind("memory");
    LLVMValueRef callee = oc_ir_callee(call);
    LLVMAttributeRef of_call = LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind),
                     of_callee =
                         callee
                             ? LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind)
                             : NULL;
    return (of_call && !LLVMGetEnumAttributeValue(of_call)) ||
           (of_callee && !LLVMGetEnumAttributeValue(of_callee));
}

bool oc_ir_only_computes(LLVMValueRef value) {
    return !oc_ir_has_effect(value) || (LLVMIsAIntrinsicInst(value) && oc_ir_is_pure(value));
}

size_t oc_ir_count_instructions(LLVMBasicBlockRef block) {
    size_t count = 0;
    OC_EACH_INSTRUCTION (instruction, block) {
        count++;
    }
    return count;
}

size_t oc_ir_function_size(LLVMValueRef function) {
    size_t count = 0;
    OC_EACH_BLOCK (block, function)
        count += oc_ir_count_instructions(block);
    return count;
}

LLVMBasicBlockRef oc_ir_only_predecessor(LLVMBasicBlockRef block) {
    LLVMBasicBlockRef only = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMIsAInstruction(LLVMGetUser(use));
        if (!user || (only && LLVMGetInstructionParent(user) != only))
            return NULL;
        only = LLVMGetInstructionParent(user);
    }
    return only;
}

bool oc_ir_has_attribute(LLVMValueRef function, const char *name) {
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute_kind(name));
}

void oc_ir_add_attribute(struct oc_ir *ir, LLVMValueRef function, const char *name) {
    unsigned kind = attribute_kind(name);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(ir->context, kind, 0));
}

void oc_ir_remove_attribute(LLVMValueRef function, const char *name) {
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute_kind(name));
}

bool oc_ir_parameter_has(LLVMValueRef function, unsigned parameter, const char *name) {
    unsigned kind = attribute_kind(name);
    return LLVMGetEnumAttributeAtIndex(function, parameter + 1, kind) != NULL;
}

void oc_ir_remove_text_attributes(LLVMModuleRef module, const char *const *names, size_t count) {
    OC_EACH_FUNCTION (function, module) {
        for (size_t i = 0; i < count; i++)
            LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, names[i],
                                             (unsigned)strlen(names[i]));
    }
}

void oc_ir_always_inline(struct oc_ir *ir, LLVMValueRef call) {
    unsigned kind = attribute_kind("alwaysinline");
    unsigned never = attribute_kind("noinline");
    LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, never);
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(ir->context, kind, 0));
}

const char *oc_ir_name(LLVMValueRef value) {
    size_t length;
    return LLVMGetValueName2(value, &length);
}

unsigned oc_ir_loop_kind(struct oc_ir *ir) {
    static const char name[] = "llvm.loop";
    return LLVMGetMDKindIDInContext(ir->context, name, sizeof name - 1);
}

// The name of a loop's property: the text of !{!"llvm.loop.unroll.count", i32 4}; "" if it has
// none.
static const char *name_of_property(struct oc_ir *ir, LLVMValueRef property) {
    unsigned count = property && LLVMIsAMDNode(property) ? LLVMGetMDNodeNumOperands(property) : 0;
    if (!count)
        return "";
    LLVMValueRef *operands = OC_NEW_ARRAY(ir->arena, count, LLVMValueRef);
    LLVMGetMDNodeOperands(property, operands);
    unsigned length;
    const char *text = operands[0] ? LLVMGetMDString(operands[0], &length) : NULL;
    return text ? text : "";
}

bool oc_ir_loop_has(struct oc_ir *ir, LLVMValueRef branch, const char *prefix, const char *except) {
    LLVMValueRef loop = branch ? LLVMGetMetadata(branch, oc_ir_loop_kind(ir)) : NULL;
    if (!loop)
        return false;
    unsigned count = LLVMGetMDNodeNumOperands(loop);
    LLVMValueRef *properties = OC_NEW_ARRAY(ir->arena, count + 1, LLVMValueRef);
    LLVMGetMDNodeOperands(loop, properties);
    for (unsigned i = 1; i < count; i++) {
        const char *name = name_of_property(ir, properties[i]);
        if (oc_starts_with(name, prefix) && !oc_starts_with(name, except))
            return true;
    }
    return false;
}

struct oc_place oc_ir_place(struct oc_arena *arena, LLVMValueRef instruction) {
    return oc_sourceplace_of(
        arena, LLVMIsAInstruction(instruction) ? LLVMInstructionGetDebugLoc(instruction) : NULL);
}

void oc_values_add(struct oc_values *values, LLVMValueRef value) {
    if (values->count == values->capacity) {
        values->capacity = values->capacity ? 2 * values->capacity : 32;
        LLVMValueRef *items = OC_NEW_ARRAY(values->arena, values->capacity, LLVMValueRef);
        if (values->count)
            memcpy(items, values->items, values->count * sizeof *items);
        values->items = items;
    }
    values->items[values->count++] = value;
}

bool oc_values_contain(const struct oc_values *values, LLVMValueRef value) {
    for (size_t i = 0; i < values->count; i++)
        if (values->items[i] == value)
            return true;
    return false;
}

void oc_ir_collect_calls(LLVMValueRef function, struct oc_values *out) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (oc_ir_is_call(instruction))
                oc_values_add(out, instruction);
}

void oc_ir_collect_calls_if(LLVMValueRef function, bool (*is)(LLVMValueRef call),
                            struct oc_values *out) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (oc_ir_is_call(instruction) && is(instruction))
                oc_values_add(out, instruction);
}

// Functions in a constant: itself, or within an aggregate or expression.
static void collect_from_constant(LLVMValueRef constant, struct oc_values *out, unsigned depth) {
    if (LLVMIsAFunction(constant)) {
        if (!oc_values_contain(out, constant))
            oc_values_add(out, constant);
        return;
    }
    if (depth == 0 || !LLVMIsAConstant(constant) || LLVMIsABasicBlock(constant))
        return;
    if (LLVMIsAGlobalVariable(constant)) {
        LLVMValueRef initializer = LLVMGetInitializer(constant);
        if (initializer)
            collect_from_constant(initializer, out, depth - 1);
        return;
    }
    if (LLVMIsAConstantExpr(constant) || LLVMIsAConstantStruct(constant) ||
        LLVMIsAConstantArray(constant))
        for (int i = 0; i < LLVMGetNumOperands(constant); i++)
            collect_from_constant(LLVMGetOperand(constant, (unsigned)i), out, depth - 1);
}

enum { CONSTANT_DEPTH = 8 };

static void collect_mentioned(LLVMValueRef function, struct oc_values *out) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
                collect_from_constant(LLVMGetOperand(instruction, (unsigned)i), out,
                                      CONSTANT_DEPTH);
}

void oc_ir_collect_reachable(LLVMValueRef function, struct oc_values *out) {
    size_t next = out->count;
    collect_mentioned(function, out);
    for (; next < out->count; next++)
        collect_mentioned(out->items[next], out);
}

void oc_ir_collect_from_variable(LLVMValueRef variable, struct oc_values *out) {
    size_t next = out->count;
    if (variable)
        collect_from_constant(variable, out, CONSTANT_DEPTH);
    for (; next < out->count; next++)
        collect_mentioned(out->items[next], out);
}

void oc_ir_keep(struct oc_ir *ir, LLVMValueRef value) {
    static const char list[] = "llvm.compiler.used";
    LLVMValueRef old = LLVMGetNamedGlobal(ir->module, list);
    struct oc_values used = {.arena = ir->arena};
    if (old) {
        LLVMValueRef entries = LLVMGetInitializer(old);
        for (unsigned i = 0; i < (unsigned)LLVMGetArrayLength2(LLVMTypeOf(entries)); i++)
            oc_values_add(&used, LLVMGetOperand(entries, i));
        LLVMSetValueName2(old, "", 0);
    }
    oc_values_add(&used, value);
    LLVMValueRef list_value =
        LLVMConstArray2(LLVMPointerTypeInContext(ir->context, 0), used.items, used.count);
    LLVMValueRef all = LLVMAddGlobal(ir->module, LLVMTypeOf(list_value), list);
    LLVMSetInitializer(all, list_value);
    LLVMSetLinkage(all, LLVMAppendingLinkage);
    LLVMSetSection(all, "llvm.metadata");
    if (old)
        LLVMDeleteGlobal(old);
}
