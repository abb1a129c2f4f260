#include "tools/linkcache.h"

#include "base/file.h"
#include "base/identity.h"
#include "model/hash.h"

#include <llvm-c/Core.h>
#include <string.h>

static bool add_identity(struct oc_text *text, const char *identity) {
    if (identity)
        oc_text_printf(text, "%s\n", identity);
    return identity != NULL;
}

static bool add_programs(const struct oc_request *request, struct oc_text *text) {
    bool found =
        add_identity(text, oc_identity_of_code(text->arena, (void (*)(void))oc_linkcache_key)) &&
        add_identity(text, oc_identity_of_code(text->arena, (void (*)(void))LLVMGetVersion));
    for (size_t i = 0; i < request->tools.count && found; i++)
        found = add_identity(text, oc_identity_of_file(text->arena, request->tools.items[i]));
    return found;
}

static void add_bits(struct oc_text *text, const bool *bits, size_t count) {
    for (size_t i = 0; i < count; i++)
        oc_text_add(text, bits[i] ? "1" : "0");
    oc_text_add(text, "\n");
}

static void add_unit(struct oc_text *text, const struct oc_link_unit *unit) {
    oc_text_printf(text, "unit %s\n%s\n", unit->unit.unit.source, unit->hash);
    add_bits(text, unit->unit.weak, unit->unit.unit.offer_count);
    add_bits(text, unit->unit.optional, unit->unit.unit.need_count);
    add_bits(text, unit->unit.is_offered, unit->unit.unit.offer_count);
    add_bits(text, unit->unit.is_needed, unit->unit.unit.need_count);
    for (size_t i = 0; i < unit->code_count; i++)
        oc_text_printf(text, "%s %s\n%s", unit->codes[i].arch, unit->codes[i].hash,
                       unit->codes[i].options);
}

const char *oc_linkcache_key(const struct oc_request *request, const struct oc_link_unit *units,
                             size_t count, size_t component) {
    struct oc_text text = {.arena = request->arena};
    struct oc_cache cache;
    oc_text_printf(&text, "link %s %s%s%s\n", OC_VERSION,
                   request->compress ? request->compress : "-",
                   request->takes_first ? " first" : "", request->apart ? " apart" : "");
    for (size_t i = 0; i < request->texts.count; i++)
        oc_text_printf(&text, "%s\n", request->texts.items[i]);
    if (!oc_request_cache(request, &cache) || !add_programs(request, &text))
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (units[i].unit.component == component)
            add_unit(&text, &units[i]);
    return oc_hash_hex(request->arena, text.data, text.length);
}

bool oc_linkcache_take(const struct oc_request *request, const char *key,
                       const struct oc_linkcache_files *files, bool *has_cpu) {
    struct oc_cache cache;
    struct oc_cache_entry entry;
    if (!key || request->verifies || !oc_request_cache(request, &cache) ||
        !oc_cache_get(request->arena, &cache, key, &entry))
        return false;
    const struct oc_bytes *linked = oc_cache_part(&entry, "linked");
    const struct oc_bytes *cpu = oc_cache_part(&entry, "cpu");
    *has_cpu = cpu != NULL;
    return linked && oc_file_write(files->linked, linked->data, linked->length) == 0 &&
           (!cpu || oc_file_write(files->cpu, cpu->data, cpu->length) == 0);
}

static bool is_same(const struct oc_cache_entry *entry, const struct oc_cache_entry *other) {
    bool same = entry->count == other->count;
    for (size_t i = 0; i < entry->count && same; i++) {
        const struct oc_bytes *content = oc_cache_part(other, entry->parts[i].name);
        same = content && content->length == entry->parts[i].content.length &&
               memcmp(content->data, entry->parts[i].content.data, content->length) == 0;
    }
    return same;
}

bool oc_linkcache_put(struct oc_request *request, const char *key,
                      const struct oc_linkcache_files *files) {
    struct oc_cache cache;
    struct oc_cache_entry entry = {.count = files->cpu ? 2 : 1}, kept;
    entry.parts[0].name = "linked";
    entry.parts[1].name = "cpu";
    if (!oc_request_cache(request, &cache) ||
        oc_file_read(request->arena, files->linked, &entry.parts[0].content) ||
        (files->cpu && oc_file_read(request->arena, files->cpu, &entry.parts[1].content)))
        return true;
    if (request->verifies && oc_cache_find(request->arena, &cache, key, &kept) &&
        !is_same(&entry, &kept)) {
        oc_error(&request->diag, "the cache differs from what this link makes of device code");
        oc_note(&request->diag, "the link's key found '%s/%.1s/%s'; nothing was taken from it",
                cache.directory, key, key);
        return false;
    }
    if (!oc_cache_has(request->arena, &cache, key))
        oc_cache_put(request->arena, &cache, key, &entry);
    return true;
}
