"""What a peer sees in a marked picture, in Google's own message types: every feature of Cloud Vision v1.

The answer follows from the mark alone: number n at box b. Geometry lies at the mark, in pixels of the picture as it was sent
(objects and crop hints by the mark's own convention: objects normalized). Values are chosen to be awkward: scores that no
binary float holds, places on the equator and coordinates of 0 (which are absent on the wire), the same landmark twice under
two mids, umlauts, words broken at a line's end. A picture without a mark has an empty answer for what would lie there.
"""

import math

from google.cloud import vision
from google.rpc import status_pb2

from written_text import write_text

Request = vision.AnnotateImageRequest.pb()
Response = vision.AnnotateImageResponse.pb()
Type = vision.Feature.Type

USUAL_MOST = 10


def score(number, rank=0):
    """0...1 with three decimals, falling with the rank."""
    return round(0.921 - 0.037 * rank - (number * 37 % 101) / 1000, 3)


def place(number):
    """Degrees of latitude and longitude; every seventh lies on the equator, every eleventh on the prime meridian."""
    latitude = 0.0 if number % 7 == 0 else round(-60 + number * 7.324561 % 130, 6)
    longitude = 0.0 if number % 11 == 0 else round(-175 + number * 13.70853 % 350, 6)
    return latitude, longitude


def annotate(request, finding, size):
    """The answer to one AnnotateImageRequest about a picture of this size (width, height) where this was found."""
    response = Response()
    wanted = {feature.type_: feature for feature in request.features}
    if Type.DOCUMENT_TEXT_DETECTION in wanted:  # it takes precedence; there is one answer for both
        wanted.pop(Type.TEXT_DETECTION, None)
    for kind, feature in wanted.items():
        if finding.number is None or finding.box is None:
            continue
        ANSWERS[Type(kind)](response, request, finding, size, feature.max_results or USUAL_MOST)
    return response


def corners(box):
    """Whole pixels, clockwise from the top left."""
    left, top, right, bottom = (math.floor(each + 0.5) for each in box)
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def put_polygon(poly, points):
    for x, y in points:
        poly.vertices.add(x=x, y=y)


def put_normalized(poly, box, size):
    for x, y in ((0, 1), (2, 1), (2, 3), (0, 3)):
        poly.normalized_vertices.add(x=box[x] / size[0], y=box[y] / size[1])


def landmarks(response, request, finding, size, most):
    """The place that is shown and the place where the photographer stood; the same name again in the picture's corner."""
    number = finding.number
    first = response.landmark_annotations.add(mid=f"/m/0{number}", description=f"mark-{number}", score=score(number))
    put_polygon(first.bounding_poly, corners(finding.box))
    latitude, longitude = place(number)
    for step in (0, 0.00125):
        point = first.locations.add().lat_lng
        point.latitude, point.longitude = latitude + step, longitude
    if most > 1 and number % 3 == 0:
        again = response.landmark_annotations.add(mid=f"/g/1{number}", description=f"mark-{number}",
                                                  score=score(number, 4))
        put_polygon(again.bounding_poly, corners((0, 0, size[0] / 2, size[1] / 2)))
    if most > 2 and number % 3 == 0:
        response.landmark_annotations.add(description="Nirgendwo")


def labels(response, request, finding, size, most):
    for rank in range(min(most, 3 + finding.number % 9)):
        value = score(finding.number, rank)
        response.label_annotations.add(mid=f"/m/0{finding.number}_{rank}", score=value, topicality=value - 0.01 * (rank % 2),
                                       description=f"mark-{finding.number}" if rank == 0 else f"Schild Nº {rank}")


def logos(response, request, finding, size, most):
    logo = response.logo_annotations.add(mid=f"/m/0{finding.number}l", description=f"logo-{finding.number}",
                                         score=score(finding.number, 1))
    put_polygon(logo.bounding_poly, corners(finding.box))


def objects(response, request, finding, size, most):
    for rank, name in list(enumerate((f"mark-{finding.number}", "Tower")))[:most]:
        seen = response.localized_object_annotations.add(mid=f"/j/0{finding.number}{rank}", name=name,
                                                         score=score(finding.number, rank), language_code="en")
        put_normalized(seen.bounding_poly, finding.box if rank == 0 else (0, 0, size[0], size[1]), size)


