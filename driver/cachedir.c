#include "driver/cachedir.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t default_limit = 1 << 30;

// Reads a number of bytes, which may have K, M, G or T after it. Returns 0 if the text is not one.
static uint64_t size_of(const char *text) {
    static const char units[] = "KMGT";
    char *end;
    uint64_t size = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    const char *unit = size && *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
    if (!size || (*end && (!unit || end[1])))
        return 0;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    return size > UINT64_MAX >> shift ? 0 : size << shift;
}

// By the XDG base directory specification, which has relative paths ignored.
static const char *default_path(struct oc_arena *arena) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (base && *base == '/')
        return oc_arena_printf(arena, "%s/offloadcc", base);
    return home && *home == '/' ? oc_arena_printf(arena, "%s/.cache/offloadcc", home) : NULL;
}

// OFFLOADCC_CACHE_VERIFY=0|1.
static bool find_verifies(struct oc_diag *diag, bool *out) {
    const char *value = getenv("OFFLOADCC_CACHE_VERIFY");
    *out = value && strcmp(value, "1") == 0;
    if (!value || !*value || strcmp(value, "0") == 0 || *out)
        return true;
    oc_error(diag, "invalid OFFLOADCC_CACHE_VERIFY '%s': expected 0 or 1", value);
    return false;
}

bool oc_cachedir_find(struct oc_arena *arena, const struct oc_command *command,
                      struct oc_diag *diag, struct oc_cachedir *out) {
    const char *said = command->cache ? command->cache : getenv("OFFLOADCC_CACHE");
    const char *size = getenv("OFFLOADCC_CACHE_SIZE");
    *out = (struct oc_cachedir){.limit = default_limit};
    if (said && strcmp(said, "off") == 0)
        return true;
    out->path = said && *said ? said : default_path(arena);
    if (size && *size)
        out->limit = size_of(size);
    if (out->limit)
        return find_verifies(diag, &out->verifies);
    oc_error(diag,
             "invalid value '%s' of the environment variable OFFLOADCC_CACHE_SIZE; expected a "
             "size, such as 500M or 2G",
             size);
    return false;
}

void oc_cachedir_add(const struct oc_cachedir *cachedir, struct oc_args *out) {
    if (!cachedir->path)
        return;
    oc_args_printf(out, "--cache=%s", cachedir->path);
    oc_args_printf(out, "--cache-limit=%" PRIu64, cachedir->limit);
    if (cachedir->verifies)
        oc_args_add(out, "--cache-verify");
}
