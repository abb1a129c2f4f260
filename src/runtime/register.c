// register.c - a unit's images, from program start to exit or from dlopen to dlclose.
#include "runtime/runtime.h"

#include <stddef.h>

extern void *__dso_handle __attribute__((visibility("hidden")));
int __cxa_atexit(void (*function)(void *), void *argument, void *dso);

static void unregister(void *descriptor) {
    __tgt_unregister_lib(descriptor);
}

// The order is clang-linker-wrapper's: register in a constructor, remove in an exit handler set
// after that. By the time that destructors run, libomptarget is gone.
void __offloadcc_register(struct __offloadcc_unit *unit) {
    __tgt_register_lib(unit->__offloadcc_descriptor);
    __cxa_atexit(unregister, unit->__offloadcc_descriptor, &__dso_handle);
}
