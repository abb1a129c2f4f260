"""Builds C projects with clang and with offloadcc and compares: scripts/try-projects is the command.

Each project is built twice at the same path, DIR/NAME/build, so that the paths in objects are the same;
the trees are then DIR/NAME/build.clang and build.offloadcc, and the logs lie beside them. They move back
for their tests: offloadcc's always, clang's too if those fail. DIR/NAME/result.json has what came of it.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import compare
import debian
import report
from table import PROJECTS

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# What a user's environment may say about compiling, which is not the projects' own.
FLAGS = ["CFLAGS", "CPPFLAGS", "CXXFLAGS", "LDFLAGS", "LIBS", "CPP", "CXX", "MAKEFLAGS", "DESTDIR"]

AS_NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/try-projects", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these projects")
    parser.add_argument("--list", action="store_true", help="show the projects and what they need")
    parser.add_argument("--install", action="store_true",
                        help="as root: install what is missing of that")
    parser.add_argument("--offloadcc", metavar="FILE",
                        default=f"{ROOT}/build/release/bin/offloadcc", help="(%(default)s)")
    parser.add_argument("--clang", metavar="FILE", default="clang-22", help="(%(default)s)")
    parser.add_argument("--work", metavar="DIR", default=f"{ROOT}/build/projects",
                        help="where sources, builds and logs go (%(default)s)")
    parser.add_argument("--jobs", type=int, metavar="N", default=len(os.sched_getaffinity(0)))
    parser.add_argument("--lua-tests", metavar="DIR", help="upstream's tests of that version of Lua")
    parser.add_argument("--retest", action="store_true",
                        help="build nothing: run the tests with DIR's builds again")
    parser.add_argument("--report", action="store_true", help="build nothing: show DIR's results")
    parser.add_argument("--docs", action="store_true", help="put DIR's results into docs/projects.md")
    options = parser.parse_args()
    known = {project.name for project in PROJECTS}
    for name in options.names:
        if name not in known:
            parser.error(f"no project is called '{name}'; there are {', '.join(sorted(known))}")
    options.projects = [project for project in PROJECTS
                        if not options.names or project.name in options.names]
    options.work = os.path.abspath(options.work)
    return options


def find_compiler(path, option):
    found = shutil.which(path)
    if not found:
        raise debian.Failure(f"{path}: no such compiler: build it, or name one with {option}")
    return os.path.abspath(found)


def install_needed(options):
    needed = {package for project in options.projects for package in project.needs}
    missing = debian.missing_packages(sorted(needed))
    if not missing:
        return
    command = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if not options.install:
        raise debian.Failure("packages are missing. Install them with\n  sudo " + " ".join(command) +
                             "\nor, as root, with --install")
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    subprocess.run(["apt-get", "update"], check=False, env=environment)
    if subprocess.run(command, env=environment).returncode != 0:
        raise debian.Failure(f"{' '.join(command)} failed")


class Build:
    """A project's build by one compiler, at the path that both share until it is moved aside."""

    def __init__(self, project, options, compiler):
        self.project = project
        self.compiler = compiler
        self.kind = "offloadcc" if compiler == options.offloadcc else "clang"
        self.directory = os.path.join(options.work, project.name)
        self.place = os.path.join(self.directory, "build")
        self.aside = f"{self.place}.{self.kind}"
        self.environment = {name: value for name, value in os.environ.items() if name not in FLAGS}
        self.environment.update(
            CC=os.path.basename(compiler), JOBS=str(options.jobs), LC_ALL="C.UTF-8",
            PATH=os.path.dirname(compiler) + os.pathsep + os.environ["PATH"],
            LUA_TESTS=os.path.abspath(options.lua_tests) if options.lua_tests else "")

    def run(self, step, commands, limit):
        """Returns (whether all went well, seconds, the log's path)."""
        # What __DATE__ is, as in Debian's own builds.
        self.environment["SOURCE_DATE_EPOCH"] = debian.last_change(self.place)
        log = os.path.join(self.directory, f"{step}.{self.kind}.log")
        start = time.monotonic()
        with open(log, "w") as output:
            process = subprocess.Popen(["bash", "-ec", "\n".join(commands)], cwd=self.place,
                                       env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, start_new_session=True)
            try:
                well = process.wait(timeout=limit) == 0
            except subprocess.TimeoutExpired:
                well = False
                output.write(f"\ntry-projects: ended after {limit} s\n")
            finally:  # what tests leave running, too
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
        return well, time.monotonic() - start, log

    def make(self, dsc):
        """Returns the seconds that configuring and building took."""
        for directory in (self.place, self.aside):
            shutil.rmtree(directory, ignore_errors=True)
        debian.unpack(dsc, self.place, self.project.patched)
        seconds = {}
        for step in ("configure", "build"):
            well, seconds[step], log = self.run(step, getattr(self.project, step), 3600)
            if not well:
                raise debian.Failure(f"{self.project.name}: {step} failed with {self.compiler}; see {log}")
        os.rename(self.place, self.aside)
        return seconds

    def _give_to_nobody(self):
        temporary = os.path.join(self.place, "tmp.tests")
        os.makedirs(temporary, exist_ok=True)
        self.environment.update(HOME=temporary, TMPDIR=temporary)
        subprocess.run(["chown", "-R", "nobody:nogroup", self.place], check=True)
        if subprocess.run([*AS_NOBODY, "test", "-w", self.place]).returncode != 0:
            raise debian.Failure(f"tests run as nobody, who cannot reach {self.place}: name another "
                                 "directory with --work")

    def test(self):
        """Returns {passed, failed, skipped, seconds, well, log}. Root runs them as nobody, since some
        refuse to run as root, and without a network, since some depend on what it answers."""
        os.rename(self.aside, self.place)
        try:
            return self._test_in_place()
        finally:
            os.rename(self.place, self.aside)

    def _test_in_place(self):
        commands = [self.project.test]
        if os.getuid() == 0:
            self._give_to_nobody()
            command = shlex.join([*AS_NOBODY, "bash", "-ec", self.project.test])
            commands = [shlex.join(["unshare", "--net", "sh", "-ec", f"ip link set lo up; {command}"])]
        well, seconds, log = self.run("test", commands, self.project.limit)
        with open(log, errors="replace") as file:
            text = re.sub(r"\x1b\[[0-9;]*m", "", file.read())  # colours
        counts = {"passed": 0, "failed": 0, "skipped": 0}
        for name, pattern in self.project.counts.items():
            for number in re.findall(pattern, text, re.MULTILINE):
                counts[name] += int(number) if re.fullmatch(r"\d+", number) else 1
        return dict(counts, seconds=seconds, well=well, log=log)


