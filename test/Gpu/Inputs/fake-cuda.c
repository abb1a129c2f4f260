// A libcuda.so.1 without a GPU: all that libomptarget and our runtime call of CUDA's driver. It
// checks every argument that it can, ends the program at a wrong one, and prints the calls that
// matter to standard output.
//
//   FAKE_CUDA_GPUS     "9.0 NVIDIA H200,7.5 Tesla T4": compute capability and name; empty: none
//   FAKE_CUDA_VERSION  of the driver, 12080 if not set
//   FAKE_CUDA_FAILS    a kernel ends with this error, which the next wait for it returns
//   FAKE_CUDA_PTX      the newest PTX version that it takes, 8.7 if not set
//   FAKE_CUDA_RUNS     a command that makes a library of PTX, given both files' names (ptx.py)
//   FAKE_CUDA_QUIET    if set, no calls are printed
//
// Memory of the device is memory of the host's that nothing else knows. A kernel K of PTX runs by
// FAKE_CUDA_RUNS; without that, and where it comes from a cubin, as the function fake_K of the
// program, which is given the 8-byte slots, the grid and the block.
#include <dlfcn.h>
#include <elf.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake-code.h"

enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    NO_DEVICE = 100,
    NO_BINARY = 209,
    BAD_PTX = 218,
    NOT_FOUND = 500,
    OLD_DRIVER = 222
};
enum { MAX = 8 };

struct gpu {
    int major, minor;
    char name[64];
    bool active;
    unsigned flags;
    int retained;
};
static struct gpu gpus[MAX];
static int gpu_count;
static bool initialised;
static _Thread_local struct gpu *current, *pushed[4];
static _Thread_local int depth;

static void say(const char *format, ...) {
    va_list arguments;
    if (getenv("FAKE_CUDA_QUIET"))
        return;
    va_start(arguments, format);
    printf("cuda: ");
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
    va_end(arguments);
}

// ---- Devices -----------------------------------------------------------------------------------

int cuInit(unsigned flags) {
    EXPECT(flags == 0);
    const char *at = getenv("FAKE_CUDA_GPUS");
    for (gpu_count = 0; at && *at && gpu_count < MAX; gpu_count++) {
        struct gpu *gpu = &gpus[gpu_count];
        EXPECT(sscanf(at, "%d.%d %63[^,]", &gpu->major, &gpu->minor, gpu->name) == 3);
        at += strcspn(at, ",");
        at += *at == ',';
    }
    initialised = true;
    return gpu_count ? SUCCESS : NO_DEVICE;
}

int cuGetErrorString(int error, const char **text) {
    *text = error == NO_DEVICE    ? "no CUDA-capable device is detected"
            : error == OLD_DRIVER ? "the provided PTX was compiled with an unsupported toolchain."
            : error == BAD_PTX    ? "a PTX JIT compilation failed"
            : error == 700        ? "an illegal memory access was encountered"
            : error == 710        ? "device-side assert triggered"
            : error == NO_BINARY  ? "no kernel image is available for execution on the device"
                                  : "an error of the fake driver";
    return SUCCESS;
}

int cuDriverGetVersion(int *version) {
    const char *value = getenv("FAKE_CUDA_VERSION");
    *version = value ? atoi(value) : 12080;
    return SUCCESS;
}

int cuDeviceGetCount(int *count) {
    EXPECT(initialised);
    *count = gpu_count;
    return SUCCESS;
}

int cuDeviceGet(int *device, int number) {
    EXPECT(initialised && number >= 0 && number < gpu_count);
    *device = number + 100; // a handle is not a number
    return SUCCESS;
}

static struct gpu *gpu_of(int device) {
    EXPECT(device >= 100 && device < 100 + gpu_count);
    return &gpus[device - 100];
}

