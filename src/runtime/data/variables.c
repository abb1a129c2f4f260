#include "runtime/data/variables.h"

#include "runtime/units/units.h"

static bool find_in_unit(struct __offloadcc_unit *unit, const char *address, void *found) {
    const struct __offloadcc_descriptor *descriptor = unit->__offloadcc_descriptor;
    const struct __offloadcc_entry *entry = descriptor->__offloadcc_entries;
    for (; entry != descriptor->__offloadcc_entries_end; entry++) {
        const char *start = entry->__offloadcc_address;
        if (address >= start && address < start + entry->__offloadcc_size) {
            *(struct variable *)found = (struct variable){unit, entry};
            return true;
        }
    }
    return false;
}

bool __offloadcc_find_variable(const char *address, struct variable *found) {
    return __offloadcc_each_unit(find_in_unit, address, found);
}

bool __offloadcc_is_variable(const char *address) {
    struct variable variable;
    return __offloadcc_find_variable(address, &variable);
}
