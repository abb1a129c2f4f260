#include "scan/params.h"

#include "base/text.h"
#include "scan/boundless.h"
#include "scan/bounds.h"
#include "scan/directions.h"
#include "scan/members.h"

#include <string.h>

struct reader {
    struct oc_ast *ast;
    const struct oc_counts *counts;
    CXCursor function;
    const struct oc_kernel *kernel;
    CXCursor param;
    unsigned index;
    unsigned marks;
    const char *label; // "parameter 'x'"
    struct oc_param *out;
};

static bool refuse_param(struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Reports "<label> of kernel 'k' <format...>" at the parameter. Always false.
static bool refuse_param(struct reader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *what = oc_arena_vprintf(reader->ast->arena, format, arguments);
    va_end(arguments);
    oc_report(reader->ast->diag, OC_ERROR, reader->out->place, NULL, "%s of kernel '%s' %s",
              reader->label, reader->kernel->name, what);
    return false;
}

// ---- Members -----------------------------------------------------------------------------------

static bool refuse_nameless(struct reader *reader) {
    return refuse_param(
        reader, "has a type that no other code can name; declare it before the kernel, with a "
                "tag or a typedef");
}

// The pointers of the struct that the parameter is, or whose array it is. False after a report.
static bool read_members(struct reader *reader, CXType type) {
    struct oc_ast *ast = reader->ast;
    struct oc_members members;
    if (oc_members_read(ast, reader->counts, type, &members)) {
        reader->out->members = members.items;
        reader->out->member_count = members.count;
        reader->out->device_pointers = members.device_pointers;
        return true;
    }
    if (!members.problem)
        return false;
    // Its counts were not read then.
    if (!oc_ast_record_name(ast, type, type))
        return refuse_nameless(reader);
    return refuse_param(reader, "has type '%s', whose member '%s' %s",
                        oc_ast_string(ast, clang_getTypeSpelling(type)), members.path,
                        members.problem);
}

// ---- Values ------------------------------------------------------------------------------------

// The numbers in a value of a type, for reports.
static void add_fields(struct oc_ast *ast, CXType type, const char *path, uint64_t offset,
                       struct oc_param *out) {
    type = clang_getCanonicalType(type);
    if (oc_ast_is_array(type)) {
        CXType element = clang_getArrayElementType(type);
        for (long long i = 0; i < clang_getArraySize(type) && out->field_count < OC_MAX_FIELDS; i++)
            add_fields(ast, element, oc_arena_printf(ast->arena, "%s[%lld]", path, i),
                       offset + (uint64_t)(i * clang_Type_getSizeOf(element)), out);
        return;
    }
    if (type.kind != CXType_Record) {
        if (out->field_count < OC_MAX_FIELDS)
            out->fields[out->field_count++] =
                (struct oc_field){path, offset, (uint64_t)clang_Type_getSizeOf(type)};
        return;
    }
    struct oc_cursors fields = oc_ast_fields(ast, type);
    for (size_t i = 0; i < fields.count; i++) {
        CXCursor field = fields.items[i];
        long long bits = clang_Cursor_getOffsetOfField(field);
        const char *name = oc_ast_name(ast, field);
        if (clang_Cursor_isBitField(field) || bits < 0)
            continue;
        add_fields(ast, clang_getCursorType(field),
                   oc_ast_is_nameless(field) ? path
                                             : oc_arena_printf(ast->arena, "%s.%s", path, name),
                   offset + (uint64_t)bits / 8, out);
    }
}

static bool read_record(struct reader *reader, CXType type, CXType record) {
    struct oc_param *out = reader->out;
    if (clang_Type_getSizeOf(record) == 0)
        return refuse_param(reader, "has type '%s', which is empty; remove it", out->spelling);
    out->kind = OC_PARAM_AGGREGATE;
    out->fields = OC_NEW_ARRAY(reader->ast->arena, OC_MAX_FIELDS, struct oc_field);
    add_fields(reader->ast, record, "", 0, out);
    out->type = oc_ast_record_name(reader->ast, type, record);
    if (!out->type)
        return refuse_nameless(reader);
    return read_members(reader, record);
}

// What a scalar type is passed as; OC_PARAM_OTHER if it cannot be passed.
static enum oc_param_kind scalar_kind(CXType plain, const char *name, uint64_t size) {
    switch (plain.kind) {
    case CXType_Float:
    case CXType_Double:
    case CXType_Half:
    case CXType_Float16:
    case CXType_BFloat16:
        return OC_PARAM_VALUE;
    case CXType_LongDouble:
    case CXType_Float128:
    case CXType_Ibm128:
    case CXType_Complex:
    case CXType_Vector:
    case CXType_ExtVector:
        return OC_PARAM_AGGREGATE;
    default:
        break;
    }
    if (oc_ast_is_integer(plain) || strncmp(name, "_BitInt(", 8) == 0 ||
        strncmp(name, "unsigned _BitInt(", 17) == 0)
        return size <= 8 ? OC_PARAM_VALUE : OC_PARAM_AGGREGATE;
    return OC_PARAM_OTHER;
}

static bool read_value(struct reader *reader, CXType type) {
    struct oc_param *out = reader->out;
    CXType plain = oc_ast_plain_type(type);
    const char *mark = oc_counts_mark(reader->ast, reader->param);
    if (reader->marks || mark)
        return refuse_param(reader,
                            "is not a pointer or array, so '%s' does not apply to it; remove it",
                            mark ? mark : oc_marks_name(reader->marks));
    if (plain.kind == CXType_BlockPointer)
        return refuse_param(reader, "is a pointer of a kind that devices do not have; remove it");
    long long size = clang_Type_getSizeOf(plain);
    out->size = size > 0 ? (uint64_t)size : 0;
    if (plain.kind == CXType_Record)
        return read_record(reader, type, plain);
    out->type = oc_ast_type_name(reader->ast, plain);
    out->kind = scalar_kind(plain, out->type, out->size);
    if (out->kind == OC_PARAM_OTHER || size <= 0)
        return refuse_param(
            reader, "has type '%s', which cannot be passed to a kernel; put it into a struct",
            out->spelling);
    return true;
}

// ---- Pointers and arrays -----------------------------------------------------------------------

static bool refuse_unbounded(struct reader *reader) {
    return refuse_param(reader, "has no bound, so its size is not known; %s",
                        oc_boundless_advice(reader->ast, reader->function, reader->param, NULL));
}

// False after a report if the elements cannot be moved to a device. `element` is canonical.
static bool check_element(struct reader *reader, CXType element, bool is_const) {
    if (element.kind == CXType_Void)
        return refuse_param(reader,
                            "is a 'void *', so the size of what it points to is not known; %s",
                            oc_boundless_advice(reader->ast, reader->function, reader->param,
                                                is_const ? "const char" : "char"));
    if (element.kind == CXType_Pointer || element.kind == CXType_BlockPointer)
        return refuse_param(
            reader,
            "%s, and what those point to is not mapped; pass the data as one "
            "array, such as 'float data[n][m]'",
            oc_ast_is_array(clang_getCanonicalType(clang_getCursorType(reader->param)))
                ? "is an array of pointers"
                : "points to pointers");
    if (oc_ast_is_function(element))
        return refuse_param(reader,
                            "points to a function, which a device cannot call; pass a number by "
                            "which the kernel selects the function");
    if (clang_Type_getSizeOf(element) < 0)
        return refuse_param(reader,
                            "has elements of the incomplete type '%s'; define it before the kernel",
                            oc_ast_string(reader->ast, clang_getTypeSpelling(element)));
    return read_members(reader, element);
}

// The i-th group of brackets in a type's spelling, or NULL: an expression as clang prints it.
static const char *printed_bound(struct reader *reader, size_t index) {
    const char *start = NULL;
    unsigned depth = 0;
    for (const char *at = reader->out->spelling; *at; at++) {
        if (*at == '[' && depth++ == 0)
            start = at + 1;
        if (*at == ']' && depth && --depth == 0 && index-- == 0)
            return oc_arena_strndup(reader->ast->arena, start, (size_t)(at - start));
    }
    return NULL;
}

// One dimension; `expression` is NULL where a typedef made it.
static bool read_bound(struct reader *reader, CXType array, size_t index,
                       const CXCursor *expression, struct oc_bound *out) {
    struct oc_ast *ast = reader->ast;
    struct oc_bound_site site = {
        .what = oc_arena_printf(ast->arena, "bound of %s of kernel '%s'", reader->label,
                                reader->kernel->name),
        .function = reader->function,
        .param_index = reader->index,
    };
    int64_t value;
    if (array.kind == CXType_ConstantArray) {
        *out = oc_bound_constant(ast, clang_getArraySize(array));
        // The expression can be a dimension of an element's typedef: it must then agree.
        if (!expression || !oc_ast_evaluate(*expression, &value) ||
            value != clang_getArraySize(array))
            return true;
    } else if (!expression) {
        return refuse_param(reader,
                            "has a bound that is part of a typedef; write the array with its "
                            "bound in the parameter");
    } else if (!oc_bound_read(ast, &site, *expression, out)) {
        return false;
    }
    const char *spelling = oc_ast_source_text(ast, *expression, reader->param);
    if (!spelling)
        spelling = printed_bound(reader, index);
    out->spelling = spelling ? spelling : "...";
    return true;
}

// The count of a pointer or array without an outer bound.
static bool read_count(struct reader *reader, const struct oc_count *count, struct oc_bound *out) {
    struct oc_ast *ast = reader->ast;
    struct oc_bound_site site = {
        .what = oc_arena_printf(ast->arena, "count '%s' of %s of kernel '%s'", count->text,
                                reader->label, reader->kernel->name),
        .function = count->function,
        .param_index = (unsigned)reader->kernel->param_count,
        .count = count,
    };
    CXCursor expression;
    out->spelling = count->text;
    return oc_count_expression(ast, count, &expression) &&
           oc_bound_read(ast, &site, expression, out);
}

// The count, if there is one, and all dimensions of a canonical array type. The expressions of the
// parameter are those of its dimensions, innermost first, after others that its type may hold
// (typeof).
static bool read_bounds(struct reader *reader, const struct oc_count *counted, CXType array) {
    struct oc_cursors expressions = oc_ast_expressions(reader->ast, reader->param);
    size_t dimensions = 0, first = counted ? 1 : 0;
    for (CXType type = array; oc_ast_is_array(type);
         type = clang_getCanonicalType(clang_getArrayElementType(type))) {
        if (type.kind == CXType_IncompleteArray)
            return refuse_unbounded(reader);
        dimensions++;
    }
    struct oc_bound *bounds = OC_NEW_ARRAY(reader->ast->arena, first + dimensions, struct oc_bound);
    bool valid = !counted || read_count(reader, counted, &bounds[0]);
    for (size_t i = 0; i < dimensions; i++) {
        const CXCursor *expression =
            i < expressions.count ? &expressions.items[expressions.count - 1 - i] : NULL;
        valid = read_bound(reader, array, i, expression, &bounds[first + i]) && valid;
        array = clang_getCanonicalType(clang_getArrayElementType(array));
    }
    reader->out->bounds = bounds;
    reader->out->bound_count = first + dimensions;
    return valid;
}

static bool read_direction(struct reader *reader, bool is_const) {
    struct oc_param *out = reader->out;
    const char *problem = oc_direction_read(reader->ast, reader->marks, is_const, &out->direction);
    if (problem)
        return refuse_param(reader, "%s", problem);
    if (out->member_count && !(out->direction & OC_MAP_TO))
        return refuse_param(reader,
                            "is %s, but its elements have pointers ('%s'), which have to go to the "
                            "device; remove the mark",
                            oc_marks_name(reader->marks), out->members[0].path);
    return true;
}

static bool read_device_ptr(struct reader *reader, CXType element) {
    if (reader->marks & (OC_MARK_OUT | OC_MARK_SCRATCH) ||
        oc_counts_mark(reader->ast, reader->param))
        return refuse_param(reader,
                            "is a device pointer, which is passed as it is; remove the other mark");
    if (oc_ast_is_function(element))
        return refuse_param(reader,
                            "points to a function, which a device cannot call; pass a number by "
                            "which the kernel selects the function");
    long long size = clang_Type_getSizeOf(element);
    reader->out->kind = OC_PARAM_DEVICE_PTR;
    reader->out->size = size > 0 ? (uint64_t)size : 0;
    return true;
}

// The count that the parameter's mark gives, or NULL. False after a report: it can have none.
static bool find_count(struct reader *reader, CXType type, const struct oc_count **count) {
    *count = oc_counts_find(reader->counts, reader->param);
    if (!*count)
        return true;
    reader->out->or_null = (*count)->or_null;
    if (oc_ast_is_array(type) && type.kind != CXType_IncompleteArray)
        return refuse_param(reader, "has both a bound and %s(%s); remove one of the two",
                            oc_counts_mark(reader->ast, reader->param), (*count)->text);
    return !(*count)->problem || refuse_param(reader, "%s", (*count)->problem);
}

static bool read_pointer(struct reader *reader, CXType type) {
    CXType pointee =
        type.kind == CXType_Pointer ? clang_getPointeeType(type) : clang_getArrayElementType(type);
    pointee = clang_getCanonicalType(pointee);
    bool is_const;
    CXType element = oc_ast_element(type.kind == CXType_Pointer ? pointee : type, &is_const);
    reader->out->type = "void *";
    if (reader->marks & OC_MARK_DEVICE_PTR)
        return read_device_ptr(reader, element);
    const struct oc_count *count;
    if (!check_element(reader, element, is_const) || !find_count(reader, type, &count))
        return false;
    if (!count && (type.kind == CXType_Pointer || type.kind == CXType_IncompleteArray))
        return refuse_unbounded(reader);
    reader->out->kind = OC_PARAM_ARRAY;
    reader->out->size = (uint64_t)clang_Type_getSizeOf(element);
    if (reader->out->member_count)
        reader->out->record = oc_ast_record_name(reader->ast, type, element);
    if (reader->out->member_count && !reader->out->record)
        return refuse_nameless(reader);
    bool bounded = read_bounds(reader, count, count ? pointee : type);
    return read_direction(reader, is_const) && bounded;
}

// ---- Parameters --------------------------------------------------------------------------------

static bool read_param(struct reader *reader) {
    struct oc_ast *ast = reader->ast;
    struct oc_param *out = reader->out;
    CXType type = clang_getCursorType(reader->param), canonical = clang_getCanonicalType(type);
    out->name = oc_ast_name(ast, reader->param);
    out->place = oc_ast_place(ast, reader->param);
    out->spelling = oc_ast_string(ast, clang_getTypeSpelling(type));
    reader->label = *out->name ? oc_arena_printf(ast->arena, "parameter '%s'", out->name)
                               : oc_arena_printf(ast->arena, "parameter %u", reader->index + 1);
    reader->marks = oc_marks_read(reader->param);
    if (oc_ast_is_function(canonical))
        return check_element(reader, canonical, false);
    if (oc_ast_is_array(canonical) || canonical.kind == CXType_Pointer)
        return read_pointer(reader, canonical);
    return read_value(reader, type);
}

bool oc_params_read(struct oc_ast *ast, const struct oc_counts *counts, CXCursor definition,
                    struct oc_kernel *kernel) {
    int count = clang_Cursor_getNumArguments(definition);
    kernel->param_count = count > 0 ? (size_t)count : 0;
    kernel->params = OC_NEW_ARRAY(ast->arena, kernel->param_count, struct oc_param);
    bool valid = true;
    for (unsigned i = 0; i < kernel->param_count; i++) {
        struct reader reader = {.ast = ast,
                                .counts = counts,
                                .function = definition,
                                .kernel = kernel,
                                .param = clang_Cursor_getArgument(definition, i),
                                .index = i,
                                .out = &kernel->params[i]};
        valid = read_param(&reader) && valid;
    }
    return valid;
}