def try_project(project, options, archive):
    """Returns what result.json holds."""
    dsc, version = archive.fetch(project.source)
    by_clang = Build(project, options, options.clang)
    by_offloadcc = Build(project, options, options.offloadcc)
    os.makedirs(by_clang.directory, exist_ok=True)
    result = {"name": project.name, "version": version, "seconds": {}}
    result["seconds"]["clang"] = by_clang.make(dsc)
    result["seconds"]["offloadcc"] = by_offloadcc.make(dsc)

    result["objects"], result["different"] = compare.differing_objects(by_clang.aside, by_offloadcc.aside)
    names = [options.clang, options.offloadcc, os.path.basename(options.clang),
             os.path.basename(options.offloadcc)]
    result["files"], differences = compare.differing_configuration(
        by_clang.aside, by_offloadcc.aside, names)
    result["expected"] = [line for line in differences if re.search(project.expected, line)]
    result["configuration"] = [line for line in differences if line not in result["expected"]]
    run_tests(result, by_clang, by_offloadcc)
    return result


def run_tests(result, by_clang, by_offloadcc):
    """Adds what the tests said to the result: clang's build only has to show what offloadcc's failed."""
    result["test"] = by_offloadcc.test()
    result.pop("clang_test", None)
    if not report.tests_hold(result["test"]):
        result["clang_test"] = by_clang.test()


def retry_tests(project, options, archive):
    """Returns the result of builds that are there, with new tests."""
    builds = [Build(project, options, compiler) for compiler in (options.clang, options.offloadcc)]
    if not all(os.path.isdir(build.aside) for build in builds):
        raise debian.Failure(f"{options.work} has no builds of {project.name} to test again")
    with open(result_path(options, project)) as file:
        result = json.load(file)
    run_tests(result, *builds)
    return result


def result_path(options, project):
    return os.path.join(options.work, project.name, "result.json")


def try_all(options):
    options.offloadcc = find_compiler(options.offloadcc, "--offloadcc")
    options.clang = find_compiler(options.clang, "--clang")
    install_needed(options)
    archive = debian.Archive(os.path.join(options.work, "apt"))
    archive.update()
    for project in options.projects:
        print(f"{project.name}: " + ("testing" if options.retest else "fetching, building, testing"),
              file=sys.stderr, flush=True)
        path = result_path(options, project)
        if os.path.exists(path) and not options.retest:
            os.remove(path)
        try:
            result = (retry_tests if options.retest else try_project)(project, options, archive)
        except debian.Failure as failure:
            result = {"name": project.name, "failure": str(failure)}
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            json.dump(result, file, indent=1)
        print(report.summary(result), file=sys.stderr, flush=True)


def load_results(options):
    """Returns [(project, result)]; what was not built has none but says so."""
    results = []
    for project in options.projects:
        result = {"name": project.name, "failure": "not built yet"}
        if os.path.exists(result_path(options, project)):
            with open(result_path(options, project)) as file:
                result = json.load(file)
        results.append((project, result))
    return results


def main():
    options = arguments()
    if options.list:
        for project in PROJECTS:
            print(f"{project.name:8} {project.system:28} {' '.join(project.needs)}")
        return
    try:
        if not options.report:
            try_all(options)
        results = load_results(options)
    except debian.Failure as failure:
        sys.exit(f"try-projects: error: {failure}")
    print(report.table(results))
    if options.docs:
        report.put_into_docs(results, options, os.path.join(ROOT, "docs", "projects.md"))
    if not all(report.holds(result) for _, result in results):
        sys.exit(1)


main()
