#include "driver/offloading.h"

static bool source_has_regions(const struct oc_probe *probe, const struct oc_input *input,
                               const struct oc_piped *piped) {
    bool source = input->language == OC_LANGUAGE_C || input->language == OC_LANGUAGE_PREPROCESSED ||
                  input->language == OC_LANGUAGE_CXX || input->language == OC_LANGUAGE_OTHER;
    const struct oc_bytes *content = piped->argument == input->argument ? &piped->text : NULL;
    return source && (content || !oc_command_is_piped(input->path)) &&
           oc_probe_regions(probe, input->path, input->language, content);
}

bool oc_offloading_regions(struct oc_arena *arena, const struct oc_command *command,
                           const struct oc_probe *probe, const struct oc_piped *piped) {
    if (!command->openmp || !command->archs.count)
        return false;
    for (size_t i = 0; i < command->input_count; i++)
        if (source_has_regions(probe, &command->inputs[i], piped))
            return true;
    return command->phase == OC_PHASE_LINK && oc_probe_link_device_code(arena, command);
}
