"""What came of the builds, as text and as the table of docs/projects.md."""

import subprocess
import textwrap

BEGIN, END = "<!-- results: written by scripts/try-projects --docs -->\n", "<!-- end of results -->"


def tests_hold(test):
    return test["well"] and test["passed"] > 0 and not test["failed"]


def holds(result):
    """Whether the project is the same with both compilers, and its tests passed."""
    return ("failure" not in result and not result["different"] and not result["configuration"]
            and tests_hold(result["test"]))


def counts(test):
    text = f"{test['passed']} passed"
    for name in ("failed", "skipped"):
        if test[name]:
            text += f", {test[name]} {name}"
    return text if test["well"] or test["failed"] else text + ", ended with an error"


def total(seconds):
    return seconds["configure"] + seconds["build"]


def summary(result):
    """Some lines for who waits; where something is not equal, with all of it."""
    if "failure" in result:
        return f"error: {result['failure']}"
    lines = [f"{result['name']} {result['version']}: "
             f"{result['objects'] - len(result['different'])} of {result['objects']} objects equal, "
             f"{len(result['configuration'])} differences in {result['files']} files of configuration"]
    lines += [f"  differs: {path}" for path in result["different"]]
    lines += [f"  configured: {line}" for line in result["configuration"]]
    for name, owner in (("test", "offloadcc"), ("clang_test", "clang")):
        if name in result:
            lines.append(f"  tests with {owner}: {counts(result[name])}; {result[name]['log']}")
    return "\n".join(lines)


def row(project, result):
    if "failure" in result:
        return [project.name, "", project.system, result["failure"].split("\n")[0].split(";")[0]]
    test = counts(result["test"])
    if "clang_test" in result:
        test += f" (with clang: {counts(result['clang_test'])})"
    equal = result["objects"] - len(result["different"])
    configuration = f"{len(result['configuration'])} lines differ" if result["configuration"] else "equal"
    if result["expected"]:
        configuration += f", {len(result['expected'])} lines see below"
    return [project.name, result["version"], project.system, str(result["objects"]), str(equal),
            f"{configuration} ({result['files']} files)", test,
            f"{total(result['seconds']['clang']):.0f} s", f"{total(result['seconds']['offloadcc']):.0f} s"]


def table(results):
    rows = [["project", "Debian's version", "built by", "objects", "equal", "configuration", "its tests",
             "clang", "offloadcc"]] + [row(*result) for result in results]
    rows = [line + [""] * (len(rows[0]) - len(line)) for line in rows]
    widths = [max(len(line[i]) for line in rows) for i in range(len(rows[0]))]
    rows.insert(1, ["-" * width for width in widths])
    return "\n".join("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |"
                     for line in rows)


def notes(results):
    return "\n".join(textwrap.fill(f"- **{project.name}**: `{project.test}`. {project.note}", width=119,
                                   subsequent_indent="  ", break_long_words=False,
                                   break_on_hyphens=False) for project, _ in results)


def version(program):
    result = subprocess.run([program, "--version"], capture_output=True, text=True)
    return result.stdout.splitlines()[0] if result.stdout else "unknown"


def put_into_docs(results, options, path):
    """Replaces what stands between the two marks."""
    with open(path) as file:
        text = file.read()
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    with open(path, "w") as file:
        file.write(f"{before}{BEGIN}\n{version(options.clang)}; {options.jobs} jobs.\n\n"
                   f"{table(results)}\n\n{notes(results)}\n\n{END}{after}")
