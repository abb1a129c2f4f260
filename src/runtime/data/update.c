// update.c - offload_update_to and offload_update_from, of device variables and of what is mapped.
#include "runtime/data/data.h"
#include "runtime/data/residents.h"

#include "offload.h"
#include "runtime/data/variables.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/say/stop.h"
#include "runtime/units/device.h"
#include "runtime/units/register.h"

#include <stddef.h>
#include <string.h>

// The entry's name is the variable's, and '$' (src/glue/glue.h, oc_glue_entry).
static int name_length(const struct variable *variable) {
    return (int)strlen(variable->entry->__offloadcc_name) - 1;
}

static void check_extent(const struct subject *subject, const struct variable *variable,
                         size_t offset, size_t bytes) {
    size_t size = variable->entry->__offloadcc_size;
    if (bytes > size - offset)
        __offloadcc_stop_about(subject,
                               "%zu bytes from byte %zu on go beyond the end of device variable "
                               "'%.*s', which has %zu bytes; update only elements that it has",
                               bytes, offset, name_length(variable),
                               variable->entry->__offloadcc_name, size);
}

static void update_variable(const struct subject *subject, const struct variable *variable,
                            size_t offset, size_t bytes, int device, bool to) {
    int host = __offloadcc_device_count();
    if (!host || device == host || !__offloadcc_device_serves(variable->unit, device))
        return;
    const void *start = variable->entry->__offloadcc_address;
    void *copy = __offloadcc_target.omp_get_mapped_ptr(start, device);
    int failed = !copy;
    if (copy && to)
        failed =
            __offloadcc_target.omp_target_memcpy(copy, start, bytes, offset, offset, device, host);
    else if (copy)
        failed = __offloadcc_target.omp_target_memcpy((void *)start, copy, bytes, offset, offset,
                                                      host, device);
    if (failed)
        __offloadcc_stop_about(subject, "the copy of '%.*s' on device %d cannot be %s",
                               name_length(variable), variable->entry->__offloadcc_name, device,
                               to ? "written" : "read");
}

// The checks are also made where the host runs the kernels: a program that stops with a device
// stops without one.
void __offloadcc_update(void *address, size_t count, size_t size, int to,
                        const struct offload_update *options, const char *text, const char *file,
                        unsigned int line) {
    struct subject subject = {file, line, to ? "offload_update_to" : "offload_update_from", NULL};
    size_t bytes = __offloadcc_checked_bytes(&subject, text, address, count, size);
    struct variable variable;
    bool is_variable = __offloadcc_find_variable(address, &variable);
    size_t offset = 0;
    if (is_variable) {
        offset = (size_t)((char *)address - (const char *)variable.entry->__offloadcc_address);
        check_extent(&subject, &variable, offset, bytes);
    }
    int device = __offloadcc_choose_device(&subject, __offloadcc_device_count(), options->device);
    if (!bytes)
        return;
    __offloadcc_residents_return(address, bytes, true);
    if (is_variable)
        update_variable(&subject, &variable, offset, bytes, device, to);
    else if (!__offloadcc_update_mapped(&subject, text, address, bytes, device,
                                        to ? MAP_TO : MAP_FROM))
        __offloadcc_stop_about(&subject,
                               "'%s' has no copy on the device; map it before this with "
                               "offload_data or offload_enter_data, or, if it is a file-scope "
                               "variable that kernels use, mark it offload_global",
                               text);
}
