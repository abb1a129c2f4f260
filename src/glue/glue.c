#include "glue/glue.h"

#include "base/names.h"
#include "base/overlay.h"
#include "glue/bounds.h"
#include "glue/hygiene.h"
#include "glue/maps.h"
#include "glue/names.h"
#include "model/kernelargs.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static const char preamble[] =
#include "preamble.inc"
    ;

// ---- One thread --------------------------------------------------------------------------------

// The parameter list of functions that take a kernel's arguments as slots. A struct's copy is
// aligned as its type is.
static void add_slot_params(struct oc_text *text, const struct oc_kernel *kernel) {
    for (size_t i = 0; i < oc_kernel_argument_count(kernel); i++) {
        oc_text_add(text, i ? ", " : "");
        if (oc_kernel_argument_is_value(kernel, i))
            oc_text_printf(text, "unsigned long __offloadcc_s%zu", i);
        else if (i < kernel->param_count && kernel->params[i].kind == OC_PARAM_AGGREGATE)
            oc_text_printf(text,
                           "void *__attribute__((__align_value__(_Alignof(%s)))) __offloadcc_s%zu",
                           kernel->params[i].type, i);
        else
            oc_text_printf(text, "void *__offloadcc_s%zu", i);
    }
}

static void add_line(struct oc_text *text, const struct oc_kernel *kernel) {
    oc_text_printf(text, "#line %u \"%s\"\n", kernel->place.line,
                   oc_overlay_quote(text->arena, kernel->place.file));
}

// Makes __offloadcc_p<i> of a slot where the slot itself is not the argument: of a value's bits,
// and of a struct whose pointers lead elsewhere on the device.
static void add_unpacked(struct oc_text *text, const struct oc_kernel *kernel, size_t i) {
    const struct oc_param *param = &kernel->params[i];
    if (param->kind == OC_PARAM_VALUE)
        oc_text_printf(text,
                       "%s __offloadcc_p%zu; __builtin_memcpy(&__offloadcc_p%zu, "
                       "&__offloadcc_s%zu, sizeof __offloadcc_p%zu); ",
                       param->type, i, i, i, i);
    if (param->kind != OC_PARAM_AGGREGATE || !param->member_count)
        return;
    oc_text_printf(text, "%s __offloadcc_p%zu = *(%s *)__offloadcc_s%zu; ", param->type, i,
                   param->type, i);
    for (size_t m = 0; m < param->member_count; m++)
        oc_text_printf(text,
                       "__builtin_memcpy((void *)&__offloadcc_p%zu.%s, &__offloadcc_s%zu, "
                       "sizeof(void *)); ",
                       i, param->members[m].path, oc_kernel_first_pointee(kernel, i) + m);
}

// Says how many elements an array has, to the pass that checks accesses (src/ir/checks.h).
static void add_extent(struct oc_text *text, const struct oc_kernel *kernel, size_t i) {
    const struct oc_param *param = &kernel->params[i];
    if (param->kind != OC_PARAM_ARRAY)
        return;
    oc_text_printf(text, OC_NAME_PREFIX "bounded(__offloadcc_s%zu, ", i);
    if (param->or_null)
        oc_text_printf(text, "!__offloadcc_s%zu ? 0UL : ", i);
    for (size_t b = 0; b < param->bound_count; b++) {
        oc_text_add(text, b ? " * (unsigned long)" : "(unsigned long)");
        oc_glue_add_bound(text, param->bounds[b].expression, false);
    }
    oc_text_printf(text, ", %" PRIu64 "UL, \"parameter '%s' of kernel '%s'\", %dUL); ", param->size,
                   *param->name ? param->name : "?", kernel->name, param->or_null);
}

