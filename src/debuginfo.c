#include "debuginfo.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

// DWARF 5, table 7.9.
enum { DW_OP_CONSTU = 0x10, DW_OP_SWAP = 0x16, DW_OP_XDEREF = 0x18 };
// LLVM's own: the variable's bits that are meant (llvm/BinaryFormat/Dwarf.h).
enum { DW_OP_LLVM_FRAGMENT = 0x1000 };

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

// ---- Values ------------------------------------------------------------------------------------

// Reads an expression that begins as clang's for private memory, with nothing but the variable's
// part behind that: what is right for a register. Returns how many operations there are, or -1.
static int read_expression(LLVMDbgRecordRef record, uint64_t operations[3]) {
    static const char private[] = "!DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef";
    char *text = LLVMPrintDbgRecordToString(record);
    const char *at = strstr(text, private);
    static const char part[] = ", DW_OP_LLVM_fragment, ";
    int count = -1;
    at = at ? at + sizeof private - 1 : "";
    if (*at == ')')
        count = 0;
    else if (strncmp(at, part, sizeof part - 1) == 0) {
        char *end;
        operations[0] = DW_OP_LLVM_FRAGMENT;
        operations[1] = strtoul(at + sizeof part - 1, &end, 10);
        operations[2] = strtoul(end + strspn(end, ", "), NULL, 10);
        count = 3;
    }
    LLVMDisposeMessage(text);
    return count;
}

// The records before an instruction hold in their order, so one more at the end has the last word.
static void mend(LLVMDIBuilderRef builder, LLVMValueRef instruction) {
    LLVMDbgRecordRef last = LLVMGetLastDbgRecord(instruction);
    for (LLVMDbgRecordRef record = LLVMGetFirstDbgRecord(instruction), end = NULL; record != end;
         record = record == last ? end : LLVMGetNextDbgRecord(record)) {
        uint64_t operations[3];
        if (LLVMDbgRecordGetKind(record) != LLVMDbgRecordValue)
            continue;
        int count = read_expression(record, operations);
        LLVMValueRef value = count < 0 ? NULL : LLVMDbgVariableRecordGetValue(record, 0);
        if (value)
            LLVMDIBuilderInsertDbgValueRecordBefore(
                builder, value, LLVMDbgVariableRecordGetVariable(record),
                LLVMDIBuilderCreateExpression(builder, operations, (size_t)count),
                LLVMDbgRecordGetDebugLoc(record), instruction);
    }
}

void oc_debuginfo_mend_values(struct oc_ir *ir) {
    LLVMDIBuilderRef builder = LLVMCreateDIBuilder(ir->module);
    OC_EACH_FUNCTION (function, ir->module) {
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
             block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
                 at = LLVMGetNextInstruction(at))
                mend(builder, at);
    }
    LLVMDisposeDIBuilder(builder);
}
