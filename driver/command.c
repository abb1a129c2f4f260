#include "driver/command.h"

#include "driver/mathlibs.h"
#include "targets/target.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct reader {
    struct oc_arena *arena;
    struct oc_diag *diag;
    struct oc_command *command;
    const char *language; // of -x; NULL: by suffix
    bool both_stages;     // --device-only and --host-only
    bool ok;
};

static enum oc_language language_of_suffix(const char *path) {
    static const struct {
        const char *suffix;
        enum oc_language language;
    } table[] = {
        {".c", OC_LANGUAGE_C},        {".i", OC_LANGUAGE_PREPROCESSED},
        {".bc", OC_LANGUAGE_IR},      {".ll", OC_LANGUAGE_IR},
        {".h", OC_LANGUAGE_HEADER},   {".s", OC_LANGUAGE_ASSEMBLY},
        {".S", OC_LANGUAGE_ASSEMBLY}, {".asm", OC_LANGUAGE_ASSEMBLY},
        {".cu", OC_LANGUAGE_CUDA},    {".cui", OC_LANGUAGE_CUDA},
        {".hip", OC_LANGUAGE_HIP},    {".hipi", OC_LANGUAGE_HIP},
        {".cc", OC_LANGUAGE_CXX},     {".cp", OC_LANGUAGE_CXX},
        {".cpp", OC_LANGUAGE_CXX},    {".cxx", OC_LANGUAGE_CXX},
        {".c++", OC_LANGUAGE_CXX},    {".C", OC_LANGUAGE_CXX},
        {".CC", OC_LANGUAGE_CXX},     {".CPP", OC_LANGUAGE_CXX},
    };
    static const char *const others[] = {".ii",  ".m",   ".mm", ".M",   ".cl",  ".hh",
                                         ".hpp", ".f",   ".F",  ".f90", ".F90", ".cppm",
                                         ".pcm", ".ast", ".mi", ".mii"};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (oc_ends_with(path, table[i].suffix))
            return table[i].language;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (oc_ends_with(path, others[i]))
            return OC_LANGUAGE_OTHER;
    return OC_LANGUAGE_OBJECT;
}

// clang++ and c++ take C for C++, unless -x says that it is C.
static enum oc_language language_of_cxx(enum oc_language language) {
    if (language == OC_LANGUAGE_C)
        return OC_LANGUAGE_CXX;
    return language == OC_LANGUAGE_PREPROCESSED || language == OC_LANGUAGE_HEADER
               ? OC_LANGUAGE_OTHER
               : language;
}

static enum oc_language language_of(const struct reader *reader, const char *path) {
    const char *name = reader->language;
    if (!name) {
        enum oc_language language =
            strcmp(path, "-") == 0 ? OC_LANGUAGE_C : language_of_suffix(path);
        return reader->command->mode == OC_MODE_CXX ? language_of_cxx(language) : language;
    }
    if (strcmp(name, "c") == 0)
        return OC_LANGUAGE_C;
    if (strcmp(name, "c++") == 0)
        return OC_LANGUAGE_CXX;
    if (strcmp(name, "c-header") == 0)
        return OC_LANGUAGE_HEADER;
    if (strcmp(name, "cpp-output") == 0)
        return OC_LANGUAGE_PREPROCESSED;
    if (strcmp(name, "ir") == 0)
        return OC_LANGUAGE_IR;
    return oc_starts_with(name, "assembler") ? OC_LANGUAGE_ASSEMBLY
           : oc_starts_with(name, "cuda")    ? OC_LANGUAGE_CUDA
           : oc_starts_with(name, "hip")     ? OC_LANGUAGE_HIP
                                             : OC_LANGUAGE_OTHER;
}

static void add_archs(struct reader *reader, const char *list) {
    while (*list) {
        size_t length = strcspn(list, ",");
        if (length)
            oc_args_add(&reader->command->archs, oc_arena_strndup(reader->arena, list, length));
        list += length + (list[length] == ',');
    }
}

static void limit(struct reader *reader, enum oc_phase phase) {
    if (phase < reader->command->phase)
        reader->command->phase = phase;
}

