"""Average precision of boxes at an IoU of 0.5 beside COCOeval's."""

import contextlib
import io
import json
import random

import numpy
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from answers import same


def check(job, seed):
    dice = random.Random(seed)
    names = [path.name for path in sorted((job.folder / "pictures").iterdir())]
    def box():
        return [float(dice.randint(0, 20)), float(dice.randint(0, 20)), float(dice.randint(5, 30)), float(dice.randint(5, 30))]
    def near(other):
        return [value + dice.choice([-3, -1, 0, 0, 1, 3]) for value in other]
    classes = ["car", "dog"]
    annotations, found = [], {}
    for image, name in enumerate(names, 1):
        found[name] = []
        for category in (0, 1):
            own = [box() for _ in range(dice.randint(0, 4))]
            for one in own:
                annotations.append({"id": len(annotations) + 1, "image_id": image, "category_id": category, "bbox": one,
                                    "area": one[2] * one[3], "iscrowd": int(dice.random() < 0.15)})
            for _ in range(dice.randint(0, 5)):
                guess = near(dice.choice(own)) if own and dice.random() < 0.7 else box()
                found[name].append((classes[category], dice.randint(1, 12) / 12, guess))
        dice.shuffle(found[name])
    job.answer("OBJECT_LOCALIZATION", found)
    truth = {"images": [{"id": n, "file_name": name} for n, name in enumerate(names, 1)], "annotations": annotations,
             "categories": [{"id": n, "name": name} for n, name in enumerate(classes)]}
    (job.folder / "truth.json").write_text(json.dumps(truth))
    report = job.evaluate("--truth", "truth.json")["objects"]
    guesses = [{"image_id": image, "category_id": classes.index(c), "score": score, "bbox": guess}
               for image, name in enumerate(names, 1) for c, score, guess in found[name]]
    with contextlib.redirect_stdout(io.StringIO()):
        base = COCO()
        base.dataset = truth
        base.createIndex()
        evaluation = COCOeval(base, base.loadRes(guesses), "bbox")
        evaluation.params.iouThrs = numpy.array([0.5])
        evaluation.params.maxDets = [1, 10, 100]
        evaluation.evaluate()
        evaluation.accumulate()
    precision, recall = evaluation.eval["precision"], evaluation.eval["recall"]
    for number, name in enumerate(classes):
        line = next((one for one in report["classes"] if one["description"] == name), None)
        scores, reached = precision[0, :, number, 0, 2], recall[0, number, 0, 2]
        if line is None or scores[0] < 0:
            same(f"boxes of {name}", line and line["average_precision"], None)
            continue
        same(f"average precision of {name}", line["average_precision"], float(scores.mean()))
        same(f"recall of {name}", line["recall"], float(reached))


FEATURES = ["LABEL_DETECTION", "OBJECT_LOCALIZATION"]
