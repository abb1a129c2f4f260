"""Prints clang's options that take arguments of their own and that our table does not know."""
import re
import sys

inc, table = (open(path, encoding="utf-8").read() for path in sys.argv[1:3])
known = dict(re.findall(r'^OPTION\("([^"]+)",\s*(\w+),', table, re.M))
row = re.compile(
    r"^OPTION\((\d+), \d+ /\* (.*?) \*/, \w+, (\w+), \w+, \w+, "
    r'(?:nullptr|"(?:[^"\\]|\\.)*"), .*?, (.*?), (\d+),', re.M)
kinds = {
    "Separate": "SEPARATE",
    "JoinedOrSeparate": "EITHER",
    "JoinedAndSeparate": "BOTH",
    "MultiArg": "MULTI",
}
count = 0
for prefix, name, kind, visibility, words in row.findall(inc):
    if kind not in kinds or name.startswith("/"):
        continue
    if "DefaultVis" not in visibility and "ClangOption" not in visibility:
        continue
    count += 1
    expected = kinds[kind] + (words if kind == "MultiArg" else "")
    if known.get(name) != expected:
        print(f"{name}: {expected} in clang, {known.get(name)} in options.def")
print(f"{count > 100} that the table was read")