static void set_stage(struct reader *reader, const struct oc_argument *argument,
                      enum oc_stage stage) {
    struct oc_command *command = reader->command;
    reader->both_stages |= command->stage != OC_STAGE_BOTH && command->stage != stage;
    command->stage = stage;
    command->stage_option = argument->words[0];
}

// Where clang has device code of its own, the last one counts, as with clang.
static void check_stages(struct reader *reader) {
    if (!reader->both_stages || reader->command->gpu_sources)
        return;
    oc_error(reader->diag, "'--device-only' and '--host-only' cannot be combined");
    oc_note(reader->diag, "without either, both stages run");
    reader->ok = false;
}

static void need_value(struct reader *reader, const struct oc_argument *argument,
                       const char *example) {
    const char *value = argument->value ? argument->value : "", *name = argument->option->name;
    if (argument->meaning == OC_MEAN_ARCHS)
        value += strspn(value, ",");
    bool is_separate = argument->word_count > 1; // the value is the next word
    if (*value && !is_separate)
        return;
    if (is_separate && *value && *value != '-')
        oc_error(reader->diag, "'%s' takes its value after '='; write '%s=%s'", name, name, value);
    else
        oc_error(reader->diag, "'%s' needs a value, such as '%s%s%s'", argument->words[0], name,
                 oc_ends_with(name, "=") ? "" : "=", example);
    reader->ok = false;
}

static void check_warning(struct reader *reader, const char *option) {
    if (oc_diag_knows(strstr(option, "offload")))
        return;
    struct oc_text known = {.arena = reader->arena};
    for (size_t i = 0; oc_diag_warning(i); i++)
        oc_text_printf(&known, "%s-W%s", i ? ", " : "", oc_diag_warning(i));
    oc_report(reader->diag, OC_WARNING, (struct oc_place){0}, "unknown-warning-option",
              "unknown warning option '-W%s'; offloadcc's warnings are %s", option, known.data);
}

// Whether a list with commas has a word.
static bool lists(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; at && (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ',') && (at[length] == ',' || !at[length]))
            return true;
    return false;
}

static void note_sanitizers(struct oc_command *command, const struct oc_argument *argument) {
    static const char *const of_kernels[] = {"address", "hwaddress", "thread", "undefined"};
    bool on = argument->meaning == OC_MEAN_SANITIZE, all = !on && lists(argument->value, "all");
    bool instruments = false;
    for (size_t i = 0; i < sizeof of_kernels / sizeof *of_kernels; i++)
        instruments |= lists(argument->value, of_kernels[i]);
    if (lists(argument->value, "memory") || all)
        command->sanitizes_memory = on;
    if (on && instruments)
        command->sanitizer = argument->words[0];
    else if (all || (!on && command->sanitizer &&
                     strcmp(strchr(command->sanitizer, '=') + 1, argument->value) == 0))
        command->sanitizer = NULL;
}

static void set_report(struct reader *reader, const struct oc_argument *argument) {
    const char *format = argument->value ? argument->value : "text";
    reader->command->report = format;
    if (strcmp(format, "text") == 0 || strcmp(format, "json") == 0)
        return;
    oc_error(reader->diag, "unknown format '%s' in '%s'; expected 'text' or 'json'", format,
             argument->words[0]);
    reader->ok = false;
}

static void add_text(struct reader *reader, const struct oc_argument *argument, const char *sign) {
    const char *arch = argument->value ? argument->value : "";
    const struct oc_target *target = oc_target_of_arch(arch);
    need_value(reader, argument, "all");
    if (*arch && strcmp(arch, "all") != 0 && !(target && oc_target_driver_takes_text(target))) {
        oc_error(
            reader->diag,
            "'%s' in '%s' is not an NVIDIA architecture; expected one, such as 'sm_80', or 'all'",
            arch, argument->words[0]);
        reader->ok = false;
    }
    oc_args_printf(&reader->command->texts, "%s%s", sign, arch);
}

static void set_math(struct reader *reader, const struct oc_argument *argument) {
    need_value(reader, argument, "vendor");
    reader->command->math = argument->value;
    if (!argument->value || !*argument->value || oc_mathlibs_knows(argument->value))
        return;
    oc_error(reader->diag, "unknown library '%s' in '%s'; expected one of %s", argument->value,
             argument->words[0], oc_mathlibs_known(reader->arena));
    reader->ok = false;
}

