#include "runtime/say/verbose.h"

#include "runtime/say/once.h"

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

void __offloadcc_say_device(const struct __offloadcc_kernel *kernel, int device) {
    if (__offloadcc_is_news(kernel, device))
        __offloadcc_say("%s:%u: kernel '%s' runs on device %d", kernel->__offloadcc_file,
                        kernel->__offloadcc_line, kernel->__offloadcc_name, device);
}

void __offloadcc_say_cpu(const struct __offloadcc_kernel *kernel, const char *reason) {
    if (__offloadcc_is_news(kernel, CPU))
        __offloadcc_say("%s:%u: kernel '%s' runs on the CPU: %s", kernel->__offloadcc_file,
                        kernel->__offloadcc_line, kernel->__offloadcc_name, reason);
}
