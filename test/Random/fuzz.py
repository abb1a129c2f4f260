"""Random kernels against their references: scripts/fuzz-kernels is the command.

Each program holds several kernels (generate.py) and compares what they compute with references that
plain C computes. It is compiled by offloadcc in a configuration, which changes from program to
program, and run. A failure keeps the source, the command and what it said.

--mapping makes programs about mapping instead (mapping.py), with several kernels each.

--cut makes several files of each program, which share device code (cut.py).

--emulate needs no offloadcc: kernels run as OpenMP threads (emulate.h), references in two orders,
so it checks generate.py itself.

--reduce SEED makes a failing program small: it deletes statements while the program fails in the
same way with offloadcc and passes under --emulate with sanitizers, since what is left after a deletion
may be undefined. An uninitialised variable is not found that way. With --mapping it leaves out units,
and the rest is a good program by construction.
"""

import argparse
import concurrent.futures
import datetime
import itertools
import math
import os
import re
import subprocess
import sys
import tempfile
import time

import cut
import generate
import mapping
import resident
import tree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LLVM = '/usr/lib/llvm-22'
KERNELS = 5  # in a program
# A matrix without columns is mapped like any other, though C does not define its type.
SANITIZE = ['-g', '-fsanitize=address,undefined', '-fno-sanitize=vla-bound',
            '-fno-sanitize-recover=all']
# Order of evaluation, and with it rounding, is C's; warnings are about what nobody would write. lld
# saves half of the time of small programs.
OPTIONS = ['-w', '-ffp-contract=off', '-fuse-ld=lld']


def seed_of(text):
    """The programs of different days have different seeds."""
    return datetime.date.today().toordinal() * 1000 if text == 'today' else int(text)


ARCHS = ['none', 'x86-64', 'x86-64+resident']


def arguments():
    parser = argparse.ArgumentParser(prog='fuzz-kernels', description=__doc__.split('\n')[0])
    parser.add_argument('count', type=int, nargs='?', default=100,
                        help='random kernels; with --mapping, programs')
    parser.add_argument('--mapping', action='store_true',
                        help='programs that vary what is mapped, and how')
    parser.add_argument('--resident', action='store_true',
                        help='programs whose host code looks at arrays between launches')
    parser.add_argument('--cut', action='store_true', help='programs of several files')
    parser.add_argument('--seed', type=seed_of, default=1,
                        help="of the first program; 'today' makes it of the date")
    parser.add_argument('--budget', metavar='SECONDS', type=float,
                        help='no program is begun later')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--keep', metavar='DIR', default=f'{ROOT}/build/fuzz-failures',
                        help='where failures go')
    parser.add_argument('--arch', default='all',
                        help='none, x86-64, x86-64+resident (each program runs once with each value of '
                             'OFFLOADCC_RESIDENT), all of these, or a GPU that is here')
    parser.add_argument('--levels', default='O0,O1,O2,O3,Os')
    parser.add_argument('--every', action='store_true',
                        help='each program at every level, for every architecture')
    parser.add_argument('--sanitize', metavar='N', type=int, nargs='?', const=1, default=0,
                        help='every Nth program with sanitizers; without N every program')
    parser.add_argument('--flags', type=str.split, default=[],
                        help='more options for offloadcc, such as --flags=-march=native')
    parser.add_argument('--emulate', action='store_true', help='check the programs without offloadcc')
    parser.add_argument('--reduce', metavar='SEED', type=int, help='make this failing program small')
    parser.add_argument('--seconds', type=int, default=300, help='time for --reduce')
    parser.add_argument('--timeout', type=int, default=600, help='seconds for a compile or a run, on a busy machine too')
    parser.add_argument('--offloadcc', default=f'{ROOT}/build/release/bin/offloadcc')
    parser.add_argument('--clang', default=f'{LLVM}/bin/clang')
    return parser.parse_args()


class Configuration:
    def __init__(self, options, arch, level, more=()):
        self.label = ' '.join([arch, level, *more])
        arch, _, resident = arch.partition('+')
        self.compiler = [options.offloadcc, f'--offload-arch={arch}', f'-{level}', *OPTIONS, *more]
        self.libraries = ['-lm']
        # What is not copied shall not look as if it were: new memory has values of its own.
        self.environment = dict(os.environ, OMP_NUM_THREADS='2', MALLOC_PERTURB_='90',
                                LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD='0',
                                ASAN_OPTIONS='detect_leaks=0:max_malloc_fill_size=1000000')
        if arch != 'none':
            self.environment['OMP_TARGET_OFFLOAD'] = 'mandatory'
        self.modes = ['poison', 'on', 'off'] if resident else ['on']  # of OFFLOADCC_RESIDENT, for a run each


