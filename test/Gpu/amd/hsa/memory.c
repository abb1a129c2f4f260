#include "memory.h"

#include "../machine/machine.h"
#include "arena.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Memory of the host's that was locked, the last one first. It has a lock of its own, because
// machines ask for it.
struct locked {
    uint64_t base, size;
    uint32_t agents;
    struct locked *next;
};
static struct locked *all_locked;
static pthread_mutex_t locked_lock = PTHREAD_MUTEX_INITIALIZER;

// The locked memory that `size` bytes are in, accessible by agents; else some that the address is
// in. Memory can be locked several times. False: the address is in none.
static bool find_locked(uint64_t address, uint64_t size, uint32_t agents, struct locked *found) {
    bool is_found = false;
    pthread_mutex_lock(&locked_lock);
    for (const struct locked *at = all_locked; at; at = at->next) {
        uint64_t offset = address - at->base;
        bool has_all =
            offset < at->size && size <= at->size - offset && (at->agents & agents) == agents;
        if (offset < at->size && (has_all || !is_found)) {
            *found = *at;
            is_found = true;
        }
        if (has_all)
            break;
    }
    pthread_mutex_unlock(&locked_lock);
    return is_found;
}

// ---- Who may access what -----------------------------------------------------------------------

static _Thread_local char problem[300];

// What is wrong with bytes of the arena's.
static const char *arena_problem(uint64_t address, uint64_t size, uint32_t agents) {
    const struct allocation *found = arena_find(address);
    if (!found) {
        snprintf(problem, sizeof problem, "no memory is there");
        return problem;
    }
    uint64_t offset = address - found->base;
    bool begins_inside = offset < found->size, is_live = found->is_live;
    if (begins_inside && is_live && size <= found->size - offset) {
        if ((found->agents & agents) == agents)
            return NULL;
        snprintf(problem, sizeof problem,
                 "it is %s, which was not made accessible (hsa_amd_agents_allow_access)",
                 found->pool->name);
        return problem;
    }
    snprintf(problem, sizeof problem, "%s %s%#" PRIx64 " with %" PRIu64 " bytes%s",
             begins_inside && is_live ? "it ends behind"
             : begins_inside          ? "it was in"
                                      : "it is behind",
             "the allocation at ", found->base, found->size, is_live ? "" : ", which was freed");
    return problem;
}

const char *memory_problem(uint64_t address, uint64_t size, uint32_t agents) {
    if (size == 0)
        return NULL;
    if (arena_has(address))
        return arena_problem(address, size, agents);
    struct locked locked;
    if (!find_locked(address, size, agents, &locked)) {
        snprintf(problem, sizeof problem, "it is memory of the host's that is not locked");
        return problem;
    }
    if (size > locked.size - (address - locked.base)) {
        snprintf(problem, sizeof problem,
                 "it ends behind the %" PRIu64 " locked bytes at %#" PRIx64, locked.size,
                 locked.base);
        return problem;
    }
    if ((locked.agents & agents) != agents) {
        snprintf(problem, sizeof problem, "it was locked for another agent");
        return problem;
    }
    return NULL;
}

struct memory_span memory_span_at(uint64_t address, const struct agent *gpu) {
    if (arena_has(address)) {
        const struct allocation *found = arena_find(address);
        if (!found)
            return (struct memory_span){0};
        bool is_live = found->is_live;
        return (struct memory_span){.base = found->base,
                                    .size = found->size,
                                    .is_freed = !is_live,
                                    .is_readable = is_live && (found->agents & agent_bit(gpu))};
    }
    struct locked locked;
    if (!find_locked(address, 1, agent_bit(gpu), &locked))
        return (struct memory_span){0};
    return (struct memory_span){.base = locked.base,
                                .size = locked.size,
                                .is_readable = (locked.agents & agent_bit(gpu)) != 0};
}

// ---- Allocating --------------------------------------------------------------------------------

