// forkserver.h - what the driver (driver/forkserver.c) and the library that it preloads into clang
// (forkserver.c) agree on.
#ifndef OC_PRELOAD_FORKSERVER_H
#define OC_PRELOAD_FORKSERVER_H

// Names, in the environment, the descriptor of the server's socket, a stream, and the program that
// is to be the server: "3:/usr/bin/clang". The peer asks for a fork with one byte and these
// descriptors, and is answered with a pid, or a negative errno.
#define OC_FORKSERVER_SOCKET "OFFLOADCC_FORK_SERVER"

// The value of LD_BIND_NOW where the driver set it: symbols are looked up once then, not in each
// fork.
#define OC_FORKSERVER_BINDS "offloadcc"

// The value of GLIBC_TUNABLES where the driver set it (driver/heap.h). malloc asks for a large page
// only if it asks for as much at once; by default it asks for no more than it needs. What it asks
// for here, 32 MiB, costs nothing where nobody touches it.
#define OC_FORKSERVER_TUNABLES                                                                     \
    "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=33554432:glibc.malloc.mmap_threshold=33554432"

enum {
    // A stream: the length (a size_t) of the program's words, and these, each with its NUL. The
    // fork
    // answers with one byte that it has them, and begins; where they are cut short, it ends.
    OC_FORKSERVER_WORDS,
    OC_FORKSERVER_MESSAGES, // its standard error
    OC_FORKSERVER_DESCRIPTORS,
};

#endif
