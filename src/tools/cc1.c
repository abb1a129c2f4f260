// offloadcc-cc1 - the compiler proper: what works on LLVM's IR, and with artifacts. The driver runs
// it; see docs/ARCHITECTURE.md for the order of the steps.
//
// It is linked with LLVM's archives where they are to be had: a process that loads libLLVM.so
// spends 20 ms on that.
#include "artifacts/artifacts.h"
#include "base/file.h"
#include "base/overlay.h"
#include "cache/cache.h"
#include "cache/codestore.h"
#include "device/codekey.h"
#include "device/culprit.h"
#include "device/device.h"
#include "device/extract.h"
#include "device/join.h"
#include "device/math/mathreduce.h"
#include "glue/names.h"
#include "host/backend.h"
#include "host/dontcall.h"
#include "host/host.h"
#include "host/images.h"
#include "host/linked.h"
#include "host/targetnames.h"
#include "model/hash.h"
#include "tools/link.h"
#include "tools/linkcache.h"
#include "tools/linker.h"
#include "tools/request.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The files that the cache keeps of a step's outputs. An object that is no assembly is not among
// them: with the image, nobody needs it.
static struct oc_artifact kept_files(const struct oc_request *request,
                                     const struct oc_device_request *what) {
    return (struct oc_artifact){
        .arch = what->arch,
        .bitcode = what->out_bitcode,
        .code = what->target->assembler ? what->out_code : what->out_assembly,
        .image = request->out_image,
        .object = what->target->is_host_cpu ? what->out_code : NULL,
        .usage = what->out_usage,
    };
}

// Makes the image, too, where no other program is needed for that; else the driver runs one.
static void link_image(const struct oc_request *request) {
    struct oc_args words = {.arena = request->arena};
    if (!request->out_linked)
        return;
    for (size_t i = 0; i < request->image_words.count; i++) {
        const char *word = request->image_words.items[i];
        oc_args_add(&words, strcmp(word, "IN") == 0    ? request->out_code
                            : strcmp(word, "OUT") == 0 ? request->out_linked
                                                       : word);
    }
    if (!oc_linker_run(words.items, words.count))
        unlink(request->out_linked);
}

static bool compile(const struct oc_request *request, struct oc_ir *ir, const struct oc_unit *unit,
                    const struct oc_device_request *what) {
    if (!oc_device_compile(ir, unit, what))
        return false;
    link_image(request);
    return true;
}

// Compiles, or takes what was compiled before from the cache. Code that something was said about is
// not stored: it would have to be said again, of other lines.
static bool compile_or_take(struct oc_request *request, struct oc_ir *ir,
                            const struct oc_unit *unit, const struct oc_device_request *what) {
    struct oc_cache cache;
    if (request->places || !oc_request_cache(request, &cache) || !request->out_key)
        return compile(request, ir, unit, what);
    struct oc_artifact files = kept_files(request, what);
    struct oc_codekey_request source = {unit, what, request->image_words.items,
                                        request->image_words.count};
    const char *key = oc_codekey(ir, &source);
    bool taken =
        key && !request->verifies && oc_codestore_take(request->arena, &cache, key, &files);
    if (!taken && !compile(request, ir, unit, what))
        return false;
    bool done = !key || request->diag.warnings ||
                oc_file_write_or_report(request->out_key, "key", key, strlen(key), &request->diag);
    files.key = request->out_key;
    if (done && !taken && request->for_cpu) // for which no image is collected
        oc_codestore_put(request->arena, &cache, &files);
    return done;
}

// The source's name is in bitcode and objects. Its directory is in no object that has no debug
// information; left out, code of the same source in another directory is the same.
static void leave_directory_out(const struct oc_ir *ir) {
    size_t length;
    const char *name = oc_base_name(LLVMGetSourceFileName(ir->module, &length));
    LLVMSetSourceFileName(ir->module, oc_arena_strdup(ir->arena, name), strlen(name));
}

