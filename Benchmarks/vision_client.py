#!/usr/bin/env python3
"""The same work with Google's own client, in threads: scale every picture of a folder, ask Vision, keep the answers.

    .deps/python/bin/python Benchmarks/vision_client.py FOLDER http://127.0.0.1:PORT RESULT.jsonl [--threads 16]

Its tuning: Pillow's draft mode, which lets libjpeg decode at a part of the size; batches of 16; as many requests in flight
as threads. Unlike Cairn it retries, resumes and books nothing.
"""
import argparse
import concurrent.futures
import io
import json
import pathlib
import warnings

warnings.filterwarnings("ignore", category=FutureWarning)

from google.auth.credentials import AnonymousCredentials  # noqa: E402
from google.cloud import vision  # noqa: E402
from PIL import Image, ImageOps  # noqa: E402

BOX = (640, 480)
FEATURES = [{"type_": vision.Feature.Type.LANDMARK_DETECTION, "max_results": 10},
            {"type_": vision.Feature.Type.LABEL_DETECTION, "max_results": 10}]


def prepared(path):
    with Image.open(path) as picture:
        long, short = BOX
        box = (long, short) if picture.width >= picture.height else (short, long)
        if picture.width <= box[0] and picture.height <= box[1] and picture.getexif().get(274, 1) == 1:
            return path.read_bytes()
        picture.draft("RGB", box)
        upright = ImageOps.exif_transpose(picture)
        upright.thumbnail(box)
        out = io.BytesIO()
        upright.convert("RGB").save(out, "JPEG", quality=85)
        return out.getvalue()


def annotate(client, paths):
    requests = [vision.AnnotateImageRequest(image={"content": prepared(path)}, features=FEATURES) for path in paths]
    answers = client.batch_annotate_images(requests=requests).responses
    return [(path.name, [label.description for label in answer.label_annotations],
             [landmark.description for landmark in answer.landmark_annotations])
            for path, answer in zip(paths, answers, strict=True)]


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("endpoint")
parser.add_argument("result", type=pathlib.Path)
parser.add_argument("--threads", type=int, default=16)
options = parser.parse_args()
files = sorted(path for path in options.folder.iterdir() if path.suffix in (".jpg", ".jpeg"))
batches = [files[start:start + 16] for start in range(0, len(files), 16)]
client = vision.ImageAnnotatorClient(
    transport="rest", credentials=AnonymousCredentials(), client_options={"api_endpoint": options.endpoint})
with concurrent.futures.ThreadPoolExecutor(options.threads) as pool, options.result.open("w") as result:
    for rows in pool.map(lambda paths: annotate(client, paths), batches):
        for row in rows:
            result.write(json.dumps(row) + "\n")
