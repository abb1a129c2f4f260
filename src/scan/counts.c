#include "scan/counts.h"

#include "base/names.h"
#include "base/text.h"
#include "glue/hygiene.h"

#include <string.h>

#define FUNCTION "__offloadcc_count_"
#define FILE_NAME "__offloadcc_counts" // of the functions, for #line

// A walk over the structs that parameters reach, each once.
struct walk {
    struct oc_ast *ast;
    struct oc_counts counts;
    size_t capacity;
    CXCursorSet seen;
    struct oc_text functions;
};

// ---- The text of a count -----------------------------------------------------------------------

// How a count is written: as our mark, which libclang shows as an annotation, or as clang's
// attribute.
struct form {
    const char *mark, *annotation, *attribute;
    bool or_null;
};
static const struct form forms[] = {
    {OC_ANNOTATION_COUNT, OC_ANNOTATION_COUNT "=", "__counted_by(", false},
    {OC_ANNOTATION_COUNT_OR_NULL, OC_ANNOTATION_COUNT_OR_NULL "=", "__counted_by_or_null(", true},
};
enum { FORMS = sizeof forms / sizeof *forms };

struct search {
    struct oc_ast *ast;
    const struct form *form; // what was found; NULL: nothing
    const char *text;
    CXCursor cursor; // of a mark
};

// Whether an attribute is a mark.
static bool read_mark(struct search *search, CXCursor attribute) {
    if (clang_getCursorKind(attribute) != CXCursor_AnnotateAttr)
        return false;
    const char *annotation = oc_ast_name(search->ast, attribute);
    for (size_t i = 0; i < FORMS; i++)
        if (oc_starts_with(annotation, forms[i].annotation)) {
            search->form = &forms[i];
            search->text = annotation + strlen(forms[i].annotation);
            search->cursor = attribute;
            return true;
        }
    return false;
}

static enum CXChildVisitResult find_annotation(CXCursor cursor, CXCursor parent,
                                               CXClientData data) {
    (void)parent;
    return read_mark(data, cursor) ? CXChildVisit_Break : CXChildVisit_Continue;
}

// What stands in a declaration's mark.
static bool find_mark(struct search *search, CXCursor declaration) {
    if (clang_Cursor_hasAttrs(declaration))
        clang_visitChildren(declaration, find_annotation, search);
    return search->form;
}

const char *oc_counts_mark(struct oc_ast *ast, CXCursor declaration) {
    struct search search = {.ast = ast};
    return find_mark(&search, declaration) ? search.form->mark : NULL;
}

// What the spelling of a field's type has in the brackets of clang's attribute.
static bool find_attribute(struct search *search, CXCursor field) {
    struct oc_ast *ast = search->ast;
    const char *spelling = oc_ast_string(ast, clang_getTypeSpelling(clang_getCursorType(field)));
    for (size_t i = 0; i < FORMS && !search->form; i++) {
        const char *at = strstr(spelling, forms[i].attribute);
        if (!at)
            continue;
        at += strlen(forms[i].attribute);
        search->form = &forms[i];
        search->text = oc_arena_strndup(ast->arena, at, strcspn(at, ")"));
    }
    return search->form;
}

static bool find_count(struct search *search, CXCursor field) {
    return find_mark(search, field) || find_attribute(search, field);
}

// ---- Problems ----------------------------------------------------------------------------------

// The search for a second count that says something else.
struct second {
    const struct search *first;
    CXCursor within; // the declaration that has the first; null: any
    struct search search;
};

static bool is_other(const struct search *first, const struct search *second) {
    return second->form->or_null != first->form->or_null || strcmp(second->text, first->text) != 0;
}

static enum CXChildVisitResult find_second(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct second *second = data;
    struct search search = {.ast = second->search.ast};
    if (!read_mark(&search, cursor) || !is_other(second->first, &search) ||
        (!clang_Cursor_isNull(second->within) && !oc_ast_lies_in(cursor, second->within)))
        return CXChildVisit_Continue;
    second->search = search;
    return CXChildVisit_Break;
}

// "offload_count(n)", as users write it.
static const char *written(const struct search *found) {
    const char *name = clang_Cursor_isNull(found->cursor) ? found->form->attribute : NULL;
    return name ? oc_arena_printf(found->ast->arena, "%s%s)", name, found->text)
                : oc_arena_printf(found->ast->arena, "%s(%s)", found->form->mark, found->text);
}

