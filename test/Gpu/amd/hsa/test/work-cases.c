// Signals, waiting and handlers.
#include "hsa-test.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static uint64_t milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static void signals(void) {
    begin_hsa("gfx1100");
    hsa_signal_t signal = make_signal(5);
    hsa_signal_subtract_screlease(signal, 2);
    CHECK(hsa_signal_load_scacquire(signal) == 3);
    CHECK(hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_LT, 4, UINT64_MAX, 0) == 3);
    CHECK(hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_GTE, 3, UINT64_MAX, 0) == 3);
    CHECK(hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_NE, 4, UINT64_MAX, 0) == 3);
    uint64_t start = milliseconds(); // nanoseconds are the unit of timeouts
    CHECK(hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, 0, 50000000, 0) == 3);
    CHECK(milliseconds() - start >= 49);
    OK(hsa_signal_destroy(signal));
    STATUS(HSA_STATUS_ERROR_INVALID_SIGNAL, hsa_signal_destroy(signal));
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_signal_destroy((hsa_signal_t){0}));
    STATUS(HSA_STATUS_ERROR_INVALID_SIGNAL, hsa_signal_destroy((hsa_signal_t){77}));
}

static void destroyed_signal(void) {
    begin_hsa("gfx1100");
    hsa_signal_t signal = make_signal(0);
    OK(hsa_signal_destroy(signal));
    hsa_signal_load_scacquire(signal);
}

static void destroyed_before_the_copy(void) {
    begin_hsa("gfx1100");
    hsa_signal_t done = make_signal(1), other = make_signal(1);
    void *memory = allocate(fine, 8);
    OK(hsa_amd_memory_async_copy(memory, gpu, memory, gpu, 8, 0, NULL, done));
    OK(hsa_signal_destroy(done));
    wait_for(other, 0);
}

static void waits_forever(void) {
    begin_hsa("gfx1100");
    hsa_signal_t done = make_signal(1), never = make_signal(3);
    void *memory = allocate(fine, 8);
    OK(hsa_amd_memory_async_copy(memory, gpu, memory, gpu, 8, 1, &never, done));
    wait_for(done, 0);
}

static void *subtract_later(void *signal) {
    usleep(100000);
    hsa_signal_subtract_screlease(*(hsa_signal_t *)signal, 1);
    return NULL;
}

static void another_thread_signals(void) {
    pthread_t thread;
    begin_hsa("gfx1100");
    hsa_signal_t signal = make_signal(1);
    pthread_create(&thread, NULL, subtract_later, &signal);
    wait_for(signal, 0);
    pthread_join(thread, NULL);
}

// ---- Handlers ----------------------------------------------------------------------------------

struct order {
    int calls;
    int64_t values[4];
    pthread_t thread;
    hsa_signal_t done;
};

static bool twice(int64_t value, void *argument) {
    struct order *order = argument;
    order->thread = pthread_self();
    order->values[order->calls++] = value;
    hsa_signal_subtract_screlease(order->done, 1);
    return order->calls < 2; // again, please
}

static void handlers(void) {
    begin_hsa("gfx1100");
    struct order order = {.done = make_signal(2)};
    hsa_signal_t signal = make_signal(9);
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT,
           hsa_amd_signal_async_handler(signal, HSA_SIGNAL_CONDITION_LT, 5, NULL, NULL));
    STATUS(
        HSA_STATUS_ERROR_INVALID_SIGNAL,
        hsa_amd_signal_async_handler((hsa_signal_t){9}, HSA_SIGNAL_CONDITION_LT, 5, twice, NULL));
    OK(hsa_amd_signal_async_handler(signal, HSA_SIGNAL_CONDITION_LT, 5, twice, &order));
    CHECK(hsa_signal_load_scacquire(signal) == 9 && order.calls == 0);
    hsa_signal_store_relaxed(signal, 4);
    wait_for(order.done, 0);
    CHECK(order.calls == 2 && order.values[0] == 4 && order.values[1] == 4);
    CHECK(!pthread_equal(order.thread, pthread_self()));
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool locks(int64_t value, void *argument) {
    (void)value;
    pthread_mutex_lock(&mutex);
    hsa_signal_subtract_screlease(*(hsa_signal_t *)argument, 1);
    pthread_mutex_unlock(&mutex);
    return false;
}

