// ROCm's libhsa-runtime64.so.1 as far as libomptarget's AMD plug-in calls it, for one GPU that does everything as late as it
// may: copies, kernels and asynchronous handlers run only while somebody waits for a signal, in an order of their own
// among those that may run.
//   LATE_HSA_ARCH  "gfx1100", if not set
//   LATE_HSA_SEED  the order
//
// Memory of the device is memory of the host's. A kernel K runs as the program's function fake_K, which is given the 8-byte
// slots and the grid in threads. The numbers are those of hsa.h and hsa_ext_amd.h.
#include <dlfcn.h>
#include <elf.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK = 0, BREAK = 1, ERROR = 0x1000, INVALID_ARGUMENT = 0x1001, NO_SYMBOL = 0x1013 };
enum { CPU = 1, GPU = 2 };
enum { FINE = 1, KERNEL_ARGUMENTS, COARSE, OF_GPU };

struct handle {
    uint64_t handle;
};

static _Noreturn void stop(const char *what) {
    fprintf(stderr, "late-hsa: %s\n", what);
    abort();
}

static void *own(void *pointer) {
    return pointer ? pointer : (stop("out of memory, or not found"), NULL);
}

static const char *arch(void) {
    const char *name = getenv("LATE_HSA_ARCH");
    return name ? name : "gfx1100";
}

// ---- Work --------------------------------------------------------------------------------------

typedef bool handler(int64_t value, void *argument);

struct queue {
    struct { // hsa_queue_t
        uint32_t type, features;
        uint8_t *packets;
        struct handle doorbell;
        uint32_t size, reserved;
        uint64_t id;
    } seen;
    uint64_t written, read;
};

// What is to be done, once all of `needs` are 0.
struct work {
    enum { COPY, HANDLER, PACKETS } kind;
    struct handle needs[8];
    uint32_t need_count;
    struct handle done;
    void *to;
    const void *from;
    size_t size;
    handler *call;
    void *argument;
    struct queue *queue;
    struct work *next;
};

static struct work *pending;
static pthread_mutex_t lock; // recursive: handlers call us

static int64_t *value_of(struct handle signal) {
    return own((void *)signal.handle);
}

static void add_work(struct work work) {
    struct work **last = &pending;
    while (*last)
        last = &(*last)->next;
    *last = own(malloc(sizeof work));
    **last = work;
    (*last)->next = NULL;
}

union packet {
    uint16_t header;
    struct {
        uint16_t header, setup, block[3], reserved;
        uint32_t grid[3], private_bytes, shared_bytes;
        uint64_t kernel;
        uint64_t *slots;
        uint64_t more_reserved;
        struct handle done;
    } dispatch;
    struct {
        uint64_t header;
        struct handle needs[5];
        uint64_t reserved;
        struct handle done;
    } barrier;
};
_Static_assert(sizeof(union packet) == 64, "an AQL packet");

enum { INVALID_PACKET = 1, KERNEL_PACKET = 2, BARRIER_PACKET = 3 };

static bool are_done(const struct handle *needs, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (needs[i].handle && *value_of(needs[i]) != 0)
            return false;
    return true;
}

static union packet *next_packet(const struct queue *queue) {
    return (union packet *)queue->seen.packets + queue->read % queue->seen.size;
}

static bool has_rung(const struct queue *queue) {
    return *value_of(queue->seen.doorbell) >= (int64_t)queue->read && queue->read < queue->written &&
           (next_packet(queue)->header & 0xff) != INVALID_PACKET;
}

static bool is_ready(const struct work *work) {
    if (work->kind != PACKETS)
        return are_done(work->needs, work->need_count);
    const union packet *packet = next_packet(work->queue);
    return has_rung(work->queue) && ((packet->header & 0xff) != BARRIER_PACKET ||
                                     are_done(packet->barrier.needs, 5));
}

struct kernel {
    void (*run)(const uint64_t *slots, const uint32_t *grid);
};