// Whether there is a comma that is not in brackets.
static bool is_list(const char *text) {
    int depth = 0;
    for (; *text && !(*text == ',' && !depth); text++)
        depth += strchr("([{", *text) ? 1 : strchr(")]}", *text) ? -1 : 0;
    return *text;
}

// What is wrong with a count that clang takes, for "member 'x' %s"; or NULL.
static const char *problem_of(const struct search *found, CXCursor declaration, CXCursor within) {
    struct oc_ast *ast = found->ast;
    struct second second = {found, within, {.ast = ast, .cursor = clang_getNullCursor()}};
    struct search *other = &second.search;
    bool is_field = clang_getCursorKind(declaration) == CXCursor_FieldDecl;
    if (is_list(found->text))
        return oc_arena_printf(ast->arena,
                               "has %s, which is a list; write one expression, such as the product "
                               "of two numbers",
                               written(found));
    if (clang_Cursor_hasAttrs(declaration))
        clang_visitChildren(declaration, find_second, &second);
    if (!other->form && is_field && find_attribute(other, declaration) && !is_other(found, other))
        other->form = NULL;
    return other->form
               ? oc_arena_printf(ast->arena, "has two counts, %s and %s; remove one of them",
                                 written(found), written(other))
               : NULL;
}

// ---- Structs -----------------------------------------------------------------------------------

// A local variable for each member. Bit-fields have the type that they are promoted to.
static void declare_members(struct walk *walk, CXType record) {
    struct oc_cursors fields = oc_ast_fields(walk->ast, record);
    for (size_t i = 0; i < fields.count; i++) {
        CXCursor field = fields.items[i];
        CXType type = clang_getCanonicalType(clang_getCursorType(field));
        const char *name = oc_ast_name(walk->ast, field);
        if (oc_ast_is_nameless(field))
            declare_members(walk, type);
        else if (oc_ast_is_array(type) && type.kind != CXType_IncompleteArray)
            oc_text_printf(&walk->functions, "__typeof__(__offloadcc_e->%s) %s; ", name, name);
        else if (*name && !oc_ast_is_array(type))
            oc_text_printf(&walk->functions, "__auto_type %s = %s__offloadcc_e->%s; ", name,
                           clang_Cursor_isBitField(field) ? "+" : "", name);
    }
}

// Adds a count, whose function is to be written next. `within` is as in struct second.
static void add_count(struct walk *walk, CXCursor declaration, const struct search *found,
                      const char *what, CXCursor within) {
    struct oc_counts *counts = &walk->counts;
    if (counts->count == walk->capacity) {
        walk->capacity = walk->capacity ? 2 * walk->capacity : 4;
        struct oc_count *items = OC_NEW_ARRAY(walk->ast->arena, walk->capacity, struct oc_count);
        if (counts->count)
            memcpy(items, counts->items, counts->count * sizeof *items);
        counts->items = items;
    }
    oc_text_printf(&walk->functions, "#line %zu \"" FILE_NAME "\"\nstatic void " FUNCTION "%zu(",
                   counts->count + 1, counts->count);
    counts->items[counts->count++] = (struct oc_count){
        .declaration = declaration,
        .place = oc_ast_place(walk->ast, declaration),
        .what = what,
        .name = oc_ast_name(walk->ast, declaration),
        .text = found->text,
        .or_null = found->form->or_null,
        .problem = problem_of(found, declaration, within),
        .function = clang_getNullCursor(),
    };
}

static void add_member_count(struct walk *walk, CXCursor field, const struct search *found,
                             CXType scope, const char *record) {
    add_count(walk, field, found, "member", clang_getNullCursor());
    oc_text_printf(&walk->functions, "%s *__offloadcc_e) { ", record);
    declare_members(walk, scope);
    oc_text_printf(&walk->functions, "(%s); }\n", found->text);
}

static void walk_record(struct walk *walk, CXType record, const char *name);