// A handler that needs what the program's thread has locked is not the program's end.
static void handler_needs_a_lock(void) {
    begin_hsa("gfx1100");
    hsa_signal_t zero = make_signal(0), done = make_signal(1);
    pthread_mutex_lock(&mutex);
    OK(hsa_amd_signal_async_handler(zero, HSA_SIGNAL_CONDITION_EQ, 0, locks, &done));
    hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 0, 1000000, 0);
    CHECK(hsa_signal_load_scacquire(done) == 1);
    pthread_mutex_unlock(&mutex);
    wait_for(done, 0);
}

static bool waits(int64_t value, void *argument) {
    (void)value;
    wait_for(*(hsa_signal_t *)argument, 0);
    return false;
}

static void handler_waits_forever(void) {
    begin_hsa("gfx1100");
    hsa_signal_t zero = make_signal(0), never = make_signal(1);
    OK(hsa_amd_signal_async_handler(zero, HSA_SIGNAL_CONDITION_EQ, 0, waits, &never));
    wait_for(never, 0);
}

// Two copies in a chain, each after a handler, are done in this order with every seed.
static bool next_step(int64_t value, void *argument) {
    (void)value;
    hsa_signal_subtract_screlease(*(hsa_signal_t *)argument, 1);
    return false;
}

static void chain(void) {
    begin_hsa("gfx1100");
    for (int i = 0; i < 20; i++) {
        char *a = allocate(device, 8), *b = allocate(device, 8), *c = allocate(fine, 8);
        hsa_signal_t one = make_signal(1), two = make_signal(1), three = make_signal(1);
        memcpy(c, "forward", 8);
        OK(hsa_amd_memory_async_copy(a, gpu, c, gpu, 8, 0, NULL, one));
        OK(hsa_amd_signal_async_handler(one, HSA_SIGNAL_CONDITION_EQ, 0, next_step, &two));
        OK(hsa_amd_memory_async_copy(b, gpu, a, gpu, 8, 1, &two, three));
        wait_for(three, 0);
        CHECK(strcmp(b, "forward") == 0);
        OK(hsa_amd_memory_pool_free(a));
    }
}

// While nobody waits or loads, nothing is done, unless the seed has calls do something.
static void late(void) {
    begin_hsa("gfx1100");
    char *to = allocate(device, 8), *from = allocate(fine, 8);
    hsa_signal_t done = make_signal(1);
    memset(from, 1, 8);
    memset(to, 0, 8);
    OK(hsa_amd_memory_async_copy(to, gpu, from, gpu, 8, 0, NULL, done));
    memset(from, 2, 8);
    wait_for(done, 0);
    CHECK(to[0] == 2);
}

// ---- Threads -----------------------------------------------------------------------------------

enum { THREADS = 4, ROUNDS = 100 };

static void *copy_often(void *unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        size_t size = 8 + (size_t)i;
        char *from = allocate(fine, size), *to = allocate(device, size);
        hsa_signal_t done = make_signal(1);
        memset(from, i, size);
        OK(hsa_amd_memory_async_copy(to, gpu, from, gpu, size, 0, NULL, done));
        if (i % 3 == 0)
            while (hsa_signal_load_scacquire(done) != 0)
                sched_yield();
        else
            wait_for(done, 0);
        CHECK(to[0] == (char)i && to[size - 1] == (char)i);
        OK(hsa_signal_destroy(done));
        OK(hsa_amd_memory_pool_free(from));
        OK(hsa_amd_memory_pool_free(to));
    }
    return NULL;
}

static void threads(void) {
    pthread_t all[THREADS];
    begin_hsa("gfx1100");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&all[i], NULL, copy_often, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(all[i], NULL);
}

const struct test_case work_cases[] = {
    {"signals", signals, 0, NULL},
    {"destroyed signal", destroyed_signal, MANY_SEEDS,
     "hsa_signal_load_scacquire: signal 1 was destroyed"},
    {"destroyed before the copy", destroyed_before_the_copy, 0,
     "a copy that is done: signal 1 was destroyed"},
    {"waits forever", waits_forever, MANY_SEEDS, "which waits for signal 2 (value 3)"},
    {"another thread signals", another_thread_signals, MANY_SEEDS, NULL},
    {"handlers", handlers, 0, NULL},
    {"handler needs a lock", handler_needs_a_lock, MANY_SEEDS, NULL},
    {"handler waits forever", handler_waits_forever, MANY_SEEDS, "waits for what will not come"},
    {"chain", chain, MANY_SEEDS, NULL},
    {"late", late, 0, NULL},
    {"threads", threads, MANY_SEEDS, NULL},
    {0},
};
