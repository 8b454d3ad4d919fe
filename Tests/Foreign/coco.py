"""The COCO file of `cairn export` beside the views, read by pycocotools: boxes, masks, and an evaluation against itself."""

import contextlib
import io
import json
import random

import numpy
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from answers import same

FEATURES = ["OBJECT_LOCALIZATION"]
WIDTH, HEIGHT = 40, 30


def check(job, seed):
    dice = random.Random(seed)
    names = [path.name for path in sorted((job.folder / "pictures").iterdir())]
    classes = ["car", "dog \"q\"", "\u05e9\u05dc\u05d5\u05dd", "\u4f60\U00020bb7"]
    def box():
        x, y = dice.randint(0, 20), dice.randint(0, 15)
        return (x, y, dice.randint(1, WIDTH - x), dice.randint(1, HEIGHT - y))
    job.answer("OBJECT_LOCALIZATION", {
        name: [(dice.choice(classes), dice.randint(1, 8) / 8, box()) for _ in range(dice.randint(0, 5))] for name in names})
    # A new file: the program knows answers by their numbers, which stay when a test changes what is in them.
    all = job.folder / f"all-{seed}.json"
    job.cairn("export", "j", "--to", "coco", "--out", all.name)
    with contextlib.redirect_stdout(io.StringIO()):
        file = COCO(all)
    rows = {row["annotation_id"]: row for row in job.rows("select * from objects")}
    if set(file.anns) != set(rows) or len(file.imgs) != len(names):
        raise SystemExit(f"{len(file.anns)} annotations of {len(file.imgs)} images in the file; {len(rows)} of {len(names)} in the view")
    for number, found in file.anns.items():
        row = rows[number]
        for ours, theirs in zip(found["bbox"], [row["x_min"], row["y_min"], row["x_max"] - row["x_min"], row["y_max"] - row["y_min"]]):
            same(f"box of {number}", ours, theirs)
        same(f"score of {number}", found["score"], row["score"])
        if file.cats[found["category_id"]]["name"] != row["description"] or file.imgs[found["image_id"]]["file_name"] != row["path"]:
            raise SystemExit(f"{number} is {file.cats[found['category_id']]} in {file.imgs[found['image_id']]}; in the view {row}")
        mask = file.annToMask(found)
        x, y, width, height = (int(value) for value in found["bbox"])
        same(f"pixels of {number}", int(mask.sum()), width * height)
        same(f"pixels of {number} in its box", int(mask[y:y + height, x:x + width].sum()), width * height)
    if not rows:
        return
    results = json.loads(all.read_text())["annotations"]
    with contextlib.redirect_stdout(io.StringIO()):
        evaluation = COCOeval(file, file.loadRes(results), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
    found = evaluation.eval["precision"][:, :, :, 0, -1]
    same("average precision against itself", float(numpy.mean(found[found > -1])), 1.0)
