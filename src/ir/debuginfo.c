#include "ir/debuginfo.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

// DWARF 5, tables 7.9 and 7.11, and LLVM's own (llvm/BinaryFormat/Dwarf.h), by LLVM's names.
enum { DW_OP_CONSTU = 0x10, DW_OP_SWAP = 0x16, DW_OP_XDEREF = 0x18 };

static const struct {
    const char *name;
    uint64_t number;
} words[] = {
    {"DW_OP_LLVM_fragment", 0x1000},
    {"DW_OP_LLVM_convert", 0x1001},
    {"DW_OP_constu", 0x10},
    {"DW_OP_consts", 0x11},
    {"DW_OP_minus", 0x1c},
    {"DW_OP_mul", 0x1e},
    {"DW_OP_plus", 0x22},
    {"DW_OP_plus_uconst", 0x23},
    {"DW_OP_shl", 0x24},
    {"DW_OP_stack_value", 0x9f},
    {"DW_ATE_signed", 5},
    {"DW_ATE_unsigned", 7},
};

// The operations that clang appends to the address of a private variable.
static const char is_private[] = "DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef";

// ---- Variables ---------------------------------------------------------------------------------

void oc_debuginfo_move_global(struct oc_ir *ir, LLVMValueRef from, LLVMValueRef to,
                              unsigned space) {
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(from, &count);
    unsigned kind = LLVMGetMDKindIDInContext(ir->context, "dbg", 3);
    uint64_t operations[] = {DW_OP_CONSTU, space, DW_OP_SWAP, DW_OP_XDEREF};
    LLVMDIBuilderRef builder = LLVMCreateDIBuilder(ir->module);
    for (unsigned i = 0; space && i < count; i++) {
        if (LLVMValueMetadataEntriesGetKind(entries, i) != kind)
            continue;
        // A DIGlobalVariableExpression: the variable, and where it is. Its compile unit lists it.
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        LLVMReplaceMDNodeOperandWith(
            LLVMMetadataAsValue(ir->context, node), 1,
            LLVMDIBuilderCreateExpression(builder, operations,
                                          sizeof operations / sizeof *operations));
        LLVMGlobalAddMetadata(to, kind, node);
    }
    LLVMDisposeDIBuilder(builder);
    LLVMDisposeValueMetadataEntries(entries);
}

// Whether a DIGlobalVariableExpression says no more than that.
static bool claims_private(struct oc_ir *ir, LLVMMetadataRef node) {
    LLVMMetadataRef expression = LLVMDIGlobalVariableExpressionGetExpression(node);
    char *text = LLVMPrintValueToString(LLVMMetadataAsValue(ir->context, expression));
    const char *at = strstr(text, is_private);
    bool claims = at && at[sizeof is_private - 1] == ')';
    LLVMDisposeMessage(text);
    return claims;
}

static void mend_variable(struct oc_ir *ir, LLVMDIBuilderRef builder, LLVMValueRef variable) {
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(variable, &count);
    unsigned kind = LLVMGetMDKindIDInContext(ir->context, "dbg", 3);
    for (unsigned i = 0; i < count; i++) {
        if (LLVMValueMetadataEntriesGetKind(entries, i) != kind)
            continue;
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (claims_private(ir, node))
            LLVMReplaceMDNodeOperandWith(LLVMMetadataAsValue(ir->context, node), 1,
                                         LLVMDIBuilderCreateExpression(builder, NULL, 0));
    }
    LLVMDisposeValueMetadataEntries(entries);
}

// ---- Values ------------------------------------------------------------------------------------

enum { MAX_OPERATIONS = 32 };

// Reads "DW_OP_plus_uconst, 8, DW_OP_stack_value)". Returns how many operations there are, or -1:
// there are others.
static int read_operations(const char *text, uint64_t operations[MAX_OPERATIONS]) {
    int count = 0;
    while (*text != ')') {
        size_t length = strcspn(text, ",)");
        char *end;
        uint64_t number = strtoull(text, &end, 10);
        for (size_t i = 0; end == text && i < sizeof words / sizeof *words; i++)
            if (strlen(words[i].name) == length && memcmp(words[i].name, text, length) == 0) {
                number = words[i].number;
                end += length;
            }
        if (end != text + length || count == MAX_OPERATIONS)
            return -1;
        operations[count++] = number;
        text += length + strspn(text + length, ", ");
    }
    return count;
}

// The expression of a record without what makes a place of it. Returns how many operations are
// left, -1 if they are not known, or -2 if the expression is right, or a place after all.
static int read_expression(struct oc_ir *ir, LLVMDbgRecordRef record,
                           uint64_t operations[MAX_OPERATIONS]) {
    // Not the record, for which LLVM would number all that is in the module.
    char *text = LLVMPrintValueToString(
        LLVMMetadataAsValue(ir->context, LLVMDbgVariableRecordGetExpression(record)));
    char *expression = strstr(text, "!DIExpression(");
    char *wrong = expression ? strstr(expression, is_private) : NULL;
    int count = -2;
    if (wrong && !strstr(wrong, "DW_OP_deref")) {
        expression += strlen("!DIExpression(");
        const char *rest = wrong + sizeof is_private - 1;
        count = read_operations(oc_arena_printf(ir->arena, "%.*s%s", (int)(wrong - expression),
                                                expression, rest + strspn(rest, ", ")),
                                operations);
    }
    LLVMDisposeMessage(text);
    return count;
}

// The records before an instruction hold in their order, so one more at the end has the last word.
static void mend(struct oc_ir *ir, LLVMDIBuilderRef builder, LLVMValueRef instruction) {
    LLVMDbgRecordRef last = LLVMGetLastDbgRecord(instruction);
    for (LLVMDbgRecordRef record = LLVMGetFirstDbgRecord(instruction), end = NULL; record != end;
         record = record == last ? end : LLVMGetNextDbgRecord(record)) {
        uint64_t operations[MAX_OPERATIONS];
        if (LLVMDbgRecordGetKind(record) != LLVMDbgRecordValue)
            continue;
        int count = read_expression(ir, record, operations);
        LLVMValueRef value = count == -2 ? NULL : LLVMDbgVariableRecordGetValue(record, 0);
        if (!value)
            continue;
        // No value is better than a wrong one.
        LLVMDIBuilderInsertDbgValueRecordBefore(
            builder, count < 0 ? LLVMGetPoison(LLVMTypeOf(value)) : value,
            LLVMDbgVariableRecordGetVariable(record),
            LLVMDIBuilderCreateExpression(builder, operations, count < 0 ? 0 : (size_t)count),
            LLVMDbgRecordGetDebugLoc(record), instruction);
    }
}

void oc_debuginfo_mend(struct oc_ir *ir) {
    LLVMDIBuilderRef builder = LLVMCreateDIBuilder(ir->module);
    for (LLVMValueRef variable = LLVMGetFirstGlobal(ir->module); variable;
         variable = LLVMGetNextGlobal(variable))
        mend_variable(ir, builder, variable);
    OC_EACH_FUNCTION (function, ir->module) {
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
             block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
                 at = LLVMGetNextInstruction(at))
                mend(ir, builder, at);
    }
    LLVMDisposeDIBuilder(builder);
}
