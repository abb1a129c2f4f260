// heap.c - malloc and its like on GPUs. On NVIDIA GPUs the driver has malloc and free; on AMD GPUs
// libomptarget gives pieces of memory, which are divided here. What a thread allocates, any thread
// of any kernel can use and free. Kernels find the functions by the C library's names without the
// prefix (src/device/clibrary.h).
#include <gpuintrin.h>
#include <stddef.h>
#include <stdint.h>

// Before what a caller gets. It is aligned as that is.
struct header {
    uint64_t size;   // of what the caller got
    uint32_t before; // bytes of the block before the header
    uint32_t kind;   // AMD: of the block
};

enum { ALIGNMENT = sizeof(struct header) };
_Static_assert(ALIGNMENT == 16, "what malloc aligns to");

#ifdef __NVPTX__

void *malloc(size_t), free(void *);

static inline void *take(size_t size, uint32_t *kind) {
    *kind = 0;
    return malloc(size);
}

static inline void give(void *block, uint32_t kind) {
    (void)kind;
    free(block);
}

#else

#include "rpcclient.h"

// Blocks of kind k have 32 << k bytes and come from pieces of 1 MB, which are never given back.
// Those that are free are in a list for each kind. Larger blocks are the host's.
enum { KINDS = 12, SMALLEST = 32, PIECE = 1 << 20 };

union block {
    union block *next; // of those that are free
    char bytes[SMALLEST];
};

static struct {
    uint32_t lock;
    char *rest; // of the last piece
    size_t rest_size;
    union block *free[KINDS];
} heap;

static inline void lock(void) {
    while (__scoped_atomic_exchange_n(&heap.lock, 1, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE))
        OC_RPC_PAUSE();
}

static inline void unlock(void) {
    __scoped_atomic_store_n(&heap.lock, 0, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
}

static void *take_locked(uint32_t kind) {
    size_t size = (size_t)SMALLEST << kind;
    union block *block = heap.free[kind];
    if (block) {
        heap.free[kind] = block->next;
        return block;
    }
    if (heap.rest_size < size) {
        char *piece = rpc_malloc(rpc_client(), PIECE);
        if (!piece)
            return NULL;
        heap.rest = piece;
        heap.rest_size = PIECE;
    }
    block = (union block *)heap.rest;
    heap.rest += size;
    heap.rest_size -= size;
    return block;
}

static void *take(size_t size, uint32_t *kind) {
    void *block = NULL;
    for (*kind = 0; *kind < KINDS && (size_t)SMALLEST << *kind < size;)
        ++*kind;
    FOR_EACH_LANE {
        if (*kind == KINDS) {
            block = rpc_malloc(rpc_client(), size);
        } else {
            lock();
            block = take_locked(*kind);
            unlock();
        }
    }
    return block;
}

static void give(void *block, uint32_t kind) {
    FOR_EACH_LANE {
        if (kind == KINDS) {
            rpc_free(rpc_client(), block);
        } else {
            lock();
            ((union block *)block)->next = heap.free[kind];
            heap.free[kind] = block;
            unlock();
        }
    }
}

#endif

#define NAME(name) __offloadcc_c_##name

void *NAME(aligned_alloc)(size_t alignment, size_t size) {
    uint32_t kind;
    if (size > PTRDIFF_MAX - 4 * ALIGNMENT || alignment > PTRDIFF_MAX - 4 * ALIGNMENT - size)
        return NULL;
    size_t more = alignment > ALIGNMENT ? alignment : 0;
    char *block = take(sizeof(struct header) + more + size, &kind);
    if (!block)
        return NULL;
    char *memory = block + sizeof(struct header);
    if (more)
        memory += -(uintptr_t)memory & (alignment - 1);
    ((struct header *)memory)[-1] = (struct header){
        .size = size,
        .before = (uint32_t)(memory - block - (ptrdiff_t)sizeof(struct header)),
        .kind = kind,
    };
    return memory;
}

void *NAME(malloc)(size_t size) {
    return NAME(aligned_alloc)(ALIGNMENT, size);
}

void NAME(free)(void *memory) {
    if (!memory)
        return;
    struct header *header = (struct header *)memory - 1;
    give((char *)header - header->before, header->kind);
}

void *NAME(calloc)(size_t count, size_t size) {
    size_t bytes;
    void *memory = __builtin_mul_overflow(count, size, &bytes) ? NULL : NAME(malloc)(bytes);
    if (memory)
        __builtin_memset(memory, 0, bytes);
    return memory;
}

void *NAME(realloc)(void *memory, size_t size) {
    size_t before = memory ? ((struct header *)memory)[-1].size : 0;
    if (memory && size <= before && size >= before / 2)
        return memory;
    void *other = NAME(malloc)(size);
    if (other && memory) {
        __builtin_memcpy(other, memory, size < before ? size : before);
        NAME(free)(memory);
    }
    return other;
}
