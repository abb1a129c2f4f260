// Queues: packets that a GPU processes. Each queue is work (work.h) as long as it exists.
//
// Packets begin in their order, when the doorbell has rung for them. A barrier packet lets none
// behind it begin before its signals allow that. A kernel may run while later packets begin, unless
// these have the barrier bit; so, if the seed is not 0, some kernels of a queue are started in any
// order.
//
// A packet's place is free (its type is invalid, and the read index is behind it) when it and all
// before it are done.
#include "arena.h"
#include "machines.h"
#include "packets.h"
#include "signals.h"
#include "work.h"

#include "../machine/machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ACTIVE = 4 };

union packet {
    uint16_t header;
    hsa_kernel_dispatch_packet_t dispatch;
    hsa_barrier_and_packet_t barrier;
};

struct queue {
    struct work work;
    hsa_queue_t seen; // by the program
    struct agent *gpu;
    struct allocation *memory; // of the packets
    hsa_queue_error_callback_t callback;
    void *data;
    uint64_t reserved;           // the write index
    uint64_t begun;              // packets before this number have begun
    uint64_t rung;               // and may begin before this one
    uint64_t free;               // the read index
    uint64_t active[MAX_ACTIVE]; // kernels that have begun and are not done, in their order
    unsigned active_count;
    bool has_failed;
    struct queue *next;
};

static struct queue *queues;
static bool a_kernel_runs; // of any queue

static union packet *packet_at(const struct queue *queue, uint64_t number) {
    return (union packet *)queue->seen.base_address + number % queue->seen.size;
}

// The header is written last, by a thread that may not have rung yet.
static unsigned packet_header(const union packet *packet) {
    return __atomic_load_n(&packet->header, __ATOMIC_ACQUIRE);
}

static hsa_packet_type_t packet_type(const union packet *packet) {
    return packet_header(packet) & 0xFF;
}

static const char *packet_place(const struct queue *queue, uint64_t number) {
    static _Thread_local char text[80];
    snprintf(text, sizeof text, "packet %" PRIu64 " of queue %" PRIu64 " (%s)", number,
             queue->seen.id, agent_name(queue->gpu));
    return text;
}

// ---- Errors ------------------------------------------------------------------------------------

// The call of a queue's error callback.
struct report {
    struct work work;
    hsa_queue_error_callback_t callback;
    hsa_status_t status;
    hsa_queue_t *queue;
    void *data;
};

static bool report_is_ready(struct work *work) {
    (void)work;
    return true;
}

static bool run_report(struct work *work) {
    const struct report *report = (struct report *)work;
    unlock_hsa();
    report->callback(report->status, report->queue, report->data);
    lock_hsa();
    return false;
}

static void describe_report(const struct work *work, char *text, size_t size) {
    snprintf(text, size, "the error callback of queue %" PRIu64,
             ((const struct report *)work)->queue->id);
}

static const struct work_kind report_kind = {true, false, report_is_ready, run_report,
                                             describe_report};

// The queue processes no packets any more.
static void fail(struct queue *queue, uint64_t number, hsa_status_t status, const char *why) {
    const char *name = "";
    hsa_status_string(status, &name);
    if (!queue->callback)
        stop("%s: %s: %s", packet_place(queue, number), name, why);
    warn("%s: %s: %s", packet_place(queue, number), name, why);
    queue->has_failed = true;
    struct report *report = own(malloc(sizeof *report));
    *report =
        (struct report){{.kind = &report_kind}, queue->callback, status, &queue->seen, queue->data};
    work_add(&report->work);
}

// ---- Packets -----------------------------------------------------------------------------------

static void finish(struct queue *queue, uint64_t number) {
    union packet *packet = packet_at(queue, number);
    hsa_signal_t done = packet_type(packet) == HSA_PACKET_TYPE_KERNEL_DISPATCH
                            ? packet->dispatch.completion_signal
                            : packet->barrier.completion_signal;
    __atomic_store_n(&packet->header, (uint16_t)HSA_PACKET_TYPE_INVALID, __ATOMIC_RELEASE);
    queue->free = queue->active_count ? queue->active[0] : queue->begun;
    if (done.handle)
        signal_finish(done, packet_place(queue, number));
    work_changed();
}

