"""Firebase Auth on loopback, with the wire shapes of Google's Auth emulator: the Identity Toolkit and the Secure Token service.

    POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=K    also :signUp, :signInWithCustomToken
    POST /securetoken.googleapis.com/v1/token?key=K                              form or JSON
    /control                                                                     see peerlib.py

ID tokens have no signature (alg none), their audience is the project (--project), and they end after --token-seconds; so says
`expiresIn`, unless --said-seconds says otherwise. Refresh tokens are the emulator's: JSON in base 64. What is expected comes in
the environment: PEER_EMAIL and PEER_PASSWORD (the one user there is), PEER_WEB_KEY, PEER_REFRESH_TOKEN (one that was given out
earlier). Without PEER_WEB_KEY any key will do, as with the emulator.

An email address whose first part is one of the service's codes in small letters is refused with it: user_disabled@example.com.
The address mfa@... has a second factor. As a fault, {"kind": "TOKEN_EXPIRED"} answers with that code, whatever it is; "message"
gives the words behind it, "status" another HTTP status.

The log's lines are of kind signInWithPassword, signUp, signInWithCustomToken or token, and say under "thought" what was thought
of the request: "given", or the code.
"""

import base64
import json
import os
import re
import secrets
import threading
import time
import urllib.parse

from peerlib import Peer, Response, arguments, serve

ACCOUNTS = re.compile(r"/identitytoolkit\.googleapis\.com/v1/accounts:(signInWithPassword|signUp|signInWithCustomToken)")
TOKEN = "/securetoken.googleapis.com/v1/token"
CUSTOM_AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
CODE = re.compile(r"[A-Z][A-Z_]+")
WORDS = {"WEAK_PASSWORD": "Password should be at least 6 characters",
         "TOO_MANY_ATTEMPTS_TRY_LATER": "Too many unsuccessful login attempts. Please try again later.",
         "INVALID_CUSTOM_TOKEN": "Invalid assertion format. 3 dot separated segments required."}
NO_KEY = "The request is missing a valid API key."
BAD_KEY = "API key not valid. Please pass a valid API key."


class Refused(Exception):
    """What was asked for is not given: the code, and the HTTP status."""

    def __init__(self, code, status=400):
        super().__init__(code)
        self.code, self.status = code, status

    def response(self, words=None):
        words = words or WORDS.get(self.code)
        message = f"{self.code} : {words}" if words else self.code
        error = {"code": self.status, "message": message,
                 "errors": [{"message": message, "domain": "global", "reason": "invalid"}]}
        if not CODE.fullmatch(self.code):
            error["status"] = "PERMISSION_DENIED" if self.status == 403 else "INVALID_ARGUMENT"
        return Response.of_json({"error": error}, self.status)