hsa_status_t hsa_amd_memory_pool_allocate(hsa_amd_memory_pool_t handle, size_t size, uint32_t flags,
                                          void **memory) {
    enum { KNOWN_FLAGS = 7 };
    NEED_INIT();
    NEED_POINTER(memory);
    NEED(size != 0 && (flags & ~(uint32_t)KNOWN_FLAGS) == 0, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    const struct pool *pool = pool_of(handle);
    NEED(pool, HSA_STATUS_ERROR_INVALID_MEMORY_POOL);
    NEED(pool->segment == HSA_AMD_SEGMENT_GLOBAL && size <= pool->size,
         HSA_STATUS_ERROR_INVALID_ALLOCATION);
    lock_hsa();
    hsa_status_t status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    if (size <= pool->size - pool->agent->used) {
        const struct allocation *allocation = arena_allocate(size, pool, false);
        *memory = (void *)allocation->base;
        note("allocate %zu bytes of %s (%s): %p", size, pool->name, agent_name(pool->agent),
             *memory);
        status = HSA_STATUS_SUCCESS;
    }
    unlock_hsa();
    return status;
}

// The live allocation that begins at an address, or NULL.
static struct allocation *allocation_at(const void *memory) {
    uint64_t address = (uint64_t)memory;
    struct allocation *found = arena_has(address) ? arena_find(address) : NULL;
    return found && found->is_live && found->base == address && !found->is_own ? found : NULL;
}

hsa_status_t hsa_amd_memory_pool_free(void *memory) {
    NEED_INIT();
    if (!memory)
        return HSA_STATUS_SUCCESS;
    lock_hsa();
    struct allocation *allocation = allocation_at(memory);
    note("free %p%s", memory, allocation ? "" : ": it is not allocated");
    if (allocation)
        arena_free(allocation);
    unlock_hsa();
    return allocation ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ALLOCATION;
}

// Then the listed agents and the owner have access, no others.
hsa_status_t hsa_amd_agents_allow_access(uint32_t count, const hsa_agent_t *agents,
                                         const uint32_t *flags, const void *memory) {
    NEED_INIT();
    NEED(count != 0 && agents && !flags && memory, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    uint32_t mask;
    NEED(agents_mask(agents, count, &mask), HSA_STATUS_ERROR_INVALID_AGENT);
    lock_hsa();
    struct allocation *allocation = allocation_at(memory);
    if (allocation) {
        allocation->agents = mask | agent_bit(allocation->pool->agent);
        note("allow access to %p: agents %#x", memory, allocation->agents);
    }
    unlock_hsa();
    return allocation ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ALLOCATION;
}

// ---- Locking -----------------------------------------------------------------------------------

// Whether all pages of a range of the host's exist.
static bool is_mapped(uint64_t address, uint64_t size) {
    enum { PAGE = 4096, AT_ONCE = 1024 };
    unsigned char resident[AT_ONCE];
    uint64_t end = address + size;
    if (end < address)
        return false;
    for (uint64_t at = address & ~(uint64_t)(PAGE - 1); at < end; at += PAGE * AT_ONCE) {
        uint64_t length = end - at < PAGE * AT_ONCE ? end - at : PAGE * AT_ONCE;
        if (mincore((void *)at, length, resident) != 0)
            return false;
    }
    return true;
}

hsa_status_t hsa_amd_memory_lock(void *memory, size_t size, hsa_agent_t *agents, int count,
                                 void **of_agent) {
    NEED_INIT();
    NEED(size != 0 && memory && of_agent, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    *of_agent = NULL;
    NEED((agents != NULL) == (count != 0) && count >= 0, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    uint32_t mask = UINT32_MAX;
    NEED(count == 0 || agents_mask(agents, (uint32_t)count, &mask), HSA_STATUS_ERROR_INVALID_AGENT);
    NEED(!arena_has((uint64_t)memory), HSA_STATUS_ERROR);
    NEED(is_mapped((uint64_t)memory, size), HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    struct locked *locked = own(malloc(sizeof *locked));
    *locked = (struct locked){(uint64_t)memory, size, mask, NULL};
    pthread_mutex_lock(&locked_lock);
    locked->next = all_locked;
    all_locked = locked;
    pthread_mutex_unlock(&locked_lock);
    note("lock %zu bytes at %p", size, memory);
    *of_agent = memory;
    return HSA_STATUS_SUCCESS;
}

// The real runtime succeeds in any case.
hsa_status_t hsa_amd_memory_unlock(void *memory) {
    NEED_INIT();
    pthread_mutex_lock(&locked_lock);
    struct locked **at = &all_locked, *locked;
    while (*at && (*at)->base != (uint64_t)memory)
        at = &(*at)->next;
    locked = *at;
    if (locked)
        *at = locked->next;
    pthread_mutex_unlock(&locked_lock);
    if (!locked)
        stop("hsa_amd_memory_unlock: %p was not locked", memory);
    note("unlock %" PRIu64 " bytes at %p", locked->size, memory);
    free(locked);
    return HSA_STATUS_SUCCESS;
}

// ---- What an address is ------------------------------------------------------------------------

static void describe(const void *address, hsa_amd_pointer_info_t *info, uint32_t *agents) {
    struct locked locked;
    if (arena_has((uint64_t)address)) {
        const struct allocation *found = arena_find((uint64_t)address);
        if (!found || !found->is_live || (uint64_t)address - found->base >= found->size)
            return;
        info->type = HSA_EXT_POINTER_TYPE_HSA;
        info->agentBaseAddress = info->hostBaseAddress = (void *)found->base;
        info->sizeInBytes = found->size;
        info->agentOwner = agent_handle(found->pool->agent);
        info->global_flags = found->pool->flags;
        *agents = found->agents;
    } else if (find_locked((uint64_t)address, 1, 0, &locked)) {
        info->type = HSA_EXT_POINTER_TYPE_LOCKED;
        info->agentBaseAddress = info->hostBaseAddress = (void *)locked.base;
        info->sizeInBytes = locked.size;
        info->agentOwner = agent_handle(agent_numbered(0));
        info->global_flags = HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED;
        *agents = locked.agents;
    }
}

// The agents of a mask, but for the CPU, in an array that the caller allocates.
static hsa_status_t list_agents(uint32_t mask, void *(*allocate)(size_t), uint32_t *count,
                                hsa_agent_t **list) {
    hsa_agent_t agents[MAX_AGENTS];
    *count = 0;
    for (unsigned i = 1; i < MAX_AGENTS; i++)
        if (agent_numbered(i) && (mask >> i & 1))
            agents[(*count)++] = agent_handle(agent_numbered(i));
    *list = allocate(sizeof **list * (*count ? *count : 1));
    NEED(*list, HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    memcpy(*list, agents, sizeof *agents * *count);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_pointer_info(const void *address, hsa_amd_pointer_info_t *info,
                                  void *(*allocate)(size_t), uint32_t *count,
                                  hsa_agent_t **agents) {
    NEED_INIT();
    NEED_POINTER(address);
    NEED(info && info->size != 0, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    hsa_amd_pointer_info_t found = {.type = HSA_EXT_POINTER_TYPE_UNKNOWN};
    uint32_t mask = 0;
    found.size = info->size < sizeof found ? info->size : (uint32_t)sizeof found;
    lock_hsa();
    describe(address, &found, &mask);
    unlock_hsa();
    memcpy(info, &found, found.size);
    if (found.type != HSA_EXT_POINTER_TYPE_UNKNOWN && allocate && count && agents)
        return list_agents(mask, allocate, count, agents);
    return HSA_STATUS_SUCCESS;
}
