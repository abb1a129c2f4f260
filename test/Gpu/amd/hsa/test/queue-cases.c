// Queues, packets, and what kernels must be given.
#include "hsa-test.h"

#include "../../machine/machine.h"

#include <pthread.h>
#include <unistd.h>

static hsa_queue_t *queue;
static hsa_executable_t executable;
static hsa_signal_t done, reported;
static hsa_status_t report;

static void on_error(hsa_status_t status, hsa_queue_t *source, void *data) {
    CHECK(source == queue && data == &executable);
    report = status;
    hsa_signal_subtract_screlease(reported, 1);
}

static void begin_queue(void) {
    begin_hsa("gfx1100");
    OK(load_file("gfx1100.co", &executable));
    OK(hsa_executable_freeze(executable, ""));
    OK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, on_error, &executable, UINT32_MAX,
                        UINT32_MAX, &queue));
    done = make_signal(1);
    reported = make_signal(1);
}

// A packet that is right: kernel `uses`, with one group of 64 threads.
static hsa_kernel_dispatch_packet_t right_packet(void) {
    return (hsa_kernel_dispatch_packet_t){
        .header = HSA_PACKET_TYPE_KERNEL_DISPATCH | 2 << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
                  2 << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE,
        .setup = 1,
        .workgroup_size_x = 64,
        .workgroup_size_y = 1,
        .workgroup_size_z = 1,
        .grid_size_x = 64,
        .grid_size_y = 1,
        .grid_size_z = 1,
        .private_segment_size = (uint32_t)symbol_number(
            executable, "uses.kd", HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE),
        .group_segment_size = (uint32_t)symbol_number(
            executable, "uses.kd", HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE),
        .kernel_object =
            symbol_number(executable, "uses.kd", HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT),
        .kernarg_address = allocate(kernarg, 64),
        .completion_signal = done,
    };
}

// Writes a packet, its header last, and rings.
static void push(hsa_queue_t *to, const void *packet) {
    uint64_t number = hsa_queue_add_write_index_relaxed(to, 1);
    while (number - hsa_queue_load_read_index_scacquire(to) >= to->size)
        continue;
    char *place = (char *)to->base_address + number % to->size * 64;
    uint32_t header;
    memcpy(place + 4, (const char *)packet + 4, 60);
    memcpy(&header, packet, 4);
    __atomic_store_n((uint32_t *)place, header, __ATOMIC_RELEASE);
    hsa_signal_store_relaxed(to->doorbell_signal, (int64_t)number);
}

static void push_barrier(hsa_packet_type_t type, hsa_signal_t first, hsa_signal_t second) {
    hsa_barrier_and_packet_t packet = {.header = (uint16_t)type, .dep_signal = {first, second}};
    push(queue, &packet);
}

static void creating(void) {
    hsa_queue_t *other;
    begin_queue();
    CHECK(queue->size == 64 && *(uint16_t *)queue->base_address == HSA_PACKET_TYPE_INVALID);
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT,
           hsa_queue_create(gpu, 65, 0, NULL, NULL, 0, 0, &other));
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT,
           hsa_queue_create(gpu, 32, 0, NULL, NULL, 0, 0, &other));
    STATUS(HSA_STATUS_ERROR_OUT_OF_RESOURCES,
           hsa_queue_create(gpu, 1 << 20, 0, NULL, NULL, 0, 0, &other));
    STATUS(HSA_STATUS_ERROR, hsa_queue_create(cpu, 64, 0, NULL, NULL, 0, 0, &other));
    STATUS(HSA_STATUS_ERROR_INVALID_AGENT,
           hsa_queue_create((hsa_agent_t){1}, 64, 0, NULL, NULL, 0, 0, &other));
    OK(hsa_queue_destroy(queue));
    STATUS(HSA_STATUS_ERROR_INVALID_QUEUE, hsa_queue_destroy(queue));
}

static unsigned dispatches;

static bool count_dispatch(const char *kernel, const struct dispatch *dispatch) {
    CHECK(strcmp(kernel, "uses") == 0 && dispatch->group[0] == 64 && dispatch->grid[0] == 64);
    CHECK(dispatch->private_bytes >= 256 && dispatch->shared_bytes == 1024);
    dispatches++;
    return true;
}

static void dispatching(void) {
    begin_queue();
    on_dispatch = count_dispatch;
    hsa_kernel_dispatch_packet_t packet = right_packet();
    packet.completion_signal = (hsa_signal_t){0};
    for (int i = 0; i < 199; i++) // more than the queue has places
        push(queue, &packet);
    packet.completion_signal = done;
    packet.header |= 1 << HSA_PACKET_HEADER_BARRIER; // else it may run before those before it
    push(queue, &packet);
    wait_for(done, 0);
    CHECK(dispatches == 200 && hsa_queue_load_read_index_scacquire(queue) == 200);
    OK(hsa_queue_destroy(queue));
    CHECK(code_count == 1);
    OK(hsa_executable_destroy(executable));
    CHECK(code_count == 0);
}

