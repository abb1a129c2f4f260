#include "machines.h"

#include "../machine/machine.h"
#include "executables.h"
#include "memory.h"

static pthread_mutex_t machines_lock = PTHREAD_MUTEX_INITIALIZER;

// A machine asks what an address is without saying who asks, so each GPU has a function of its own.
#define FIND(number)                                                                               \
    static struct memory_span find_##number(uint64_t address) {                                    \
        return memory_span_at(address, agent_numbered(number));                                    \
    }
FIND(1)
FIND(2)
FIND(3)
FIND(4)
FIND(5)
FIND(6)
FIND(7)
FIND(8)

static struct machine *machine_of(struct agent *gpu) {
    static struct memory_span (*const finds[MAX_AGENTS])(uint64_t address) = {
        NULL, find_1, find_2, find_3, find_4, find_5, find_6, find_7, find_8,
    };
    if (!gpu->machine) {
        struct machine_options options = {.arch = gpu->target,
                                          .seed = settings()->seed,
                                          .find = finds[gpu->number],
                                          .name_of = kernel_name};
        if (options.seed)
            options.seed += gpu->number - 1;
        gpu->machine = machine_make(&options);
    }
    return gpu->machine;
}

void machines_add_code(struct agent *gpu, uint64_t address, size_t size, const char *name) {
    pthread_mutex_lock(&machines_lock);
    machine_add_code(machine_of(gpu), address, size, name);
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
