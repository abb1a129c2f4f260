#include "host/images.h"

#include "glue/maps.h"
#include "glue/names.h"
#include "glue/preamble.h"
#include "host/container.h"
#include "host/descriptions.h"
#include "ir/pieces.h"

#include <string.h>

// ---- Images ------------------------------------------------------------------------------------

// The fields of struct __offloadcc_descriptor.
enum { COUNT, PADDING, IMAGES, ENTRIES, ENTRIES_END, FIELDS };

// struct __offloadcc_image as constant data, which points into a container.
static LLVMValueRef embed_image(struct oc_ir *ir, const struct oc_image *image) {
    LLVMContextRef context = ir->context;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(context), byte = LLVMInt8TypeInContext(context);
    bool is_packed = image->packed.data, has_null = image->is_text && !is_packed;
    struct oc_container container = oc_container_make(ir->arena, image);
    LLVMValueRef bytes =
        LLVMConstStringInContext2(context, container.bytes.data, container.bytes.length, true);
    const char *name =
        oc_arena_printf(ir->arena, "__offloadcc_%s.%s",
                        image->is_text ? image->target->text_suffix : "image", image->arch);
    LLVMValueRef data = LLVMAddGlobal(ir->module, LLVMTypeOf(bytes), name);
    LLVMSetInitializer(data, bytes);
    LLVMSetGlobalConstant(data, true);
    LLVMSetLinkage(data, LLVMInternalLinkage);
    LLVMSetSection(data, OC_CONTAINER_SECTION);
    LLVMSetAlignment(data, OC_CONTAINER_ALIGNMENT);
    LLVMValueRef start = LLVMConstInt(i64, container.image, false);
    LLVMValueRef end =
        LLVMConstInt(i64, container.image + container.image_length + has_null, false);
    LLVMValueRef arch = LLVMConstInt(i64, container.arch, false);
    unsigned form = (image->is_text ? __offloadcc_form_ptx : __offloadcc_form_elf) |
                    (is_packed ? __offloadcc_form_compressed : 0);
    LLVMValueRef fields[] = {
        LLVMConstGEP2(byte, data, &start, 1),
        LLVMConstGEP2(byte, data, &end, 1),
        LLVMConstGEP2(byte, data, &arch, 1),
        LLVMConstInt(i64, form, false),
    };
    return LLVMConstStructInContext(context, fields, sizeof fields / sizeof *fields, false);
}

// Gives the unit's descriptor its images; the glue left their number zero.
static bool embed_images(struct oc_ir *ir, const struct oc_image *images, size_t count) {
    LLVMValueRef unit = LLVMGetNamedGlobal(ir->module, OC_GLUE_DESCRIPTOR);
    LLVMValueRef old = unit ? LLVMGetInitializer(unit) : NULL;
    if (!old || LLVMGetNumOperands(old) != FIELDS) {
        oc_error(ir->diag, "internal error: the host's module has no descriptor");
        return false;
    }
    if (!count)
        return true;
    LLVMValueRef fields[FIELDS];
    for (unsigned i = 0; i < FIELDS; i++)
        fields[i] = LLVMGetOperand(old, i);
    LLVMValueRef *elements = OC_NEW_ARRAY(ir->arena, count, LLVMValueRef);
    for (size_t i = 0; i < count; i++)
        elements[i] = embed_image(ir, &images[i]);
    LLVMValueRef list = LLVMConstArray2(LLVMTypeOf(elements[0]), elements, count);
    LLVMValueRef array = LLVMAddGlobal(ir->module, LLVMTypeOf(list), "__offloadcc_images");
    LLVMSetInitializer(array, list);
    LLVMSetGlobalConstant(array, true);
    LLVMSetLinkage(array, LLVMInternalLinkage);
    fields[COUNT] = LLVMConstInt(LLVMInt32TypeInContext(ir->context), count, false);
    fields[IMAGES] = array;
    LLVMTypeRef type = LLVMGlobalGetValueType(unit);
    LLVMSetInitializer(unit, LLVMGetStructName(type)
                                 ? LLVMConstNamedStruct(type, fields, FIELDS)
                                 : LLVMConstStructInContext(ir->context, fields, FIELDS,
                                                            LLVMIsPackedStruct(type)));
    return true;
}

bool oc_images_embed(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_loaded *loaded) {
    if (loaded->usage.kernels)
        oc_descriptions_narrow(ir, unit, &loaded->usage);
    return embed_images(ir, loaded->images, loaded->image_count);
}

// ---- Apart -------------------------------------------------------------------------------------

