#include "scan/extents/countnames.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

// Lower case, without underscores.
static const char *const counting[] = {"n",   "num",    "numof", "number", "no",  "noof",
                                       "nof", "nr",     "nb",    "count",  "cnt", "total",
                                       "len", "length", "size",  "sz",     NULL};
static const char *const of_what[] = {"",      "elements", "elems", "elem", "items",
                                      "items", "data",     "array", "arr",  NULL};
static const char *const of_device[] = {"", "d", "g", "dev", "gpu", "device", NULL};

static const char *fold(struct oc_ast *ast, const char *name) {
    char *folded = oc_arena_strdup(ast->arena, name), *end = folded;
    for (const char *at = name; *at; at++)
        if (*at != '_')
            *end++ = (char)tolower((unsigned char)*at);
    *end = '\0';
    return folded;
}

// Whether a folded name is a counting word before or after `what`.
static bool counts(const char *name, const char *what, size_t length) {
    size_t whole = strlen(name);
    for (const char *const *word = counting; *word; word++)
        if (strlen(*word) + length == whole &&
            ((oc_starts_with(name, *word) && strncmp(name + whole - length, what, length) == 0) ||
             (oc_ends_with(name, *word) && strncmp(name, what, length) == 0)))
            return true;
    return false;
}

// "numnodes", "nodeslen", "nnode": of "nodes", or "dnodes".
static bool counts_pointer(const char *name, const char *pointer) {
    for (const char *const *prefix = of_device; *prefix; prefix++) {
        size_t length = strlen(pointer), skipped = strlen(*prefix);
        if (!oc_starts_with(pointer, *prefix) || length <= skipped)
            continue;
        const char *what = pointer + skipped;
        length -= skipped;
        if (counts(name, what, length) ||
            (length > 2 && what[length - 1] == 's' && counts(name, what, length - 1)))
            return true;
    }
    return false;
}

static bool counts_anything(const char *name) {
    for (const char *const *what = of_what; *what; what++)
        if (counts(name, *what, strlen(*what)))
            return true;
    return false;
}

// The indices of parameters that a count is made of.
struct factors {
    unsigned count;
    unsigned params[3];
};

// The integer parameters, by folded name; "" for others.
struct names {
    unsigned count;
    const char **folded;
};

static struct factors find_extents(const struct names *names) {
    static const char *const together[][3] = {
        {"rows", "cols"},   {"height", "width"}, {"nrows", "ncols"}, {"numrows", "numcols"},
        {"nx", "ny", "nz"}, {"nx", "ny"},        {"h", "w"},         {"dimx", "dimy", "dimz"},
        {"dimx", "dimy"},   {"row", "col"}};
    for (size_t i = 0; i < sizeof together / sizeof *together; i++) {
        struct factors found = {0};
        unsigned wanted = 0;
        for (; wanted < 3 && together[i][wanted]; wanted++)
            for (unsigned j = 0; j < names->count; j++)
                if (strcmp(names->folded[j], together[i][wanted]) == 0) {
                    found.params[found.count++] = j;
                    break;
                }
        if (found.count == wanted)
            return found;
    }
    return (struct factors){0};
}

static struct factors find_factors(const struct names *names, const char *pointer) {
    struct factors own = {0}, any = {0};
    for (unsigned i = 0; i < names->count; i++) {
        if (!*names->folded[i])
            continue;
        if (*pointer && counts_pointer(names->folded[i], pointer) && own.count++ == 0)
            own.params[0] = i;
        if (counts_anything(names->folded[i]) && any.count++ == 0)
            any.params[0] = i;
    }
    if (own.count == 1)
        return own;
    struct factors extents = find_extents(names);
    return extents.count || any.count != 1 ? extents : any;
}

static bool may_count(CXCursor variable) {
    CXType type = oc_ast_plain_type(clang_getCursorType(variable));
    return oc_ast_is_integer(type) && type.kind != CXType_Bool;
}

// The count among variables that are declared together, one of which is the pointer.
static const char *find_count(struct oc_ast *ast, const struct oc_cursors *all, CXCursor pointer,
                              const bool *other, bool *before) {
    struct names names = {.count = (unsigned)all->count};
    names.folded = OC_NEW_ARRAY(ast->arena, names.count + 1, const char *);
    unsigned position = 0;
    for (unsigned i = 0; i < names.count; i++) {
        bool counts = may_count(all->items[i]) && !(other && other[i]);
        names.folded[i] = counts ? fold(ast, oc_ast_name(ast, all->items[i])) : "";
        if (clang_equalCursors(all->items[i], pointer))
            position = i;
    }
    struct factors factors = find_factors(&names, fold(ast, oc_ast_name(ast, pointer)));
    struct oc_text text = {.arena = ast->arena};
    *before = true;
    for (unsigned i = 0; i < factors.count; i++) {
        oc_text_printf(&text, "%s%s", i ? " * " : "",
                       oc_ast_name(ast, all->items[factors.params[i]]));
        *before = *before && factors.params[i] < position;
    }
    return text.data;
}

const char *oc_countnames_find(struct oc_ast *ast, CXCursor function, CXCursor param,
                               const bool *other, bool *before) {
    int count = clang_Cursor_getNumArguments(function);
    struct oc_cursors params = {0};
    params.items = OC_NEW_ARRAY(ast->arena, count > 0 ? (size_t)count : 1, CXCursor);
    for (; count > 0 && params.count < (size_t)count; params.count++)
        params.items[params.count] = clang_Cursor_getArgument(function, (unsigned)params.count);
    return find_count(ast, &params, param, other, before);
}

const char *oc_countnames_find_member(struct oc_ast *ast, CXCursor field, bool *before) {
    CXType record = clang_getCursorType(clang_getCursorSemanticParent(field));
    struct oc_cursors fields = oc_ast_fields(ast, record);
    return find_count(ast, &fields, field, NULL, before);
}
