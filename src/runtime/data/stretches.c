#include "runtime/data/stretches.h"

bool __offloadcc_stretches_have_all(const struct stretches *set, struct stretch stretch) {
    for (unsigned i = 0; i < set->count; i++)
        if (set->items[i].from <= stretch.from && stretch.to <= set->items[i].to)
            return true;
    return stretch_is_empty(stretch);
}

bool __offloadcc_stretches_have_none(const struct stretches *set, struct stretch stretch) {
    for (unsigned i = 0; i < set->count; i++)
        if (!stretch_is_empty(stretch_common(set->items[i], stretch)))
            return false;
    return true;
}

bool __offloadcc_stretches_add(struct stretches *set, struct stretch stretch) {
    if (stretch_is_empty(stretch))
        return true;
    struct stretches result = {0};
    bool is_added = false;
    for (unsigned i = 0; i <= set->count; i++) {
        const struct stretch *item = i < set->count ? &set->items[i] : NULL;
        if (item && item->from <= stretch.to && stretch.from <= item->to) {
            stretch.from = item->from < stretch.from ? item->from : stretch.from;
            stretch.to = item->to > stretch.to ? item->to : stretch.to;
            continue;
        }
        bool comes_now = !is_added && (!item || stretch.to < item->from);
        if (result.count + comes_now + (item != NULL) > MOST_STRETCHES)
            return false;
        if (comes_now)
            result.items[result.count++] = stretch;
        is_added |= comes_now;
        if (item)
            result.items[result.count++] = *item;
    }
    *set = result;
    return true;
}

bool __offloadcc_stretches_remove(struct stretches *set, struct stretch stretch) {
    if (stretch_is_empty(stretch))
        return true;
    struct stretches result = {0};
    for (unsigned i = 0; i < set->count; i++) {
        struct stretch item = set->items[i];
        struct stretch parts[] = {{item.from, item.to < stretch.from ? item.to : stretch.from},
                                  {item.from > stretch.to ? item.from : stretch.to, item.to}};
        for (unsigned p = 0; p < 2; p++) {
            if (stretch_is_empty(parts[p]))
                continue;
            if (result.count == MOST_STRETCHES)
                return false;
            result.items[result.count++] = parts[p];
        }
    }
    *set = result;
    return true;
}
