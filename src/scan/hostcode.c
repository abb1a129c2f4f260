#include "scan/hostcode.h"

#include "base/text.h"

#include <string.h>

// long double or __float128, or what is made of these.
static const char *what_type(struct oc_ast *ast, CXType type) {
    type = clang_getCanonicalType(type);
    while (type.kind == CXType_Complex || type.kind == CXType_Pointer || oc_ast_is_array(type))
        type =
            clang_getCanonicalType(type.kind == CXType_Complex   ? clang_getElementType(type)
                                   : type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                                                 : clang_getArrayElementType(type));
    if (type.kind != CXType_LongDouble && type.kind != CXType_Float128)
        return NULL;
    return oc_arena_printf(ast->arena, "uses the type '%s'",
                           oc_ast_string(ast, clang_getTypeSpelling(type)));
}

static bool is_builtin_of_host(const char *name) {
    return oc_starts_with(name, "__builtin_ia32_") || oc_starts_with(name, "__builtin_va_") ||
           oc_starts_with(name, "__builtin_ms_va_");
}

const char *oc_hostcode_what(struct oc_ast *ast, CXCursor cursor) {
    const char *name = oc_ast_name(ast, cursor);
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        return "has assembly";
    case CXCursor_FunctionDecl:
        return what_type(ast, clang_getCursorResultType(cursor));
    case CXCursor_DeclRefExpr:
        if (is_builtin_of_host(name))
            return oc_arena_printf(ast->arena, "calls '%s'", name);
        return what_type(ast, clang_getCursorType(cursor));
    default:
        return what_type(ast, clang_getCursorType(cursor));
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
    static const char *const names[][2] = {
        {"putc", "printf"},         {"fputs", "printf"},      {"fprintf", "printf"},
        {"fputc", "printf"},        {"fwrite", "printf"},     {"perror", "printf"},
        {"rand", "rand_r"},         {"srand", "rand_r"},      {"random", "rand_r"},
        {"drand48", "rand_r"},      {"strtok", "strtok_r"},   {"strcoll", "strcmp"},
        {"_Exit", "exit"},          {"_exit", "exit"},        {"quick_exit", "exit"},
        {"asprintf", "snprintf"},   {"vprintf", "vsnprintf"}, {"posix_memalign", "aligned_alloc"},
        {"roundeven", "rint"},      {"roundevenf", "rintf"},  {"drem", "remainder"},
        {"dremf", "remainderf"},    {"gamma", "lgamma"},      {"gammaf", "lgammaf"},
        {"reallocarray", "realloc"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], name) == 0)
            return names[i][1];
    return NULL;
}
