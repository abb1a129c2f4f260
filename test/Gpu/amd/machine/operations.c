#include "operations.h"

#include "decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct operation *const tables[] = {
    scalar_operations,  scalar_float_operations,  control_operations, integer_operations,
    compare_operations, half_operations,          float_operations,   double_operations,
    convert_operations, packed_operations,        lane_operations,    memory_operations,
    lds_operations,     scalar_memory_operations,
};
enum { TABLES = sizeof tables / sizeof *tables };

const struct operation *operation_at(size_t n) {
    for (size_t t = 0; t < TABLES; t++)
        for (const struct operation *at = tables[t]; at->name; at++)
            if (n-- == 0)
                return at;
    return NULL;
}

static int by_name(const void *a, const void *b) {
    return strcmp((*(const struct operation *const *)a)->name,
                  (*(const struct operation *const *)b)->name);
}

const struct operation *operation_find(const char *name) {
    static const struct operation **sorted;
    static size_t count;
    if (!sorted) {
        while (operation_at(count))
            count++;
        sorted = malloc(count * sizeof *sorted);
        if (!sorted)
            abort();
        for (size_t i = 0; i < count; i++)
            sorted[i] = operation_at(i);
        qsort(sorted, count, sizeof *sorted, by_name);
        for (size_t i = 1; i < count; i++)
            if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0) {
                fprintf(stderr, "amd: there are two operations '%s'\n", sorted[i]->name);
                abort();
            }
    }
    const struct operation wanted = {.name = name}, *key = &wanted;
    const struct operation **found = bsearch(&key, sorted, count, sizeof *sorted, by_name);
    return found ? *found : NULL;
}

static const struct {
    const char *name;
    enum operand_type type;
} type_names[] = {
    {"b16", T_B16},   {"i16", T_I16},   {"f16", T_F16},   {"bf16", T_BF16}, {"b32", T_B32},
    {"i32", T_I32},   {"f32", T_F32},   {"b64", T_B64},   {"i64", T_I64},   {"f64", T_F64},
    {"b96", T_B96},   {"b128", T_B128}, {"b256", T_B256}, {"b512", T_B512}, {"b1024", T_B1024},
    {"mask", T_MASK}, {"any", T_ANY},   {"text", T_TEXT},
};

static enum operand_type type_named(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof type_names / sizeof *type_names; i++)
        if (strlen(type_names[i].name) == length && strncmp(type_names[i].name, name, length) == 0)
            return type_names[i].type;
    return T_NONE;
}

struct form form_of(const struct operation *operation) {
    struct form form = {0};
    bool has_equals = strchr(operation->form, '=') != NULL;
    for (const char *at = operation->form; *at;) {
        at += strspn(at, " ");
        if (*at == '=') {
            form.written = form.count;
            at++;
            continue;
        }
        size_t length = strcspn(at, " =?&");
        if (!length)
            break;
        form.types[form.count] = type_named(at, length);
        if (form.types[form.count] == T_NONE || form.count + 1 >= MAX_FORM) {
            fprintf(stderr, "amd: the form '%s' of '%s' is wrong\n", operation->form,
                    operation->name);
            abort();
        }
        at += length;
        for (; *at == '?' || *at == '&'; at++) {
            if (*at == '?')
                form.optional[form.count] = true;
            else
                form.also_read[form.count] = true;
        }
        form.count++;
    }
    if (!has_equals)
        form.written = 0;
    return form;
}
