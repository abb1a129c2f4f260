// files.h - the files of a link, and the members of its archives. Private to resolve.
#ifndef OC_LINK_FILES_H
#define OC_LINK_FILES_H

#include "link/object.h"
#include "link/resolve.h"

// An input, or a member of an archive that is one.
struct oc_link_file {
    size_t input;           // index of the input
    struct oc_slice member; // its name in the archive; data is NULL: it is the input itself
    struct oc_object object;
    bool is_searched; // a member of an archive that is not wholly linked
    bool takes_part;  // set by symbols.h for what is searched
    bool has_device_code;
};

struct oc_link_files {
    struct oc_arena *arena;
    const struct oc_resolve_input *inputs;
    size_t input_count;
    struct oc_link_file *items; // in the order of the inputs and archives
    size_t count, capacity;
    size_t *first;           // the first file of each input, by its index; `count` follows the last
    struct oc_slice *mapped; // what is to be unmapped
    size_t mapped_count, mapped_capacity;
    size_t total;            // bytes of all inputs
    bool has_device_code;    // some file
    bool searches_for_code;  // some member of an archive that is searched
    const char *faulty_name; // the first damaged file; NULL: none
    const char *fault;       // what is wrong with it, as a clause
};

// Opens all files. Objects and members of archives that are not objects are of kind OTHER; so are
// damaged members of an archive that is searched, as the linker may never look at them.
// A directory, a missing file and the like are no files at all. oc_link_files_close unmaps them.
void oc_link_files_open(struct oc_arena *arena, const struct oc_resolve_request *request,
                        struct oc_link_files *out);
void oc_link_files_close(struct oc_link_files *files);

// The name of a file for messages.
const char *oc_link_file_name(const struct oc_link_files *files, const struct oc_link_file *file);

#endif