static void run_packet(struct queue *queue) {
    union packet *packet = next_packet(queue);
    if ((packet->header & 0xff) == KERNEL_PACKET) {
        const struct kernel *kernel = own((void *)packet->dispatch.kernel);
        if (!kernel->run)
            stop("the program has no function for this kernel");
        kernel->run(packet->dispatch.slots, packet->dispatch.grid);
    }
    if (packet->dispatch.done.handle)
        --*value_of(packet->dispatch.done);
    packet->header = INVALID_PACKET;
    queue->read++;
}

static void run_work(struct work **at) {
    struct work *work = *at;
    if (work->kind == PACKETS) {
        run_packet(work->queue);
        return;
    }
    *at = work->next;
    if (work->kind == COPY)
        memmove(work->to, work->from, work->size);
    else if (work->call(*value_of(work->needs[0]), work->argument))
        add_work(*work);
    if (work->done.handle)
        --*value_of(work->done);
    free(work);
}

// One of what may run; false: nothing may.
static bool run_some(void) {
    static uint64_t random;
    const char *seed = getenv("LATE_HSA_SEED");
    if (!random)
        random = (seed ? strtoull(seed, NULL, 0) : 1) * 2654435761u + 1;
    struct work **ready[64];
    unsigned count = 0;
    for (struct work **at = &pending; *at && count < 64; at = &(*at)->next)
        if (is_ready(*at))
            ready[count++] = at;
    random = random * 6364136223846793005u + 1442695040888963407u;
    if (count)
        run_work(ready[(random >> 33) % count]);
    return count > 0;
}

// ---- Signals -----------------------------------------------------------------------------------

int hsa_amd_signal_create(int64_t value, uint32_t count, const struct handle *agents, uint64_t attributes,
                          struct handle *out) {
    (void)count, (void)agents, (void)attributes;
    int64_t *signal = own(malloc(sizeof *signal));
    *signal = value;
    out->handle = (uint64_t)signal;
    return OK;
}

int hsa_signal_create(int64_t value, uint32_t count, const struct handle *agents, struct handle *out) {
    return hsa_amd_signal_create(value, count, agents, 0, out);
}

int hsa_signal_destroy(struct handle signal) {
    (void)signal; // kept: a late use is harmless
    return OK;
}

int64_t hsa_signal_load_scacquire(struct handle signal) {
    return *value_of(signal);
}

void hsa_signal_store_relaxed(struct handle signal, int64_t value) {
    pthread_mutex_lock(&lock);
    *value_of(signal) = value;
    pthread_mutex_unlock(&lock);
}

void hsa_signal_store_screlease(struct handle signal, int64_t value) {
    hsa_signal_store_relaxed(signal, value);
}

void hsa_signal_subtract_screlease(struct handle signal, int64_t value) {
    pthread_mutex_lock(&lock);
    *value_of(signal) -= value;
    pthread_mutex_unlock(&lock);
}

static bool holds(int64_t value, int condition, int64_t expected) {
    return condition == 0   ? value == expected
           : condition == 1 ? value != expected
           : condition == 2 ? value < expected
                            : value >= expected;
}

// What functions that returned had there is no longer what it was.
static void spoil_stack(void) {
    volatile char memory[16384];
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = (char)0xA5;
}

int64_t hsa_signal_wait_scacquire(struct handle signal, int condition, int64_t expected, uint64_t timeout,
                                  int state) {
    (void)timeout, (void)state;
    spoil_stack();
    pthread_mutex_lock(&lock);
    while (!holds(*value_of(signal), condition, expected))
        if (!run_some())
            stop("somebody waits for what will not come");
    int64_t value = *value_of(signal);
    pthread_mutex_unlock(&lock);
    return value;
}

int hsa_amd_signal_async_handler(struct handle signal, int condition, int64_t value, handler *call, void *argument) {
    if (condition != 0 || value != 0)
        stop("a handler of another condition");
    pthread_mutex_lock(&lock);
    add_work((struct work){.kind = HANDLER, .needs = {signal}, .need_count = 1, .call = call, .argument = argument});
    pthread_mutex_unlock(&lock);
    return OK;
}

// ---- The machine -------------------------------------------------------------------------------

int hsa_init(void) {
    static bool made;
    pthread_mutexattr_t attributes;
    if (!made) {
        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
        pthread_mutex_init(&lock, &attributes);
    }
    made = true;
    return OK;
}

