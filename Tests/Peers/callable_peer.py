"""A deployed Firebase callable function on loopback: firebase-functions under functions-framework, and a Cloud Vision behind it.

    POST /annotateImage, /PROJECT/REGION/annotateImage        the function (annotate_image.py); anything else is no function
    /control                                                  see peerlib.py

The server library answers by itself; before it stands what Google's front end does: it knows no other path, takes no more than
10 MB, and looks at what the library does not look at here (whether the ID token has ended, the App Check token, which is
PEER_APP_CHECK where that is set, or one of app_check_peer.py's with PEER_APP_CHECK_SECRET; with --consume-app-check each token is taken once). Who is signed in is told by tokens of auth_emulator.py, of the project --project.

The function asks a Cloud Vision of its own, which is vision_peer.py in all it does: log, meter and rules are one. Rules are
about what the function asks of Vision, unless their match says `"kind": "call"`: then about calls of the function. The log's
line of a call:

    {"kind": "call", "number": 3, ..., "auth": "user", "app_check": null, "argument": "object", "status": 200, "fault": null,
     "violations": []}

Faults of calls besides those of rules.py and google_errors.py:

    error           an HttpsError: "status" (its name, default INTERNAL), "message", "details"; "http" another HTTP status
    not-invokable   403 in HTML: not everybody may invoke the function
    no-function     404 in HTML
"""

import base64
import json
import logging
import os
import pathlib
import threading
import time

import functions_framework
from firebase_functions.https_fn import FunctionsErrorCode, HttpsError
from werkzeug.test import EnvironBuilder, run_wsgi_app

import app_check_peer
import google_errors
from loopback import Server
from peerlib import Peer, Response, arguments, serve
from vision_peer import VisionPeer

MOST_BYTES = 10 << 20
FUNCTION = "annotateImage"
SOURCE = pathlib.Path(__file__).parent / "annotate_image.py"
# The App Check token is not among them: the library would ask Google about it.
PASSED_ON = ("Content-Type", "Authorization", "Accept", "Firebase-Instance-ID-Token")


class Upstream(VisionPeer):
    """The Cloud Vision that the function asks; what it writes down is its owner's."""

    def __init__(self, options, owner):
        self.owner = owner
        super().__init__(options)
        self.latency = 0
        self.meter, self.log, self._hold = owner.meter, owner.log, owner._hold
        self.changed, self.counts = owner.changed, owner.counts

    @property
    def rules(self):
        return self.owner.rules

    @rules.setter
    def rules(self, _):
        pass


