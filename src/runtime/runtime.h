// runtime.h - what the runtime's own files share. The runtime is a small static library; offloadcc
// links it into every program and shared library that has kernels.
//
// The ABI with generated code is glue_preamble.h, with users offload.h.
#ifndef OC_RUNTIME_H
#define OC_RUNTIME_H

#include "offload.h"
#include "runtime/abi.h"
#include "runtime/devices/libomptarget.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

// What offload(...) calls in the kernel's place: moves this thread's innermost pending launch
// (process.h) to armed and jumps to its kernel, all arguments untouched.
void __offloadcc_launch_thunk(void);

// Ends the program if this thread's last launch has not come to a kernel. Called when it ends
// anyway.
void __offloadcc_check_last_launch(void);

// Runs all blocks of a grid on the CPU's cores. The grid is a launch's (guarded.h).
void __offloadcc_run_blocks(__offloadcc_blocks_fn *blocks, void *const *slots,
                            const struct __offloadcc_grid *grid,
                            const struct __offloadcc_frame *frame);

// Whether this thread is running a kernel on the CPU that may call others.
bool __offloadcc_in_kernel(void);

// For ThreadSanitizer (race.c): what one thread did before order_before comes before what another
// does after order_after, with the same address.
bool __offloadcc_race_is_watched(void); // by ThreadSanitizer
void __offloadcc_race_start(void);      // of a launch, on each thread that takes part
void __offloadcc_race_order_before(void *address);
void __offloadcc_race_order_after(void *address);

// Drops MAP_TO of the arrays that the launch writes whole (glue_preamble.h), if their memory is no
// other array's.
struct __offloadcc_entries;
void __offloadcc_drop_copies(const long *whole, struct __offloadcc_entries *entries,
                             const struct __offloadcc_grid *grid);

// Ends the program: the CPU's memory does not hold a block.
_Noreturn void __offloadcc_out_of_memory(size_t bytes);

// Ends the program with a message about a launch of this kernel.
_Noreturn void __offloadcc_stop(const struct __offloadcc_kernel *kernel, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// What else a message can be about: "x.c:3: offloadcc: error: kernel 'k': ..."
struct subject {
    const char *file;
    unsigned int line;
    const char *what; // "kernel"
    const char *name; // NULL: `what` says it
};
_Noreturn void __offloadcc_stop_about(const struct subject *subject, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The number of devices, which is the host's number too. Registers units' images where that has not
// been done, so it comes before all other uses of devices. 0 where no unit has code for a device of
// this machine, and when the last such unit is gone.
int __offloadcc_device_count(void);

// The device that is meant: its number, or the host's, which is the number of devices. Ends the
// program where there is none of the number.
enum { DEFAULT_DEVICE = -1 };
int __offloadcc_choose_device(const struct subject *subject, int devices, int requested);

// Whether one of the unit's images runs on the device. Loads it if need be. libomptarget would end
// a program that launches otherwise: it does where a device exists, but serves other units only.
bool __offloadcc_device_serves(struct __offloadcc_unit *unit, int device);

// Whether the device was found to, in a launch before. Costs nothing.
bool __offloadcc_device_is_known(const struct __offloadcc_unit *unit, int device);

// Removes the files in /tmp that libomptarget has loaded images from. Costs little where nothing
// was loaded since the last call.
void __offloadcc_remove_image_files(void);

// Whether an image of any of the program's units runs on the device: then regions and allocations
// are there, else on the host.
bool __offloadcc_device_has_images(int device);

// Whether the address is in a device variable, on the host.
bool __offloadcc_is_variable(const char *address);

// The bytes of so many elements. Ends the program where the count is negative, where memory does
// not hold so many, or where the address is null but there are some. `text` is the address as
// written.
size_t __offloadcc_checked_bytes(const struct subject *subject, const char *text,
                                 const volatile void *address, size_t count, size_t size);

// Copies a part of what a region has mapped, to the device (MAP_TO) or from it. Returns false where
// nothing is mapped, and ends the program where only a part is.
bool __offloadcc_update_mapped(const struct subject *subject, const char *text, void *address,
                               size_t bytes, int device, int64_t direction);

// Ends the program where a launch on this device (`on_device`), or on the CPU in its place, cannot
// take its arguments: an array of which only a part is mapped, memory that offload_malloc returned
// for another place, or an address of the host's for one of the device's. On the device, structs
// with pointers that are there already are in use until __offloadcc_end_uses, and are not copied
// back by the launch (attached.h).
void __offloadcc_check_residents(struct __offloadcc_entries *entries, int device, bool on_device);
void __offloadcc_end_uses(const struct __offloadcc_entries *entries, int device);

// Whether one mapping holds all of a stretch: a data region's or, on the device, any other.
bool __offloadcc_is_mapped_whole(uintptr_t start, size_t bytes, int device, bool on_device);

// Whether only a part of a stretch, of at least one byte, is mapped on the device, as far as that
// can be seen.
bool __offloadcc_is_mapped_in_part(void *start, size_t bytes, int device);

// Whether all of it is mapped as one there, likewise.
bool __offloadcc_others_hold(void *start, size_t bytes, int device);

// Ends the program where only a part is mapped of an argument of a launch on this device, and where
// a device pointer is an address that the host alone has for something on the device.
void __offloadcc_check_foreign(const struct __offloadcc_entries *entries, int device);

// Runs a kernel on the CPU whose arrays are on the device, on copies of them. Returns false, and
// runs nothing, where none is. Ends the program where what a struct points to is on the device.
bool __offloadcc_run_on_copies(const struct __offloadcc_entries *entries, int device,
                               const struct __offloadcc_grid *grid, void *const *slots);

// Calls `visit` for the units of the program and its libraries until it returns true. Returns
// whether it did.
bool __offloadcc_each_unit(bool (*visit)(struct __offloadcc_unit *unit, const char *address,
                                         void *data),
                           const char *address, void *data);

#endif
