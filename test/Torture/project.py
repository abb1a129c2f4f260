"""A project of a dozen files to build: four with kernels, headers, a program and a shared library.

Each file has a number of its own, in a line that an edit changes; those with kernels have another one
in a function of the host. The program prints what came of the numbers, and `expected` computes the
same, so that a wrong object is seen."""

import os

COUNT = 64  # elements of an array
FIRST = sum(range(COUNT))

MAKEFILE = '''\
# $(CC), $(FLAGS) and $(SOURCE) come from the command line. lld's output appears in one rename; GNU ld
# writes in place, so that what a kill leaves is newer than its inputs, with any compiler.
PROGRAM = main.o host1.o host2.o host3.o host4.o kernel1.o kernel2.o kernel3.o
LIBRARY = lib1.o lib2.o
HOST = main.o host1.o host2.o host3.o host4.o lib2.o
program: $(PROGRAM) libpart.so
\t$(CC) $(FLAGS) -fuse-ld=lld -o $@ $(PROGRAM) -L. -lpart -Wl,-rpath,'$$ORIGIN'
libpart.so: $(LIBRARY)
\t$(CC) $(FLAGS) -fuse-ld=lld -shared -o $@ $(LIBRARY)
# Killed, clang can leave an empty dependency file beside the object of before. So files that clang alone compiles
# have their outputs renamed, the object last.
$(HOST): %.o: $(SOURCE)/%.c
\t$(CC) $(FLAGS) -O1 -fPIC -MD -MP -MF $*.d.new -MT $@ -c -o $@.new $<
\tmv $*.d.new $*.d && mv $@.new $@
%.o: $(SOURCE)/%.c
\t$(CC) $(FLAGS) -O1 -fPIC -MD -MP -c -o $@ $<
-include $(wildcard *.d)
'''

HOST = '''\
#include "common.h"
int {name}(void) {{ return NUMBER * 3 + COMMON; }}
'''

FILES = {
    'common.h': '#define COMMON NUMBER_OF_COMMON\n',
    'inline.h': '''\
#include <offload.h>
#define INLINE NUMBER_OF_INLINE
offload_kernel static void twice(int n, int x[n])
{
    offload_for (i, n)
        x[i] = 2 * x[i] + INLINE;
}
static inline int sum(int n, const int *x)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        all += x[i];
    return all;
}
''',
    'main.c': '''\
#include "common.h"
#include <stdio.h>
int host1(void), host2(void), host3(void), host4(void);
int kernel1(void), kernel2(void), kernel3(void), lib1(void), lib2(void);
int main(void)
{
    printf("main %d\\n", NUMBER + COMMON);
    printf("host %d %d %d %d\\n", host1(), host2(), host3(), host4());
    printf("kernel %d %d %d\\n", kernel1(), kernel2(), kernel3());
    printf("lib %d %d\\n", lib1(), lib2());
}
''',
    **{f'host{i}.c': HOST.format(name=f'host{i}') for i in range(1, 5)},
    'kernel1.c': '''\
#include "inline.h"
offload_kernel void fill(int n, offload_out int x[n])
{
    offload_for (i, n)
        x[i] = (int)i * NUMBER;
}
int kernel1(void)
{
    int x[64];
    offload(fill)(64, x);
    offload(twice)(64, x);
    return sum(64, x) + NUMBER_OF_HOST;
}
''',
    'kernel2.c': '''\
#include "common.h"
#include <offload.h>
offload_kernel void turn(offload_out int x[64])
{
    offload_shared int tile[64];
    int t = (int)offload_thread_id(0);
    tile[t] = t + NUMBER;
    offload_barrier();
    x[t] = tile[63 - t];
}
int kernel2(void)
{
    int x[64], all = COMMON + NUMBER_OF_HOST;
    offload(turn, .blocks = {1}, .block_size = {64})(x);
    for (int i = 0; i < 64; i++)
        all += x[i];
    return all;
}
''',
    'kernel3.c': '''\
#include <offload.h>
struct list { int n; int *data offload_count(n); };
offload_kernel void shift(struct list l, int by)
{
    offload_for (i, l.n)
        l.data[i] += by * NUMBER;
}
offload_kernel void square(int n, int x[n])
{
    offload_for (i, n)
        x[i] *= x[i];
}
int kernel3(void)
{
    int x[64] = {0}, all = NUMBER_OF_HOST;
    offload(shift)((struct list){64, x}, 3);
    offload(square)(64, x);
    for (int i = 0; i < 64; i++)
        all += x[i];
    return all;
}
''',
    'lib1.c': '''\
#include "inline.h"
offload_kernel void add(int n, const int x[n], int y[n])
{
    offload_for (i, n)
        y[i] += x[i] * NUMBER;
}
int lib1(void)
{
    int x[64], y[64];
    for (int i = 0; i < 64; i++)
        x[i] = y[i] = i;
    offload(add)(64, x, y);
    offload(twice)(64, y);
    return sum(64, y) + NUMBER_OF_HOST;
}
''',
    'lib2.c': HOST.format(name='lib2'),
}
SOURCES = sorted(name for name in FILES if name.endswith('.c'))
UNITS = sorted(name for name in SOURCES if 'offload(' in FILES[name])  # with kernels
OBJECTS = [name[:-2] + '.o' for name in SOURCES]
PRODUCTS = set(OBJECTS) | {name[:-2] + '.d' for name in SOURCES} | {'program', 'libpart.so'}
# What the Makefile renames: there only where a make was killed.
UNFINISHED = {name[:-2] + kind for name in SOURCES if name not in UNITS for kind in ('.d.new', '.o.new')}


