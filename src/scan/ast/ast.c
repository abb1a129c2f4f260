#include "scan/ast/ast.h"

#include "base/names.h"
#include "base/text.h"

#include <stdarg.h>
#include <string.h>

void oc_cursors_add(struct oc_ast *ast, struct oc_cursors *cursors, CXCursor cursor) {
    cursors->items = oc_arena_grow(ast->arena, cursors->items, cursors->count, &cursors->capacity,
                                   sizeof *cursors->items);
    cursors->items[cursors->count++] = cursor;
}

const char *oc_ast_string(struct oc_ast *ast, CXString string) {
    const char *text = clang_getCString(string);
    const char *copy = oc_arena_strdup(ast->arena, text ? text : "");
    clang_disposeString(string);
    return copy;
}

const char *oc_ast_name(struct oc_ast *ast, CXCursor cursor) {
    return oc_ast_string(ast, clang_getCursorSpelling(cursor));
}

static struct oc_place place_of(struct oc_ast *ast, CXSourceLocation location) {
    CXString file;
    struct oc_place place = {0};
    clang_getPresumedLocation(location, &file, &place.line, &place.column);
    place.file = oc_ast_string(ast, file);
    return place;
}

struct oc_place oc_ast_place(struct oc_ast *ast, CXCursor cursor) {
    return place_of(ast, clang_getCursorLocation(cursor));
}

struct oc_place oc_ast_error_place(struct oc_ast *ast, CXDiagnostic error) {
    return place_of(ast, clang_getDiagnosticLocation(error));
}

struct oc_slice oc_ast_error_text(struct oc_ast *ast, CXDiagnostic error, size_t *at) {
    CXFile file;
    unsigned offset;
    size_t size;
    clang_getFileLocation(clang_getDiagnosticLocation(error), &file, NULL, NULL, &offset);
    const char *text = file ? clang_getFileContents(ast->unit, file, &size) : NULL;
    *at = offset;
    return text && offset <= size ? (struct oc_slice){text, size} : (struct oc_slice){NULL, 0};
}

bool oc_ast_follows(struct oc_ast *ast, CXDiagnostic error, const char *word) {
    size_t end;
    const char *text = oc_ast_error_text(ast, error, &end).data;
    if (!text)
        return false;
    size_t start = end;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return strstr(oc_arena_strndup(ast->arena, text + start, end - start), word);
}

void oc_ast_refuse(struct oc_ast *ast, bool *valid, CXCursor at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *message = oc_arena_vprintf(ast->arena, format, arguments);
    va_end(arguments);
    *valid = false;
    oc_report(ast->diag, OC_ERROR, oc_ast_place(ast, at), NULL, "%s", message);
}

bool oc_ast_in_system_header(CXCursor cursor) {
    return clang_Location_isInSystemHeader(clang_getCursorLocation(cursor));
}

const char *oc_ast_declaration(struct oc_ast *ast, CXCursor declaration) {
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(declaration);
    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    const char *text = oc_ast_string(ast, clang_getCursorPrettyPrinted(declaration, policy));
    clang_PrintingPolicy_dispose(policy);
    return text;
}

const char *oc_ast_type_text(struct oc_ast *ast, CXCursor declaration) {
    CXType type = clang_getCanonicalType(clang_getCursorType(declaration));
    return oc_ast_string(ast, clang_getTypeSpelling(type));
}

struct collection {
    struct oc_ast *ast;
    bool expressions; // only
    struct oc_cursors found;
};

static enum CXChildVisitResult collect_child(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct collection *collection = data;
    if (!collection->expressions || clang_isExpression(clang_getCursorKind(cursor)))
        oc_cursors_add(collection->ast, &collection->found, cursor);
    return CXChildVisit_Continue;
}

struct oc_cursors oc_ast_children(struct oc_ast *ast, CXCursor cursor) {
    struct collection collection = {.ast = ast};
    clang_visitChildren(cursor, collect_child, &collection);
    return collection.found;
}

struct oc_cursors oc_ast_expressions(struct oc_ast *ast, CXCursor cursor) {
    struct collection collection = {.ast = ast, .expressions = true};
    clang_visitChildren(cursor, collect_child, &collection);
    return collection.found;
}

CXCursor oc_ast_function(struct oc_ast *ast, CXCursor expression) {
    if (clang_getCursorKind(expression) == CXCursor_CallExpr)
        return clang_getNullCursor(); // what it returns is not what it calls
    CXCursor target = clang_getCursorReferenced(expression);
    if (clang_getCursorKind(target) == CXCursor_FunctionDecl)
        return target;
    struct oc_cursors parts = oc_ast_expressions(ast, expression);
    return parts.count ? oc_ast_function(ast, parts.items[parts.count - 1]) : clang_getNullCursor();
}

