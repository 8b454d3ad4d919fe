"""Google's own client against the Vision peer: every feature, in the client's REST transport. Exits 0 when all is as drawn.

    client_check.py

It draws marked pictures, starts vision_peer.py, and compares what the client's own types say with the marks. A peer that
Google's client takes for Cloud Vision is one that Cairn may be measured by.
"""

import io
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore", category=FutureWarning)

import numpy as np  # noqa: E402
from google.api_core import exceptions  # noqa: E402
from google.auth.credentials import AnonymousCredentials  # noqa: E402
from google.cloud import vision  # noqa: E402
from PIL import Image  # noqa: E402

import marks  # noqa: E402

Type = vision.Feature.Type
HERE = pathlib.Path(__file__).parent


def same(found, expected, what):
    if found != expected:
        sys.exit(f"{what}: {found!r} and not {expected!r}")


def near(found, expected, what, by=1.0):
    if len(found) != len(expected) or any(abs(a - b) > by for one, other in zip(found, expected) for a, b in zip(one, other)):
        sys.exit(f"{what}: {found!r} and not {expected!r}")


def jpeg(number, size=(640, 480)):
    box = marks.random_box(*size, np.random.default_rng(number))
    file = io.BytesIO()
    Image.fromarray(marks.draw(*size, number, box)).save(file, "JPEG", quality=90)
    return file.getvalue(), box


def points(poly, size=None):
    if size:
        return [(each.x * size[0], each.y * size[1]) for each in poly.normalized_vertices]
    return [(each.x, each.y) for each in poly.vertices]


def check_everything(client, number):
    size = 640, 480
    content, box = jpeg(number, size)
    kinds = [kind for kind in Type if kind not in (Type.TYPE_UNSPECIFIED, Type.TEXT_DETECTION)]
    context = vision.ImageContext(
        crop_hints_params={"aspect_ratios": [0.8, 1.7777778]}, language_hints=["de"],
        product_search_params={"product_set": "projects/p/locations/us-east1/productSets/s", "product_categories": ["toys-v2"]})
    [answer] = client.batch_annotate_images(requests=[vision.AnnotateImageRequest(
        image={"content": content}, features=[{"type_": kind, "max_results": 5} for kind in kinds],
        image_context=context)]).responses
    polygon = marks.polygon(box)
    same(answer.error.code, 0, "error")
    landmark = answer.landmark_annotations[0]
    same(landmark.mid, f"/m/0{number}", "mid")
    same(len(landmark.locations), 2, "locations")
    near(points(landmark.bounding_poly), polygon, "landmark")
    same(answer.label_annotations[0].description, f"mark-{number}", "label")
    same(len(answer.label_annotations), min(5, 3 + number % 9), "labels")
    near(points(answer.localized_object_annotations[0].bounding_poly, size), polygon, "object", 0.5)
    near(points(answer.logo_annotations[0].bounding_poly), polygon, "logo")
    near(points(answer.face_annotations[0].bounding_poly), polygon, "face")
    near(points(answer.text_annotations[0].bounding_poly), polygon, "text")
    near(points(answer.full_text_annotation.pages[0].blocks[0].bounding_box), polygon, "block")
    same(rebuilt(answer.full_text_annotation), answer.full_text_annotation.text, "text of symbols")
    same(len(answer.crop_hints_annotation.crop_hints), 2, "crop hints")
    same(answer.web_detection.best_guess_labels[0].label, f"mark {number}", "web")
    same(answer.product_search_results.results[0].product.product_category, "toys-v2", "product")
    same(answer.safe_search_annotation.adult, number % 6, "safe search")
    same(len(answer.image_properties_annotation.dominant_colors.colors), 2, "colours")


def rebuilt(annotation):
    """The text by its symbols and their breaks."""
    breaks, text = {1: " ", 2: " ", 3: "\n", 4: "-\n", 5: "\n"}, ""
    for page in annotation.pages:
        for block in page.blocks:
            for paragraph in block.paragraphs:
                for word in paragraph.words:
                    for symbol in word.symbols:
                        pause = symbol.property.detected_break
                        words = breaks.get(pause.type_, "")
                        text += words + symbol.text if pause.is_prefix else symbol.text + words
    return text


def check_batch(client):
    drawn = [jpeg(number, (320, 240)) for number in range(16)]
    answers = client.batch_annotate_images(requests=[vision.AnnotateImageRequest(
        image={"content": content}, features=[{"type_": Type.LANDMARK_DETECTION, "max_results": 1}])
        for content, _ in drawn]).responses
    for number, (answer, (_, box)) in enumerate(zip(answers, drawn, strict=True)):
        same(answer.landmark_annotations[0].description, f"mark-{number}", "batch")
        near(points(answer.landmark_annotations[0].bounding_poly), marks.polygon(box), "batch")


def check_refusals(client):
    asked = vision.AnnotateImageRequest(image={"content": jpeg(1)[0]}, features=[{"type_": 4, "max_results": 1}])
    for requests, words in (([asked] * 17, "Too many images"), ([asked, vision.AnnotateImageRequest(features=asked.features)],
                                                                "Request must specify image and features")):
        try:
            client.batch_annotate_images(requests=requests)
        except exceptions.BadRequest as error:
            same(words in str(error), True, str(error))
        else:
            sys.exit(f"not refused: {words}")
    missing = vision.AnnotateImageRequest(image={"source": {"gcs_image_uri": "gs://b/none.jpg"}}, features=asked.features)
    [answer] = client.batch_annotate_images(requests=[missing]).responses
    same(answer.error.code, 5, "a missing object")


def main():
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "log")
        peer = subprocess.Popen([sys.executable, HERE / "vision_peer.py", "--until-eof", "--log", log], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, text=True)
        with peer:
            port = peer.stdout.readline().split()[1]
            client = vision.ImageAnnotatorClient(transport="rest", credentials=AnonymousCredentials(),
                                                 client_options={"api_endpoint": f"http://127.0.0.1:{port}"})
            for number in (7, 12, 33):
                check_everything(client, number)
            check_batch(client)
            check_refusals(client)
            peer.stdin.close()
        rows = [json.loads(line) for line in log.read_text().splitlines()]
        same([row["status"] for row in rows], [200] * 4 + [400] * 2 + [200], "statuses")
        same(any(row["violations"] for row in rows[:4]), False, "violations")
        same({tuple(image["metadata"]) for row in rows for image in row["images"] if "metadata" in image}, {()}, "metadata")
    print(f"{len(rows)} requests of Google's client, each answered as drawn")


if __name__ == "__main__":
    main()
