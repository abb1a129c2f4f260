"""Debian's sources, without a change to the system's configuration: apt gets lists of its own, whose
entries are the system's, for sources."""

import functools
import os
import re
import subprocess


class Failure(Exception):
    """Says what went wrong, and what to do."""


def source_entries(text, deb822):
    """The text of one of apt's files, asking for sources instead of packages."""
    if deb822:
        return re.sub(r"(?mi)^Types:.*$", "Types: deb-src", text)
    lines = [re.sub(r"^\s*deb(?=\s)", "deb-src", line) for line in text.splitlines()
             if re.match(r"\s*deb\s", line)]
    return "\n".join(lines) + "\n"


class Archive:
    """`directory` holds apt's lists and what was downloaded; both are used again."""

    def __init__(self, directory):
        self.directory = directory
        self.entries = os.path.join(directory, "sources.list.d")
        self.lists = os.path.join(directory, "lists")
        self.files = os.path.join(directory, "files")
        self.options = ["-q", "-o", f"Dir::Etc::sourceparts={self.entries}",
                        "-o", "Dir::Etc::sourcelist=/dev/null",
                        "-o", f"Dir::State::lists={self.lists}",
                        "-o", f"Dir::Cache={directory}/cache",
                        "-o", "APT::Sandbox::User="]  # no need of a directory that _apt can read

    def update(self):
        """Fetches the lists, once a directory."""
        if os.path.isdir(self.lists) and any("Sources" in name for name in os.listdir(self.lists)):
            return
        for directory in (self.entries, os.path.join(self.lists, "partial"), self.files,
                          os.path.join(self.directory, "cache")):
            os.makedirs(directory, exist_ok=True)
        self._write_entries()
        # A source of other packages may have no deb-src, which is none of our business.
        result = subprocess.run(["apt-get", *self.options, "update"], capture_output=True, text=True)
        if not any("Sources" in name for name in os.listdir(self.lists)):
            raise Failure("apt-get found no lists of source packages; it said:\n" +
                          result.stdout + result.stderr)

    def _write_entries(self):
        places = ["/etc/apt/sources.list"]
        parts = "/etc/apt/sources.list.d"
        if os.path.isdir(parts):
            places += [os.path.join(parts, name) for name in sorted(os.listdir(parts))]
        for place in places:
            if place.endswith((".list", ".sources")) and os.path.exists(place):
                with open(place) as file:
                    text = source_entries(file.read(), place.endswith(".sources"))
                with open(os.path.join(self.entries, os.path.basename(place)), "w") as file:
                    file.write(text)

    def versions(self, package):
        """All that the lists have, the newest first."""
        result = subprocess.run(["apt-cache", *self.options, "showsrc", "--only-source", package],
                                capture_output=True, text=True)
        found = set(re.findall(r"(?m)^Version: (\S+)$", result.stdout))

        def compare(one, other):
            less = subprocess.run(["dpkg", "--compare-versions", one, "lt", other]).returncode == 0
            return -1 if less else 1
        return sorted(found, key=functools.cmp_to_key(compare), reverse=True)

    def fetch(self, package):
        """Returns the .dsc and the version of the newest that can be downloaded: mirrors lag behind."""
        said = ""
        for version in self.versions(package):
            dsc = os.path.join(self.files, f"{package}_{re.sub('^[0-9]+:', '', version)}.dsc")
            result = subprocess.run(["apt-get", *self.options, "source", "--download-only",
                                     f"{package}={version}"],
                                    cwd=self.files, capture_output=True, text=True)
            if result.returncode == 0 and os.path.exists(dsc):
                return dsc, version
            said += result.stderr
        raise Failure(f"no version of the source package {package} can be downloaded; apt-get said:\n"
                      f"{said or '  that it knows no such package'}\n"
                      f"If its lists are old, remove {self.lists} and try again.")


def unpack(dsc, directory, patched):
    command = ["dpkg-source", "--no-check", *([] if patched else ["--skip-patches"]), "-x", dsc,
               directory]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise Failure(f"{' '.join(command)} failed:\n{result.stderr}")


def last_change(directory):
    """Returns the seconds since 1970 of the last entry in an unpacked source's changelog."""
    result = subprocess.run(["dpkg-parsechangelog", "-STimestamp"], cwd=directory,
                            capture_output=True, text=True, check=True)
    return result.stdout.strip()


def missing_packages(packages):
    found = []
    for package in packages:
        result = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", package],
                                capture_output=True, text=True)
        if result.stdout != "installed":
            found.append(package)
    return found
