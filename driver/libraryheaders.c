#include "driver/libraryheaders.h"

#include "base/text.h"

#include <string.h>

// Headers of ISO C, POSIX, glibc and clang that programs include, sorted.
static const char *const library_headers[] = {
    "aio.h",          "alloca.h",   "ar.h",        "argp.h",        "argz.h",        "assert.h",
    "byteswap.h",     "complex.h",  "cpio.h",      "cpuid.h",       "crypt.h",       "ctype.h",
    "dirent.h",       "dlfcn.h",    "elf.h",       "endian.h",      "err.h",         "errno.h",
    "error.h",        "execinfo.h", "fcntl.h",     "features.h",    "fenv.h",        "float.h",
    "fmtmsg.h",       "fnmatch.h",  "fts.h",       "ftw.h",         "getopt.h",      "glob.h",
    "gnu-versions.h", "grp.h",      "iconv.h",     "ifaddrs.h",     "immintrin.h",   "inttypes.h",
    "iso646.h",       "langinfo.h", "libgen.h",    "libintl.h",     "limits.h",      "link.h",
    "locale.h",       "malloc.h",   "math.h",      "mcheck.h",      "memory.h",      "mntent.h",
    "monetary.h",     "mqueue.h",   "netdb.h",     "nl_types.h",    "obstack.h",     "omp.h",
    "paths.h",        "poll.h",     "printf.h",    "pthread.h",     "pty.h",         "pwd.h",
    "regex.h",        "resolv.h",   "sched.h",     "search.h",      "semaphore.h",   "setjmp.h",
    "sgtty.h",        "shadow.h",   "signal.h",    "spawn.h",       "stdalign.h",    "stdarg.h",
    "stdatomic.h",    "stdbool.h",  "stdbit.h",    "stdc-predef.h", "stdckdint.h",   "stddef.h",
    "stdint.h",       "stdio.h",    "stdio_ext.h", "stdlib.h",      "stdnoreturn.h", "string.h",
    "strings.h",      "stropts.h",  "syscall.h",   "sysexits.h",    "syslog.h",      "tar.h",
    "termio.h",       "termios.h",  "tgmath.h",    "threads.h",     "time.h",        "uchar.h",
    "ucontext.h",     "ulimit.h",   "unistd.h",    "unwind.h",      "utime.h",       "utmp.h",
    "utmpx.h",        "values.h",   "wait.h",      "wchar.h",       "wctype.h",      "wordexp.h",
    "x86intrin.h",
};

static const char *const library_prefixes[] = {
    "sys/", "bits/", "gnu/", "linux/", "asm/", "asm-generic/", "net/", "netinet/", "arpa/",
};

bool oc_is_library_header(const char *name) {
    for (size_t i = 0; i < sizeof library_prefixes / sizeof *library_prefixes; i++)
        if (oc_starts_with(name, library_prefixes[i]))
            return true;
    for (size_t i = 0; i < sizeof library_headers / sizeof *library_headers; i++)
        if (strcmp(name, library_headers[i]) == 0)
            return true;
    return oc_ends_with(name, "mmintrin.h");
}
