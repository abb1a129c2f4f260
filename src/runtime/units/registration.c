#include "runtime/units/registration.h"
#include "runtime/devices/choose.h"
#include "runtime/devices/gpus.h"
#include "runtime/say/verbose.h"
#include "runtime/units/compressed.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool has_code_for(const struct __offloadcc_descriptor *code, const struct gpu_maker *maker) {
    for (int i = 0; i < code->__offloadcc_image_count; i++)
        if (__offloadcc_maker_of(code->__offloadcc_images[i].__offloadcc_arch) == maker)
            return true;
    return false;
}

// An image's bytes, decompressed where need be; no data: they cannot be had, of which it warns.
struct bytes {
    const void *data;
    size_t size;
};

static struct bytes bytes_of(const struct __offloadcc_unit *unit,
                             const struct __offloadcc_image *image) {
    const char *start = image->__offloadcc_start, *end = image->__offloadcc_end;
    struct bytes bytes = {start, (size_t)(end - start)};
    char problem[256];
    if (image->__offloadcc_form & __offloadcc_form_compressed &&
        !(bytes.data =
              __offloadcc_decompress(start, bytes.size, &bytes.size, problem, sizeof problem)))
        fprintf(stderr, "offloadcc: warning: %s: the image for %s cannot be used: %s\n",
                unit->__offloadcc_source, image->__offloadcc_arch, problem);
    return bytes;
}

// ---- Texts -------------------------------------------------------------------------------------

struct buffer {
    char *text;
    size_t size, length;
};