static const char *kernel_name(struct oc_ir *ir, const char *prefix,
                               const struct oc_kernel *kernel) {
    return oc_arena_printf(ir->arena, "%s%s", prefix, kernel->name);
}

static LLVMValueRef find_glue_variable(struct oc_ir *ir, const char *name) {
    LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, name);
    if (!variable)
        oc_error(ir->diag, "internal error: the host's module has no '%s'", name);
    return variable;
}

static bool leave_out(struct oc_ir *ir, const char *name) {
    LLVMValueRef variable = find_glue_variable(ir, name);
    if (variable)
        oc_piece_leave_out(ir, variable, OC_PIECE_SUFFIX);
    return variable != NULL;
}

bool oc_images_leave_out(struct oc_ir *ir, const struct oc_unit *unit) {
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (!leave_out(ir, kernel_name(ir, OC_GLUE_TYPES, &unit->kernels[i])) ||
            !leave_out(ir, kernel_name(ir, OC_GLUE_WHOLE, &unit->kernels[i])))
            return false;
    LLVMValueRef entries = find_glue_variable(ir, OC_GLUE_ENTRIES);
    if (!entries || !leave_out(ir, OC_GLUE_DESCRIPTOR))
        return false;
    oc_piece_export(ir, entries, OC_PIECE_SUFFIX);
    return true;
}

static LLVMValueRef define(struct oc_ir *ir, const char *name, LLVMValueRef value,
                           bool is_constant) {
    LLVMValueRef variable = LLVMAddGlobal(ir->module, LLVMTypeOf(value), name);
    LLVMSetInitializer(variable, value);
    LLVMSetGlobalConstant(variable, is_constant);
    LLVMSetAlignment(variable, sizeof(void *));
    return variable;
}

static void define_types(struct oc_ir *ir, const struct oc_kernel *kernel) {
    LLVMTypeRef number = LLVMInt64TypeInContext(ir->context);
    struct oc_map_types types = oc_maps_types(ir->arena, kernel);
    LLVMValueRef *values = OC_NEW_ARRAY(ir->arena, types.count + 1, LLVMValueRef);
    for (size_t i = 0; i < types.count; i++)
        values[i] = LLVMConstInt(number, (unsigned long long)types.items[i], true);
    values[types.count] = LLVMConstInt(number, 0, false);
    define(ir, kernel_name(ir, OC_GLUE_TYPES, kernel),
           LLVMConstArray2(number, values, types.count + 1), true);
}

static void define_descriptor(struct oc_ir *ir, const struct oc_unit *unit) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(ir->context);
    LLVMTypeRef byte = LLVMInt8TypeInContext(ir->context);
    LLVMValueRef entries = LLVMAddGlobal(ir->module, byte, OC_GLUE_ENTRIES);
    oc_piece_export(ir, entries, OC_PIECE_SUFFIX);
    LLVMValueRef size =
        LLVMConstInt(i64, oc_glue_entry_count(unit) * sizeof(struct __offloadcc_entry), false);
    LLVMValueRef fields[FIELDS] = {LLVMConstInt(i32, 0, false), LLVMConstInt(i32, 0, false),
                                   LLVMConstNull(LLVMPointerTypeInContext(ir->context, 0)), entries,
                                   LLVMConstGEP2(byte, entries, &size, 1)};
    define(ir, OC_GLUE_DESCRIPTOR, LLVMConstStructInContext(ir->context, fields, FIELDS, false),
           false);
}

void oc_images_define_kernels(struct oc_ir *ir, const struct oc_unit *unit) {
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const struct oc_kernel *kernel = &unit->kernels[i];
        define_types(ir, kernel);
        define(ir, kernel_name(ir, OC_GLUE_WHOLE, kernel),
               LLVMConstNull(LLVMPointerTypeInContext(ir->context, 0)), false);
    }
}

bool oc_images_define(struct oc_ir *ir, const struct oc_unit *unit,
                      const struct oc_loaded *loaded) {
    struct oc_values pieces = {.arena = ir->arena};
    oc_images_define_kernels(ir, unit);
    define_descriptor(ir, unit);
    for (LLVMValueRef at = LLVMGetFirstGlobal(ir->module); at; at = LLVMGetNextGlobal(at))
        if (!LLVMIsDeclaration(at))
            oc_values_add(&pieces, at);
    if (!oc_images_embed(ir, unit, loaded))
        return false;
    for (size_t i = 0; i < pieces.count; i++)
        oc_piece_export(ir, pieces.items[i], OC_PIECE_SUFFIX);
    return oc_ir_verify(ir);
}
