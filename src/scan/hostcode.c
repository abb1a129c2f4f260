#include "scan/hostcode.h"

#include "base/text.h"

#include <string.h>

static bool is_wide(CXType type) {
    type = clang_getCanonicalType(type);
    while (type.kind == CXType_Complex || type.kind == CXType_Pointer || oc_ast_is_array(type))
        type =
            clang_getCanonicalType(type.kind == CXType_Complex   ? clang_getElementType(type)
                                   : type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                                                 : clang_getArrayElementType(type));
    return type.kind == CXType_LongDouble || type.kind == CXType_Float128;
}

static bool is_builtin_of_host(const char *name) {
    return oc_starts_with(name, "__builtin_ia32_") || oc_starts_with(name, "__builtin_va_") ||
           oc_starts_with(name, "__builtin_ms_va_");
}

bool oc_hostcode_is(struct oc_ast *ast, CXCursor cursor) {
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        return true;
    case CXCursor_FunctionDecl:
        return is_wide(clang_getCursorResultType(cursor));
    case CXCursor_DeclRefExpr:
        return is_builtin_of_host(oc_ast_name(ast, cursor)) || is_wide(clang_getCursorType(cursor));
    default:
        return is_wide(clang_getCursorType(cursor));
    }
}

const char *oc_hostcode_written(const char *name) {
    static const char *const names[][2] = {
        {"__errno_location", "errno"}, {"_setjmp", "setjmp"}, {"__sigsetjmp", "sigsetjmp"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], name) == 0)
            return names[i][1];
    return name;
}

const char *oc_hostcode_instead(const char *name) {
    static const char *const allocating[] = {"malloc", "calloc", "realloc", "free"};
    static const char *const printing[] = {"puts", "putchar", "putc", "fputs", "fprintf"};
    for (size_t i = 0; i < sizeof allocating / sizeof *allocating; i++)
        if (strcmp(allocating[i], name) == 0)
            return "use an array of constant size, or pass one as an offload_scratch parameter";
    for (size_t i = 0; i < sizeof printing / sizeof *printing; i++)
        if (strcmp(printing[i], name) == 0)
            return "use printf";
    return NULL;
}