// The bounds of arrays use the structs too.
static void add_extents(struct oc_text *text, const struct oc_kernel *kernel) {
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct oc_param *param = &kernel->params[i];
        if (param->kind == OC_PARAM_AGGREGATE && !param->member_count)
            oc_text_printf(text,
                           "%s __offloadcc_p%zu __attribute__((__unused__)) = *(%s "
                           "*)__offloadcc_s%zu; ",
                           param->type, i, param->type, i);
    }
    oc_text_add(text,
                OC_NAME_PREFIX "bounded((const void *)0, 0UL, 0UL, \"\", 0UL); "); // checks are on
    for (size_t i = 0; i < kernel->param_count; i++)
        add_extent(text, kernel, i);
}

static void add_thread(struct oc_text *text, const struct oc_unit *unit,
                       const struct oc_kernel *kernel) {
    add_line(text, kernel);
    oc_text_printf(text, "static void " OC_GLUE_THREAD "%s(", kernel->name);
    if (kernel->param_count)
        add_slot_params(text, kernel);
    else
        oc_text_add(text, "void");
    oc_text_add(text, ") { ");
    for (size_t i = 0; i < kernel->param_count; i++)
        add_unpacked(text, kernel, i);
    if (unit->checks)
        add_extents(text, kernel);
    oc_text_printf(text, "%s(", kernel->name);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct oc_param *param = &kernel->params[i];
        const char *comma = i ? ", " : "";
        bool is_aggregate = param->kind == OC_PARAM_AGGREGATE;
        if (param->kind == OC_PARAM_VALUE || (is_aggregate && param->member_count))
            oc_text_printf(text, "%s__offloadcc_p%zu", comma, i);
        else if (is_aggregate)
            oc_text_printf(text, "%s*(%s *)__offloadcc_s%zu", comma, param->type, i);
        else
            oc_text_printf(text, "%s__offloadcc_s%zu", comma, i);
    }
    oc_text_add(text, "); }\n");
}

// The call of a kernel's one-thread function with the slots in the array `slots`.
static void add_thread_call(struct oc_text *text, const struct oc_kernel *kernel,
                            const char *slots) {
    oc_text_printf(text, OC_GLUE_THREAD "%s(", kernel->name);
    for (size_t i = 0; i < oc_kernel_argument_count(kernel); i++)
        oc_text_printf(text, "%s%s%s[%zu]", i ? ", " : "",
                       oc_kernel_argument_is_value(kernel, i) ? "(unsigned long)" : "", slots, i);
    oc_text_add(text, ")");
}

// ---- CPUs --------------------------------------------------------------------------------------

// The slots are read once, before the threads run: nothing that a kernel writes can then change
// them.
static void add_slots_copy(struct oc_text *text, const struct oc_kernel *kernel) {
    oc_text_printf(text, "void *__offloadcc_a[%zu]; ", oc_kernel_argument_count(kernel) + 1);
    for (size_t i = 0; i < oc_kernel_argument_count(kernel); i++)
        oc_text_printf(text, "__offloadcc_a[%zu] = __offloadcc_slots[%zu]; ", i, i);
}

// One thread, whose place is `place`, a C expression; src/cpu/cpu.c makes loops or a coroutine of
// it.
static void add_one_thread(struct oc_text *text, const struct oc_kernel *kernel,
                           const char *place) {
    oc_text_printf(
        text, "struct __offloadcc_place *__offloadcc_before = __offloadcc_enter_grid(%s); ", place);
    add_thread_call(text, kernel, "__offloadcc_a");
    oc_text_add(text, "; __offloadcc_leave_grid(__offloadcc_before); ");
}

static void add_fibre(struct oc_text *text, const struct oc_kernel *kernel) {
    add_line(text, kernel);
    oc_text_printf(text,
                   "void *" OC_GLUE_FIBRE
                   "%s(void *const *__offloadcc_slots, struct __offloadcc_place "
                   "*__offloadcc_place) { ",
                   kernel->name);
    add_slots_copy(text, kernel);
    add_one_thread(text, kernel, "__offloadcc_place");
    oc_text_add(text, "return (void *)0; }\n");
}

