// rpc.h - requests of a kernel to the host: printf, assert, and memory for malloc, on AMD GPUs.
//
// libomptarget 22 serves requests of kernels whose image has the variable __llvm_rpc_client. It
// writes the addresses of the shared memory to it, and has a thread that answers. This is the
// device's side of the protocol of LLVM's libc (libc/shared/rpc.h; the server is in
// libc/src/__support/RPC). In short:
//
// - There are ports. Each has a lock on the device, a flag for each side, a header, and a packet of
//   64 bytes for each lane. The device owns the packets while both flags are equal. It hands them
//   over by inverting its flag; the host hands them back in the same way.
// - The header has the request and the mask of lanes that take part. We always use lane 0 of the
//   first port, whichever lane asks. So nothing depends on how lanes run, or on the host's idea of
//   a wave's size. Only one host thread answers anyway.
// - Data that may be longer than a packet begins with its size, and is sent in several packets.
//
// A thread that gets no answer for a long time gives up, and turns requests off for all threads: a
// lost message is better than a program that hangs.
//
// The includer defines OC_RPC_PAUSE(), which is called in loops that wait; OC_RPC_NOW(), a clock;
// and OC_RPC_PATIENCE, the time limit in the clock's unit.
#ifndef OC_BUILTINS_RPC_H
#define OC_BUILTINS_RPC_H

#include <stddef.h>
#include <stdint.h>

enum rpc_request {
    RPC_MALLOC = 'c' << 24 | 10,           // a word: the size, and the address
    RPC_FREE = 'c' << 24 | 11,             // a word: the address
    RPC_PRINTF_TO_STDOUT = 'c' << 24 | 24, // the arguments are packed without padding
    RPC_PRINTF_TO_STDERR = 'c' << 24 | 25,
};

enum { RPC_WORDS = 8, RPC_MAX_PORTS = 4096, RPC_LOCK_BITS = 32 };

struct rpc_header {
    uint64_t lanes;
    uint32_t request;
};

struct rpc_packet {
    uint64_t words[RPC_WORDS];
};

// libomptarget fills this in, and checks its size.
struct rpc_client {
    uint32_t port_count;
    const uint32_t *inbox;
    uint32_t *outbox;
    struct rpc_header *headers;
    struct rpc_packet *packets;
    uint32_t locks[RPC_MAX_PORTS / RPC_LOCK_BITS];
};
_Static_assert(sizeof(struct rpc_client) == 552, "libomptarget expects this size");

struct rpc_port {
    struct rpc_client *client;
    uint32_t outbox;
    _Bool received; // the device still owns a packet that it received
};

