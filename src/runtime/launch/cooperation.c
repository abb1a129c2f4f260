#include "runtime/launch/cooperation.h"

#include "runtime/devices/gpus.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/process.h"
#include "runtime/say/stop.h"
#include "runtime/say/verbose.h"
#include "runtime/units/registration.h"

#include <limits.h>
#include <stdlib.h>

static const char *name_in_images(const struct __offloadcc_kernel *kernel) {
    const struct __offloadcc_descriptor *code = kernel->__offloadcc_unit->__offloadcc_descriptor;
    for (const struct __offloadcc_entry *entry = code->__offloadcc_entries;
         entry < code->__offloadcc_entries_end; entry++)
        if (entry->__offloadcc_address == kernel)
            return entry->__offloadcc_name;
    return NULL;
}

// ---- What was asked before ---------------------------------------------------------------------

// An answer of a device. To ask costs as much as to load an image.
struct answer {
    struct answer *next;
    const struct __offloadcc_kernel *kernel;
    unsigned long registration; // of the unit: a library may be loaded anew at the same address
    int device;
    unsigned long threads, shared_bytes;
    unsigned long blocks;
};
static struct answer *answers; // with the process's `together` held

static struct answer question(const struct __offloadcc_kernel *kernel, int device,
                              const struct __offloadcc_grid *grid) {
    const unsigned int *size = grid->__offloadcc_block_size;
    return (struct answer){
        .kernel = kernel,
        .registration = kernel->__offloadcc_unit->__offloadcc_registration->number,
        .device = device,
        .threads = (unsigned long)size[0] * size[1] * size[2],
        .shared_bytes = grid->__offloadcc_shared_bytes,
    };
}

static const struct answer *find_answer(const struct answer *asked) {
    const struct answer *at = answers;
    while (at && (at->kernel != asked->kernel || at->registration != asked->registration ||
                  at->device != asked->device || at->threads != asked->threads ||
                  at->shared_bytes != asked->shared_bytes))
        at = at->next;
    return at;
}

// ---- Asking ------------------------------------------------------------------------------------

static unsigned long ask(const struct gpu *gpu, const struct answer *asked) {
    const struct target_library *library =
        &asked->kernel->__offloadcc_unit->__offloadcc_registration->library;
    const void *images[library->image_count + 1][2];
    char problem[256];
    for (int i = 0; i < library->image_count; i++) {
        images[i][0] = library->images[i].start;
        images[i][1] = library->images[i].end;
    }
    const struct resident_kernel kernel = {
        .gpu = gpu,
        .name = name_in_images(asked->kernel),
        .images = images,
        .image_count = library->image_count,
        .threads = (unsigned int)asked->threads,
        .shared_bytes = asked->shared_bytes,
    };
    unsigned long blocks = gpu->maker->resident(&kernel, problem, sizeof problem);
    if (!blocks)
        __offloadcc_stop(asked->kernel,
                         "the launch is cooperative, but it is not known how many blocks device %d "
                         "can run at the same time: %s",
                         asked->device, problem);
    return blocks;
}

static unsigned long resident_blocks(const struct gpu *gpu, const struct answer *asked) {
    pthread_mutex_t *mutex = &__offloadcc_process()->together;
    pthread_mutex_lock(mutex);
    const struct answer *known = find_answer(asked);
    if (!known) {
        struct answer *answer = __offloadcc_allocate(1, sizeof *answer);
        *answer = *asked;
        answer->blocks = ask(gpu, asked);
        __offloadcc_say("kernel %s: device %d can run %lu blocks of %lu threads at the same time",
                        asked->kernel->__offloadcc_name, asked->device, answer->blocks,
                        asked->threads);
        answer->next = answers;
        answers = answer;
        known = answer;
    }
    pthread_mutex_unlock(mutex);
    return known->blocks;
}

void __offloadcc_fit_grid(const struct __offloadcc_kernel *kernel,
                          const struct offload_launch *launch, int device,
                          struct __offloadcc_grid *grid) {
    if (!__offloadcc_is_cooperative(launch))
        return;
    const struct gpu *gpu =
        __offloadcc_gpu_of_uid(__offloadcc_target.omp_get_uid_from_device(device));
    if (!gpu) { // the CPU's cores are the device
        __offloadcc_fill_cpu(kernel, launch, grid);
        return;
    }
    unsigned int *count = grid->__offloadcc_block_count;
    const struct answer asked = question(kernel, device, grid);
    unsigned long most = resident_blocks(gpu, &asked);
    unsigned long blocks = (unsigned long)count[0] * count[1] * count[2];
    if (__offloadcc_fills(launch))
        count[0] = most < INT_MAX ? (unsigned int)most : INT_MAX;
    else if (blocks > most)
        __offloadcc_stop(kernel,
                         "the launch is cooperative and has %lu blocks of %lu threads, but device "
                         "%d can run only %lu at the same time; launch fewer, or leave out "
                         ".threads and .blocks, and divide the elements among the threads with "
                         "offload_for",
                         blocks, asked.threads, device, most);
}
