#include "scan/laterbounds.h"

#include "base/names.h"

#include <ctype.h>
#include <string.h>

// Where, before `at`, a bracket or parenthesis opens that is not closed before it; 0 if none does
// in the same declaration.
static size_t opened_before(const char *text, size_t at) {
    for (size_t depth = 0; at > 0; at--) {
        char c = text[at - 1];
        if (strchr(";{}", c))
            return 0;
        if (strchr(")]", c))
            depth++;
        else if (strchr("([", c) && depth-- == 0)
            return at;
    }
    return 0;
}

// Whether the rest of a parameter list has the name. It ends at `)`, or where the text does.
static bool is_named_after(const char *at, const char *name) {
    size_t depth = 0, length = strlen(name);
    for (; *at && !strchr(";{}", *at) && (*at != ')' || depth > 0); at++) {
        bool is_start = !isalnum((unsigned char)at[-1]) && at[-1] != '_';
        if (depth == 0 && is_start && strncmp(at, name, length) == 0 &&
            strchr(",)", at[length + strspn(at + length, " \t\n")]))
            return true;
        depth += strchr("([", *at) != NULL;
        depth -= depth > 0 && strchr(")]", *at);
    }
    return false;
}

const char *oc_laterbounds_explain(struct oc_ast *ast, CXDiagnostic error, const char *spelling) {
    size_t at;
    struct oc_slice file = oc_ast_error_text(ast, error, &at);
    if (!file.data)
        return NULL;
    const char *text = oc_arena_strndup(ast->arena, file.data, file.length);
    size_t bound = opened_before(text, at), list = bound;
    while (list > 0 && text[list - 1] != '(')
        list = opened_before(text, list - 1);
    size_t declaration = list;
    while (declaration > 0 && !strchr(";{}", text[declaration - 1]))
        declaration--;
    size_t length = bound ? strcspn(text + bound, "]") : 0;
    const char *before = oc_arena_strndup(ast->arena, text + declaration, list - declaration);
    const char *name = oc_arena_strndup(ast->arena, strchr(spelling, '\'') + 1,
                                        strcspn(strchr(spelling, '\'') + 1, "'"));
    if (bound == 0 || list == 0 || text[bound - 1] != '[' ||
        !strstr(before, OC_ANNOTATION_KERNEL) || text[bound + length] != ']' ||
        memchr(text + bound, '\n', length) || !is_named_after(text + bound + length + 1, name))
        return NULL;
    size_t end = bound - 1, start;
    while (end > list && isspace((unsigned char)text[end - 1]))
        end--;
    for (start = end;
         start > list && (isalnum((unsigned char)text[start - 1]) || text[start - 1] == '_');)
        start--;
    const char *uses = oc_arena_printf(
        ast->arena, "this bound uses '%s', a parameter after it, and bounds know only those before",
        name);
    if (start == end || text[bound + length + 1] == '[') // of several dimensions
        return oc_arena_printf(ast->arena, "%s; put '%s' first", uses, name);
    const char *array = oc_arena_strndup(ast->arena, text + start, end - start);
    const char *count = oc_arena_strndup(ast->arena, text + bound, length);
    return oc_arena_printf(ast->arena,
                           "%s; write '*%s offload_count(%s)' instead of '%s[%s]', or put '%s' "
                           "first",
                           uses, array, count, array, count, name);
}
