#include "scan/extents/extents.h"

#include "scan/extents/facts.h"
#include "scan/extents/polytext.h"

enum { MAX_CALLS = 50, MAX_DEPTH = 4 };

struct search {
    struct oc_facts facts;
    CXCursor param;
    long long size; // of the parameter's elements, in bytes
    unsigned calls, depth;
    struct oc_poly largest; // of the indices so far
    CXCursor access;
    bool accessed; // the parameter is indexed
    bool unclear;  // by an index that nothing limits
    bool contrary; // two that cannot be compared
};

static struct oc_poly find_offset(struct search *search, CXCursor pointer);

static long long element_size(CXCursor pointer) {
    CXType type = clang_getCanonicalType(clang_getCursorType(pointer));
    CXType element =
        type.kind == CXType_Pointer ? clang_getPointeeType(type) : clang_getArrayElementType(type);
    return clang_Type_getSizeOf(element);
}

// base + index
static struct oc_poly add_offsets(struct search *search, CXCursor base, CXCursor index,
                                  int factor) {
    struct oc_poly offset = find_offset(search, base);
    if (offset.invalid)
        return offset;
    struct oc_poly distance = oc_facts_read(&search->facts, index);
    struct oc_poly sum =
        factor > 0 ? oc_poly_add(offset, distance) : oc_poly_subtract(offset, distance);
    search->accessed = true;
    search->unclear |= sum.invalid;
    return sum;
}

static struct oc_poly offset_of_sum(struct search *search, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(search->facts.ast, expression);
    enum CXBinaryOperatorKind operator = clang_getCursorBinaryOperatorKind(expression);
    if (parts.count != 2 || (operator != CXBinaryOperator_Add && operator != CXBinaryOperator_Sub))
        return oc_facts_unknown();
    CXType left = clang_getCanonicalType(clang_getCursorType(parts.items[0]));
    bool base = left.kind == CXType_Pointer || oc_ast_is_array(left) ? 0 : 1;
    return add_offsets(search, parts.items[base], parts.items[!base],
                       operator == CXBinaryOperator_Add ? 1 : -1);
}

// The operands of base[index], or of *base; and of &base[index]. False for what is neither.
static bool split_access(struct search *search, CXCursor access, struct oc_cursors *parts) {
    enum CXCursorKind kind = clang_getCursorKind(access);
    *parts = oc_ast_expressions(search->facts.ast, access);
    return (kind == CXCursor_ArraySubscriptExpr && parts->count == 2) ||
           (kind == CXCursor_UnaryOperator && parts->count == 1 &&
            clang_getCursorUnaryOperatorKind(access) == CXUnaryOperator_Deref);
}

static struct oc_poly offset_of_access(struct search *search, const struct oc_cursors *parts) {
    return parts->count == 1 ? find_offset(search, parts->items[0])
                             : add_offsets(search, parts->items[0], parts->items[1], 1);
}

static struct oc_poly offset_of_address(struct search *search, CXCursor expression) {
    struct oc_cursors operand = oc_ast_expressions(search->facts.ast, expression), parts;
    while (operand.count == 1 && clang_getCursorKind(operand.items[0]) == CXCursor_ParenExpr)
        operand = oc_ast_expressions(search->facts.ast, operand.items[0]);
    if (clang_getCursorUnaryOperatorKind(expression) != CXUnaryOperator_AddrOf ||
        operand.count != 1 || !split_access(search, operand.items[0], &parts))
        return oc_facts_unknown();
    return offset_of_access(search, &parts);
}

static struct oc_poly offset_of_name(struct search *search, CXCursor expression) {
    CXCursor declaration = clang_getCursorReferenced(expression);
    if (clang_equalCursors(declaration, search->param))
        return oc_poly_number(0);
    enum CXCursorKind kind = clang_getCursorKind(declaration);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return oc_facts_unknown();
    CXCursor value = oc_facts_value(&search->facts, declaration);
    return clang_Cursor_isNull(value) ? oc_facts_unknown() : find_offset(search, value);
}

// How many elements after the parameter's first a pointer points to; not known if it is not based
// on the parameter, or points to elements of another size.
static struct oc_poly find_offset(struct search *search, CXCursor pointer) {
    struct oc_poly none = oc_facts_unknown();
    struct oc_cursors parts;
    CXType type = clang_getCanonicalType(clang_getCursorType(pointer));
    if (search->facts.steps++ > OC_FACTS_MAX_STEPS ||
        (type.kind != CXType_Pointer && !oc_ast_is_array(type)))
        return none;
    switch (clang_getCursorKind(pointer)) {
    case CXCursor_DeclRefExpr:
        return offset_of_name(search, pointer);
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        parts = oc_ast_expressions(search->facts.ast, pointer);
        return parts.count && element_size(pointer) == search->size
                   ? find_offset(search, parts.items[parts.count - 1])
                   : none;
    case CXCursor_BinaryOperator:
        return offset_of_sum(search, pointer);
    case CXCursor_UnaryOperator:
        return offset_of_address(search, pointer);
    default:
        return none;
    }
}