int hsa_shut_down(void) {
    return OK;
}

int hsa_status_string(int status, const char **text) {
    static char buffer[32];
    snprintf(buffer, sizeof buffer, "status %#x", (unsigned)status);
    *text = buffer;
    return OK;
}

int hsa_system_get_info(int attribute, void *value) {
    switch (attribute) {
    case 0: // the version
    case 1:
        *(uint16_t *)value = 1;
        return OK;
    case 2: // a time, and its frequency
    case 3:
        *(uint64_t *)value = 1000000000;
        return OK;
    }
    return INVALID_ARGUMENT;
}

int hsa_iterate_agents(int (*visit)(struct handle agent, void *data), void *data) {
    int status = OK;
    for (uint64_t agent = CPU; agent <= GPU && status == OK; agent++)
        status = visit((struct handle){agent}, data);
    return status == BREAK ? OK : status;
}

int hsa_agent_get_info(struct handle agent, int attribute, void *value) {
    static const struct {
        int attribute;
        uint32_t value;
    } numbers[] = {
        {2, 1 /* runs kernels */}, {3, 1 /* 64 bits */}, {4, 0 /* profile */}, {5, 2 /* rounding */},
        {6, 32 /* lanes */}, {8, 1024 /* threads of a block */}, {10, UINT32_MAX /* threads */},
        {11, 32}, {12, 128 /* queues */}, {13, 64}, {14, 4096}, {15, 0}, {16, 0},
        {0xA000, 0x744c}, {0xA001, 64}, {0xA002, 4 /* compute units */}, {0xA003, 1000}, {0xA004, 1},
        {0xA005, 4}, {0xA006, 0x300}, {0xA007, 384}, {0xA008, 1000}, {0xA00A, 32}, {0xA00B, 2},
        {0xA00C, 2}, {0xA00D, 2}, {0xA00F, 0}, {0xA012, 0}, {0xA014, 4}, {0xA107, 0}, {0xA110, 1},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].attribute == attribute) {
            *(uint32_t *)value = numbers[i].value;
            return OK;
        }
    switch (attribute) {
    case 0: // names, of 64 bytes
    case 1:
    case 0xA009:
        memset(value, 0, 64);
        strcpy(value, attribute == 1 ? "AMD" : agent.handle == GPU ? arch() : "CPU");
        return OK;
    case 7: // threads of a block in each dimension
        for (int d = 0; d < 3; d++)
            ((uint16_t *)value)[d] = 1024;
        return OK;
    case 9: // of a grid
        for (int d = 0; d < 3; d++)
            ((uint32_t *)value)[d] = INT32_MAX;
        return OK;
    case 17: // the kind of device
        *(uint32_t *)value = agent.handle == GPU;
        return OK;
    case 18: // caches
        memset(value, 0, 16);
        return OK;
    case 20: // extensions
        memset(value, 0, 128);
        return OK;
    case 21: // the version
    case 22:
        *(uint16_t *)value = 1;
        return OK;
    case 0xA010: // single bytes
    case 0xA013:
        *(bool *)value = false;
        return OK;
    case 0xA011:
        strcpy(value, "GPU-0000000000000001");
        return OK;
    case 0xA015: // memory, a frequency
    case 0xA016:
        *(uint64_t *)value = 1 << 30;
        return OK;
    case 0xA114:
        memset(value, 0, 8);
        return OK;
    }
    return INVALID_ARGUMENT;
}

int hsa_agent_iterate_isas(struct handle agent, int (*visit)(struct handle isa, void *data), void *data) {
    int status = agent.handle == GPU ? visit((struct handle){GPU}, data) : OK;
    return status == BREAK ? OK : status;
}

int hsa_isa_get_info_alt(struct handle isa, int attribute, void *value) {
    char name[100];
    int length = snprintf(name, sizeof name, "amdgcn-amd-amdhsa--%s", arch()) + 1;
    (void)isa;
    if (attribute == 0)
        *(uint32_t *)value = (uint32_t)length;
    else
        memcpy(value, name, (size_t)length);
    return OK;
}

int hsa_amd_register_system_event_handler(int (*call)(const void *event, void *data), void *data) {
    (void)call, (void)data;
    return OK;
}

