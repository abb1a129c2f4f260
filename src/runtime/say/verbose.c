#include "runtime/say/verbose.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool __offloadcc_is_verbose(void) {
    static int known; // -1: no, 1: yes
    int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!answer) {
        const char *value = getenv("OFFLOADCC_VERBOSE");
        answer = value && *value && strcmp(value, "0") != 0 ? 1 : -1;
        __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    }
    return answer > 0;
}

void __offloadcc_say(const char *format, ...) {
    if (!__offloadcc_is_verbose())
        return;
    // In one piece, beside what other threads and processes print.
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "offloadcc: %s\n", line);
}

// ---- Kernels -----------------------------------------------------------------------------------

enum { CPU = -1 };

// What was said already, of this program or library.
struct said {
    const struct __offloadcc_kernel *kernel;
    int device;
    struct said *next;
};

static bool is_news(const struct __offloadcc_kernel *kernel, int device) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct said *all;
    pthread_mutex_lock(&mutex);
    const struct said *at = all;
    while (at && (at->kernel != kernel || at->device != device))
        at = at->next;
    struct said *added = at ? NULL : malloc(sizeof *added);
    if (added) {
        *added = (struct said){kernel, device, all};
        all = added;
    }
    pthread_mutex_unlock(&mutex);
    return !at;
}

void __offloadcc_say_device(const struct __offloadcc_kernel *kernel, int device) {
    if (is_news(kernel, device))
        __offloadcc_say("%s:%u: kernel '%s' runs on device %d", kernel->__offloadcc_file,
                        kernel->__offloadcc_line, kernel->__offloadcc_name, device);
}

void __offloadcc_say_cpu(const struct __offloadcc_kernel *kernel, const char *reason) {
    if (is_news(kernel, CPU))
        __offloadcc_say("%s:%u: kernel '%s' runs on the CPU: %s", kernel->__offloadcc_file,
                        kernel->__offloadcc_line, kernel->__offloadcc_name, reason);
}
