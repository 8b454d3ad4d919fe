#!/usr/bin/env python3
"""Draws docs/run.svg: a terminal in which the first manifest of README.md runs on the pictures of the demo.

    Scripts/draw_terminal.py [--program .build/release/cairn] [--out docs/run.svg]

The commands run in a pseudoterminal, in a new folder, and the picture shows what they print. Two things differ from what was
printed: the folder has a short name, and what a command has erased again (its progress line) is not drawn. Python's standard
library is all that is needed.
"""

import argparse
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import tempfile
import termios
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 92
COMMANDS = [
    ["ls"],
    ["cairn", "run", "holidays.yaml"],
    ["cairn", "query", "select path, description, score from labels order by score desc limit 5"],
    ["cairn", "run", "holidays.yaml"],
]
COLORS = {31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 36: "#79c0ff"}
NO_BREAK = "\u00a0"  # browsers join ordinary spaces into one
CHARACTER, LINE, MARGIN = 8.4, 19, 16  # pixels of a cell at 14 pixels, and of the edge around all


class Screen:
    """The lines of a terminal: text, line feeds, carriage returns, erasing, going up, and colors."""

    def __init__(self):
        self.lines, self.row, self.column, self.style = [[]], 0, 0, ""

    def write(self, text):
        for part in re.finditer(r"\x1b\[([0-9;?]*)([A-Za-z])|([^\x1b])", text):
            numbers, letter, character = part.groups()
            if letter:
                self.control(numbers, letter)
            elif character == "\n":
                self.row += 1
                if self.row == len(self.lines):
                    self.lines.append([])
            elif character == "\r":
                self.column = 0
            else:
                line = self.lines[self.row]
                line.extend([(" ", "")] * (self.column + 1 - len(line)))
                line[self.column] = (character, self.style)
                self.column += 1

    def control(self, numbers, letter):
        first = int(numbers.split(";")[0]) if numbers[:1].isdigit() else 0
        if letter == "m":
            self.style = self.styled(numbers)
        elif letter == "K":
            del self.lines[self.row][0 if first == 2 else self.column:]
        elif letter == "J":
            del self.lines[self.row][self.column:]
            del self.lines[self.row + 1:]
        elif letter == "A":
            self.row = max(0, self.row - max(1, first))

    def styled(self, numbers):
        style = ""
        for code in (int(each or 0) for each in numbers.split(";")):
            if code == 1:
                style += "font-weight:bold;"
            elif code == 2:
                style += "opacity:0.7;"
            elif code in COLORS:
                style += f"fill:{COLORS[code]};"
        return style


def run(command, folder, program):
    """What a command prints to a terminal of COLUMNS columns."""
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    environment = {"PATH": "/usr/bin:/bin", "HOME": os.environ.get("HOME", str(folder)), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    process = subprocess.Popen([program, *command[1:]] if command[0] == "cairn" else command, cwd=folder, env=environment,
                               stdin=side, stdout=side, stderr=side, start_new_session=True)
    os.close(side)
    output = b""
    while True:
        try:
            some = os.read(main, 65536)
        except OSError:  # Linux: the other end is closed
            break
        if not some:
            break
        output += some
    os.close(main)
    if process.wait() != 0:
        raise SystemExit(f"{command} ended with {process.returncode}:\n{output.decode()}")
    return output.decode()


def typed(command):
    return " ".join(f'"{word}"' if " " in word else word for word in command)


def drawing(lines):
    width, height = COLUMNS * CHARACTER + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    rows = []
    for number, line in enumerate(lines):
        column = 0
        y = MARGIN + LINE * number + 14
        while column < len(line):
            style, start = line[column][1], column
            while column < len(line) and line[column][1] == style:
                column += 1
            text = "".join(character for character, _ in line[start:column])
            if text.strip():
                shown = escape(text).replace(" ", NO_BREAK)
                attribute = f' style="{style}"' if style else ""
                rows.append(f'<text x="{MARGIN + start * CHARACTER:.1f}" y="{y}" textLength="{len(text) * CHARACTER:.1f}"'
                            f'{attribute}>{shown}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" '
            'role="img" aria-label="A terminal: cairn run labels fourteen pictures, cairn query shows labels, a second run asks nothing">\n'
            f'<rect width="100%" height="100%" rx="8" fill="#0d1117"/>\n'
            '<g fill="#c9d1d9" font-size="14" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace">\n'
            + "\n".join(rows) + "\n</g>\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=ROOT / ".build/release/cairn", type=Path)
    parser.add_argument("--out", default=ROOT / "docs/run.svg", type=Path)
    options = parser.parse_args()
    manifest = re.search(r"^```yaml holidays\.yaml\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)
    screen = Screen()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        shutil.copytree(ROOT / "Jobs/demo/pictures", folder / "photos")
        shutil.copy(ROOT / "Jobs/demo/scenes.tflite", folder)
        (folder / "holidays.yaml").write_text(manifest[1])
        for command in COMMANDS:
            screen.write(f"\x1b[32;1m$\x1b[0m {typed(command)}\r\n")
            screen.write(run(command, folder, options.program.resolve()).replace(str(folder), "/home/me/summer"))
    lines = screen.lines
    while lines and not "".join(character for character, _ in lines[-1]).strip():
        lines.pop()
    options.out.write_text(drawing(lines))


if __name__ == "__main__":
    main()
