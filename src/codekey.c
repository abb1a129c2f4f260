#include "codekey.h"

#include "annotations.h"
#include "base/file.h"
#include "base/text.h"
#include "hash.h"
#include "json.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include <sys/stat.h>

// A file by its content; for small ones.
static bool add_content(struct oc_text *text, struct oc_arena *arena, const char *path) {
    struct oc_bytes bytes;
    if (oc_file_read(arena, path, &bytes))
        return false;
    oc_text_printf(text, "%s\n", oc_hash_hex(arena, bytes.data, bytes.length));
    return true;
}

// A file that packages and their managers replace, never change in place.
static bool add_identity(struct oc_text *text, const char *path) {
    struct stat status;
    if (stat(path, &status) < 0)
        return false;
    oc_text_printf(text, "%s %jd %jd.%09ld\n", path, (intmax_t)status.st_size,
                   (intmax_t)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
    return true;
}

static bool add_llvm(struct oc_text *text) {
    // POSIX makes this conversion of a function's address good; C has none.
    void (*function)(unsigned *, unsigned *, unsigned *) = LLVMGetVersion;
    void *address;
    memcpy(&address, &function, sizeof address);
    Dl_info library;
    return dladdr(address, &library) && add_identity(text, library.dli_fname);
}

// What the unit says of kernels and device variables, without its places.
static void drop_places(json_t *json) {
    const char *const gone[] = {"place", "source", "spelling"};
    for (size_t i = 0; json_is_object(json) && i < sizeof gone / sizeof *gone; i++)
        json_object_del(json, gone[i]);
    const char *name;
    json_t *value;
    size_t index;
    json_object_foreach(json, name, value) drop_places(value);
    json_array_foreach(json, index, value) drop_places(value);
}

static bool add_unit(struct oc_text *text, struct oc_arena *arena, const struct oc_unit *unit) {
    const char *written = oc_unit_to_json(arena, unit);
    json_t *json = json_loads(written, 0, NULL);
    if (!json)
        return false;
    drop_places(json);
    oc_text_add(text, oc_json_text(arena, json));
    return true;
}

// Which variables are marked, and how; the entries also have places.
static void add_marks(struct oc_text *text, struct oc_ir *ir) {
    unsigned index = 0;
    LLVMValueRef variable, entry;
    while ((entry = oc_annotations_next(ir, NULL, &index, &variable)))
        oc_text_printf(text, "%s %s\n", oc_annotations_mark(entry), oc_ir_name(variable));
}

static bool add_module(struct oc_text *text, struct oc_ir *ir, bool debug) {
    struct oc_ir copy = *ir;
    copy.module = LLVMCloneModule(ir->module);
    oc_annotations_drop_in_code(&copy);
    add_marks(text, &copy);
    oc_annotations_drop_of_globals(&copy);
    LLVMSetModuleIdentifier(copy.module, "", 0);
    if (!debug) {
        LLVMStripModuleDebugInfo(copy.module);
        LLVMSetSourceFileName(copy.module, "", 0);
    }
    bool done = oc_ir_run(&copy, copy.module, "globaldce", NULL);
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(copy.module);
    oc_text_printf(text, "%s\n",
                   oc_hash_hex(ir->arena, LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode)));
    LLVMDisposeMemoryBuffer(bitcode);
    LLVMDisposeModule(copy.module);
    return done;
}

static bool add_image_command(struct oc_text *text, const struct oc_codekey_request *request) {
    for (size_t i = 0; i < request->image_word_count; i++)
        oc_text_printf(text, "%s\n", request->image_words[i]);
    return !request->image_word_count || add_identity(text, request->image_words[0]);
}

const char *oc_codekey(struct oc_ir *ir, const struct oc_codekey_request *request) {
    const struct oc_device_request *device = request->device;
    struct oc_text text = {.arena = ir->arena};
    oc_text_printf(&text, "%s %s -O%c%s%s\n", OC_VERSION, device->arch, device->level,
                   device->debug ? " debug" : "", device->out_assembly ? " assembly" : "");
    bool done = add_content(&text, ir->arena, "/proc/self/exe") && add_llvm(&text) &&
                add_content(&text, ir->arena, device->builtins) &&
                (!device->libclc || add_identity(&text, device->libclc)) &&
                add_image_command(&text, request) && add_unit(&text, ir->arena, request->unit) &&
                add_module(&text, ir, device->debug);
    return done ? oc_hash_hex(ir->arena, text.data, text.length) : NULL;
}
