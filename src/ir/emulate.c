#include "ir/emulate.h"

#include "base/text.h"
#include "ir/edit.h"

#include <assert.h>
#include <string.h>

enum { WIDE = 128 }; // the bits of our functions' integers

// ---- Conversions -------------------------------------------------------------------------------

static LLVMTypeRef element_of(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

// LLVM itself expands integers of more than 128 bits.
static bool is_wide(LLVMTypeRef type) {
    LLVMTypeRef element = element_of(type);
    if (LLVMGetTypeKind(element) != LLVMIntegerTypeKind)
        return false;
    unsigned width = LLVMGetIntTypeWidth(element);
    return width > 64 && width <= WIDE;
}

// A conversion to or from a wide integer, of one number.
struct conversion {
    bool to_integer, is_signed;
    LLVMTypeRef result;
};

// compiler-rt's letters for a type; NULL: we have no function for it.
static const char *letters_of(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMDoubleTypeKind:
        return "df";
    case LLVMFloatTypeKind:
        return "sf";
    case LLVMHalfTypeKind:
        return "hf";
    case LLVMBFloatTypeKind:
        return "bf";
    default:
        return NULL;
    }
}

// A double has each value that the smaller types have.
static LLVMTypeRef number_type(struct oc_edit *edit, const struct conversion *conversion) {
    return conversion->to_integer ? LLVMDoubleTypeInContext(edit->ir->context) : conversion->result;
}

static LLVMValueRef find_function(struct oc_edit *edit, const struct conversion *conversion) {
    const char *letters = letters_of(number_type(edit, conversion));
    const char *way = conversion->is_signed ? "" : "uns";
    const char *name = conversion->to_integer
                           ? oc_arena_printf(edit->ir->arena, "__fix%s%sti", way, letters)
                           : oc_arena_printf(edit->ir->arena, "__float%sti%s",
                                             conversion->is_signed ? "" : "un", letters);
    LLVMValueRef function = LLVMGetNamedFunction(edit->ir->module, name);
    assert(function);
    return function;
}

static LLVMValueRef convert_value(struct oc_edit *edit, const struct conversion *conversion,
                                  LLVMValueRef value) {
    LLVMValueRef function = find_function(edit, conversion);
    LLVMTypeRef wide = LLVMIntTypeInContext(edit->ir->context, WIDE);
    if (conversion->to_integer)
        value = LLVMBuildFPCast(edit->builder, value, number_type(edit, conversion), "");
    else
        value = LLVMBuildIntCast2(edit->builder, value, wide, conversion->is_signed, "");
    LLVMValueRef call =
        LLVMBuildCall2(edit->builder, LLVMGlobalGetValueType(function), function, &value, 1, "");
    return conversion->to_integer ? LLVMBuildIntCast2(edit->builder, call, conversion->result,
                                                      conversion->is_signed, "")
                                  : call;
}

static LLVMValueRef convert_all(struct oc_edit *edit, const struct conversion *conversion,
                                LLVMValueRef value, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return convert_value(edit, conversion, value);
    LLVMValueRef result = LLVMGetPoison(type);
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
        LLVMValueRef index = LLVMConstInt(edit->i32, i, false);
        LLVMValueRef element = LLVMBuildExtractElement(edit->builder, value, index, "");
        element = convert_value(edit, conversion, element);
        result = LLVMBuildInsertElement(edit->builder, result, element, index, "");
    }
    return result;
}

static void replace_conversion(LLVMValueRef instruction, LLVMValueRef value) {
    LLVMReplaceAllUsesWith(instruction, value);
    LLVMInstructionEraseFromParent(instruction);
}

static void emulate_conversions(struct oc_edit *edit, LLVMValueRef function, LLVMOpcode opcode) {
    struct oc_values found;
    bool to_integer = opcode == LLVMFPToSI || opcode == LLVMFPToUI;
    oc_edit_collect(edit, function, opcode, &found);
    for (size_t i = 0; i < found.count; i++) {
        LLVMValueRef from = LLVMGetOperand(found.items[i], 0);
        LLVMTypeRef type = LLVMTypeOf(found.items[i]);
        LLVMTypeRef number = element_of(to_integer ? LLVMTypeOf(from) : type);
        struct conversion conversion = {
            .to_integer = to_integer,
            .is_signed = opcode == LLVMFPToSI || opcode == LLVMSIToFP,
            .result = element_of(type),
        };
        if (!is_wide(to_integer ? type : LLVMTypeOf(from)) || !letters_of(number))
            continue;
        oc_edit_before(edit, found.items[i]);
        replace_conversion(found.items[i], convert_all(edit, &conversion, from, type));
    }
}

