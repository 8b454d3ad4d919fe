"""Average precision, precision and recall of labels beside scikit-learn's."""

import json
import math
import random
import warnings

from sklearn.metrics import average_precision_score, precision_recall_fscore_support

from answers import same


def check(job, seed):
    dice = random.Random(seed)
    names = [path.name for path in sorted((job.folder / "pictures").iterdir())]
    truth = {name: {c for c in "abc" if dice.random() < 0.4} for name in names}
    # Of "a" every picture has a score; ties come often.
    found = {name: {c: dice.randint(0, 12) / 12 for c in "abc" if c == "a" or dice.random() < 0.7} for name in names}
    job.answer("LABEL_DETECTION", {name: [(c, s, None) for c, s in labels.items()] for name, labels in found.items()})
    coco = {"images": [{"id": n, "file_name": name} for n, name in enumerate(names)],
            "categories": [{"id": n, "name": c} for n, c in enumerate("abc")],
            "annotations": [{"image_id": n, "category_id": "abc".index(c)} for n, name in enumerate(names) for c in truth[name]]}
    (job.folder / "truth.json").write_text(json.dumps(coco))
    report = job.evaluate("--truth", "truth.json")["labels"]
    averages = []
    for line in report["classes"]:
        c = line["description"]
        marks = [c in truth[name] for name in names]
        scored = [(c in truth[name], found[name][c]) for name in names if c in found[name]]
        theirs = None
        if any(marks):
            hits = sum(mark for mark, _ in scored)
            theirs = average_precision_score(*zip(*scored)) * hits / sum(marks) if hits else 0.0
            averages.append(theirs)
        same(f"average precision of {c}", line["average_precision"], theirs, 1e-12)
        for rates in line["thresholds"]:
            guessed = [found[name].get(c, -1) >= rates["threshold"] for name in names]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                precision, recall, _, _ = precision_recall_fscore_support(
                    marks, guessed, average="binary", zero_division=math.nan)
            for what, value in (("precision", precision), ("recall", recall)):
                same(f"{what} of {c} at {rates['threshold']}", rates[what], None if math.isnan(value) else value, 1e-12)
    same("mean average precision", report["mean_average_precision"],
         sum(averages) / len(averages) if averages else None, 1e-12)


FEATURES = ["LABEL_DETECTION"]
