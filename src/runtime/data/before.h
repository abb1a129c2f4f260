// before.h - functions that the compiler calls before host code may look at memory of residents
// (residents.h), if the counts in __offloadcc_out say that there are any.
//
// Their symbols are an ABI between objects and the runtime, with a version in each (docs/abi.md).
#ifndef OC_RUNTIME_BEFORE_H
#define OC_RUNTIME_BEFORE_H

#include <stddef.h>

struct offload_launch;

// As __offloadcc_configure, for a launch by code with such calls: if the kernel is in the same
// program or library, its arrays may stay on the device.
void (*__offloadcc_configure_staying(void (*kernel)(void), struct offload_launch *launch))(
    void) __asm__("__offloadcc_configure_staying_v2");

// As main begins. If it runs already, or has run, objects are not taken as enclosed any more: code
// that is not seen has called main.
void __offloadcc_before_main(void) __asm__("__offloadcc_before_main_v1");

// Before such a launch, after its arguments are evaluated: if the kernel is in another program or
// library, which has residents of its own, everything comes back.
void __offloadcc_before_launch(void (*kernel)(void)) __asm__("__offloadcc_before_launch_v1");

// What the compiler knows of an array of the next launch of this thread, which has this address.
enum {
    FACT_ENCLOSED = 1, // code that the compiler does not see cannot look at the object
    FACT_FRESH = 2,    // only launches write the object, which has no values before
    FACT_ZERO = 4,     // only launches write the object, which is zero before
};
void __offloadcc_facts(const void *start, unsigned int facts) __asm__("__offloadcc_facts_v1");

// Before the host reads these bytes; writes some of them, and may read them; writes all of them,
// and reads none. What it may read comes back.
void __offloadcc_before_read(const void *start, size_t bytes) __asm__("__offloadcc_before_read_v1");
void __offloadcc_before_write(const void *start,
                              size_t bytes) __asm__("__offloadcc_before_write_v1");
void __offloadcc_before_overwrite(const void *start,
                                  size_t bytes) __asm__("__offloadcc_before_overwrite_v1");

// Before the host reads a string.
void __offloadcc_before_string(const char *start) __asm__("__offloadcc_before_string_v1");

// Before loops that read or write `bytes` bytes at start + t0 * step0 + t1 * step1 + t2 * step2,
// modulo 2^64, with each t from 0 to its number of turns.
void __offloadcc_before_read_loops(
    const void *start, size_t bytes, long step0, unsigned long turns0, long step1,
    unsigned long turns1, long step2,
    unsigned long turns2) __asm__("__offloadcc_before_read_loops_v1");
void __offloadcc_before_write_loops(
    const void *start, size_t bytes, long step0, unsigned long turns0, long step1,
    unsigned long turns1, long step2,
    unsigned long turns2) __asm__("__offloadcc_before_write_loops_v1");

// In loops, before an access as above. Returns the addresses instead of `start` at which such an
// access needs no call until the next launch: `count` of them.
struct __offloadcc_span {
    size_t start, count;
};
struct __offloadcc_span
__offloadcc_before_read_near(const void *start, size_t bytes, long step0, unsigned long turns0,
                             long step1, unsigned long turns1, long step2,
                             unsigned long turns2) __asm__("__offloadcc_before_read_near_v1");
struct __offloadcc_span
__offloadcc_before_write_near(const void *start, size_t bytes, long step0, unsigned long turns0,
                              long step1, unsigned long turns1, long step2,
                              unsigned long turns2) __asm__("__offloadcc_before_write_near_v1");
struct __offloadcc_span
__offloadcc_before_overwrite_near(const void *start,
                                  size_t bytes) __asm__("__offloadcc_before_overwrite_near_v1");

// Before code that the compiler does not see, and after which the device's copies count for
// nothing: that code may write all memory but enclosed objects.
void __offloadcc_before_unseen(void) __asm__("__offloadcc_before_unseen_v1");

// As the lifetime of an object ends: what is on the device of it needs not come back. The second is
// for objects of malloc and its like.
void __offloadcc_before_end(const void *start, size_t bytes) __asm__("__offloadcc_before_end_v1");
void __offloadcc_before_free(const void *start) __asm__("__offloadcc_before_free_v1");

#endif