// A number of digits alone, of which the first is not 0: others mean different things to different
// readers. 0: the text is not such a number, or is larger than `most`.
static unsigned number_of(const char *text, unsigned most) {
    unsigned number = 0;
    for (const char *at = text; at && *at; at++) {
        if (*at < (at == text ? '1' : '0') || *at > '9')
            return 0;
        number = 10 * number + (unsigned)(*at - '0');
        if (number > most)
            return 0;
    }
    return number;
}

static void set_compression_level(struct reader *reader, const struct oc_argument *argument) {
    unsigned level = number_of(argument->value, 22);
    if (!level) {
        oc_error(reader->diag,
                 "invalid zstd compression level in '%s'; expected a number from 1 to 22",
                 argument->words[0]);
        reader->ok = false;
    }
    reader->command->compression_level = (int)level;
}

static void check_lanes(struct reader *reader, const struct oc_argument *argument) {
    unsigned lanes = number_of(argument->value, 64);
    if (lanes && (lanes & (lanes - 1)) == 0)
        return;
    oc_error(reader->diag, "invalid number of lanes in '%s'; expected a power of two from 1 to 64",
             argument->words[0]);
    reader->ok = false;
}

static bool read_ours(struct reader *reader, const struct oc_argument *argument) {
    struct oc_command *command = reader->command;
    switch (argument->meaning) {
    case OC_MEAN_ARCHS:
        need_value(reader, argument, "native");
        if (argument->value)
            add_archs(reader, argument->value);
        return true;
    case OC_MEAN_CHECK:
    case OC_MEAN_NO_CHECK:
        command->checks = argument->meaning == OC_MEAN_CHECK;
        return true;
    case OC_MEAN_RESIDENT:
    case OC_MEAN_NO_RESIDENT:
        command->resident = argument->meaning == OC_MEAN_RESIDENT;
        return true;
    case OC_MEAN_COMPRESS:
    case OC_MEAN_NO_COMPRESS:
        command->compress = argument->meaning == OC_MEAN_COMPRESS;
        return true;
    case OC_MEAN_COMPRESSION_LEVEL:
        set_compression_level(reader, argument);
        return true;
    case OC_MEAN_INCLUDE_PTX:
        add_text(reader, argument, "");
        return true;
    case OC_MEAN_NO_INCLUDE_PTX:
        add_text(reader, argument, "-");
        return true;
    case OC_MEAN_ARTIFACTS:
        need_value(reader, argument, "artifacts");
        command->artifacts = argument->value;
        return true;
    case OC_MEAN_WAVES:
        command->waves = argument->words[0];
        return true;
    case OC_MEAN_LANES:
        check_lanes(reader, argument);
        return true;
    case OC_MEAN_REMARK:
        oc_args_add(&command->remarks, argument->words[0] + strlen("-R"));
        return true;
    case OC_MEAN_CUDA_FEATURE:
        command->cuda_feature = argument->value;
        return true;
    case OC_MEAN_PTXAS_ARGUMENT:
        oc_args_add(&command->ptxas_arguments, argument->value);
        return true;
    case OC_MEAN_CACHE:
        need_value(reader, argument, "off");
        command->cache = argument->value;
        return true;
    case OC_MEAN_TIME_TRACE:
        need_value(reader, argument, "trace.json");
        command->time_trace = argument->value;
        return true;
    case OC_MEAN_DEVICE_ONLY:
        set_stage(reader, argument, OC_STAGE_DEVICE);
        return true;
    case OC_MEAN_HOST_ONLY:
        set_stage(reader, argument, OC_STAGE_HOST);
        return true;
    case OC_MEAN_REPORT:
        set_report(reader, argument);
        return true;
    case OC_MEAN_MATH:
        set_math(reader, argument);
        return true;
    case OC_MEAN_OUR_WARNING:
        oc_args_add(&reader->command->warnings, argument->words[0] + strlen("-W"));
        return true;
    case OC_MEAN_PRINT_TARGETS:
    case OC_MEAN_CONFIG:
    case OC_MEAN_CACHE_STATISTICS:
    case OC_MEAN_CACHE_CLEAR:
        limit(reader, OC_PHASE_INFORMATION);
        return true;
    default:
        return false;
    }
}

