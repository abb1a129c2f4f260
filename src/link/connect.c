#include "link/connect.h"

#include "base/text.h"
#include "link/inputs.h"

#include <stdlib.h>
#include <string.h>

// ---- Components --------------------------------------------------------------------------------

// The unit that stands for a unit's component; `component` has each unit's next one on the way
// there.
static size_t leader_of(struct oc_linked_unit *units, size_t unit) {
    while (units[unit].component != unit) {
        units[unit].component = units[units[unit].component].component;
        unit = units[unit].component;
    }
    return unit;
}

// The first one leads.
static void join(struct oc_linked_unit *units, size_t left, size_t right) {
    left = leader_of(units, left);
    right = leader_of(units, right);
    units[left > right ? left : right].component = left < right ? left : right;
}

static size_t number_components(struct oc_arena *arena, struct oc_linked_unit *units,
                                size_t count) {
    size_t *numbers = OC_NEW_ARRAY(arena, count, size_t), next = 0;
    for (size_t i = 0; i < count; i++)
        if (leader_of(units, i) == i)
            numbers[i] = next++;
    for (size_t i = count; i-- > 0;)
        units[i].component = leader_of(units, i);
    for (size_t i = 0; i < count; i++)
        units[i].component = numbers[units[i].component];
    return next;
}

// ---- Needs and offers ---------------------------------------------------------------------------

// Something that a unit offers.
struct offer {
    const struct oc_external *what;
    size_t unit; // the number of the unit
    bool is_weak;
};

// What all units offer, by names, and of one name by units.
struct offers {
    struct offer *items;
    size_t count;
};

static int compare_offers(const void *left, const void *right) {
    const struct offer *l = left, *r = right;
    int order = strcmp(l->what->name, r->what->name);
    return order ? order : (l->unit > r->unit) - (l->unit < r->unit);
}

static struct offers collect_offers(struct oc_arena *arena, const struct oc_linked_unit *units,
                                    size_t count) {
    struct offers offers = {0};
    for (size_t i = 0; i < count; i++)
        offers.count += units[i].unit.offer_count;
    offers.items = OC_NEW_ARRAY(arena, offers.count, struct offer);
    offers.count = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t o = 0; o < units[i].unit.offer_count; o++)
            offers.items[offers.count++] =
                (struct offer){&units[i].unit.offers[o], i, units[i].weak[o]};
    if (offers.count)
        qsort(offers.items, offers.count, sizeof *offers.items, compare_offers);
    return offers;
}

