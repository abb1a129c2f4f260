#include "host/targetnames.h"

#include "base/text.h"

#include <string.h>
#include <sys/stat.h>

// As in LLVM's OMPIRBuilder.
static const char info[] = "omp_offload.info";
enum { KIND, DEVICE, FILE_NUMBER, REGION = 0 };

struct names {
    struct oc_ir *ir;
    unsigned from[2], to[2]; // device, file
    const char *old, *new;   // what the names of regions have in them
};

static bool read_numbers(const char *path, unsigned numbers[2]) {
    struct stat status;
    if (!path || stat(path, &status) < 0)
        return false;
    numbers[0] = (unsigned)status.st_dev;
    numbers[1] = (unsigned)status.st_ino;
    return true;
}

// A text with the new numbers for the old ones; NULL: it has none.
static const char *renamed(const struct names *names, const char *text) {
    const char *at = strstr(text, names->old);
    return at ? oc_arena_printf(names->ir->arena, "%.*s%s%s", (int)(at - text), text, names->new,
                                at + strlen(names->old))
              : NULL;
}

static void rename_value(const struct names *names, LLVMValueRef value) {
    const char *name = renamed(names, oc_ir_name(value));
    if (name)
        LLVMSetValueName2(value, name, strlen(name));
}

// A text that an entry has as its name: a variable of another size.
static void replace_text(const struct names *names, LLVMValueRef variable) {
    LLVMValueRef initializer = LLVMGetInitializer(variable);
    size_t length;
    if (!initializer || !LLVMIsConstantString(initializer))
        return;
    const char *text = LLVMGetAsString(initializer, &length);
    text = renamed(names, oc_arena_strndup(names->ir->arena, text, length));
    if (!text)
        return;
    LLVMValueRef constant =
        LLVMConstStringInContext2(names->ir->context, text, strlen(text), false);
    LLVMValueRef other = LLVMAddGlobal(names->ir->module, LLVMTypeOf(constant), "");
    LLVMSetInitializer(other, constant);
    LLVMSetGlobalConstant(other, LLVMIsGlobalConstant(variable));
    LLVMSetLinkage(other, LLVMGetLinkage(variable));
    LLVMSetUnnamedAddress(other, LLVMGetUnnamedAddress(variable));
    LLVMSetAlignment(other, LLVMGetAlignment(variable));
    if (LLVMGetSection(variable))
        LLVMSetSection(other, LLVMGetSection(variable));
    LLVMReplaceAllUsesWith(variable, other);
    LLVMDeleteGlobal(variable);
}

static bool is_number(LLVMValueRef node, unsigned index, unsigned number) {
    int count = LLVMGetMDNodeNumOperands(node);
    enum { OPERANDS = 8 };
    LLVMValueRef operands[OPERANDS];
    if (count > OPERANDS || (int)index >= count)
        return false;
    LLVMGetMDNodeOperands(node, operands);
    return operands[index] && LLVMIsAConstantInt(operands[index]) &&
           LLVMConstIntGetZExtValue(operands[index]) == number;
}

// What clang's front end for devices looks regions up in.
static void renumber(const struct names *names) {
    unsigned count = LLVMGetNamedMetadataNumOperands(names->ir->module, info);
    LLVMValueRef *nodes = OC_NEW_ARRAY(names->ir->arena, count + 1, LLVMValueRef);
    LLVMGetNamedMetadataOperands(names->ir->module, info, nodes);
    LLVMTypeRef type = LLVMInt32TypeInContext(names->ir->context);
    for (unsigned i = 0; i < count; i++) {
        if (!is_number(nodes[i], KIND, REGION) || !is_number(nodes[i], DEVICE, names->from[0]) ||
            !is_number(nodes[i], FILE_NUMBER, names->from[1]))
            continue;
        for (unsigned n = 0; n < 2; n++)
            LLVMReplaceMDNodeOperandWith(
                nodes[i], DEVICE + n, LLVMValueAsMetadata(LLVMConstInt(type, names->to[n], false)));
    }
}

void oc_targetnames_restore(struct oc_ir *ir, const char *copy, const char *source) {
    struct names names = {.ir = ir};
    if (!LLVMGetNamedMetadataNumOperands(ir->module, info) || !read_numbers(copy, names.from) ||
        !read_numbers(source, names.to))
        return;
    names.old = oc_arena_printf(ir->arena, "__omp_offloading_%x_%x_", names.from[0], names.from[1]);
    names.new = oc_arena_printf(ir->arena, "__omp_offloading_%x_%x_", names.to[0], names.to[1]);
    renumber(&names);
    OC_EACH_FUNCTION (function, ir->module)
        rename_value(&names, function);
    for (LLVMValueRef next, at = LLVMGetFirstGlobal(ir->module); at; at = next) {
        next = LLVMGetNextGlobal(at);
        rename_value(&names, at);
        replace_text(&names, at);
    }
}
