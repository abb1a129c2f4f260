#include "driver/gpusources.h"

#include "base/file.h"
#include "driver/ppline.h"

#include <string.h>
#include <unistd.h>

// The line that names offload.h; the first, if it is a header that does.
static struct oc_place place_of_include(struct oc_arena *arena, const char *path) {
    struct oc_place place = {path, 1, 1};
    struct oc_bytes text;
    if (oc_file_read(arena, path, &text))
        return place;
    const char *start = (const char *)text.data, *end = start + text.length;
    const char *name = "offload.h", *at = memmem(start, text.length, name, strlen(name));
    const char *next = at; // the first outside of comments
    while (next && oc_ppline_is_comment(start, end, next))
        next = memmem(next + 1, (size_t)(end - next - 1), name, strlen(name));
    at = next ? next : at;
    for (const char *each = start; at && each < at && each < end; each++) {
        place.line += *each == '\n';
        place.column = *each == '\n' ? 1 : place.column + 1;
    }
    return place;
}

// Whether clang compiles a language for an architecture, if it knows it.
static bool is_for(const char *arch, enum oc_language language) {
    if (strcmp(arch, "native") == 0)
        return true;
    return language == OC_LANGUAGE_CUDA
               ? oc_starts_with(arch, "sm_")
               : oc_starts_with(arch, "gfx") || oc_starts_with(arch, "amdgcn");
}

// Without device code, clang needs no GPU. A file that is missing is for clang to report.
static bool lacks_gpu(const struct oc_command *command, const struct oc_input *input) {
    if (command->phase < OC_PHASE_ASSEMBLY || command->stage == OC_STAGE_HOST ||
        command->openmp_targets ||
        (strcmp(input->path, "-") != 0 && access(input->path, R_OK) != 0))
        return false;
    bool lacks = command->archs.count == 0;
    for (size_t i = 0; i < command->archs.count; i++)
        lacks |= !is_for(command->archs.items[i], input->language);
    return lacks;
}

bool oc_gpusources_check(struct oc_arena *arena, const struct oc_command *command,
                         const struct oc_probe *probe, struct oc_diag *diag) {
    for (size_t i = 0; i < command->input_count; i++) {
        const struct oc_input *input = &command->inputs[i];
        const char *language = input->language == OC_LANGUAGE_CUDA ? "CUDA" : "HIP";
        if (!oc_language_is_gpu(input->language))
            continue;
        if (!oc_command_is_piped(input->path) &&
            oc_probe_source(probe, input->path, OC_LANGUAGE_C, NULL))
            oc_report(diag, OC_ERROR, place_of_include(arena, input->path), NULL,
                      "CUDA and HIP cannot use offload.h, whose kernels are C: write this in a .c "
                      "file, where messages say what CUDA's words are here; or leave out the "
                      "header, and clang compiles it as CUDA or HIP");
        else if (lacks_gpu(command, input))
            oc_error(diag,
                     "'%s' is %s, and offloadcc's kernels are C: write them in a .c file, as "
                     "docs/cuda.md tells; or name %s GPUs only, such as '--offload-arch=%s', and "
                     "clang compiles the file as %s",
                     input->path, language, input->language == OC_LANGUAGE_CUDA ? "NVIDIA" : "AMD",
                     input->language == OC_LANGUAGE_CUDA ? "sm_90" : "gfx90a", language);
        else
            continue;
        return false;
    }
    return true;
}
