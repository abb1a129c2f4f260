// string.h - for musl's sources (features.h).
#ifndef MUSL_STRING_H
#define MUSL_STRING_H

#include <stddef.h>

void *memcpy(void *restrict, const void *restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);

size_t strlen(const char *), strnlen(const char *, size_t);
int strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *), strncasecmp(const char *, const char *, size_t);
char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *);
char *strchrnul(const char *, int);
char *strcpy(char *restrict, const char *restrict), *strcat(char *restrict, const char *restrict);
char *stpcpy(char *restrict, const char *restrict);
char *strncpy(char *restrict, const char *restrict, size_t);
char *stpncpy(char *restrict, const char *restrict, size_t);
char *strncat(char *restrict, const char *restrict, size_t);
size_t strspn(const char *, const char *), strcspn(const char *, const char *);
char *strpbrk(const char *, const char *), *strcasestr(const char *, const char *);
char *strtok_r(char *restrict, const char *restrict, char **restrict);
char *strsep(char **, const char *);
char *strdup(const char *), *strndup(const char *, size_t);
char *index(const char *, int), *rindex(const char *, int);

// Of errno, which is nothing's.
static inline char *strerror(int error) {
    return (void)error, (char *)"Success";
}

// musl's names of its own for what others may replace.
#define __strchrnul strchrnul
#define __stpcpy stpcpy
#define __stpncpy stpncpy
#define __memrchr memrchr
void *memrchr(const void *, int, size_t);

#endif
