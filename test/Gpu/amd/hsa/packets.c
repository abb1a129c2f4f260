#include "packets.h"

#include "memory.h"

#include <inttypes.h>
#include <stdio.h>

static hsa_status_t check_sizes(const hsa_kernel_dispatch_packet_t *p, char *why) {
    const uint64_t group[3] = {p->workgroup_size_x, p->workgroup_size_y, p->workgroup_size_z};
    const uint64_t grid[3] = {p->grid_size_x, p->grid_size_y, p->grid_size_z};
    enum { MOST_IN_GROUP = 1024 };
    unsigned dimensions = p->setup & 3;
    if (p->setup > 3)
        return refuse(why, HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, "setup is %#x", p->setup);
    if (dimensions == 0)
        return refuse(why, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, "it has no dimensions");
    for (unsigned d = 0; d < 3; d++) {
        if (grid[d] == 0 || group[d] == 0)
            return refuse(why, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
                          "there are no threads in dimension %u", d);
        if (d >= dimensions && (grid[d] != 1 || group[d] != 1))
            return refuse(why, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
                          "it has %u dimensions, but a size in dimension %u", dimensions, d);
        if (group[d] > MOST_IN_GROUP)
            return refuse(why, HSA_STATUS_ERROR_INVALID_ARGUMENT,
                          "a work-group has %" PRIu64 " threads in dimension %u", group[d], d);
    }
    if (group[0] * group[1] * group[2] > MOST_IN_GROUP)
        return refuse(why, HSA_STATUS_ERROR_INVALID_ARGUMENT,
                      "a work-group has %" PRIu64 " threads", group[0] * group[1] * group[2]);
    if (grid[0] * grid[1] > UINT32_MAX || grid[0] * grid[1] * grid[2] > UINT32_MAX)
        return refuse(why, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
                      "a grid of %" PRIu64 " x %" PRIu64 " x %" PRIu64
                      " threads has more than 2^32 - 1",
                      grid[0], grid[1], grid[2]);
    return HSA_STATUS_SUCCESS;
}

// All waves of a work-group are in a compute unit (from gfx10 on, in a pair of them, if the kernel
// was compiled for that) at the same time, and so are their registers.
static hsa_status_t check_registers(const hsa_kernel_dispatch_packet_t *p,
                                    const struct kernel *kernel, char *why) {
    const struct processor *processor = kernel->gpu->processor;
    const struct kernel_descriptor *kd = &kernel->descriptor;
    enum { PAIR_MODE = 1 << 29 }; // compute_pgm_rsrc1
    bool is_gfx9 = processor->wave == 64;
    unsigned lanes = is_gfx9 || !(kd->kernel_code_properties & USES_WAVES_OF_32) ? 64 : 32;
    unsigned granule = is_gfx9 || lanes == 32 ? 8 : 4;
    unsigned registers = ((kd->compute_pgm_rsrc1 & 0x3F) + 1) * granule;
    unsigned of_simd = is_gfx9 ? 512 : lanes == 32 ? 1536 : 768;
    unsigned simds =
        !is_gfx9 && (kd->compute_pgm_rsrc1 & PAIR_MODE) ? 2u * processor->simds : processor->simds;
    unsigned waves =
        of_simd / registers < processor->waves ? of_simd / registers : processor->waves;
    unsigned threads = (unsigned)p->workgroup_size_x * p->workgroup_size_y * p->workgroup_size_z;
    if ((threads + lanes - 1) / lanes > waves * simds)
        return refuse(why, HSA_STATUS_ERROR_INVALID_ISA,
                      "the registers of a work-group of %u threads, %u for each, are more than the "
                      "GPU has",
                      threads, registers);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t check_memory(const hsa_kernel_dispatch_packet_t *p, const struct kernel *kernel,
                                 const char *place, char *why) {
    enum { MOST_PRIVATE = 262128 };
    const struct kernel_descriptor *kd = &kernel->descriptor;
    uint64_t arguments = (uint64_t)p->kernarg_address;
    if (p->group_segment_size > kernel->gpu->processor->shared)
        return refuse(why, HSA_STATUS_ERROR_INVALID_ALLOCATION,
                      "a work-group needs %" PRIu32 " bytes of LDS", p->group_segment_size);
    if (p->private_segment_size > MOST_PRIVATE)
        return refuse(why, HSA_STATUS_ERROR_OUT_OF_RESOURCES,
                      "a thread needs %" PRIu32 " bytes of private memory",
                      p->private_segment_size);
    if (p->group_segment_size < kd->group_segment_fixed_size)
        stop("%s: kernel '%s' needs %" PRIu32 " bytes of LDS, and is given %" PRIu32, place,
             kernel->name, kd->group_segment_fixed_size, p->group_segment_size);
    if (p->private_segment_size < kd->private_segment_fixed_size)
        stop("%s: kernel '%s' needs %" PRIu32 " bytes of private memory, and is given %" PRIu32,
             place, kernel->name, kd->private_segment_fixed_size, p->private_segment_size);
    if (!kd->kernarg_size)
        return HSA_STATUS_SUCCESS;
    if (arguments % 16 != 0)
        stop("%s: the arguments of kernel '%s', at %p, are not aligned to 16 bytes", place,
             kernel->name, p->kernarg_address);
    const char *problem = memory_problem(arguments, kd->kernarg_size, agent_bit(kernel->gpu));
    if (problem)
        stop("%s: the GPU cannot read the %" PRIu32 " bytes of arguments of kernel '%s' at %p: %s",
             place, kd->kernarg_size, kernel->name, p->kernarg_address, problem);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t packet_check(const hsa_kernel_dispatch_packet_t *packet, const struct agent *gpu,
                          const char *place, struct kernel *kernel, char *why) {
    hsa_status_t status = check_sizes(packet, why);
    if (status != HSA_STATUS_SUCCESS)
        return status;
    if (!kernel_find(packet->kernel_object, kernel))
        return refuse(why, HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "no kernel is at %#" PRIx64,
                      packet->kernel_object);
    if (kernel->gpu != gpu)
        return refuse(why, HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "kernel '%s' was loaded for %s",
                      kernel->name, agent_name(kernel->gpu));
    if (!kernel->is_frozen)
        return refuse(why, HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
                      "the executable of kernel '%s' is not frozen", kernel->name);
    status = check_registers(packet, kernel, why);
    return status == HSA_STATUS_SUCCESS ? check_memory(packet, kernel, place, why) : status;
}