// By which the host's objects of several units know what runs the blocks of their kernels.
static const struct oc_block_symbols *block_symbols(struct oc_arena *arena,
                                                    const struct oc_link_members *members) {
    size_t count = members->merged.unit.kernel_count;
    struct oc_block_symbols *symbols = OC_NEW_ARRAY(arena, count, struct oc_block_symbols);
    for (size_t i = 0; i < count; i++) {
        const struct oc_origin *origin = &members->merged.kernels[i];
        const char *suffix = oc_glue_suffix(arena, &members->units[origin->member]);
        symbols[i].blocks = oc_arena_printf(arena, OC_GLUE_BLOCKS "%s%s", origin->name, suffix);
        symbols[i].frame = oc_arena_printf(arena, OC_GLUE_FRAME "%s%s", origin->name, suffix);
    }
    return symbols;
}

// The unit and its unoptimised code, or several units' as one.
static bool open_code(struct oc_request *request, struct oc_device_request *what,
                      struct oc_unit *unit, struct oc_ir *ir) {
    if (!request->members.count)
        return oc_request_unit(request, unit) &&
               oc_ir_open(ir, request->arena, &request->diag, request->in) &&
               (!request->extract || oc_extract_kernels(ir, unit));
    struct oc_link_members members;
    struct oc_args paths = {.arena = request->arena};
    for (size_t i = 0; i < request->members.count; i++)
        oc_args_printf(&paths, "%s.%s.bc", request->members.items[i], what->arch);
    if (!oc_link_members(request, &members) ||
        !oc_join_modules(ir, request->arena, &request->diag, members.units, paths.items,
                         members.count, request->apart, &members.merged))
        return false;
    *unit = members.merged.unit;
    if (request->out_cpu && oc_join_needs_host(ir, &members.merged))
        request->out_cpu = NULL;
    if (request->for_cpu || request->out_cpu) {
        oc_join_with_host(ir, members.units, &members.merged);
        what->symbols = block_symbols(request->arena, &members);
    } else {
        oc_join_without_host(ir);
    }
    return true;
}

static bool copy(struct oc_request *request, const char *from, const char *to) {
    struct oc_bytes content;
    return oc_file_read_or_report(request->arena, from, "file", &request->diag, &content) &&
           oc_file_write_or_report(to, "file", content.data, content.length, &request->diag);
}

// The image's code is the host's too: nothing else needs to be compiled for that.
static bool share_code(struct oc_request *request) {
    bool has_key = request->out_key && access(request->out_key, F_OK) == 0;
    return !request->out_cpu || (copy(request, request->out_code, request->out_cpu) &&
                                 (!has_key || !request->out_cpu_key ||
                                  copy(request, request->out_key, request->out_cpu_key)));
}

static int device(struct oc_request *request) {
    if (request->archs.count != 1 || !oc_target_of_arch(request->archs.items[0])) {
        oc_error(&request->diag, "'device' needs one known --arch");
        return OC_EXIT_ERROR;
    }
    const char *arch = request->archs.items[0];
    request->diag.options = request->warnings.items;
    request->diag.option_count = request->warnings.count;
    struct oc_device_request what = {
        .arch = arch,
        .target = oc_target_of_arch(arch),
        .feature = request->features.count ? request->features.items[0] : NULL,
        .debug = request->debug,
        .places = request->places,
        .unoptimised = request->unoptimised,
        .level = request->level && *request->level ? *request->level : '2',
        .builtins = request->builtins,
        .libclc = request->libclc,
        .libc = request->libc,
        .vendor_math = request->vendor_math,
        .math = {request->flushes, request->finite_only, request->unsafe_math},
        .approximation = request->approximates         ? OC_APPROXIMATE_ALL
                         : request->never_approximates ? OC_APPROXIMATE_NONE
                                                       : OC_APPROXIMATE_ALLOWED,
        .remarks = request->remarks,
        .for_host = request->for_cpu,
        .out_bitcode = request->out_bitcode,
        .out_code = request->out_code,
        .out_assembly = request->out_assembly,
        .out_usage = request->out_usage,
    };
    struct oc_unit unit;
    struct oc_ir ir = {0};
    if (request->places)
        request->diag.no_warnings = true; // they were shown
    oc_culprit_arm(request->places ? "--unoptimised" : "--places");
    bool done = open_code(request, &what, &unit, &ir);
    if (done && !what.debug)
        leave_directory_out(&ir);
    done = done && compile_or_take(request, &ir, &unit, &what) && share_code(request);
    oc_ir_release(&ir);
    return done ? OC_EXIT_OK : OC_EXIT_ERROR;
}

