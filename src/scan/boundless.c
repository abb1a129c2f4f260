#include "scan/boundless.h"

#include "scan/extents/countnames.h"
#include "scan/extents/extents.h"

#include <string.h>

// The likeliest number of elements.
struct count {
    const char *text;
    bool before;             // it uses only parameters before the pointer
    struct oc_extent extent; // what the code shows
};

static bool has_integers(CXCursor function) {
    for (int i = 0; i < clang_Cursor_getNumArguments(function); i++) {
        CXCursor each = clang_Cursor_getArgument(function, (unsigned)i);
        CXType type = oc_ast_plain_type(clang_getCursorType(each));
        if (oc_ast_is_integer(type) && type.kind != CXType_Bool)
            return true;
    }
    return false;
}

static struct count find_count(struct oc_ast *ast, CXCursor function, CXCursor param,
                               bool known_elements) {
    struct count count = {0};
    if (known_elements)
        count.extent = oc_extent_find(ast, function, param);
    count.text = count.extent.count;
    count.before = count.extent.before;
    if (!count.text)
        count.text = oc_countnames_find(ast, function, param, count.extent.other, &count.before);
    return count;
}

// How the parameter is to be written: with %s for its name and bound, and for its name.
struct forms {
    const char *bounded;       // "const float", "[4]"
    const char *rest;          // after the bound
    const char *counted, *end; // "const float (*", ")[4]"
    bool rows;                 // its elements are arrays
};

static const char *spell_type(struct oc_ast *ast, CXType type) {
    return oc_ast_string(ast, clang_getTypeSpelling(type));
}

// Of "float[][4]".
static struct forms forms_of_array(struct oc_ast *ast, CXType type, const char *spelling) {
    bool is_const;
    CXType element = oc_ast_element(type, &is_const);
    const char *open = strstr(spelling, "[]"), *rest = open ? open + 2 : "";
    const char *head = open ? oc_arena_strndup(ast->arena, spelling, (size_t)(open - spelling))
                            : spell_type(ast, element);
    bool rows = *rest || oc_ast_is_array(clang_getCanonicalType(clang_getArrayElementType(type)));
    if (!*rest)
        return (struct forms){head, "", oc_arena_printf(ast->arena, "%s *", head), "", rows};
    return (struct forms){head, rest, oc_arena_printf(ast->arena, "%s ", head),
                          oc_arena_printf(ast->arena, "[]%s", rest), true};
}

// Of "const float (*restrict)[4]".
static struct forms forms_of_rows(struct oc_ast *ast, const char *spelling, const char *star) {
    const char *close = strchr(star, ')');
    const char *head = oc_arena_strndup(ast->arena, spelling, (size_t)(star - 1 - spelling));
    size_t length = strlen(head);
    if (length && head[length - 1] == ' ')
        head = oc_arena_strndup(ast->arena, head, length - 1);
    if (strncmp(close, ")[]", 3) == 0) { // a pointer to an array of no size
        bool rows = close[3] != '\0';
        return (struct forms){head, close + 3,
                              oc_arena_printf(ast->arena, rows ? "%s (*" : "%s *", head),
                              rows ? oc_arena_printf(ast->arena, ")%s", close + 3) : "", rows};
    }
    const char *inner = oc_arena_strndup(ast->arena, spelling, (size_t)(close - spelling));
    return (struct forms){head, close + 1,
                          star[1] == ')' ? inner : oc_arena_printf(ast->arena, "%s ", inner), close,
                          true};
}

static struct forms find_forms(struct oc_ast *ast, CXCursor param) {
    CXType type = clang_getCursorType(param), canonical = clang_getCanonicalType(type);
    const char *spelling = spell_type(ast, type);
    if (canonical.kind != CXType_Pointer)
        return forms_of_array(ast, canonical, spelling);
    CXType pointee = clang_getPointeeType(type);
    if (pointee.kind == CXType_Invalid) { // a typedef's
        pointee = clang_getPointeeType(canonical);
        spelling = spell_type(ast, canonical);
    }
    const char *rows = strstr(spelling, "(*");
    bool is_rows = oc_ast_is_array(clang_getCanonicalType(pointee));
    if (rows && is_rows && strchr(rows, ')'))
        return forms_of_rows(ast, spelling, rows + 1);
    const char *element = spell_type(ast, pointee);
    return (struct forms){element, "", oc_arena_printf(ast->arena, "%s *", element), "", is_rows};
}

// After the ways to write it.
static const char *explain_count(struct oc_ast *ast, CXCursor function, const struct count *count,
                                 const char *elements) {
    unsigned line = count->extent.count ? oc_ast_place(ast, count->extent.access).line : 0;
    if (count->extent.count && strcmp(count->extent.last, "0") == 0)
        return oc_arena_printf(ast->arena,
                               ", as the kernel seems to use only the first of its %s (line %u)",
                               elements, line);
    if (count->extent.count)
        return oc_arena_printf(ast->arena,
                               ", as the kernel seems to use %s up to index '%s' (line %u)",
                               elements, count->extent.last, line);
    if (count->text)
        return oc_arena_printf(ast->arena, " if '%s' counts its %s", count->text, elements);
    return has_integers(function)
               ? oc_arena_printf(ast->arena,
                                 " where 'count' is an expression of other parameters that gives "
                                 "the number of its %s (in brackets, only of earlier parameters)",
                                 elements)
               : oc_arena_printf(ast->arena,
                                 " with a parameter 'size_t n' before it that counts its %s",
                                 elements);
}

const char *oc_boundless_advice(struct oc_ast *ast, CXCursor function, CXCursor param,
                                const char *element) {
    struct oc_arena *arena = ast->arena;
    struct count count = find_count(ast, function, param, !element);
    struct forms forms = find_forms(ast, param);
    if (element)
        forms = (struct forms){element, "", oc_arena_printf(arena, "%s *", element), "", false};
    const char *name = oc_ast_name(ast, param), *elements = forms.rows ? "rows" : "elements";
    if (!*name)
        name = "x";
    const char *text = count.text ? count.text : has_integers(function) ? "count" : "n";
    const char *counted =
        oc_arena_printf(arena, "'%s%s%s offload_count(%s)'", forms.counted, name, forms.end, text);
    const char *fixes = count.text && !count.before
                            ? counted
                            : oc_arena_printf(arena, "'%s %s[%s]%s' or %s", forms.bounded, name,
                                              text, forms.rest, counted);
    const char *single =
        forms.rows || element || count.extent.count
            ? ""
            : oc_arena_printf(arena, ", '%s %s[1]' if it points to one", forms.bounded, name);
    return oc_arena_printf(arena,
                           "write %s%s%s, or mark it offload_device_ptr if it is a device address",
                           fixes, explain_count(ast, function, &count, elements), single);
}