static void add_body(struct oc_text *text, const struct oc_kernel *kernel) {
    add_line(text, kernel);
    oc_text_printf(
        text,
        "static void " OC_GLUE_BODY
        "%s(void *const *__offloadcc_slots, const struct __offloadcc_grid *__offloadcc_grid, "
        "unsigned long __offloadcc_first, unsigned long __offloadcc_last, void "
        "*__offloadcc_memory, unsigned int __offloadcc_nx, unsigned int __offloadcc_ny, unsigned "
        "int __offloadcc_nz) { struct __offloadcc_place __offloadcc_place; ",
        kernel->name);
    add_slots_copy(text, kernel);
    oc_text_add(text, "__offloadcc_place.__offloadcc_shared = "
                      "*(void *const *)__offloadcc_memory; "
                      "__offloadcc_place.__offloadcc_index[2][0] = __offloadcc_nx; "
                      "__offloadcc_place.__offloadcc_index[2][1] = __offloadcc_ny; "
                      "__offloadcc_place.__offloadcc_index[2][2] = __offloadcc_nz; ");
    for (int d = 0; d < 3; d++)
        oc_text_printf(text,
                       "__offloadcc_place.__offloadcc_index[3][%d] = "
                       "__offloadcc_grid->__offloadcc_block_count[%d]; ",
                       d, d);
    add_one_thread(text, kernel, "&__offloadcc_place");
    oc_text_add(text, "}\n");
}

// The body, in a variant of its own for each block size that the unit's launches name.
static void add_blocks(struct oc_text *text, const struct oc_unit *unit,
                       const struct oc_kernel *kernel) {
    add_fibre(text, kernel);
    add_body(text, kernel);
    add_line(text, kernel);
    oc_text_printf(text,
                   "static struct __offloadcc_frame " OC_GLUE_FRAME "%s = {0, 0, 1, " OC_GLUE_FIBRE
                   "%s}; "
                   "static void " OC_GLUE_BLOCKS
                   "%s(void *const *__offloadcc_slots, const struct __offloadcc_grid "
                   "*__offloadcc_grid, unsigned long __offloadcc_first, unsigned long "
                   "__offloadcc_last, void *__offloadcc_memory) { "
                   "const unsigned int *__offloadcc_n = __offloadcc_grid->__offloadcc_block_size; ",
                   kernel->name, kernel->name, kernel->name);
    if (kernel->grid_barrier || oc_unit_needs_functions(unit))
        oc_text_add(text, "__offloadcc_set_grid_wait((void (*)(void))((void *const "
                          "*)__offloadcc_memory)[1]); ");
    for (size_t i = 0; i < kernel->block_size_count; i++) {
        const unsigned int *size = kernel->block_sizes[i];
        oc_text_printf(
            text,
            "if ((" OC_GLUE_FRAME "%s.__offloadcc_variants & 1) && __offloadcc_n[0] == %u && "
            "__offloadcc_n[1] == %u && __offloadcc_n[2] "
            "== %u) " OC_GLUE_BODY "%s(__offloadcc_slots, __offloadcc_grid, __offloadcc_first, "
            "__offloadcc_last, __offloadcc_memory, %u, %u, %u); else ",
            kernel->name, size[0], size[1], size[2], kernel->name, size[0], size[1], size[2]);
    }
    oc_text_printf(text,
                   OC_GLUE_BODY "%s(__offloadcc_slots, __offloadcc_grid, __offloadcc_first, "
                                "__offloadcc_last, __offloadcc_memory, __offloadcc_n[0], "
                                "__offloadcc_n[1], __offloadcc_n[2]); }\n",
                   kernel->name);
}

// ---- Devices -----------------------------------------------------------------------------------