static void barriers(void) {
    begin_queue();
    on_dispatch = count_dispatch;
    hsa_signal_t a = make_signal(1), b = make_signal(1);
    hsa_kernel_dispatch_packet_t packet = right_packet();
    push_barrier(HSA_PACKET_TYPE_BARRIER_AND, a, b);
    push(queue, &packet);
    hsa_signal_store_relaxed(a, 0);
    for (int i = 0; i < 60; i++)
        CHECK(hsa_signal_load_scacquire(done) == 1);
    CHECK(dispatches == 0);
    hsa_signal_store_relaxed(b, 0);
    wait_for(done, 0);
    hsa_signal_store_relaxed(a, 1);
    hsa_signal_store_relaxed(done, 1);
    push_barrier(HSA_PACKET_TYPE_BARRIER_OR, a, b);
    push(queue, &packet);
    wait_for(done, 0);
    OK(hsa_queue_destroy(queue));
}

// Without the barrier bit, kernels of a queue may run in another order.
static int64_t last_argument;
static bool is_in_order;

static bool note_order(const char *kernel, const struct dispatch *dispatch) {
    (void)kernel;
    int64_t argument = *(const int64_t *)dispatch->arguments;
    is_in_order = is_in_order && argument > last_argument;
    last_argument = argument;
    return true;
}

static bool are_in_order(bool have_barrier_bit) {
    begin_queue();
    on_dispatch = note_order;
    is_in_order = true;
    last_argument = -1;
    hsa_signal_store_relaxed(done, 20);
    for (int64_t i = 0; i < 20; i++) {
        hsa_kernel_dispatch_packet_t packet = right_packet();
        packet.header |= (uint16_t)(have_barrier_bit << HSA_PACKET_HEADER_BARRIER);
        *(int64_t *)packet.kernarg_address = i;
        push(queue, &packet);
    }
    wait_for(done, 0);
    return is_in_order;
}

static void barrier_bit(void) {
    CHECK(are_in_order(true));
}

static void no_barrier_bit(void) {
    CHECK(!are_in_order(false));
}

// ---- Errors of the queue -----------------------------------------------------------------------

static void expect_report(hsa_status_t status, const hsa_kernel_dispatch_packet_t *packet) {
    report = HSA_STATUS_SUCCESS;
    hsa_signal_store_relaxed(reported, 1);
    hsa_signal_store_relaxed(done, 1);
    push(queue, packet);
    wait_for(reported, 0);
    STATUS(status, report);
    CHECK(hsa_signal_load_scacquire(done) == 1);
    OK(hsa_queue_destroy(queue)); // a new one, because this one stands still
    OK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, on_error, &executable, UINT32_MAX,
                        UINT32_MAX, &queue));
}

#define REPORT(status, change)                                                                     \
    do {                                                                                           \
        hsa_kernel_dispatch_packet_t p = right_packet();                                           \
        change;                                                                                    \
        expect_report(status, &p);                                                                 \
    } while (0)

static void reported_packets(void) {
    begin_queue();
    REPORT(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, p.setup = 0);
    REPORT(HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, p.setup = 5);
    REPORT(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, p.grid_size_x = 0);
    REPORT(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, p.grid_size_y = 2);
    REPORT(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, p.workgroup_size_x = 0);
    REPORT(HSA_STATUS_ERROR_INVALID_ARGUMENT, p.workgroup_size_x = 1025);
    REPORT(HSA_STATUS_ERROR_INVALID_ARGUMENT,
           (p.setup = 2, p.workgroup_size_x = 64, p.workgroup_size_y = 17));
    REPORT(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
           (p.setup = 3, p.grid_size_x = 1 << 16, p.grid_size_y = 1 << 15, p.grid_size_z = 2));
    REPORT(HSA_STATUS_ERROR_INVALID_ALLOCATION, p.group_segment_size = 65537);
    REPORT(HSA_STATUS_ERROR_OUT_OF_RESOURCES, p.private_segment_size = 1 << 20);
    REPORT(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, p.kernel_object = 0);
    REPORT(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, p.kernel_object += 64 << 10);
    REPORT(HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, p.header = HSA_PACKET_TYPE_VENDOR_SPECIFIC);
    REPORT(HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, p.header = HSA_PACKET_TYPE_AGENT_DISPATCH);
    REPORT(HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, p.header |= 1 << 14);
}