static void append_formatted(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void append_formatted(struct buffer *buffer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(buffer->text + buffer->length, buffer->size - buffer->length, format, arguments);
    va_end(arguments);
    buffer->length += (size_t)length;
    if (buffer->length >= buffer->size)
        buffer->length = buffer->size - 1;
}

static void add_codes(struct buffer *buffer, const struct __offloadcc_descriptor *code) {
    for (int i = 0; i < code->__offloadcc_image_count; i++) {
        const struct __offloadcc_image *image = &code->__offloadcc_images[i];
        bool is_ptx = image->__offloadcc_form & __offloadcc_form_ptx;
        append_formatted(buffer, "%s%s%s", i ? ", " : "", image->__offloadcc_arch,
                         is_ptx ? " as PTX" : "");
    }
}

// Whether it has code for GPUs, of whichever maker.
static bool has_code_for_gpus(const struct __offloadcc_descriptor *code) {
    for (int m = 0; m < GPU_MAKERS; m++)
        if (has_code_for(code, __offloadcc_makers[m]))
            return true;
    return false;
}

// The GPUs of the makers that the unit has code for.
static void add_gpus(struct buffer *buffer, const struct __offloadcc_descriptor *code) {
    const char *separator = "";
    for (int m = 0; m < GPU_MAKERS; m++) {
        if (!has_code_for(code, __offloadcc_makers[m]))
            continue;
        const struct gpus *gpus = __offloadcc_gpus(__offloadcc_makers[m]);
        for (int i = 0; i < gpus->count; i++, separator = ", ")
            append_formatted(buffer, "%s%s (%s)", separator, gpus->items[i].name,
                             gpus->items[i].arch);
        if (!gpus->count) {
            append_formatted(buffer, "%s%s", separator, gpus->problem);
            separator = ", ";
        }
    }
}

void __offloadcc_explain(const struct __offloadcc_unit *unit, char *text, size_t size) {
    const struct __offloadcc_descriptor *code = unit->__offloadcc_descriptor;
    struct buffer buffer = {text, size, 0};
    if (!code->__offloadcc_image_count) {
        append_formatted(&buffer,
                         "it was compiled for the CPU only; name the GPU when you compile it, for "
                         "example with --offload-arch=sm_90");
        return;
    }
    append_formatted(&buffer, "it was compiled for ");
    add_codes(&buffer, code);
    if (has_code_for_gpus(code)) {
        append_formatted(&buffer, "; on this machine: ");
        add_gpus(&buffer, code);
    }
    if (unit->__offloadcc_registration)
        append_formatted(&buffer, "; libomptarget found no device for these images");
}

// ---- Choosing ----------------------------------------------------------------------------------

// An image for GPUs of one kind, as it is or linked.
struct chosen {
    const void *start, *end;
    const char *arch;                      // what it runs on, at least
    const struct __offloadcc_image *whole; // that it is; NULL: it was linked
};

struct choices {
    const struct __offloadcc_unit *unit;
    int count;
    struct chosen *items;
};

static void add_chosen(struct choices *choices, struct bytes bytes, const char *arch,
                       const struct __offloadcc_image *whole) {
    choices->items[choices->count++] =
        (struct chosen){bytes.data, (const char *)bytes.data + bytes.size, arch, whole};
}

// An image as it is. False: it cannot be had.
static bool choose_image(struct choices *choices, const struct __offloadcc_image *image) {
    for (int i = 0; i < choices->count; i++)
        if (choices->items[i].whole == image)
            return true;
    struct bytes bytes = bytes_of(choices->unit, image);
    if (bytes.data)
        add_chosen(choices, bytes, image->__offloadcc_arch, image);
    return bytes.data;
}

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static bool link_for(struct choices *choices, const struct __offloadcc_image *ptx,
                     const struct gpu *gpu) {
    struct linked linked;
    double start = milliseconds();
    struct bytes text = bytes_of(choices->unit, ptx);
    if (!text.data)
        return false;
    if (!gpu->maker->link(gpu, text.data, text.size, &linked)) {
        fprintf(stderr,
                "offloadcc: warning: %s: NVIDIA's driver cannot compile the PTX for %s for the GPU "
                "%s (%s): %s\n",
                choices->unit->__offloadcc_source, ptx->__offloadcc_arch, gpu->name, gpu->arch,
                linked.problem);
        return false;
    }
    add_chosen(choices, (struct bytes){linked.data, linked.size}, gpu->arch, NULL);
    __offloadcc_say("%s: the driver made %zu bytes of code for %s of the PTX for %s, in %.0f ms",
                    choices->unit->__offloadcc_source, linked.size, gpu->arch,
                    ptx->__offloadcc_arch, milliseconds() - start);
    return true;
}

static void choose_for(struct choices *choices, const struct gpu *gpu) {
    const struct __offloadcc_descriptor *code = choices->unit->__offloadcc_descriptor;
    const char *source = choices->unit->__offloadcc_source;
    int number = __offloadcc_choose_image(code->__offloadcc_images, code->__offloadcc_image_count,
                                          gpu->arch);
    if (number < 0) {
        __offloadcc_say("%s: no image fits %s (%s)", source, gpu->name, gpu->arch);
        return;
    }
    const struct __offloadcc_image *image = &code->__offloadcc_images[number];
    bool is_ptx = image->__offloadcc_form & __offloadcc_form_ptx;
    if (is_ptx ? !link_for(choices, image, gpu) : !choose_image(choices, image))
        return;
    __offloadcc_say("%s: %s (%s) gets the %s for %s", source, gpu->name, gpu->arch,
                    is_ptx ? "PTX" : "image", image->__offloadcc_arch);
}

static bool image_precedes(const struct chosen *left, const struct chosen *right) {
    const struct gpu_maker *maker = __offloadcc_maker_of(left->arch);
    return maker && maker->precedes && maker == __offloadcc_maker_of(right->arch) &&
           maker->precedes(left->arch, right->arch);
}

static void sort_choices(struct choices *choices) {
    for (int i = 1; i < choices->count; i++) {
        struct chosen moved = choices->items[i];
        int at = i;
        for (; at > 0 && image_precedes(&moved, &choices->items[at - 1]); at--)
            choices->items[at] = choices->items[at - 1];
        choices->items[at] = moved;
    }
}

static bool is_first_of_its_kind(const struct gpus *gpus, int number) {
    for (int i = 0; i < number; i++)
        if (strcmp(gpus->items[i].arch, gpus->items[number].arch) == 0)
            return false;
    return true;
}

static void choose_all(struct choices *choices) {
    const struct __offloadcc_descriptor *code = choices->unit->__offloadcc_descriptor;
    const struct gpus *gpus[GPU_MAKERS];
    for (int m = 0; m < GPU_MAKERS; m++)
        gpus[m] = has_code_for(code, __offloadcc_makers[m])
                      ? __offloadcc_gpus(__offloadcc_makers[m])
                      : NULL;
    for (int m = 0; m < GPU_MAKERS; m++)
        for (int i = 0; gpus[m] && i < gpus[m]->count; i++)
            if (is_first_of_its_kind(gpus[m], i))
                choose_for(choices, &gpus[m]->items[i]);
    for (int i = 0; i < code->__offloadcc_image_count; i++) {
        const struct __offloadcc_image *image = &code->__offloadcc_images[i];
        if (!__offloadcc_maker_of(image->__offloadcc_arch))
            choose_image(choices, image);
    }
}

static bool has_chosen_for(const struct choices *choices, const struct gpu_maker *maker) {
    for (int i = 0; i < choices->count; i++)
        if (__offloadcc_maker_of(choices->items[i].arch) == maker)
            return true;
    return false;
}

static void check_drivers(const struct choices *choices) {
    for (int m = 0; m < GPU_MAKERS; m++) {
        const struct gpu_maker *maker = __offloadcc_makers[m];
        const char *problem =
            maker->hidden && has_chosen_for(choices, maker) ? maker->hidden() : NULL;
        if (problem)
            fprintf(stderr, "offloadcc: warning: %s\n", problem);
    }
}

static struct target_library list_images(const struct choices *choices, struct target_image *images,
                                         const struct __offloadcc_entry *entries,
                                         const struct __offloadcc_entry *entries_end) {
    for (int i = 0; i < choices->count; i++)
        images[i] = (struct target_image){choices->items[i].start, choices->items[i].end, entries,
                                          entries_end};
    return (struct target_library){choices->count, images, entries, entries_end};
}

struct __offloadcc_registration *__offloadcc_choose_images(const struct __offloadcc_unit *unit) {
    static const struct __offloadcc_entry none; // where nobody's entries begin
    const struct __offloadcc_descriptor *code = unit->__offloadcc_descriptor;
    struct __offloadcc_registration *made = NULL;
    struct choices choices = {.unit = unit};
    size_t room = (size_t)code->__offloadcc_image_count + (size_t)GPU_MAKERS * MAX_GPUS;
    choices.items = malloc(room * sizeof *choices.items);
    if (choices.items) {
        choose_all(&choices);
        made = calloc(1, sizeof *made + 2 * (size_t)choices.count * sizeof *made->images);
    }
    if (made) {
        check_drivers(&choices);
        if (choices.count > 1)
            made->numbering = list_images(&choices, made->images + choices.count, &none, &none);
        sort_choices(&choices);
        made->library = list_images(&choices, made->images, code->__offloadcc_entries,
                                    code->__offloadcc_entries_end);
    }
    free(choices.items);
    return made;
}

struct __offloadcc_registration *__offloadcc_choose_none(const struct __offloadcc_unit *unit) {
    const struct __offloadcc_descriptor *code = unit->__offloadcc_descriptor;
    struct __offloadcc_registration *made = calloc(1, sizeof *made);
    struct choices none = {.unit = unit};
    if (made)
        made->library = list_images(&none, made->images, code->__offloadcc_entries,
                                    code->__offloadcc_entries_end);
    return made;
}