// clang would propose -march, which is the host's.
static void refuse_arch_of_nvcc(struct reader *reader, const struct oc_argument *argument) {
    const char *arch = argument->value;
    if (!arch || (!oc_target_of_arch(arch) && strcmp(arch, "native") != 0))
        return;
    oc_error(reader->diag, "unknown argument '%s%s%s'; did you mean '--offload-arch=%s'?",
             argument->option->name, oc_ends_with(argument->option->name, "=") ? "" : " ", arch,
             arch);
    reader->ok = false;
}

static void read_save_temps(struct reader *reader, const struct oc_argument *argument) {
    const char *value = argument->value ? argument->value : "cwd";
    // Any other value is "cwd" for clang.
    reader->command->save_temps = strcmp(value, "obj") == 0 ? "obj" : "cwd";
}

static void read_compilation(struct reader *reader, const struct oc_argument *argument) {
    struct oc_command *command = reader->command;
    switch (argument->meaning) {
    case OC_MEAN_INFORMATION:
    case OC_MEAN_HELP:
    case OC_MEAN_VERSION:
        limit(reader, OC_PHASE_INFORMATION);
        break;
    case OC_MEAN_ARCH_OF_NVCC:
        refuse_arch_of_nvcc(reader, argument);
        break;
    case OC_MEAN_NO_CODE:
        limit(reader, OC_PHASE_NO_CODE);
        break;
    case OC_MEAN_SYNTAX_ONLY:
        limit(reader, OC_PHASE_SYNTAX);
        break;
    case OC_MEAN_ASSEMBLE:
        limit(reader, OC_PHASE_ASSEMBLY);
        break;
    case OC_MEAN_COMPILE:
        limit(reader, OC_PHASE_OBJECT);
        break;
    case OC_MEAN_OUTPUT:
        if (argument->value && *argument->value) // clang ignores an empty name
            command->output = argument->value;
        break;
    case OC_MEAN_LANGUAGE:
        reader->language =
            argument->value && strcmp(argument->value, "none") == 0 ? NULL : argument->value;
        break;
    case OC_MEAN_COMPILATION_DATABASE:
        command->compilation_database = argument->value;
        break;
    case OC_MEAN_OPAQUE_DIR:
    case OC_MEAN_OPAQUE_CLANG:
        command->opaque_search = true;
        break;
    case OC_MEAN_OPENMP:
    case OC_MEAN_NO_OPENMP:
        command->openmp = argument->meaning == OC_MEAN_OPENMP;
        break;
    case OC_MEAN_SYSROOT:
        command->opaque_search = true;
        command->sysroot = argument->value;
        break;
    case OC_MEAN_OPENMP_TARGETS:
        command->openmp_targets = true;
        break;
    case OC_MEAN_OFFLOAD_LINK:
        command->offload_link = true;
        break;
    case OC_MEAN_OFFLOAD_LTO:
    case OC_MEAN_NO_OFFLOAD_LTO:
        command->inlines_across = argument->meaning == OC_MEAN_OFFLOAD_LTO;
        break;
    case OC_MEAN_SANITIZE:
    case OC_MEAN_NO_SANITIZE:
        note_sanitizers(command, argument);
        break;
    case OC_MEAN_STATIC:
        command->static_link = true;
        break;
    case OC_MEAN_RELOCATABLE:
        command->relocatable = true;
        break;
    case OC_MEAN_NO_LIBRARIES:
        command->no_libraries = true;
        break;
    default:
        break;
    }
}

