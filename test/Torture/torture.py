"""Builds that are killed, disks that are full, caches that are shared: scripts/torture-builds.

Each mode builds a project (project.py) with make -j4, one cache and one artifact directory, does it
harm, and then builds it plainly, which has to give the right program: what it prints is known, and
from time to time all objects are compared with those of a build from scratch without a cache.
Nothing may be left behind that grows.

  kills      the build, or one process of it, is killed at a random moment (SIGKILL); files are
             edited before and after
  full       the disk of the cache, the artifacts, the temporary files or the output is full
  read-only  the cache, and then the artifact directory, cannot be written to
  shared     builds side by side, while the cache is cleared and another build keeps it tiny

`full` and `read-only` mount file systems in a name space of their own, and are left out where that is
not allowed. Each round prints what it needs to be done again: --seed and --rounds.
"""

import argparse
import datetime
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import project

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MODES = ['kills', 'full', 'read-only', 'shared']
IN_NAMESPACE = 'OFFLOADCC_TORTURE_NAMESPACE'
# What clang and lld leave beside their outputs when they are killed.
OF_CLANG = re.compile(r'.*-[0-9a-f]{8}\.(o|new)\.tmp|(program|libpart\.so)\.tmp[0-9a-f]{7}')


def seed_of(text):
    """Each day has moments of its own."""
    return datetime.date.today().toordinal() if text == 'today' else int(text)


def arguments():
    parser = argparse.ArgumentParser(prog='torture-builds', description=__doc__.split('\n')[0])
    parser.add_argument('modes', nargs='*', metavar='MODE', help=', '.join(MODES) + '; all')
    parser.add_argument('--rounds', type=int, default=200, help='of kills; of others, a part of it')
    parser.add_argument('--seed', type=seed_of, default=1, help="'today' makes it of the date")
    parser.add_argument('--seconds', type=int, default=0, help='of a mode: begin no round after so many')
    parser.add_argument('--compare', type=int, default=20, metavar='N',
                        help='after every Nth round of kills, compare with a build from scratch')
    parser.add_argument('--archs', default='x86-64,sm_90')
    parser.add_argument('--offloadcc', default=f'{ROOT}/build/release/bin/offloadcc')
    parser.add_argument('--keep', metavar='DIR', default=f'{ROOT}/build/torture-failure',
                        help='where a failure is kept')
    options = parser.parse_args()
    for mode in options.modes:
        if mode not in MODES:
            parser.error(f"unknown mode '{mode}'; there are {', '.join(MODES)}")
    options.modes = options.modes or MODES
    return options


class Failure(Exception):
    pass


def check(good, what):
    if not good:
        raise Failure(what)


