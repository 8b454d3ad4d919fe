"""Cloud Vision on loopback: a strict stand-in that looks at what it is sent and answers in those pixels.

    POST /v1/images:annotate                                  also /v1/projects/P/... and /v1/projects/P/locations/L/...
    GET  /storage/v1/b/BUCKET/o/OBJECT?alt=media              the files of --objects
    GET  /files/NAME                                          the files of --files
    POST /token, GET /computeMetadata/v1/...                  see credentials.py
    /control                                                  see peerlib.py

Each request is parsed with Google's own types. What Google refuses is refused in Google's words; what Google would take
although it is not well done (no canonical JSON, a picture that is not upright, maxResults left out) is refused, too: all of
it stands in the log under "violations". The log's line of an annotate request:

    {"kind": "annotate", "number": 3, ..., "auth": "key", "status": 200, "fault": null, "violations": [],
     "images": [{"sha256", "bytes", "format", "size": [w, h], "mark", "box", "orientation", "metadata": [...], "turn",
                 "description", "uri", "features": {"LABEL_DETECTION": 10}, "context": {...}, "answer": {...}}]}

"answer" is the AnnotateImageResponse as it was sent. The meter has {"request", "at" (when it came), "sha256" or "uri",
"feature"} for each unit; an entry with an error has none unless its fault says `"billed": true`.

Faults besides those of rules.py and google_errors.py, for the images that a rule's match is about:

    image     "code" (google.rpc), "message" (else the service's usual one), "beside": true leaves the annotations there
    entry     "value": any JSON instead of the image's answer
    count     "by": -1 leaves the last answer out, 1 repeats it

--canned answers each image with two labels and a landmark, looks at no picture, and costs next to no time: for benchmarks.
Where it has a meter it counts what it is asked, and rules hold for it, too.

--turned takes pictures whose mark does not stand upright, too: "turn" says by which of EXIF's numbers they were turned.
"""

import binascii
import hashlib
import json
import os
import re
import urllib.parse
import warnings

warnings.filterwarnings("ignore", category=FutureWarning)

from google.cloud import vision  # noqa: E402
from google.protobuf import json_format  # noqa: E402

import annotator  # noqa: E402
import credentials  # noqa: E402
import google_errors  # noqa: E402
import picture_scan  # noqa: E402
import strict  # noqa: E402
from entry import Entry, with_error  # noqa: E402
from peerlib import Peer, Response, arguments, serve  # noqa: E402
from rules import concerns  # noqa: E402

Batch = vision.BatchAnnotateImagesRequest.pb()
MOST_IMAGES, MOST_BYTES = 16, 10_485_760
ANNOTATE = re.compile(r"/v1/(projects/[^/]+/(locations/(us|asia|eu)/)?)?images:annotate")
IMAGE_FAULTS = {"image", "entry", "count"}


class Refusal(Exception):
    """The whole request is refused, with this answer."""

    def __init__(self, response, *violations):
        self.response, self.violations = response, violations


