// cuda.c - NVIDIA's GPUs, by CUDA's driver (libcuda.so.1), which also makes code of PTX.
//
// The signatures are those of the CUDA Driver API's reference. The names with _v2 are what cuda.h
// makes of the ones without.
#include "runtime/devices/cuda.h"

#include "runtime/devices/driver.h"
#include "runtime/symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUCCESS = 0,
    NO_DEVICE = 100,
    UNSUPPORTED_PTX_VERSION = 222,
    ASSERT = 710,
    MULTIPROCESSOR_COUNT = 16, // CUdevice_attribute
    COMPUTE_CAPABILITY_MAJOR = 75,
    COMPUTE_CAPABILITY_MINOR = 76,
    SCHED_BLOCKING_SYNC = 4, // what libomptarget sets (CUctx_flags)
    INPUT_PTX = 1,           // CUjitInputType
    ERROR_LOG_BUFFER = 5,    // CUjit_option
    ERROR_LOG_BUFFER_SIZE = 6,
    GENERATE_LINE_INFO = 13,
    MAX_DYNAMIC_SHARED_SIZE_BYTES = 8, // CUfunction_attribute
};

struct driver {
    int (*cuInit)(unsigned int flags);
    int (*cuGetErrorString)(int error, const char **text);
    int (*cuDriverGetVersion)(int *version);
    int (*cuDeviceGetCount)(int *count);
    int (*cuDeviceGet)(int *device, int number);
    int (*cuDeviceGetName)(char *name, int size, int device);
    int (*cuDeviceGetAttribute)(int *value, int attribute, int device);
    int (*cuDeviceGetUuid)(unsigned char *uuid, int device);
    int (*cuDevicePrimaryCtxGetState)(int device, unsigned int *flags, int *active);
    int (*cuDevicePrimaryCtxSetFlags_v2)(int device, unsigned int flags);
    int (*cuDevicePrimaryCtxRetain)(void **context, int device);
    int (*cuCtxPushCurrent_v2)(void *context);
    int (*cuCtxPopCurrent_v2)(void **context);
    int (*cuCtxGetCurrent)(void **context);
    int (*cuCtxSetCurrent)(void *context);
    int (*cuStreamQuery)(void *stream);
    int (*cuLinkCreate_v2)(unsigned int count, int *options, void **values, void **state);
    int (*cuLinkAddData_v2)(void *state, int type, void *data, size_t size, const char *name,
                            unsigned int count, int *options, void **values);
    int (*cuLinkComplete)(void *state, void **cubin, size_t *size);
    int (*cuLinkDestroy)(void *state);
    int (*cuModuleLoadDataEx)(void **module, const void *image, unsigned int count, int *options,
                              void **values);
    int (*cuModuleGetFunction)(void **function, void *module, const char *name);
    int (*cuModuleUnload)(void *module);
    int (*cuFuncSetAttribute)(void *function, int attribute, int value);
    int (*cuOccupancyMaxActiveBlocksPerMultiprocessor)(int *blocks, void *function, int threads,
                                                       size_t shared_bytes);
};
static struct driver driver;

#define FUNCTION(name) {#name, offsetof(struct driver, name)}
static const struct symbol functions[] = {
    FUNCTION(cuInit),
    FUNCTION(cuGetErrorString),
    FUNCTION(cuDriverGetVersion),
    FUNCTION(cuDeviceGetCount),
    FUNCTION(cuDeviceGet),
    FUNCTION(cuDeviceGetName),
    FUNCTION(cuDeviceGetAttribute),
    FUNCTION(cuDeviceGetUuid),
    FUNCTION(cuDevicePrimaryCtxGetState),
    FUNCTION(cuDevicePrimaryCtxSetFlags_v2),
    FUNCTION(cuDevicePrimaryCtxRetain),
    FUNCTION(cuCtxPushCurrent_v2),
    FUNCTION(cuCtxPopCurrent_v2),
    FUNCTION(cuCtxGetCurrent),
    FUNCTION(cuCtxSetCurrent),
    FUNCTION(cuStreamQuery),
    FUNCTION(cuLinkCreate_v2),
    FUNCTION(cuLinkAddData_v2),
    FUNCTION(cuLinkComplete),
    FUNCTION(cuLinkDestroy),
    FUNCTION(cuModuleLoadDataEx),
    FUNCTION(cuModuleGetFunction),
    FUNCTION(cuModuleUnload),
    FUNCTION(cuFuncSetAttribute),
    FUNCTION(cuOccupancyMaxActiveBlocksPerMultiprocessor),
};