static struct dispatch dispatch_of(const hsa_kernel_dispatch_packet_t *p) {
    return (struct dispatch){
        .descriptor = p->kernel_object,
        .packet = (uint64_t)p,
        .arguments = (uint64_t)p->kernarg_address,
        .grid = {p->grid_size_x, p->grid_size_y, p->grid_size_z},
        .group = {p->workgroup_size_x, p->workgroup_size_y, p->workgroup_size_z},
        .private_bytes = p->private_segment_size,
        .shared_bytes = p->group_segment_size,
    };
}

static void log_dispatch(const struct queue *queue, uint64_t number, const char *kernel) {
    const hsa_kernel_dispatch_packet_t *p = &packet_at(queue, number)->dispatch;
    note("%s: kernel '%s', %" PRIu32 " x %" PRIu32 " x %" PRIu32
         " threads in groups of %u x %u x %u, %" PRIu32 " bytes private, %" PRIu32
         " shared, then %s",
         packet_place(queue, number), kernel, p->grid_size_x, p->grid_size_y, p->grid_size_z,
         p->workgroup_size_x, p->workgroup_size_y, p->workgroup_size_z, p->private_segment_size,
         p->group_segment_size,
         p->completion_signal.handle ? signal_text(p->completion_signal) : "nothing");
}

static void run_kernel(struct queue *queue, unsigned which) {
    uint64_t number = queue->active[which];
    const hsa_kernel_dispatch_packet_t *packet = &packet_at(queue, number)->dispatch;
    struct kernel kernel;
    char why[WHY_SIZE];
    hsa_status_t status =
        packet_check(packet, queue->gpu, packet_place(queue, number), &kernel, why);
    if (status == HSA_STATUS_SUCCESS) {
        log_dispatch(queue, number, kernel.name);
        struct dispatch dispatch = dispatch_of(packet);
        a_kernel_runs = true;
        unlock_hsa();
        bool is_fine = machines_run(queue->gpu, &dispatch);
        lock_hsa();
        a_kernel_runs = false;
        if (!is_fine) {
            status = HSA_STATUS_ERROR_EXCEPTION;
            snprintf(why, sizeof why, "kernel '%s' stopped", kernel.name);
        }
    }
    if (status != HSA_STATUS_SUCCESS) {
        fail(queue, number, status, why);
        return;
    }
    queue->active_count--;
    memmove(&queue->active[which], &queue->active[which + 1],
            (queue->active_count - which) * sizeof *queue->active);
    finish(queue, number);
}

// Whether a barrier packet's signals let those behind it begin.
static bool is_satisfied(const hsa_barrier_and_packet_t *packet, bool needs_all) {
    bool has_some = false;
    for (int i = 0; i < 5; i++) {
        if (!packet->dep_signal[i].handle)
            continue;
        has_some = true;
        bool is_zero =
            signal_value(packet->dep_signal[i], "a barrier packet that waits for it") == 0;
        if (is_zero != needs_all)
            return is_zero;
    }
    return needs_all || !has_some;
}

// Whether the next packet can begin.
static bool can_begin(const struct queue *queue) {
    if (queue->begun >= queue->rung)
        return false;
    const union packet *packet = packet_at(queue, queue->begun);
    bool has_barrier_bit = packet_header(packet) >> HSA_PACKET_HEADER_BARRIER & 1;
    if (has_barrier_bit && queue->active_count)
        return false;
    switch (packet_type(packet)) {
    case HSA_PACKET_TYPE_INVALID: // it is written later than rung for
        return false;
    case HSA_PACKET_TYPE_KERNEL_DISPATCH:
        return queue->active_count < (settings()->seed ? MAX_ACTIVE : 1);
    case HSA_PACKET_TYPE_BARRIER_AND:
        return is_satisfied(&packet->barrier, true);
    case HSA_PACKET_TYPE_BARRIER_OR:
        return is_satisfied(&packet->barrier, false);
    default: // an error
        return true;
    }
}