// ---- Memory ------------------------------------------------------------------------------------

int hsa_amd_agent_iterate_memory_pools(struct handle agent, int (*visit)(struct handle pool, void *data),
                                       void *data) {
    int status = OK;
    uint64_t pool = agent.handle == GPU ? OF_GPU : FINE, end = agent.handle == GPU ? OF_GPU : COARSE;
    for (; pool <= end && status == OK; pool++)
        status = visit((struct handle){pool}, data);
    return status == BREAK ? OK : status;
}

int hsa_amd_memory_pool_get_info(struct handle pool, int attribute, void *value) {
    switch (attribute) {
    case 0: // the segment: global
        *(uint32_t *)value = 0;
        return OK;
    case 1:
        *(uint32_t *)value = pool.handle == KERNEL_ARGUMENTS ? 3 : pool.handle == FINE ? 2 : 4;
        return OK;
    case 2: // sizes
    case 16:
        *(uint64_t *)value = 1ull << 32;
        return OK;
    case 5:
        *(bool *)value = true;
        return OK;
    case 6: // pages
    case 7:
        *(uint64_t *)value = 4096;
        return OK;
    case 15:
        *(bool *)value = pool.handle != OF_GPU;
        return OK;
    }
    return INVALID_ARGUMENT;
}

int hsa_amd_agent_memory_pool_get_info(struct handle agent, struct handle pool, int attribute, void *value) {
    (void)agent, (void)pool, (void)attribute;
    *(uint32_t *)value = 2; // access if asked for
    return OK;
}

struct block {
    void *memory;
    size_t size;
    uint64_t pool;
    struct block *next;
};
static struct block *blocks;

int hsa_amd_memory_pool_allocate(struct handle pool, size_t size, uint32_t flags, void **out) {
    (void)flags;
    pthread_mutex_lock(&lock);
    struct block *block = own(malloc(sizeof *block));
    *block = (struct block){own(aligned_alloc(4096, (size + 4096) & ~4095ull)), size, pool.handle, blocks};
    blocks = block;
    memset(block->memory, 0xCD, size);
    *out = block->memory;
    pthread_mutex_unlock(&lock);
    return OK;
}

static struct block **find_block(const void *address) {
    struct block **at = &blocks;
    while (*at && ((const char *)address < (char *)(*at)->memory ||
                   (const char *)address >= (char *)(*at)->memory + (*at)->size))
        at = &(*at)->next;
    return at;
}

int hsa_amd_memory_pool_free(void *memory) {
    pthread_mutex_lock(&lock);
    struct block **at = find_block(memory), *block = own(*at);
    *at = block->next;
    memset(block->memory, 0xDD, block->size);
    free(block->memory);
    free(block);
    pthread_mutex_unlock(&lock);
    return OK;
}

struct pointer_info {
    uint32_t size, type;
    void *of_agent, *of_host;
    size_t bytes;
    void *user_data;
    struct handle owner;
};

int hsa_amd_pointer_info(const void *address, struct pointer_info *info, void *(*allocate)(size_t), uint32_t *count,
                         struct handle **agents) {
    (void)allocate, (void)agents;
    if (count)
        *count = 0;
    pthread_mutex_lock(&lock);
    const struct block *block = *find_block(address);
    info->type = block ? 1 : 0; // HSA's own, or unknown
    if (block) {
        info->of_agent = info->of_host = block->memory;
        info->bytes = block->size;
        info->owner.handle = block->pool == OF_GPU ? GPU : CPU;
    }
    pthread_mutex_unlock(&lock);
    return OK;
}

int hsa_amd_agents_allow_access(uint32_t count, const struct handle *agents, const uint32_t *flags,
                                const void *address) {
    (void)count, (void)agents, (void)flags, (void)address;
    return OK;
}

int hsa_amd_memory_lock(void *address, size_t size, struct handle *agents, int count, void **out) {
    (void)size, (void)agents, (void)count;
    *out = address;
    return OK;
}

int hsa_amd_memory_unlock(void *address) {
    (void)address;
    return OK;
}

int hsa_memory_copy(void *to, const void *from, size_t size) {
    memmove(to, from, size);
    return OK;
}