struct mention {
    CXCursor variable; // canonical
    bool found;
};

static enum CXChildVisitResult find_variable(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct mention *mention = data;
    mention->found |= clang_equalCursors(
        clang_getCanonicalCursor(clang_getCursorReferenced(cursor)), mention->variable);
    return mention->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool oc_ast_mentions(CXCursor where, CXCursor variable) {
    struct mention mention = {clang_getCanonicalCursor(variable), false};
    find_variable(where, where, &mention);
    clang_visitChildren(where, find_variable, &mention);
    return mention.found;
}

struct mark_search {
    const char *mark;
    bool found;
    CXCursor attribute;
};

static enum CXChildVisitResult match_mark(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct mark_search *search = data;
    if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr)
        return CXChildVisit_Continue;
    CXString text = clang_getCursorSpelling(cursor);
    const char *mark = clang_getCString(text);
    search->found = mark && strcmp(mark, search->mark) == 0;
    clang_disposeString(text);
    search->attribute = cursor;
    return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

bool oc_ast_is_marked(CXCursor declaration, const char *mark) {
    struct mark_search search = {.mark = mark};
    if (clang_Cursor_hasAttrs(declaration))
        clang_visitChildren(declaration, match_mark, &search);
    return search.found;
}

struct oc_cursors oc_ast_mark_arguments(struct oc_ast *ast, CXCursor declaration,
                                        const char *mark) {
    struct mark_search search = {.mark = mark};
    if (clang_Cursor_hasAttrs(declaration))
        clang_visitChildren(declaration, match_mark, &search);
    return search.found ? oc_ast_expressions(ast, search.attribute) : (struct oc_cursors){0};
}

CXCursor oc_ast_mark_argument(struct oc_ast *ast, CXCursor declaration, const char *mark) {
    struct oc_cursors arguments = oc_ast_mark_arguments(ast, declaration, mark);
    return arguments.count ? arguments.items[0] : clang_getNullCursor();
}

bool oc_ast_lies_in(CXCursor cursor, CXCursor declaration) {
    CXSourceRange outer = clang_getCursorExtent(declaration);
    CXFile file, outer_file;
    unsigned at, start, end;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, &at);
    clang_getExpansionLocation(clang_getRangeStart(outer), &outer_file, NULL, NULL, &start);
    clang_getExpansionLocation(clang_getRangeEnd(outer), NULL, NULL, NULL, &end);
    return clang_File_isEqual(file, outer_file) && at >= start && at <= end;
}

bool oc_ast_is_kernel(CXCursor function) {
    CXCursor definition = clang_getCursorDefinition(function);
    return oc_ast_is_marked(function, OC_ANNOTATION_KERNEL) ||
           (!clang_Cursor_isNull(definition) && oc_ast_is_marked(definition, OC_ANNOTATION_KERNEL));
}

bool oc_ast_is_index_call(struct oc_ast *ast, CXCursor call) {
    static const char *const names[] = {OC_USER_THREAD_ID, OC_USER_GLOBAL_ID, OC_USER_LANE_ID,
                                        OC_NAME_THREAD_NUMBER};
    const char *name = oc_ast_name(ast, call);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

bool oc_ast_chosen(struct oc_ast *ast, CXCursor expression, CXCursor *chosen) {
    if (clang_getCursorKind(expression) != CXCursor_UnexposedExpr)
        return false;
    struct oc_cursors operands = oc_ast_expressions(ast, expression);
    int64_t condition;
    if (operands.count != 3 || !oc_ast_evaluate(operands.items[0], &condition))
        return false;
    CXToken *token = clang_getToken(ast->unit, clang_getCursorLocation(expression));
    bool chooses = false;
    if (token) {
        const char *text = oc_ast_string(ast, clang_getTokenSpelling(ast->unit, *token));
        chooses = strcmp(text, "__builtin_choose_expr") == 0;
        clang_disposeTokens(ast->unit, token, 1);
    }
    if (chooses)
        *chosen = operands.items[condition ? 1 : 2];
    return chooses;
}

bool oc_ast_evaluate(CXCursor expression, int64_t *value) {
    CXType type = oc_ast_plain_type(clang_getCursorType(expression));
    if (!oc_ast_is_integer(type) || clang_Type_getSizeOf(type) > 8)
        return false;
    CXEvalResult result = clang_Cursor_Evaluate(expression);
    if (!result)
        return false;
    bool constant = clang_EvalResult_getKind(result) == CXEval_Int;
    if (constant)
        *value = clang_EvalResult_isUnsignedInt(result)
                     ? (int64_t)clang_EvalResult_getAsUnsigned(result)
                     : clang_EvalResult_getAsLongLong(result);
    clang_EvalResult_dispose(result);
    return constant;
}

int oc_ast_truth(CXCursor expression) {
    int64_t value;
    return oc_ast_evaluate(expression, &value) ? value != 0 : -1;
}

CXType oc_ast_plain_type(CXType type) {
    CXType plain = clang_getCanonicalType(type);
    if (plain.kind == CXType_Atomic)
        plain = clang_getCanonicalType(clang_Type_getValueType(plain));
    if (plain.kind == CXType_Enum)
        plain =
            clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(plain)));
    return clang_getUnqualifiedType(plain);
}

