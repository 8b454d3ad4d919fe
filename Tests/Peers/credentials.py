"""Who may ask: API keys, access tokens, self-signed tokens; and the places that give tokens out.

    POST /token                        OAuth: the JWT-bearer grant (RFC 7523) and refresh tokens (RFC 6749, 6)
    GET  /computeMetadata/v1/...       the metadata server of a Google machine

What is expected comes in the environment, so that no process list shows it: PEER_API_KEY, PEER_TOKEN (access token),
PEER_CLIENT_ID, PEER_CLIENT_SECRET, PEER_REFRESH_TOKEN. What is not set is not accepted; where nothing at all is set or given,
anybody may ask. Tokens that the peer gave out are accepted until they end (--token-seconds).
"""

import json
import os
import secrets
import threading
import time
import urllib.parse

from google.auth import exceptions, jwt

from peerlib import Response

SCOPES = {"https://www.googleapis.com/auth/cloud-vision", "https://www.googleapis.com/auth/cloud-platform",
          "https://www.googleapis.com/auth/devstorage.read_only"}
TOKEN_AUDIENCE = "https://oauth2.googleapis.com/token"
VISION_AUDIENCE = "https://vision.googleapis.com/"
JWT_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"


def add_arguments(parser):
    parser.add_argument("--jwt-certs", help="JSON of key id to PEM, certificate or public key: whose RS256 signatures hold")
    parser.add_argument("--token-seconds", type=int, default=3599, help="the life of a token that is given out")
    parser.add_argument("--rotate", action="store_true", help="each refresh gives a new refresh token and ends the old one")
    parser.add_argument("--project", default="peer-project", help="the metadata server's project")
    parser.add_argument("--no-flavor", action="store_true", help="answers without Metadata-Flavor: not Google's machine")


class Credentials:
    """What is expected, and what was given out."""

    def __init__(self, options):
        self.options = options
        expected = {name: os.environ.pop("PEER_" + name, None)
                    for name in ("API_KEY", "TOKEN", "CLIENT_ID", "CLIENT_SECRET", "REFRESH_TOKEN")}
        self.key, self.token = expected["API_KEY"], expected["TOKEN"]
        self.client = (expected["CLIENT_ID"], expected["CLIENT_SECRET"])
        self.refresh_token = expected["REFRESH_TOKEN"]
        self.certs = json.load(open(options.jwt_certs)) if options.jwt_certs else None
        self.given, self.lock = {}, threading.Lock()
        self.is_open = not (self.key or self.token or self.certs or self.refresh_token)

    def judge(self, request):
        """What the request shows (one word for the log), and the name of the error where it may not ask."""
        key, bearer = request.headers.get("X-Goog-Api-Key"), request.bearer
        if "key" in request.query:
            return "key in the URL", "key-invalid"
        if key is not None and bearer is not None:
            return "key and bearer", "key-invalid"
        if key is not None:
            return ("key", None) if self.is_open or key == self.key else ("wrong key", "key-invalid")
        if bearer is None:
            return "none", None if self.is_open else "key-missing"
        if bearer.count(".") == 2 and bearer.startswith("ey"):
            problem = self._self_signed(bearer)
            return ("self-signed", None) if problem is None else (f"self-signed: {problem}", "unauthenticated")
        with self.lock:
            ends = self.given.get(bearer)
        if ends is not None:
            return ("given", None) if time.time() < ends else ("given, but over", "unauthenticated")
        return ("bearer", None) if self.is_open or bearer == self.token else ("wrong bearer", "unauthenticated")

    def _self_signed(self, token):
        """None, or why a self-signed token does not hold (google.aip.dev/auth/4111)."""
        try:
            claims = self._verified(token)
        except (ValueError, exceptions.GoogleAuthError) as error:
            return str(error)
        if claims.get("iss") != claims.get("sub") or not claims.get("iss"):
            return "iss and sub are not the account"
        scopes = set((claims.get("scope") or "").split())
        if ("aud" in claims) == bool(scopes):
            return "exactly one of aud and scope is due"
        if scopes and not scopes & SCOPES or claims.get("aud", VISION_AUDIENCE) != VISION_AUDIENCE:
            return "not for Cloud Vision"
        return None

    def _verified(self, token, audience=None):
        if self.certs is None:
            raise ValueError("no certificate is known")
        header = jwt.decode_header(token)
        if header.get("alg") != "RS256" or header.get("typ") != "JWT" or header.get("kid") not in self.certs:
            raise ValueError(f"the header {header} names no known key")
        claims = jwt.decode(token, certs=self.certs, audience=audience)
        if not 0 < claims["exp"] - claims["iat"] <= 3600:
            raise ValueError("a life of more than an hour, or none")
        return claims

    def _give(self):
        token = "ya29.peer-" + secrets.token_hex(16)
        with self.lock:
            self.given[token] = time.time() + self.options.token_seconds
        return {"access_token": token, "expires_in": self.options.token_seconds, "token_type": "Bearer"}

    def answer_token(self, request):
        """The token endpoint; what it thought of the request, for the log, and the answer."""
        form = dict(urllib.parse.parse_qsl(request.body.decode("utf-8", "replace"), keep_blank_values=True))
        if (request.headers.get("Content-Type") or "").split(";")[0] != "application/x-www-form-urlencoded":
            return "not a form", refused("invalid_request", "Bad Request")
        match form.get("grant_type"):
            case grant if grant == JWT_GRANT:
                try:
                    claims = self._verified(form.get("assertion", ""), TOKEN_AUDIENCE)
                except (ValueError, exceptions.GoogleAuthError) as error:
                    return str(error), refused("invalid_grant", "Invalid JWT Signature.")
                if not claims.get("iss") or not set((claims.get("scope") or "").split()) & SCOPES:
                    return "iss or scope", refused("invalid_scope", "Invalid OAuth scope or ID token audience provided.")
                return "given", Response.of_json(self._give())
            case "refresh_token":
                if (form.get("client_id"), form.get("client_secret")) != self.client:
                    return "wrong client", refused("invalid_client", "Unauthorized", 401)
                with self.lock:
                    if form.get("refresh_token") != self.refresh_token:
                        return "wrong refresh token", refused("invalid_grant", "Token has been expired or revoked.")
                    if self.options.rotate:
                        self.refresh_token = "1//peer-" + secrets.token_hex(16)
                    more = {"refresh_token": self.refresh_token} if self.options.rotate else {}
                return "given", Response.of_json(self._give() | more)
        return "no known grant", refused("unsupported_grant_type", "Invalid grant_type: " + form.get("grant_type", ""))

    def answer_metadata(self, request):
        """The metadata server; as `answer_token`."""
        flavor = {} if self.options.no_flavor else {"Metadata-Flavor": "Google", "Server": "Metadata Server for VM"}
        if request.headers.get("Metadata-Flavor") != "Google":
            return "no flavor", Response(403, b"<title>Error 403 (Forbidden)!!1</title>", "text/html", flavor)
        path = request.path.removeprefix("/computeMetadata/v1").strip("/")
        account = "instance/service-accounts/default"
        if path == f"{account}/token":
            return "given", Response.of_json(self._give(), headers=flavor)
        texts = {"": "instance/\nproject/\n", "project/project-id": self.options.project,
                 f"{account}/email": f"robot@{self.options.project}.iam.gserviceaccount.com"}
        if path in texts:
            return "told", Response(200, texts[path].encode(), "application/text", flavor)
        return "unknown", Response(404, b"<title>Error 404 (Not Found)!!1</title>", "text/html", flavor)


def refused(name, words, status=400):
    return Response.of_json({"error": name, "error_description": words}, status)
