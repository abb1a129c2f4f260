#include "report/footprint.h"

#include "glue/names.h"
#include "model/json.h"

#include <inttypes.h>
#include <string.h>

// offload.h: 256, 32 x 8, or 8 x 8 x 4.
enum { DEFAULT_BLOCK_THREADS = 256 };

struct block_sizes {
    unsigned threads[OC_MAX_BLOCK_SIZES];
    size_t count;
};

static void add_block_size(struct block_sizes *sizes, unsigned threads) {
    for (size_t i = 0; i < sizes->count; i++)
        if (sizes->threads[i] == threads)
            return;
    if (sizes->count < OC_MAX_BLOCK_SIZES)
        sizes->threads[sizes->count++] = threads;
}

// Those of launches that are known, on a device.
static struct block_sizes block_sizes(const struct oc_unit *unit, const struct oc_kernel *kernel) {
    struct block_sizes sizes = {0};
    for (size_t i = 0; i < unit->launch_count; i++) {
        const struct oc_launch *launch = &unit->launches[i];
        const uint64_t *size = launch->block_size;
        if (launch->block_known && strcmp(launch->kernel, kernel->name) == 0)
            add_block_size(&sizes, (unsigned)(size[0] * size[1] * size[2]));
    }
    if (!sizes.count)
        add_block_size(&sizes, DEFAULT_BLOCK_THREADS);
    return sizes;
}

static bool find_resources(struct oc_arena *arena, const struct oc_image *image,
                           const struct oc_kernel *kernel, struct oc_resources *out) {
    return !image->is_text && image->target->resources &&
           image->target->resources(image->bytes.data, image->bytes.length,
                                    oc_glue_entry(arena, kernel->name), out);
}

static const struct oc_multiprocessor *multiprocessor_of(const struct oc_image *image) {
    return image->target->multiprocessor ? image->target->multiprocessor(image->arch) : NULL;
}

static const char *limit_name(enum oc_occupancy_limit limit) {
    static const char *const names[] = {
        [OC_LIMIT_THREADS] = "threads",
        [OC_LIMIT_BLOCKS] = "blocks",
        [OC_LIMIT_REGISTERS] = "registers",
        [OC_LIMIT_SHARED] = "shared memory",
    };
    return names[limit];
}

// ---- For people --------------------------------------------------------------------------------

static void add_resources(struct oc_text *text, const struct oc_resources *resources) {
    if (resources->scalar_registers)
        oc_text_printf(text, "%u vector and %u scalar registers", resources->registers,
                       resources->scalar_registers);
    else
        oc_text_printf(text, "%u registers", resources->registers);
    if (resources->spills)
        oc_text_printf(text, ", %u of them spilled", resources->spills);
    if (resources->stack)
        oc_text_printf(text, ", %" PRIu64 " bytes of stack", resources->stack);
    else
        oc_text_add(text, ", no stack");
    if (resources->shared)
        oc_text_printf(text, ", %" PRIu64 " bytes of shared memory", resources->shared);
}

static void add_occupancy(struct oc_text *text, const struct oc_multiprocessor *multiprocessor,
                          const struct oc_resources *resources, unsigned threads) {
    struct oc_occupancy occupancy = oc_occupancy(multiprocessor, resources, threads);
    oc_text_printf(text, "; blocks of %u threads: %u on each %s, %u of %u %s", threads,
                   occupancy.blocks, multiprocessor->name, occupancy.groups, occupancy.most_groups,
                   multiprocessor->group_name);
    if (occupancy.groups < occupancy.most_groups)
        oc_text_printf(text, " (limited by %s)", limit_name(occupancy.limit));
}

void oc_footprint_add(struct oc_text *text, const struct oc_unit *unit,
                      const struct oc_kernel *kernel, const struct oc_loaded *loaded) {
    struct block_sizes sizes = block_sizes(unit, kernel);
    for (size_t i = 0; i < loaded->image_count; i++) {
        struct oc_resources resources;
        if (!find_resources(text->arena, &loaded->images[i], kernel, &resources))
            continue;
        const struct oc_multiprocessor *multiprocessor = multiprocessor_of(&loaded->images[i]);
        oc_text_printf(text, "    code for %s: ", loaded->images[i].arch);
        add_resources(text, &resources);
        for (size_t s = 0; multiprocessor && s < sizes.count; s++)
            add_occupancy(text, multiprocessor, &resources, sizes.threads[s]);
        oc_text_add(text, "\n");
    }
}