// The key that the scan left for the source; NULL: it left none, or a front end had something to
// say.
static const char *source_key(struct oc_request *request) {
    struct oc_bytes key;
    return request->source_key && oc_file_read(request->arena, request->source_key, &key) == 0 &&
                   oc_hash_is_hex(key.data)
               ? key.data
               : NULL;
}

// Keeps what the device steps compiled and left keys for, and for the source, if that has a key.
static void keep(struct oc_request *request) {
    struct oc_cache cache;
    if (!oc_request_cache(request, &cache))
        return;
    for (size_t i = 0; i < request->output_count; i++)
        oc_codestore_put(request->arena, &cache, &request->outputs[i]);
    if (source_key(request))
        oc_codestore_put_source(request->arena, &cache, source_key(request), request->source,
                                request->outputs, request->output_count, &request->diag);
}

static bool verify(struct oc_request *request) {
    struct oc_cache cache;
    return !request->verifies || !oc_request_cache(request, &cache) ||
           oc_codestore_verify(request->arena, &cache, source_key(request), request->source,
                               request->outputs, request->output_count, &request->diag);
}

static struct oc_backend_request backend(const struct oc_request *request) {
    return (struct oc_backend_request){
        .in = request->out,
        .out_object = request->out_object,
        .triple = request->triple,
        .level = request->level,
        .relocation = request->relocation,
        .cpu = request->cpu,
        .features = request->features,
    };
}

// The artifacts as an object, a piece of the host's.
static bool emit_images(struct oc_request *request, const struct oc_unit *unit) {
    struct oc_backend_request what = backend(request);
    struct oc_loaded loaded;
    struct oc_ir ir = {0};
    if (!what.triple || !what.level || !what.relocation || !what.cpu) {
        oc_error(&request->diag, "'collect' needs a machine for --out-object");
        return false;
    }
    if (!oc_request_load(request, unit, &loaded))
        return false;
    oc_ir_begin(&ir, request->arena, &request->diag);
    bool done = oc_images_define(&ir, unit, &loaded) && oc_backend_emit_data(&ir, &what);
    oc_ir_release(&ir);
    return done;
}

// A step that has something to say leaves no key.
static bool all_are_silent(const struct oc_request *request) {
    bool silent = !request->cpu_object || access(request->cpu_key, F_OK) == 0;
    for (size_t i = 0; i < request->output_count; i++)
        silent &= request->outputs[i].key && access(request->outputs[i].key, F_OK) == 0;
    return silent;
}

static bool keep_link(struct oc_request *request) {
    struct oc_linkcache_files files = {request->out_object, request->cpu_object};
    return !request->link_key || !all_are_silent(request) ||
           oc_linkcache_put(request, request->link_key, &files);
}

// What a link of device code adds to the host's objects.
static int make_linked(struct oc_request *request) {
    struct oc_backend_request what = backend(request);
    struct oc_link_members members;
    struct oc_loaded loaded;
    struct oc_ir ir = {0};
    if (!oc_link_members(request, &members) ||
        !oc_link_load(request, &members.merged.unit, &loaded))
        return OC_EXIT_ERROR;
    keep(request);
    oc_ir_begin(&ir, request->arena, &request->diag);
    bool done = oc_linked_define(&ir, members.units, members.count, &members.merged, &loaded) &&
                oc_backend_emit_data(&ir, &what) && keep_link(request);
    oc_ir_release(&ir);
    return done ? OC_EXIT_OK : OC_EXIT_ERROR;
}

