// The device's side of requests to the host (src/builtins/rpc.h), against a host that is written
// here.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if !__has_builtin(__scoped_atomic_load_n) // clang's, for devices
#define __scoped_atomic_load_n(at, order, scope) __atomic_load_n(at, order)
#define __scoped_atomic_store_n(at, value, order, scope) __atomic_store_n(at, value, order)
#define __scoped_atomic_fetch_or(at, bits, order, scope) __atomic_fetch_or(at, bits, order)
#define __scoped_atomic_fetch_and(at, bits, order, scope) __atomic_fetch_and(at, bits, order)
#define __scoped_atomic_thread_fence(order, scope) __atomic_thread_fence(order)
#endif

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static uint64_t patience = 20000;
#define OC_RPC_PAUSE() sched_yield()
#define OC_RPC_NOW() now()
#define OC_RPC_PATIENCE patience
#include "builtins/rpc.h"

enum { PORTS = 4, LANES = 64, MAX_TEXT = 4096 };

// What is between the two sides.
static struct {
    uint32_t to_device[PORTS], to_host[PORTS];
    struct rpc_header headers[PORTS];
    struct rpc_packet packets[PORTS][LANES];
} middle;

static struct rpc_client make_client(void) {
    memset(&middle, 0, sizeof middle);
    return (struct rpc_client){
        .port_count = PORTS,
        .inbox = middle.to_device,
        .outbox = middle.to_host,
        .headers = middle.headers,
        .packets = middle.packets[0],
    };
}

// ---- The host, one conversation ----------------------------------------------------------------

struct host {
    uint64_t size; // of the arguments
    const char *strings[4];
    uint32_t request;
    char heard[6][MAX_TEXT];
    uint64_t lengths[6];
    int count;
    uint64_t result;
};

static uint64_t *host_wait(void) {
    while (__atomic_load_n(middle.to_host, __ATOMIC_ACQUIRE) ==
           __atomic_load_n(middle.to_device, __ATOMIC_ACQUIRE))
        sched_yield();
    return middle.packets[0][0].words;
}

static void host_turn(void) {
    __atomic_store_n(middle.to_device, !middle.to_device[0], __ATOMIC_RELEASE);
}

// Leaves the last packet with the host.
static void host_hear(struct host *host) {
    char *to = host->heard[host->count];
    const uint64_t *words = host_wait();
    uint64_t size = words[0], first = size < 56 ? size : 56;
    host->lengths[host->count++] = size;
    assert_true(size <= MAX_TEXT);
    memcpy(to, words + 1, first);
    for (uint64_t at = first; at < size; at += 64) {
        host_turn();
        memcpy(to + at, host_wait(), size - at < 64 ? size - at : 64);
    }
}

static void *serve(void *argument) {
    struct host *host = argument;
    host_wait();
    host->request = middle.headers[0].request;
    assert_int_equal(middle.headers[0].lanes, 1);
    host_hear(host);
    middle.packets[0][0].words[0] = host->size;
    host_turn();
    host_hear(host);
    for (int i = 0; host->strings[i]; i++) {
        middle.packets[0][0].words[1] = (uintptr_t)host->strings[i];
        host_turn();
        host_hear(host);
    }
    middle.packets[0][0].words[0] = host->result;
    middle.packets[0][0].words[1] = 0;
    host_turn();
    return NULL;
}

static int talk(struct rpc_client *client, struct host *host, const char *format,
                const void *arguments) {
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, serve, host), 0);
    int result = rpc_print(client, RPC_PRINTF_TO_STDERR, format, arguments);
    pthread_join(thread, NULL);
    return result;
}

// ---- Tests -------------------------------------------------------------------------------------

// Around where packets end.
static void formats_of_all_lengths_arrive(void **state) {
    (void)state;
    struct rpc_client client = make_client();
    for (size_t length = 0; length < 260; length++) {
        char format[300];
        memset(format, 'a', length);
        format[length] = '\0';
        struct host host = {.result = length};
        assert_int_equal(talk(&client, &host, format, NULL), length);
        assert_int_equal(host.request, 'c' << 24 | 25);
        assert_int_equal(host.lengths[0], length + 1);
        assert_string_equal(host.heard[0], format);
        assert_int_equal(host.lengths[1], 0);
        assert_int_equal(client.locks[0], 0);
    }
}

static void arguments_and_strings_arrive(void **state) {
    (void)state;
    static const char lengthy[] =
        "a text that does not fit into one packet, which has 64 bytes, nor "
        "into two of them, since that is what is to be seen here";
    unsigned char arguments[200];
    for (size_t i = 0; i < sizeof arguments; i++)
        arguments[i] = (unsigned char)(i * 7);
    struct rpc_client client = make_client();
    struct host host = {.size = sizeof arguments, .strings = {lengthy, "", "c"}, .result = 42};
    assert_int_equal(talk(&client, &host, "%s", arguments), 42);
    assert_int_equal(host.count, 5);
    assert_int_equal(host.lengths[1], sizeof arguments);
    assert_memory_equal(host.heard[1], arguments, sizeof arguments);
    assert_string_equal(host.heard[2], lengthy);
    assert_string_equal(host.heard[3], "");
    assert_string_equal(host.heard[4], "c");
}

// Threads of the device come one after the other.
static void *ask(void *argument) {
    int arguments[1] = {0};
    return rpc_print(argument, RPC_PRINTF_TO_STDERR, "%d", arguments) == 7 ? argument : NULL;
}

static void threads_take_turns(void **state) {
    (void)state;
    enum { THREADS = 8 };
    struct rpc_client client = make_client();
    struct host hosts[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &client), 0);
    for (int i = 0; i < THREADS; i++) {
        hosts[i] = (struct host){.size = 4, .result = 7};
        serve(&hosts[i]);
        assert_string_equal(hosts[i].heard[0], "%d");
    }
    for (int i = 0; i < THREADS; i++) {
        void *answered;
        pthread_join(threads[i], &answered);
        assert_non_null(answered);
    }
}

static void nobody_serves(void **state) {
    (void)state;
    struct rpc_client none = {0}, client = make_client();
    assert_int_equal(rpc_print(&none, RPC_PRINTF_TO_STDOUT, "x", NULL), -1);
    patience = 50;
    assert_int_equal(rpc_print(&client, RPC_PRINTF_TO_STDOUT, "x", NULL), -1);
    assert_int_equal(client.port_count, 0);
    patience = 20000;
    assert_int_equal(rpc_print(&client, RPC_PRINTF_TO_STDOUT, "x", NULL), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_of_all_lengths_arrive),
        cmocka_unit_test(arguments_and_strings_arrive),
        cmocka_unit_test(threads_take_turns),
        cmocka_unit_test(nobody_serves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
