# Tables and a chart of what measure.py found.
import math
import os
import statistics

import docs

TITLES = {"ours": "offloadcc", "openmp": "OpenMP", "opencl": "PoCL",
          "image": "offloadcc, x86-64 image", "target": "clang `target`"}
COLOURS = {"ours": "#2563a8", "opencl": "#c9772b", "target": "#8a8f98"}


def seconds_text(seconds):
    if seconds < 1e-4:
        return f"{seconds * 1e6:.2f} us"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def spread_text(values):
    """The median, and the quartiles around it in percent of it."""
    if not values:
        return "-"
    middle = statistics.median(values)
    low, _, high = statistics.quantiles(values, n=4) if len(values) > 1 else [middle] * 3
    return (f"{seconds_text(middle)} ({100 * (low / middle - 1):+.0f} "
            f"{100 * (high / middle - 1):+.0f})")


def ratio(row, way, other, measure=statistics.median):
    mine, yours = row["seconds"].get(way), row["seconds"].get(other)
    return measure(mine) / measure(yours) if mine and yours else None


def ratio_text(value):
    if value is None:
        return "-"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def markdown(heads, lines):
    """A table whose columns but the first are numbers."""
    cells = [heads] + lines
    widths = [max(len(line[i]) for line in cells) for i in range(len(heads))]

    def text(line):
        return "| " + " | ".join(cell.ljust(widths[i]) if i == 0 else cell.rjust(widths[i])
                                 for i, cell in enumerate(line)) + " |"

    rule = "| " + " | ".join("-" * width if i == 0 else "-" * (width - 1) + ":"
                             for i, width in enumerate(widths)) + " |"
    return "\n".join([text(heads), rule] + [text(line) for line in lines])


def is_sweep(row):
    return row["name"].startswith("saxpy 10^")


def is_algorithm(row):
    return row["name"].startswith("algorithm ")


def is_of_lanes(row):
    return row["name"].startswith("lanes ")


def has_own_table(row):
    return is_sweep(row) or is_algorithm(row) or is_of_lanes(row)


def beside(others, head, rows):
    """A table of offloadcc's times beside those of other ways."""
    ratios = [title for way in others for title in (f"to {TITLES[way]}", "least")]
    return markdown(
        [head, "offloadcc"] + [TITLES[way] for way in others] + ratios,
        [[row["name"]] + [spread_text(row["seconds"].get(way, [])) for way in ["ours"] + others] +
         [ratio_text(ratio(row, "ours", other, measure)) for other in others
          for measure in (statistics.median, min)] for row in rows])


def tables(results):
    normal = [row for row in results["rows"] if not has_own_table(row)]
    cpu = [row for row in normal if "ours" in row["seconds"]]
    sweep = [row for row in results["rows"] if is_sweep(row)]
    parts = []
    if cpu:
        parts.append(beside(["openmp", "opencl"], "kernel", cpu))
    if normal:
        parts.append(markdown(
            ["kernel, with transfers", "offloadcc, x86-64 image", "clang `target`", "ratio",
             "least"],
            [[row["name"]] + [spread_text(row["seconds"].get(way, []))
                              for way in ("image", "target")] +
             [ratio_text(ratio(row, "image", "target", measure))
              for measure in (statistics.median, min)] for row in normal]))
    algorithms = [row for row in results["rows"] if is_algorithm(row)]
    if algorithms:
        parts.append(beside(["openmp", "opencl"], "offload_algorithms.h", algorithms))
    lanes = [row for row in results["rows"] if is_of_lanes(row)]
    if lanes:
        parts.append(beside(["openmp"], "groups of lanes", lanes))
    if sweep:
        parts.append(beside(["openmp"], "elements", sweep))
    reasons = {}
    for row in results["rows"]:
        for way, why in row["missing"].items():
            reasons.setdefault((way, why), []).append(row["name"])
    if reasons:
        parts.append("Missing:\n\n" + "\n".join(
            f"- {TITLES[way]}: {why} ({', '.join(names)})"
            for (way, why), names in reasons.items()))
    return "\n\n".join(parts)


def chart(results):
    """Bars from 1, OpenMP's time, to each other time, on a log scale."""
    rows = [row for row in results["rows"]
            if not has_own_table(row) and row["seconds"].get("openmp")]
    left, top, width, bar, gap = 170, 64, 560, 9, 12
    low, high = -4, 6  # powers of two
    height = top + len(rows) * (3 * bar + gap) + 24

    def place(value):
        power = min(max(math.log2(value), low), high)
        return left + (power - low) / (high - low) * width

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 70}" '
             f'height="{height}" font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="#ffffff"/>',
             f'<text x="{left}" y="18" font-size="14" fill="#222222">Time of a launch, relative to '
             "OpenMP&#8217;s: faster to the left of 1, slower to the right</text>"]
    x = left
    for way, title in (("ours", "offloadcc"), ("opencl", "PoCL"),
                       ("target", "clang target (with transfers)")):
        lines.append(f'<rect x="{x}" y="28" width="10" height="10" fill="{COLOURS[way]}"/>')
        lines.append(f'<text x="{x + 15}" y="37" fill="#222222">{title}</text>')
        x += 110
    for power in range(low, high + 1):
        x = place(2.0**power)
        colour, label = ("#222222", "1") if power == 0 else ("#dddddd", "")
        label = label or (f"{2**power}" if power > 0 else f"1/{2**-power}")
        lines.append(f'<line x1="{x:.1f}" y1="{top - 6}" x2="{x:.1f}" y2="{height - 20}" '
                     f'stroke="{colour}"/>')
        lines.append(f'<text x="{x:.1f}" y="{height - 6}" text-anchor="middle" '
                     f'fill="#666666">{label}</text>')
    y = top
    for row in rows:
        lines.append(f'<text x="{left - 8}" y="{y + 2 * bar}" text-anchor="end" '
                     f'fill="#222222">{row["name"]}</text>')
        for way in COLOURS:
            value = ratio(row, way, "openmp")
            if value is not None:
                start, end = sorted((place(1), place(value)))
                lines.append(f'<rect x="{start:.1f}" y="{y}" width="{max(end - start, 1.5):.1f}" '
                             f'height="{bar - 1}" fill="{COLOURS[way]}"/>')
                at, anchor = (end + 4, "start") if value >= 1 else (start - 4, "end")
                lines.append(f'<text x="{at:.1f}" y="{y + bar - 1}" font-size="9" '
                             f'text-anchor="{anchor}" fill="#666666">{ratio_text(value)}</text>')
            y += bar
        y += gap
    return "\n".join(lines + ["</svg>"]) + "\n"


def machine(results):
    about = results["machine"]
    opencl = ", " + about["opencl"] if about["opencl"] else ""
    return (f"{about['processor']}, {about['threads']} threads; {about['clang']}{opencl}; "
            f"`{' '.join(results['flags'])}`; {results['rounds']} rounds of "
            f"{results['repetitions']} repetitions.")


def page(results):
    return machine(results) + "\n\n" + tables(results) + "\n"


def write(results, directory):
    with open(os.path.join(directory, "results.md"), "w") as file:
        file.write(page(results))
    with open(os.path.join(directory, "chart.svg"), "w") as file:
        file.write(chart(results))


def put_into_docs(results, directory):
    docs.put(os.path.join(directory, "bench.md"), "scripts/bench --docs", page(results))
    with open(os.path.join(directory, "bench.svg"), "w") as file:
        file.write(chart(results))
