// Which client the images of an AMD GPU ask: that of the image that was loaded last; and whether a
// kernel has said by it why it failed.
#include "runtime/units/messages.h"

#include "runtime/devices/gpus.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/units/registration.h"
#include "runtime/units/units.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { UNITS = 4, DEVICES = 2, LEAST_ADDRESS = 1 << 16 };

// The process: units, of which some have an image on a device, and the images' markers there.
static struct __offloadcc_unit units[UNITS];
static struct __offloadcc_registration registrations[UNITS];
static struct image_marker markers[DEVICES][UNITS];
static bool is_loaded[DEVICES][UNITS], is_visiting;
static const struct gpu_maker asking = {.asks_host = true, .stack_bytes = 99}, other;
static const struct gpu_maker *maker;
static unsigned long changes;
static int copies;
static void (*in_between)(void); // what another thread does, once

struct __offloadcc_libomptarget __offloadcc_target;

const struct gpu *__offloadcc_gpu_of_device(int device) {
    static struct gpu gpu;
    gpu.maker = maker;
    return device < DEVICES ? &gpu : NULL;
}

unsigned long __offloadcc_count_changes(unsigned long more) {
    return changes += more;
}

// The newest first, as the runtime's list has them, and with its mutex.
bool __offloadcc_each_unit(bool (*visit)(struct __offloadcc_unit *unit, const char *address,
                                         void *data),
                           const char *address, void *data) {
    bool found = false;
    assert_false(is_visiting);
    is_visiting = true;
    for (int i = UNITS - 1; i >= 0 && !found; i--)
        found = visit(&units[i], address, data);
    is_visiting = false;
    return found;
}

static int device_count(void) {
    return DEVICES;
}

static void *mapped(const void *pointer, int device) {
    for (int i = 0; i < UNITS; i++)
        if (pointer == &units[i].__offloadcc_marker && is_loaded[device][i])
            return &markers[device][i];
    return NULL;
}

static int is_present(const void *pointer, int device) {
    return mapped(pointer, device) != NULL;
}

static int copy(void *to, const void *from, size_t length, size_t to_offset, size_t from_offset,
                int to_device, int from_device) {
    assert_true(to_device == DEVICES || from_device == DEVICES);
    if (to_device != DEVICES && in_between) {
        in_between();
        in_between = NULL;
    }
    if ((uintptr_t)from < LEAST_ADDRESS)
        return 1; // a client that is only a number here
    memcpy((char *)to + to_offset, (const char *)from + from_offset, length);
    copies++;
    return 0;
}

static int begin(void **state) {
    (void)state;
    __offloadcc_target = (struct __offloadcc_libomptarget){
        .omp_get_num_devices = device_count,
        .omp_get_mapped_ptr = mapped,
        .omp_target_is_present = is_present,
        .omp_target_memcpy = copy,
    };
    memset(units, 0, sizeof units);
    memset(registrations, 0, sizeof registrations);
    memset(is_loaded, 0, sizeof is_loaded);
    maker = &asking;
    return 0;
}

// Its image's client is at `client`; 0: it prints nothing.
static void load(int unit, int device, unsigned long client) {
    static unsigned long last;
    if (!registrations[unit].number)
        registrations[unit].number = ++last;
    units[unit].__offloadcc_registration = &registrations[unit];
    is_loaded[device][unit] = true;
    markers[device][unit] = (struct image_marker){1, client};
    __offloadcc_redirect_messages();
}

static void launch(int unit, int device) {
    __offloadcc_direct_messages(&units[unit], device);
}

static void all_ask_the_last_one_loaded(void **state) {
    (void)state;
    load(2, 0, 0x2000); // the order of registration counts, not that of the list
    load(0, 0, 0);
    load(1, 0, 0x1000);
    load(3, 0, 0);
    for (int i = 0; i < UNITS; i++)
        launch(i, 0);
    assert_int_equal(markers[0][2].client, 0x1000);
    assert_int_equal(markers[0][1].client, 0x1000);
    assert_int_equal(markers[0][0].client, 0);
    assert_int_equal(markers[0][3].client, 0);
    assert_int_equal(markers[0][2].is_image, 1);
}

static void so_it_is_after_a_library_is_loaded(void **state) {
    (void)state;
    load(0, 0, 0x1000);
    load(1, 0, 0x2000);
    launch(0, 0);
    assert_int_equal(markers[0][0].client, 0x2000);
    load(2, 0, 0x3000);
    launch(1, 0);
    launch(0, 0);
    launch(2, 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(markers[0][i].client, 0x3000);
}

static void load_another(void) {
    load(3, 0, 0x4000);
}

static void or_while_a_launch_looks(void **state) {
    (void)state;
    load(0, 0, 0x1000);
    load(1, 0, 0x2000);
    in_between = load_another;
    launch(0, 0);
    launch(0, 0);
    assert_int_equal(markers[0][0].client, 0x4000);
}

static void each_device_has_its_own(void **state) {
    (void)state;
    load(0, 0, 0x1000);
    load(0, 1, 0x5000);
    load(1, 1, 0x6000);
    launch(0, 0);
    launch(0, 1);
    assert_int_equal(markers[0][0].client, 0x1000);
    assert_int_equal(markers[1][0].client, 0x6000);
}

static void nothing_is_copied_for_others_or_twice(void **state) {
    (void)state;
    load(0, 0, 0x1000);
    load(1, 0, 0x2000);
    maker = &other;
    copies = 0;
    launch(0, 0);
    launch(0, DEVICES); // a device without a name
    assert_int_equal(copies, 0);
    maker = &asking;
    __offloadcc_redirect_messages();
    launch(0, 0);
    assert_true(copies > 0);
    copies = 0;
    launch(0, 0);
    assert_int_equal(copies, 0);
}

// A kernel whose last request was to print to stderr has said why it failed.
static void stack_is_not_to_blame_after_a_message(void **state) {
    enum { PRINTF_TO_STDOUT = 'c' << 24 | 24, PRINTF_TO_STDERR };
    uint64_t header[] = {1, PRINTF_TO_STDOUT}; // src/builtins/rpc.h
    const void *client[] = {NULL, NULL, NULL, header, NULL};
    (void)state;
    load(0, 1, (unsigned long)client);
    launch(0, 1);
    assert_int_equal(__offloadcc_stack_to_raise(1), 99);
    header[1] = PRINTF_TO_STDERR;
    assert_int_equal(__offloadcc_stack_to_raise(1), 0);
    assert_int_equal(__offloadcc_stack_to_raise(DEVICES), 0); // it is not a GPU
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(all_ask_the_last_one_loaded, begin),
        cmocka_unit_test_setup(so_it_is_after_a_library_is_loaded, begin),
        cmocka_unit_test_setup(or_while_a_launch_looks, begin),
        cmocka_unit_test_setup(each_device_has_its_own, begin),
        cmocka_unit_test_setup(nothing_is_copied_for_others_or_twice, begin),
        cmocka_unit_test_setup(stack_is_not_to_blame_after_a_message, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