int hsa_amd_memory_fill(void *memory, uint32_t value, size_t count) {
    for (size_t i = 0; i < count; i++)
        ((uint32_t *)memory)[i] = value;
    return OK;
}

int hsa_amd_memory_async_copy(void *to, struct handle to_agent, const void *from, struct handle from_agent, size_t size,
                              uint32_t need_count, const struct handle *needs, struct handle done) {
    (void)to_agent, (void)from_agent;
    struct work work = {.kind = COPY, .need_count = need_count, .done = done, .to = to, .from = from, .size = size};
    if (need_count > 8)
        stop("a copy waits for too much");
    for (uint32_t i = 0; i < need_count; i++)
        work.needs[i] = needs[i];
    pthread_mutex_lock(&lock);
    add_work(work);
    pthread_mutex_unlock(&lock);
    return OK;
}

// ---- Code objects ------------------------------------------------------------------------------

struct code {
    const uint8_t *file;
    uint8_t *memory;
    const Elf64_Sym *symbols;
    const char *names;
    size_t count;
};

struct symbol {
    const char *name;
    uint64_t address, size;
    struct kernel kernel;
};

int hsa_code_object_reader_create_from_memory(const void *file, size_t size, struct handle *out) {
    (void)size;
    out->handle = (uint64_t)file;
    return OK;
}

int hsa_code_object_reader_destroy(struct handle reader) {
    (void)reader;
    return OK;
}

int hsa_executable_create_alt(int profile, int rounding, const char *options, struct handle *out) {
    (void)profile, (void)rounding, (void)options;
    out->handle = (uint64_t)own(calloc(1, sizeof(struct code)));
    return OK;
}

int hsa_executable_create(int profile, int state, const char *options, struct handle *out) {
    (void)state;
    return hsa_executable_create_alt(profile, 0, options, out);
}

int hsa_executable_destroy(struct handle executable) {
    (void)executable;
    return OK;
}

int hsa_executable_freeze(struct handle executable, const char *options) {
    (void)executable, (void)options;
    return OK;
}

int hsa_executable_validate(struct handle executable, uint32_t *result) {
    (void)executable;
    *result = 0;
    return OK;
}

int hsa_code_object_deserialize(void) {
    return ERROR;
}

int hsa_code_object_destroy(void) {
    return ERROR;
}

int hsa_executable_load_code_object(void) {
    return ERROR;
}

int hsa_executable_load_agent_code_object(struct handle executable, struct handle agent, struct handle reader,
                                          const char *options, struct handle *loaded) {
    (void)agent, (void)options;
    struct code *code = own((void *)executable.handle);
    const uint8_t *file = code->file = own((void *)reader.handle);
    const Elf64_Ehdr *header = (const void *)file;
    const Elf64_Phdr *parts = (const void *)(file + header->e_phoff);
    const Elf64_Shdr *sections = (const void *)(file + header->e_shoff);
    size_t size = 0;
    for (int i = 0; i < header->e_phnum; i++)
        if (parts[i].p_type == PT_LOAD && parts[i].p_vaddr + parts[i].p_memsz > size)
            size = parts[i].p_vaddr + parts[i].p_memsz;
    code->memory = own(aligned_alloc(4096, (size + 4096) & ~4095ull));
    memset(code->memory, 0, size);
    for (int i = 0; i < header->e_phnum; i++)
        if (parts[i].p_type == PT_LOAD)
            memcpy(code->memory + parts[i].p_vaddr, file + parts[i].p_offset, parts[i].p_filesz);
    for (int i = 0; i < header->e_shnum; i++)
        if (sections[i].sh_type == SHT_DYNSYM) {
            code->symbols = (const void *)(file + sections[i].sh_offset);
            code->count = sections[i].sh_size / sizeof *code->symbols;
            code->names = (const char *)file + sections[sections[i].sh_link].sh_offset;
        }
    if (loaded)
        *loaded = executable;
    return OK;
}

