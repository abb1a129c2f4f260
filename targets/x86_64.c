// The host's own CPU, as a device of libomptarget's host plugin: a shared object that it loads.
#include "targets/target.h"

#include <elf.h>

static const struct oc_arch archs[] = {{"x86-64", OC_ARCH_MAJOR, NULL}, {0}};

// The C library and libm are not named: the program that loads the image has both, since
// libomptarget needs them, and what else is undefined was reported before (src/device/undefined.h).
static const char *add_image_command(struct oc_args *args, const struct oc_tools *tools,
                                     const char *arch, const char *input, const char *output) {
    (void)arch;
    // GNU ld starts in a fifth of the time that lld takes.
    if (!tools->ld && !tools->lld)
        return "ld.bfd";
    oc_args_add(args, tools->ld ? tools->ld : tools->lld);
    oc_args_add(args, "-shared");
    oc_args_add(args, "--eh-frame-hdr");
    oc_args_add(args, "-z"); // pages of padding would make a small image twice as large
    oc_args_add(args, "noseparate-code");
    oc_args_add(args, input);
    oc_args_add(args, "-o");
    oc_args_add(args, output);
    return NULL;
}

const struct oc_target oc_target_x86_64 = {
    .name = "x86_64",
    .triple = "x86_64-pc-linux-gnu",
    .archs = archs,
    .arch_form = "'x86-64'",
    .is_host_cpu = true,
    .entry_runs_grid = true,
    .builtins = "builtins-x86_64.bc",
    .text_suffix = "s",
    .image_suffix = "so",
    .image_machine = EM_X86_64,
    .image_type = ET_DYN,
    .add_image_command = add_image_command,
    .missing_hint = "install binutils",
};
