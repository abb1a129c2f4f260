#include "agents.h"

#include <stdio.h>
#include <string.h>

static struct agent agents[MAX_AGENTS];
static unsigned agent_count;

// ---- Making them -------------------------------------------------------------------------------

static void make_pools(struct agent *agent) {
    static const struct pool of_cpu[POOLS_OF_AGENT] = {
        {NULL, "the CPU's fine-grained memory", HSA_AMD_SEGMENT_GLOBAL,
         HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED, 0},
        {NULL, "memory for kernel arguments", HSA_AMD_SEGMENT_GLOBAL,
         HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED |
             HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT,
         0},
        {NULL, "the CPU's coarse-grained memory", HSA_AMD_SEGMENT_GLOBAL,
         HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED, 0},
    };
    static const struct pool of_gpu[POOLS_OF_AGENT] = {
        {NULL, "a GPU's memory", HSA_AMD_SEGMENT_GLOBAL,
         HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED, 0},
        {NULL, "a GPU's extended fine-grained memory", HSA_AMD_SEGMENT_GLOBAL,
         HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_EXTENDED_SCOPE_FINE_GRAINED, 0},
        {NULL, "a GPU's LDS", HSA_AMD_SEGMENT_GROUP, 0, 0},
    };
    for (unsigned i = 0; i < POOLS_OF_AGENT; i++) {
        struct pool *pool = &agent->pools[i];
        *pool = is_gpu(agent) ? of_gpu[i] : of_cpu[i];
        pool->agent = agent;
        pool->size = !is_gpu(agent)                           ? (uint64_t)64 << 30
                     : pool->segment == HSA_AMD_SEGMENT_GROUP ? agent->processor->shared
                                                              : agent->processor->memory;
    }
}

static void add_isa(struct agent *agent, const char *processor, uint8_t mach) {
    struct isa *isa = &agent->isas[agent->isa_count++];
    isa->mach = mach;
    snprintf(isa->name, sizeof isa->name, "amdgcn-amd-amdhsa--%s%s", processor,
             agent->target + strcspn(agent->target, ":"));
}

// "gfx90a", or "gfx90a:sramecc-:xnack+", whose features are in this order.
static void add_gpu(const char *text) {
    if (agent_count == MAX_AGENTS)
        stop("EMULATE_AMD has more than %d GPUs", MAX_GPUS);
    struct agent *agent = &agents[agent_count];
    char name[20];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    agent->number = agent_count++;
    agent->processor = processor_find(name);
    if (!agent->processor)
        stop("EMULATE_AMD: there is no '%s' here", text);
    const char *features = text + strcspn(text, ":");
    agent->sramecc = agent->processor->has_features && !strstr(features, ":sramecc-");
    agent->xnack = agent->processor->has_features && strstr(features, ":xnack+");
    snprintf(agent->target, sizeof agent->target, "%s", name);
    if (agent->processor->has_features)
        snprintf(agent->target, sizeof agent->target, "%s:sramecc%c:xnack%c", name,
                 agent->sramecc ? '+' : '-', agent->xnack ? '+' : '-');
    add_isa(agent, name, agent->processor->mach);
    if (agent->processor->generic)
        add_isa(agent, agent->processor->generic, agent->processor->generic_mach);
    make_pools(agent);
}

void agents_make(void) {
    if (agent_count)
        return;
    agent_count = 1;
    make_pools(&agents[0]);
    const char *at = settings()->gpus;
    while (*at) {
        char text[60];
        size_t length = strcspn(at, ",");
        snprintf(text, sizeof text, "%.*s", (int)length, at);
        add_gpu(text);
        at += length + (at[length] == ',');
    }
}

// ---- Finding them ------------------------------------------------------------------------------

struct agent *agent_of(hsa_agent_t handle) {
    for (unsigned i = 0; i < agent_count; i++)
        if (handle.handle == (uint64_t)&agents[i])
            return &agents[i];
    return NULL;
}

hsa_agent_t agent_handle(const struct agent *agent) {
    return (hsa_agent_t){(uint64_t)agent};
}

struct agent *agent_numbered(unsigned number) {
    return number < agent_count ? &agents[number] : NULL;
}

const char *agent_name(const struct agent *agent) {
    static const char *const names[MAX_AGENTS] = {
        "the CPU", "GPU 0", "GPU 1", "GPU 2", "GPU 3", "GPU 4", "GPU 5", "GPU 6", "GPU 7",
    };
    return names[agent->number];
}