static int collect_artifacts(struct oc_request *request) {
    struct oc_artifact_request artifacts = oc_request_artifacts(request);
    struct oc_unit unit;
    bool done = oc_request_unit(request, &unit) && verify(request) &&
                oc_artifacts_store(request->arena, &artifacts, &unit, request->outputs,
                                   request->output_count, &request->diag);
    if (done)
        keep(request);
    done = done && (!request->out_object || emit_images(request, &unit));
    return done ? OC_EXIT_OK : OC_EXIT_ERROR;
}

// Makes the object too, where the driver has no need of clang for that.
static void emit_object(struct oc_request *request) {
    struct oc_backend_request what = backend(request);
    if (what.out_object && what.level && what.relocation && what.cpu)
        oc_backend_emit(request->arena, &what);
}

// What the bitcode is called by whoever reads it.
static bool show_at_source(struct oc_request *request) {
    const char *failed;
    int error = request->out_overlay ? oc_overlay_show(request->arena, request->source,
                                                       request->out, request->out_overlay, &failed)
                                     : 0;
    if (error)
        oc_error(&request->diag, "cannot write '%s': %s", failed, strerror(error));
    return !error;
}

// For the report.
static bool write_findings(struct oc_request *request, struct oc_findings *findings) {
    struct oc_text text = {.arena = request->arena};
    if (!request->findings)
        return true;
    oc_findings_sort(findings);
    oc_findings_write(findings, &text);
    return oc_file_write_or_report(request->findings, "file", text.data ? text.data : "",
                                   text.length, &request->diag);
}

// Takes the device code out of the host's.
static bool extract_code(struct oc_request *request, const struct oc_unit *unit,
                         struct oc_bytes *bitcode) {
    struct oc_ir ir = {0};
    struct oc_slice whole = {bitcode->data, bitcode->length};
    bool done = oc_ir_open_bytes(&ir, request->arena, whole, false);
    ir.diag = &request->diag;
    done = done && oc_extract_kernels(&ir, unit);
    if (done)
        *bitcode = oc_ir_to_bytes(&ir);
    else if (!request->diag.errors)
        oc_error(&request->diag, "internal error: clang's bitcode for the host cannot be read");
    oc_ir_release(&ir);
    return done;
}

// The device code of an incomplete unit, which its object is to carry.
static bool read_codes(struct oc_request *request, const struct oc_unit *unit,
                       const struct oc_loaded *loaded, struct oc_host_pieces *pieces) {
    size_t most = request->output_count + loaded->code_count;
    struct oc_unlinked_code *codes = OC_NEW_ARRAY(request->arena, most, struct oc_unlinked_code);
    for (size_t i = 0; i < loaded->code_count; i++)
        codes[request->output_count + i] =
            (struct oc_unlinked_code){.arch = loaded->codes[i].arch,
                                      .bitcode = loaded->codes[i].bitcode,
                                      .options = loaded->codes[i].words};
    for (size_t i = 0; i < request->output_count; i++) {
        codes[i].arch = request->outputs[i].arch;
        codes[i].options = i < request->compiled_with.count ? request->compiled_with.items[i] : "";
        if (!oc_file_read_or_report(request->arena, request->outputs[i].bitcode, "bitcode",
                                    &request->diag, &codes[i].bitcode))
            return false;
    }
    for (size_t i = 0; i < most; i++) {
        bool extracts = request->extract && oc_target_of_arch(codes[i].arch)->is_host_cpu;
        if (extracts && !extract_code(request, unit, &codes[i].bitcode))
            return false;
        struct oc_slice bitcode = {codes[i].bitcode.data, codes[i].bitcode.length};
        codes[i].hash = oc_codekey_of_bitcode(request->arena, bitcode,
                                              strstr(codes[i].options, "--debug\n") != NULL);
        if (!codes[i].hash) {
            oc_error(&request->diag, "the device code for %s is not valid bitcode", codes[i].arch);
            return false;
        }
    }
    pieces->codes = codes;
    pieces->code_count = most;
    return true;
}

