#include "runtime/launch/unwritten.h"

#include "runtime/data/residents.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/poison.h"
#include "runtime/process.h"
#include "runtime/say/asked.h"
#include "runtime/say/once.h"
#include "runtime/say/stop.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_array(const struct map_entry *entry) {
    return !(entry->type & (MAP_LITERAL | MAP_PRIVATE)) && entry->start && entry->size > 0;
}

static bool is_alone(const struct __offloadcc_entries *entries, uint32_t index) {
    const struct map_entry *entry = &entries->items[index];
    uintptr_t start = (uintptr_t)entry->start, end = start + (uintptr_t)entry->size;
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *other = &entries->items[i];
        uintptr_t begin = (uintptr_t)other->start;
        if (i != index && is_array(other) && begin < end && start < begin + (uintptr_t)other->size)
            return false;
    }
    return true;
}

static bool is_output(const struct __offloadcc_entries *entries, uint32_t index) {
    const struct map_entry *entry = &entries->items[index];
    int64_t type = entries->kernel->__offloadcc_types[index];
    return is_array(entry) && (type & (MAP_TO | MAP_FROM)) == MAP_FROM && !entry->is_held &&
           is_alone(entries, index);
}

static bool is_mapped_by_others(const struct map_entry *entry, int device) {
    char *start = entry->start;
    return __offloadcc_target.omp_target_is_present(start, device) ||
           __offloadcc_target.omp_target_is_present(start + entry->size - 1, device);
}

struct __offloadcc_outputs __offloadcc_fill_outputs(struct __offloadcc_entries *entries, int device,
                                                    bool on_device) {
    struct __offloadcc_outputs outputs = {0, NULL};
    if (!__offloadcc_checks_are_asked_for())
        return outputs;
    for (uint32_t i = 0; i < entries->kernel->__offloadcc_count; i++) {
        struct map_entry *entry = &entries->items[i];
        if (!is_output(entries, i))
            continue;
        __offloadcc_residents_return(entry->start, (size_t)entry->size, true);
        if (on_device && is_mapped_by_others(entry, device))
            continue;
        if (!outputs.items)
            outputs.items =
                __offloadcc_allocate(entries->kernel->__offloadcc_count, sizeof *outputs.items);
        __offloadcc_poison(entry->start, (size_t)entry->size);
        entry->type |= MAP_TO;
        outputs.items[outputs.count++] = *entry;
    }
    if (outputs.count)
        __offloadcc_forget_facts(); // that the array is zero, for one
    return outputs;
}

// ---- Afterwards --------------------------------------------------------------------------------

enum { LEAST = 4 }; // bytes that chance hardly makes

// Whole elements that are still filled.
struct left {
    size_t count, first; // in bytes
};

static struct left find_left(const struct map_entry *output, size_t element) {
    struct left left = {0, 0};
    size_t end = (size_t)output->size;
    for (size_t at = 0; at < end;) {
        size_t bytes = __offloadcc_poisoned(output->start, at, end), whole = bytes / element;
        if (whole && bytes >= LEAST) {
            left.first = left.count ? left.first : at;
            left.count += whole * element;
        }
        at += (whole + 1) * element;
    }
    return left;
}

static void report(const struct __offloadcc_kernel *kernel, const struct map_entry *output,
                   struct left left) {
    const struct __offloadcc_parameter *parameter =
        &kernel->__offloadcc_parameters[output->parameter];
    const struct __offloadcc_thread *thread = __offloadcc_thread();
    size_t element = parameter->__offloadcc_element_bytes, unit = element ? element : 1;
    if (!__offloadcc_is_news(parameter, 0))
        return;
    flockfile(stderr);
    fprintf(stderr,
            "%s:%u: offloadcc: warning: kernel '%s': it has not written %zu of the %zu %s of '%s', "
            "which is only copied from the device; the first is %s %zu; write every element, or "
            "remove offload_out, and the others keep their values\n",
            kernel->__offloadcc_file, kernel->__offloadcc_line, kernel->__offloadcc_name,
            left.count / unit, (size_t)output->size / unit, element ? "elements" : "bytes",
            parameter->__offloadcc_name, element ? "element" : "byte", left.first / unit);
    if (thread->file)
        fprintf(stderr, "%s:%u: offloadcc: note: the launch is here\n", thread->file, thread->line);
    funlockfile(stderr);
}

void __offloadcc_look_at_outputs(const struct __offloadcc_kernel *kernel,
                                 struct __offloadcc_outputs *outputs) {
    for (uint32_t i = 0; i < outputs->count; i++) {
        const struct map_entry *output = &outputs->items[i];
        size_t element =
            kernel->__offloadcc_parameters[output->parameter].__offloadcc_element_bytes;
        if (!element) // the array has several dimensions
            element = output->size % LEAST ? 1 : LEAST;
        __offloadcc_residents_return(output->start, (size_t)output->size, false);
        struct left left = find_left(output, element);
        if (left.count)
            report(kernel, output, left);
    }
    free(outputs->items);
}