static void begin(struct queue *queue) {
    uint64_t number = queue->begun++;
    unsigned header = packet_header(packet_at(queue, number));
    hsa_packet_type_t type = header & 0xFF;
    bool has_scopes = (header >> HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE & 3) != 3 &&
                      (header >> HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE & 3) != 3;
    if (header >> 13 || !has_scopes ||
        (type != HSA_PACKET_TYPE_KERNEL_DISPATCH && type != HSA_PACKET_TYPE_BARRIER_AND &&
         type != HSA_PACKET_TYPE_BARRIER_OR)) {
        char why[60];
        snprintf(why, sizeof why, "its header is %#x", header);
        fail(queue, number, HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, why);
    } else if (type == HSA_PACKET_TYPE_KERNEL_DISPATCH)
        queue->active[queue->active_count++] = number;
    else {
        note("%s: a barrier", packet_place(queue, number));
        finish(queue, number);
    }
}

static bool queue_is_ready(struct work *work) {
    const struct queue *queue = (struct queue *)work;
    return !queue->has_failed && ((queue->active_count && !a_kernel_runs) || can_begin(queue));
}

static bool run_queue(struct work *work) {
    struct queue *queue = (struct queue *)work;
    bool prefers_kernel = queue->active_count && !a_kernel_runs && one_in(2);
    if (!prefers_kernel && can_begin(queue))
        begin(queue);
    else
        run_kernel(queue, (unsigned)(random_number() % queue->active_count));
    return true;
}

static void describe_queue(const struct work *work, char *text, size_t size) {
    const struct queue *queue = (const struct queue *)work;
    const union packet *packet = packet_at(queue, queue->begun);
    const char *place = packet_place(queue, queue->begun);
    const char *needed = "";
    if (queue->free == queue->reserved)
        return;
    if (queue->has_failed)
        snprintf(text, size, "%" PRIu64 " packets of queue %" PRIu64 ", which had an error",
                 queue->reserved - queue->free, queue->seen.id);
    else if (work->is_running || queue->active_count)
        snprintf(text, size, "%s: a kernel runs", packet_place(queue, queue->free));
    else if (queue->begun >= queue->rung)
        snprintf(text, size, "%s: the doorbell has not rung for it", place);
    else if (packet_type(packet) == HSA_PACKET_TYPE_INVALID)
        snprintf(text, size, "%s: its type is invalid, so it is not complete", place);
    else {
        for (int i = 0; i < 5; i++) {
            hsa_signal_t signal = packet->barrier.dep_signal[i];
            if (signal.handle && signal_value(signal, "a barrier packet that waits for it") != 0)
                needed = signal_text(signal);
        }
        snprintf(text, size, "%s: a barrier, which waits for %s", place, needed);
    }
}

static const struct work_kind queue_kind = {false, true, queue_is_ready, run_queue, describe_queue};

// ---- What the program calls --------------------------------------------------------------------

// The number that is stored is that of the last packet that was written.
static void ring(void *of, int64_t value) {
    struct queue *queue = of;
    if (value < 0 || (uint64_t)value >= queue->reserved)
        stop("the doorbell of queue %" PRIu64 " rings for packet %" PRId64 ", but only %" PRIu64
             " were reserved",
             queue->seen.id, value, queue->reserved);
    if ((uint64_t)value >= queue->rung)
        queue->rung = (uint64_t)value + 1;
}

