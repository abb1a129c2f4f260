#include "link/connect.h"

#include "link/inputs.h"

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

static const struct oc_external *find_offer(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->offer_count; i++)
        if (strcmp(unit->offers[i].name, name) == 0)
            return &unit->offers[i];
    return NULL;
}

static const char *kind_of(const struct oc_external *external) {
    return external->is_variable ? "device variable" : "device function";
}

// What to do about a symbol that nothing offers.
static const char *way_to_offer(struct oc_arena *arena, struct oc_link_inputs *inputs,
                                const struct oc_external *need) {
    bool is_shared;
    const char *definer = oc_inputs_definer(inputs, need->name, &is_shared);
    if (definer && is_shared)
        return oc_arena_printf(arena,
                               "'%s' has it, but a shared library's device code is linked on its "
                               "own; link the objects or the archive that it was made of",
                               definer);
    if (definer && need->is_variable)
        return oc_arena_printf(arena,
                               "'%s' defines it; declare it `extern offload_global` there too, as "
                               "by the header that declares it here, and compile it by offloadcc",
                               definer);
    if (definer)
        return oc_arena_printf(arena,
                               "'%s' defines it for the host alone; declare it with the mark "
                               "offload_device there too, and compile it by offloadcc",
                               definer);
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

static void report_twice(const struct oc_linked_unit *first, const struct oc_external *offer,
                         const struct oc_linked_unit *second, const struct oc_external *other,
                         struct oc_diag *diag) {
    oc_report(diag, OC_ERROR, other->place, NULL,
              "%s '%s' is defined twice, in '%s' and in '%s'; remove one of the definitions, or "
              "make it static",
              kind_of(other), other->name, first->object, second->object);
    oc_report(diag, OC_NOTE, offer->place, NULL, "the first definition is here");
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

// Finds who offers what a unit needs. Of weak definitions, the first one counts.
static bool connect_unit(struct oc_arena *arena, struct oc_linked_unit *units, size_t count,
                         size_t user, struct oc_link_inputs *inputs, struct oc_diag *diag) {
    bool valid = true;
    for (size_t n = 0; n < units[user].unit.need_count; n++) {
        const struct oc_external *need = &units[user].unit.needs[n];
        bool found = false;
        for (size_t i = 0; i < count; i++) {
            const struct oc_external *offer = find_offer(&units[i].unit, need->name);
            if (!offer)
                continue;
            join(units, user, i);
            if (!found)
                compare_types(need, offer, diag);
            found = true;
        }
        if (!found)
            report_needed(arena, &units[user], need, inputs, diag);
        valid &= found;
    }
    return valid;
}

// Reports what another unit, after this one, defines for good too.
static bool check_offer(const struct oc_linked_unit *units, size_t count, size_t unit, size_t offer,
                        struct oc_diag *diag) {
    const struct oc_external *own = &units[unit].unit.offers[offer];
    bool valid = true;
    for (size_t j = unit + 1; j < count && !units[unit].weak[offer]; j++) {
        const struct oc_external *other = find_offer(&units[j].unit, own->name);
        if (!other || units[j].weak[other - units[j].unit.offers])
            continue;
        report_twice(&units[unit], own, &units[j], other, diag);
        valid = false;
    }
    return valid;
}

static bool check_offers(const struct oc_linked_unit *units, size_t count, struct oc_diag *diag) {
    bool valid = true;
    for (size_t i = 0; i < count; i++)
        for (size_t o = 0; o < units[i].unit.offer_count; o++)
            valid = check_offer(units, count, i, o, diag) && valid;
    return valid;
}

bool oc_connect(struct oc_arena *arena, struct oc_linked_unit *units, size_t count,
                struct oc_link_inputs *inputs, struct oc_diag *diag, size_t *components) {
    bool valid = check_offers(units, count, diag);
    for (size_t i = 0; i < count; i++)
        units[i].component = i;
    for (size_t i = 0; i < count; i++)
        valid = connect_unit(arena, units, count, i, inputs, diag) && valid;
    *components = number_components(arena, units, count);
    return valid;
}