static inline uint32_t rpc_load(const uint32_t *flag) {
    return __scoped_atomic_load_n(flag, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
}

static inline void rpc_unlock(struct rpc_client *client) {
    __scoped_atomic_thread_fence(__ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_and(client->locks, ~1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

static inline uint32_t rpc_is_served(const struct rpc_client *client) {
    return __scoped_atomic_load_n(&client->port_count, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

// Takes the lock. Returns false, without the lock, if another thread has it, or the host still owns
// the packet.
static inline _Bool rpc_try(struct rpc_client *client) {
    if (__scoped_atomic_fetch_or(client->locks, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE) & 1)
        return 0;
    __scoped_atomic_thread_fence(__ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE);
    if (rpc_load(client->inbox) == rpc_load(client->outbox))
        return 1;
    rpc_unlock(client);
    return 0;
}

// Opens a port for a request. Returns false if the host does not serve requests.
static inline _Bool rpc_open(struct rpc_client *client, enum rpc_request request,
                             struct rpc_port *port) {
    do {
        if (!rpc_is_served(client))
            return 0;
        OC_RPC_PAUSE();
    } while (!rpc_try(client));
    client->headers->lanes = 1;
    client->headers->request = (uint32_t)request;
    *port = (struct rpc_port){.client = client, .outbox = rpc_load(client->outbox)};
    return 1;
}

// Waits until the device owns the packet. Returns false if that takes too long.
static inline _Bool rpc_wait(const struct rpc_port *port) {
    for (uint64_t start = OC_RPC_NOW(); rpc_load(port->client->inbox) != port->outbox;) {
        if (OC_RPC_NOW() - start > OC_RPC_PATIENCE) {
            __scoped_atomic_store_n(&port->client->port_count, 0, __ATOMIC_RELAXED,
                                    __MEMORY_SCOPE_DEVICE);
            return 0;
        }
        OC_RPC_PAUSE();
    }
    __scoped_atomic_thread_fence(__ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM);
    return 1;
}

static inline void rpc_hand_over(struct rpc_port *port) {
    port->outbox = !port->outbox;
    port->received = 0;
    __scoped_atomic_thread_fence(__ATOMIC_RELEASE, __MEMORY_SCOPE_SYSTEM);
    __scoped_atomic_store_n(port->client->outbox, port->outbox, __ATOMIC_RELAXED,
                            __MEMORY_SCOPE_SYSTEM);
}

// Waits for a packet from the host, and returns it, or NULL if that takes too long.
static inline const uint64_t *rpc_receive(struct rpc_port *port) {
    if (port->received)
        rpc_hand_over(port);
    port->received = 1;
    return rpc_wait(port) ? port->client->packets->words : NULL;
}

static inline _Bool rpc_send(struct rpc_port *port, const void *data, uint64_t size) {
    const char *from = data;
    if (!rpc_wait(port))
        return 0;
    port->client->packets->words[0] = size;
    char *to = (char *)&port->client->packets->words[1];
    char *end = (char *)(port->client->packets + 1);
    for (uint64_t i = 0; i < size; i++) {
        if (to == end) {
            rpc_hand_over(port);
            if (!rpc_wait(port))
                return 0;
            to = (char *)port->client->packets->words;
        }
        *to++ = from[i];
    }
    rpc_hand_over(port);
    return 1;
}

// Asks for memory of the device. Returns NULL if there is none, or the host does not answer.
static inline void *rpc_malloc(struct rpc_client *client, uint64_t size) {
    struct rpc_port port;
    const uint64_t *answer = NULL;
    if (!rpc_open(client, RPC_MALLOC, &port))
        return NULL;
    if (rpc_wait(&port)) {
        port.client->packets->words[0] = size;
        rpc_hand_over(&port);
        answer = rpc_receive(&port);
    }
    void *memory = answer ? (void *)(uintptr_t)answer[0] : NULL;
    rpc_unlock(client);
    return memory;
}

// Gives it back.
static inline void rpc_free(struct rpc_client *client, void *memory) {
    struct rpc_port port;
    if (!rpc_open(client, RPC_FREE, &port))
        return;
    if (rpc_wait(&port)) {
        port.client->packets->words[0] = (uintptr_t)memory;
        rpc_hand_over(&port);
    }
    rpc_unlock(client);
}

static inline uint64_t rpc_length(const char *text) {
    uint64_t length = 0;
    while (text[length])
        length++;
    return length;
}

// The host gets the format, answers with the size of its arguments in bytes, asks for each string
// argument, and answers with the result at the end.
static inline int rpc_converse(struct rpc_port *port, const char *format, const void *arguments) {
    if (!rpc_send(port, format, rpc_length(format) + 1))
        return -1;
    const uint64_t *answer = rpc_receive(port);
    if (!answer || !rpc_send(port, arguments, answer[0]))
        return -1;
    while ((answer = rpc_receive(port))) {
        const char *text = (const char *)(uintptr_t)answer[1];
        if (!text)
            return (int)answer[0];
        if (!rpc_send(port, text, rpc_length(text) + 1))
            return -1;
    }
    return -1;
}

// Prints on the host. Returns printf's result, or -1 if the host does not answer.
static inline int rpc_print(struct rpc_client *client, enum rpc_request request, const char *format,
                            const void *arguments) {
    struct rpc_port port;
    if (!rpc_open(client, request, &port))
        return -1;
    int result = rpc_converse(&port, format, arguments);
    rpc_unlock(client);
    return result;
}

#endif
