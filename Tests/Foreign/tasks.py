"""The tasks of `cairn export --to label-studio` as Label Studio's own library takes them, and as its converter gives them back."""

import json
import logging
import random

from label_studio_sdk.converter import Converter
from label_studio_sdk.label_interface import LabelInterface
from label_studio_sdk.label_interface.objects import PredictionValue

from answers import same

FEATURES = ["LABEL_DETECTION", "OBJECT_LOCALIZATION", "DOCUMENT_TEXT_DETECTION"]
WIDTH, HEIGHT = 40, 30
# The converter tells of each picture without a box.
logging.disable()


def check(job, seed):
    dice = random.Random(seed)
    names = [path.name for path in sorted((job.folder / "pictures").iterdir())]
    classes = ["car", "dog \"q\" & <b>", "\u05e9\u05dc\u05d5\u05dd", "\u4f60\U00020bb7", "a|b;c/d", "rtl\u202eltr"]
    def box():
        x, y = dice.randint(0, 20), dice.randint(0, 15)
        return (x, y, dice.randint(1, WIDTH - x), dice.randint(1, HEIGHT - y))
    for feature, low in ("OBJECT_LOCALIZATION", 0), ("LABEL_DETECTION", 1):
        # Scores above 1 are no probabilities.
        job.answer(feature, {name: [
            (dice.choice(classes), dice.choice([1, 1, 1, 12]) * dice.randint(1, 8) / 8, box() if feature == "OBJECT_LOCALIZATION" else None)
            for _ in range(dice.randint(low, 5))] for name in names})
    job.answer("DOCUMENT_TEXT_DETECTION", {name: [(dice.choice(["SALE", "50 %\nnow"]), None, None)] for name in names})
    tasks = job.folder / f"tasks-{seed}.json"
    job.cairn("export", "j", "--to", "label-studio", "--out", tasks.name)
    config = (job.folder / f"tasks-{seed}.config.xml").read_text()
    interface = LabelInterface(config)
    interface.validate()
    found = json.loads(tasks.read_text())
    if len(found) != len(names):
        raise SystemExit(f"{len(found)} tasks of {len(names)} pictures")
    for task in found:
        for prediction in task["predictions"]:
            PredictionValue(**prediction)
            problems = interface.validate_prediction(prediction, return_errors=True)
            if problems:
                raise SystemExit(f"{task['data']['path']}: {problems}")
    compare(job, found, config)


def compare(job, tasks, config):
    """Boxes by way of COCO, as people export them from there."""
    for number, task in enumerate(tasks):
        task["id"] = number
        # What somebody has taken over as it is.
        task["annotations"] = [{"id": number, "completed_by": 1, "result": [
            result for prediction in task.pop("predictions") for result in prediction["result"]]}]
    (job.folder / "taken.json").write_text(json.dumps(tasks))
    Converter(config, str(job.folder), download_resources=False).convert_to_coco(
        str(job.folder / "taken.json"), str(job.folder / "coco"), is_dir=False)
    coco = json.loads((job.folder / "coco/result.json").read_text())
    classes = {one["id"]: one["name"] for one in coco["categories"]}
    paths = {image["id"]: image["file_name"].partition("pictures/")[2] for image in coco["images"]}
    theirs = sorted((f"pictures/{paths[one['image_id']]}", classes[one["category_id"]], [round(side, 2) for side in one["bbox"]])
                    for one in coco["annotations"])
    ours = sorted((row["path"], row["description"],
                   [row["x_min"], row["y_min"], row["x_max"] - row["x_min"], row["y_max"] - row["y_min"]])
                  for row in job.rows("select * from objects"))
    # Rectangles of text have no class, and the converter leaves them out.
    if [one[:2] for one in ours] != [one[:2] for one in theirs]:
        raise SystemExit(f"{ours} here, {theirs} there")
    for (path, name, box), (_, _, other) in zip(ours, theirs):
        for a, b in zip(box, other):
            same(f"{name} in {path}", a, b, 0.010001)