// Every entry takes the grid last, so that one argument list serves whatever device the runtime
// picks.
static void add_entry(struct oc_text *text, const struct oc_kernel *kernel, bool runs_grid) {
    add_line(text, kernel);
    oc_text_printf(text, "void " OC_GLUE_ENTRY "%s(", kernel->name);
    add_slot_params(text, kernel);
    oc_text_printf(text, "%sconst struct __offloadcc_grid *__offloadcc_grid) { ",
                   oc_kernel_argument_count(kernel) ? ", " : "");
    if (!runs_grid) {
        oc_text_printf(text, OC_GLUE_THREAD "%s(", kernel->name);
        for (size_t i = 0; i < oc_kernel_argument_count(kernel); i++)
            oc_text_printf(text, "%s__offloadcc_s%zu", i ? ", " : "", i);
        oc_text_add(text, "); }\n");
        return;
    }
    oc_text_printf(text, "void *__offloadcc_slots[%zu]; ", oc_kernel_argument_count(kernel) + 1);
    for (size_t i = 0; i < oc_kernel_argument_count(kernel); i++)
        oc_text_printf(text, "__offloadcc_slots[%zu] = (void *)__offloadcc_s%zu; ", i, i);
    oc_text_printf(text,
                   "__offloadcc_grid->__offloadcc_run(" OC_GLUE_BLOCKS
                   "%s, __offloadcc_slots, __offloadcc_grid, &" OC_GLUE_FRAME "%s); }\n",
                   kernel->name, kernel->name);
}

static void add_enter(struct oc_text *text, const char *name) {
    oc_text_printf(text, "#pragma omp declare target enter(%s)\n", name);
}

const char *oc_glue_device(struct oc_arena *arena, const struct oc_unit *unit, bool runs_grid) {
    struct oc_text text = {.arena = arena};
    oc_text_add(&text, preamble);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        add_thread(&text, unit, &unit->kernels[i]);
        if (runs_grid)
            add_blocks(&text, unit, &unit->kernels[i]);
        add_entry(&text, &unit->kernels[i], runs_grid);
    }
    oc_text_add(&text, "unsigned long " OC_GLUE_MARKER "[2] = {1};\n"
                       "#pragma omp declare target enter(" OC_GLUE_MARKER ")\n");
    // What is named here is compiled for the device, with all that it refers to; file-scope
    // variables must be named themselves.
    for (size_t i = 0; i < unit->kernel_count; i++) {
        oc_text_printf(&text, "#pragma omp declare target enter(" OC_GLUE_ENTRY "%s)\n",
                       unit->kernels[i].name);
        if (runs_grid)
            oc_text_printf(&text, "#pragma omp declare target enter(" OC_GLUE_FIBRE "%s)\n",
                           unit->kernels[i].name);
    }
    for (size_t i = 0; i < unit->table_count; i++)
        add_enter(&text, unit->tables[i]);
    // Without optimisation clang leaves these out. The first declaration makes a definition of
    // C99's inline one that is emitted, the second does so in GNU's older dialect.
    for (size_t i = 0; i < unit->inline_count; i++)
        oc_text_printf(&text, "extern __typeof__(%s) %s; __inline__ __typeof__(%s) %s;\n",
                       unit->inlines[i], unit->inlines[i], unit->inlines[i], unit->inlines[i]);
    for (size_t i = 0; i < unit->global_count; i++)
        add_enter(&text, unit->globals[i].name);
    for (size_t i = 0; i < unit->offer_count; i++)
        if (!unit->offers[i].is_variable)
            add_enter(&text, unit->offers[i].name);
    for (size_t i = 0; i < unit->need_count; i++)
        if (unit->needs[i].is_variable)
            add_enter(&text, unit->needs[i].name);
    return oc_glue_finish(arena, text.data);
}

// ---- The host ----------------------------------------------------------------------------------

static void add_launcher(struct oc_text *text, const struct oc_unit *unit,
                         const struct oc_kernel *kernel) {
    add_line(text, kernel);
    oc_text_printf(text, "static void __offloadcc_k_call_%s(void *const *__offloadcc_slots) { ",
                   kernel->name);
    add_thread_call(text, kernel, "__offloadcc_slots");
    oc_text_add(text, "; }\n");
    oc_maps_add_description(text, unit, kernel);
    add_line(text, kernel);
    oc_text_printf(text, "__attribute__((nodebug)) void " OC_GLUE_HOST "%s(", kernel->name);
    for (size_t i = 0; i < kernel->param_count; i++)
        oc_text_printf(text, "%s%s __offloadcc_p%zu", i ? ", " : "", kernel->params[i].type, i);
    oc_text_printf(text, "%s) { ", kernel->param_count ? "" : "void");
    oc_maps_add_arguments(text, kernel);
    oc_text_add(text,
                "__offloadcc_launch(__offloadcc_self, __offloadcc_slots, __offloadcc_sizes); }\n");
}

