#include "device/targets/ptxstores.h"

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// A register: its prefix is that of a size, as LLVM names them.
struct reg {
    unsigned bits; // 0: this is no register that a store can have
    size_t number;
    size_t length; // of its name in the text
};

// The registers of a function that floating-point instructions compute, for each size.
struct computed {
    struct oc_arena *arena;
    struct {
        bool *is_float; // by the register's number
        size_t count;
    } of[3];
};

static unsigned index_of(unsigned bits) {
    return bits == 16 ? 0 : bits == 32 ? 1 : 2;
}

static struct reg read_register(const char *at) {
    static const struct {
        const char *prefix;
        unsigned bits;
    } classes[] = {{"%rs", 16}, {"%rd", 64}, {"%r", 32}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        size_t length = strlen(classes[i].prefix);
        if (strncmp(at, classes[i].prefix, length) != 0 || at[length] < '0' || at[length] > '9')
            continue;
        char *end;
        size_t number = strtoul(at + length, &end, 10);
        return (struct reg){classes[i].bits, number, (size_t)(end - at)};
    }
    return (struct reg){0};
}

static void add_computed(struct computed *computed, struct reg reg) {
    unsigned i = index_of(reg.bits);
    if (reg.number >= computed->of[i].count) {
        size_t count = 2 * reg.number + 64;
        bool *is_float = oc_arena_alloc(computed->arena, count);
        memset(is_float, 0, count);
        if (computed->of[i].count)
            memcpy(is_float, computed->of[i].is_float, computed->of[i].count);
        computed->of[i].is_float = is_float;
        computed->of[i].count = count;
    }
    computed->of[i].is_float[reg.number] = true;
}

static bool is_computed(const struct computed *computed, struct reg reg) {
    unsigned i = index_of(reg.bits);
    return reg.number < computed->of[i].count && computed->of[i].is_float[reg.number];
}

// Whether an instruction's result is a floating-point number: the first type after its name says
// so. `at` is at the name.
static bool computes_float(const char *at) {
    static const char *const floats[] = {".f16", ".bf16", ".f32", ".f64", ".tf32"};
    static const char *const others[] = {".b", ".s", ".u", ".pred"};
    size_t end = strcspn(at, " \t;\n");
    for (const char *part = at; (part = memchr(part, '.', (size_t)(at + end - part))); part++) {
        for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
            if (oc_starts_with(part, floats[i]))
                return true;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            size_t length = strlen(others[i]);
            if (oc_starts_with(part, others[i]) && (part[length] >= '0' && part[length] <= '9'))
                return false;
        }
    }
    return false;
}

// Records the results of the instructions in a line; there are several only in inline assembly.
static void record_line(struct computed *computed, const char *line, const char *end) {
    for (const char *at = line; at && at < end; at = memchr(at, ';', (size_t)(end - at))) {
        at += strspn(at, "; \t{}");
        if (*at == '@')
            at += strcspn(at, " \t\n"), at += strspn(at, " \t");
        if (at >= end || !computes_float(at))
            continue;
        const char *operand = at + strcspn(at, " \t\n");
        struct reg reg = read_register(operand + strspn(operand, " \t"));
        if (reg.bits)
            add_computed(computed, reg);
    }
}

// The bits that a store of one value writes; 0 if the line is not such a store.
static unsigned stored_bits(const char *line) {
    static const char store[] = "\tst.";
    if (!oc_starts_with(line, store))
        return 0;
    const char *end = line + strlen(store), *type = end;
    for (; *end > ' '; end++) {
        if (end[-1] == '.')
            type = end;
        if (end[-1] == '.' && *end == 'v' && end[1] >= '2' && end[1] <= '8')
            return 0;
    }
    return strchr("bsu", *type) ? (unsigned)strtoul(type + 1, NULL, 10) : 0;
}

// Adds a store of a part of a number, with the copy, to `out`. Adds nothing and returns false if
// the line is anything else.
static bool mend_line(struct oc_text *out, const struct computed *computed, const char *line,
                      const char *end) {
    unsigned bits = stored_bits(line);
    const char *operand = bits ? memchr(line, ']', (size_t)(end - line)) : NULL;
    if (!operand)
        return false;
    operand += 1 + strspn(operand + 1, ", ");
    struct reg reg = read_register(operand);
    if (reg.bits <= bits || !is_computed(computed, reg))
        return false;
    const char *rest = operand + reg.length;
    oc_text_printf(out, "\t{\n\t.reg .b%u \t%%part%u;\n", reg.bits, reg.bits);
    oc_text_printf(out, "\tmov.b%u \t%%part%u, %.*s;\n", reg.bits, reg.bits, (int)reg.length,
                   operand);
    oc_text_printf(out, "%.*s%%part%u%.*s", (int)(operand - line), line, reg.bits,
                   (int)(end - rest), rest);
    oc_text_add(out, "\t}\n");
    return true;
}

static const char *after_line(const char *at) {
    const char *end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

// Adds text from *copied on to `out` where stores of the function from `body` to `end` are mended.
static void mend_function(struct oc_text *out, const char *body, const char *end,
                          const char **copied) {
    struct computed computed = {.arena = out->arena};
    for (const char *line = body; line < end; line = after_line(line))
        record_line(&computed, line, after_line(line));
    for (const char *line = body, *next; line < end; line = next) {
        struct oc_text mended = {.arena = out->arena};
        next = after_line(line);
        if (!mend_line(&mended, &computed, line, next))
            continue;
        oc_text_add_bytes(out, *copied, (size_t)(line - *copied));
        oc_text_add(out, mended.data);
        *copied = next;
    }
}

struct oc_bytes oc_ptx_mend_stores(struct oc_arena *arena, struct oc_bytes text) {
    struct oc_text out = {.arena = arena};
    const char *copied = text.data;
    for (const char *line = text.data, *end; *line; line = after_line(line)) {
        if (*line != '{')
            continue;
        for (end = line; *end && *end != '}'; end = after_line(end))
            continue;
        mend_function(&out, line, end, &copied);
        line = end;
    }
    if (copied == text.data)
        return text;
    oc_text_add(&out, copied);
    return (struct oc_bytes){out.data, out.length};
}
