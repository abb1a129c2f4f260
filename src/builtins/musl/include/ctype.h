// ctype.h - for musl's sources (features.h).
#ifndef MUSL_CTYPE_H
#define MUSL_CTYPE_H

int isalnum(int), isalpha(int), isascii(int), isblank(int), iscntrl(int), isdigit(int);
int isgraph(int), islower(int), isprint(int), ispunct(int), isspace(int), isupper(int);
int isxdigit(int), toascii(int);

// As musl's ctype.h has them: faster than calls.
static inline int musl_isspace(int c) {
    return c == ' ' || (unsigned)c - '\t' < 5;
}

static inline int tolower(int c) {
    return (unsigned)c - 'A' < 26 ? c | 32 : c;
}

#define isdigit(c) ((unsigned)(c) - '0' < 10)
#define isspace(c) musl_isspace(c)
#define isupper(c) ((unsigned)(c) - 'A' < 26)
#define islower(c) ((unsigned)(c) - 'a' < 26)
#define isalpha(c) (((unsigned)(c) | 32) - 'a' < 26)
#define isgraph(c) ((unsigned)(c) - 0x21 < 0x5e)
#define isprint(c) ((unsigned)(c) - 0x20 < 0x5f)

#endif
