"""Random edits of sources, after each of which the cache is verified: scripts/fuzz-cache is the command.

Each seed is a program that is edited and compiled some dozen times: a small one, to which features are
added that kernels may depend on, or an example or a test. Edits are of its text, its headers, the options, the
environment, the directory where it is compiled. Each build verifies the cache (OFFLOADCC_CACHE_VERIFY,
docs/cache.md): a key that led to code that is not what the source is compiled to now fails it. Now and then a plain build with the cache is compared with one without:
messages and object have to be the same. Edits after which the source does not compile are undone.

A failure says the seed and the edits, and keeps the directory. --seed and a count of 1 repeat it.
"""

import argparse
import concurrent.futures
import copy
import datetime
import glob
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DIFFERS = 'the cache differs from what'
ARCHS = ['sm_90', 'sm_90', 'sm_90', 'gfx90a', 'x86-64', 'sm_90,x86-64', 'sm_80,sm_90', 'gfx90a,x86-64']
SMALL = """#include <offload.h>
#include "app.h"

offload_kernel void first(size_t n, float y[n])
{
    offload_for (i, n)
        y[i] += 1;
}

int main(void)
{
    float y[9] = {0};
    offload(first)(9, y);
    return 0;
}
"""

# Each of an option's words may take the place of another: "" is none.
OPTIONS = [
    ['', '-O1', '-O2', '-O3', '-Os'],
    ['', '-g', '-g1', '-gline-tables-only', '-g0'],
    ['', '-ffast-math', '-fno-math-errno', '-ffinite-math-only', '-fgpu-approx-transcendentals'],
    ['', '-ffp-contract=off', '-ffp-contract=fast'],
    ['', '-std=c11', '-std=gnu17', '-std=c23', '-std=gnu2y'],
    ['', '-funsigned-char'], ['', '-fshort-enums'], ['', '-fwrapv'], ['', '-fpack-struct=2'],
    ['', '-DKNOB=1', '-DKNOB=2', '-DKNOB=hook', '-UKNOB', '-DKNOB(x)=x'],
    ['', '-include app.h', '-imacros app.h'], ['', '-Iinc', '-iquote inc', '-isystem inc'],
    ['', '-march=x86-64-v3'], ['', '-fno-builtin'], ['', '-Wall', '-Wextra', '-w'], ['', '-fPIC'],
    ['', '-trigraphs'], ['', '-fgpu-flush-denormals-to-zero'], ['', '-fno-unroll-loops'],
    ['', '-fno-strict-aliasing'], ['', '-ftrivial-auto-var-init=zero'], ['', '-D_FORTIFY_SOURCE=2'],
    ['', '-fmacro-prefix-map=app=other'], ['', '-Xclang -DKNOB=3'], ['', '-fdollars-in-identifiers'],
]
ENVIRONMENT = [('CPATH', 'inc'), ('C_INCLUDE_PATH', 'inc'), ('CCC_OVERRIDE_OPTIONS', '+-DKNOB=4'),
               ('SOURCE_DATE_EPOCH', '1000000000'), ('LC_ALL', 'C.UTF-8')]

