#include "glue/names.h"

#include "base/text.h"

bool oc_glue_can_share(const struct oc_unit *unit) {
    return unit->global_count == 0;
}

const char *oc_glue_suffix(struct oc_arena *arena, const struct oc_unit *unit) {
    return oc_arena_printf(arena, ".%s.link_with_offloadcc", unit->id);
}

size_t oc_glue_entry_count(const struct oc_unit *unit) {
    return unit->kernel_count + unit->global_count + 1;
}

const char *oc_glue_entry(struct oc_arena *arena, const char *name) {
    struct oc_text text = {.arena = arena};
    for (const char *at = name; *at; at++) {
        if ((unsigned char)*at < 0x80)
            oc_text_add_bytes(&text, at, 1);
        else
            oc_text_printf(&text, "$%02x", (unsigned char)*at);
    }
    oc_text_add(&text, "$");
    return text.data;
}