class Emulation(Configuration):
    def __init__(self, options, level, more=()):
        # A function without its return statement is not a good program.
        self.compiler = [options.clang, f'-{level}', *OPTIONS[1:], '-Wno-everything',
                         '-Werror=return-type', '-fopenmp', '-I', f'{ROOT}/include',
                         '-include', f'{HERE}/emulate.h', *more]
        self.libraries = ['-lm', f'-L{LLVM}/lib', f'-Wl,-rpath,{LLVM}/lib']
        self.environment = dict(os.environ, OMP_WAIT_POLICY='passive', ASAN_OPTIONS='detect_leaks=0')
        self.label = ' '.join(['emulated', level, *more])
        self.modes = ['off']


def emulations(options):
    return [Emulation(options, 'O0'), Emulation(options, 'O0', ['-DREVERSE'])]


def configurations(options, number):
    """The configurations of a program: with --every all, else one, by the program's number."""
    if options.emulate:
        return emulations(options)
    sanitized = options.sanitize > 0 and number % options.sanitize == 0
    more = options.flags + (SANITIZE if sanitized else ['-g'] if number % 3 == 0 else [])
    archs = ARCHS if options.arch == 'all' else [options.arch]
    levels = options.levels.split(',')
    if options.every:
        return [Configuration(options, arch, level, more) for arch in archs for level in levels]
    return [Configuration(options, archs[number % len(archs)],
                          levels[number // len(archs) % len(levels)], more)]


class Outcome:
    """`kind` is empty where all went well."""

    def __init__(self, kind='', said=''):
        self.kind, self.said = kind, said

    def key(self):
        """What stays the same when a failing program becomes smaller."""
        lines = [line for line in self.said.splitlines() if re.search('error:|Assertion', line)]
        first = re.sub(r"'[^']*'|\d+|\S*/\S*", '', lines[0]) if lines else ''
        return self.kind, first if self.kind == 'does not compile' else ''


def attempt(configuration, source, directory, timeout):
    """Compiles and runs a source file."""
    program = os.path.join(directory, 'program')
    return attempt_commands(configuration, directory, timeout, [
        configuration.compiler + [source, '-o', program] + configuration.libraries])


def attempt_commands(configuration, directory, timeout, commands):
    """Runs commands that make a program, and the program."""
    program = os.path.join(directory, 'program')

    def call(words, kinds, environment=None):
        try:
            done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  stdin=subprocess.DEVNULL, timeout=timeout, cwd=directory,
                                  env=environment, errors='replace', check=False)
        except subprocess.TimeoutExpired:
            return Outcome(kinds[1], f'stopped after {timeout} s')
        if done.returncode == 0:
            return Outcome()
        kind = kinds[0] if done.returncode == 1 else f'{kinds[0]} ({done.returncode})'
        return Outcome(kind, done.stdout)

    outcome = Outcome()
    for command in commands:
        if not outcome.kind:
            outcome = call(command, ('does not compile', 'compiles too long'))
    for mode in configuration.modes:
        if not outcome.kind:
            outcome = call([program], ('fails', 'runs too long'),
                           dict(configuration.environment, OFFLOADCC_RESIDENT=mode))
    return outcome


def make(options, seed):
    if options.resident:
        return resident.generate(seed)
    return mapping.generate(seed) if options.mapping else generate.generate(seed, KERNELS)


def name_of(options, seed):
    kind = 'resident' if options.resident else 'mapping' if options.mapping else 'random'
    return f'{kind}-{seed}'


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def check(options, seed, number):
    """Tries a program in its configurations; returns the lines of its failures."""
    text = make(options, seed).text()
    failures = []
    with tempfile.TemporaryDirectory(prefix='fuzz-kernels-') as directory:
        source = os.path.join(directory, f'{name_of(options, seed)}.c')
        write(source, text)
        for configuration in configurations(options, number):
            outcome = attempt(configuration, source, directory, options.timeout)
            if outcome.kind:
                failures.append(keep(options, seed, text, configuration, outcome))
    return failures


def check_cut(options, seed, number):
    """Likewise, for a program of several files."""
    files = cut.cut(generate.generate(seed, KERNELS), seed)
    failures = []
    for configuration in configurations(options, number):
        with tempfile.TemporaryDirectory(prefix='fuzz-kernels-') as directory:
            for name, text in files.items():
                write(os.path.join(directory, name), text)
            commands = cut.commands(configuration.compiler, configuration.libraries, files, 'program', seed)
            outcome = attempt_commands(configuration, directory, options.timeout, commands)
            if outcome.kind:
                failures.append(keep_cut(options, seed, files, commands, configuration, outcome))
    return failures


def keep_cut(options, seed, files, commands, configuration, outcome):
    base = os.path.join(options.keep, f'cut-{seed}')
    os.makedirs(base, exist_ok=True)
    for name, text in files.items():
        write(os.path.join(base, name), text)
    text = ' && '.join(' '.join(command) for command in commands)
    write(os.path.join(base, 'failure.txt'), f'{text}\n{outcome.kind}\n{outcome.said}\n')
    first = next((line for line in outcome.said.splitlines() if line.strip()), '')
    return f'seed {seed}, {configuration.label}: {outcome.kind}: {first[:150]}\n    cd {base} && {text}'


def keep(options, seed, text, configuration, outcome):
    os.makedirs(options.keep, exist_ok=True)
    base = os.path.join(options.keep, name_of(options, seed))
    write(f'{base}.c', text)
    command = ' '.join(configuration.compiler + [f'{base}.c'] + configuration.libraries)
    with open(f'{base}.txt', 'a', encoding='utf-8') as file:
        file.write(f'{command}\n{outcome.kind}\n{outcome.said}\n')
    first = next((line for line in outcome.said.splitlines() if line.strip()), '')
    return f'seed {seed}, {configuration.label}: {outcome.kind}: {first[:150]}\n    {command}'


def check_in_time(options, index, end):
    """The failures of a program; None: there was no time for it."""
    if time.monotonic() > end:
        return None
    return (check_cut if options.cut else check)(options, options.seed + index, index)


def run(options):
    kernels = 1 if options.mapping or options.resident else KERNELS
    programs = (options.count + kernels - 1) // kernels
    start, failed, done = time.monotonic(), 0, 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        end = start + options.budget if options.budget else math.inf
        jobs = [pool.submit(check_in_time, options, i, end) for i in range(programs)]
        for job in concurrent.futures.as_completed(jobs):
            failures = job.result()
            if failures is None:
                continue
            done += 1
            for line in failures:
                failed += 1
                print(line, flush=True)
            if sys.stdout.isatty():
                print(f'\r{done} of {programs} programs', end='\r', flush=True)
    what = '' if kernels == 1 else f'{done * KERNELS} random kernels in '
    print(f'{what}{done} programs, from seed {options.seed} on: {failed} failures, '
          f'{time.monotonic() - start:.0f} s')
    return 1 if failed or not done else 0


# A kernel's variables that keep its threads apart.
PLACES = ('‹lin›', '«cnt»', '«blk»', '‹gid›')


class Reducer:
    """Deletes what a failure does not need."""

    def __init__(self, options):
        self.options = options
        self.program = make(options, options.reduce)
        self.end = time.monotonic() + options.seconds
        self.tries = 0
        self.directory = tempfile.mkdtemp(prefix='fuzz-kernels-')
        self.source = os.path.join(self.directory, 'reduced.c')
        self.target = self.configuration = None

    def find_failure(self):
        levels = self.options.levels.split(',')
        archs = ARCHS if self.options.arch == 'all' else [self.options.arch]
        write(self.source, self.program.text())
        extras = [SANITIZE] if self.options.sanitize else [[], ['-g']]
        extras = [self.options.flags + more for more in extras]
        for more, arch, level in itertools.product(extras, archs, levels):
            configuration = Configuration(self.options, arch, level, more)
            outcome = self.attempt(configuration)
            if outcome.kind:
                self.target, self.configuration = outcome.key(), configuration
                return True
        return False

    def attempt(self, configuration):
        return attempt(configuration, self.source, self.directory, min(self.options.timeout, 20))

    def fails(self):
        """Whether the program still fails in the same way, and is still a good one."""
        self.tries += 1
        write(self.source, self.program.text())
        if self.attempt(self.configuration).key() != self.target:
            return False
        emulation = Emulation(self.options, 'O0', ['-DREVERSE', *SANITIZE])
        if 'compile' in self.target[0]:
            command = emulation.compiler + ['-fsyntax-only', self.source]
            return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0
        return not self.attempt(emulation).kind

    def late(self):
        return time.monotonic() > self.end

    def delete_from(self, items):
        """Deletes elements of a list, in halves, quarters and so on."""
        size = max(1, len(items) // 2)
        changed = False
        while items:
            at = len(items)
            while at > 0 and not self.late():
                at = max(0, at - size)
                removed = items[at:at + size]
                if not removed:
                    continue
                del items[at:at + size]
                if self.fails():
                    changed = True
                else:
                    items[at:at] = removed
            if size == 1 or self.late():
                break
            size = max(1, size // 2)
        return changed

    def lists(self, items):
        """All lists of nodes below a list, itself first."""
        yield items
        for node in items:
            if isinstance(node, (tree.Function, tree.BlockFunction)):
                yield from self.lists(node.body)
            elif isinstance(node, tree.Kernel):
                yield node.test
                yield from self.lists(node.body)
            elif isinstance(node, tree.Node):
                for part in node.parts:
                    if isinstance(part, list):
                        yield from self.lists(part)

    def unwrap(self, items):
        """Replaces statements by what they contain."""
        changed = False
        for at in range(len(items) - 1, -1, -1):
            parts = getattr(items[at], 'parts', [])
            inner = [node for part in parts if isinstance(part, list) for node in part]
            if inner and not self.late():
                old = items[at]
                items[at:at + 1] = inner
                if self.fails():
                    changed = True
                else:
                    items[at:at + len(inner)] = [old]
        return changed

    def simplify(self, items):
        """Replaces expressions in parentheses by a number."""
        changed = False
        for node in items:
            parts = getattr(node, 'parts', [])
            if getattr(node, 'declares', None) and node.declares[0][1] in PLACES:
                continue
            for number, part in enumerate(parts):
                if isinstance(part, str):
                    changed |= self.simplify_text(
                        part, lambda text, n=number, p=parts: p.__setitem__(n, text))
                elif isinstance(part, tree.Dual) and '=' in part.kernel:
                    changed |= self.simplify_dual(parts, number, part)
        return changed

    def simplify_text(self, text, put):
        changed, at = False, 0
        while not self.late():
            at = text.find('(', at)
            if at < 0:
                break
            end = closing(text, at)
            replaced = False
            if end > at + 2 and text[at:end + 1] != '(‹gid› < n)':
                # An endless loop is another failure.
                for value in ('0',) if text[:at].endswith('while ') else ('1', '0'):
                    candidate = text[:at] + f'({value})' + text[end + 1:]
                    put(candidate)
                    if self.fails():
                        text, replaced, changed = candidate, True, True
                        break
                    put(text)
            at += 3 if replaced else 1
        return changed

    def simplify_dual(self, parts, number, part):
        """The initial value of a variable, which both texts end with."""
        value = part.kernel.split(' = ', 1)[-1]
        if not part.reference.endswith(value):
            return False

        def put(text):
            parts[number] = tree.Dual(part.kernel[:len(part.kernel) - len(value)] + text,
                                      part.reference[:len(part.reference) - len(value)] + text)
        return self.simplify_text(value, put)

    def run(self):
        if not self.find_failure():
            print(f'seed {self.options.reduce} does not fail')
            return 1
        print(f'{self.configuration.label}: {self.target[0]}', flush=True)
        if not self.fails():
            print('it fails under --emulate too: the generator is wrong')
            return 1
        self.reduce()
        name = f'reduced-{name_of(self.options, self.options.reduce)}.c'
        path = os.path.join(self.options.keep, name)
        os.makedirs(self.options.keep, exist_ok=True)
        write(path, self.program.text())
        print(f'{self.tries} tries; {" ".join(self.configuration.compiler)} {path} -lm')
        return 0

    def reduce(self):
        changed = True
        while changed and not self.late():
            changed = False
            for step in self.delete_from, self.unwrap, self.delete_from, self.simplify:
                for root in self.program.kernels, self.program.functions:
                    for items in self.lists(root):
                        if step == self.delete_from or not items or isinstance(items[0], tree.Node):
                            changed |= step(items)


class MappingReducer(Reducer):
    """Leaves out units of a program about mapping; it stays a good one."""

    def __init__(self, options):
        super().__init__(options)
        self.kept = list(self.program.units)

    def fails(self):
        self.tries += 1
        self.program = mapping.generate(self.options.reduce, self.kept)
        write(self.source, self.program.text())
        return self.attempt(self.configuration).key() == self.target

    def reduce(self):
        while not self.late() and self.delete_from(self.kept):
            pass
        self.program = mapping.generate(self.options.reduce, self.kept)


def closing(text, at):
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] == '(') - (text[end] == ')')
        if depth == 0:
            return end
    return -1


def main():
    options = arguments()
    options.offloadcc = os.path.abspath(options.offloadcc)
    options.keep = os.path.abspath(options.keep)
    if options.reduce is not None:
        return (MappingReducer if options.mapping else Reducer)(options).run()
    return run(options)


if __name__ == '__main__':
    sys.exit(main())