static struct queue *make_queue(struct agent *gpu, uint32_t size) {
    static uint64_t made;
    struct queue *queue = own(calloc(1, sizeof *queue));
    queue->work.kind = &queue_kind;
    queue->gpu = gpu;
    queue->memory = arena_allocate(size * sizeof(union packet), &agent_numbered(0)->pools[0], true);
    queue->memory->agents |= agent_bit(gpu);
    queue->seen.features = HSA_QUEUE_FEATURE_KERNEL_DISPATCH;
    queue->seen.base_address = (void *)queue->memory->base;
    queue->seen.size = size;
    queue->seen.id = made++;
    queue->seen.doorbell_signal = signal_make_doorbell(-1, ring, queue);
    for (uint32_t i = 0; i < size; i++)
        packet_at(queue, i)->header = HSA_PACKET_TYPE_INVALID;
    return queue;
}

hsa_status_t hsa_queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type_t type,
                              hsa_queue_error_callback_t callback, void *data,
                              uint32_t private_segment_size, uint32_t group_segment_size,
                              hsa_queue_t **seen) {
    enum { LEAST = 64, MOST = 131072, MOST_PRIVATE = 262128 };
    (void)group_segment_size;
    NEED_INIT();
    NEED(seen && size && (size & (size - 1)) == 0 && type <= HSA_QUEUE_TYPE_COOPERATIVE,
         HSA_STATUS_ERROR_INVALID_ARGUMENT);
    struct agent *gpu = agent_of(agent);
    NEED(gpu, HSA_STATUS_ERROR_INVALID_AGENT);
    NEED(is_gpu(gpu), HSA_STATUS_ERROR);
    NEED(type != HSA_QUEUE_TYPE_COOPERATIVE, HSA_STATUS_ERROR_INVALID_QUEUE_CREATION);
    NEED(size >= LEAST, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    NEED(size <= MOST &&
             (private_segment_size <= MOST_PRIVATE || private_segment_size == UINT32_MAX),
         HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    lock_hsa();
    struct queue *queue = make_queue(gpu, size);
    queue->seen.type = type;
    queue->callback = callback;
    queue->data = data;
    queue->next = queues;
    queues = queue;
    work_add(&queue->work);
    note("queue %" PRIu64 " of %s, with %" PRIu32 " packets", queue->seen.id, agent_name(gpu),
         size);
    unlock_hsa();
    *seen = &queue->seen;
    return HSA_STATUS_SUCCESS;
}

static struct queue **find_queue(const hsa_queue_t *seen) {
    struct queue **at = &queues;
    while (*at && &(*at)->seen != seen)
        at = &(*at)->next;
    return at;
}

hsa_status_t hsa_queue_destroy(hsa_queue_t *seen) {
    NEED_INIT();
    NEED_POINTER(seen);
    lock_hsa();
    struct queue **at = find_queue(seen), *queue = *at;
    if (queue) {
        *at = queue->next;
        work_remove(&queue->work);
        if (queue->free != queue->reserved)
            warn("queue %" PRIu64 " is destroyed with %" PRIu64 " packets that are not done",
                 queue->seen.id, queue->reserved - queue->free);
        signal_destroy(queue->seen.doorbell_signal);
        arena_free(queue->memory);
        free(queue);
    }
    unlock_hsa();
    return queue ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_QUEUE;
}

static struct queue *need_queue(const hsa_queue_t *seen, const char *function) {
    struct queue *queue = *find_queue(seen);
    if (!queue)
        stop("%s: %p is no queue", function, (const void *)seen);
    return queue;
}

uint64_t hsa_queue_add_write_index_relaxed(const hsa_queue_t *seen, uint64_t count) {
    lock_hsa();
    struct queue *queue = need_queue(seen, __func__);
    uint64_t index = queue->reserved;
    queue->reserved += count;
    unlock_hsa();
    return index;
}

uint64_t hsa_queue_load_read_index_scacquire(const hsa_queue_t *seen) {
    lock_hsa();
    const struct queue *queue = need_queue(seen, __func__);
    if (queue->reserved - queue->free > queue->seen.size)
        work_polled();
    uint64_t index = need_queue(seen, __func__)->free;
    unlock_hsa();
    return index;
}
