#include "driver/gpusources.h"

#include "base/file.h"
#include "driver/ppline.h"

#include <string.h>
#include <unistd.h>

// How many conditional groups (#if ... #endif) a position in a text is in.
static size_t depth_of(const char *start, const char *end, const char *position) {
    size_t depth = 0;
    const char *line = start;
    while (line && line < position) {
        const char *at = oc_ppline_skip_blank(line, end);
        if (at < end && *at == '#' && !oc_ppline_is_comment(start, end, at)) {
            at = oc_ppline_skip_blank(at + 1, end);
            if (oc_ppline_after_word(at, end, "if"))
                depth++;
            else if (depth > 0 && oc_ppline_after_word(at, end, "endif"))
                depth--;
        }
        line = memchr(line, '\n', (size_t)(end - line));
        line += line != NULL;
    }
    return depth;
}

// Finds where a file names offload.h outside of comments. Returns false if it does not, or in a
// part that the preprocessor may skip.
static bool find_include(struct oc_arena *arena, const char *path, struct oc_place *out) {
    struct oc_bytes text;
    if (oc_file_read(arena, path, &text))
        return false;
    const char *start = (const char *)text.data, *end = start + text.length;
    const char *name = "offload.h", *at = memmem(start, text.length, name, strlen(name));
    while (at && oc_ppline_is_comment(start, end, at))
        at = memmem(at + 1, (size_t)(end - at - 1), name, strlen(name));
    if (!at || depth_of(start, end, at) > 0)
        return false;
    *out = (struct oc_place){path, 1, 1};
    for (const char *each = start; each < at; each++) {
        out->line += *each == '\n';
        out->column = *each == '\n' ? 1 : out->column + 1;
    }
    return true;
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
        struct oc_place include;
        if (!oc_language_is_gpu(input->language))
            continue;
        if (!oc_command_is_piped(input->path) &&
            oc_probe_source(probe, input->path, OC_LANGUAGE_C, NULL) &&
            find_include(arena, input->path, &include))
            oc_report(diag, OC_ERROR, include, NULL,
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
