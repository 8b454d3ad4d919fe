"""One image of an annotate request: what came, what is wrong with it, what is seen in it, what is billed for it."""

from google.cloud import vision
from google.protobuf import json_format

import annotator
import google_errors
import picture_scan

Type = vision.Feature.Type
COUNTED = {Type.FACE_DETECTION, Type.LANDMARK_DETECTION, Type.LOGO_DETECTION, Type.LABEL_DETECTION, Type.WEB_DETECTION,
           Type.PRODUCT_SEARCH, Type.OBJECT_LOCALIZATION}


class Entry:
    """One image of a request: what came, and what is seen in it."""

    def __init__(self, request, where, objects):
        self.request, self.where = request, where
        self.content = request.image.content
        source = request.image.source
        self.uri = None if self.content else source.image_uri or source.gcs_image_uri
        self.scan, self.error = None, None
        if self.content:
            self.scan = picture_scan.scan(self.content)
            if self.scan.problem:
                self.error = 3, google_errors.IMAGE_MESSAGES[3]
        else:
            known = objects.get(self.uri)
            if known is None:
                self.error = (5, f"Error opening file: {self.uri}.") if self.uri.startswith("gs://") else (
                    7, google_errors.IMAGE_MESSAGES[7])
            elif "code" in known:
                self.error = known["code"], known.get("message") or google_errors.IMAGE_MESSAGES[known["code"]]
            else:
                with open(known["file"], "rb") as file:
                    self.scan = picture_scan.scan(file.read())
        self.facts = {"sha256": self.scan.sha256 if self.content else None, "uri": self.uri,
                      "mark": self.scan.finding.number if self.scan else None}
        self.answer = None

    def violations(self):
        """What a careful client does not do."""
        scan = self.scan if self.content else None
        if scan and scan.problem:
            yield f"no picture: {scan.problem}"
        elif scan and scan.orientation != 1:
            yield f"EXIF orientation {scan.orientation}"
        elif scan and scan.finding.box and not (scan.finding.is_upright and scan.finding.number is not None):
            yield "the mark does not stand upright, or cannot be read"
        kinds = [feature.type_ for feature in self.request.features]
        if len(set(kinds)) < len(kinds):
            yield "a feature twice"
        if {Type.TEXT_DETECTION, Type.DOCUMENT_TEXT_DETECTION} <= set(kinds):
            yield "both text features: the answer is one, and the bill is unknown"
        for feature in self.request.features:
            if feature.type_ in COUNTED and feature.max_results <= 0:
                yield f"{Type(feature.type_).name} without maxResults"

    def annotate(self):
        """The good answer, and its units."""
        if self.error:
            self.answer = with_error(*self.error)
            return []
        self.answer = annotator.annotate(self.request, self.scan.finding, self.scan.size)
        return [] if self.answer.error.code else self.units()

    def units(self):
        name = {"uri": self.uri} if self.uri else {"sha256": self.scan.sha256}
        return [name | {"feature": Type(feature.type_).name} for feature in self.request.features]

    def described(self):
        features = {Type(feature.type_).name: feature.max_results for feature in self.request.features}
        context = json_format.MessageToDict(self.request.image_context)
        return (self.scan.described() if self.scan else {}) | {
            "uri": self.uri, "features": features, "models": sorted({each.model for each in self.request.features} - {""}),
            "context": context, "answer": None}


def with_error(code, message, answer=None):
    answer = answer or annotator.Response()
    answer.error.code, answer.error.message = code, message
    return answer