static bool load_cuda(struct gpus *gpus) {
    static const char *const names[] = {"libcuda.so.1", "libcuda.so"};
    return __offloadcc_load_driver(gpus, "NVIDIA's driver", names, functions,
                                   sizeof functions / sizeof *functions, &driver);
}

static const char *error_text(int error) {
    const char *text = NULL;
    return driver.cuGetErrorString(error, &text) == SUCCESS && text ? text : "unknown error";
}

// Whether a call succeeded; sets the problem.
static bool check_cuda_call(struct gpus *gpus, int error, const char *call) {
    if (error == NO_DEVICE)
        snprintf(gpus->problem, sizeof gpus->problem, "NVIDIA's driver has no device");
    else if (error != SUCCESS)
        snprintf(gpus->problem, sizeof gpus->problem, "%s of NVIDIA's driver failed: %s (error %d)",
                 call, error_text(error), error);
    return error == SUCCESS;
}

// As libomptarget writes it.
static void read_uuid(struct gpu *gpu, int device) {
    unsigned char uuid[16];
    if (driver.cuDeviceGetUuid(uuid, device) == SUCCESS)
        for (size_t i = 0; i < sizeof uuid; i++)
            snprintf(gpu->uuid + 2 * i, 3, "%02x", uuid[i]);
}

static bool find_cuda_gpu(struct gpus *gpus, int number) {
    struct gpu *gpu = &gpus->items[gpus->count];
    int device, major, minor;
    if (!check_cuda_call(gpus, driver.cuDeviceGet(&device, number), "cuDeviceGet") ||
        !check_cuda_call(gpus,
                         driver.cuDeviceGetAttribute(&major, COMPUTE_CAPABILITY_MAJOR, device),
                         "cuDeviceGetAttribute") ||
        !check_cuda_call(gpus,
                         driver.cuDeviceGetAttribute(&minor, COMPUTE_CAPABILITY_MINOR, device),
                         "cuDeviceGetAttribute") ||
        !check_cuda_call(gpus, driver.cuDeviceGetName(gpu->name, sizeof gpu->name, device),
                         "cuDeviceGetName"))
        return false;
    read_uuid(gpu, device);
    gpu->maker = &__offloadcc_nvidia;
    gpu->number = number;
    snprintf(gpu->arch, sizeof gpu->arch, "sm_%d%d", major, minor);
    gpus->count++;
    return true;
}

void __offloadcc_cuda_find(struct gpus *gpus) {
    int version, count;
    if (!load_cuda(gpus) || !check_cuda_call(gpus, driver.cuInit(0), "cuInit"))
        return;
    if (driver.cuDriverGetVersion(&version) == SUCCESS)
        snprintf(gpus->driver, sizeof gpus->driver, "CUDA %d.%d", version / 1000,
                 version % 1000 / 10);
    if (!check_cuda_call(gpus, driver.cuDeviceGetCount(&count), "cuDeviceGetCount"))
        return;
    if (!count)
        check_cuda_call(gpus, NO_DEVICE, NULL);
    for (int i = 0; i < count && i < MAX_GPUS && find_cuda_gpu(gpus, i); i++)
        ;
}

// ---- Contexts ----------------------------------------------------------------------------------

bool __offloadcc_has_cuda(void) {
    return driver.cuCtxGetCurrent;
}

void *__offloadcc_cuda_context(void) {
    void *context;
    return driver.cuCtxGetCurrent(&context) == SUCCESS ? context : NULL;
}

void __offloadcc_set_cuda_context(void *context) {
    driver.cuCtxSetCurrent(context);
}

// ---- PTX ---------------------------------------------------------------------------------------

// The first line of what the driver says about PTX that it does not take.
static void set_problem(struct linked *linked, int error, char *log, const struct gpu *gpu) {
    log[strcspn(log, "\n")] = '\0';
    const char *text = *log ? log : error == SUCCESS ? "there is no memory" : error_text(error);
    int length = snprintf(linked->problem, sizeof linked->problem, "%s", text);
    if (error == UNSUPPORTED_PTX_VERSION && length < (int)sizeof linked->problem)
        snprintf(linked->problem + length, sizeof linked->problem - (size_t)length,
                 "; install a newer driver, or compile for %s with CUDA's ptxas on PATH",
                 gpu->arch);
}

