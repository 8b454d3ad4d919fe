"""Firebase App Check on loopback: proofs in, App Check tokens out, as the reference "Firebase App Check API" has it.

    POST /v1/projects/PROJECT/apps/APP:exchangeDebugToken     {"debugToken": "...", "limitedUse": false}
    POST /v1/projects/PROJECT/apps/APP:exchangeCustomToken    {"customToken": "...", "limitedUse": false}
    /control                                                  see peerlib.py

"limitedUse" is false or true. The answer is {"token": "...", "ttl": "3600s"}. Tokens are JSON Web Tokens with the claims of Google's (iss, sub, aud, iat, exp), signed
with PEER_APP_CHECK_SECRET (HS256), which callable_peer.py takes, too, to tell which tokens hold. They end after --token-seconds, to
the fraction. What is expected comes in the environment: PEER_WEB_KEY, in X-Goog-Api-Key or as ?key=, and PEER_DEBUG_TOKEN. Of a custom
token the claims are looked at, and not its signature.

The log's lines say under "thought" what was thought of the request: "given", or the code; under "limited_use" what sort of token was
given, as "limitedUse" has it.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import time

from peerlib import Peer, Response, arguments, serve

PATH = re.compile(r"/v1/projects/([^/]+)/apps/([^/:]+:[^/]+):(exchangeDebugToken|exchangeCustomToken)")
AUDIENCE = "https://firebaseappcheck.googleapis.com/google.firebase.appcheck.v1.TokenExchangeService"
ISSUER = "https://firebaseappcheck.googleapis.com/123456789012"


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def signature(secret, message):
    return encoded(hmac.new(secret.encode(), message.encode(), hashlib.sha256).digest())


def made(secret, project, app, life):
    """An App Check token that ends after so many seconds."""
    now = time.time()
    claims = {"iss": ISSUER, "sub": app, "aud": ["projects/123456789012", f"projects/{project}"], "iat": int(now),
              "exp": now + life, "jti": encoded(os.urandom(6))}
    message = encoded(b'{"alg":"HS256","typ":"JWT"}') + "." + encoded(json.dumps(claims).encode())
    return f"{message}.{signature(secret, message)}"


def holds(secret, project, token):
    """Whether a function of the project takes a token now."""
    message, _, sign = (token or "").rpartition(".")
    try:
        claims = json.loads(decoded(message.partition(".")[2]))
    except ValueError:
        return False
    return hmac.compare_digest(sign, signature(secret, message)) and claims["iss"] == ISSUER \
        and f"projects/{project}" in claims["aud"] and claims["iat"] - 1 <= time.time() < claims["exp"]


class Refused(Exception):
    """What was asked for is not given: status, code and words."""

    def __init__(self, http, status, message):
        super().__init__(message)
        self.http, self.status, self.message = http, status, message

    def response(self):
        return Response.of_json({"error": {"code": self.http, "message": self.message, "status": self.status}}, self.http)


class AppCheckPeer(Peer):
    def __init__(self, options):
        super().__init__(options)
        self.web_key, self.debug_token, self.secret = (
            os.environ.pop("PEER_" + name) for name in ("WEB_KEY", "DEBUG_TOKEN", "APP_CHECK_SECRET"))

    def kind_of(self, request):
        match = PATH.fullmatch(request.path)
        return match[3] if match else "other"

    def named_fault(self, fault):
        if fault["kind"] != "error":
            return None
        return Refused(fault.get("http", 403), fault.get("status", "PERMISSION_DENIED"), fault["message"]).response()

    def answer(self, request):
        fault, _ = self.rules.pick(request, "any")

        def work():
            limited_use = None
            try:
                (response, limited_use), thought = self._given(request), "given"
            except Refused as refused:
                response, thought = refused.response(), refused.status
            self.log(request, fault=fault, thought=thought, limited_use=limited_use, status=response.status)
            return response

        if not fault:
            return work()
        self.log(request, fault=fault, thought="spoilt", status=None)
        return self.play(fault, work)

    def _given(self, request):
        """The answer with a token, and whether it is of limited use."""
        key = request.headers.get("X-Goog-Api-Key") or request.query.get("key")
        if not key:
            raise Refused(403, "PERMISSION_DENIED", "The request is missing a valid API key.")
        if key != self.web_key:
            raise Refused(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
        match = PATH.fullmatch(request.path)
        if request.method != "POST" or not match:
            raise Refused(404, "NOT_FOUND", "Requested entity was not found.")
        project, app, method = match.groups()
        if project != self.options.project or app != self.options.app:
            raise Refused(400, "FAILED_PRECONDITION", f"App not registered: {app}.")
        member = "debugToken" if method == "exchangeDebugToken" else "customToken"
        try:
            asked = json.loads(request.body)
        except ValueError:
            asked = None
        if not isinstance(asked, dict) or asked.keys() - {member, "limitedUse"} or not isinstance(asked.get(member), str) \
                or not isinstance(asked.get("limitedUse", False), bool) or request.headers.get("Content-Type") != "application/json":
            raise Refused(400, "INVALID_ARGUMENT", "Invalid JSON payload received.")
        if member == "debugToken" and asked[member] != self.debug_token or member == "customToken" and not self._is_signed(
                asked[member], app):
            raise Refused(403, "PERMISSION_DENIED", "App attestation failed.")
        life = self.options.token_seconds
        token = made(self.secret, project, app, life)
        return Response.of_json({"token": token, "ttl": f"{life:g}s"}), asked.get("limitedUse", False)

    @staticmethod
    def _is_signed(token, app):
        try:
            claims = json.loads(decoded(token.split(".")[1]))
        except (IndexError, ValueError):
            return False
        return claims.get("aud") == AUDIENCE and claims.get("app_id") == app and claims.get("iss") == claims.get("sub") \
            and claims.get("iat", 0) < claims.get("exp", 0) <= claims["iat"] + 3600 and time.time() < claims["exp"]


def main():
    parser = arguments(__doc__)
    parser.add_argument("--project", default="demo-project")
    parser.add_argument("--app", default="1:123456789012:web:0a1b2c", help="the app that is registered")
    parser.add_argument("--token-seconds", type=float, default=3600, help="the life of an App Check token")
    serve(AppCheckPeer(parser.parse_args()))


if __name__ == "__main__":
    main()
