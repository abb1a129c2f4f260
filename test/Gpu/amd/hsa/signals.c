#include "signals.h"

#include "work.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

struct signal {
    int64_t value;
    bool is_alive;
    void (*ring)(void *queue, int64_t value); // of a doorbell, else NULL
    void *queue;
};

// A handle is a signal's address in this array, most of which is never touched.
enum { MAX_SIGNALS = 1 << 24 };
static struct signal *signals;
static uint32_t made;
static uint64_t alive;

static struct signal *signal_at(hsa_signal_t handle) {
    uint64_t offset = handle.handle - (uint64_t)signals;
    bool is_one = signals && offset < made * sizeof *signals && offset % sizeof *signals == 0;
    return is_one ? (struct signal *)handle.handle : NULL;
}

bool signal_is_alive(hsa_signal_t handle) {
    const struct signal *signal = signal_at(handle);
    return signal && signal->is_alive;
}

static struct signal *need(hsa_signal_t handle, const char *user) {
    struct signal *signal = signal_at(handle);
    if (!signal)
        stop("%s: %#" PRIx64 " is no signal", user, handle.handle);
    if (!signal->is_alive)
        stop("%s: signal %td was destroyed", user, signal - signals);
    return signal;
}

// For what the program may not do with a doorbell.
static struct signal *need_plain(hsa_signal_t handle, const char *user) {
    struct signal *signal = need(handle, user);
    if (signal->ring)
        stop("%s: signal %td is a doorbell, which may only be stored to", user, signal - signals);
    return signal;
}

int64_t signal_value(hsa_signal_t handle, const char *user) {
    return need(handle, user)->value;
}

void signal_finish(hsa_signal_t handle, const char *user) {
    need_plain(handle, user)->value--;
    work_changed();
}

const char *signal_text(hsa_signal_t handle) {
    static _Thread_local char texts[4][60];
    static _Thread_local unsigned next;
    char *text = texts[next++ % 4];
    const struct signal *signal = signal_at(handle);
    if (!signal)
        snprintf(text, sizeof texts[0], "%#" PRIx64 ", which is no signal", handle.handle);
    else if (!signal->is_alive)
        snprintf(text, sizeof texts[0], "signal %td, which was destroyed", signal - signals);
    else
        snprintf(text, sizeof texts[0], "signal %td (value %" PRId64 ")", signal - signals,
                 signal->value);
    return text;
}

bool signal_holds(int64_t value, hsa_signal_condition_t condition, int64_t expected) {
    switch (condition) {
    case HSA_SIGNAL_CONDITION_EQ:
        return value == expected;
    case HSA_SIGNAL_CONDITION_NE:
        return value != expected;
    case HSA_SIGNAL_CONDITION_LT:
        return value < expected;
    case HSA_SIGNAL_CONDITION_GTE:
        return value >= expected;
    }
    stop("there is no condition %d", (int)condition);
}

static bool is_condition(hsa_signal_condition_t condition) {
    return condition <= HSA_SIGNAL_CONDITION_GTE;
}

// ---- Creating and destroying -------------------------------------------------------------------

hsa_signal_t signal_make_doorbell(int64_t value, void (*ring)(void *queue, int64_t value),
                                  void *queue) {
    if (!signals) {
        void *memory = mmap(NULL, sizeof *signals * MAX_SIGNALS, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED)
            stop("no addresses for signals");
        signals = memory;
        made = 1; // signal 0 is none, so that its number is like the null handle
    }
    if (made == MAX_SIGNALS)
        stop("%d signals were made, and no handle is used twice here", MAX_SIGNALS);
    struct signal *signal = &signals[made++];
    *signal = (struct signal){value, true, ring, queue};
    alive++;
    return (hsa_signal_t){(uint64_t)signal};
}

void signal_destroy(hsa_signal_t handle) {
    need(handle, "hsa_signal_destroy")->is_alive = false;
    alive--;
}

uint64_t signal_count(void) {
    return alive;
}