// The first offer of a name, or NULL. Those that follow may have the same name.
static const struct offer *find_offer(const struct offers *offers, const char *name) {
    size_t low = 0, high = offers->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(offers->items[middle].what->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < offers->count && strcmp(offers->items[low].what->name, name) == 0
               ? &offers->items[low]
               : NULL;
}

// The next offer of the same name, or NULL.
static const struct offer *next_offer(const struct offers *offers, const struct offer *offer) {
    const struct offer *next = offer + 1;
    return next < offers->items + offers->count && strcmp(next->what->name, offer->what->name) == 0
               ? next
               : NULL;
}

// ---- What counts --------------------------------------------------------------------------------

// Goes on through optional offers that are used, from what is needed for sure.
struct use {
    struct use *next;
    size_t unit, need;
};

struct uses {
    struct oc_arena *arena;
    struct oc_linked_unit *units;
    struct use *first;
};

static void add_use(struct uses *uses, size_t unit, size_t need) {
    struct oc_linked_unit *user = &uses->units[unit];
    if (user->is_needed[need])
        return;
    struct use *use = OC_NEW(uses->arena, struct use);
    *use = (struct use){uses->first, unit, need};
    uses->first = use;
    user->is_needed[need] = true;
}

static void use_offer(struct uses *uses, const struct offer *offer) {
    bool *is_offered =
        &uses->units[offer->unit].is_offered[offer->what - uses->units[offer->unit].unit.offers];
    for (size_t i = 0; i < offer->what->reach_count && !*is_offered; i++)
        add_use(uses, offer->unit, offer->what->reaches[i]);
    *is_offered = true;
}

static void find_uses(struct oc_arena *arena, struct oc_linked_unit *units, size_t count,
                      const struct offers *offers) {
    struct uses uses = {.arena = arena, .units = units};
    for (size_t i = 0; i < count; i++) {
        const struct oc_unit *unit = &units[i].unit;
        units[i].is_offered = OC_NEW_ARRAY(arena, unit->offer_count, bool);
        units[i].is_needed = OC_NEW_ARRAY(arena, unit->need_count, bool);
        for (size_t o = 0; o < unit->offer_count; o++)
            units[i].is_offered[o] = !unit->offers[o].is_optional;
        for (size_t n = 0; n < unit->need_count; n++)
            if (!unit->needs[n].is_optional)
                add_use(&uses, i, n);
    }
    while (uses.first) {
        const struct use *use = uses.first;
        uses.first = use->next;
        const char *name = units[use->unit].unit.needs[use->need].name;
        for (const struct offer *offer = find_offer(offers, name); offer;
             offer = next_offer(offers, offer))
            use_offer(&uses, offer);
    }
}

// ---- Messages ----------------------------------------------------------------------------------

static const char *kind_of(const struct oc_external *external) {
    return external->is_variable ? "device variable" : "device function";
}

// What to do about a symbol that nothing offers.
static const char *way_to_offer(struct oc_arena *arena, struct oc_link_inputs *inputs,
                                const struct oc_external *need) {
    bool is_shared;
    const char *definer = oc_inputs_definer(inputs, need->name, &is_shared);
    bool is_named = definer && !(inputs->temporary && oc_starts_with(definer, inputs->temporary));
    const char *shown =
        is_named ? oc_arena_printf(arena, "'%s'", definer) : "another source of this command";
    if (definer && is_shared)
        return oc_arena_printf(arena,
                               "'%s' has it, but a shared library's device code is linked on its "
                               "own; link the objects or the archive that it was made of",
                               definer);
    if (definer && need->is_variable)
        return oc_arena_printf(arena,
                               "%s defines it; declare it `extern offload_global` there too, as "
                               "by the header that declares it here, and compile it by offloadcc",
                               shown);
    if (definer)
        return oc_arena_printf(arena,
                               "%s defines it for the host alone; declare it with the mark "
                               "offload_device there too%s",
                               shown, is_named ? ", and compile it by offloadcc" : "");
    return "link the object or the library that defines it";
}

static void report_needed(struct oc_arena *arena, const struct oc_linked_unit *user,
                          const struct oc_external *need, struct oc_link_inputs *inputs,
                          struct oc_diag *diag) {
    oc_report(diag, OC_ERROR, need->place, NULL,
              "%s %s '%s', which no file of this link offers to device code; %s", need->user,
              need->is_variable ? "uses device variable" : "calls", need->name,
              way_to_offer(arena, inputs, need));
    for (size_t i = 0; i < need->note_count; i++)
        oc_report(diag, OC_NOTE, need->notes[i].place, NULL, "%s", need->notes[i].text);
    oc_note(diag, "the code is in '%s'", user->object);
}

static void report_twice(const struct oc_linked_unit *units, const struct offer *first,
                         const struct offer *second, struct oc_diag *diag) {
    oc_report(diag, OC_ERROR, second->what->place, NULL,
              "%s '%s' is defined twice, in '%s' and in '%s'; remove one of the definitions, or "
              "make it static",
              kind_of(second->what), second->what->name, units[first->unit].object,
              units[second->unit].object);
    oc_report(diag, OC_NOTE, first->what->place, NULL, "the first definition is here");
}

// C has the types of the two agree, and no linker checks it. Of an array, the declaration may leave
// the size out.
static void compare_types(const struct oc_external *need, const struct oc_external *offer,
                          struct oc_diag *diag) {
    static const char warning[] = "offload-declarations-differ";
    if (strcmp(need->type, offer->type) == 0 || strstr(need->type, "[]"))
        return;
    oc_report(diag, OC_WARNING, need->place, warning,
              "'%s' is declared as '%s' here, and is defined as '%s' in another file", need->name,
              need->type, offer->type);
    if (oc_diag_shows(diag, warning))
        oc_report(diag, OC_NOTE, offer->place, NULL, "the definition is here");
}

// ---- Connections --------------------------------------------------------------------------------

// Finds who offers what a unit needs. Of weak definitions, the first one counts.
static bool connect_unit(struct oc_arena *arena, struct oc_linked_unit *units,
                         const struct offers *offers, size_t user, struct oc_link_inputs *inputs,
                         struct oc_diag *diag) {
    bool valid = true;
    for (size_t n = 0; n < units[user].unit.need_count; n++) {
        const struct oc_external *need = &units[user].unit.needs[n];
        const struct offer *offer = find_offer(offers, need->name);
        if (!units[user].is_needed[n])
            continue;
        if (offer)
            compare_types(need, offer->what, diag);
        else if (!units[user].optional[n])
            report_needed(arena, &units[user], need, inputs, diag);
        valid &= offer || units[user].optional[n];
        for (; offer; offer = next_offer(offers, offer))
            join(units, user, offer->unit);
    }
    return valid;
}

// Reports what several units define for good.
static bool check_offers(const struct oc_linked_unit *units, const struct offers *offers,
                         struct oc_diag *diag) {
    const struct offer *strong = NULL; // the first one of this name
    bool valid = true;
    for (size_t i = 0; i < offers->count; i++) {
        const struct offer *offer = &offers->items[i];
        bool is_same = strong && strcmp(strong->what->name, offer->what->name) == 0;
        if (offer->is_weak)
            continue;
        if (is_same)
            report_twice(units, strong, offer, diag);
        else
            strong = offer;
        valid &= !is_same;
    }
    return valid;
}

bool oc_connect(struct oc_arena *arena, struct oc_linked_unit *units, size_t count,
                struct oc_link_inputs *inputs, bool takes_first, struct oc_diag *diag,
                size_t *components) {
    struct offers offers = collect_offers(arena, units, count);
    bool valid = takes_first || check_offers(units, &offers, diag);
    find_uses(arena, units, count, &offers);
    for (size_t i = 0; i < count; i++)
        units[i].component = i;
    for (size_t i = 0; i < count; i++)
        valid = connect_unit(arena, units, &offers, i, inputs, diag) && valid;
    *components = number_components(arena, units, count);
    return valid;
}
