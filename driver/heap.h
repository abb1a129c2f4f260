// heap.h - large pages for the memory of the programs that we run.
//
// A compiler's job is short, and touches most of its memory once. Each page of 4 KiB that is
// touched for the first time interrupts it: some hundred to some thousand times a job, which is up
// to a third of the job's CPU time. glibc's malloc uses pages of 2 MiB (transparent huge pages) if
// the environment variable GLIBC_TUNABLES says so. Where the kernel has no such pages, or malloc is
// another one, the variable changes nothing.
#ifndef OC_DRIVER_HEAP_H
#define OC_DRIVER_HEAP_H

// The variable with its value, for a program's environment; NULL if the user has set the variable.
const char *oc_heap_variable(void);

#endif