class CallablePeer(Peer):
    slow_kind = "call"

    def __init__(self, options):
        super().__init__(options)
        self.app_check = os.environ.pop("PEER_APP_CHECK", None)
        self.app_check_secret = os.environ.pop("PEER_APP_CHECK_SECRET", None)
        self.used, self.used_lock = set(), threading.Lock()
        quiet = type(options)(**vars(options) | {"log": None, "meter": None, "faults": None})
        vision = Server(Upstream(quiet, self))
        threading.Thread(target=vision.serve_forever, kwargs={"poll_interval": 60}, daemon=True).start()
        os.environ |= {
            "VISION_ENDPOINT": f"http://127.0.0.1:{vision.port}", "ARGUMENT": options.argument, "RESULT": options.result,
            "RESULT_TEXT": "1" if options.result_text else "0", "NODE": str(options.node), "GCLOUD_PROJECT": options.project,
            # That it is set is what matters: tokens without a signature are good then, and nobody is asked.
            "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"}
        logging.disable(logging.CRITICAL)  # the library quotes what it was sent
        self.app = functions_framework.create_app(FUNCTION, str(SOURCE))

    def kind_of(self, request):
        return "call"

    def named_fault(self, fault):
        if fault["kind"] == "error":
            body = {"message": fault.get("message", "told to fail"), "status": fault.get("status", "INTERNAL")}
            error = HttpsError(FunctionsErrorCode(body["status"].lower().replace("_", "-")), body["message"])
            body |= {"details": fault["details"]} if "details" in fault else {}
            return Response.of_json({"error": body}, fault.get("http", error._http_error_code.status))
        if fault["kind"] == "not-invokable":
            return google_errors.html(403, "Forbidden")
        if fault["kind"] == "no-function":
            return google_errors.html(404, "Page not found")
        make = google_errors.ERRORS.get(fault["kind"])
        return make(fault) if make else None

    def answer(self, request):
        fault, _ = self.rules.pick(request, "annotate")
        shown, problem = self._signed_in(request)
        app_check = request.headers.get("X-Firebase-AppCheck")
        app_shown = None if app_check is None else "right" if self._attests(app_check) else "wrong"
        if app_shown == "right" and self.options.consume_app_check and self._is_used(app_check):
            app_shown = "used"
        line = {"auth": shown, "app_check": app_shown, "fault": fault, "status": None, "argument": None, "violations": []}
        is_logged = False

        def work():
            nonlocal is_logged
            is_enforced = (self.app_check or self.app_check_secret) is not None and app_shown != "right"
            response = self._refused(request) or (
                refusal() if problem or is_enforced and app_shown != "used" else
                consumed() if app_shown == "used" else self._run(request, line))
            line["status"] = response.status
            is_logged = True
            self.log(request, **line)
            return response

        try:
            return self.play(fault, work)
        finally:
            if not is_logged:
                self.log(request, **line)

    def _attests(self, token):
        if self.app_check_secret is None:
            return token == self.app_check
        return app_check_peer.holds(self.app_check_secret, self.options.project, token)

    def _is_used(self, token):
        """Whether the token came before; the replay protection of callable functions (`consumeAppCheckToken`)."""
        with self.used_lock:
            is_used = token in self.used
            self.used.add(token)
            return is_used

    @staticmethod
    def _refused(request):
        """What Google's front end says before any function does."""
        if request.path.rsplit("/", 1)[-1] != FUNCTION or request.path.count("/") not in (1, 3):
            return google_errors.html(404, "Page not found")
        return google_errors.html(413, "Request Entity Too Large") if len(request.body) > MOST_BYTES else None

    def _run(self, request, line):
        """The function itself."""
        line["argument"] = self._judge(request, line["violations"])
        headers = [(name, request.headers[name]) for name in PASSED_ON if name in request.headers]
        environ = EnvironBuilder(method=request.method, path=request.path, data=request.body, headers=headers).get_environ()
        pieces, status, headers = run_wsgi_app(self.app, environ, buffered=True)
        return Response(int(status.split()[0]), b"".join(pieces), headers.get("Content-Type"))

    @staticmethod
    def _judge(request, violations):
        """The form of the argument; what is not as the protocol says is a violation."""
        if request.headers.get("Content-Type") != "application/json":
            violations.append(f"Content-Type: {request.headers.get('Content-Type')}")
        if "event-stream" in (request.headers.get("Accept") or ""):
            violations.append("the answer is wanted as a stream")
        try:
            body = json.loads(request.body)
        except ValueError as error:
            violations.append(f"no JSON: {error}")
            return None
        if not isinstance(body, dict) or list(body) != ["data"]:
            violations.append("the body is not {\"data\": ...}")
            return None
        return {dict: "object", str: "string"}.get(type(body["data"]), "other")

    @staticmethod
    def _signed_in(request):
        """Who asks, in one word, and whether what is shown holds no more, which the library does not see here."""
        if "Authorization" not in request.headers:
            return "none", False
        try:
            _, payload, _ = request.bearer.split(".")
            claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
            return ("user", False) if time.time() < claims["exp"] else ("user, but over", True)
        except (AttributeError, KeyError, TypeError, ValueError):
            return "no token", False


def refusal():
    """A token that does not hold."""
    return Response.of_json({"error": {"message": "Unauthenticated", "status": "UNAUTHENTICATED"}}, 401)


def consumed():
    """What a function says that looks at `request.app.alreadyConsumed`."""
    return Response.of_json(
        {"error": {"message": "this App Check token was used before", "status": "PERMISSION_DENIED"}}, 403)


def main():
    parser = arguments(__doc__)
    parser.add_argument("--project", default="demo-project", help="the project of the ID tokens that hold")
    parser.add_argument("--argument", choices=["object", "string"], default="object")
    parser.add_argument("--result", choices=["array", "object", "responses", "triple", "annotations"], default="array")
    parser.add_argument("--result-text", action="store_true", help="the result is JSON text")
    parser.add_argument("--node", type=int, default=20, help="whose words for broken JSON are used")
    parser.add_argument("--objects", help="as vision_peer.py has it")
    parser.add_argument("--consume-app-check", action="store_true", help="each App Check token is taken once")
    parser.add_argument("--canned", action="store_true", help="Vision answers without looking")
    parser.set_defaults(files=None, jwt_certs=None, token_seconds=3599, rotate=False, no_flavor=False)
    serve(CallablePeer(parser.parse_args()))


if __name__ == "__main__":
    main()