int cuDeviceGetName(char *name, int size, int device) {
    EXPECT(size > 0);
    snprintf(name, (size_t)size, "%s", gpu_of(device)->name);
    return SUCCESS;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
    const struct gpu *gpu = gpu_of(device);
    *value = attribute == 75   ? gpu->major
             : attribute == 76 ? gpu->minor
             : attribute == 1  ? 1024       // threads a block
             : attribute == 2  ? 1024       // threads a block in x
             : attribute == 5  ? 2147483647 // blocks in x
             : attribute == 10 ? 32         // lanes
             : attribute == 16 ? 4          // multiprocessors
             : attribute == 39 ? 2048       // threads a multiprocessor
                               : 1;
    return SUCCESS;
}

int cuDeviceGetUuid(char *uuid, int device) {
    memset(uuid, device, 16);
    return SUCCESS;
}

int cuDeviceTotalMem_v2(size_t *bytes, int device) {
    gpu_of(device);
    *bytes = 1ul << 34;
    return SUCCESS;
}

// ---- Contexts ----------------------------------------------------------------------------------

int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
    *flags = gpu_of(device)->flags;
    *active = gpu_of(device)->active;
    return SUCCESS;
}

int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
    gpu_of(device)->flags = flags;
    return SUCCESS;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
    struct gpu *gpu = gpu_of(device);
    gpu->active = true;
    gpu->retained++;
    *context = gpu;
    return SUCCESS;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
    EXPECT(gpu_of(device)->retained-- > 0);
    return SUCCESS;
}

int cuCtxSetCurrent(void *context) {
    current = own(context);
    return SUCCESS;
}

int cuCtxGetCurrent(void **context) {
    *context = current;
    return SUCCESS;
}

int cuCtxPushCurrent_v2(void *context) {
    EXPECT(depth < 4);
    pushed[depth++] = current;
    current = own(context);
    return SUCCESS;
}

int cuCtxPopCurrent_v2(void **context) {
    EXPECT(depth > 0);
    *context = current;
    current = pushed[--depth];
    return SUCCESS;
}

int cuCtxGetDevice(int *device) {
    EXPECT(current);
    *device = (int)(current - gpus) + 100;
    return SUCCESS;
}

// ---- PTX ---------------------------------------------------------------------------------------

struct link {
    char *text, *log;
    size_t log_size;
    void *cubin;
};

int cuLinkCreate_v2(unsigned count, int *options, void **values, void **state) {
    struct link *link = own(calloc(1, sizeof *link));
    EXPECT(current);
    for (unsigned i = 0; i < count; i++)
        if (options[i] == 5)
            link->log = values[i];
        else if (options[i] == 6)
            link->log_size = (size_t)values[i];
        else
            EXPECT(options[i] == 13 && values[i] == (void *)1);
    EXPECT(link->log && link->log_size > 100);
    *state = link;
    return SUCCESS;
}

int cuLinkAddData_v2(void *state, int type, void *data, size_t size, const char *name,
                     unsigned count, int *options, void **values) {
    struct link *link = own(state);
    const char *limit = getenv("FAKE_CUDA_PTX"), *text = data;
    unsigned major, minor, target, top_major, top_minor;
    (void)options, (void)values;
    EXPECT(type == 1 && name && count == 0 && size == strlen(text) + 1);
    EXPECT(sscanf(limit ? limit : "8.7", "%u.%u", &top_major, &top_minor) == 2);
    const char *version = strstr(text, "\n.version "), *arch = strstr(text, "\n.target sm_");
    EXPECT(version && sscanf(version, "\n.version %u.%u", &major, &minor) == 2);
    EXPECT(arch && sscanf(arch, "\n.target sm_%u", &target) == 1);
    if (major * 10 + minor > top_major * 10 + top_minor) {
        snprintf(
            link->log, link->log_size,
            "ptxas application ptx input, line 9; fatal   : Unsupported .version %u.%u; current "
            "version is '%u.%u'\n",
            major, minor, top_major, top_minor);
        return OLD_DRIVER;
    }
    if (target > (unsigned)(current->major * 10 + current->minor))
        return BAD_PTX;
    say("link PTX %u.%u for sm_%u on %s", major, minor, target, current->name);
    link->text = own(strdup(text));
    return SUCCESS;
}