// ---- Powers ------------------------------------------------------------------------------------

// Those of one number: clang's __builtin_powi.
static void emulate_powers(struct oc_edit *edit, LLVMValueRef function) {
    struct oc_values calls = {.arena = edit->ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        const char *name = oc_ir_callee_name(calls.items[i]);
        bool is_float = strcmp(name, "llvm.powi.f32.i32") == 0;
        if (!is_float && strcmp(name, "llvm.powi.f64.i32") != 0)
            continue;
        LLVMValueRef power =
            LLVMGetNamedFunction(edit->ir->module, is_float ? "__powisf2" : "__powidf2");
        LLVMValueRef arguments[] = {LLVMGetOperand(calls.items[i], 0),
                                    LLVMGetOperand(calls.items[i], 1)};
        oc_edit_before(edit, calls.items[i]);
        replace_conversion(
            calls.items[i],
            LLVMBuildCall2(edit->builder, LLVMGlobalGetValueType(power), power, arguments, 2, ""));
    }
}

void oc_emulate(struct oc_ir *ir) {
    static const LLVMOpcode conversions[] = {LLVMSIToFP, LLVMUIToFP, LLVMFPToSI, LLVMFPToUI};
    struct oc_edit edit = oc_edit_begin(ir);
    OC_EACH_FUNCTION (function, ir->module) {
        for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++)
            emulate_conversions(&edit, function, conversions[i]);
        if (!LLVMIsDeclaration(function))
            emulate_powers(&edit, function);
    }
    oc_edit_end(&edit);
}

// ---- What is kept ------------------------------------------------------------------------------

static const char *const helpers[] = {"__truncsfbf2", "__truncdfbf2", "__truncxfbf2",
                                      "__trunctfbf2", "__extendbfsf2"};
enum { HELPERS = sizeof helpers / sizeof *helpers };

static bool is_helper(LLVMValueRef function) {
    for (size_t i = 0; i < HELPERS; i++)
        if (strcmp(helpers[i], oc_ir_name(function)) == 0)
            return true;
    return false;
}

static bool is_bfloat(LLVMValueRef value) {
    return LLVMGetTypeKind(element_of(LLVMTypeOf(value))) == LLVMBFloatTypeKind;
}

static bool has_bfloats(LLVMModuleRef module) {
    OC_EACH_FUNCTION (function, module) {
        if (is_helper(function))
            continue;
        for (unsigned i = 0; i < LLVMCountParams(function); i++)
            if (is_bfloat(LLVMGetParam(function, i)))
                return true;
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (is_bfloat(instruction))
                    return true;
    }
    return false;
}

void oc_emulate_keep(struct oc_ir *ir) {
    static const char list[] = "llvm.compiler.used";
    if (!has_bfloats(ir->module))
        return;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(ir->context, 0);
    LLVMValueRef old = LLVMGetNamedGlobal(ir->module, list);
    LLVMValueRef kept = old ? LLVMGetInitializer(old) : NULL;
    unsigned before = kept ? (unsigned)LLVMGetNumOperands(kept) : 0, count = 0;
    LLVMValueRef *items = OC_NEW_ARRAY(ir->arena, before + HELPERS, LLVMValueRef);
    while (count < before) {
        items[count] = LLVMGetOperand(kept, count);
        count++;
    }
    for (size_t i = 0; i < HELPERS; i++)
        if (LLVMGetNamedFunction(ir->module, helpers[i]))
            items[count++] = LLVMGetNamedFunction(ir->module, helpers[i]);
    if (old)
        LLVMDeleteGlobal(old);
    LLVMValueRef array = LLVMConstArray2(pointer, items, count);
    LLVMValueRef used = LLVMAddGlobal(ir->module, LLVMTypeOf(array), list);
    LLVMSetInitializer(used, array);
    LLVMSetLinkage(used, LLVMAppendingLinkage);
    LLVMSetSection(used, "llvm.metadata");
}