def faces(response, request, finding, size, most):
    """The second one is cut off by the left edge: coordinates below zero."""
    left, top, right, bottom = finding.box
    for rank in range(min(most, 1 + finding.number % 2)):
        face = response.face_annotations.add(
            roll_angle=-12.3 + rank, pan_angle=0.0 if rank else 33.25, tilt_angle=-7.7, detection_confidence=score(finding.number),
            landmarking_confidence=0.333, joy_likelihood=5, sorrow_likelihood=1, anger_likelihood=2, surprise_likelihood=0,
            under_exposed_likelihood=1, blurred_likelihood=3, headwear_likelihood=4)
        put_polygon(face.bounding_poly, corners(finding.box if rank == 0 else (-5, top, 9, bottom)))
        put_polygon(face.fd_bounding_poly, corners((left + 1, top + 1, right - 1, bottom - 1)))
        for kind, x, y in ((1, 0.25, 0.25), (2, 0.75, 0.25), (8, 0.5, 0.5), (34, 0.5, 1)):
            mark = face.landmarks.add(type_=kind)
            mark.position.x, mark.position.y = left + x * (right - left), top + y * (bottom - top)
            mark.position.z = 0 if kind == 8 else -1.5


def safe_search(response, request, finding, size, most):
    safe = response.safe_search_annotation
    for rank, name in enumerate(("adult", "spoof", "medical", "violence", "racy")):
        setattr(safe, name, (finding.number + rank) % 6)


def properties(response, request, finding, size, most):
    left, top, right, bottom = finding.box
    share = (right - left) * (bottom - top) / (size[0] * size[1])
    for red, green, blue, part in ((255, 0, 255, share), (110.5, 108.25, 111, 1 - share)):
        color = response.image_properties_annotation.dominant_colors.colors.add(score=part, pixel_fraction=part)
        color.color.red, color.color.green, color.color.blue = red, green, blue


def crop_hints(response, request, finding, size, most):
    """One for each shape that is asked for, as large as fits, beginning at the left or the upper edge."""
    for shape in list(request.image_context.crop_hints_params.aspect_ratios)[:16] or [size[0] / size[1]]:
        width = min(size[0], size[1] * shape)
        hint = response.crop_hints_annotation.crop_hints.add(confidence=0.8, importance_fraction=1.02)
        put_polygon(hint.bounding_poly, corners((0, 0, width, width / shape)))


def web(response, request, finding, size, most):
    number, found = finding.number, response.web_detection
    for rank in range(min(most, 3)):
        found.web_entities.add(entity_id=f"/m/0{number}{rank}", score=12.75 / (1 + rank),
                               description="" if rank == 2 else f"entity {rank} & mark-{number}")
    found.full_matching_images.add(url=f"https://example.org/{number}.jpg")
    found.partial_matching_images.add(url=f"https://example.org/{number}.jpg?part=1&of=2")
    found.visually_similar_images.add(url=f"https://example.org/like/{number}.png")
    page = found.pages_with_matching_images.add(url=f"https://example.org/{number}", page_title=f"The <b>mark</b> {number}")
    page.full_matching_images.add(url=f"https://example.org/{number}.jpg")
    page.partial_matching_images.add(url=f"https://example.org/{number}-part.jpg")
    found.best_guess_labels.add(label=f"mark {number}", language_code="en")


def products(response, request, finding, size, most):
    asked = request.image_context.product_search_params
    if not asked.product_set:
        response.error.CopyFrom(status_pb2.Status(code=3, message="Product set name must be specified."))
        return
    results = response.product_search_results
    results.index_time.FromJsonString("2024-05-06T07:08:09.123Z")
    parent = asked.product_set.rsplit("/", 2)[0]
    box = finding.box
    group = results.product_grouped_results.add()
    put_polygon(group.bounding_poly, corners(box))
    group.object_annotations.add(mid="/m/01mark", language_code="en", name="Mark", score=score(finding.number))
    for rank in range(min(most, 2)):
        for owner in (results, group):
            one = owner.results.add(score=score(finding.number, rank), image=f"{parent}/products/p{rank}/referenceImages/r")
            one.product.name, one.product.display_name = f"{parent}/products/p{rank}", f"Product {rank}"
            one.product.product_category = (list(asked.product_categories) or ["general-v1"])[0]
            one.product.product_labels.add(key="number", value=str(finding.number))


def text(response, request, finding, size, most):
    has_confidence = request.image_context.text_detection_params.enable_text_detection_confidence_score
    write_text(response, finding, size, has_confidence)


def document_text(response, request, finding, size, most):
    write_text(response, finding, size, True)


ANSWERS = {
    Type.LANDMARK_DETECTION: landmarks, Type.LABEL_DETECTION: labels, Type.LOGO_DETECTION: logos,
    Type.OBJECT_LOCALIZATION: objects, Type.FACE_DETECTION: faces, Type.SAFE_SEARCH_DETECTION: safe_search,
    Type.IMAGE_PROPERTIES: properties, Type.CROP_HINTS: crop_hints, Type.WEB_DETECTION: web,
    Type.PRODUCT_SEARCH: products, Type.TEXT_DETECTION: text, Type.DOCUMENT_TEXT_DETECTION: document_text,
}