bool agents_mask(const hsa_agent_t *handles, uint32_t count, uint32_t *mask) {
    *mask = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct agent *agent = agent_of(handles[i]);
        if (!agent)
            return false;
        *mask |= agent_bit(agent);
    }
    return true;
}

hsa_status_t hsa_iterate_agents(hsa_status_t (*visit)(hsa_agent_t agent, void *data), void *data) {
    NEED_INIT();
    NEED(visit, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    for (unsigned i = 0; i < agent_count; i++) {
        hsa_status_t status = visit(agent_handle(&agents[i]), data);
        if (status != HSA_STATUS_SUCCESS)
            return status;
    }
    return HSA_STATUS_SUCCESS;
}

// ---- What they say of themselves ---------------------------------------------------------------

static void put_name(void *value, const char *name) {
    memset(value, 0, 64);
    memcpy(value, name, strlen(name));
}

// The attributes that are numbers of 32 bits.
static bool find_number(const struct agent *agent, hsa_agent_info_t attribute, uint32_t *value) {
    static const struct processor cpu = {.units = 2, .chip = 0, .clock = 2000, .cache_line = 64};
    const struct processor *p = agent->processor ? agent->processor : &cpu;
    bool gpu = is_gpu(agent);
    uint32_t units = gpu && settings()->units ? settings()->units : p->units;
    const struct {
        hsa_agent_info_t attribute;
        uint32_t value;
    } numbers[] = {
        {HSA_AGENT_INFO_FEATURE, gpu ? HSA_AGENT_FEATURE_KERNEL_DISPATCH : 0},
        {HSA_AGENT_INFO_MACHINE_MODEL, HSA_MACHINE_MODEL_LARGE},
        {HSA_AGENT_INFO_PROFILE, gpu ? HSA_PROFILE_BASE : HSA_PROFILE_FULL},
        {HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR},
        {HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES,
         HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR},
        {HSA_AGENT_INFO_WAVEFRONT_SIZE, p->wave},
        {HSA_AGENT_INFO_WORKGROUP_MAX_SIZE, gpu ? 1024 : 0},
        {HSA_AGENT_INFO_GRID_MAX_SIZE, gpu ? UINT32_MAX : 0},
        {HSA_AGENT_INFO_FBARRIER_MAX_SIZE, gpu ? 32 : 0},
        {HSA_AGENT_INFO_QUEUES_MAX, gpu ? 128 : 0},
        {HSA_AGENT_INFO_QUEUE_MIN_SIZE, gpu ? 64 : 0},
        {HSA_AGENT_INFO_QUEUE_MAX_SIZE, gpu ? 131072 : 0},
        {HSA_AGENT_INFO_QUEUE_TYPE, HSA_QUEUE_TYPE_MULTI},
        {HSA_AGENT_INFO_NODE, agent->number},
        {HSA_AGENT_INFO_DEVICE, gpu ? HSA_DEVICE_TYPE_GPU : HSA_DEVICE_TYPE_CPU},
        {HSA_AMD_AGENT_INFO_CHIP_ID, p->chip},
        {HSA_AMD_AGENT_INFO_CACHELINE_SIZE, p->cache_line},
        {HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT, units},
        {HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT, units},
        {HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY, p->clock},
        {HSA_AMD_AGENT_INFO_DRIVER_NODE_ID, agent->number},
        {HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS, gpu ? 4 : 1},
        {HSA_AMD_AGENT_INFO_BDFID, gpu ? 0x300 * agent->number : 0},
        {HSA_AMD_AGENT_INFO_MEMORY_WIDTH, p->memory_width},
        {HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY, p->memory_clock},
        {HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU, (uint32_t)p->simds * p->waves},
        {HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU, p->simds},
        {HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES, p->engines},
        {HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE, p->arrays},
        {HSA_AMD_AGENT_INFO_DOMAIN, 0},
        {HSA_AMD_AGENT_INFO_ASIC_REVISION, 0},
        {HSA_AMD_AGENT_INFO_IOMMU_SUPPORT, 0},
        {HSA_AMD_AGENT_INFO_NUM_XCC, p->parts},
        {HSA_AMD_AGENT_INFO_DRIVER_UID, agent->number},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].attribute == attribute) {
            *value = numbers[i].value;
            return true;
        }
    return false;
}

