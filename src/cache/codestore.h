// codestore.h - copies device code between files and entries of the cache (cache.h).
//
// There are two kinds of entries. The entry of a code key (codekey.h) has the code for one
// architecture. The entry of a source key (sourcekey.h) has a code key for each architecture that
// the source was compiled for, and the files that the front ends read, with their hashes.
#ifndef OC_CODESTORE_H
#define OC_CODESTORE_H

#include "artifacts/artifacts.h"
#include "cache/cache.h"

// Writes the files of an architecture, except those whose names are NULL, from the entry of a code
// key. Returns false if there is no such entry, or it lacks one of the files.
bool oc_codestore_take(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                       const struct oc_artifact *files);

// Stores the files under the code key in the file `files->key`. Does nothing if that file does not
// exist, or the cache has the key already.
void oc_codestore_put(struct oc_arena *arena, const struct oc_cache *cache,
                      const struct oc_artifact *files);

// Writes the files of all architectures of a source, including dependency files and key files, by
// its source key. Returns false if the cache lacks one of them, or if a file that the front ends
// read then has changed; some files may be written already.
bool oc_codestore_take_source(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                              const struct oc_artifact *files, size_t count);

// Stores the architectures' code keys and the hashes of the files in their dependency files under a
// source key. Does nothing if an architecture has no key file.
void oc_codestore_put_source(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                             const char *source, const struct oc_artifact *files, size_t count,
                             struct oc_diag *diag);

// Compares compiled files with what the cache has, by the code keys in `files->key` and by the
// source key, which may be NULL. Reports each architecture whose code differs, and whether the
// front ends read other files. Returns false if there was a difference.
bool oc_codestore_verify(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                         const char *source, const struct oc_artifact *files, size_t count,
                         struct oc_diag *diag);

#endif