int cuLinkComplete(void *state, void **cubin, size_t *size) {
    struct link *link = own(state);
    EXPECT(current && link->text);
    int driver;
    cuDriverGetVersion(&driver);
    link->cubin = make_cubin((unsigned)(current->major * 10 + current->minor), driver, link->text, size);
    *cubin = link->cubin;
    return SUCCESS;
}

int cuLinkDestroy(void *state) {
    struct link *link = own(state);
    if (link->cubin)
        memset(link->cubin, 0xdb, 64); // it is the state's
    free(link->cubin);
    free(link->text);
    free(link);
    return SUCCESS;
}

// ---- Modules -----------------------------------------------------------------------------------

struct variable {
    char name[256];
    void *memory;
    struct variable *next;
};

struct module {
    const char *image;
    bool is_linked; // of PTX, whose text has the names; else a real cubin
    void *code;     // what FAKE_CUDA_RUNS made of it
    const struct gpu *gpu;
    struct variable *variables;
};

int cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options,
                       void **values) {
    const Elf64_Ehdr *header = image;
    (void)options, (void)values;
    EXPECT(current && count == 0 && memcmp(image, ELFMAG, SELFMAG) == 0);
    EXPECT(header->e_machine == EM_CUDA_);
    unsigned version =
        header->e_ident[EI_ABIVERSION] >= 8 ? header->e_flags >> 8 & 0xff : header->e_flags & 0xff;
    if ((int)version / 10 != current->major || (int)version % 10 > current->minor)
        return NO_BINARY;
    struct module *loaded = own(calloc(1, sizeof *loaded));
    loaded->image = image;
    loaded->gpu = current;
    loaded->is_linked = header->e_shnum == 0;
    if (loaded->is_linked)
        loaded->code = make_code(loaded->image + sizeof *header);
    say("load %s for sm_%u on %s", loaded->is_linked ? "linked code" : "a cubin", version,
        current->name);
    *module = loaded;
    return SUCCESS;
}

int cuModuleUnload(void *module) {
    struct module *loaded = own(module);
    for (struct variable *at = loaded->variables, *next; at; at = next) {
        next = at->next;
        free(at->memory);
        free(at);
    }
    free(loaded);
    return SUCCESS;
}

struct function {
    char name[256];
    const struct gpu *gpu;
    size_t slots; // parameters of 8 bytes
    void (*run)(const uint64_t *slots, const unsigned *grid, const unsigned *block);
    void *code; // or this one, with what runs it
    int (*run_code)(void *code, size_t count, const uint64_t *slots, const unsigned *grid,
                    const unsigned *block, unsigned shared);
};

int cuModuleGetFunction(void **function, void *module, const char *name) {
    const struct module *loaded = own(module);
    char entry[300];
    snprintf(entry, sizeof entry, ".entry %s(", name);
    const char *text = loaded->image + sizeof(Elf64_Ehdr);
    if (loaded->is_linked ? !strstr(text, entry) : !find_symbol(loaded->image, name))
        return NOT_FOUND;
    struct function *found = own(calloc(1, sizeof *found));
    found->gpu = loaded->gpu;
    found->slots = loaded->is_linked ? slots_in_text(strstr(text, entry))
                                     : slots_in_cubin(loaded->image, name, current->major);
    snprintf(found->name, sizeof found->name, "%.*s", (int)strcspn(name, "$"), name);
    if (loaded->code) {
        found->code = own(find_code(loaded->code, "", name));
        *(void **)&found->run_code = own(dlsym(loaded->code, "ptx_run"));
    }
    snprintf(entry, sizeof entry, "fake_%s", found->name);
    *(void **)&found->run = dlsym(RTLD_DEFAULT, entry);
    *function = found;
    return SUCCESS;
}