class Place:
    """A directory with the sources, a cache, artifacts, temporary files and builds."""

    def __init__(self, options, root):
        self.options, self.root = options, root
        self.project = project.Project(self.path('source'))
        for name in ('cache', 'artifacts', 'tmp'):
            os.makedirs(self.path(name))

    def path(self, *names):
        return os.path.join(self.root, *names)

    def environment(self, more=None):
        inherited = {name: value for name, value in os.environ.items()
                     if not name.startswith(('MAKE', 'MFLAGS', 'OFFLOADCC_'))}
        return dict(inherited, TMPDIR=self.path('tmp'), LC_ALL='C', **(more or {}))

    def command(self, build, cached=True, more=()):
        os.makedirs(self.path(build), exist_ok=True)
        cache = self.path('cache') if cached else 'off'
        artifacts = self.path('artifacts') if cached else self.path(build, 'artifacts')
        flags = (f'--offload-arch={self.options.archs} --offload-cache={cache} '
                 f'--offload-artifacts={artifacts}')
        return ['make', '-j4', '-C', self.path(build), '-f', '../source/Makefile',
                'SOURCE=../source', f'CC={self.options.offloadcc}', f'FLAGS={flags}', *more]

    def make(self, build='build', cached=True, more=(), environment=None):
        done = subprocess.run(self.command(build, cached, more), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, errors='replace',
                              env=self.environment(environment), check=False)
        return done.returncode, done.stdout

    def must_make(self, build='build', cached=True, environment=None):
        status, said = self.make(build, cached, environment=environment)
        check(status == 0, f'a plain build fails:\n{said}')

    def run(self, build='build'):
        environment = {'OMP_NUM_THREADS': '2'}
        if 'x86-64' in self.options.archs:
            environment['OMP_TARGET_OFFLOAD'] = 'mandatory'
        done = subprocess.run(['./program'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              cwd=self.path(build), env=self.environment(environment),
                              errors='replace', check=False)
        # libomptarget writes an image to a file, and leaves it.
        for name in os.listdir(self.path('tmp')):
            if not name.startswith('offloadcc'):
                os.unlink(self.path('tmp', name))
        return done.stdout

    def must_be_right(self, build='build'):
        said, expected = self.run(build), self.project.expected()
        check(said == expected, f'the program is wrong; it says\n{said}instead of\n{expected}')
        status, _ = self.make(build, more=['-q'])
        check(status == 0, 'a second make has something to do')

    def must_equal_fresh(self, build='build'):
        """All that was made is byte for byte what a build from scratch makes."""
        shutil.rmtree(self.path('fresh'), ignore_errors=True)
        self.must_make('fresh', cached=False)
        for name in sorted(project.PRODUCTS):
            with open(self.path(build, name), 'rb') as one, open(self.path('fresh', name), 'rb') as two:
                check(one.read() == two.read(), f'{name} differs from that of a build from scratch')

    def clean(self, build='build'):
        shutil.rmtree(self.path(build), ignore_errors=True)

    def left(self, build='build'):
        """What no build is to leave: in the build directory, the artifacts, TMPDIR, the cache."""
        expected = project.PRODUCTS | project.UNFINISHED
        files = [name for name in os.listdir(self.path(build)) if name not in expected]
        hidden = [name for name in os.listdir(self.path('artifacts')) if name.startswith('.')]
        temporary = os.listdir(self.path('tmp'))
        cache = [name for _, _, names in os.walk(self.path('cache')) for name in names
                 if name.startswith('.tmp-')]
        return {'build': files, 'artifacts': hidden, 'tmp': temporary, 'cache': cache}

    def statistics(self):
        said = subprocess.run([self.options.offloadcc, f'--offload-cache={self.path("cache")}',
                               '--offload-cache-stats'], stdout=subprocess.PIPE, text=True,
                              check=True).stdout
        return {name: int(count) for name, count in re.findall(r'(?m)^(\w+): +(\d+)', said)}

    def age(self):
        """Makes what was left look as if it had been left some minutes ago."""
        then = time.time() - 300
        for where in ('tmp', 'artifacts'):
            for name in os.listdir(self.path(where)):
                if name.startswith(('.', 'offloadcc-')):
                    os.utime(self.path(where, name), (then, then))

    def edit_some(self, rng, names):
        for name in names:
            if rng.random() < 0.2:
                self.project.touch(name)
            elif name in project.UNITS and rng.random() < 0.4:
                self.project.edit_host(name, rng.randrange(1, 1000))
            else:
                self.project.edit(name, rng.randrange(1, 1000))


# ---- Kills -------------------------------------------------------------------------------------


def members(session):
    """The processes of a session: (pid, name)."""
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{pid}/stat', encoding='utf-8', errors='replace') as file:
                name, rest = file.read().split('(', 1)[1].rsplit(')', 1)
        except OSError:
            continue
        if int(rest.split()[3]) == session and rest.split()[0] != 'Z':
            found.append((int(pid), name))
    return found


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def kill_all(session):
    """The whole group at once, as a terminal or a container does it."""
    try:
        os.killpg(session, signal.SIGKILL)
    except ProcessLookupError:
        pass
    while members(session):
        time.sleep(0.002)


def kill_one(rng, session):
    """One compiler, linker or driver; make and its shells go on. Returns its name."""
    candidates = [each for each in members(session) if each[1] not in ('make', 'sh')]
    if not candidates:
        return 'none'
    pid, name = rng.choice(sorted(candidates))
    kill(pid)
    return name


def weight(name):
    return 8 if name in project.UNITS else 1


def change(rng, place):
    """Edits, and says what part of a whole build follows from that, roughly."""
    names = rng.sample(sorted(project.FILES), rng.randrange(1, 7))
    place.edit_some(rng, names)
    if rng.random() < 0.1:
        place.clean()
        names = list(project.FILES)
    if any(name.endswith('.h') for name in names):
        names = list(project.FILES)
    return (sum(map(weight, names)) + 4) / (sum(map(weight, project.FILES)) + 4)


def kills(options, place, rng, deadline):
    start = time.monotonic()
    place.must_make()
    whole = time.monotonic() - start
    place.must_be_right()
    killed, most, leftovers = {}, {}, 0
    for number in range(options.rounds):
        if time.monotonic() > deadline:
            break
        moment = rng.random() * whole * change(rng, place)
        alone = rng.random() < 0.35
        with subprocess.Popen(place.command('build'), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                              env=place.environment(), start_new_session=True) as process:
            time.sleep(moment)
            name = kill_one(rng, process.pid) if alone else 'all'
            if not alone:
                kill_all(process.pid)
        # Not before all have ended: whoever compiled what is edited meanwhile would write an object
        # that is newer, and does not hold it.
        if rng.random() < 0.5:
            place.edit_some(rng, rng.sample(sorted(project.FILES), rng.randrange(1, 3)))
        what = f'round {number}, {name} killed after {moment:.3f} s: '
        killed[name] = killed.get(name, 0) + 1
        try:
            place.age()
            place.must_make()
            place.must_be_right()
            if number % options.compare == options.compare - 1:
                place.must_equal_fresh()
                print(f'kills: {number + 1} rounds are over', flush=True)
            left = place.left()
            ours = [name for name in left['build'] if not OF_CLANG.fullmatch(name)]
            check(not ours, f'left beside the output: {ours}')
            for where, names in left.items():
                most[where] = max(most.get(where, 0), len(names))
        except Failure as failure:
            raise Failure(what + str(failure)) from None
        for name in left['build']: # clang's and lld's
            leftovers += 1
            os.unlink(place.path('build', name))
    place.edit_some(rng, project.UNITS)
    place.age()
    place.must_make()
    place.must_equal_fresh()
    left = place.left()
    check(not left['artifacts'], f'left among the artifacts: {left["artifacts"]}')
    check(not left['tmp'], f'left in TMPDIR after a build of all kernels: {left["tmp"]}')
    check(place.statistics()['damaged'] == 0, 'an entry of the cache was damaged')
    words = ', '.join(f'{count} {name}' for name, count in sorted(killed.items()))
    return (f'{sum(killed.values())} rounds ({words}); left by clang and lld beside outputs: '
            f'{leftovers}; most after a rebuild: TMPDIR {most.get("tmp", 0)}, '
            f'artifacts {most.get("artifacts", 0)}, cache {most.get("cache", 0)}')


# ---- Disks -------------------------------------------------------------------------------------


def mount(*words):
    subprocess.run(['mount', *words], check=True)


class Disk:
    """A small file system at a directory, empty."""

    def __init__(self, directory, kilobytes):
        self.directory = directory
        os.makedirs(directory, exist_ok=True)
        mount('-t', 'tmpfs', '-o', f'size={kilobytes}k', 'tmpfs', directory)

    def grow(self):
        mount('-o', 'remount,size=256m', self.directory)

    def remove(self):
        subprocess.run(['umount', '-l', self.directory], check=True)


def fill_disk(place, where, kilobytes):
    """A build with too small a disk, and one when there is room. Returns whether the first worked."""
    for name in ('cache', 'artifacts', 'build', 'tmp'):
        shutil.rmtree(place.path(name), ignore_errors=True)
        os.makedirs(place.path(name))
    disk = Disk(place.path(where), kilobytes)
    try:
        status, said = place.make(more=['-k'])
        if status == 0:
            place.must_be_right()
        else:
            check(where != 'cache', f'a full cache makes the build fail:\n{said}')
            # lld may be ended by what it writes to mapped memory: the driver says what that means,
            # but not where clang runs it for us.
            explained = ['No space left on device', 'the disk may be full',
                         'linker command failed due to signal']
            check(any(words in said for words in explained),
                  f'it does not say that the disk is full:\n{said}')
        disk.grow()
        place.must_make()
        place.must_be_right()
        place.must_equal_fresh()
        left = place.left()
        ours = [name for name in left['build'] if not OF_CLANG.fullmatch(name)]
        check(not (ours or left['artifacts'] or left['tmp'] or left['cache']), f'left behind: {left}')
        return status == 0
    finally:
        disk.remove()


def full(options, place, rng, deadline):
    failed = worked = 0
    # From what holds nothing to what holds nearly all.
    sizes = {'cache': (4, 160), 'artifacts': (4, 160), 'tmp': (4, 900), 'build': (4, 260)}
    for number in range(max(4, options.rounds // 10)):
        if time.monotonic() > deadline:
            break
        where = list(sizes)[number % len(sizes)]
        kilobytes = rng.randrange(*sizes[where]) // 4 * 4 or 4
        try:
            good = fill_disk(place, where, kilobytes)
        except Failure as failure:
            raise Failure(f'{kilobytes} KiB for {where}: {failure}') from None
        worked += good
        failed += not good
    return f'{failed} builds ran out of space, {worked} managed without'


def listing(directory):
    return sorted((path, sorted(files)) for path, _, files in os.walk(directory))


def read_only(options, place, rng, deadline):
    place.must_make()
    place.clean()
    for name in ('cache', 'artifacts'):
        before = listing(place.path(name))
        mount('--bind', place.path(name), place.path(name))
        mount('-o', 'remount,bind,ro', place.path(name))
        status, said = place.make(more=['-k', 'LDFLAGS='])
        if name == 'cache':
            check(status == 0, f'a cache that is read-only makes a build fail:\n{said}')
            place.must_be_right()
            trace = place.path('trace.json')
            status, said = place.make(more=['-B', 'kernel1.o', f'CC={options.offloadcc} '
                                            f'--offload-time-trace={trace}'])
            with open(trace, encoding='utf-8') as file:
                check(status == 0 and "'ld.lld'" not in file.read(), 'a read-only cache is not used')
            place.edit_some(rng, project.UNITS)
            place.must_make()
            place.must_be_right()
        else:
            place.clean()
            status, said = place.make(more=['-k'])
            check(status != 0 and 'Read-only file system' in said and '--offload-artifacts' in said,
                  f'artifacts that are read-only are not reported:\n{said}')
        check(listing(place.path(name)) == before, f'{name}: something was changed')
        subprocess.run(['umount', '-l', place.path(name)], check=True)
    place.must_make()
    place.must_be_right()
    place.must_equal_fresh()
    return 'hits where the cache is read-only, a message where the artifacts are'


# ---- Side by side ------------------------------------------------------------------------------


def clear_at_random(options, place, rng, stop):
    while not stop.wait(rng.random() * 3):
        subprocess.run([options.offloadcc, f'--offload-cache={place.path("cache")}',
                        '--offload-cache-clear'], stderr=subprocess.DEVNULL, check=False)


def side_by_side(place, builds):
    """All builds at once; each has to succeed."""
    failures = []

    def one(name, environment):
        try:
            place.must_make(name, environment=environment)
        except Failure as failure:
            failures.append(f'{name}: {failure}')

    threads = [threading.Thread(target=one, args=build) for build in builds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise Failure('\n'.join(failures))


def shared(options, place, rng, deadline):
    tiny = {'OFFLOADCC_CACHE_SIZE': '120K'}
    rounds = 0
    for number in range(max(2, options.rounds * 3 // 20)):
        if time.monotonic() > deadline:
            break
        place.edit_some(rng, rng.sample(sorted(project.FILES), rng.randrange(3, 8)))
        builds = [('one', None), ('two', None)]
        stop = threading.Event()
        clearing = threading.Thread(target=clear_at_random, args=(options, place, rng, stop))
        if number % 3 == 1:
            clearing.start()
        if number % 3 == 2:
            builds.append(('three', tiny))
        if number % 2:
            for name, _ in builds:
                place.clean(name)
        try:
            side_by_side(place, builds)
        finally:
            stop.set()
            if clearing.ident:
                clearing.join()
        for name, _ in builds:
            place.must_be_right(name)
            left = place.left(name)
            check(not any(left.values()), f'{name} leaves {left}')
        rounds += 1
    for name, _ in builds:
        place.must_equal_fresh(name)
    statistics = place.statistics()
    check(statistics['damaged'] == 0, 'an entry of the cache was damaged')
    return (f'{rounds} rounds of two or three builds at once; since the last clearing '
            f'{statistics["hits"]} hits, {statistics["misses"]} misses, '
            f'{statistics["evicted"]} evicted')


# ---- All ---------------------------------------------------------------------------------------


def enter_namespace():
    """Mounts of ours are seen by nobody else, and end with us."""
    if os.environ.get(IN_NAMESPACE):
        return
    words = ['unshare', '-m'] if os.geteuid() == 0 else ['unshare', '-r', '-m']
    probe = [*words, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']
    allowed = shutil.which('unshare') and subprocess.run(
        probe, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
    os.environ[IN_NAMESPACE] = 'yes' if allowed else 'no'
    if allowed:
        os.execvp(words[0], [*words, sys.executable, '-B', *sys.argv])


def main():
    options = arguments()
    enter_namespace()
    options.offloadcc = os.path.abspath(options.offloadcc)
    functions = {'kills': kills, 'full': full, 'read-only': read_only, 'shared': shared}
    result = 0
    for mode in options.modes:
        if mode in ('full', 'read-only') and os.environ[IN_NAMESPACE] == 'no':
            print(f'{mode}: left out: no file system may be mounted here')
            continue
        root = tempfile.mkdtemp(prefix='torture-')
        start = time.monotonic()
        try:
            place = Place(options, root)
            deadline = start + options.seconds if options.seconds else float('inf')
            said = functions[mode](options, place, random.Random(f'{options.seed} {mode}'), deadline)
            print(f'{mode}: passed in {time.monotonic() - start:.0f} s: {said}', flush=True)
        except Failure as failure:
            result = 1
            kept = os.path.join(options.keep, mode)
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(root, kept, symlinks=True)
            print(f'{mode}: FAILED with --seed {options.seed}: {failure}\nkept in {kept}', flush=True)
        finally:
            shutil.rmtree(root, ignore_errors=True)
    return result


if __name__ == '__main__':
    sys.exit(main())