void oc_footprint_add_images(struct oc_text *text, const struct oc_unit *unit,
                             const struct oc_loaded *loaded) {
    for (size_t i = 0; i < loaded->image_count; i++) {
        const struct oc_image *image = &loaded->images[i];
        oc_text_printf(text, "%s: %s for %s: %zu bytes", unit->source,
                       image->is_text ? "text" : "image", image->arch, image->bytes.length);
        if (image->packed.data)
            oc_text_printf(text, ", compressed %zu", image->packed.length);
        oc_text_add(text, "\n");
    }
}

// ---- For tools ---------------------------------------------------------------------------------

static json_t *occupancy_to_json(const struct oc_multiprocessor *multiprocessor,
                                 const struct oc_resources *resources, unsigned threads) {
    struct oc_occupancy occupancy = oc_occupancy(multiprocessor, resources, threads);
    bool is_full = occupancy.groups == occupancy.most_groups;
    return json_pack("{s:i, s:i, s:i, s:i, s:s?}", "block_threads", (int)threads, "blocks",
                     (int)occupancy.blocks, "groups", (int)occupancy.groups, "most_groups",
                     (int)occupancy.most_groups, "limit",
                     is_full ? NULL : limit_name(occupancy.limit));
}

static json_t *resources_to_json(const struct oc_image *image,
                                 const struct oc_resources *resources) {
    json_t *json = json_pack("{s:o, s:I, s:I, s:I}", "arch", oc_json_string(image->arch),
                             "registers", (json_int_t)resources->registers, "stack",
                             (json_int_t)resources->stack, "shared", (json_int_t)resources->shared);
    json_object_set_new(json, "scalar_registers",
                        resources->scalar_registers ? json_integer(resources->scalar_registers)
                                                    : json_null());
    json_object_set_new(json, "spills",
                        resources->knows_spills ? json_integer(resources->spills) : json_null());
    json_object_set_new(json, "most_threads",
                        resources->most_threads ? json_integer(resources->most_threads)
                                                : json_null());
    return json;
}

json_t *oc_footprint_to_json(struct oc_arena *arena, const struct oc_unit *unit,
                             const struct oc_kernel *kernel, const struct oc_loaded *loaded) {
    json_t *list = json_array();
    struct block_sizes sizes = block_sizes(unit, kernel);
    for (size_t i = 0; i < loaded->image_count; i++) {
        const struct oc_image *image = &loaded->images[i];
        struct oc_resources resources;
        if (!find_resources(arena, image, kernel, &resources))
            continue;
        const struct oc_multiprocessor *multiprocessor = multiprocessor_of(image);
        json_t *json = resources_to_json(image, &resources), *occupancy = json_array();
        for (size_t s = 0; multiprocessor && s < sizes.count; s++)
            json_array_append_new(occupancy,
                                  occupancy_to_json(multiprocessor, &resources, sizes.threads[s]));
        json_object_set_new(json, "occupancy", occupancy);
        json_array_append_new(list, json);
    }
    return list;
}

json_t *oc_footprint_images_to_json(const struct oc_loaded *loaded) {
    json_t *list = json_array();
    for (size_t i = 0; i < loaded->image_count; i++) {
        const struct oc_image *image = &loaded->images[i];
        json_t *json =
            json_pack("{s:o, s:s, s:I}", "arch", oc_json_string(image->arch), "form",
                      image->is_text ? "text" : "image", "bytes", (json_int_t)image->bytes.length);
        json_object_set_new(json, "compressed",
                            image->packed.data ? json_integer((json_int_t)image->packed.length)
                                               : json_null());
        json_array_append_new(list, json);
    }
    return list;
}
