"""Changes that Label Studio's own types write come back whole."""

import json
import random
from uuid import uuid4

from label_studio_sdk.converter.utils import convert_annotation_to_yolo_obb
from label_studio_sdk.label_interface.objects import AnnotationValue, TaskValue

from answers import same

WIDTH, HEIGHT = 40, 30
FEATURES = ["LABEL_DETECTION", "OBJECT_LOCALIZATION", "DOCUMENT_TEXT_DETECTION"]


def result(kind, value, region=None):
    return {"id": region or str(uuid4()), "type": kind, "from_name": kind, "to_name": "image", "original_width": WIDTH,
            "original_height": HEIGHT, "image_rotation": 0, "value": value}


def check(job, seed):
    dice = random.Random(seed)
    names = [path.name for path in sorted((job.folder / "pictures").iterdir())]
    tasks, expected = [], {}
    for number, name in enumerate(names):
        results = []
        outlines, labels, texts = [], [], []
        def rectangle(turn):
            return {"x": dice.uniform(0, 60), "y": dice.uniform(0, 60), "width": dice.uniform(1, 40),
                    "height": dice.uniform(1, 40), "rotation": turn}
        def corners(box):
            return [list(corner) for corner in convert_annotation_to_yolo_obb(
                {**box, "original_width": WIDTH, "original_height": HEIGHT}, normalize=False)]
        for _ in range(dice.randint(1, 3)):
            box, label = rectangle(dice.choice([0, 0, dice.uniform(0, 360)])), dice.choice(["car", "dog", "\u9580"])
            results.append(result("rectanglelabels", {**box, "rectanglelabels": [label]}))
            outlines.append((label, corners(box)))
        if dice.random() < 0.5:
            points = [[dice.uniform(0, 100), dice.uniform(0, 100)] for _ in range(dice.randint(3, 9))]
            results.append(result("polygonlabels", {"points": points, "polygonlabels": ["roof"], "closed": True}))
            outlines.append(("roof", [[x / 100 * WIDTH, y / 100 * HEIGHT] for x, y in points]))
        if dice.random() < 0.7:
            labels = dice.sample(["house", "street", "a & b", "\u00e9t\u00e9"], dice.randint(1, 3))
            results.append(result("choices", {"choices": labels}))
        if dice.random() < 0.7:
            box, region = rectangle(0), str(uuid4())
            results.append(result("rectangle", box, region))
            results.append(result("textarea", {**box, "text": ["SALE", "50 %"]}, region))
            texts = [(line, corners(box)) for line in ("SALE", "50 %")]
        annotation = AnnotationValue(completed_by=1, result=results, result_count=len(results))
        tasks.append({"id": number, **TaskValue(data={"image": f"/data/local-files/?d=all/pictures/{name}"},
                                                annotations=[annotation]).model_dump()})
        expected[name] = (outlines, labels, texts)
    (job.folder / "export.json").write_text(json.dumps(tasks))
    job.cairn("correct", "j", "--from", "export.json", "--force")
    for name, (outlines, labels, texts) in expected.items():
        where = f"WHERE path = 'pictures/{name}' AND backend = 'person'"
        compare(name, outlines, job.rows(f"SELECT description, polygon FROM objects {where} ORDER BY rank"))
        compare(name, texts, job.rows(f"SELECT text AS description, polygon FROM texts {where} ORDER BY ordinal"))
        found = [row["description"] for row in job.rows(f"SELECT description FROM labels {where} ORDER BY rank")]
        if labels and found != labels:
            raise SystemExit(f"labels of {name}: {found} here, {labels} there")


def compare(name, expected, rows):
    if not expected:
        return
    if [label for label, _ in expected] != [row["description"] for row in rows]:
        raise SystemExit(f"{name}: {rows} here, {expected} there")
    for (label, outline), row in zip(expected, rows):
        found = row["polygon"] if isinstance(row["polygon"], list) else json.loads(row["polygon"])
        if len(found) != len(outline):
            raise SystemExit(f"{name}: {found} here, {outline} there")
        for ours, theirs in zip(found, outline):
            for a, b in zip(ours, theirs):
                same(f"a corner of {label} of {name}", a, b)