int cuModuleGetGlobal_v2(uint64_t *pointer, size_t *size, void *module, const char *name) {
    struct module *loaded = own(module);
    if (loaded->code && find_code(loaded->code, "", name)) {
        *pointer = (uint64_t)find_code(loaded->code, "", name);
        *size = *(uint64_t *)own(find_code(loaded->code, "size_of_", name));
        return SUCCESS;
    }
    const Elf64_Sym *symbol = loaded->is_linked ? NULL : find_symbol(loaded->image, name);
    *size = symbol ? symbol->st_size : 0;
    if (loaded->is_linked)
        *size = size_in_text(loaded->image + sizeof(Elf64_Ehdr), name);
    if (!*size)
        return NOT_FOUND;
    struct variable *at = loaded->variables;
    while (at && strcmp(at->name, name) != 0)
        at = at->next;
    if (!at) {
        at = own(calloc(1, sizeof *at));
        snprintf(at->name, sizeof at->name, "%s", name);
        at->memory = own(calloc(1, *size));
        at->next = loaded->variables;
        loaded->variables = at;
    }
    *pointer = (uint64_t)at->memory;
    return SUCCESS;
}

int cuFuncGetAttribute(int *value, int attribute, void *function) {
    own(function);
    *value = attribute == 0 ? 1024 : 0;
    return SUCCESS;
}

int cuFuncGetParamInfo(void *function, size_t index, size_t *offset, size_t *size) {
    const struct function *kernel = own(function);
    if (index >= kernel->slots)
        return INVALID_VALUE;
    *offset = 8 * index;
    if (size)
        *size = 8;
    return SUCCESS;
}

int cuFuncSetAttribute(void *function, int attribute, int value) {
    own(function);
    say("attribute %d is %d", attribute, value);
    return SUCCESS;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads,
                                                size_t shared) {
    const struct function *kernel = own(function);
    EXPECT(current == kernel->gpu && threads > 0 && threads <= 1024);
    *blocks = 2048 / threads;
    if (shared && (int)(65536 / shared) < *blocks)
        *blocks = (int)(65536 / shared);
    say("%s fits %d times, in blocks of %d threads and %zu bytes", kernel->name, *blocks, threads,
        shared);
    return SUCCESS;
}

static int failure; // of the last kernel

int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, void *stream, void **parameters, void **extra) {
    const struct function *kernel = own(function);
    unsigned grid[] = {gx, gy, gz}, block[] = {bx, by, bz};
    EXPECT(current == kernel->gpu && stream && !parameters && extra);
    EXPECT(extra[0] == (void *)1 && extra[2] == (void *)2 && extra[4] == NULL);
    say("launch %s on %s: %u x %u x %u blocks of %u x %u x %u, %u bytes, %zu slots", kernel->name,
        current->name, gx, gy, gz, bx, by, bz, shared, *(size_t *)extra[3] / 8);
    if (gy > 65535 || gz > 65535 || bz > 64)
        return INVALID_VALUE;
    EXPECT(*(size_t *)extra[3] == 8 * kernel->slots);
    if (kernel->code) {
        static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(&one_at_a_time);
        int result = kernel->run_code(kernel->code, kernel->slots, extra[1], grid, block, shared);
        failure = failure ? failure : result;
        pthread_mutex_unlock(&one_at_a_time);
    } else {
        EXPECT(kernel->run);
        kernel->run(extra[1], grid, block);
    }
    if (getenv("FAKE_CUDA_FAILS"))
        failure = atoi(getenv("FAKE_CUDA_FAILS"));
    return SUCCESS;
}

// ---- Memory ------------------------------------------------------------------------------------

static long allocated;

int cuMemAlloc_v2(uint64_t *pointer, size_t bytes) {
    EXPECT(current && bytes);
    allocated++;
    *pointer = (uint64_t)own(aligned_alloc(256, (bytes + 255) & ~(size_t)255));
    return SUCCESS;
}

