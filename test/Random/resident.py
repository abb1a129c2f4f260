"""Makes random programs in which host code looks at arrays between launches, without data regions.

Each array has a model: a second array that no launch gets. Each operation is done to both, by a kernel to the array
and by a loop to the model, or by the same host code to both. So the program does the same where arrays stay on the
device and where they do not. Some operations compare what they read.

Some arrays are enclosed: their address is never stored, nor given to code that the compiler does not see. Of those,
some are fresh: host code never writes them.
"""

import random

TYPES = ['int', 'float', 'double', 'unsigned char', 'short']
SIZES = [1, 2, 7, 64, 100, 333, 1000]

HEADER = """#include <offload.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int failed;
static void differ(int line, long at, double is, double wanted)
{
    printf("error: line %d: [%ld] is %g, not %g\\n", line, at, is, wanted);
    failed = 1;
}
#define SAME(at, is, wanted) if ((is) != (wanted)) differ(__LINE__, at, is, wanted)
"""

KERNELS = """
offload_kernel void add_{T}(size_t n, {t} by, {t} x[n])
{{ offload_for (i, n) x[i] = ({t})(x[i] + by); }}
static void model_add_{T}(size_t n, {t} by, {t} *x)
{{ for (size_t i = 0; i < n; i++) x[i] = ({t})(x[i] + by); }}
offload_kernel void fill_{T}(size_t n, {t} with, offload_out {t} x[n])
{{ offload_for (i, n) x[i] = ({t})(with + i % 5); }}
static void model_fill_{T}(size_t n, {t} with, {t} *x)
{{ for (size_t i = 0; i < n; i++) x[i] = ({t})(with + i % 5); }}
offload_kernel void every_{T}(size_t n, size_t step, {t} x[n])
{{ offload_for (i, n) if (i % step == 0) x[i] = ({t})(x[i] / 2 + 1); }}
static void model_every_{T}(size_t n, size_t step, {t} *x)
{{ for (size_t i = 0; i < n; i++) if (i % step == 0) x[i] = ({t})(x[i] / 2 + 1); }}
offload_kernel void mix_{T}(size_t n, const {t} a[n], {t} b[n])
{{ offload_for (i, n) b[i] = ({t})(b[i] / 2 + a[n - 1 - i] / 4); }}
static void model_mix_{T}(size_t n, const {t} *a, {t} *b)
{{ for (size_t i = 0; i < n; i++) b[i] = ({t})(b[i] / 2 + a[n - 1 - i] / 4); }}
static void shuffle_{T}({t} *x, const unsigned char *order, size_t n)
{{ for (size_t i = 0; i < n; i++) x[order[i]] = ({t})(x[order[i]] + i % 3); }}
static {t} look_{T}(const {t} *x) {{ return *x; }}
static void put_{T}({t} *x, {t} value) {{ *x = value; }}
__attribute__((noinline)) static {t} peek_{T}(const {t} *x, int at) {{ return x[at]; }}
__attribute__((noinline)) static void step_{T}({t} *x, unsigned at, size_t n)
{{
    if (at + 1 < n)
        x[at] = ({t})(x[at + 1] / 2 + 1);
    else
        x[n - 1]++;
}}
__attribute__((noinline)) static void swap_{T}({t} *a, {t} *b) {{ {t} c = *a; *a = *b; *b = c; }}
static int compare_{T}(const void *a, const void *b)
{{ return *(const {t} *)a < *(const {t} *)b ? -1 : *(const {t} *)a > *(const {t} *)b; }}
struct hold_{T} {{ {t} *data; size_t n; }};
static void check_{T}(int line, const {t} *x, const {t} *m, size_t from, size_t to, size_t step)
{{ for (size_t i = from; i < to; i += step) if (x[i] != m[i]) differ(line, (long)i, x[i], m[i]); }}
struct pair_{T} {{ {t} *at[2], *model[2]; size_t n; int unequal; }};
static void walk_{T}(struct pair_{T} *p, size_t step, size_t turns)
{{
    for (size_t turn = 0; turn < turns; turn++)
        for (size_t i = 0; i < p->n; i++) {{
            if (i % 3 == 1)
                continue;
            p->unequal += p->at[0][i] != p->model[0][i];
            if (i % step == 0) {{
                p->at[i % 2][i]++;
                p->model[i % 2][i]++;
            }}
        }}
}}
static void *thread_{T}(void *data)
{{ struct hold_{T} *hold = data; hold->data[hold->n - 1]++; return NULL; }}
struct value_{T} {{ {t} data[40]; }};
__attribute__((noinline)) static void leave_value_{T}(struct value_{T} value)
{{ offload(add_{T})(40, 3, value.data); }}
__attribute__((noinline)) static {t} launch_value_{T}(struct value_{T} value, size_t at)
{{ offload(add_{T})(40, 2, value.data); return value.data[at]; }}
"""


