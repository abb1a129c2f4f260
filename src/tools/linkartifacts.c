#include "tools/linkartifacts.h"

#include "device/codekey.h"
#include "ir/irobject.h"
#include "model/hash.h"
#include "targets/target.h"

#include <string.h>

// As the unit's object would have it (host/unlinked.h).
static bool add_unit(struct oc_request *request, const struct oc_artifact_unit *unit,
                     struct oc_link_inputs *inputs) {
    const char *text = oc_unit_code_json(request->arena, &unit->unit);
    struct oc_link_unit out = {
        .unit = {.unit = unit->unit, .object = unit->path},
        .hash = oc_hash_hex(request->arena, text, strlen(text)),
        .codes = OC_NEW_ARRAY(request->arena, unit->code_count, struct oc_linked_code)};
    struct oc_bitcode_object symbols = {0};
    for (size_t i = 0; i < unit->code_count; i++) {
        const struct oc_loaded_code *code = &unit->codes[i];
        struct oc_slice bitcode = {code->bitcode.data, code->bitcode.length};
        const char *hash = oc_codekey_of_bitcode(request->arena, bitcode,
                                                 strstr(code->words, "--debug\n") != NULL);
        if (!hash) {
            oc_error(&request->diag, "the device code for %s in '%s' is not valid bitcode",
                     code->arch, unit->path);
            return false;
        }
        if (oc_target_of_arch(code->arch)->is_host_cpu)
            oc_irobject_read(request->arena, bitcode, "", &symbols);
        out.codes[out.code_count++] =
            (struct oc_linked_code){code->arch, code->words, hash, bitcode};
    }
    oc_inputs_add(request->arena, inputs, &out, &symbols);
    return true;
}

bool oc_linkartifacts_add(struct oc_request *request, struct oc_link_inputs *inputs) {
    struct oc_artifact_unit *units;
    size_t count;
    if (!oc_artifacts_load_units(request->arena, request->artifacts, &request->diag, &units,
                                 &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!add_unit(request, &units[i], inputs))
            return false;
    return true;
}
