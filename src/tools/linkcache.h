// linkcache.h - the objects that links of device code make, in the cache (cache/cache.h).
//
// A component's key is a hash of the hashes that its units' objects have of their code
// (link/inputs.h), of what it is compiled with, and of the programs and libraries that make objects
// of it. So a link that finds nothing new reads tables, and no bitcode. An edit of host code, which
// moves kernels to other lines, changes no key unless there is debug information.
#ifndef OC_TOOLS_LINKCACHE_H
#define OC_TOOLS_LINKCACHE_H

#include "link/inputs.h"
#include "tools/request.h"

// The objects of a component.
struct oc_linkcache_files {
    const char *linked; // its images, and what describes its kernels
    const char *cpu;    // its kernels' code for the CPU; written or read only if there is any
};

// The key of the units that belong to a component. NULL: there is no cache, or one of the programs
// is missing.
const char *oc_linkcache_key(const struct oc_request *request, const struct oc_link_unit *units,
                             size_t count, size_t component);

// Writes the objects from the cache. *has_cpu: there is code for the CPU. Returns false if the
// cache does not have them, or is to be verified.
bool oc_linkcache_take(const struct oc_request *request, const char *key,
                       const struct oc_linkcache_files *files, bool *has_cpu);

// Stores the objects; files->cpu is NULL if there is no code for the CPU. If the cache is to be
// verified and has other ones under this key, reports that and returns false.
bool oc_linkcache_put(struct oc_request *request, const char *key,
                      const struct oc_linkcache_files *files);

#endif
