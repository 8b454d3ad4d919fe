"""The callable function `annotateImage`: one image of Cloud Vision for whoever is signed in.

What Firebase's sample (functions-samples, vision-annotate-images) is in JavaScript, on Firebase's own server library for Python:
the argument, the answers and the errors are those of Google's Node client, which the sample calls and whose results it returns.

It is told by the environment:

    VISION_ENDPOINT   where Cloud Vision is
    ARGUMENT          object: the sample as it is; string: as it was until 2023, which reads JSON out of a text
    RESULT            array (the sample) | object | responses | triple | annotations: what copies of it return
    RESULT_TEXT       1: the result as JSON text
    NODE              the version of Node whose words for broken JSON are used
"""

import http.client
import json
import os
import urllib.parse
import warnings

warnings.filterwarnings("ignore", category=FutureWarning)

import firebase_admin  # noqa: E402
from firebase_functions import https_fn  # noqa: E402
from google.cloud import vision  # noqa: E402
from google.protobuf import json_format  # noqa: E402
from google.rpc import code_pb2  # noqa: E402

import gax  # noqa: E402

Response = vision.AnnotateImageResponse.pb()
NO_ARRAY = ".google.cloud.vision.v1.AnnotateImageRequest.features: array expected"
# What grpc-js makes of an HTTP status without a gRPC one.
FOREIGN = {400: 13, 401: 16, 403: 7, 404: 12, 429: 14, 502: 14, 503: 14, 504: 14}

firebase_admin.initialize_app(options={"projectId": os.environ.get("GCLOUD_PROJECT", "demo-project")})


class NodeError(Exception):
    """An Error of JavaScript, and the `details` that one of gRPC has."""

    def __init__(self, message, details=None):
        super().__init__(message)
        self.message, self.details = message, details

    @classmethod
    def of_grpc(cls, code, words):
        return cls(f"{code} {code_pb2.Code.Name(code)}: {words}", words)


@https_fn.on_call()
def annotateImage(call):
    if call.auth is None:
        raise https_fn.HttpsError(https_fn.FunctionsErrorCode.UNAUTHENTICATED,
                                  "annotateImage must be called while authenticated.")
    is_old = os.environ.get("ARGUMENT") == "string"
    try:
        return shaped(annotated(parsed(call.data) if is_old else call.data))
    except NodeError as error:
        raise https_fn.HttpsError(https_fn.FunctionsErrorCode.INTERNAL, error.message, error.details if is_old else None)


def parsed(argument):
    """JSON.parse(argument)"""
    if isinstance(argument, (dict, list)):
        text = "[object Object]" if isinstance(argument, dict) else ",".join(map(str, argument))
    else:
        text = argument if isinstance(argument, str) else json.dumps(argument)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if int(os.environ.get("NODE", 20)) < 20:
            raise NodeError(f"Unexpected token {text[error.pos:][:1] or 'end'} in JSON at position {error.pos}") from None
        raise NodeError(f'"{text}" is not valid JSON') from None


def annotated(request):
    """client.annotateImage(request)"""
    if request is None:
        raise NodeError("Cannot read properties of null (reading 'image')")
    if not isinstance(request, dict) or "image" not in request:
        raise NodeError("No image present.")
    if not isinstance(request.get("features", []), list):
        raise NodeError.of_grpc(13, f"Request message serialization failure: {NO_ARRAY}")
    answer = asked({"requests": [request]})
    try:
        return gax.to_object(json_format.ParseDict(answer, Response()))
    except (json_format.ParseError, TypeError, AttributeError):  # whatever it is, it is not looked at
        return answer


def asked(batch):
    """The first answer to a request of the REST API; NodeError as the gRPC one would fail."""
    where = urllib.parse.urlsplit(os.environ["VISION_ENDPOINT"])
    connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
    try:
        connection.request("POST", "/v1/images:annotate", json.dumps(batch, ensure_ascii=False).encode(),
                           {"Content-Type": "application/json"})
        response = connection.getresponse()
        status, text = response.status, response.read()
    except (OSError, http.client.HTTPException):
        raise NodeError.of_grpc(14, "read ECONNRESET") from None
    finally:
        connection.close()
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    if status != 200:
        error = (answer or {}).get("error", {})
        code = code_pb2.Code.Value(error["status"]) if "status" in error else FOREIGN.get(status, 2)
        raise NodeError.of_grpc(code, error.get("message", f"Received HTTP status code {status}"))
    if not isinstance(answer, dict):
        raise NodeError.of_grpc(13, "Failed to parse response")
    return (answer.get("responses") or [{}])[0]


def shaped(answer):
    shape = os.environ.get("RESULT", "array")
    if shape == "annotations":
        result = next((value for value in answer.values() if isinstance(value, list) and value), [])
    else:
        result = {"array": [answer], "object": answer, "responses": {"responses": [answer]},
                  "triple": [{"responses": [answer], "context": None}, None, None]}[shape]
    return json.dumps(result, ensure_ascii=False) if os.environ.get("RESULT_TEXT") == "1" else result