class Array:
    def __init__(self, number, type, size, where):
        self.name, self.model = f'a{number}', f'm{number}'
        self.type, self.size, self.where = type, size, where
        self.suffix = type.replace(' ', '_')
        self.is_enclosed = where in ('own static', 'own heap', 'fresh')


class Program:
    def __init__(self, seed):
        self.random = random.Random(f'resident/{seed}')
        self.arrays, self.globals, self.functions, self.begin, self.end = [], [], [], [], []
        self.functions_made = 0
        # Only functions that nobody else can call use enclosed static variables.
        self.kinds = self.random.choice([['static ', '', '__attribute__((noinline)) static '],
                                         ['static ', '__attribute__((noinline)) static ']])
        for number in range(self.random.randint(2, 5)):
            self.add_array(number)
        self.main = [self.operation(0) for _ in range(self.random.randint(8, 30))]

    def add_array(self, number):
        pick = self.random
        array = Array(number, pick.choice(TYPES), pick.choice(SIZES),
                      pick.choice(['static', 'global', 'stack', 'heap', 'member', 'own static', 'own heap', 'fresh']))
        t, n, a = array.type, array.size, array.name
        self.globals.append(f'static {t} {array.model}[{n}];')
        self.arrays.append(array)
        if array.where == 'own static':
            self.globals.append(f'static {t} {a}[{n}];')
            self.add_getter(array, a)
        elif array.is_enclosed:
            self.begin.append(f'{t} *{a} = malloc({n} * sizeof({t}));')
            self.end.append(f'free({a});')
        if array.where == 'fresh':
            self.begin.append(f'offload(fill_{array.suffix})({n}, 3, {a}); '
                              f'model_fill_{array.suffix}({n}, 3, {array.model});')
        elif array.is_enclosed:
            self.begin.append(self.first_values(array, number))
        if array.is_enclosed:
            return
        if array.where == 'member':
            self.globals.append(f'static struct {{ int before; {t} data[{n}]; int after; }} s{number};')
        elif array.where == 'global':
            self.globals.append(f'{t} g{number}[{n}];')
        elif array.where == 'static':
            self.globals.append(f'static {t} g{number}[{n}];')
            self.add_getter(array, f'g{number}')
        self.globals.append(f'static {t} *{a};')
        first = {'member': f's{number}.data', 'heap': f'malloc({n} * sizeof({t}))',
                 'stack': f'on_stack{number}'}.get(array.where, f'g{number}')
        if array.where == 'stack':
            self.begin.append(f'{t} on_stack{number}[{n}];')
        self.begin.append(f'{a} = {first};')
        self.begin.append(self.first_values(array, number))
        if array.where == 'heap':
            self.end.append(f'free({a});')

    def add_getter(self, array, variable):
        """A function of an element."""
        self.globals.append(f'__attribute__((noinline)) static {array.type} get_{array.name}(long i) '
                            f'{{ return {variable}[i]; }}')

    def first_values(self, array, number):
        return (f'for (int i = 0; i < {array.size}; i++) {array.name}[i] = {array.model}[i] = '
                f'({array.type})(i * {number + 3} % 50);')

    # ---- Operations: each is C text that does the same to the array and to the model ----

    def both(self, array, text):
        """The same text for both; X is the array."""
        return text.replace('X', array.name) + ' ' + text.replace('X', array.model)

    def part(self, array):
        low = self.random.randint(0, array.size - 1)
        return low, self.random.randint(low + 1, array.size)

    def name(self, array):
        """The array by its variable, or by its object."""
        own = {'static': 'g', 'global': 'g'}.get(array.where)
        return own + array.name[1:] if own and self.random.random() < 0.5 else array.name

    def launch(self, array):
        low, high = self.part(array) if self.random.random() < 0.4 else (0, array.size)
        s, n, at = array.suffix, high - low, f' + {low}' if low else ''
        kind = self.random.choice(['add', 'add', 'fill', 'every', 'mix'])
        others = [other for other in self.arrays if other.type == array.type and other is not array and other.size >= n]
        value = self.random.randint(1, 9)
        if kind == 'mix' and others:
            other = self.random.choice(others)
            return (f'offload(mix_{s})({n}, {self.name(other)}, {self.name(array)}{at}); '
                    f'model_mix_{s}({n}, {other.model}, {array.model}{at});')
        kind = 'add' if kind == 'mix' else kind
        return (f'offload({kind}_{s})({n}, {value}, {self.name(array)}{at}); '
                f'model_{kind}_{s}({n}, {value}, {array.model}{at});')

    def read(self, array):
        low, high = self.part(array)
        s, a, m, t = array.suffix, self.name(array), array.model, array.type
        choices = [f'for (int i = {low}; i < {high}; i++) SAME(i, get_{array.name}(i), {m}[i]);'] \
            if array.where in ('static', 'own static') else []
        return self.random.choice([
            *choices,
            f'for (int i = {low}; i < {high}; i++) SAME(i, peek_{s}({a}, i), peek_{s}({m}, i));',
            f'for (int i = {low}; i < {high}; i += 2) SAME(i, peek_{s}({a}, i * i % {array.size}), '
            f'{m}[i * i % {array.size}]);',
            f'SAME({low}, {a}[{low}], {m}[{low}]);',
            f'SAME({low}, look_{s}({a} + {low}), {m}[{low}]);',
            f'for (int i = {low}; i < {high}; i++) SAME(i, {a}[i], {m}[i]);',
            f'for (int i = {high} - 1; i >= {low}; i -= 3) SAME(i, {a}[i], {m}[i]);',
            f'check_{s}(__LINE__, {a}, {m}, {low}, {high}, {self.random.randint(1, 3)});',
            f'{{ {t} part[{high - low}]; memcpy(part, {a} + {low}, sizeof part); '
            f'if (memcmp(part, {m} + {low}, sizeof part)) differ(__LINE__, {low}, 0, 1); }}',
            f'{{ FILE *file = tmpfile(); {t} part[{high - low}]; fwrite({a} + {low}, sizeof part, 1, file); rewind(file); '
            f'if (fread(part, sizeof part, 1, file) != 1 || memcmp(part, {m} + {low}, sizeof part)) '
            f'differ(__LINE__, {low}, 0, 1); fclose(file); }}',
            f'{{ struct hold_{s} hold = {{{a}, {array.size}}}, *at = &hold; '
            f'SAME({low}, at->data[{low}], {m}[{low}]); }}',
            f'{{ char text[2][50]; snprintf(text[0], 50, "%g", (double){a}[{low}]); '
            f'snprintf(text[1], 50, "%g", (double){m}[{low}]); '
            f'if (strcmp(text[0], text[1])) differ(__LINE__, {low}, 0, 1); }}',
        ])

    def write(self, array):
        low, high = self.part(array)
        s, value, t = array.suffix, self.random.randint(0, 60), array.type
        choices = [
            f'X[{low}] = {value};',
            f'X[{low}]++;',
            f'put_{s}(X + {low}, {value});',
            f'for (int i = {low}; i < {high}; i++) X[i] = ({t})(i % 7);',
            f'for (int i = {low}; i < {high}; i += 2) X[i] = ({t})(X[i] + {value % 5});',
            f'for (int i = 0; i < {array.size}; i++) if (i % 3 == 0) X[i] = {value};',
            f'for (unsigned i = {low}; i < {high}; i++) step_{s}(X, i, {array.size});',
            f'for ({array.type} *p = X, *q = X + {array.size}; p < q; p++) swap_{s}(p, --q);',
            f'memset(X + {low}, 0, {high - low} * sizeof *X);',
            f'memmove(X, X + {low}, {array.size - low} * sizeof *X);',
            f'{{ FILE *file = tmpfile(); fwrite(X + {low}, sizeof *X, {high - low}, file); rewind(file); '
            f'failed |= fread(X, sizeof *X, {high - low}, file) != {high - low}; fclose(file); }}',
        ]
        if not array.is_enclosed:
            choices.append(f'qsort(X, {array.size}, sizeof *X, compare_{s});')
        if array.size >= 256:
            choices.append(f'{{ unsigned char order[64]; for (int i = 0; i < 64; i++) order[i] = (unsigned char)'
                           f'(i * {value | 1}); shuffle_{s}(X, order, 64); }}')
        return self.both(array, self.random.choice(choices))

    def other(self, array):
        s, n = array.suffix, array.size
        fork = (f'{{ pid_t child = fork(); if (!child) {{ check_{s}(__LINE__, {array.name}, {array.model}, 0, {n}, 1); '
                'fflush(stdout); _exit(failed); } int status; waitpid(child, &status, 0); failed |= status != 0; }')
        count = min(n, 40)
        at = self.random.randrange(count)
        value = (f'{{ struct value_{s} value = {{{{0}}}}; memcpy(value.data, {array.name}, {count} * sizeof *{array.name}); '
                 f'leave_value_{s}(value); SAME({at}, launch_value_{s}(value, {at}), ({array.type})({array.model}[{at}] + 2)); }}')
        if array.is_enclosed:
            return self.random.choice(['fflush(stdout);', 'failed |= getppid() == 0;', fork, value])
        choices = [
            f'{{ pthread_t other; struct hold_{s} hold = {{{array.name}, {n}}}; pthread_create(&other, NULL, '
            f'thread_{s}, &hold); pthread_join(other, NULL); {array.model}[{n - 1}]++; }}',
            f'offload_data(offload_tofrom({array.name}, {n})) {{ {self.launch_whole(array)} }}',
            'fflush(stdout);',
            fork,
            value,
            f'{{ {array.type} local[{n}]; memcpy(local, {array.name}, sizeof local); '
            f'offload(add_{s})({n}, 1, local); SAME(0, local[{n - 1}], ({array.type})({array.model}[{n - 1}] + 1)); }}',
        ]
        others = [other for other in self.arrays if other.type == array.type and not other.is_enclosed]
        second = self.random.choice(others)
        choices.append(f'{{ struct pair_{s} pair = {{{{{array.name}, {second.name}}}, {{{array.model}, {second.model}}}, '
                       f'{min(n, second.size)}, 0}}; walk_{s}(&pair, {self.random.randint(1, 4)}, '
                       f'{self.random.randint(1, 2)}); SAME(0, pair.unequal, 0); }}')
        if array.where == 'heap':
            choices.append(f'free({array.name}); {array.name} = malloc({n} * sizeof *{array.name}); '
                           f'memcpy({array.name}, {array.model}, sizeof {array.model});')
            choices.append(f'{array.name} = realloc({array.name}, {n + 100} * sizeof *{array.name});')
        return self.random.choice(choices)

    def launch_whole(self, array):
        return (f'offload(add_{array.suffix})({array.size}, 1, {array.name}); '
                f'model_add_{array.suffix}({array.size}, 1, {array.model});')

    def operation(self, depth):
        array, pick = self.random.choice(self.arrays), self.random.random()
        if depth < 2 and pick < 0.12:
            body = ' '.join(self.operation(depth + 1) for _ in range(self.random.randint(1, 4)))
            return f'for (int turn = 0; turn < {self.random.randint(1, 4)}; turn++) {{ {body} }}'
        if depth < 2 and pick < 0.22:
            self.functions_made += 1
            name = f'step{self.functions_made}'
            body = '\n    '.join(self.operation(depth + 1) for _ in range(self.random.randint(1, 4)))
            kind = self.random.choice(self.kinds)
            locals = [a for a in self.arrays if a.where in ('own heap', 'fresh')]
            parameters = ', '.join(f'{a.type} *{a.name}' for a in locals) or 'void'
            self.functions.append(f'{kind}void {name}({parameters})\n{{\n    {body}\n}}')
            return f'{name}({", ".join(a.name for a in locals)});'
        if pick < 0.5:
            return self.launch(array)
        if pick < 0.72:
            return self.read(array)
        return self.write(array) if pick < 0.92 and array.where != 'fresh' else self.other(array)

    def text(self):
        kernels = [KERNELS.format(t=type, T=type.replace(' ', '_'))
                   for type in dict.fromkeys(array.type for array in self.arrays)]
        checks = [f'check_{a.suffix}(__LINE__, {a.name}, {a.model}, 0, {a.size}, 1);' for a in self.arrays]
        main = '\n    '.join([*self.begin, *self.main, *checks, *self.end])
        return '\n'.join([HEADER, *kernels, *self.globals, *self.functions,
                          f'int main(void)\n{{\n    {main}\n    return failed;\n}}\n'])


def generate(seed):
    return Program(seed)