// `scope` is the struct whose members counts may use; `name` is its C text.
static void walk_fields(struct walk *walk, CXType record, CXType scope, const char *name) {
    struct oc_ast *ast = walk->ast;
    struct oc_cursors fields = oc_ast_fields(ast, record);
    for (size_t i = 0; i < fields.count; i++) {
        CXCursor field = fields.items[i];
        CXType type = clang_getCanonicalType(clang_getCursorType(field));
        if (oc_ast_is_nameless(field)) {
            walk_fields(walk, type, scope, name);
            continue;
        }
        struct oc_text inner = {.arena = ast->arena};
        oc_text_printf(&inner, "__typeof__(((%s *)0)->%s", name, oc_ast_name(ast, field));
        struct search found = {.ast = ast, .cursor = clang_getNullCursor()};
        if (type.kind == CXType_Pointer && find_count(&found, field)) {
            add_member_count(walk, field, &found, scope, name);
            oc_text_add(&inner, "[0]");
            type = clang_getCanonicalType(clang_getPointeeType(type));
        }
        for (; oc_ast_is_array(type);
             type = clang_getCanonicalType(clang_getArrayElementType(type)))
            oc_text_add(&inner, "[0]");
        oc_text_add(&inner, ")");
        if (type.kind == CXType_Record)
            walk_record(walk, type, inner.data);
    }
}

static void walk_record(struct walk *walk, CXType record, const char *name) {
    if (clang_CXCursorSet_insert(walk->seen, clang_getTypeDeclaration(record)))
        walk_fields(walk, record, record, name);
}

// ---- Parameters --------------------------------------------------------------------------------

// A type for the parameter in the function of a count: its own where a count may use its value,
// else one that shows that a count reads memory.
static const char *counting_type(struct oc_ast *ast, CXCursor param) {
    CXType type = clang_getCursorType(param), plain = oc_ast_plain_type(type);
    const char *name = NULL;
    if (plain.kind == CXType_Record)
        name = oc_ast_record_name(ast, type, plain);
    else if (plain.kind >= CXType_Bool && plain.kind <= CXType_LastBuiltin)
        name = oc_ast_type_name(ast, plain);
    if (name)
        return name;
    bool is_const;
    plain = oc_ast_plain_type(oc_ast_element(
        plain.kind == CXType_Pointer ? clang_getPointeeType(plain) : plain, &is_const));
    return oc_arena_printf(ast->arena, "const %s *",
                           oc_ast_is_integer(plain) ? oc_ast_type_name(ast, plain) : "void");
}

struct declarations {
    CXCursor mark, function, found;
};

static enum CXChildVisitResult find_declaration(CXCursor cursor, CXCursor parent,
                                                CXClientData data) {
    (void)parent;
    struct declarations *search = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl ||
        !clang_equalCursors(clang_getCanonicalCursor(cursor), search->function) ||
        !oc_ast_lies_in(search->mark, cursor))
        return CXChildVisit_Continue;
    search->found = cursor;
    return CXChildVisit_Break;
}

// The declaration of the kernel that the mark was written in: its names are those that the count
// uses. Definitions inherit marks.
static CXCursor marked_declaration(struct oc_ast *ast, CXCursor definition, CXCursor mark) {
    struct declarations search = {mark, clang_getCanonicalCursor(definition), definition};
    if (!oc_ast_lies_in(mark, definition))
        clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), find_declaration, &search);
    return search.found;
}

// The function of a parameter's count has the kernel's parameters.
static void add_param_count(struct walk *walk, CXCursor definition, CXCursor param,
                            const struct search *found) {
    struct oc_ast *ast = walk->ast;
    CXCursor declaration = marked_declaration(ast, definition, found->cursor);
    add_count(walk, param, found, "parameter", declaration);
    int count = clang_Cursor_getNumArguments(declaration);
    for (int i = 0; i < count; i++) {
        CXCursor each = clang_Cursor_getArgument(declaration, (unsigned)i);
        oc_text_printf(&walk->functions, "%s%s %s", i ? ", " : "", counting_type(ast, each),
                       oc_ast_name(ast, each));
    }
    oc_text_printf(&walk->functions, ") { (%s); }\n", found->text);
}

// A parameter whose struct no text can name is refused later.
static void walk_param(struct walk *walk, CXCursor definition, CXCursor param) {
    CXType type = clang_getCursorType(param), plain = clang_getCanonicalType(type);
    struct search found = {.ast = walk->ast};
    if ((plain.kind == CXType_Pointer || oc_ast_is_array(plain)) && find_mark(&found, param))
        add_param_count(walk, definition, param, &found);
    if (plain.kind == CXType_Pointer)
        plain = clang_getCanonicalType(clang_getPointeeType(plain));
    bool is_const;
    plain = oc_ast_element(plain, &is_const);
    const char *name =
        plain.kind == CXType_Record ? oc_ast_record_name(walk->ast, type, plain) : NULL;
    if (name)
        walk_record(walk, plain, name);
}