class AuthEmulator(Peer):
    def __init__(self, options):
        super().__init__(options)
        take = {name: os.environ.pop("PEER_" + name, None) for name in ("EMAIL", "PASSWORD", "WEB_KEY", "REFRESH_TOKEN")}
        self.email, self.password, self.web_key = take["EMAIL"], take["PASSWORD"], take["WEB_KEY"]
        self.lock = threading.Lock()
        # Refresh tokens that hold, with the user and how that user signed in.
        self.sessions = {take["REFRESH_TOKEN"]: ("early", "password")} if take["REFRESH_TOKEN"] else {}

    def kind_of(self, request):
        match = ACCOUNTS.fullmatch(request.path)
        return match[1] if match else "token" if request.path == TOKEN else "other"

    def named_fault(self, fault):
        if not CODE.fullmatch(fault["kind"]):
            return None
        return Refused(fault["kind"], fault.get("status", 400)).response(fault.get("message"))

    def answer(self, request):
        fault, _ = self.rules.pick(request, "any")
        thought = "spoilt"

        def work():
            nonlocal thought
            try:
                response, thought = self._given(request), "given"
            except Refused as refused:
                response, thought = refused.response(), refused.code
            return response

        if fault:  # what is held or late is written down before
            self.log(request, fault=fault, thought=thought, status=None)
            return self.play(fault, work)
        response = work()
        self.log(request, fault=None, thought=thought, status=response.status)
        return response

    def _given(self, request):
        key = request.query.get("key")
        if not key:
            raise Refused(NO_KEY, 403)
        if self.web_key is not None and key != self.web_key:
            raise Refused(BAD_KEY)
        if request.method != "POST" or request.kind == "other":
            raise Refused("Not Found", 404)
        asked = fields_of(request)
        if request.kind == "token":
            return Response.of_json(self._refreshed(asked))
        if asked.get("returnSecureToken") is not True:
            raise Refused("the peer refuses: returnSecureToken is not true")
        return Response.of_json(getattr(self, "_" + request.kind)(asked))

    # The four ways.

    def _signInWithPassword(self, asked):
        email = asked.get("email")
        if not email or not asked.get("password"):
            raise Refused("MISSING_PASSWORD" if email else "MISSING_EMAIL")
        name, _, _ = email.partition("@")
        if name == "mfa":
            return {"kind": "identitytoolkit#VerifyPasswordResponse", "localId": "two", "email": email,
                    "mfaPendingCredential": "pending", "mfaInfo": [{"mfaEnrollmentId": "1", "phoneInfo": "+*******1234"}]}
        if CODE.fullmatch(name.upper()) and "_" in name:
            raise Refused(name.upper())
        if email != self.email or asked["password"] != self.password:
            raise Refused("INVALID_LOGIN_CREDENTIALS")
        return {"kind": "identitytoolkit#VerifyPasswordResponse", "localId": "user-1", "email": email, "displayName": "",
                "registered": True} | self._session("user-1", "password")

    def _signUp(self, asked):
        if asked.keys() - {"returnSecureToken"}:
            raise Refused("OPERATION_NOT_ALLOWED")
        user = "anonymous-" + secrets.token_hex(6)
        return {"kind": "identitytoolkit#SignupNewUserResponse", "localId": user} | self._session(user, "anonymous")

    def _signInWithCustomToken(self, asked):
        if not asked.get("token"):
            raise Refused("MISSING_CUSTOM_TOKEN")
        claims = claims_of(asked["token"])
        user = claims.get("uid")
        if claims.get("aud") != CUSTOM_AUDIENCE or claims.get("iss") != claims.get("sub") or not isinstance(user, str) \
                or not 1 <= len(user) <= 128 or not claims.get("iat", 0) < claims.get("exp", 0) <= claims["iat"] + 3600 \
                or claims["exp"] <= time.time():
            raise Refused("INVALID_CUSTOM_TOKEN")
        return {"kind": "identitytoolkit#VerifyCustomTokenResponse", "isNewUser": False} | self._session(user, "custom")

    def _refreshed(self, asked):
        grant = asked.get("grant_type", asked.get("grantType"))
        old = asked.get("refresh_token", asked.get("refreshToken"))
        if grant != "refresh_token":
            raise Refused("INVALID_GRANT_TYPE" if grant else "MISSING_GRANT_TYPE")
        if not old:
            raise Refused("MISSING_REFRESH_TOKEN")
        with self.lock:
            found = self.sessions.pop(old, None) if self.options.rotate else self.sessions.get(old)
        if found is None:
            raise Refused("INVALID_REFRESH_TOKEN")
        session = self._session(*found, None if self.options.rotate else old)
        return {"access_token": session["idToken"], "expires_in": session["expiresIn"], "token_type": "Bearer",
                "refresh_token": session["refreshToken"], "id_token": session["idToken"], "user_id": found[0],
                "project_id": "123456789012"}

    def _session(self, user, provider, refresh_token=None):
        now, project = int(time.time()), self.options.project
        life = self.options.token_seconds
        said = life if self.options.said_seconds is None else self.options.said_seconds
        token = ".".join([encoded({"alg": "none", "typ": "JWT"}), encoded({
            "iss": f"https://securetoken.google.com/{project}", "aud": project, "sub": user, "user_id": user, "iat": now,
            "exp": now + life, "auth_time": now, "jti": secrets.token_hex(4),
            "firebase": {"identities": {}, "sign_in_provider": provider}}), ""])
        if refresh_token is None:
            refresh_token = base64.b64encode(json.dumps({
                "_AuthEmulatorRefreshToken": "DO NOT MODIFY", "localId": user, "provider": provider, "extraClaims": {},
                "projectId": project, "nonce": secrets.token_hex(4)}).encode()).decode()
        with self.lock:
            self.sessions[refresh_token] = user, provider
        return {"idToken": token, "refreshToken": refresh_token, "expiresIn": str(said)}


def fields_of(request):
    kind = (request.headers.get("Content-Type") or "").split(";")[0].strip()
    try:
        if kind == "application/json":
            fields = json.loads(request.body)
            if isinstance(fields, dict):
                return fields
        elif kind == "application/x-www-form-urlencoded" and request.kind == "token":
            return dict(urllib.parse.parse_qsl(request.body.decode(), keep_blank_values=True, strict_parsing=True))
    except ValueError:
        pass
    raise Refused(f"Invalid JSON payload received. The peer cannot read {kind}.")


def encoded(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def claims_of(token):
    try:
        _, payload, _ = token.split(".")
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (AttributeError, ValueError):
        raise Refused("INVALID_CUSTOM_TOKEN") from None
    return claims if isinstance(claims, dict) else {}


def main():
    parser = arguments(__doc__)
    parser.add_argument("--project", default="demo-project", help="the audience of the tokens")
    parser.add_argument("--token-seconds", type=int, default=3600, help="the life of an ID token")
    parser.add_argument("--said-seconds", type=int, help="what `expiresIn` says of it")
    parser.add_argument("--rotate", action="store_true", help="each refresh gives a new refresh token and ends the old one")
    serve(AuthEmulator(parser.parse_args()))


if __name__ == "__main__":
    main()