class Project:
    """The sources in a directory, and their numbers."""

    def __init__(self, directory):
        self.directory = directory
        self.numbers = {name: i + 1 for i, name in enumerate(sorted(FILES))}
        self.host_numbers = {name: 0 for name in UNITS}
        os.makedirs(directory)
        self.write('Makefile', MAKEFILE)
        for name in FILES:
            self.edit(name, self.numbers[name])

    def write(self, name, text):
        with open(os.path.join(self.directory, name), 'w', encoding='utf-8') as file:
            file.write(text)

    def edit_host(self, name, number):
        """An edit that concerns no kernel."""
        self.host_numbers[name] = number
        self.edit(name, self.numbers[name])

    def edit(self, name, number):
        self.numbers[name] = number
        host = str(self.host_numbers.get(name))
        if name.endswith('.h'):
            text = FILES[name].replace(f'NUMBER_OF_{name[:-2].upper()}', str(number))
        else:
            text = f'#define NUMBER {number}\n{FILES[name]}'.replace('NUMBER_OF_HOST', host)
        self.write(name, text)

    def touch(self, name):
        os.utime(os.path.join(self.directory, name))

    def expected(self):
        number, more = self.numbers, self.host_numbers
        common, inline = number['common.h'], number['inline.h']
        host = {name: number[name] * 3 + common for name in SOURCES if FILES[name].startswith(
            '#include "common.h"\nint')}
        kernel1 = 2 * FIRST * number['kernel1.c'] + COUNT * inline + more['kernel1.c']
        kernel2 = FIRST + COUNT * number['kernel2.c'] + common + more['kernel2.c']
        kernel3 = COUNT * (3 * number['kernel3.c']) ** 2 + more['kernel3.c']
        lib1 = 2 * FIRST * (1 + number['lib1.c']) + COUNT * inline + more['lib1.c']
        hosts = ' '.join(str(host[f'host{i}.c']) for i in range(1, 5))
        return (f'main {number["main.c"] + common}\nhost {hosts}\n'
                f'kernel {kernel1} {kernel2} {kernel3}\nlib {lib1} {host["lib2.c"]}\n')