static struct symbol *make_symbol(const struct code *code, const Elf64_Sym *found) {
    struct symbol *symbol = own(calloc(1, sizeof *symbol));
    char function[256];
    symbol->name = code->names + found->st_name;
    symbol->address = (uint64_t)code->memory + found->st_value;
    symbol->size = found->st_size;
    const char *end = strstr(symbol->name, ".kd"), *at = symbol->name;
    if (end) {
        snprintf(function, sizeof function, "fake_%.*s", (int)strcspn(at, "$."), at);
        *(void **)&symbol->kernel.run = dlsym(RTLD_DEFAULT, function);
    }
    return symbol;
}

int hsa_executable_get_symbol_by_name(struct handle executable, const char *name, const struct handle *agent,
                                      struct handle *out) {
    (void)agent;
    const struct code *code = own((void *)executable.handle);
    for (size_t i = 1; i < code->count; i++)
        if (code->symbols[i].st_shndx != SHN_UNDEF && strcmp(code->names + code->symbols[i].st_name, name) == 0) {
            out->handle = (uint64_t)make_symbol(code, &code->symbols[i]);
            return OK;
        }
    return NO_SYMBOL;
}

int hsa_executable_iterate_symbols(struct handle executable,
                                   int (*visit)(struct handle executable, struct handle symbol, void *data),
                                   void *data) {
    const struct code *code = own((void *)executable.handle);
    int status = OK;
    for (size_t i = 1; i < code->count && status == OK; i++)
        if (code->symbols[i].st_shndx != SHN_UNDEF)
            status =
                visit(executable, (struct handle){(uint64_t)make_symbol(code, &code->symbols[i])}, data);
    return status;
}

int hsa_executable_symbol_get_info(struct handle handle, int attribute, void *value) {
    struct symbol *symbol = own((void *)handle.handle);
    const uint32_t *descriptor = (const void *)symbol->address; // shared, private, arguments
    bool is_kernel = strstr(symbol->name, ".kd") != NULL;
    switch (attribute) {
    case 0:
        *(uint32_t *)value = is_kernel;
        return OK;
    case 1:
        *(uint32_t *)value = (uint32_t)strlen(symbol->name);
        return OK;
    case 2:
        memcpy(value, symbol->name, strlen(symbol->name));
        return OK;
    case 21:
        *(uint64_t *)value = symbol->address;
        return OK;
    case 9:
        *(uint32_t *)value = (uint32_t)symbol->size;
        return OK;
    case 22:
        *(uint64_t *)value = (uint64_t)&symbol->kernel;
        return OK;
    case 11:
        *(uint32_t *)value = descriptor[2];
        return OK;
    case 12:
        *(uint32_t *)value = 16;
        return OK;
    case 13:
        *(uint32_t *)value = descriptor[0];
        return OK;
    case 14:
        *(uint32_t *)value = descriptor[1];
        return OK;
    case 15:
        *(bool *)value = false;
        return OK;
    }
    return INVALID_ARGUMENT;
}

// ---- Queues ------------------------------------------------------------------------------------

int hsa_queue_create(struct handle agent, uint32_t size, uint32_t type, void *error, void *data, uint32_t private_bytes,
                     uint32_t shared_bytes, struct queue **out) {
    (void)agent, (void)error, (void)data, (void)private_bytes, (void)shared_bytes;
    struct queue *queue = own(calloc(1, sizeof *queue));
    queue->seen.type = type;
    queue->seen.features = 1;
    queue->seen.size = size;
    queue->seen.packets = own(aligned_alloc(64, (size_t)size * 64));
    memset(queue->seen.packets, 0, (size_t)size * 64);
    for (uint32_t i = 0; i < size; i++)
        ((union packet *)queue->seen.packets)[i].header = INVALID_PACKET;
    hsa_signal_create(-1, 0, NULL, &queue->seen.doorbell);
    pthread_mutex_lock(&lock);
    add_work((struct work){.kind = PACKETS, .queue = queue});
    pthread_mutex_unlock(&lock);
    *out = queue;
    return OK;
}

int hsa_queue_destroy(struct queue *queue) {
    (void)queue;
    return OK;
}

uint64_t hsa_queue_add_write_index_relaxed(struct queue *queue, uint64_t count) {
    return __atomic_fetch_add(&queue->written, count, __ATOMIC_RELAXED);
}

uint64_t hsa_queue_load_read_index_scacquire(const struct queue *queue) {
    return queue->read;
}