# What kernels may depend on: text before a kernel, and an expression in it. N is a number of its own,
# V a value. Text after "|" goes into app.h, after "||" into a host function at the end.
FEATURES = [
    ('static float fN(float x) { return x + V; }', 'fN(x)'),
    ('static float eN(float x) { return x * V; }\nstatic float fN(float x) { return eN(x); }', 'fN(x)'),
    ('static float fN(float x) { return x + V; }\n#ifdef __NVPTX__\n#define gN fN\n#else\n'
     'static float gN(float x) { return x; }\n#endif', 'gN(x)'),
    ('static float fN(float x) { return x + V; }\n#ifdef __AMDGCN__\n#define gN fN\n#else\n'
     'static float gN(float x) { return x; }\n#endif', 'gN(x)'),
    ('static float fN(float x) { return x + V; }|#define HOOKN(x) fN(x)', 'HOOKN(x)'),
    ('static float runN_f(float x) { return x + V; }|#define RUNN(name) runN_##name', 'RUNN(f)(x)'),
    ('static float runN_f(float x) { return x + V; }\n%:define RUNN(name) runN_%:%:name', 'RUNN(f)(x)'),
    ('static float fN(float x) { return x + V; }\nstatic float (*const tableN[1])(float) = {fN};',
     'tableN[n > 5](x)'),
    ('static float fN(float x) { return x + V; }\n#define LATEN(x) f\\\nN(x)', 'LATEN(x)'),
    ('static float fN(float x) { return x + V; }\n#define LATEN(x) f\\ \nN(x)', 'LATEN(x)'),
    ('static float caf\\u00e9N(float x) { return x + V; }', 'caféN(x)'),
    ('static float caféN(float x) { return x + V; }', 'caf\\u00e9N(x)'),
    ('inline float fN(float x) { return x + V; }\nextern inline float fN(float x);', 'fN(x)'),
    ('static float fN(float x) __asm__("labelN");\nstatic float fN(float x) { return x + V; }', 'fN(x)'),
    ('float hookN(float x) { return x + V; }\nfloat gN(float x) __attribute__((alias("hook" "N")));',
     'x'),
    ('static const float cN[3] = {1, V, 3};', 'cN[i % 3]'), ('enum { eN = V };', 'eN'),
    ('typedef float tN;', '(tN)x'), ('struct sN { char c; double d[V]; };', 'sizeof(struct sN)'),
    ('void hostN(void) {\n#undef MN\n#define MN V\n}', 'MN'),
    ('void hostN(void) {\n#pragma pack(4)\n}\nstruct sN { char c; double d; };', 'sizeof(struct sN)'),
    ('void hostN(void) {\n_Pragma("pack(2)")\n}\nstruct sN { char c; double d; };', 'sizeof(struct sN)'),
    ('', '__LINE__'), ('', '__COUNTER__'), ('', '__FILE__[1]'), ('', 'sizeof __FILE__'),
    ('', '__func__[0]'), ('', '__INCLUDE_LEVEL__'), ('', 'sizeof __BASE_FILE__'),
    ('|#define HERE_N __LINE__', 'HERE_N'), ('', '(__DATE__[5] + __TIME__[7] + __TIMESTAMP__[9])'),
    ('', '({ assert(n > V); 1; })'),
    ('static float hostN(float x) { return x + V; }', 'sizeof(hostN(x))'),
    ('static int hostN(void) { static int s = V; return s; }', '(x + V)'),
    ('#if __has_include("optional.h")\n#define MN V\n#else\n#define MN 0\n#endif', 'MN'),
    ('#if defined __NVPTX__ && __has_include("optional.h")\n#define MN V\n#else\n#define MN 0\n#endif', 'MN'),
    ('#ifdef __AMDGCN__\n#include "value.h"\n#else\n#define VALUE 7\n#endif', 'VALUE'),
    ('#ifdef __NVPTX__\n#include "device.h"\n#else\n#define DEVICE_VALUE 5\n#endif', 'DEVICE_VALUE'),
    ('#include "value.h"', 'VALUE'), ('#define NAME_N "value.h"\n#include NAME_N', 'VALUE'),
    ('#ifndef KNOB\n#define KNOB V\n#endif', 'KNOB_VALUE(KNOB)'),
    ('offload_shared float tileN[V];', '(tileN[0] = x, tileN[0])'),
    ('static offload_global float gN = V;', '(gN + x)'), ('', 'offload_block_size(0)'),
    ('', 'offload_block_size(0)||offload(kN, .block_size = {V})(9, y);'),
    ('static int printN(float x) { return printf("%g V", x); }', 'printN(x)'),
    ('#pragma clang fp contract(off)', 'x * x + V'), ('#pragma STDC FP_CONTRACT OFF', 'x * V + x'),
    ('#pragma clang attribute push(__attribute__((noinline)), apply_to = function)\n'
     'static float fN(float x) { return x + V; }\n#pragma clang attribute pop', 'fN(x)'),
    ('#pragma redefine_extname outN otherN\nextern float outN(float);', 'x'),
    ('static float fN(x) float x; { return x + V; }', 'fN(x)'),
    ('__attribute__((overloadable)) static float fN(float x) { return x + V; }\n'
     '__attribute__((overloadable)) static float fN(int x) { return x - V; }', 'fN(x) + fN((int)i)'),
    ('static float fN(float x) { return x + V; }\nstatic float gN(float x) {\n'
     '#include "body.h"\n}', 'gN(x)'),
    ('static float fN(float x) { return x + V; }', 'powf(fN(x), 2)'),
    ('#define OPEN_N static float fN(float x) {\n#define CLOSE_N }\nOPEN_N return x + V; CLOSE_N', 'fN(x)'),
    ('static float f$N(float x) { return x + V; }', 'f$N(x)'),
    ('#define STRINGN(x) #x\n#define QUOTEN(x) STRINGN(x)', 'QUOTEN(KNOB)[0]'),
]
HOST_LINES = ['(void)0;', 'int zN = V; (void)zN;', 'static int zN = V; zN++;', "char cN = '\"'; (void)cN;",
              'const char *sN = "a\\"b // V"; (void)sN;', 'if (V > 5) { (void)V; }', '// it isn\'t V',
              '/* "V */', '(void)__LINE__;', 'struct { int a[V]; } sN; (void)sN;', 'goto endN; endN:;',
              '#define HOST_N V', '#undef KNOB', '#pragma message("V")', 'extern int printf(const char *, ...);',
              'int fN(void); (void)sizeof(fN);', '(void)__func__;', '(void)sizeof("\\\n");', 'int unusedN;']