hsa_status_t hsa_amd_signal_create(hsa_signal_value_t value, uint32_t count,
                                   const hsa_agent_t *agents, uint64_t attributes,
                                   hsa_signal_t *signal) {
    (void)attributes;
    NEED_INIT();
    NEED_POINTER(signal);
    NEED(count == 0 || agents, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    lock_hsa();
    *signal = signal_make_doorbell(value, NULL, NULL);
    unlock_hsa();
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_signal_create(hsa_signal_value_t value, uint32_t count, const hsa_agent_t *agents,
                               hsa_signal_t *signal) {
    return hsa_amd_signal_create(value, count, agents, 0, signal);
}

hsa_status_t hsa_signal_destroy(hsa_signal_t handle) {
    NEED_INIT();
    NEED(handle.handle != 0, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    lock_hsa();
    bool is_alive = signal_is_alive(handle);
    if (is_alive) {
        need_plain(handle, "hsa_signal_destroy");
        signal_destroy(handle);
    }
    unlock_hsa();
    return is_alive ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_SIGNAL;
}

// ---- Values ------------------------------------------------------------------------------------

hsa_signal_value_t hsa_signal_load_scacquire(hsa_signal_t handle) {
    lock_hsa();
    need_plain(handle, __func__);
    work_polled();
    int64_t value = need_plain(handle, __func__)->value;
    unlock_hsa();
    return value;
}

static void store(hsa_signal_t handle, int64_t value, const char *user) {
    lock_hsa();
    struct signal *signal = need(handle, user);
    if (signal->ring)
        signal->ring(signal->queue, value);
    signal->value = value;
    work_changed();
    work_handed_over();
    unlock_hsa();
}

void hsa_signal_store_relaxed(hsa_signal_t handle, hsa_signal_value_t value) {
    store(handle, value, __func__);
}

void hsa_signal_store_screlease(hsa_signal_t handle, hsa_signal_value_t value) {
    store(handle, value, __func__);
}

void hsa_signal_subtract_screlease(hsa_signal_t handle, hsa_signal_value_t value) {
    lock_hsa();
    need_plain(handle, __func__)->value -= value;
    work_changed();
    unlock_hsa();
}

// ---- Waiting -----------------------------------------------------------------------------------

struct wait {
    hsa_signal_t signal;
    hsa_signal_condition_t condition;
    int64_t expected, value;
};

static bool is_over(void *of) {
    struct wait *wait = of;
    wait->value = need_plain(wait->signal, "hsa_signal_wait_scacquire")->value;
    return signal_holds(wait->value, wait->condition, wait->expected);
}

static const char *condition_text(hsa_signal_condition_t condition) {
    static const char *const texts[] = {"==", "!=", "<", ">="};
    return texts[condition];
}

static void describe_wait(const void *of, char *text, size_t size) {
    const struct wait *wait = of;
    snprintf(text, size, "%s %s %" PRId64, signal_text(wait->signal),
             condition_text(wait->condition), wait->expected);
}

hsa_signal_value_t hsa_signal_wait_scacquire(hsa_signal_t handle, hsa_signal_condition_t condition,
                                             hsa_signal_value_t expected, uint64_t timeout,
                                             hsa_wait_state_t state) {
    (void)state;
    struct wait wait = {handle, condition, expected, 0};
    if (!is_condition(condition))
        stop("%s: there is no condition %d", __func__, (int)condition);
    lock_hsa();
    need_plain(handle, __func__);
    work_wait(is_over, &wait, timeout, describe_wait);
    unlock_hsa();
    return wait.value;
}

// ---- Handlers ----------------------------------------------------------------------------------

struct handler {
    struct work work;
    struct wait wait;
    hsa_amd_signal_handler call;
    void *argument;
};

static bool handler_is_ready(struct work *work) {
    struct handler *handler = (struct handler *)work;
    struct wait *wait = &handler->wait;
    wait->value = signal_value(wait->signal, "a handler");
    return signal_holds(wait->value, wait->condition, wait->expected);
}

static bool run_handler(struct work *work) {
    const struct handler *handler = (struct handler *)work;
    note("handler of %s begins", signal_text(handler->wait.signal));
    unlock_hsa();
    bool wants_more = handler->call(handler->wait.value, handler->argument);
    lock_hsa();
    note("handler ends");
    return wants_more;
}

static void describe_handler(const struct work *work, char *text, size_t size) {
    const struct handler *handler = (const struct handler *)work;
    snprintf(text, size, "a handler, which %s %s %s %" PRId64,
             work->is_running ? "runs, of" : "waits for", signal_text(handler->wait.signal),
             condition_text(handler->wait.condition), handler->wait.expected);
}

static const struct work_kind handler_kind = {true, false, handler_is_ready, run_handler,
                                              describe_handler};

hsa_status_t hsa_amd_signal_async_handler(hsa_signal_t handle, hsa_signal_condition_t condition,
                                          hsa_signal_value_t expected, hsa_amd_signal_handler call,
                                          void *argument) {
    NEED_INIT();
    NEED(call && handle.handle && is_condition(condition), HSA_STATUS_ERROR_INVALID_ARGUMENT);
    lock_hsa();
    bool is_alive = signal_is_alive(handle);
    if (is_alive) {
        need_plain(handle, __func__);
        struct handler *handler = own(malloc(sizeof *handler));
        *handler = (struct handler){
            {.kind = &handler_kind}, {handle, condition, expected, 0}, call, argument};
        note("handler for %s %s %" PRId64, signal_text(handle), condition_text(condition),
             expected);
        work_add(&handler->work);
        work_handed_over();
    }
    unlock_hsa();
    return is_alive ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_SIGNAL;
}
