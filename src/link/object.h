// object.h - what a file that is linked says of itself: its symbols and its sections.
//
// Read are relocatable objects and shared libraries in the form ELF64, little-endian, for x86-64
// (System V ABI, gabi and its x86-64 supplement). All else is data of another kind, which is not an
// error. Nothing is copied: names and sections are parts of the bytes that were given, and live as
// long as these. The bytes may be anything; nothing outside of them is read.
#ifndef OC_LINK_OBJECT_H
#define OC_LINK_OBJECT_H

#include "base/slice.h"

enum oc_object_kind {
    OC_OBJECT_OTHER,       // neither of the following: text, code for another machine, ...
    OC_OBJECT_BITCODE,     // LLVM's bitcode, bare or in a wrapper; its symbols are not known here
    OC_OBJECT_RELOCATABLE, // an object, also one that ld -r made
    OC_OBJECT_SHARED,      // a shared library, or a program that is linked like one (PIE)
};

struct oc_object {
    enum oc_object_kind kind;
    struct oc_slice bytes;
    // The rest is private.
    uint64_t sections, section_count; // offset and number of the section headers
    struct oc_slice section_names;    // data is NULL: there are none
    struct oc_slice symbols, strings; // the symbol table, or in shared libraries the dynamic one
    struct oc_slice versions;         // of dynamic symbols; data is NULL: there are none
    size_t first_global;              // index into `symbols`
};

enum oc_symbol_state {
    OC_SYMBOL_UNDEFINED,
    OC_SYMBOL_COMMON, // a tentative definition in C, with -fcommon
    OC_SYMBOL_DEFINED,
};

struct oc_symbol {
    const char *name; // NUL-terminated
    size_t length;    // of the name, in bytes; not 0
    enum oc_symbol_state state;
    bool is_weak;
    bool is_hidden; // its visibility is hidden or internal
};

// Reads the headers of a file. Returns NULL, or what is wrong with a file of one of these kinds, as
// a clause for messages: "its section headers lie outside of the file". *out is untouched then.
const char *oc_object_open(struct oc_slice bytes, struct oc_object *out);

// Gives the next symbol that other files see. In an object, these are the symbols that are not
// local; in a shared library, the dynamic symbols. *at is 0 before the first call. Returns false
// after the last symbol. A shared library's hidden symbols are left out, and those of versions that
// are not the default ones (foo@V1, in contrast to foo@@V2), since a link does not bind to them. A
// symbol whose name lies outside of the file is left out: the linker will say so.
bool oc_object_next_symbol(const struct oc_object *object, size_t *at, struct oc_symbol *out);

// Gives the content of the next section of this name. *at is 0 before the first call. Returns false
// after the last section. An object that ld -r or an assembler made may have several sections of
// one name. Skips sections that have no content in the file (.bss), and sections whose offsets lie
// outside of the file. Damaged objects may have sections that overlap.
bool oc_object_next_section(const struct oc_object *object, const char *name, size_t *at,
                            struct oc_slice *out);

// Whether there is a section whose name has this text in it, or a symbol: where names of sections
// and symbols share a table, this looks at both. A false answer is certain, and cheaper than to
// look for the section.
bool oc_object_mentions(const struct oc_object *object, const char *name);

#endif