// The unit itself, to which its kernels refer.
static void add_unit(struct oc_text *text) {
    oc_text_add(
        text,
        "static struct __offloadcc_descriptor __attribute__((aligned(8))) " OC_GLUE_DESCRIPTOR ";\n"
        "static struct __offloadcc_unit __attribute__((aligned(8))) __offloadcc_unit "
        "= {__offloadcc_abi, sizeof(struct __offloadcc_unit), __builtin_FILE(), {"
        "sizeof(struct __offloadcc_descriptor), sizeof(struct __offloadcc_image), "
        "sizeof(struct __offloadcc_entry), sizeof(struct __offloadcc_kernel), "
        "sizeof(struct __offloadcc_parameter), sizeof(struct __offloadcc_frame), "
        "sizeof(struct __offloadcc_grid), sizeof(struct __offloadcc_place)}, "
        "&" OC_GLUE_DESCRIPTOR ", 0, 0, {0, 0}, 0, 0, 0, 0};\n");
}

// The unit's entries, and the descriptor whose images src/host/images.c fills in.
static void add_registration(struct oc_text *text, const struct oc_unit *unit) {
    oc_text_add(text, "static const struct __offloadcc_entry " OC_GLUE_ENTRIES "[] = {");
    for (size_t i = 0; i < unit->kernel_count; i++)
        oc_text_printf(text, "{0, 1, 1, 0, &__offloadcc_k_self_%s, \"%s\", 0, 0, 0}, ",
                       unit->kernels[i].name, oc_glue_entry(text->arena, unit->kernels[i].name));
    for (size_t i = 0; i < unit->global_count; i++)
        oc_text_printf(text, "{0, 1, 1, 0, (const void *)&%s, \"%s\", %" PRIu64 ", 0, 0}, ",
                       unit->globals[i].name, oc_glue_entry(text->arena, unit->globals[i].name),
                       unit->globals[i].size);
    oc_text_printf(text,
                   "{0, 1, 1, 0, &__offloadcc_unit.__offloadcc_marker, \"" OC_GLUE_MARKER "\", "
                   "2 * sizeof(unsigned long), 0, 0}};\n"
                   "static struct __offloadcc_descriptor " OC_GLUE_DESCRIPTOR
                   " = {0, 0, 0, " OC_GLUE_ENTRIES ", " OC_GLUE_ENTRIES " + %zu};\n"
                   "__attribute__((constructor(101), nodebug)) static void "
                   "__offloadcc_register_unit(void) { __offloadcc_add_unit(&__offloadcc_unit); }\n",
                   oc_glue_entry_count(unit));
}

const char *oc_glue_host(struct oc_arena *arena, const struct oc_unit *unit) {
    struct oc_text text = {.arena = arena};
    // The user's counters (-fprofile-instr-generate, --coverage) are of the user's code.
    oc_text_add(&text,
                "#pragma clang attribute push("
                "__attribute__((__no_profile_instrument_function__)), apply_to = function)\n");
    oc_text_add(&text, preamble);
    if (unit->stops)
        oc_text_add(&text, "/* " OC_LINES_MARK " */\n");
    add_unit(&text);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        add_thread(&text, unit, &unit->kernels[i]);
        add_blocks(&text, unit, &unit->kernels[i]);
        add_launcher(&text, unit, &unit->kernels[i]);
    }
    add_registration(&text, unit);
    oc_text_add(&text, "#pragma clang attribute pop\n");
    return oc_glue_finish(arena, text.data);
}
