// Copying and filling memory. An asynchronous copy is work (work.h).
#include "arena.h"
#include "memory.h"
#include "signals.h"
#include "work.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct copy {
    struct work work;
    void *to;
    const void *from;
    size_t size;
    uint32_t agents; // that must have access to both
    hsa_signal_t done;
    uint32_t need_count;
    hsa_signal_t needs[];
};

static void check(const struct copy *copy, const char *when) {
    const char *wrong = memory_problem((uint64_t)copy->to, copy->size, copy->agents);
    if (wrong)
        stop("hsa_amd_memory_async_copy of %zu bytes to %p%s: %s", copy->size, copy->to, when,
             wrong);
    wrong = memory_problem((uint64_t)copy->from, copy->size, copy->agents);
    if (wrong)
        stop("hsa_amd_memory_async_copy of %zu bytes from %p%s: %s", copy->size, copy->from, when,
             wrong);
}

// The first signal that the copy waits for, or NULL.
static const hsa_signal_t *find_need(const struct copy *copy) {
    for (uint32_t i = 0; i < copy->need_count; i++)
        if (signal_value(copy->needs[i], "a copy that waits for it") != 0)
            return &copy->needs[i];
    return NULL;
}

static bool copy_is_ready(struct work *work) {
    return !find_need((struct copy *)work);
}

static bool run_copy(struct work *work) {
    const struct copy *copy = (struct copy *)work;
    check(copy, ", when it is done");
    note("copy %zu bytes from %p to %p", copy->size, copy->from, copy->to);
    unlock_hsa();
    memmove(copy->to, copy->from, copy->size);
    lock_hsa();
    signal_finish(copy->done, "a copy that is done");
    return false;
}

static void describe_copy(const struct work *work, char *text, size_t size) {
    const struct copy *copy = (const struct copy *)work;
    const hsa_signal_t *need = find_need(copy);
    snprintf(text, size, "a copy of %zu bytes from %p to %p%s%s", copy->size, copy->from, copy->to,
             need ? ", which waits for " : "", need ? signal_text(*need) : "");
}

static const struct work_kind copy_kind = {false, false, copy_is_ready, run_copy, describe_copy};

static struct copy *make_copy(uint32_t need_count) {
    struct copy *copy = own(malloc(sizeof *copy + need_count * sizeof *copy->needs));
    memset(copy, 0, sizeof *copy);
    copy->work.kind = &copy_kind;
    copy->need_count = need_count;
    return copy;
}

// A copy of no bytes does nothing, to its signal neither. Both are as in the real runtime: that,
// and that CPUs copy nothing.
hsa_status_t hsa_amd_memory_async_copy(void *to, hsa_agent_t to_handle, const void *from,
                                       hsa_agent_t from_handle, size_t size, uint32_t need_count,
                                       const hsa_signal_t *needs, hsa_signal_t done) {
    NEED_INIT();
    NEED(to && from && done.handle, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    NEED((need_count != 0) == (needs != NULL), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    const struct agent *to_agent = agent_of(to_handle), *from_agent = agent_of(from_handle);
    NEED(to_agent && from_agent, HSA_STATUS_ERROR_INVALID_AGENT);
    bool are_alive = true;
    lock_hsa();
    for (uint32_t i = 0; i < need_count; i++)
        are_alive = are_alive && signal_is_alive(needs[i]);
    are_alive = are_alive && signal_is_alive(done);
    hsa_status_t status = !are_alive ? HSA_STATUS_ERROR_INVALID_SIGNAL
                          : size != 0 && !is_gpu(to_agent) && !is_gpu(from_agent)
                              ? HSA_STATUS_ERROR
                              : HSA_STATUS_SUCCESS;
    if (status == HSA_STATUS_SUCCESS && size != 0) {
        struct copy *copy = make_copy(need_count);
        copy->to = to;
        copy->from = from;
        copy->size = size;
        copy->done = done;
        copy->agents = (is_gpu(to_agent) ? agent_bit(to_agent) : 0) |
                       (is_gpu(from_agent) ? agent_bit(from_agent) : 0);
        if (need_count)
            memcpy(copy->needs, needs, need_count * sizeof *needs);
        check(copy, "");
        note("asynchronous copy of %zu bytes from %p to %p, then %s", size, from, to,
             signal_text(done));
        work_add(&copy->work);
        work_handed_over();
    }
    unlock_hsa();
    return status;
}

// ---- At once -----------------------------------------------------------------------------------

static void check_range(const char *what, const void *memory, size_t size) {
    const char *wrong =
        arena_has((uint64_t)memory) ? memory_problem((uint64_t)memory, size, 0) : NULL;
    if (wrong)
        stop("%s of %zu bytes at %p: %s", what, size, memory, wrong);
}

hsa_status_t hsa_memory_copy(void *to, const void *from, size_t size) {
    NEED_INIT();
    NEED(to && from, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    if (size == 0)
        return HSA_STATUS_SUCCESS;
    check_range(__func__, to, size);
    check_range(__func__, from, size);
    note("copy %zu bytes from %p to %p at once", size, from, to);
    memmove(to, from, size);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_fill(void *memory, uint32_t value, size_t count) {
    NEED_INIT();
    NEED(memory && (uint64_t)memory % 4 == 0, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    if (count == 0)
        return HSA_STATUS_SUCCESS;
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    hsa_amd_pointer_info(memory, &info, NULL, NULL, NULL);
    uint64_t offset = (uint64_t)memory - (uint64_t)info.hostBaseAddress;
    NEED(info.type != HSA_EXT_POINTER_TYPE_UNKNOWN && count <= (info.sizeInBytes - offset) / 4,
         HSA_STATUS_ERROR_INVALID_ALLOCATION);
    note("fill %zu words at %p with %#" PRIx32, count, memory, value);
    for (size_t i = 0; i < count; i++)
        ((uint32_t *)memory)[i] = value;
    return HSA_STATUS_SUCCESS;
}