class VisionPeer(Peer):
    slow_kind = "annotate"

    def __init__(self, options):
        super().__init__(options)
        self.credentials = credentials.Credentials(options)
        told = json.load(open(options.objects)) if options.objects else {}
        self.objects = {uri: {"file": value} if isinstance(value, str) else value for uri, value in told.items()}

    def kind_of(self, request):
        if ANNOTATE.fullmatch(request.path):
            return "annotate"
        if request.path == "/token":
            return "token"
        if request.path == "/":  # where Google's libraries look whether there is a metadata server
            return "metadata"
        for start, kind in (("/computeMetadata/", "metadata"), ("/storage/v1/b/", "object"), ("/files/", "file")):
            if request.path.startswith(start):
                return kind
        return "other"

    def named_fault(self, fault):
        make = google_errors.ERRORS.get(fault["kind"])
        return make(fault) if make else None

    def answer(self, request):
        answer = {"annotate": self._annotate, "token": self._token, "metadata": self._metadata, "object": self._object,
                  "file": self._file}.get(request.kind, self._other)
        return answer(request)

    # Annotating.

    def _annotate(self, request):
        if self.options.canned:
            return self._canned(request)
        early, _ = self.rules.pick(request, "annotate", only=lambda fault: fault.get("unread", False))
        if early:
            self.log(request, fault=early, status=None, violations=[], images=[])
            return self.play(early, lambda: Response.of_json({}))
        shown, entries, violations, fault, match, units = None, [], [], None, {}, []
        response = None
        try:
            shown, problem = self.credentials.judge(request)
            entries = self._entries(request)
            violations = [f"{entry.where}: {words}" for entry in entries for words in entry.violations()]
            if problem:
                raise Refusal(google_errors.ERRORS[problem]({}))
            if violations:
                raise Refusal(google_errors.error(400, "The peer refuses: " + "; ".join(violations)))
            fault, match = self.rules.pick(request, "annotate", [entry.facts for entry in entries])
            for entry in entries:
                units += entry.annotate()
            response = self._whole(request, entries, fault, match or {}, units)
        except Refusal as refusal:
            response, violations = refusal.response, violations + list(refusal.violations)

        def work():
            self.meter.count([{"request": f"{os.getpid()}-{request.number}", "at": round(request.at, 4)} | unit for unit in units])
            return response

        images = [entry.described() | {"answer": json_format.MessageToDict(entry.answer) if isinstance(
            entry.answer, annotator.Response) else entry.answer} for entry in entries]
        self.log(request, auth=shown, status=response.status, fault=fault, violations=violations, images=images)
        return self.play(None if fault and fault["kind"] in IMAGE_FAULTS else fault, work)

    def _entries(self, request):
        body = request.body
        if request.method != "POST":
            raise Refusal(google_errors.html(404, "Not Found"), f"{request.method} is not POST")
        if (request.headers.get("Content-Type") or "").split(";")[0].strip() != "application/json":
            raise Refusal(google_errors.invalid("Invalid content type."), "the content is not said to be JSON")
        if request.headers.get("Transfer-Encoding") or not (request.headers.get("Content-Length") or "").isdigit():
            raise Refusal(Response(411, b"", "text/html"), "no Content-Length")
        if len(body) > MOST_BYTES:
            raise Refusal(google_errors.ERRORS["payload-size"]({}), f"{len(body)} bytes")
        batch, found = Batch(), []
        try:
            raw = strict.parsed_json(body)
            json_format.ParseDict(raw, batch)
        except (ValueError, json_format.ParseError, binascii.Error, RecursionError) as error:
            words = f"Invalid JSON payload received. {error}"
            raise Refusal(google_errors.invalid(words, ("", str(error))), words) from None
        if len(batch.requests) > MOST_IMAGES:
            raise Refusal(google_errors.ERRORS["too-many-images"]({}), f"{len(batch.requests)} images")
        if not batch.requests or not all(self._says_something(each) for each in batch.requests):
            raise Refusal(google_errors.ERRORS["bad-request"]({}), "an entry without image or features")
        if "enum-encoding=int" not in request.query.get("$alt", ""):
            found = strict.departures(raw, batch)
        if found:
            raise Refusal(google_errors.invalid("The peer refuses what is not canonical.", *(("", each) for each in found)), *found)
        return [Entry(each, f"requests[{place}]", self.objects) for place, each in enumerate(batch.requests)]

    @staticmethod
    def _says_something(request):
        image = request.image
        return bool(request.features) and bool(image.content or image.source.image_uri or image.source.gcs_image_uri)

    def _whole(self, request, entries, fault, match, units):
        """The answer to all entries, some of them spoilt."""
        kind = fault["kind"] if fault else None
        for entry in entries:
            if kind in ("image", "entry") and concerns(match, entry.facts):
                self._spoil(entry, fault, units)
        as_int = "enum-encoding=int" in request.query.get("$alt", "")
        texts = [json.dumps(entry.answer) if not isinstance(entry.answer, annotator.Response) else
                 json_format.MessageToJson(entry.answer, indent=None, ensure_ascii=False, use_integers_for_enums=as_int)
                 for entry in entries]
        if kind == "count":
            texts = texts[:fault["by"]] if fault["by"] < 0 else texts + texts[-1:] * fault["by"]
        return Response(200, ('{"responses": [' + ", ".join(texts) + "]}").encode())

    def _spoil(self, entry, fault, units):
        if not fault.get("billed"):
            name = {"uri": entry.uri} if entry.uri else {"sha256": entry.scan.sha256}
            gone = [unit for unit in units if name.items() <= unit.items()][:len(entry.request.features)]
            for unit in gone:
                units.remove(unit)
        if fault["kind"] == "entry":
            entry.answer = fault["value"]
        else:
            message = fault.get("message") or google_errors.IMAGE_MESSAGES.get(fault["code"], "An error.")
            entry.answer = with_error(fault["code"], message, entry.answer if fault.get("beside") else None)

    def _canned(self, request):
        self.log(request)
        count = request.body.count(b'"image"')
        one = ('{"labelAnnotations":[{"mid":"/m/01","description":"Tower","score":0.921,"topicality":0.921},'
               '{"mid":"/m/02","description":"Sky","score":0.8375,"topicality":0.8375}],"landmarkAnnotations":[{"mid":"/m/03",'
               '"description":"Mark","score":0.5,"boundingPoly":{"vertices":[{"x":1,"y":1},{"x":9,"y":1},{"x":9,"y":9},'
               '{"x":1,"y":9}]},"locations":[{"latLng":{"latitude":47.37,"longitude":8.54}}]}]}')
        with self.changed:
            self.counts["images"] += count
        response = Response(200, ('{"responses":[' + ",".join([one] * count) + "]}").encode())
        if self.meter.file is None:
            return response
        units = []
        for entry in json.loads(request.body)["requests"]:
            digest = hashlib.sha256(binascii.a2b_base64(entry["image"]["content"])).hexdigest()
            units += [{"request": f"{os.getpid()}-{request.number}", "at": round(request.at, 4), "sha256": digest,
                       "feature": feature["type"]}
                      for feature in entry["features"]]

        def work():
            self.meter.count(units)
            return response

        fault, _ = self.rules.pick(request, "annotate")
        return self.play(fault, work)

    # All else.

    def _spoilt(self, request, answer):
        """As `answer` says (what it thought, and the answer), unless a rule says otherwise."""
        fault, _ = self.rules.pick(request, "annotate")
        request.body
        thought, response = ("spoilt", None) if fault and not fault.get("worked") else answer(request)
        self.log(request, thought=thought, fault=fault, status=response.status if response else None)
        return self.play(fault, lambda: response or answer(request)[1])

    def _token(self, request):
        return self._spoilt(request, self.credentials.answer_token)

    def _metadata(self, request):
        return self._spoilt(request, self.credentials.answer_metadata)

    def _object(self, request):
        return self._spoilt(request, self._stored)

    def _stored(self, request):
        shown, problem = self.credentials.judge(request)
        if problem:
            return shown, google_errors.ERRORS[problem]({})
        bucket, _, name = request.raw_path.removeprefix("/storage/v1/b/").partition("/o/")
        known = self.objects.get(f"gs://{urllib.parse.unquote(bucket)}/{urllib.parse.unquote(name)}", {})
        if "/" in name or "file" not in known:
            return shown, google_errors.error(404, f"No such object: {bucket}/{name}")
        if request.query.get("alt") != "media":
            return shown, Response.of_json({"kind": "storage#object", "name": name, "bucket": bucket,
                                            "size": str(os.path.getsize(known["file"]))})
        with open(known["file"], "rb") as file:
            return shown, Response(200, file.read(), "application/octet-stream")

    def _file(self, request):
        return self._spoilt(request, self._given)

    def _given(self, request):
        shown = "with credentials" if request.bearer or request.headers.get("X-Goog-Api-Key") else "plain"
        name = os.path.basename(request.path)
        path = os.path.join(self.options.files or "", name)
        if self.options.files is None or not os.path.isfile(path):
            return shown, Response(404, b"there is no such file\n", "text/plain")
        with open(path, "rb") as file:
            return shown, Response(200, file.read(), "application/octet-stream")

    def _other(self, request):
        return self._spoilt(request, lambda _: ("unknown path", google_errors.html(404, "Not Found")))


def main():
    parser = arguments(__doc__)
    credentials.add_arguments(parser)
    parser.add_argument("--objects", help='JSON of gs:// or http(s):// names to files, or to {"file", "code", "message"}: with a '
                        "code, annotate answers it, and only the file's download works")
    parser.add_argument("--files", help="a folder whose files /files/ gives to anybody")
    parser.add_argument("--canned", action="store_true", help="answers without looking")
    parser.add_argument("--turned", action="store_true",
                        help="takes pictures that do not stand upright, and logs how they were turned")
    options = parser.parse_args()
    picture_scan.may_be_turned = options.turned
    serve(VisionPeer(options))


if __name__ == "__main__":
    main()