static int host(struct oc_request *request) {
    struct oc_unit unit;
    struct oc_loaded loaded = {0};
    struct oc_ir ir = {0};
    struct oc_host_pieces pieces = {
        .blocks = request->blocks_apart,
        .images = request->images_apart,
        .lines = request->images_apart || request->extract || request->lines,
        .plain = request->out_object != NULL,
        .warns = request->warns,
        .resident = request->resident,
        .explains = oc_missed_is_asked(&request->remarks),
        .veclib = request->veclib,
    };
    struct oc_findings findings = {.arena = request->arena};
    if (request->findings)
        pieces.findings = &findings;
    request->diag.options = request->warnings.items;
    request->diag.option_count = request->warnings.count;
    bool done = oc_request_unit(request, &unit) &&
                (!request->artifacts || oc_request_load(request, &unit, &loaded)) &&
                read_codes(request, &unit, &loaded, &pieces) &&
                oc_ir_open(&ir, request->arena, &request->diag, request->in);
    if (loaded.id) // by which a link of the directory knows the unit
        unit.id = loaded.id;
    if (done)
        oc_targetnames_restore(&ir, request->overlaid, request->source);
    done = done && oc_host_build(&ir, &unit, &loaded, &pieces);
    if (done)
        oc_dontcall_prepare(&ir, request->places);
    done = done && oc_ir_write(&ir, request->out);
    oc_ir_release(&ir);
    done = done && show_at_source(request) && write_findings(request, &findings);
    if (done)
        emit_object(request);
    return done ? OC_EXIT_OK : OC_EXIT_ERROR;
}

static int cache(struct oc_request *request) {
    struct oc_cache cache;
    if (!oc_request_cache(request, &cache)) {
        oc_error(&request->diag, "there is no cache");
        return OC_EXIT_ERROR;
    }
    if (strcmp(request->format, "clear") == 0) {
        int error = oc_cache_clear(request->arena, &cache);
        if (error)
            oc_error(&request->diag, "cannot clear the cache '%s': %s", cache.directory,
                     strerror(error));
        return error ? OC_EXIT_ERROR : OC_EXIT_OK;
    }
    oc_cache_print_statistics(request->arena, &cache, stdout);
    return fflush(stdout) == 0 ? OC_EXIT_OK : OC_EXIT_ERROR;
}

static int math(struct oc_request *request) {
    struct oc_ir ir = {0};
    bool done = oc_ir_open(&ir, request->arena, &request->diag, request->libclc) &&
                oc_mathreduce(&ir, request->builtins) && oc_ir_write(&ir, request->out);
    oc_ir_release(&ir);
    return done ? OC_EXIT_OK : OC_EXIT_ERROR;
}

