// The host's own CPU, as a device of libomptarget's host plugin: a shared object that it loads.
#include "targets/target.h"

// What clang calls the compiler's own library for: libgcc_s has it, and is in every process that
// loads an image, since libomptarget needs it. What src/builtins/cpu.c needs of libc; and what LLVM
// makes of some calls of printf.
static const char *const provides[] = {
    "__mulsc3", "__muldc3", "__mulxc3", "__multc3", "__divsc3",      "__divdc3",
    "__divxc3", "__divtc3", "malloc",   "free",     "aligned_alloc", "dprintf",
    "abort",    "puts",     "putchar",  NULL,
};

static const struct oc_arch archs[] = {{"x86-64", OC_ARCH_MAJOR, NULL}, {0}};

static void add_cpu(struct oc_args *args, const char *arch) {
    (void)args, (void)arch; // keeps_host_cpu
}

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
    .add_cpu = add_cpu,
    .keeps_host_cpu = true,
    .entry_convention = 0, // C
    .entry_runs_grid = true,
    .builtins = "builtins-x86_64.bc",
    .provides = provides,
    .text_suffix = "s",
    .image_suffix = "so",
    .add_image_command = add_image_command,
    .missing_hint = "install binutils",
};
