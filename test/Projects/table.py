"""The projects that scripts/try-projects builds. A row is all that is known about one."""

AUTOMAKE = {"passed": r"^# (?:PASS|XFAIL): +(\d+)$", "failed": r"^# (?:FAIL|XPASS|ERROR): +(\d+)$",
            "skipped": r"^# SKIP: +(\d+)$"}


class Project:
    """`source`: Debian's source package. `system`: what builds it. `configure`, `build`: lines for bash
    in the source's directory, with CC in the environment; $CC is named only where the project's own
    documentation does (`make CC=...`), and no compiler flags are ours. `build` makes the test programs
    too, so that they are compared. `test`: the project's default test target, which may take `limit`
    seconds. `counts` are regular expressions that find in its output what passed: a group is a number,
    a match without one is one test. `needs`: binary packages. `patched`: with Debian's patches.
    `expected`: a regular expression of the differences in configuration that `note` explains. `note`:
    what the reader of the results should know."""

    def __init__(self, name, source, system, build, test, counts, configure=(), needs=(), limit=600,
                 patched=True, expected=r"(?!)", note=""):
        self.name = name
        self.source = source
        self.system = system
        self.configure = list(configure)
        self.build = list(build)
        self.test = test
        self.counts = counts
        self.needs = ["dpkg-dev", "iproute2", "libc6-dev", "make", "patch", "xz-utils"] + list(needs)
        self.limit = limit
        self.patched = patched
        self.expected = expected
        self.note = note


PROJECTS = [
    Project(
        "zlib", "zlib", "its own configure",
        configure=["./configure"],
        build=["make -j$JOBS all"],
        test="make test",
        counts={"passed": r"test OK \*\*\*", "failed": r"test FAILED \*\*\*"}),
    Project(
        "lua", "lua5.4", "make",
        build=["make -j$JOBS linux CC=$CC"],
        # Upstream's tests are an archive of their own, which Debian has not: --lua-tests.
        test='if [ -n "$LUA_TESTS" ]; then rm -rf tests && cp -r "$LUA_TESTS" tests && cd tests && '
             '../src/lua -e"_U=true" all.lua; else make test; fi',
        counts={"passed": r"^\*+ FILE '.*'|^Lua 5\.4\.\d", "failed": r"lua: .*"},
        patched=False,
        note="Upstream's source, since Debian's patches replace its makefile by one for libtool and C++. "
             "`make test` only runs `lua -v`; upstream's test suite is not in Debian, so it has to be "
             "named: `--lua-tests DIR`. Then its files are counted."),
    Project(
        "libpng", "libpng1.6", "autoconf, automake, libtool",
        configure=["./configure"],
        build=["make -j$JOBS", "make -j$JOBS check TESTS="],
        test="chmod +x tests/* && make check",
        counts=AUTOMAKE,
        needs=["zlib1g-dev", "mawk"]),
    Project(
        "jq", "jq", "autoconf, automake, libtool",
        configure=["autoreconf -fi", "./configure --disable-docs --disable-valgrind"],
        build=["make -j$JOBS", "make -j$JOBS check TESTS="],
        test="make check",
        counts=AUTOMAKE,
        needs=["autoconf", "automake", "libtool", "libonig-dev", "bison", "flex"],
        note="`autoreconf`, as in Debian's rules: the source has no configure. Without valgrind, "
             "which would only make the tests slower."),
    Project(
        "libuv", "libuv1", "CMake, ninja",
        configure=["cmake -G Ninja -B out"],
        build=["cmake --build out -j $JOBS"],
        # The first as in Debian's rules; the second since a busy machine is late.
        test="export RES_OPTIONS=attempts:0 UV_TEST_TIMEOUT_MULTIPLIER=4; cd out && ctest -V",
        counts={"passed": r"^\d+: ok \d+ - (?!.*# SKIP)", "failed": r"^\d+: not ok \d+ - ",
                "skipped": r"^\d+: ok \d+ - .*# SKIP"},
        needs=["cmake", "ninja-build", "netbase"],
        limit=1200,
        expected=r"CMAKE_(ADDR2LINE|AR|DLLTOOL|LINKER|NM|OBJCOPY|OBJDUMP|RANLIB|READELF|STRIP)\b",
        note="ctest runs the suite twice, with the shared and with the static library. CMake takes the "
             "names of tools such as CMAKE_AR from the end of the compiler's: after `clang-22` it is "
             "`llvm-ar-22`, after `offloadcc` or `clang` it is `llvm-ar`, of whatever version that is. "
             "That matters with `-flto` among the flags, where it has to be LLVM 22's: "
             "`-DCMAKE_AR=/usr/bin/llvm-ar-22 -DCMAKE_RANLIB=/usr/bin/llvm-ranlib-22`. CMake's own "
             "INTERPROCEDURAL_OPTIMIZATION finds it with both."),
    Project(
        "sqlite", "sqlite3", "autoconf, libtool",
        configure=["./configure --with-tcl=$(echo /usr/lib/*/tcl8.6)"],
        build=["make -j$JOBS", "make -j$JOBS testfixture sqlite3_analyzer sqldiff dbhash sqltclsh fuzzcheck "
               "sessionfuzz"],
        test="make test",
        counts={"passed": r"^\d+ errors out of (\d+) tests", "failed": r"^(\d+) errors out of \d+ tests"},
        needs=["autoconf", "automake", "libtool", "tcl8.6-dev", "libreadline-dev"],
        limit=3600,
        patched=False,
        note="`make test`, which is what sqlite's README says to run. Upstream's source: with Debian's patches the shell "
             "uses the shared library, which cannot do what recover.test wants of it."),
    Project(
        "wayland", "wayland", "meson, ninja",
        configure=["meson setup -Ddocumentation=false out"],
        build=["ninja -C out -j $JOBS"],
        test="meson test -C out --timeout-multiplier 4 --print-errorlogs",
        counts={"passed": r"^(?:Ok|Expected Fail): +(\d+)", "skipped": r"^Skipped: +(\d+)",
                "failed": r"^(?:Fail|Unexpected Pass|Timeout): +(\d+)"},
        needs=["meson", "ninja-build", "pkg-config", "libexpat1-dev", "libffi-dev", "libxml2-dev"],
        note="Without its documentation, which needs Doxygen."),
    Project(
        "redis", "redis", "make",
        build=["make -j$JOBS CC=$CC"],
        test="./runtest --clients $JOBS",
        counts={"passed": r"\[ok\]", "failed": r"\[(?:err|exception|timeout)\]",
                "skipped": r"\[(?:ignore|skip)\]"},
        needs=["tcl", "procps", "pkg-config"],
        limit=3600,
        patched=False,
        expected=r"\.make-settings: .(STD|PREV_FINAL_CFLAGS)=",
        note="Upstream's source, with the jemalloc in it: Debian's patches are for the system's. What "
             "`make test` runs, with fewer clients at a time than its 16 (Debian's rules: 1): some tests "
             "measure time. Its makefile turns off a warning (-Wno-c11-extensions) where CC has `clang` in it."),
]