static const struct oc_subcommand commands[] = {
    {"device", device,
     "--unit=FILE --arch=ARCH --opt=LEVEL [--feature=F] [--debug] [--places [--unoptimised]] "
     "--builtins=FILE "
     "[--libclc=FILE] [--libc=FILE] "
     "--in=FILE\n"
     "    [--vendor-math=FILE] [--math=flush|finite|unsafe|approximate|exact]...\n"
     "    [--extract] --out-bc=FILE --out-code=FILE [--out-asm=FILE] [--out-usage=FILE] "
     "[--warning=NAME]... [--remark=KIND=REGEX]...\n"
     "    [--cache=DIR --cache-limit=BYTES [--cache-verify] --out-key=FILE [--out-image=FILE]]\n"
     "    [--image-word=WORD... [--out-linked=FILE]]\n"
     "    --image-word: of the command that makes the image, with IN and OUT for files\n"
     "    --out-linked: links the image, by lld's command; writes nothing if there is something to "
     "say\n"
     "    --vendor-math: goes before libclc\n"
     "    --places: finds the lines that no code can be generated for, and nothing else\n"
     "    --extract: the input is the host's, which has the kernels too\n"
     "    with a cache: takes all outputs from it; for what it lacks, 'collect' gets the key\n"
     "    --cache-verify: takes nothing from it; 'collect' compares"},
    {"link", oc_link_plan,
     "--out=DIR [--file=FILE | --whole-file=FILE]... [--warning=NAME]... [--takes-first]\n"
     "    [--apart] [--artifacts=DIR]\n"
     "    [--text=[-]ARCH]... [--compress=LEVEL] [--tool=FILE]...\n"
     "    finds the units among a link's files whose device code is to be linked\n"
     "    --takes-first: of several definitions (-z muldefs)\n"
     "    --apart: functions of other files are called, not inlined"},
    {"join", device,
     "--member=STEM... --arch=ARCH --opt=LEVEL --builtins=FILE --out-bc=FILE --out-code=FILE\n"
     "    [--apart] [--cpu | --out-cpu=FILE [--out-cpu-key=FILE]]\n"
     "    as 'device', for several units at once: STEM.json and STEM.ARCH.bc\n"
     "    --out-cpu: the object, if the host can use it too\n"
     "    --cpu: for the host's objects, whose device variables it uses"},
    {"linked", make_linked,
     "--member=STEM... [--target=ARCH --usage=FILE [--code=FILE] [--image=FILE]]...\n"
     "    --triple=TRIPLE --opt=LEVEL --relocation=MODEL --cpu=CPU --out-object=FILE\n"
     "    [--text=[-]ARCH]... [--compress=LEVEL]\n"
     "    [--link-key=KEY [--cpu-object=FILE --cpu-key=FILE]]\n"
     "    the object that a link of device code adds to the host's objects"},
    {"collect", collect_artifacts,
     "--unit=FILE --artifacts=DIR --source=FILE --lang=LANG [--option=OPT]...\n"
     "    [--target=ARCH --bc=FILE [--usage=FILE] --depfile=FILE [--code=FILE] [--image=FILE]\n"
     "     [--compiled-with=WORDS]\n"
     "     [--object=FILE] [--key=FILE]]...\n"
     "    [--cache=DIR --cache-limit=BYTES [--cache-verify] [--source-key=FILE]]\n"
     "    [--out-object=FILE --triple=TRIPLE --opt=LEVEL --relocation=MODEL --cpu=CPU\n"
     "     [--feature=FEATURE]... [--arch=ARCH]... [--text=[-]ARCH]... [--compress=LEVEL]]\n"
     "    --out-object: what the host's object has of them, to be joined with it"},
    {"cache", cache, "--cache=DIR --cache-limit=BYTES --format=statistics|clear"},
    {"host", host,
     "--unit=FILE [--artifacts=DIR] --source=FILE --lang=LANG [--option=OPT]... [--arch=ARCH]...\n"
     "    [--text=[-]ARCH]... [--compress=LEVEL] [--piece=blocks] [--piece=images] [--resident] "
     "[--places] [--lines] "
     "[--findings=FILE] [--warn [--warning=NAME]...] [--remark=KIND=REGEX]... [--veclib]\n"
     "    [--extract] [--target=ARCH --bc=FILE --compiled-with=WORDS]...\n    --in=FILE --out=FILE "
     "[--overlaid=FILE] "
     "[--out-overlay=FILE]\n"
     "    [--out-object=FILE --opt=LEVEL --relocation=MODEL --cpu=CPU\n"
     "     [--feature=FEATURE]...]\n"
     "    --target: of an incomplete unit, the device code that the object is to carry, and the "
     "options "
     "to compile it with, one a line\n"
     "    --extract: what --bc names for the host's architecture is the host's, which has the "
     "device "
     "code too\n"
     "    --piece: that is in another object, which this one will be joined with\n"
     "    --resident: arrays of launches may stay on devices\n"
     "    --findings: what 'offloadcc-scan report' says of the host's code\n"
     "    --places: what comes of it is good for its messages alone\n"
     "    --warn: of what kernels do with their arrays, as no device step does\n"
     "    --out-object: the object as well, unless that has to be left to clang"},
    {"math", math,
     "--libclc=FILE [--builtins=FILE] --out=FILE\n"
     "    what kernels can need of libclc; our build makes device's --libclc with it\n"
     "    --builtins: what takes the place of libclc's functions of the same names"},
};

int main(int argc, char **argv) {
    return oc_request_main(argc, argv, "offloadcc-cc1", commands,
                           sizeof commands / sizeof *commands);
}
