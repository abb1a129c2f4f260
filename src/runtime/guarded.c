#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "runtime/guarded.h"

#include "runtime/runtime.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALIGNMENT = 64 };

// A thread keeps its memory for the launches to come. It is freed when the thread ends, and leaks
// where the library with this code is closed before.
struct guarded {
    char *start; // the page before
    size_t size; // between the two pages
};

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key;

static size_t page_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

static void release(void *value) {
    struct guarded *guarded = value;
    if (guarded->start)
        munmap(guarded->start, guarded->size + 2 * page_size());
    free(guarded);
}

static void make_key(void) {
    has_key = pthread_key_create(&key, release) == 0;
}

__attribute__((destructor)) static void delete_key(void) {
    if (has_key)
        pthread_key_delete(key);
    has_key = false;
}

static struct guarded *of_this_thread(void) {
    pthread_once(&once, make_key);
    struct guarded *guarded = has_key ? pthread_getspecific(key) : NULL;
    if (guarded || !has_key)
        return guarded;
    guarded = calloc(1, sizeof *guarded);
    if (guarded && pthread_setspecific(key, guarded) == 0)
        return guarded;
    free(guarded);
    return NULL;
}

static bool grow(struct guarded *guarded, size_t bytes) {
    size_t page = page_size(), size = (bytes + page - 1) & -page;
    char *start =
        mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return false;
    if (mprotect(start + page, size, PROT_READ | PROT_WRITE)) {
        munmap(start, size + 2 * page);
        return false;
    }
    if (guarded->start)
        munmap(guarded->start, guarded->size + 2 * page);
    *guarded = (struct guarded){start, size};
    return true;
}

void *__offloadcc_guarded_memory(size_t bytes) {
    size_t rounded = (bytes + ALIGNMENT - 1) & -(size_t)ALIGNMENT;
    if (!bytes)
        return NULL;
    struct guarded *guarded = of_this_thread();
    if (!guarded || (rounded > guarded->size && !grow(guarded, rounded)))
        __offloadcc_out_of_memory(bytes);
    return guarded->start + page_size() + guarded->size - rounded;
}
