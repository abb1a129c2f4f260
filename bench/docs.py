# Puts results into a page of docs/: they replace what stands between two lines there.
#   docs.py PAGE COMMAND    results are read from standard input; COMMAND is what the first line names
import sys

END = "<!-- end of results -->"


def put(page, command, text):
    begin = f"<!-- results: written by {command} -->\n"
    with open(page) as file:
        before, found, rest = file.read().partition(begin)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        sys.exit(f"{page}: there is no line '{begin.strip()}' with '{END}' after it")
    with open(page, "w") as file:
        file.write(f"{before}{begin}\n{text.strip()}\n\n{END}{after}")


if __name__ == "__main__":
    put(sys.argv[1], sys.argv[2], sys.stdin.read())
