// The bound's text (unit.h) becomes the initial value of a variable, after macros that make
// parameters their arguments and checked arithmetic C's own, which is no constant where it
// overflows. clang does the rest.
#include "scan/evaluate.h"

#include "base/text.h"
#include "scan/ast/ast.h"

#include <clang-c/Index.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// The runtime's arithmetic has its operator as a number, '*' is 42: bounds.c writes it so.
static const char operators[] =
    "#define __offloadcc_checked(self, at, dim, operator, bytes, sign, left, right) \\\n"
    "    __offloadcc_##operator(left, right)\n"
    "#define __offloadcc_37(left, right) ((left) % (right))\n"
    "#define __offloadcc_42(left, right) ((left) * (right))\n"
    "#define __offloadcc_43(left, right) ((left) + (right))\n"
    "#define __offloadcc_45(left, right) ((left) - (right))\n"
    "#define __offloadcc_47(left, right) ((left) / (right))\n"
    "#define __offloadcc_60(left, right) ((left) << (right))\n"
    "#define __offloadcc_62(left, right) ((left) >> (right))\n";

// Writes a macro for each parameter that the bound uses. False if one is no constant.
static bool define_parameters(struct oc_text *text, const struct oc_kernel *kernel,
                              const struct oc_bound *bound, const struct oc_launch *launch) {
    static const char prefix[] = "__offloadcc_p";
    for (const char *at = bound->text; (at = strstr(at, prefix));) {
        char *end;
        at += strlen(prefix);
        unsigned long index = strtoul(at, &end, 10);
        if (end == at || index >= launch->argument_count || index >= kernel->param_count ||
            !launch->arguments[index].constant)
            return false;
        oc_text_printf(text, "#undef %s%lu\n#define %s%lu ((%s)%" PRIu64 "ULL)\n", prefix, index,
                       prefix, index, kernel->params[index].type,
                       (uint64_t)launch->arguments[index].value);
    }
    return true;
}

static enum CXChildVisitResult read_variable(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_VarDecl)
        return CXChildVisit_Continue;
    CXCursor initial = clang_Cursor_getVarDeclInitializer(cursor);
    return !clang_Cursor_isNull(initial) && oc_ast_evaluate(initial, data) ? CXChildVisit_Break
                                                                           : CXChildVisit_Continue;
}

static bool evaluate(const struct oc_text *text, int64_t *value) {
    static const char *const arguments[] = {"-xc", "-std=gnu17", "-Wno-everything",
                                            "-Werror=integer-overflow"};
    struct CXUnsavedFile file = {"bound.c", text->data, text->length};
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = clang_parseTranslationUnit(index, file.Filename, arguments,
                                                        sizeof arguments / sizeof *arguments, &file,
                                                        1, CXTranslationUnit_None);
    // The visit ends early where there is a value.
    bool is_known =
        unit && clang_getNumDiagnostics(unit) == 0 &&
        clang_visitChildren(clang_getTranslationUnitCursor(unit), read_variable, value) != 0;
    if (unit)
        clang_disposeTranslationUnit(unit);
    clang_disposeIndex(index);
    return is_known;
}

bool oc_evaluate_bound(struct oc_arena *arena, const struct oc_kernel *kernel,
                       const struct oc_bound *bound, const struct oc_launch *launch,
                       int64_t *value) {
    *value = bound->value;
    if (bound->constant)
        return true;
    // What a struct's members are is not known.
    if (!launch || strstr(bound->text, "(*__offloadcc_e)"))
        return false;
    for (size_t i = 0; i < launch->argument_count && i < kernel->param_count; i++)
        if (launch->arguments[i].constant && kernel->params[i].kind == OC_PARAM_VALUE &&
            strcmp(bound->text, oc_arena_printf(arena, "__offloadcc_p%zu", i)) == 0) {
            *value = launch->arguments[i].value;
            return true;
        }
    struct oc_text text = {.arena = arena};
    oc_text_add(&text, operators);
    if (!define_parameters(&text, kernel, bound, launch))
        return false;
    oc_text_printf(&text, "static const long long value = %s;\n", bound->text);
    return evaluate(&text, value);
}