const char *oc_ast_type_name(struct oc_ast *ast, CXType type) {
    return oc_ast_string(ast, clang_getTypeSpelling(oc_ast_plain_type(type)));
}

bool oc_ast_is_integer(CXType plain) {
    return plain.kind >= CXType_Bool && plain.kind <= CXType_Int128;
}

bool oc_ast_is_signed(CXType plain) {
    return plain.kind >= CXType_Char_S && plain.kind <= CXType_Int128;
}

bool oc_ast_is_const(CXCursor variable) {
    bool is_const;
    oc_ast_element(clang_getCursorType(variable), &is_const);
    return is_const;
}

bool oc_ast_is_array(CXType canonical) {
    return canonical.kind == CXType_ConstantArray || canonical.kind == CXType_VariableArray ||
           canonical.kind == CXType_IncompleteArray;
}

// In canonical types qualifiers of the elements stand at the array.
CXType oc_ast_element(CXType type, bool *is_const) {
    type = clang_getCanonicalType(type);
    *is_const = clang_isConstQualifiedType(type);
    while (oc_ast_is_array(type)) {
        type = clang_getCanonicalType(clang_getArrayElementType(type));
        *is_const = *is_const || clang_isConstQualifiedType(type);
    }
    return type;
}

bool oc_ast_is_function(CXType canonical) {
    return canonical.kind == CXType_FunctionProto || canonical.kind == CXType_FunctionNoProto;
}

static enum CXVisitorResult add_field(CXCursor field, CXClientData data) {
    struct collection *collection = data;
    oc_cursors_add(collection->ast, &collection->found, field);
    return CXVisit_Continue;
}

struct oc_cursors oc_ast_fields(struct oc_ast *ast, CXType record) {
    struct collection collection = {.ast = ast};
    clang_Type_visitFields(clang_getCanonicalType(record), add_field, &collection);
    return collection.found;
}

bool oc_ast_is_nameless(CXCursor field) {
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    return type.kind == CXType_Record &&
           clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(type));
}

const char *oc_ast_record_name(struct oc_ast *ast, CXType type, CXType record) {
    CXCursor declaration = clang_getTypeDeclaration(record);
    if (clang_getCursorKind(clang_getCursorSemanticParent(declaration)) == CXCursor_FunctionDecl)
        return NULL;
    const char *name = oc_ast_string(ast, clang_getTypeSpelling(clang_getUnqualifiedType(record)));
    if (!strchr(name, '('))
        return name;
    if (type.kind != CXType_Elaborated && type.kind != CXType_Typedef)
        return NULL;
    name = oc_ast_string(ast, clang_getTypedefName(type));
    return *name ? name : NULL;
}

const char *oc_ast_source_text(struct oc_ast *ast, CXCursor expression, CXCursor param) {
    CXSourceRange range = clang_getCursorExtent(expression);
    CXFile file, end_file, param_file;
    unsigned start, end, param_at, param_spelled;
    clang_getExpansionLocation(clang_getRangeStart(range), &file, NULL, NULL, &start);
    clang_getExpansionLocation(clang_getRangeEnd(range), &end_file, NULL, NULL, &end);
    CXSourceLocation location = clang_getCursorLocation(param);
    clang_getExpansionLocation(location, &param_file, NULL, NULL, &param_at);
    clang_getSpellingLocation(location, NULL, NULL, NULL, &param_spelled);
    size_t size;
    const char *text = file ? clang_getFileContents(ast->unit, file, &size) : NULL;
    if (!text || !clang_File_isEqual(file, end_file) || start >= end || end > size)
        return NULL;
    if (clang_File_isEqual(file, param_file) && (start == param_at || param_at != param_spelled))
        return NULL;
    struct oc_text line = {.arena = ast->arena};
    for (unsigned i = start; i < end; i++) {
        bool space = strchr(" \t\r\n", text[i]) != NULL;
        if (!space)
            oc_text_add_bytes(&line, &text[i], 1);
        else if (line.length && line.data[line.length - 1] != ' ')
            oc_text_add_bytes(&line, " ", 1);
    }
    return line.data;
}
