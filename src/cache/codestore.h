// codestore.h - what the cache (cache.h) keeps of device code, between files and entries.
//
// Entries are of two kinds. Under a code key (codekey.h) is one architecture's code. Under a source
// key (sourcekey.h) is which code the source became: a code key for each architecture, and the
// files that the front ends read, with their hashes.
#ifndef OC_CODESTORE_H
#define OC_CODESTORE_H

#include "artifacts/artifacts.h"
#include "cache/cache.h"

// Writes an architecture's files, but for those whose names are NULL, from the entry under a code
// key. False: there is none, or not all of that.
bool oc_codestore_take(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                       const struct oc_artifact *files);

// Stores what is not there yet under the key in the file `files->key`, if that was written.
void oc_codestore_put(struct oc_arena *arena, const struct oc_cache *cache,
                      const struct oc_artifact *files);

// The same for all architectures of a source. Files that the front ends read must still be what
// they were. Taking writes dependency files and key files too.
bool oc_codestore_take_source(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                              const struct oc_artifact *files, size_t count);
void oc_codestore_put_source(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                             const char *source, const struct oc_artifact *files, size_t count,
                             struct oc_diag *diag);

// Compares what was compiled with what taking would have given, by the code keys in `files->key`
// and by the source's key, which may be NULL. Reports what differs for each architecture, and where
// the front ends read other files. False if there was a difference.
bool oc_codestore_verify(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                         const char *source, const struct oc_artifact *files, size_t count,
                         struct oc_diag *diag);

#endif
