// tmpfiles.c - removes the files that libomptarget's host plugin loads x86-64 images from.
//
// It writes each image to a file of its own, for each device (LLVM 22:
// offload/plugins-nextgen/host/src/rtl.cpp, loadBinaryImpl), loads that by dlopen, and leaves it in
// /tmp. What is looked for are objects that the loader knows; a device's addresses, which say
// nothing on the host where it is a GPU, play no part.
#include "runtime/units/tmpfiles.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Wherever TMPDIR is.
#define PREFIX "/tmp/tmpfile_"
enum { SUFFIX_LENGTH = 6, NAME_SIZE = sizeof PREFIX + SUFFIX_LENGTH };

struct search {
    size_t skip; // so many that were found before
    char name[NAME_SIZE];
};

static int count_changes(struct dl_phdr_info *info, size_t size, void *count) {
    (void)size;
    *(unsigned long long *)count = info->dlpi_adds + info->dlpi_subs;
    return 1;
}

static int find_image_file(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    struct search *search = data;
    const char *name = info->dlpi_name;
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || strlen(name) != NAME_SIZE - 1 ||
        strchr(name + strlen(PREFIX), '/') || search->skip-- > 0)
        return 0;
    memcpy(search->name, name, NAME_SIZE);
    return 1;
}

// Whether the file is still what was loaded: /tmp is everyone's. By functions whose names C
// reserves as far as there are any: a kernel may be called read or unlink.
static bool is_loaded_from(const void *start, const char *name) {
    struct stat status;
    if (lstat(name, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid())
        return false;
    FILE *file = fopen(name, "rbe");
    if (!file)
        return false;
    ElfW(Ehdr) header;
    bool is_same =
        fread(&header, sizeof header, 1, file) == 1 && memcmp(&header, start, sizeof header) == 0;
    fclose(file);
    return is_same;
}

// The marker (src/glue/glue.h, OC_GLUE_MARKER) says that the object is an image of ours; nothing
// else reads its value, which becomes 0 so that only one thread, and one copy of the runtime, tries
// to remove the file, and only once: the name may be another's later.
static void remove_if_image(const char *name) {
    void *object = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (!object)
        return;
    unsigned long *marker = dlsym(object, "__offloadcc_image_marker");
    Dl_info image;
    if (marker && dladdr(marker, &image) && strcmp(image.dli_fname, name) == 0 &&
        __atomic_exchange_n(marker, 0, __ATOMIC_RELAXED) && is_loaded_from(image.dli_fbase, name))
        remove(name);
    dlclose(object);
}

void __offloadcc_remove_image_files(void) {
    static unsigned long long last_count;
    unsigned long long count = 0;
    dl_iterate_phdr(count_changes, &count);
    if (__atomic_exchange_n(&last_count, count, __ATOMIC_RELAXED) == count)
        return;
    int error = errno;
    // Not within dl_iterate_phdr, which holds a lock that dlopen takes after others.
    struct search search;
    for (size_t done = 0; search.skip = done, dl_iterate_phdr(find_image_file, &search); done++)
        remove_if_image(search.name);
    errno = error;
}
