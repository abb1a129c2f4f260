#include "machines.h"

#include "../machine/machine.h"
#include "executables.h"
#include "memory.h"

static pthread_mutex_t machines_lock = PTHREAD_MUTEX_INITIALIZER;

static struct memory_span find(void *gpu, uint64_t address) {
    return memory_span_at(address, gpu);
}

static struct machine *machine_of(struct agent *gpu) {
    if (!gpu->machine) {
        struct machine_options options = {.arch = gpu->target,
                                          .seed = settings()->seed,
                                          .counts = settings()->counts != NULL,
                                          .find = find,
                                          .owner = gpu,
                                          .name_of = kernel_name};
        if (options.seed)
            options.seed += gpu->number - 1;
        gpu->machine = machine_make(&options);
    }
    return gpu->machine;
}

void machines_add_code(struct agent *gpu, uint64_t address, size_t size, uint64_t base,
                       const char *name) {
    pthread_mutex_lock(&machines_lock);
    machine_add_code(machine_of(gpu), address, size, base, name);
    pthread_mutex_unlock(&machines_lock);
}

void machines_remove_code(struct agent *gpu, uint64_t address) {
    pthread_mutex_lock(&machines_lock);
    machine_remove_code(machine_of(gpu), address);
    pthread_mutex_unlock(&machines_lock);
}

bool machines_run(struct agent *gpu, const struct dispatch *dispatch) {
    pthread_mutex_lock(&machines_lock);
    bool is_fine = machine_run(machine_of(gpu), dispatch);
    pthread_mutex_unlock(&machines_lock);
    return is_fine;
}

// When the program ends, what its kernels did.
__attribute__((destructor)) static void write_counts(void) {
    const char *path = settings()->counts;
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file)
        return;
    for (unsigned i = 1; agent_numbered(i); i++)
        if (agent_numbered(i)->machine)
            machine_write_counts(agent_numbered(i)->machine, file);
    fclose(file);
}
