// Runs kernels of a code object on the HSA runtime that it finds, without libomptarget: run-code
// CODE.hsaco < LIST Each line of the list is
//   KERNEL INPUT INPUT-ELEMENT OUTPUT OUTPUT-ELEMENT COUNT GROUP
// The kernel's parameters are a pointer to COUNT elements that the file INPUT has, of INPUT-ELEMENT
// bytes each, and one to COUNT elements of OUTPUT-ELEMENT bytes, which are written to the file
// OUTPUT. It has COUNT threads, GROUP in a work-group.
#include "../hsa/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hsa_agent_t gpu;
static hsa_amd_memory_pool_t pool;

static void expect(hsa_status_t status, const char *what) {
    if (status == HSA_STATUS_SUCCESS || status == HSA_STATUS_INFO_BREAK)
        return;
    fprintf(stderr, "run-code: %s: status %#x\n", what, (unsigned)status);
    exit(1);
}

static void *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        fprintf(stderr, "run-code: cannot read '%s'\n", path);
        exit(1);
    }
    *size = (size_t)ftell(file);
    rewind(file);
    void *bytes = malloc(*size + 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size)
        exit(1);
    fclose(file);
    return bytes;
}

static hsa_status_t find_gpu(hsa_agent_t agent, void *data) {
    uint32_t type;
    (void)data;
    expect(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type), "the kind of an agent");
    if (type != HSA_DEVICE_TYPE_GPU)
        return HSA_STATUS_SUCCESS;
    gpu = agent;
    return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t find_pool(hsa_amd_memory_pool_t found, void *data) {
    (void)data;
    pool = found;
    return HSA_STATUS_INFO_BREAK;
}

static void *allocate(size_t size) {
    void *memory;
    expect(hsa_amd_memory_pool_allocate(pool, size, 0, &memory), "an allocation");
    return memory;
}

static hsa_executable_t load(const char *path) {
    size_t size;
    void *code = read_file(path, &size);
    hsa_code_object_reader_t reader;
    hsa_executable_t executable;
    expect(hsa_code_object_reader_create_from_memory(code, size, &reader), "a reader");
    expect(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, "",
                                     &executable),
           "an executable");
    expect(hsa_executable_load_agent_code_object(executable, gpu, reader, "", NULL), "loading");
    expect(hsa_executable_freeze(executable, ""), "freezing");
    return executable;
}

static void run(hsa_executable_symbol_t symbol, void *arguments, uint32_t count, uint16_t group) {
    hsa_queue_t *queue;
    hsa_signal_t done;
    uint64_t object;
    uint32_t shared, private;
    expect(
        hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object),
        "the kernel");
    expect(hsa_executable_symbol_get_info(
               symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &shared),
           "shared memory");
    expect(hsa_executable_symbol_get_info(
               symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, &private),
           "private memory");
    expect(
        hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, UINT32_MAX, UINT32_MAX, &queue),
        "a queue");
    expect(hsa_signal_create(1, 0, NULL, &done), "a signal");
    uint64_t at = hsa_queue_add_write_index_relaxed(queue, 1);
    hsa_kernel_dispatch_packet_t *packet =
        (hsa_kernel_dispatch_packet_t *)queue->base_address + at % queue->size;
    memset(packet, 0, sizeof *packet);
    packet->setup = 1;
    packet->workgroup_size_x = group;
    packet->workgroup_size_y = packet->workgroup_size_z = 1;
    packet->grid_size_x = count;
    packet->grid_size_y = packet->grid_size_z = 1;
    packet->private_segment_size = private;
    packet->group_segment_size = shared;
    packet->kernel_object = object;
    packet->kernarg_address = arguments;
    packet->completion_signal = done;
    __atomic_store_n(&packet->header, HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_RELEASE);
    hsa_signal_store_relaxed(queue->doorbell_signal, (hsa_signal_value_t)at);
    // A wait may end before its condition holds.
    while (hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
                                     HSA_WAIT_STATE_BLOCKED) >= 1)
        ;
}

// One line of the list, taken apart.
struct job {
    char kernel[256], input[1024], output[1024];
    size_t in_element, out_element;
    unsigned count, group;
};

static void do_job(hsa_executable_t executable, const struct job *job) {
    size_t size;
    char name[300];
    hsa_executable_symbol_t symbol;
    void *input = read_file(job->input, &size);
    if (size != job->in_element * job->count) {
        fprintf(stderr, "run-code: '%s' has not %u elements\n", job->input, job->count);
        exit(1);
    }
    snprintf(name, sizeof name, "%s.kd", job->kernel);
    expect(hsa_executable_get_symbol_by_name(executable, name, &gpu, &symbol), job->kernel);
    void *device_input = allocate(size + 64),
         *device_output = allocate(job->out_element * job->count + 64);
    void **arguments = allocate(4096);
    memcpy(device_input, input, size);
    memset(arguments, 0, 4096);
    arguments[0] = device_input;
    arguments[1] = device_output;
    run(symbol, arguments, job->count, (uint16_t)job->group);
    FILE *file = fopen(job->output, "wb");
    if (!file || fwrite(device_output, job->out_element, job->count, file) != job->count ||
        fclose(file)) {
        fprintf(stderr, "run-code: cannot write '%s'\n", job->output);
        exit(1);
    }
    hsa_amd_memory_pool_free(device_input);
    hsa_amd_memory_pool_free(device_output);
    hsa_amd_memory_pool_free(arguments);
    free(input);
}

int main(int argc, char **argv) {
    struct job job;
    if (argc != 2) {
        fprintf(stderr, "usage: run-code CODE.hsaco < LIST\n");
        return 2;
    }
    expect(hsa_init(), "hsa_init");
    expect(hsa_iterate_agents(find_gpu, NULL), "the agents");
    expect(hsa_amd_agent_iterate_memory_pools(gpu, find_pool, NULL), "the memory pools");
    hsa_executable_t executable = load(argv[1]);
    while (scanf("%255s %1023s %zu %1023s %zu %u %u", job.kernel, job.input, &job.in_element,
                 job.output, &job.out_element, &job.count, &job.group) == 7)
        do_job(executable, &job);
    return 0;
}
