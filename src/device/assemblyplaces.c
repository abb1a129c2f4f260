#include "device/assemblyplaces.h"

#include "base/text.h"
#include "targets/target.h"

#include <string.h>

// "$" begins an operand's number in the text of inline assembly.
static void add_escaped(struct oc_text *text, const char *name) {
    for (; *name; name++) {
        if (*name == '$')
            oc_text_add(text, "$");
        oc_text_add_bytes(text, name, 1);
    }
}

// A comment ends with its line.
static bool fits_a_comment(const char *name) {
    return name && !strpbrk(name, "\n\r");
}

static void mark_assembly(struct oc_ir *ir, LLVMValueRef call) {
    LLVMValueRef assembly = LLVMGetCalledValue(call);
    struct oc_place place = oc_ir_place(ir->arena, call);
    size_t length, constraint_length;
    const char *statement = LLVMGetInlineAsmAsmString(assembly, &length);
    const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &constraint_length);
    if (!length || !fits_a_comment(place.file))
        return;
    struct oc_text text = {.arena = ir->arena};
    oc_text_add_bytes(&text, statement, length);
    oc_text_add(&text, "\n" OC_TARGET_PLACE_MARK);
    add_escaped(&text, place.file);
    oc_text_printf(&text, ":%u:%u", place.line, place.column);
    LLVMValueRef marked =
        LLVMGetInlineAsm(LLVMGetInlineAsmFunctionType(assembly), text.data, text.length,
                         constraints, constraint_length, LLVMGetInlineAsmHasSideEffects(assembly),
                         LLVMGetInlineAsmNeedsAlignedStack(assembly),
                         LLVMGetInlineAsmDialect(assembly), LLVMGetInlineAsmCanUnwind(assembly));
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, marked);
}

void oc_assemblyplaces_mark(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module)
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (LLVMIsACallInst(instruction) &&
                    LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)))
                    mark_assembly(ir, instruction);
}