static void read_output(struct reader *reader, const struct oc_argument *argument) {
    struct oc_command *command = reader->command;
    switch (argument->meaning) {
    case OC_MEAN_DRY_RUN:
        command->dry_run = true;
        break;
    case OC_MEAN_VERBOSE:
        command->verbose = true;
        break;
    case OC_MEAN_PRINT_PHASES:
        command->phases = true;
        break;
    case OC_MEAN_SAVE_TEMPS:
        read_save_temps(reader, argument);
        break;
    case OC_MEAN_NO_WARNINGS:
        command->no_warnings = true;
        break;
    case OC_MEAN_FLUSH:
    case OC_MEAN_NO_FLUSH:
        command->flushes = argument->meaning == OC_MEAN_FLUSH;
        break;
    case OC_MEAN_APPROXIMATE:
        command->approximate = OC_APPROXIMATE_YES;
        break;
    case OC_MEAN_NO_APPROXIMATE:
        command->approximate = OC_APPROXIMATE_NO;
        break;
    case OC_MEAN_WERROR:
    case OC_MEAN_NO_WERROR:
        command->warnings_as_errors = argument->meaning == OC_MEAN_WERROR;
        break;
    default:
        read_compilation(reader, argument);
    }
}

// clang's rules: an option wins, then NO_COLOR, then whether messages go to a terminal that can.
static bool use_color(const struct oc_arguments *arguments) {
    enum oc_meaning choice = OC_MEAN_AUTO_COLOR;
    for (size_t i = 0; i < arguments->count; i++) {
        enum oc_meaning meaning = arguments->items[i].meaning;
        if (meaning == OC_MEAN_COLOR || meaning == OC_MEAN_NO_COLOR ||
            meaning == OC_MEAN_AUTO_COLOR)
            choice = meaning;
    }
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (choice != OC_MEAN_AUTO_COLOR)
        return choice == OC_MEAN_COLOR;
    return !(no_color && *no_color) && isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

static void add_input(struct reader *reader, const struct oc_argument *argument) {
    struct oc_command *command = reader->command;
    command->inputs[command->input_count++] = (struct oc_input){
        .argument = argument,
        .path = argument->value,
        .language = language_of(reader, argument->value),
        .by_option = reader->language != NULL,
    };
    command->gpu_sources |= oc_language_is_gpu(command->inputs[command->input_count - 1].language);
}

bool oc_command_read(struct oc_arena *arena, const char *name, const char *const *words,
                     size_t count, struct oc_diag *diag, struct oc_command *out) {
    struct oc_command command = {
        .original = words,
        .original_count = count,
        .words = {.arena = arena},
        .archs = {.arena = arena},
        .texts = {.arena = arena},
        .resident = true,
        .inlines_across = true,
        .compression_level = 3,
        .mode = oc_called_mode(name),
        .phase = OC_PHASE_LINK,
        .warnings = {.arena = arena},
        .remarks = {.arena = arena},
        .ptxas_arguments = {.arena = arena},
    };
    const char *edits = getenv("CCC_OVERRIDE_OPTIONS"); // which clang makes itself
    command.opaque_search = edits && *edits;
    bool consumed;
    if (!oc_options_expand(arena, words, count, diag, &command.words, &consumed))
        return false;
    if (consumed) {
        command.original = command.words.items;
        command.original_count = command.words.count;
    }
    command.arguments = oc_options_parse(arena, command.words.items, command.words.count);
    command.inputs = OC_NEW_ARRAY(arena, command.arguments.count, struct oc_input);
    command.color = diag->color = use_color(&command.arguments);
    for (size_t i = 0; i < command.arguments.count; i++)
        if (command.arguments.items[i].meaning == OC_MEAN_DRIVER_MODE)
            command.mode = oc_called_mode_of(command.arguments.items[i].value);
    if (command.mode == OC_MODE_PREPROCESSOR)
        command.phase = OC_PHASE_NO_CODE;
    struct reader reader = {.arena = arena, .diag = diag, .command = &command, .ok = true};
    for (size_t i = 0; i < command.arguments.count; i++) {
        const struct oc_argument *argument = &command.arguments.items[i];
        command.ours |= (argument->forward & OC_FORWARD_OURS) != 0;
        command.incomplete |= argument->incomplete;
        if (argument->meaning == OC_MEAN_INPUT)
            add_input(&reader, argument);
        else if (!read_ours(&reader, argument))
            read_output(&reader, argument);
    }
    check_stages(&reader);
    // Without -x clang takes standard input only where it preprocesses.
    for (size_t i = 0; i < command.input_count; i++)
        if (!command.inputs[i].by_option && command.phase > OC_PHASE_NO_CODE &&
            strcmp(command.inputs[i].path, "-") == 0)
            command.inputs[i].language = OC_LANGUAGE_OTHER;
    diag->warnings_as_errors = command.warnings_as_errors;
    diag->no_warnings = command.no_warnings;
    diag->options = command.warnings.items;
    diag->option_count = command.warnings.count;
    for (size_t i = 0; i < command.warnings.count; i++)
        check_warning(&reader, command.warnings.items[i]);
    *out = command;
    return reader.ok;
}

bool oc_command_is_piped(const char *path) {
    struct stat status;
    return strcmp(path, "-") == 0 || (stat(path, &status) == 0 && S_ISFIFO(status.st_mode));
}

bool oc_command_is_dependency(const struct oc_argument *argument) {
    return (argument->forward & OC_FORWARD_DEPENDENCY) ||
           (argument->meaning == OC_MEAN_PREPROCESSOR_ARGUMENTS && argument->value &&
            oc_starts_with(argument->value, "-M"));
}

// `--offload-arch=none` asks for no device code. clang has no such value; without the option it
// makes device code for HIP and CUDA only.
static bool is_shared(const struct oc_command *command, const struct oc_argument *argument,
                      bool kernels) {
    if (!(argument->forward & OC_FORWARD_SHARED))
        return false;
    if (command->gpu_sources || kernels)
        return command->gpu_sources;
    bool stage = argument->meaning == OC_MEAN_DEVICE_ONLY || argument->meaning == OC_MEAN_HOST_ONLY;
    bool none = argument->meaning == OC_MEAN_ARCHS && strcmp(argument->value, "none") == 0;
    return (stage && !command->artifacts) ||
           (!none && (command->openmp_regions || command->openmp_targets || command->offload_link));
}

bool oc_command_is_clangs(const struct oc_command *command, const struct oc_argument *argument,
                          bool kernels) {
    bool others = !kernels;
    for (size_t i = 0; i < command->input_count; i++)
        others |= command->inputs[i].language == OC_LANGUAGE_OTHER ||
                  command->inputs[i].language == OC_LANGUAGE_CXX ||
                  oc_language_is_gpu(command->inputs[i].language);
    if (argument->forward & OC_FORWARD_OURS)
        return is_shared(command, argument, kernels);
    if (argument->meaning == OC_MEAN_OFFLOAD_LINK && command->own_offload_link)
        return false;
    return others || !(argument->forward & OC_FORWARD_GPU);
}

bool oc_command_stage_is_clangs(const struct oc_command *command) {
    bool any = false, all = true;
    for (size_t i = 0; i < command->arguments.count; i++) {
        const struct oc_argument *argument = &command->arguments.items[i];
        if (argument->meaning != OC_MEAN_DEVICE_ONLY && argument->meaning != OC_MEAN_HOST_ONLY)
            continue;
        any = true;
        all &= oc_command_is_clangs(command, argument, false);
    }
    return any && all;
}

void oc_command_add(const struct oc_command *command, const struct oc_argument *argument,
                    struct oc_args *args) {
    // The host as a device of OpenMP's has a triple in clang, and no architecture.
    const struct oc_target *target =
        argument->meaning == OC_MEAN_ARCHS ? oc_target_of_arch(argument->value) : NULL;
    if (target && target->is_host_cpu && command->openmp_regions && !command->gpu_sources &&
        !command->openmp_targets)
        oc_args_printf(args, "-fopenmp-targets=%s", target->triple);
    else if (argument->meaning == OC_MEAN_LANES)
        oc_args_printf(args, "-D__OFFLOADCC_LANES=%s", argument->value);
    // After "--" a name may begin with '-'; before it that would be an option.
    else if (argument->meaning == OC_MEAN_INPUT && argument->value[0] == '-' && argument->value[1])
        oc_args_printf(args, "./%s", argument->value);
    else
        oc_args_add_all(args, argument->words, argument->word_count);
}

void oc_command_clang_words(const struct oc_command *command, struct oc_args *args) {
    for (size_t i = 0; i < command->arguments.count; i++) {
        const struct oc_argument *argument = &command->arguments.items[i];
        if (oc_command_is_clangs(command, argument, false))
            oc_command_add(command, argument, args);
    }
}
