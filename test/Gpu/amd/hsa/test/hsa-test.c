// Tests of the HSA side without a machine: what this program does stands for kernels. It shows what
// is allowed, what has which status, and what ends the program.
//
// usage: hsa-test DIRECTORY [CASE]
// In the directory are code objects of kernels.ll: gfx1100.co, gfx90a.co, gfx90a-xnack.co,
// generic.co (gfx11-generic) and undefined.co (with a symbol that nothing defines). Each case runs
// in a process of its own.
#include "hsa-test.h"

#include "../../machine/machine.h"
#include "../memory.h"

#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---- The machine that stands for the real one --------------------------------------------------

struct machine {
    struct machine_options options;
};

bool (*on_dispatch)(const char *kernel, const struct dispatch *dispatch);
unsigned code_count;

struct machine *machine_make(const struct machine_options *options) {
    struct machine *machine = malloc(sizeof *machine);
    machine->options = *options;
    return machine;
}

void machine_add_code(struct machine *machine, uint64_t address, size_t size, uint64_t base,
                      const char *name) {
    (void)machine, (void)address, (void)size, (void)base, (void)name;
    code_count++;
}

void machine_write_counts(const struct machine *machine, FILE *file) {
    (void)machine, (void)file;
}

void machine_remove_code(struct machine *machine, uint64_t address) {
    (void)machine, (void)address;
    code_count--;
}

bool machine_run(struct machine *machine, const struct dispatch *dispatch) {
    struct memory_span packet = machine->options.find(machine->options.owner, dispatch->packet);
    CHECK(packet.is_readable && dispatch->packet - packet.base + 64 <= packet.size);
    CHECK(machine->options.find(machine->options.owner, dispatch->descriptor).is_readable);
    const char *name = machine->options.name_of(dispatch->descriptor);
    return on_dispatch ? on_dispatch(name, dispatch) : true;
}

// ---- What tests need ---------------------------------------------------------------------------

const char *directory;
hsa_agent_t cpu, gpu, gpu2;
hsa_amd_memory_pool_t fine, kernarg, device, lds;

static hsa_status_t see_agent(hsa_agent_t agent, void *data) {
    uint32_t type;
    (void)data;
    OK(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_CPU)
        cpu = agent;
    else if (!gpu.handle)
        gpu = agent;
    else
        gpu2 = agent;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t see_pool(hsa_amd_memory_pool_t pool, void *data) {
    uint32_t segment, flags;
    (void)data;
    OK(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment));
    OK(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &flags));
    if (segment == HSA_AMD_SEGMENT_GROUP)
        lds = pool;
    else if (flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT)
        kernarg = pool;
    else if (flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED)
        fine = pool;
    else if (flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED)
        device = pool;
    return HSA_STATUS_SUCCESS;
}

void begin_hsa(const char *gpus) {
    setenv("EMULATE_AMD", gpus, 1);
    setenv("EMULATE_PATIENCE", "300", 1);
    OK(hsa_init());
    OK(hsa_iterate_agents(see_agent, NULL));
    OK(hsa_amd_agent_iterate_memory_pools(cpu, see_pool, NULL));
    if (gpu.handle)
        OK(hsa_amd_agent_iterate_memory_pools(gpu, see_pool, NULL));
}

void *allocate(hsa_amd_memory_pool_t pool, size_t size) {
    void *memory = NULL;
    OK(hsa_amd_memory_pool_allocate(pool, size, 0, &memory));
    OK(hsa_amd_agents_allow_access(1, &gpu, NULL, memory));
    return memory;
}

hsa_signal_t make_signal(int64_t value) {
    hsa_signal_t signal;
    OK(hsa_signal_create(value, 0, NULL, &signal));
    return signal;
}

int64_t wait_for(hsa_signal_t signal, int64_t value) {
    int64_t found;
    do // it may return early
        found = hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, value, UINT64_MAX,
                                          HSA_WAIT_STATE_BLOCKED);
    while (found != value);
    return found;
}

void *read_file(const char *name, size_t *size) {
    char path[500];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    char *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

hsa_status_t load_bytes(const void *bytes, size_t size, hsa_executable_t *executable) {
    hsa_code_object_reader_t reader;
    OK(hsa_code_object_reader_create_from_memory(bytes, size, &reader));
    OK(hsa_executable_create_alt(HSA_PROFILE_FULL, 0, "", executable));
    hsa_status_t status = hsa_executable_load_agent_code_object(*executable, gpu, reader, "", NULL);
    OK(hsa_code_object_reader_destroy(reader));
    return status;
}

hsa_status_t load_file(const char *name, hsa_executable_t *executable) {
    size_t size;
    void *bytes = read_file(name, &size);
    hsa_status_t status = load_bytes(bytes, size, executable);
    memset(bytes, 0, size);
    free(bytes);
    return status;
}

uint64_t symbol_number(hsa_executable_t executable, const char *name,
                       hsa_executable_symbol_info_t attribute) {
    hsa_executable_symbol_t symbol;
    uint64_t value = 0;
    OK(hsa_executable_get_symbol_by_name(executable, name, &gpu, &symbol));
    OK(hsa_executable_symbol_get_info(symbol, attribute, &value));
    return value;
}

// ---- Running cases -----------------------------------------------------------------------------

// Runs one in a child, whose messages come back.
static int run_case(const struct test_case *test, int seed, char *output, size_t size) {
    int ends[2], status;
    CHECK(pipe(ends) == 0);
    fflush(stdout);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        char text[20];
        snprintf(text, sizeof text, "%d", seed);
        setenv("EMULATE_SEED", text, 1);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        test->run();
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t n; (n = read(ends[0], output + length, size - 1 - length)) > 0;)
        length += (size_t)n;
    output[length] = '\0';
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child);
    return status;
}

static bool is_right(const struct test_case *test, int seed) {
    char output[10000];
    int status = run_case(test, seed, output, sizeof output);
    bool as_expected = test->message ? WIFSIGNALED(status) && strstr(output, test->message) != NULL
                                     : WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!as_expected)
        printf("%s, seed %d: status %#x%s%s\n%s\n", test->name, seed, (unsigned)status,
               test->message ? ", expected: " : "", test->message ? test->message : "", output);
    return as_expected;
}

int main(int count, char **arguments) {
    static const struct test_case *const lists[] = {memory_cases, work_cases, queue_cases,
                                                    code_cases};
    enum { SEEDS = 24 };
    int failed = 0, run = 0;
    if (count < 2)
        return 2;
    directory = arguments[1];
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (const struct test_case *test = lists[l]; test->name; test++)
            for (int seed = 0; seed < SEEDS; seed++) {
                bool is_wanted = count <= 2 || strcmp(arguments[2], test->name) == 0;
                if (!is_wanted || (test->seed != MANY_SEEDS && test->seed != seed))
                    continue;
                run++;
                failed += !is_right(test, seed);
            }
    printf("%d runs, %d failed\n", run, failed);
    return failed != 0;
}
