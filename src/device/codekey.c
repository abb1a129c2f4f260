#include "device/codekey.h"

#include "base/file.h"
#include "base/identity.h"
#include "base/text.h"
#include "ir/annotations.h"
#include "model/hash.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

// A file by its content; for small ones.
static bool add_content(struct oc_text *text, struct oc_arena *arena, const char *path) {
    struct oc_bytes bytes;
    if (oc_file_read(arena, path, &bytes))
        return false;
    oc_text_printf(text, "%s\n", oc_hash_hex(arena, bytes.data, bytes.length));
    return true;
}

// What identity.h found.
static bool add_identity(struct oc_text *text, const char *identity) {
    if (identity)
        oc_text_printf(text, "%s\n", identity);
    return identity != NULL;
}

// Which variables are marked, and how; the entries also have places.
static void add_marks(struct oc_text *text, struct oc_ir *ir) {
    unsigned index = 0;
    LLVMValueRef variable, entry;
    while ((entry = oc_annotations_next(ir, NULL, &index, &variable)))
        oc_text_printf(text, "%s %s\n", oc_annotations_mark(entry), oc_ir_name(variable));
}

// Changes the module.
static bool add_changed_module(struct oc_text *text, struct oc_ir *ir, bool debug) {
    oc_annotations_drop_in_code(ir);
    add_marks(text, ir);
    oc_annotations_drop_of_globals(ir);
    LLVMSetModuleIdentifier(ir->module, "", 0);
    if (!debug)
        LLVMStripModuleDebugInfo(ir->module);
    bool done = oc_ir_run(ir, ir->module, "globaldce", NULL);
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(ir->module);
    oc_text_printf(text, "%s\n",
                   oc_hash_hex(ir->arena, LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode)));
    LLVMDisposeMemoryBuffer(bitcode);
    return done;
}

static bool add_module(struct oc_text *text, struct oc_ir *ir, bool debug) {
    struct oc_ir copy = *ir;
    copy.module = LLVMCloneModule(ir->module);
    bool done = add_changed_module(text, &copy, debug);
    LLVMDisposeModule(copy.module);
    return done;
}

const char *oc_codekey_of_bitcode(struct oc_arena *arena, struct oc_slice bitcode, bool debug) {
    struct oc_text text = {.arena = arena};
    struct oc_ir ir;
    bool done =
        oc_ir_open_bytes(&ir, arena, bitcode, false) && add_changed_module(&text, &ir, debug);
    oc_ir_release(&ir);
    return done ? oc_hash_hex(arena, text.data, text.length) : NULL;
}

static bool add_image_command(struct oc_text *text, const struct oc_codekey_request *request) {
    for (size_t i = 0; i < request->image_word_count; i++)
        oc_text_printf(text, "%s\n", request->image_words[i]);
    return !request->image_word_count ||
           add_identity(text, oc_identity_of_file(text->arena, request->image_words[0]));
}

// Of what several units' kernels are known by.
static bool add_symbols(struct oc_text *text, const struct oc_codekey_request *request) {
    const struct oc_block_symbols *symbols = request->device->symbols;
    for (size_t i = 0; symbols && i < request->unit->kernel_count; i++)
        oc_text_printf(text, "%s %s\n", symbols[i].blocks, symbols[i].frame);
    return true;
}

const char *oc_codekey(struct oc_ir *ir, const struct oc_codekey_request *request) {
    const struct oc_device_request *device = request->device;
    struct oc_text text = {.arena = ir->arena};
    oc_text_printf(&text, "%s %s%s -O%c%s%s\n", OC_VERSION, device->arch,
                   device->feature ? device->feature : "", device->level,
                   device->debug ? " debug" : "", device->out_assembly ? " assembly" : "");
    oc_text_add(&text, device->for_host ? "host\n" : "");
    oc_text_printf(&text, "math %d%d%d %d\n", device->math.flushes, device->math.finite_only,
                   device->math.unsafe, (int)device->approximation);
    bool done =
        add_identity(&text, oc_identity_of_code(ir->arena, (void (*)(void))oc_codekey)) &&
        add_identity(&text, oc_identity_of_code(ir->arena, (void (*)(void))LLVMGetVersion)) &&
        add_content(&text, ir->arena, device->builtins) &&
        (!device->libclc || add_identity(&text, oc_identity_of_file(ir->arena, device->libclc))) &&
        (!device->libc || add_identity(&text, oc_identity_of_file(ir->arena, device->libc))) &&
        (!device->vendor_math || add_content(&text, ir->arena, device->vendor_math)) &&
        add_image_command(&text, request) && add_symbols(&text, request) &&
        add_module(&text, ir, device->debug);
    oc_text_add(&text, oc_unit_code_json(ir->arena, request->unit));
    return done ? oc_hash_hex(ir->arena, text.data, text.length) : NULL;
}
