#include "runtime/devices/libomptarget.h"
#include "runtime/symbols.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// OC_LIBOMPTARGET is its path where we were built, which offloadcc puts on a program's RUNPATH.
static const char path[] = OC_LIBOMPTARGET;

struct __offloadcc_libomptarget __offloadcc_target;

#define FUNCTION(name) {#name, offsetof(struct __offloadcc_libomptarget, name)}
static const struct symbol functions[] = {
    FUNCTION(__tgt_register_lib),
    FUNCTION(__tgt_unregister_lib),
    FUNCTION(__tgt_target_kernel),
    FUNCTION(__tgt_target_data_begin_mapper),
    FUNCTION(__tgt_target_data_end_mapper),
    FUNCTION(__tgt_target_data_update_mapper),
    FUNCTION(omp_get_num_devices),
    FUNCTION(omp_target_is_present),
    FUNCTION(omp_get_mapped_ptr),
    FUNCTION(omp_target_alloc),
    FUNCTION(omp_target_free),
    FUNCTION(omp_target_memcpy),
    FUNCTION(omp_target_memset),
    FUNCTION(omp_get_uid_from_device),
};

bool __offloadcc_target_is_there(void) {
    return dlsym(RTLD_DEFAULT, "__tgt_register_lib") != NULL;
}

// Among all of the process's symbols, as the linker would: libraries of LD_PRELOAD come first, and
// libomp finds what it asks libomptarget for.
static bool find_functions(char *problem, size_t size) {
    const char *missing = __offloadcc_find_symbols(
        RTLD_DEFAULT, functions, sizeof functions / sizeof *functions, &__offloadcc_target);
    if (missing)
        snprintf(problem, size, "libomptarget has no %s: is it LLVM 22's?", missing);
    return !missing;
}

// libomp has this function, too. It asks the loader each time, whose lock is held while the
// constructors of a library run, and these may wait for the caller.
static void use_own_device_count(void) {
    Dl_info info;
    void *library = dladdr((void *)__offloadcc_target.__tgt_register_lib, &info)
                        ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                        : NULL;
    void *function = library ? dlsym(library, "omp_get_num_devices") : NULL;
    if (function)
        memcpy(&__offloadcc_target.omp_get_num_devices, &function, sizeof function);
}

static bool load_libomptarget(char *problem, size_t size) {
    const char *name = __builtin_strrchr(path, '/') + 1;
    if (!__offloadcc_target_is_there() && !dlopen(name, RTLD_LAZY | RTLD_GLOBAL) &&
        !dlopen(path, RTLD_LAZY | RTLD_GLOBAL)) {
        snprintf(problem, size, "%s", dlerror());
        return false;
    }
    if (!find_functions(problem, size))
        return false;
    use_own_device_count();
    return true;
}

bool __offloadcc_target_load(char *problem, size_t size) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static enum { UNTRIED, LOADED, FAILED } state;
    static char why[256];
    pthread_mutex_lock(&mutex);
    if (state == UNTRIED)
        state = load_libomptarget(why, sizeof why) ? LOADED : FAILED;
    bool loaded = state == LOADED;
    pthread_mutex_unlock(&mutex);
    if (!loaded)
        snprintf(problem, size, "%s", why);
    return loaded;
}