static void take_index(struct search *search, CXCursor access, const struct oc_poly *offset) {
    struct oc_poly largest = oc_facts_largest(&search->facts, offset);
    int64_t constant;
    // A parameter that is an index itself says nothing about others.
    bool is_parameter = oc_facts_compare(&largest, offset) == 0 &&
                        oc_facts_compare(offset, &largest) == 0 &&
                        !oc_poly_is_number(offset, &constant);
    search->accessed = true;
    if (largest.invalid || is_parameter) {
        search->unclear = true;
        return;
    }
    int order = oc_facts_compare(&search->largest, &largest);
    if (order == 1) {
        search->largest = largest;
        search->access = access;
        search->contrary = false;
    }
    search->contrary |= order < 0;
}

static void search_function(struct search *search, CXCursor function);

// Looks into a function that is called with the pointer, or with one that is based on it.
static void search_call(struct search *search, CXCursor call) {
    CXCursor callee = clang_getCursorDefinition(clang_getCursorReferenced(call));
    int count = clang_Cursor_getNumArguments(call);
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl || search->depth == MAX_DEPTH ||
        clang_Cursor_getNumArguments(callee) < count)
        return;
    bool passes = false;
    for (int i = 0; i < count; i++)
        passes |= !find_offset(search, clang_Cursor_getArgument(call, (unsigned)i)).invalid;
    if (!passes || search->calls++ >= MAX_CALLS)
        return;
    for (int i = 0; i < count; i++)
        oc_facts_variable(&search->facts, clang_Cursor_getArgument(callee, (unsigned)i))->value =
            clang_Cursor_getArgument(call, (unsigned)i);
    search->depth++;
    search_function(search, callee);
    search->depth--;
}

static void search_accesses(struct search *search, CXCursor cursor) {
    struct oc_cursors parts;
    if (clang_getCursorKind(cursor) == CXCursor_CallExpr)
        search_call(search, cursor);
    if (split_access(search, cursor, &parts)) {
        struct oc_poly offset = offset_of_access(search, &parts);
        if (!offset.invalid)
            take_index(search, cursor, &offset);
    }
    parts = oc_ast_children(search->facts.ast, cursor);
    for (size_t i = 0; search->facts.steps < OC_FACTS_MAX_STEPS && i < parts.count; i++)
        search_accesses(search, parts.items[i]);
}

static void search_function(struct search *search, CXCursor function) {
    oc_facts_collect(&search->facts, function);
    search_accesses(search, function);
}

static CXCursor find_body(struct oc_ast *ast, CXCursor function) {
    struct oc_cursors children = oc_ast_children(ast, function);
    return children.count ? children.items[children.count - 1] : function;
}

struct oc_extent oc_extent_find(struct oc_ast *ast, CXCursor function, CXCursor param) {
    int params = clang_Cursor_getNumArguments(function);
    struct search search = {.facts = {.ast = ast, .function = function},
                            .param = param,
                            .size = element_size(param),
                            .largest = oc_facts_unknown(),
                            .access = clang_getNullCursor()};
    search_function(&search, function);
    struct oc_extent extent = {.other = OC_NEW_ARRAY(ast->arena, (size_t)params, bool)};
    for (int i = 0; i < params; i++)
        extent.other[i] =
            search.accessed && oc_ast_mentions(find_body(ast, function),
                                               clang_Cursor_getArgument(function, (unsigned)i));
    int64_t constant;
    // A constant is only a part of the array if there are other accesses.
    if (search.largest.invalid || search.contrary ||
        (search.unclear && oc_poly_is_number(&search.largest, &constant)))
        return extent;
    struct oc_poly one = oc_poly_number(1);
    struct oc_poly count = oc_poly_add(search.largest, one);
    bool has_params = oc_polytext_degree(&count) > 0;
    extent.before = true;
    for (unsigned i = 0; has_params && i <= oc_facts_last(&search.facts, &count); i++)
        extent.before =
            extent.before && !clang_equalCursors(clang_Cursor_getArgument(function, i), param);
    extent.access = search.access;
    extent.last = oc_facts_text(&search.facts, &search.largest);
    extent.count = oc_facts_text(&search.facts, &count);
    return extent;
}