static void walk_kernels(struct walk *walk, const struct oc_cursors *kernels) {
    walk->seen = clang_createCXCursorSet();
    for (size_t i = 0; i < kernels->count; i++) {
        int count = clang_Cursor_getNumArguments(kernels->items[i]);
        for (int p = 0; p < count; p++)
            walk_param(walk, kernels->items[i],
                       clang_Cursor_getArgument(kernels->items[i], (unsigned)p));
    }
    clang_disposeCXCursorSet(walk->seen);
}

// ---- The functions -----------------------------------------------------------------------------

static enum CXChildVisitResult find_function(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct walk *walk = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
        return CXChildVisit_Continue;
    const char *name = oc_ast_name(walk->ast, cursor);
    for (size_t i = 0; oc_starts_with(name, FUNCTION) && i < walk->counts.count; i++)
        if (strcmp(name, oc_arena_printf(walk->ast->arena, FUNCTION "%zu", i)) == 0)
            walk->counts.items[i].function = cursor;
    return CXChildVisit_Continue;
}

void oc_counts_read(struct oc_ast *ast, const struct oc_cursors *kernels, struct oc_counts *out) {
    struct walk walk = {.ast = ast, .functions = {.arena = ast->arena}};
    walk_kernels(&walk, kernels);
    if (walk.counts.count)
        clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), find_function, &walk);
    *out = walk.counts;
}

const char *oc_counts_functions(struct oc_ast *ast, const struct oc_cursors *kernels) {
    struct walk walk = {.ast = ast, .functions = {.arena = ast->arena}};
    walk_kernels(&walk, kernels);
    return walk.functions.data ? oc_glue_finish(ast->arena, walk.functions.data) : NULL;
}

bool oc_counts_explain(struct oc_ast *ast, const struct oc_counts *counts) {
    bool explained = false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(ast->unit); i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(ast->unit, i);
        CXString file;
        unsigned line;
        clang_getPresumedLocation(clang_getDiagnosticLocation(diagnostic), &file, &line, NULL);
        bool ours = strcmp(oc_ast_string(ast, file), FILE_NAME) == 0 && line &&
                    line <= counts->count &&
                    clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
        const char *what = oc_ast_string(ast, clang_getDiagnosticSpelling(diagnostic));
        clang_disposeDiagnostic(diagnostic);
        if (!ours)
            continue;
        const struct oc_count *count = &counts->items[line - 1];
        // Parameters of pointer types have the type of another pointer in the text.
        bool reads = strstr(what, "void' is not a structure") != NULL;
        if (count->problem)
            oc_report(ast->diag, OC_ERROR, count->place, NULL, "%s '%s' %s", count->what,
                      count->name, count->problem);
        else
            oc_report(ast->diag, OC_ERROR, count->place, NULL,
                      "count '%s' of %s '%s'%s; a count is an integer expression over %s and "
                      "constants",
                      count->text, count->what, count->name,
                      reads ? " reads memory through a pointer"
                            : oc_arena_printf(ast->arena, ": %s", what),
                      oc_count_operands(count));
        explained = true;
    }
    return explained;
}

bool oc_count_expression(struct oc_ast *ast, const struct oc_count *count, CXCursor *expression) {
    if (clang_Cursor_isNull(count->function))
        return false;
    struct oc_cursors body = oc_ast_children(ast, count->function), expressions = {0};
    if (body.count)
        expressions = oc_ast_expressions(ast, body.items[body.count - 1]);
    if (expressions.count)
        *expression = expressions.items[expressions.count - 1];
    return expressions.count > 0;
}

const char *oc_count_operands(const struct oc_count *count) {
    return strcmp(count->what, "member") == 0 ? "members of the same struct" : "parameters";
}

const struct oc_count *oc_counts_find(const struct oc_counts *counts, CXCursor declaration) {
    for (size_t i = 0; i < counts->count; i++)
        if (clang_equalCursors(counts->items[i].declaration, declaration))
            return &counts->items[i];
    return NULL;
}