hsa_status_t hsa_agent_get_info(hsa_agent_t handle, hsa_agent_info_t attribute, void *value) {
    NEED_INIT();
    NEED_POINTER(value);
    const struct agent *agent = agent_of(handle);
    NEED(agent, HSA_STATUS_ERROR_INVALID_AGENT);
    const struct processor *processor = agent->processor;
    uint32_t number;
    if (find_number(agent, attribute, &number)) {
        memcpy(value, &number, sizeof number);
        return HSA_STATUS_SUCCESS;
    }
    switch (attribute) {
    case HSA_AGENT_INFO_NAME:
        put_name(value, processor ? processor->name : "a CPU");
        break;
    case HSA_AGENT_INFO_VENDOR_NAME:
        put_name(value, processor ? "AMD" : "CPU");
        break;
    case HSA_AMD_AGENT_INFO_PRODUCT_NAME:
        put_name(value, processor ? processor->product : "a CPU");
        break;
    case HSA_AMD_AGENT_INFO_UUID:
        if (processor)
            snprintf(value, 21, "GPU-e0e0%04x%08x", processor->chip, agent->number);
        else
            strcpy(value, "CPU-XX");
        break;
    case HSA_AGENT_INFO_WORKGROUP_MAX_DIM:
        for (int d = 0; d < 3; d++)
            ((uint16_t *)value)[d] = processor ? 1024 : 0;
        break;
    case HSA_AGENT_INFO_GRID_MAX_DIM:
        memset(value, processor ? 0xFF : 0, sizeof(hsa_dim3_t));
        break;
    case HSA_AGENT_INFO_CACHE_SIZE:
        memset(value, 0, sizeof(uint32_t[4]));
        if (processor)
            memcpy(value, processor->caches, sizeof processor->caches);
        break;
    case HSA_AGENT_INFO_ISA:
        ((hsa_isa_t *)value)->handle = processor ? (uint64_t)&agent->isas[0] : 0;
        break;
    case HSA_AGENT_INFO_EXTENSIONS:
        memset(value, 0, 128);
        break;
    case HSA_AGENT_INFO_VERSION_MAJOR:
    case HSA_AGENT_INFO_VERSION_MINOR:
        *(uint16_t *)value = 1;
        break;
    case HSA_AGENT_INFO_FAST_F16_OPERATION:
        *(bool *)value = is_gpu(agent);
        break;
    case HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES:
    case HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS:
        *(bool *)value = false;
        break;
    case HSA_AMD_AGENT_INFO_MEMORY_AVAIL:
        *(uint64_t *)value = agent->pools[0].size - agent->used;
        break;
    case HSA_AMD_AGENT_INFO_TIMESTAMP_FREQUENCY:
        *(uint64_t *)value = processor ? 100000000 : 1000000000;
        break;
    case HSA_AMD_AGENT_INFO_NEAREST_CPU:
        *(hsa_agent_t *)value = processor ? agent_handle(&agents[0]) : (hsa_agent_t){0};
        break;
    case HSA_AMD_AGENT_INFO_MEMORY_PROPERTIES:
        memset(value, 0, 8);
        break;
    default:
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    return HSA_STATUS_SUCCESS;
}

// ---- Instruction sets --------------------------------------------------------------------------

hsa_status_t hsa_agent_iterate_isas(hsa_agent_t handle,
                                    hsa_status_t (*visit)(hsa_isa_t isa, void *data), void *data) {
    NEED_INIT();
    NEED(visit, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    const struct agent *agent = agent_of(handle);
    NEED(agent, HSA_STATUS_ERROR_INVALID_AGENT);
    for (unsigned i = 0; i < agent->isa_count; i++) {
        hsa_status_t status = visit((hsa_isa_t){(uint64_t)&agent->isas[i]}, data);
        if (status != HSA_STATUS_SUCCESS)
            return status;
    }
    return HSA_STATUS_SUCCESS;
}

static const struct isa *isa_of(hsa_isa_t handle) {
    for (unsigned i = 0; i < agent_count; i++)
        for (unsigned n = 0; n < agents[i].isa_count; n++)
            if (handle.handle == (uint64_t)&agents[i].isas[n])
                return &agents[i].isas[n];
    return NULL;
}

hsa_status_t hsa_isa_get_info_alt(hsa_isa_t handle, hsa_isa_info_t attribute, void *value) {
    NEED_INIT();
    NEED_POINTER(value);
    const struct isa *isa = isa_of(handle);
    NEED(isa, HSA_STATUS_ERROR_INVALID_ISA);
    size_t size = strlen(isa->name) + 1;
    switch (attribute) {
    case HSA_ISA_INFO_NAME_LENGTH:
        *(uint32_t *)value = (uint32_t)size;
        return HSA_STATUS_SUCCESS;
    case HSA_ISA_INFO_NAME:
        memcpy(value, isa->name, size);
        return HSA_STATUS_SUCCESS;
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

// ---- Pools -------------------------------------------------------------------------------------

struct pool *pool_of(hsa_amd_memory_pool_t handle) {
    for (unsigned i = 0; i < agent_count; i++)
        for (unsigned n = 0; n < POOLS_OF_AGENT; n++)
            if (handle.handle == (uint64_t)&agents[i].pools[n])
                return &agents[i].pools[n];
    return NULL;
}

hsa_status_t hsa_amd_agent_iterate_memory_pools(
    hsa_agent_t handle, hsa_status_t (*visit)(hsa_amd_memory_pool_t pool, void *data), void *data) {
    NEED_INIT();
    NEED(visit, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    const struct agent *agent = agent_of(handle);
    NEED(agent, HSA_STATUS_ERROR_INVALID_AGENT);
    for (unsigned i = 0; i < POOLS_OF_AGENT; i++) {
        hsa_status_t status = visit((hsa_amd_memory_pool_t){(uint64_t)&agent->pools[i]}, data);
        if (status != HSA_STATUS_SUCCESS)
            return status;
    }
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_pool_get_info(hsa_amd_memory_pool_t handle,
                                          hsa_amd_memory_pool_info_t attribute, void *value) {
    NEED_INIT();
    NEED_POINTER(value);
    const struct pool *pool = pool_of(handle);
    NEED(pool, HSA_STATUS_ERROR_INVALID_MEMORY_POOL);
    bool is_global = pool->segment == HSA_AMD_SEGMENT_GLOBAL;
    switch (attribute) {
    case HSA_AMD_MEMORY_POOL_INFO_SEGMENT:
        *(hsa_amd_segment_t *)value = pool->segment;
        break;
    case HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS:
        *(uint32_t *)value = pool->flags;
        break;
    case HSA_AMD_MEMORY_POOL_INFO_SIZE:
        *(size_t *)value = pool->size;
        break;
    case HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE:
        *(size_t *)value = is_global ? pool->size : 0;
        break;
    case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED:
        *(bool *)value = is_global;
        break;
    case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_GRANULE:
    case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT:
    case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_REC_GRANULE:
        *(size_t *)value = is_global ? 4096 : 0;
        break;
    case HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL:
        *(bool *)value = !is_gpu(pool->agent);
        break;
    case HSA_AMD_MEMORY_POOL_INFO_LOCATION:
        NEED(is_global, HSA_STATUS_ERROR_INVALID_ARGUMENT);
        *(uint32_t *)value = is_gpu(pool->agent);
        break;
    default:
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    return HSA_STATUS_SUCCESS;
}

static hsa_amd_memory_pool_access_t access_to(const struct pool *pool, const struct agent *agent) {
    if (agent == pool->agent)
        return HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT;
    return pool->segment == HSA_AMD_SEGMENT_GLOBAL
               ? HSA_AMD_MEMORY_POOL_ACCESS_DISALLOWED_BY_DEFAULT
               : HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED;
}

hsa_status_t hsa_amd_agent_memory_pool_get_info(hsa_agent_t agent_handle,
                                                hsa_amd_memory_pool_t pool_handle,
                                                hsa_amd_agent_memory_pool_info_t attribute,
                                                void *value) {
    NEED_INIT();
    NEED_POINTER(value);
    const struct agent *agent = agent_of(agent_handle);
    NEED(agent, HSA_STATUS_ERROR_INVALID_AGENT);
    const struct pool *pool = pool_of(pool_handle);
    NEED(pool, HSA_STATUS_ERROR_INVALID_MEMORY_POOL);
    hsa_amd_memory_pool_access_t access = access_to(pool, agent);
    switch (attribute) {
    case HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS:
        *(hsa_amd_memory_pool_access_t *)value = access;
        return HSA_STATUS_SUCCESS;
    case HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS:
        *(uint32_t *)value =
            agent != pool->agent && access != HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED;
        return HSA_STATUS_SUCCESS;
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