class State:
    def __init__(self, text):
        self.files = {'app.c': text, 'app.h': '#define KNOB_VALUE(x) (sizeof(#x))\n',
                      'value.h': '#define VALUE 1\n', 'body.h': 'return x;\n',
                      'device.h': '#if __has_include("optional.h")\n#include "value.h"\n#define DEVICE_VALUE VALUE\n'
                                  '#else\n#define DEVICE_VALUE 3\n#endif\n'}
        self.words = {}  # index in OPTIONS to a word
        self.archs = 'sm_90'
        self.environment = {}
        self.directory = 'one'
        self.name = 'app.c'
        self.extra = []
        self.touched = None


class Editor:
    """Makes edits of a state; each returns what it did, or None where it does not apply."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.weights = [(self.add_feature, 8), (self.change_number, 6), (self.add_host_line, 5),
                        (self.change_option, 5), (self.change_archs, 2), (self.change_place, 2),
                        (self.change_operator, 2), (self.insert_line, 4), (self.delete_line, 2),
                        (self.change_header, 3), (self.change_environment, 1), (self.touch, 2),
                        (self.shadow, 1), (self.swap_functions, 1), (self.rename_kernel_part, 1)]

    def edit(self, state):
        while True:
            make = self.random.choices([m for m, _ in self.weights], [w for _, w in self.weights])[0]
            done = make(state)
            if done:
                return done

    def fill(self, text):
        return re.sub(r'N(?![A-Z_a-z])|N(?=_)', str(self.count), re.sub(
            r'\bV\b', lambda _: str(self.random.randint(1, 9)), text))

    def lines(self, state, name='app.c'):
        return state.files[name].split('\n')

    def put(self, state, at, text, name='app.c'):
        lines = self.lines(state, name)
        lines.insert(at, text)
        state.files[name] = '\n'.join(lines)

    def tops(self, state):
        """Lines before which a declaration may stand, by the style of our sources."""
        lines = self.lines(state)
        return [i for i in range(1, len(lines)) if lines[i - 1] == '' and re.match(r'[a-z#/]', lines[i])]

    def add_feature(self, state):
        self.count += 1
        feature = self.random.choice(FEATURES)
        before, _, header = self.fill(feature[0]).partition('|')
        expression, _, host = self.fill(feature[1]).partition('||')
        if not self.tops(state):
            return None
        n = self.count
        kernel = (f'{before}\n#include <assert.h>\n#include <math.h>\n#include <stdio.h>\n'
                  f'offload_kernel void k{n}(size_t n, float y[n])\n{{\n    offload_for (i, n) {{\n'
                  f'        float x = y[i];\n        y[i] += (float)({expression});\n    }}\n}}\n')
        if host:
            kernel += f'\nvoid launch{n}(float *y)\n{{\n    {host}\n}}\n'
        lines = self.lines(state)
        at = self.random.choice([i for i in self.tops(state) + [len(lines)]
                                 if any('offload.h' in line for line in lines[:i])] or [len(lines)])
        self.put(state, at, kernel)
        if header:
            state.files['app.h'] += header + '\n'
        if '"app.h"' not in state.files['app.c']:
            self.put(state, 0, '#include "app.h"')
        state.files['body.h'] = f'return f{n}(x) + 2;\n'
        return f'feature {feature[0]!r} {feature[1]!r}'

    def replace_one(self, state, pattern, make, names=('app.c', 'app.h', 'value.h', 'body.h')):
        name = self.random.choice([n for n in names if n in state.files])
        found = list(re.finditer(pattern, state.files[name]))
        if not found:
            return None
        match = self.random.choice(found)
        new = make(match.group())
        state.files[name] = state.files[name][:match.start()] + new + state.files[name][match.end():]
        line = state.files[name].count('\n', 0, match.start()) + 1
        return f'{name}:{line}: {match.group()!r} becomes {new!r}'

    def change_number(self, state):
        return self.replace_one(state, r'(?<![\w.])\d+(?![\w.])', lambda old: str(int(old, 8 if old[0] == '0' else 10) + 1),
                                ('app.c', 'app.c', 'app.c', 'app.h', 'value.h', 'body.h'))

    def change_operator(self, state):
        return self.replace_one(state, r' [-+*] ', lambda old: self.random.choice([' + ', ' - ', ' * ']),
                                ('app.c',))

    def add_host_line(self, state):
        self.count += 1
        lines = self.lines(state)
        bodies = [i for i in range(2, len(lines)) if lines[i].startswith('    ') and ';' in lines[i]]
        if not bodies:
            return None
        text = self.fill(self.random.choice(HOST_LINES))
        at = self.random.choice(bodies)
        self.put(state, at, text)
        return f'app.c:{at + 1}: {text!r}'

    def insert_line(self, state):
        name = self.random.choice(['app.c', 'app.c', 'app.h', 'value.h'])
        text = self.random.choice(['', '// a comment', '/* another */', '// "', "// it's", '/* // */', '#pragma',
                                   '#', '#line 70', '#line 7 "other.c"', '/* ', '*/', '#if 0\nit isn\'t "C"\n#endif',
                                   '#define KNOB 9', '#undef KNOB', '#include "value.h"', '#ident "x"'])
        at = self.random.randint(0, len(self.lines(state, name)))
        self.put(state, at, text, name)
        return f'{name}:{at + 1}: {text!r}'

    def delete_line(self, state):
        name = self.random.choice(['app.c', 'app.c', 'app.h'])
        lines = self.lines(state, name)
        at = self.random.randrange(len(lines))
        gone = lines.pop(at)
        state.files[name] = '\n'.join(lines)
        return f'{name}:{at + 1}: without {gone!r}'

    def change_header(self, state):
        value = self.random.choice(['1', '2', '(x)', 'n', '1.5f', '__LINE__', 'offload_thread_id(0)'])
        state.files['value.h'] = f'#undef VALUE\n#define VALUE {value}\n'
        return f'value.h: {value}'

    def change_option(self, state):
        index = self.random.randrange(len(OPTIONS))
        state.words[index] = self.random.choice(OPTIONS[index])
        return f'option {state.words[index] or "without " + OPTIONS[index][1]}'

    def change_archs(self, state):
        state.archs = self.random.choice(ARCHS)
        return f'--offload-arch={state.archs}'

    def change_environment(self, state):
        name, value = self.random.choice(ENVIRONMENT)
        if not state.environment.pop(name, None):
            state.environment[name] = value
        return f'{name}={state.environment.get(name, "")}'

    def change_place(self, state):
        state.directory = self.random.choice(['one', 'two'])
        state.name = self.random.choice(['app.c', './app.c', 'link.c', 'sub/../app.c', '$PWD/app.c'])
        return f'{state.name} in {state.directory}'

    def touch(self, state):
        state.touched = self.random.choice(sorted(state.files))
        return f'touch {state.touched}'

    def shadow(self, state):
        name = self.random.choice(['inc/value.h', 'inc/assert.h', 'inc/optional.h', 'optional.h', 'inc/offload.h'])
        if state.files.pop(name, None) is not None:
            return f'{name} is removed'
        state.files[name] = {'value.h': '#undef VALUE\n#define VALUE 77\n', 'optional.h': '',
                             'assert.h': '#define assert(x) ((void)(x))\n',
                             'offload.h': '#include_next <offload.h>\n'}[os.path.basename(name)]
        return f'{name} is new'

    def swap_functions(self, state):
        """Moves a function to the end."""
        parts = state.files['app.c'].split('\n\n')
        if len(parts) < 3:
            return None
        at = self.random.randrange(1, len(parts))
        part = parts.pop(at)
        parts.append(part)
        state.files['app.c'] = '\n\n'.join(parts)
        return f'{part[:30]!r}... goes to the end'

    def rename_kernel_part(self, state):
        words = sorted(set(re.findall(r'\b[a-z]\w{2,}(?=\()', state.files['app.c'])))
        words = [w for w in words if not re.match(r'offload|if$|for$|while$|switch$|return$|main$|sizeof$|printf$', w)]
        if not words:
            return None
        word = self.random.choice(words)
        state.files['app.c'] = re.sub(rf'\b{word}\b', word + '_', state.files['app.c'])
        return f'{word} is called {word}_'


class Failure(Exception):
    pass


class Session:
    """A program, from its first state on, in a directory of its own."""

    def __init__(self, options, seed, directory):
        self.options, self.seed, self.directory = options, seed, directory
        self.editor = Editor(seed)
        self.random = self.editor.random
        self.history = []
        self.builds = self.undone = self.compared = 0
        self.cache = os.path.join(directory, 'cache')
        self.device_only = self.random.random() < 0.6

    def write(self, state):
        for place in ('one', 'two'):
            base = os.path.join(self.directory, place)
            os.makedirs(f'{base}/sub', exist_ok=True)
            for name in ('inc/value.h', 'inc/assert.h', 'inc/optional.h', 'inc/offload.h', 'optional.h'):
                if name not in state.files and os.path.exists(f'{base}/{name}'):
                    os.remove(f'{base}/{name}')
            for name, text in state.files.items():
                path = f'{base}/{name}'
                os.makedirs(os.path.dirname(path), exist_ok=True)
                old = open(path, encoding='utf-8').read() if os.path.exists(path) else None
                if old != text or state.touched == name:
                    with open(path, 'w', encoding='utf-8', newline='') as file:
                        file.write(text)
            if not os.path.islink(f'{base}/link.c'):
                os.symlink('app.c', f'{base}/link.c')
        state.touched = None

    def build(self, state, cache, verify, out):
        """Exit status, messages and object."""
        place = os.path.join(self.directory, state.directory)
        words = ' '.join(state.words.values()).split()
        name = state.name.replace('$PWD', place)
        command = [self.options.offloadcc, f'--offload-arch={state.archs}', f'--offload-cache={cache}',
                   '-Wno-offload-no-image', *state.extra, *words, name]
        if verify and self.device_only:
            command += ['--device-only', '--offload-artifacts=artifacts']
        else:
            command += ['-c', '-o', out]
        environment = {**os.environ, 'LC_ALL': 'C', **state.environment}
        for variable in ('OFFLOADCC_CACHE', 'OFFLOADCC_CACHE_VERIFY'):
            environment.pop(variable, None)
        if verify:
            environment['OFFLOADCC_CACHE_VERIFY'] = '1'
        self.command = command
        path = os.path.join(place, out)
        if os.path.exists(path):
            os.remove(path)
        done = subprocess.run(command, cwd=place, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=self.options.timeout)
        self.builds += 1
        made = open(path, 'rb').read() if os.path.exists(path) else None
        return done.returncode, done.stdout.decode(errors='replace'), made

    def verify(self, state):
        """Whether it compiles."""
        status, said, made = self.build(state, self.cache, True, 'app.o')
        if DIFFERS in said or status not in (0, 1):
            raise Failure(said)
        return status == 0

    def dated(self, state):
        return any('__TIM' in text for text in state.files.values())

    def compare(self, state):
        self.compared += 1
        plain = self.build(state, 'off', False, 'app.o')
        cached = self.build(state, self.cache, False, 'app.o')
        for what, a, b in zip(['exit status', 'messages', 'object'], plain, cached):
            if a != b and not (what == 'object' and self.dated(state)):
                raise Failure(f'a build with the cache and one without differ: {what}\n'
                              + (f'without:\n{a}\nwith:\n{b}' if what == 'messages' else ''))

    def begin(self):
        state = State(SMALL)
        source = 'a small program'
        if self.random.random() < 0.3:
            path = self.random.choice(sources())
            state = State(open(path, encoding='utf-8').read())
            state.extra = ['-I', os.path.dirname(path)]
            source = os.path.relpath(path, ROOT)
        else:
            for _ in range(4):
                self.editor.add_feature(state)
        state.archs = self.random.choice(ARCHS)
        self.history.append(f'{source} for {state.archs}')
        return state

    def run(self):
        state = self.begin()
        self.write(state)
        if not self.verify(state):
            return
        good = [state]
        for _ in range(self.options.edits):
            if time.monotonic() > self.options.end:
                return
            if len(good) > 2 and self.random.random() < 0.1:
                state = copy.deepcopy(self.random.choice(good))
                done = ['back to an earlier state']
            else:
                state = copy.deepcopy(good[-1])
                done = [self.editor.edit(state) for _ in range(self.random.choice([1, 1, 1, 2, 3]))]
            self.write(state)
            self.history.append('; '.join(done))
            compares = self.random.random() < 0.15
            if not self.verify(state):
                self.undone += 1
                self.history.pop()
                self.write(good[-1])
                continue
            good.append(state)
            if compares:
                self.compare(state)


def sources():
    found = []
    for pattern in ('examples/*/*.c', 'test/Run/*.c', 'test/Kernel/*.c', 'test/Usage/*.c', 'test/Device/*.c'):
        found += glob.glob(os.path.join(ROOT, pattern))
    return sorted(path for path in found if os.path.getsize(path) < 12000)


def attempt(options, seed):
    directory = tempfile.mkdtemp(prefix='fuzz-cache-')
    session = Session(options, seed, directory)
    failure = None
    try:
        session.run()
    except (Failure, subprocess.TimeoutExpired) as error:
        failure = str(error)
        os.makedirs(options.keep, exist_ok=True)
        kept = os.path.join(options.keep, f'cache-{seed}')
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(directory, kept, symlinks=True)
        failure = (f'seed {seed}: {failure}\nafter\n  ' + '\n  '.join(session.history)
                   + f'\ncommand: {" ".join(session.command)}\nkept in {kept}')
    shutil.rmtree(directory)
    return session, failure


def seed_of(text):
    """The programs of different days have different seeds."""
    return datetime.date.today().toordinal() * 1000 if text == 'today' else int(text)


def arguments():
    parser = argparse.ArgumentParser(prog='fuzz-cache', description=__doc__.split('\n')[0])
    parser.add_argument('count', type=int, nargs='?', default=100, help='programs')
    parser.add_argument('--edits', type=int, default=20, help='of each program')
    parser.add_argument('--seed', type=seed_of, default=1,
                        help="of the first program; 'today' makes it of the date")
    parser.add_argument('--budget', metavar='SECONDS', type=float, default=1e9,
                        help='no build is begun later')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--keep', metavar='DIR', default=f'{ROOT}/build/fuzz-failures',
                        help='where failures go')
    parser.add_argument('--timeout', type=int, default=120, help='seconds for a build')
    parser.add_argument('--offloadcc', default=f'{ROOT}/build/release/bin/offloadcc')
    return parser.parse_args()


def main():
    options = arguments()
    options.end = time.monotonic() + options.budget
    print(f'first seed: {options.seed}', flush=True)
    failures = programs = builds = undone = compared = 0
    seeds = itertools.takewhile(lambda _: time.monotonic() < options.end,
                                range(options.seed, options.seed + options.count))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting = set()
        for seed in itertools.chain(seeds, [None]):
            if seed is not None:
                waiting.add(pool.submit(attempt, options, seed))
            while waiting and (seed is None or len(waiting) >= options.jobs):
                done, waiting = concurrent.futures.wait(
                    waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                for one in done:
                    session, failure = one.result()
                    programs += 1
                    builds += session.builds
                    undone += session.undone
                    compared += session.compared
                    if failure:
                        failures += 1
                        print(failure + '\n', flush=True)
    print(f'{programs} programs, {builds} builds, {undone} edits undone, {compared} builds compared '
          f'with one without the cache, {failures} failures')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
