// features.h - included before each of musl's sources: what musl's own features.h defines, for code
// that becomes bitcode and is linked function by function.
#define hidden
#define weak_alias(old, new) extern int musl_has_no_aliases // no symbol but the one that is called

// The loops over words that musl has for gcc read beyond the end of strings.
#undef __GNUC__

enum { NL_ARGMAX = 9 };

typedef struct musl_locale *locale_t; // of functions that nothing calls