// The context that libomptarget is going to use, with the flags that it gives it, so that it is
// made once. Nobody releases it: the next to ask for it would make another.
static int enter_context(int device) {
    unsigned int flags;
    int active, error = driver.cuDevicePrimaryCtxGetState(device, &flags, &active);
    void *context;
    if (error == SUCCESS && !active)
        error = driver.cuDevicePrimaryCtxSetFlags_v2(device, SCHED_BLOCKING_SYNC);
    if (error == SUCCESS)
        error = driver.cuDevicePrimaryCtxRetain(&context, device);
    return error == SUCCESS ? driver.cuCtxPushCurrent_v2(context) : error;
}

static int link_data(const char *ptx, size_t size, char *log, size_t log_size,
                     struct linked *linked) {
    int options[] = {ERROR_LOG_BUFFER, ERROR_LOG_BUFFER_SIZE, GENERATE_LINE_INFO};
    void *values[] = {log, (void *)log_size, (void *)1};
    void *state, *cubin;
    int error = driver.cuLinkCreate_v2(sizeof options / sizeof *options, options, values, &state);
    if (error != SUCCESS)
        return error;
    error = driver.cuLinkAddData_v2(state, INPUT_PTX, (void *)ptx, size, "kernels", 0, NULL, NULL);
    if (error == SUCCESS)
        error = driver.cuLinkComplete(state, &cubin, &linked->size);
    if (error == SUCCESS && (linked->data = malloc(linked->size)))
        memcpy(linked->data, cubin, linked->size); // it goes with the state
    driver.cuLinkDestroy(state);
    return error;
}

bool __offloadcc_cuda_link(const struct gpu *gpu, const char *ptx, size_t size,
                           struct linked *linked) {
    char log[512] = "";
    int device, error = driver.cuDeviceGet(&device, gpu->number);
    *linked = (struct linked){0};
    if (error == SUCCESS)
        error = enter_context(device);
    if (error == SUCCESS) {
        error = link_data(ptx, size, log, sizeof log, linked);
        void *context;
        driver.cuCtxPopCurrent_v2(&context);
    }
    if (!linked->data)
        set_problem(linked, error, log, gpu);
    return linked->data;
}

// ---- Blocks at the same time -------------------------------------------------------------------

// Asks for a kernel of a module. The larger sizes of dynamic shared memory have to be allowed.
static int ask_occupancy(const struct resident_kernel *kernel, void *module, int *blocks) {
    enum { ALWAYS_ALLOWED = 48 << 10 };
    void *function;
    int error = driver.cuModuleGetFunction(&function, module, kernel->name);
    if (error == SUCCESS && kernel->shared_bytes > ALWAYS_ALLOWED)
        error = driver.cuFuncSetAttribute(function, MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                          (int)kernel->shared_bytes);
    return error != SUCCESS ? error
                            : driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                                  blocks, function, (int)kernel->threads, kernel->shared_bytes);
}

// libomptarget does not tell us its modules. So the image is loaded once more, for the answer.
static int ask_images(const struct resident_kernel *kernel, int *blocks) {
    int error = NO_DEVICE;
    for (int i = 0; i < kernel->image_count; i++) {
        void *module;
        error = driver.cuModuleLoadDataEx(&module, kernel->images[i][0], 0, NULL, NULL);
        if (error != SUCCESS) // of another GPU
            continue;
        error = ask_occupancy(kernel, module, blocks);
        driver.cuModuleUnload(module);
        return error;
    }
    return error;
}

unsigned long __offloadcc_cuda_resident(const struct resident_kernel *kernel, char *problem,
                                        size_t size) {
    int device, blocks = 0, multiprocessors = 0;
    int error = driver.cuDeviceGet(&device, kernel->gpu->number);
    if (error == SUCCESS)
        error = driver.cuDeviceGetAttribute(&multiprocessors, MULTIPROCESSOR_COUNT, device);
    if (error == SUCCESS)
        error = enter_context(device);
    if (error == SUCCESS) {
        error = ask_images(kernel, &blocks);
        void *context;
        driver.cuCtxPopCurrent_v2(&context);
    }
    if (error == SUCCESS && blocks > 0)
        return (unsigned long)blocks * (unsigned long)multiprocessors;
    snprintf(problem, size, "%s",
             error == SUCCESS ? "a block needs more than a multiprocessor has" : error_text(error));
    return 0;
}

// A context that has failed returns its error from all functions.
bool __offloadcc_cuda_has_asserted(void) {
    return __offloadcc_has_cuda() && driver.cuStreamQuery(NULL) == ASSERT;
}
