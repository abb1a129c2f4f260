#include "runtime/devices/gpus.h"

#include "runtime/devices/libomptarget.h"
#include "runtime/say/verbose.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct gpus found[GPU_MAKERS];

static void say(const struct gpus *gpus) {
    if (!gpus->count)
        __offloadcc_say("%s", gpus->problem);
    for (int i = 0; i < gpus->count; i++)
        __offloadcc_say("GPU %d: %s (%s)%s%s", i, gpus->items[i].name, gpus->items[i].arch,
                        gpus->driver[0] ? ", driver for " : "", gpus->driver);
}

static void find_nvidia(void) {
    __offloadcc_find_nvidia(&found[NVIDIA]);
    say(&found[NVIDIA]);
}

static void find_amd(void) {
    __offloadcc_find_amd(&found[AMD]);
    say(&found[AMD]);
}

const struct gpus *__offloadcc_gpus(enum gpu_maker maker) {
    static pthread_once_t nvidia = PTHREAD_ONCE_INIT, amd = PTHREAD_ONCE_INIT;
    if (maker == NVIDIA)
        pthread_once(&nvidia, find_nvidia);
    else
        pthread_once(&amd, find_amd);
    return &found[maker];
}

const struct gpu *__offloadcc_gpu_of_uid(const char *uid) {
    for (enum gpu_maker maker = 0; uid && maker < GPU_MAKERS; maker++)
        for (int i = 0; i < found[maker].count; i++) {
            const struct gpu *gpu = &found[maker].items[i];
            if (gpu->uuid[0] && strstr(uid, gpu->uuid))
                return gpu;
        }
    return NULL;
}

bool __offloadcc_is_of_amd(int device) {
    enum { UNKNOWN, YES, NO };
    static unsigned char known[MAX_GPUS];
    unsigned char answer =
        device < MAX_GPUS ? __atomic_load_n(&known[device], __ATOMIC_RELAXED) : UNKNOWN;
    if (answer != UNKNOWN)
        return answer == YES;
    const struct gpu *gpu =
        __offloadcc_gpu_of_uid(__offloadcc_target.omp_get_uid_from_device(device));
    answer = (gpu ? gpu->maker == AMD : found[AMD].count > 0) ? YES : NO;
    if (device < MAX_GPUS)
        __atomic_store_n(&known[device], answer, __ATOMIC_RELAXED);
    return answer == YES;
}
