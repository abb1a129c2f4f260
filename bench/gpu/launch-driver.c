// By cuLaunchKernel and cuStreamSynchronize: PROGRAM REPETITIONS [blocking]. With `blocking`, the
// context has the flag that libomptarget sets, by which the host sleeps instead of polling.
#include "driver.h"
#include "launch.h"

#include <stdint.h>
#include <string.h>

static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry nothing() { ret; }\n"
    ".visible .entry add(.param .u64 a, .param .u64 b, .param .u64 to) {\n"
    "  .reg .u32 %i; .reg .u64 %o, %a, %b, %t; .reg .f32 %x, %y;\n"
    "  ld.param.u64 %a, [a]; ld.param.u64 %b, [b]; ld.param.u64 %t, [to];\n"
    "  cvta.to.global.u64 %a, %a; cvta.to.global.u64 %b, %b; cvta.to.global.u64 %t, %t;\n"
    "  mov.u32 %i, %tid.x; mul.wide.u32 %o, %i, 4;\n"
    "  add.u64 %a, %a, %o; add.u64 %b, %b, %o; add.u64 %t, %t, %o;\n"
    "  ld.global.f32 %x, [%a]; ld.global.f32 %y, [%b]; add.f32 %x, %x, %y;\n"
    "  st.global.f32 [%t], %x; ret;\n}\n";

typedef int module_call(void **, const void *, unsigned, int *, void **);
typedef int function_call(void **, void *, const char *);
typedef int flags_call(int, unsigned);
typedef int init_call(unsigned);
typedef int allocate_call(uint64_t *, size_t);
typedef int to_device_call(uint64_t, const void *, size_t, void *);
typedef int to_host_call(void *, uint64_t, size_t, void *);

static void *context, *module, *stream, *nothing, *add;
static uint64_t device_x, device_y, device_z;

// The arguments in a buffer, as libomptarget passes them.
static void launch(void *function, void *arguments, size_t size) {
    void *extra[] = {(void *)1, arguments, (void *)2, &size, NULL};
    CALL(launch_call, cuLaunchKernel, function, 1, 1, 1, COUNT, 1, 1, 0, stream, NULL, extra);
    CALL(pointer_call, cuStreamSynchronize, stream);
}

static void launch_nothing(void) {
    launch(nothing, NULL, 0);
}

static void launch_add(void) {
    uint64_t arguments[] = {device_x, device_y, device_z};
    launch(add, arguments, sizeof arguments);
}

static void setup(int blocking) {
    const unsigned blocking_sync = 4, non_blocking_stream = 1;
    int device;
    CALL(init_call, cuInit, 0);
    CALL(device_call, cuDeviceGet, &device, 0);
    if (blocking)
        CALL(flags_call, cuDevicePrimaryCtxSetFlags_v2, device, blocking_sync);
    CALL(context_call, cuDevicePrimaryCtxRetain, &context, device);
    CALL(pointer_call, cuCtxSetCurrent, context);
    CALL(module_call, cuModuleLoadDataEx, &module, code, 0, NULL, NULL);
    CALL(function_call, cuModuleGetFunction, &nothing, module, "nothing");
    CALL(function_call, cuModuleGetFunction, &add, module, "add");
    CALL(create_call, cuStreamCreate, &stream, non_blocking_stream);
    CALL(allocate_call, cuMemAlloc_v2, &device_x, sizeof x);
    CALL(allocate_call, cuMemAlloc_v2, &device_y, sizeof y);
    CALL(allocate_call, cuMemAlloc_v2, &device_z, sizeof z);
    CALL(to_device_call, cuMemcpyHtoDAsync_v2, device_x, x, sizeof x, stream);
    CALL(to_device_call, cuMemcpyHtoDAsync_v2, device_y, y, sizeof y, stream);
}

int main(int argc, char **argv) {
    int repetitions = repetitions_of(argc, argv);
    fill();
    setup(argc > 2 && strcmp(argv[2], "blocking") == 0);
    time_launches("empty", launch_nothing, repetitions);
    time_launches("resident", launch_add, repetitions);
    CALL(to_host_call, cuMemcpyDtoHAsync_v2, z, device_z, sizeof z, stream);
    CALL(pointer_call, cuStreamSynchronize, stream);
    return check(argv[0]);
}