int cuMemFree_v2(uint64_t pointer) {
    EXPECT(allocated-- > 0);
    free((void *)pointer);
    return SUCCESS;
}

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, void *stream) {
    EXPECT(current && stream);
    memcpy((void *)to, from, bytes);
    return SUCCESS;
}

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *stream) {
    EXPECT(current && stream);
    memcpy(to, (void *)from, bytes);
    return SUCCESS;
}

int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void *stream) {
    EXPECT(current && stream);
    memmove((void *)to, (void *)from, bytes);
    return SUCCESS;
}

int cuMemGetInfo_v2(size_t *available, size_t *total) {
    *available = *total = 1ul << 34;
    return SUCCESS;
}

int cuCtxGetLimit(size_t *value, int limit) {
    (void)limit;
    *value = 1024;
    return SUCCESS;
}

int cuCtxSetLimit(int limit, size_t value) {
    (void)limit, (void)value;
    return SUCCESS;
}

int cuStreamCreate(void **stream, unsigned flags) {
    EXPECT(current && flags == 1);
    *stream = own(malloc(1));
    return SUCCESS;
}

int cuStreamDestroy_v2(void *stream) {
    free(stream);
    return SUCCESS;
}

int cuStreamSynchronize(void *stream) {
    own(stream);
    return failure;
}

int cuStreamQuery(void *stream) {
    EXPECT(!stream); // the default one
    return failure;
}

int cuEventCreate(void **event, unsigned flags) {
    (void)flags;
    *event = own(malloc(1));
    return SUCCESS;
}

int cuEventDestroy(void *event) {
    free(event);
    return SUCCESS;
}

int cuEventRecord(void *event, void *stream) {
    EXPECT(current && event && stream);
    return SUCCESS;
}

int cuEventQuery(void *event) {
    own(event);
    return SUCCESS;
}

int cuEventSynchronize(void *event) {
    own(event);
    return SUCCESS;
}

int cuEventElapsedTime(float *milliseconds, void *begin, void *end) {
    EXPECT(begin && end && begin != end);
    *milliseconds = 2;
    return SUCCESS;
}

int cuStreamWaitEvent(void *stream, void *event, unsigned flags) {
    EXPECT(stream && event && flags == 0);
    return SUCCESS;
}

__attribute__((destructor)) static void end(void) {
    if (initialised)
        say("%ld allocations left", allocated);
}

// libomptarget wants these to be there, and calls none of them here.
#define UNUSED(name)                                                                               \
    int name(void) {                                                                               \
        printf("cuda: WRONG CALL of %s\n", #name);                                                 \
        fflush(stdout);                                                                            \
        abort();                                                                                   \
    }
UNUSED(cuCtxEnablePeerAccess)
UNUSED(cuDeviceCanAccessPeer)
UNUSED(cuLaunchHostFunc)
UNUSED(cuLaunchKernelEx)
UNUSED(cuMemAddressFree)
UNUSED(cuMemAddressReserve)
UNUSED(cuMemAllocAsync)
UNUSED(cuMemAllocHost)
UNUSED(cuMemAllocHost_v2)
UNUSED(cuMemAllocManaged)
UNUSED(cuMemCreate)
UNUSED(cuMemFreeAsync)
UNUSED(cuMemFreeHost)
UNUSED(cuMemGetAllocationGranularity)
UNUSED(cuMemMap)
UNUSED(cuMemRelease)
UNUSED(cuMemSetAccess)
UNUSED(cuMemUnmap)
UNUSED(cuMemcpyDtoH_v2)
UNUSED(cuMemcpyHtoD_v2)
UNUSED(cuMemcpyPeerAsync)
UNUSED(cuMemsetD16Async)
UNUSED(cuMemsetD2D16Async)
UNUSED(cuMemsetD2D32Async)
UNUSED(cuMemsetD2D8Async)
UNUSED(cuMemsetD32Async)
UNUSED(cuMemsetD8Async)
UNUSED(cuOccupancyMaxPotentialBlockSize)
UNUSED(cuStreamAddCallback)
// Names of before that have a second version.
UNUSED(cuMemGetInfo)
