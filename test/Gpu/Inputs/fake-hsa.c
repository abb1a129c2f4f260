// The part of ROCm's libhsa-runtime64.so.1 that our runtime calls. libomptarget needs more of it, and
// so sees no GPU.
//   FAKE_HSA_GPUS  "gfx90a:sramecc+:xnack- MI210,gfx1103 780M": instruction set and name
//   FAKE_HSA_INIT  what hsa_init returns, 0 if not set
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct handle {
    uint64_t handle; // 0: the CPU, else a GPU's number from 1; of an instruction set likewise
};

static int gpu_count;
static char isas[8][80], names[8][64];

int hsa_init(void)
{
    const char *at = getenv("FAKE_HSA_GPUS");
    for (gpu_count = 0; at && *at; gpu_count++) {
        if (sscanf(at, "%79[^ ] %63[^,]", isas[gpu_count], names[gpu_count]) != 2)
            abort();
        at += strcspn(at, ",");
        at += *at == ',';
    }
    const char *status = getenv("FAKE_HSA_INIT");
    return status ? atoi(status) : 0;
}

int hsa_status_string(int status, const char **text)
{
    (void)status;
    *text = "an error of the fake runtime";
    return 0;
}

int hsa_iterate_agents(int (*visit)(struct handle agent, void *data), void *data)
{
    int status = 0;
    for (int i = 0; i <= gpu_count && status == 0; i++)
        status = visit((struct handle){(uint64_t)i}, data);
    return status == 1 ? 0 : status;
}

int hsa_agent_get_info(struct handle agent, int attribute, void *value)
{
    switch (attribute) {
    case 17: // the kind of device
        *(uint32_t *)value = agent.handle != 0;
        return 0;
    case 0xA009: // a product's name, 64 bytes
        memset(value, 0, 64);
        strcpy(value, names[agent.handle - 1]);
        return 0;
    case 0xA011: // 21 bytes
        snprintf(value, 21, "GPU-%016x", (unsigned)agent.handle);
        return 0;
    }
    abort();
}

int hsa_agent_iterate_isas(struct handle agent, int (*visit)(struct handle isa, void *data), void *data)
{
    int status = visit(agent, data);
    return status == 1 ? 0 : status;
}

int hsa_isa_get_info_alt(struct handle isa, int attribute, void *value)
{
    char name[200];
    int length = snprintf(name, sizeof name, "amdgcn-amd-amdhsa--%s", isas[isa.handle - 1]);
    if (attribute == 0)
        *(uint32_t *)value = (uint32_t)length;
    else
        memcpy(value, name, (size_t)length); // no null byte
    return 0;
}
