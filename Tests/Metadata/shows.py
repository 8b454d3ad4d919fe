"""A folder that people work in: its pictures are tagged, swapped, overwritten; and a job with `metadata: keep`."""

import hashlib

import piexif

import drawn
import edits

COUNT = 40
LABELS = "SELECT count(*) AS labels, count(DISTINCT image_id) AS images FROM labels WHERE job = ?"
# What names hold now for the job that keeps metadata: whole files.
DIGESTS = "SELECT digest FROM images JOIN image_paths AS p USING (image_id) WHERE kind = 'file' AND p.replaced_at IS NULL"
STEPS = ("step", "units", "labels", "images")


class Show:
    """The table: a line for each step, and what it should have been."""

    def __init__(self, desk):
        self.desk, self.breaches = desk, 0
        self.folder = desk.folder / "photos"
        self.folder.mkdir()

    def line(self, *cells):
        print("  ".join(str(cell).ljust(56) if at == 0 else str(cell).rjust(6) for at, cell in enumerate(cells)), flush=True)

    def step(self, words, units, images=COUNT, job="stripped", metadata="strip"):
        """Runs a job and holds what came of it against what is expected; each image has three labels."""
        billed = self.desk.run("photos", job, metadata)
        row = self.desk.rows(LABELS, job)[0]
        self.line(words, billed, row["labels"], row["images"])
        self.expect((billed, row["labels"], row["images"]), (units, 3 * images, images))

    def expect(self, found, wanted):
        if found != wanted:
            self.breaches += 1
            print(f"  BROKEN: {found}, expected {wanted}", flush=True)

    def images(self, job):
        return {row["image_id"] for row in self.desk.rows("SELECT image_id FROM job_images WHERE job = ?", job)}


def show(desk):
    """Prints the table and returns how many of its lines are not as they should be."""
    table, folder = Show(desk), desk.folder / "photos"
    for number in range(1, COUNT + 1):
        (folder / f"{number:02}.jpg").write_bytes(drawn.jpeg(number, exif=drawn.exif()))
    files = sorted(folder.iterdir())
    table.line(*STEPS)
    table.step("40 pictures", units=COUNT)
    retag(files, 4)
    table.step("all retagged, by exiftool and by piexif", units=0)
    swap(files[0], files[1])
    table.step("two names swapped", units=0)
    files[2].write_bytes(drawn.jpeg(COUNT + 1, exif=drawn.exif()))
    table.step("one overwritten by another picture", units=1)
    table.step("another job, metadata: keep", units=COUNT, job="kept", metadata="keep")
    retag(files, 5)
    table.step("all retagged again", units=0)
    table.step("metadata: keep, behind it", units=COUNT, job="kept", metadata="keep")
    shared = table.images("stripped") & table.images("kept")
    table.expect((f"{len(shared)} images in both jobs",), ("0 images in both jobs",))
    known = {row["digest"] for row in desk.rows(DIGESTS)}
    different = known ^ {hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    table.expect((f"{len(different)} digests that sha256sum does not print",), ("0 digests that sha256sum does not print",))
    return table.breaches


def retag(files, rating):
    """Half of the files by each program."""
    half = len(files) // 2
    edits.call("exiftool", "-q", "-q", "-overwrite_original", f"-Rating={rating}", f"-Artist=Artist {rating}", *files[:half])
    for path in files[half:]:
        block = piexif.load(str(path))
        block["0th"][piexif.ImageIFD.Artist] = f"Artist {rating}".encode()
        piexif.insert(piexif.dump(block), str(path))


def swap(one, two):
    aside = one.with_name("aside")
    one.rename(aside)
    two.rename(one)
    aside.rename(two)