static bool stops(const char *kernel, const struct dispatch *dispatch) {
    (void)kernel, (void)dispatch;
    return false;
}

static void exception(void) {
    begin_queue();
    on_dispatch = stops;
    REPORT(HSA_STATUS_ERROR_EXCEPTION, (void)p);
}

static void exception_without_callback(void) {
    begin_queue();
    on_dispatch = stops;
    OK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, 0, 0, &queue));
    hsa_kernel_dispatch_packet_t packet = right_packet();
    push(queue, &packet);
    wait_for(done, 0);
}

static void inactive_queue(void) {
    begin_queue();
    on_dispatch = stops;
    hsa_kernel_dispatch_packet_t packet = right_packet();
    push(queue, &packet);
    push(queue, &packet);
    wait_for(reported, 0);
    on_dispatch = NULL;
    wait_for(done, 0);
}

static void not_frozen(void) {
    begin_queue();
    OK(load_file("gfx1100.co", &executable));
    REPORT(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, (void)p);
}

static void unloaded(void) {
    begin_queue();
    hsa_kernel_dispatch_packet_t packet = right_packet();
    OK(hsa_executable_destroy(executable));
    push(queue, &packet);
    wait_for(reported, 0);
    STATUS(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, report);
}

// ---- What ends the program ---------------------------------------------------------------------

#define PUSH_AND_WAIT(change)                                                                      \
    do {                                                                                           \
        begin_queue();                                                                             \
        hsa_kernel_dispatch_packet_t p = right_packet();                                           \
        change;                                                                                    \
        push(queue, &p);                                                                           \
        wait_for(done, 0);                                                                         \
    } while (0)

static void too_little_private(void) {
    PUSH_AND_WAIT(p.private_segment_size = 0);
}

static void too_little_group(void) {
    PUSH_AND_WAIT(p.group_segment_size -= 4);
}

static void arguments_not_there(void) {
    PUSH_AND_WAIT(p.kernarg_address = NULL);
}

static void arguments_too_short(void) {
    PUSH_AND_WAIT(p.kernarg_address = allocate(kernarg, 7));
}

static void arguments_not_aligned(void) {
    PUSH_AND_WAIT(p.kernarg_address = (char *)p.kernarg_address + 8);
}

static void arguments_not_accessible(void) {
    PUSH_AND_WAIT(OK(hsa_amd_memory_pool_allocate(kernarg, 64, 0, &p.kernarg_address)));
}

static void arguments_freed(void) {
    PUSH_AND_WAIT(OK(hsa_amd_memory_pool_free(p.kernarg_address)));
}

static void doorbell_too_far(void) {
    begin_queue();
    hsa_signal_store_relaxed(queue->doorbell_signal, 0);
}

static void doorbell_is_loaded(void) {
    begin_queue();
    hsa_signal_load_scacquire(queue->doorbell_signal);
}

static void packet_not_written(void) {
    begin_queue();
    hsa_signal_store_relaxed(queue->doorbell_signal,
                             (int64_t)hsa_queue_add_write_index_relaxed(queue, 1));
    wait_for(done, 0);
}

// The packet is complete, so nothing but the doorbell is missing.
static void doorbell_not_rung(void) {
    begin_queue();
    hsa_kernel_dispatch_packet_t packet = right_packet();
    hsa_queue_add_write_index_relaxed(queue, 1);
    memcpy(queue->base_address, &packet, sizeof packet);
    wait_for(done, 0);
}

static void barrier_never(void) {
    begin_queue();
    push_barrier(HSA_PACKET_TYPE_BARRIER_AND, done, (hsa_signal_t){0});
    wait_for(done, 0);
}

// ---- Threads -----------------------------------------------------------------------------------

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool other_thread_is_done;

static bool wait_for_other_thread(const char *kernel, const struct dispatch *dispatch) {
    (void)kernel, (void)dispatch;
    for (;;) {
        pthread_mutex_lock(&mutex);
        bool is_done = other_thread_is_done;
        pthread_mutex_unlock(&mutex);
        if (is_done)
            return true;
        usleep(100);
    }
}

