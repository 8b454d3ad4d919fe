"""What metadata editors do to a folder of pictures, and what the program asks again.

    run [--program PATH] [--few] [--edit WORDS] [--keep-files]    the table of edits
    run --shows [--program PATH]                                  a folder that is retagged, renamed and overwritten

Exits 1 where a rule does not hold; README.md beside this file has the rules.
"""

import argparse
import shutil
import sys
import time

import edits
import facts
import fileset
import shows
import verdict
from job import Desk, Shown
from stage import Broken, find_program, scratch

COLUMNS = ("edit", "files changed", "digest kept", "image kept", "pixels equal", "units", "of these differ")
WIDTHS = (37, 13, 11, 10, 12, 5, 0)


class Table:
    """The originals of the set, and one line for each edit of a copy of them."""

    def __init__(self, desk, few):
        self.desk = desk
        self.originals = desk.folder / "originals"
        self.names = fileset.write(self.originals, few)
        self.facts = look(self.originals, self.names)
        self.breaches = 0

    def begin(self):
        """Asks about the originals. Each edit begins with a store that knows them and nothing else."""
        units = self.desk.run("originals")
        found = list(verdict.original_breaches(self.names, self.facts, Shown(self.desk, "originals")))
        if units != len(self.names):
            found.append(f"{units} units were billed for {len(self.names)} pictures")
        print(f"{len(self.names)} files, {units} units")
        self.report(found, [])
        self.desk.remember()
        self.line(COLUMNS)

    def edit(self, number, words):
        """One edit: a copy of the set is known, edited, and asked about again."""
        name = f"edit-{number}"
        folder = self.desk.folder / name
        shutil.copytree(self.originals, folder)
        self.desk.go_back()
        copied = self.desk.run(name)
        old, newest = Shown(self.desk, name), self.desk.newest_image()
        edits.EDITS[words](folder)
        units = self.desk.run(name)
        found = verdict.judge(self.names, self.facts, look(folder, self.names), old, Shown(self.desk, name), newest, units)
        if copied:
            found.breaches.append(f"{copied} units were billed for copies of the originals")
        self.line((words, found.changed, found.digest_kept, found.image_kept, found.pixels_equal, found.units, found.words()))
        self.report(found.breaches, found.notes)

    def report(self, breaches, notes):
        self.breaches += len(breaches)
        for breach in breaches:
            print(f"  BROKEN: {breach}")
        for note in notes:
            print(f"  note: {note}")
        sys.stdout.flush()

    def line(self, cells):
        texts = [str(cell).ljust(width) if at == 0 else str(cell).rjust(width)
                 for at, (cell, width) in enumerate(zip(cells, WIDTHS))]
        print("  ".join(texts).rstrip(), flush=True)


def look(folder, names):
    return {name: facts.look(folder / name) for name in names}


def edits_table(desk, options):
    """Prints the table and returns how often a rule was broken."""
    table = Table(desk, options.few)
    table.begin()
    for number, words in enumerate(edits.EDITS):
        if (options.edit or "") in words and (not options.few or words in edits.FEW):
            try:
                table.edit(number, words)
            except Broken as problem:
                table.report([f"{words}: {problem}"], [])
    return table.breaches


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program")
    parser.add_argument("--few", action="store_true", help="a dozen files and four edits")
    parser.add_argument("--edit", help="only the edits with these words")
    parser.add_argument("--keep-files", action="store_true", help="keeps the files and the store, and says where")
    parser.add_argument("--shows", action="store_true", help="the second table")
    options = parser.parse_args()
    missing = edits.missing_tools()
    if missing:
        raise SystemExit(f"not on the path: {', '.join(missing)}. Scripts/setup test installs them")
    program, home, began = find_program(options.program), scratch(), time.monotonic()
    desk = Desk(program, home)
    try:
        breaches = shows.show(desk) if options.shows else edits_table(desk, options)
    except Broken as problem:
        print(f"  BROKEN: {problem}")
        breaches = 1
    finally:
        desk.close()
    print(f"rules broken: {breaches}, {time.monotonic() - began:.0f} s")
    if breaches or options.keep_files:
        print(f"the files and the store are in {desk.folder}")
    else:
        shutil.rmtree(home)
    sys.exit(1 if breaches else 0)


if __name__ == "__main__":
    main()
