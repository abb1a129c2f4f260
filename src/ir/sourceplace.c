#include "ir/sourceplace.h"

#include "base/names.h"
#include "base/text.h"

#include <llvm-c/DebugInfo.h>
#include <unistd.h>

struct oc_place oc_sourceplace_of(struct oc_arena *arena, LLVMMetadataRef location) {
    LLVMMetadataRef source = location ? LLVMDIScopeGetFile(LLVMDILocationGetScope(location)) : NULL;
    unsigned length = 0, directory_length = 0;
    const char *file = source ? LLVMDIFileGetFilename(source, &length) : NULL;
    if (!file || !length)
        return (struct oc_place){0};
    // Without the directory: files are named as the user named them, as clang does. Of an absolute
    // name, clang makes the part that is the current directory's too the directory.
    const char *name = oc_arena_strndup(arena, file, length);
    const char *directory = LLVMDIFileGetDirectory(source, &directory_length);
    if (directory && *name != '/' && access(name, R_OK) != 0) {
        const char *path =
            oc_arena_printf(arena, "%.*s/%s", (int)directory_length, directory, name);
        name = access(path, R_OK) == 0 ? path : name;
    }
    return (struct oc_place){name, LLVMDILocationGetLine(location),
                             LLVMDILocationGetColumn(location)};
}

// An operand of a metadata node; NULL: it has none.
static LLVMValueRef operand_of(struct oc_ir *ir, LLVMMetadataRef node, unsigned at) {
    LLVMValueRef value = LLVMMetadataAsValue(ir->context, node);
    unsigned count = (unsigned)LLVMGetMDNodeNumOperands(value);
    LLVMValueRef *operands = OC_NEW_ARRAY(ir->arena, count + 1, LLVMValueRef);
    LLVMGetMDNodeOperands(value, operands);
    return at < count ? operands[at] : NULL;
}

const char *oc_sourceplace_function(struct oc_ir *ir, LLVMMetadataRef location) {
    enum { OUTER = 1, NAME = 2 }; // of a block's operands, and of a function's
    LLVMMetadataRef scope = location ? LLVMDILocationGetScope(location) : NULL;
    LLVMValueRef name = NULL, outer;
    while (scope && (LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind ||
                     LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind)) {
        outer = operand_of(ir, scope, OUTER);
        scope = outer ? LLVMValueAsMetadata(outer) : NULL;
    }
    if (scope && LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind)
        name = operand_of(ir, scope, NAME);
    unsigned length = 0;
    const char *text = name ? LLVMGetMDString(name, &length) : NULL;
    return text ? oc_arena_strndup(ir->arena, text, length) : "";
}

static bool is_ours(const char *function) {
    return oc_starts_with(function, OC_NAME_PREFIX) || oc_starts_with(function, OC_USER_PREFIX);
}

LLVMMetadataRef oc_sourceplace_of_user(struct oc_ir *ir, LLVMValueRef instruction) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction), outer;
    while (location && is_ours(oc_sourceplace_function(ir, location)) &&
           (outer = LLVMDILocationGetInlinedAt(location)))
        location = outer;
    return location;
}
