// hsa.c - AMD's GPUs, by ROCm's HSA runtime (libhsa-runtime64.so.1).
//
// Signatures and numbers are those of the HSA Runtime Programmer's Reference Manual 1.2, and of
// ROCm's hsa_ext_amd.h.
#include "runtime/devices/hsa.h"

#include "runtime/devices/driver.h"
#include "runtime/symbols.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    SUCCESS = 0,
    INFO_BREAK = 1, // ends an iteration
    AGENT_INFO_NAME = 0,
    AGENT_INFO_DEVICE = 17,
    AGENT_INFO_COMPUTE_UNIT_COUNT = 0xA002,
    AGENT_INFO_PRODUCT_NAME = 0xA009,
    AGENT_INFO_UUID = 0xA011, // "GPU-0123456789abcdef", 21 bytes
    DEVICE_TYPE_GPU = 1,
    ISA_INFO_NAME_LENGTH = 0,
    ISA_INFO_NAME = 1,
};

struct agent {
    uint64_t handle;
};
struct isa {
    uint64_t handle;
};

struct hsa {
    int (*hsa_init)(void);
    int (*hsa_status_string)(int status, const char **text);
    int (*hsa_iterate_agents)(int (*visit)(struct agent agent, void *data), void *data);
    int (*hsa_agent_get_info)(struct agent agent, int attribute, void *value);
    int (*hsa_agent_iterate_isas)(struct agent agent, int (*visit)(struct isa isa, void *data),
                                  void *data);
    int (*hsa_isa_get_info_alt)(struct isa isa, int attribute, void *value);
};
static struct hsa hsa;

#define FUNCTION(name) {#name, offsetof(struct hsa, name)}
static const struct symbol functions[] = {
    FUNCTION(hsa_init),           FUNCTION(hsa_status_string),      FUNCTION(hsa_iterate_agents),
    FUNCTION(hsa_agent_get_info), FUNCTION(hsa_agent_iterate_isas), FUNCTION(hsa_isa_get_info_alt),
};

static bool load_hsa(struct gpus *gpus) {
    static const char *const names[] = {"libhsa-runtime64.so.1", "libhsa-runtime64.so"};
    return __offloadcc_load_driver(gpus, "ROCm's runtime", names, functions,
                                   sizeof functions / sizeof *functions, &hsa);
}

// The processor and its features, "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-" after the "--". The
// first instruction set is the GPU's own; those after it are of generic processors.
static int read_isa(struct isa isa, void *data) {
    struct gpu *gpu = data;
    char name[256];
    uint32_t length;
    if (hsa.hsa_isa_get_info_alt(isa, ISA_INFO_NAME_LENGTH, &length) != SUCCESS ||
        length >= sizeof name || hsa.hsa_isa_get_info_alt(isa, ISA_INFO_NAME, name) != SUCCESS)
        return INFO_BREAK;
    name[length] = '\0';
    const char *processor = strstr(name, "--");
    snprintf(gpu->arch, sizeof gpu->arch, "%s", processor ? processor + 2 : name);
    return INFO_BREAK;
}

static int read_agent(struct agent agent, void *data) {
    struct gpus *gpus = data;
    uint32_t type;
    if (hsa.hsa_agent_get_info(agent, AGENT_INFO_DEVICE, &type) != SUCCESS ||
        type != DEVICE_TYPE_GPU || gpus->count == MAX_GPUS)
        return SUCCESS;
    struct gpu *gpu = &gpus->items[gpus->count];
    gpu->maker = &__offloadcc_amd;
    gpu->number = gpus->count;
    if (hsa.hsa_agent_get_info(agent, AGENT_INFO_PRODUCT_NAME, gpu->name) != SUCCESS ||
        !gpu->name[0])
        hsa.hsa_agent_get_info(agent, AGENT_INFO_NAME, gpu->name);
    gpu->name[sizeof gpu->name - 1] = '\0';
    hsa.hsa_agent_get_info(agent, AGENT_INFO_UUID, gpu->uuid);
    hsa.hsa_agent_iterate_isas(agent, read_isa, gpu);
    gpus->count++;
    return SUCCESS;
}

// libomptarget initialises the runtime again, which counts, and nobody ends our use of it: the next
// to begin would start all over.
void __offloadcc_hsa_find(struct gpus *gpus) {
    if (!load_hsa(gpus))
        return;
    int status = hsa.hsa_init();
    if (status != SUCCESS) {
        // Without the kernel's driver, hsa_init says "out of resources".
        const char *text = NULL;
        hsa.hsa_status_string(status, &text);
        if (access("/dev/kfd", F_OK) != 0)
            snprintf(gpus->problem, sizeof gpus->problem,
                     "AMD's kernel driver is not loaded (there is no /dev/kfd)");
        else
            snprintf(gpus->problem, sizeof gpus->problem, "hsa_init of ROCm failed: %s",
                     text ? text : "unknown error");
        return;
    }
    hsa.hsa_iterate_agents(read_agent, gpus);
    if (!gpus->count)
        snprintf(gpus->problem, sizeof gpus->problem, "ROCm's runtime has no GPU");
}

// A GPU, by its number among the agents that are GPUs, and what is found of it.
struct units {
    int left; // GPUs before it
    uint32_t count;
};

static int read_units(struct agent agent, void *data) {
    struct units *units = data;
    uint32_t type;
    if (hsa.hsa_agent_get_info(agent, AGENT_INFO_DEVICE, &type) != SUCCESS ||
        type != DEVICE_TYPE_GPU || units->left-- > 0)
        return SUCCESS;
    if (hsa.hsa_agent_get_info(agent, AGENT_INFO_COMPUTE_UNIT_COUNT, &units->count) != SUCCESS)
        units->count = 0;
    return INFO_BREAK;
}

unsigned int __offloadcc_hsa_compute_units(const struct gpu *gpu) {
    struct units units = {gpu->number, 0};
    hsa.hsa_iterate_agents(read_units, &units);
    return units.count;
}
