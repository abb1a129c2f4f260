#include "runtime/modules.h"

#include "runtime/abi.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *__offloadcc_name_of_module(const void *address) {
    Dl_info module;
    return dladdr(address, &module) && module.dli_fname ? module.dli_fname : "the program";
}

// A variable that such a runtime exports.
static const char symbol_of_unversioned[] = "__offloadcc_modules";

// The dynamic section's addresses, which glibc's loader has relocated.
struct symbols {
    const uint32_t *hash; // DT_GNU_HASH
    const ElfW(Sym) * items;
    const char *names;
};

static struct symbols find_symbols(const struct dl_phdr_info *info) {
    struct symbols symbols = {0};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_DYNAMIC)
            continue;
        const ElfW(Dyn) *entry = (const void *)(info->dlpi_addr + segment->p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++) {
            ElfW(Addr) at = entry->d_un.d_ptr;
            const void *address = (const void *)(at < info->dlpi_addr ? info->dlpi_addr + at : at);
            if (entry->d_tag == DT_GNU_HASH)
                symbols.hash = address;
            else if (entry->d_tag == DT_SYMTAB)
                symbols.items = address;
            else if (entry->d_tag == DT_STRTAB)
                symbols.names = address;
        }
    }
    return symbols;
}

// By the hash table that linkers make (glibc reads it in elf/dl-lookup.c and elf/dl-setup_hash.c):
// number of buckets, first symbol, words and shift of a Bloom filter, the filter, buckets, hashes.
static bool defines(const struct symbols *symbols, const char *name) {
    uint32_t hash = 5381;
    for (const char *c = name; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    const uint32_t *table = symbols->hash;
    uint32_t buckets = table[0], first = table[1], words = table[2];
    const uint32_t *bucket = table + 4 + 2 * (size_t)words, *hashes = bucket + buckets;
    uint32_t at = buckets ? bucket[hash % buckets] : 0;
    for (; at >= first && at; at++) {
        uint32_t other = hashes[at - first];
        const ElfW(Sym) *symbol = &symbols->items[at];
        if ((other | 1) == (hash | 1) && symbol->st_shndx != SHN_UNDEF &&
            strcmp(symbols->names + symbol->st_name, name) == 0)
            return true;
        if (other & 1)
            break;
    }
    return false;
}

static int find_unversioned(struct dl_phdr_info *info, size_t size, void *found) {
    (void)size;
    struct symbols symbols = find_symbols(info);
    if (!symbols.hash || !symbols.items || !symbols.names ||
        !defines(&symbols, symbol_of_unversioned))
        return 0;
    *(const char **)found = *info->dlpi_name ? info->dlpi_name : "the program";
    return 1;
}

static int count_loads(struct dl_phdr_info *info, size_t size, void *count) {
    (void)size;
    *(unsigned long long *)count = info->dlpi_adds;
    return 1;
}

void __offloadcc_refuse_unversioned(void) {
    static unsigned long long last;
    unsigned long long count = 0;
    dl_iterate_phdr(count_loads, &count);
    if (__atomic_exchange_n(&last, count, __ATOMIC_RELAXED) == count)
        return;
    const char *found = NULL;
    dl_iterate_phdr(find_unversioned, &found);
    if (!found)
        return;
    fprintf(stderr,
            "offloadcc: error: %s was linked by an offloadcc older than version 1 of its ABI, with "
            "a runtime that cannot share launches and mapped data with that of %s; compile and "
            "link it again\n",
            found, __offloadcc_name_of_module(&last));
    abort();
}
