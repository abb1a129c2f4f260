#include "driver/guess.h"

#include "driver/memo.h"

void oc_guess_read(struct oc_arena *arena, const struct oc_cachedir *cache,
                   const struct oc_args *words, struct oc_guess *out) {
    struct oc_args kept = oc_memo_read(arena, cache, words);
    *out = (struct oc_guess){.is_kept = true, .cc1 = {.arena = arena}};
    if (kept.count)
        out->glue = kept.items[0];
    for (size_t i = 1; i < kept.count; i++)
        oc_args_add(&out->cc1, kept.items[i]);
}

void oc_guess_write(struct oc_arena *arena, const struct oc_cachedir *cache,
                    const struct oc_args *words, const struct oc_args *cc1, const char *glue) {
    struct oc_args kept = {.arena = arena};
    oc_args_add(&kept, glue);
    for (size_t i = 0; i < cc1->count; i++)
        oc_args_add(&kept, cc1->items[i]);
    oc_memo_write(arena, cache, words, &kept);
}