static void *go_on(void *unused) {
    (void)unused;
    usleep(50000);
    for (int i = 0; i < 20; i++) { // all of this is possible while a kernel runs
        hsa_signal_t copied = make_signal(1);
        char *memory = allocate(device, 64);
        OK(hsa_amd_memory_async_copy(memory, gpu, memory + 32, gpu, 32, 0, NULL, copied));
        wait_for(copied, 0);
        OK(hsa_amd_memory_pool_free(memory));
    }
    pthread_mutex_lock(&mutex);
    other_thread_is_done = true;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void others_go_on(void) {
    pthread_t thread;
    begin_queue();
    on_dispatch = wait_for_other_thread;
    hsa_kernel_dispatch_packet_t packet = right_packet();
    push(queue, &packet);
    pthread_create(&thread, NULL, go_on, NULL);
    wait_for(done, 0);
    pthread_join(thread, NULL);
}

static bool add_argument(const char *kernel, const struct dispatch *dispatch) {
    (void)kernel;
    int64_t *argument = (int64_t *)dispatch->arguments;
    argument[1] += argument[0];
    return true;
}

static void *dispatch_often(void *unused) {
    (void)unused;
    hsa_queue_t *own;
    OK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &own));
    hsa_kernel_dispatch_packet_t packet = right_packet();
    packet.completion_signal = make_signal(150);
    int64_t *argument = packet.kernarg_address;
    argument[0] = 3;
    argument[1] = 0;
    for (int i = 0; i < 150; i++)
        push(own, &packet);
    wait_for(packet.completion_signal, 0);
    CHECK(argument[1] == 450);
    OK(hsa_queue_destroy(own));
    return NULL;
}

static void threads(void) {
    pthread_t all[4];
    begin_queue();
    on_dispatch = add_argument;
    for (int i = 0; i < 4; i++)
        pthread_create(&all[i], NULL, dispatch_often, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(all[i], NULL);
}

// A kernel of one GPU's on another one's queue; then on its own.
static void two_gpus(void) {
    begin_hsa("gfx1101,gfx1100");
    hsa_agent_t first = gpu;
    gpu = gpu2;
    OK(load_file("generic.co", &executable));
    OK(hsa_executable_freeze(executable, ""));
    done = make_signal(1);
    reported = make_signal(1);
    on_dispatch = count_dispatch;
    hsa_kernel_dispatch_packet_t packet = right_packet();
    OK(hsa_queue_create(first, 64, HSA_QUEUE_TYPE_MULTI, on_error, &executable, 0, 0, &queue));
    push(queue, &packet);
    wait_for(reported, 0);
    STATUS(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, report);
    OK(hsa_queue_create(gpu2, 64, HSA_QUEUE_TYPE_MULTI, on_error, &executable, 0, 0, &queue));
    push(queue, &packet);
    wait_for(done, 0);
    CHECK(dispatches == 1);
}

const struct test_case queue_cases[] = {
    {"creating", creating, 0, NULL},
    {"dispatching", dispatching, MANY_SEEDS, NULL},
    {"barriers", barriers, MANY_SEEDS, NULL},
    {"barrier bit", barrier_bit, MANY_SEEDS, NULL},
    {"no barrier bit", no_barrier_bit, 5, NULL},
    {"reported packets", reported_packets, MANY_SEEDS, NULL},
    {"exception", exception, MANY_SEEDS, NULL},
    {"exception without callback", exception_without_callback, MANY_SEEDS, "kernel 'uses' stopped"},
    {"inactive queue", inactive_queue, MANY_SEEDS, "2 packets of queue 0, which had an error"},
    {"not frozen", not_frozen, MANY_SEEDS, NULL},
    {"unloaded", unloaded, MANY_SEEDS, NULL},
    {"two GPUs", two_gpus, MANY_SEEDS, NULL},
    {"too little private", too_little_private, MANY_SEEDS,
     "bytes of private memory, and is given 0"},
    {"too little group", too_little_group, MANY_SEEDS,
     "needs 1024 bytes of LDS, and is given 1020"},
    {"arguments not there", arguments_not_there, MANY_SEEDS,
     "memory of the host's that is not locked"},
    {"arguments too short", arguments_too_short, MANY_SEEDS, "it ends behind the allocation"},
    {"arguments not aligned", arguments_not_aligned, MANY_SEEDS, "are not aligned to 16 bytes"},
    {"arguments not accessible", arguments_not_accessible, MANY_SEEDS, "was not made accessible"},
    {"arguments freed", arguments_freed, MANY_SEEDS, "which was freed"},
    {"doorbell too far", doorbell_too_far, MANY_SEEDS,
     "rings for packet 0, but only 0 were reserved"},
    {"doorbell is loaded", doorbell_is_loaded, MANY_SEEDS, "may only be stored to"},
    {"packet not written", packet_not_written, MANY_SEEDS,
     "its type is invalid, so it is not complete"},
    {"doorbell not rung", doorbell_not_rung, MANY_SEEDS, "the doorbell has not rung for it"},
    {"barrier never", barrier_never, MANY_SEEDS, "a barrier, which waits for signal 2 (value 1)"},
    {"others go on", others_go_on, MANY_SEEDS, NULL},
    {"queues in threads", threads, MANY_SEEDS, NULL},
    {0},
};
