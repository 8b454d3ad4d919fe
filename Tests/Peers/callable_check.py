"""The callable peer, the Auth emulator and App Check against a plain HTTP client: what the protocols say, word for word. Exits 0 when right.

    callable_check.py
"""

import base64
import json
import os
import pathlib
import struct
import sys
import tempfile
import time
import urllib.parse

from peer_check import JSON, Peer, entry, picture, same

SIGN_IN = "/identitytoolkit.googleapis.com/v1/accounts:"
TOKEN = "/securetoken.googleapis.com/v1/token"
CALL = "/annotateImage"
AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
UNAUTHENTICATED = {"error": {"message": "Unauthenticated", "status": "UNAUTHENTICATED"}}
BAD_REQUEST = {"error": {"message": "Bad Request", "status": "INVALID_ARGUMENT"}}


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def token(project="demo-project", life=3600, **more):
    now = int(time.time())
    claims = {"iss": f"https://securetoken.google.com/{project}", "aud": project, "sub": "u", "user_id": "u", "iat": now - 5,
              "exp": now + life, "auth_time": now}
    return ".".join([part({"alg": "none", "typ": "JWT"}), part(claims | more), ""])


def bearer(text):
    return {"Authorization": f"Bearer {text}"}


class Function(Peer):
    def __init__(self, folder, *words, **environment):
        super().__init__(folder, *words, script="callable_peer.py", **environment)

    def call(self, data, headers=None, path=CALL):
        return self.ask({"data": data}, path, bearer(token()) | JSON | (headers or {}))

    def fault(self, kind, match=None, **more):
        super().fault(kind, {"kind": "call"} | (match or {}), **more)

    def upstream(self, kind, **more):
        super().fault(kind, **more)


def check_protocol(peer):
    for headers, expected in (
            ({}, {"error": {"message": "annotateImage must be called while authenticated.", "status": "UNAUTHENTICATED"}}),
            (bearer("garbage"), UNAUTHENTICATED), (bearer(token("other")), UNAUTHENTICATED),
            (bearer(token(life=-1)), UNAUTHENTICATED), ({"Authorization": "Basic YTpi"}, UNAUTHENTICATED)):
        same(peer.ask({"data": entry()}, CALL, headers | JSON), (401, expected), str(headers)[:60])
    for body, headers in (({"data": entry(), "more": 1}, JSON), ({}, JSON), ({"data": 1}, {"Content-Type": "text/plain"})):
        same(peer.ask(body, CALL, bearer(token()) | headers), (400, BAD_REQUEST), str(body)[:40])
        same(peer.rows()[-1]["violations"] != [], True, "a violation")
    same(peer.ask(None, CALL, bearer(token()), "GET"), (400, BAD_REQUEST), "GET")
    for path in ("/", "/other", "/a/b/other"):
        same(peer.call(entry(), path=path)[0], 404, path)
    same(peer.call(entry(), path="/demo-project/us-central1/annotateImage")[0], 200, "the emulator's path")
    same(peer.call({"image": {"content": "A" * (10 << 20)}})[0], 413, "too large")
    same(peer.rows()[-1]["auth"], "user", "auth")


def check_answer(peer):
    before = peer.units()
    status, answer = peer.call(entry(11) | {"features": [{"type": "LANDMARK_DETECTION", "maxResults": 5},
                                                         {"type": "SAFE_SEARCH_DETECTION"}]})
    same((status, list(answer), len(answer["result"])), (200, ["result"], 1), "an answer")
    one = answer["result"][0]
    same((one["error"], one["fullTextAnnotation"], one["labelAnnotations"], one["context"]), (None, None, [], None), "defaults")
    landmark = one["landmarkAnnotations"][0]
    same((landmark["locale"], landmark["topicality"], landmark["properties"]), ("", 0, []), "defaults below")
    same(landmark["boundingPoly"]["normalizedVertices"], [], "an empty list")
    same(landmark["locations"][0]["latLng"]["longitude"], 0, "a longitude of 0")
    same(landmark["score"], struct.unpack("f", struct.pack("f", landmark["score"]))[0], "a widened float")
    same(len(repr(landmark["score"])) > 12, True, "a widened float's digits")
    same(one["safeSearchAnnotation"]["adult"], "VERY_LIKELY", "an enum's name")
    same(peer.units() - before, 2, "units")
    [seen, called] = peer.rows()[-2:]
    same((seen["kind"], called["kind"], called["argument"], called["status"]), ("annotate", "call", "object", 200), "rows")
    same((seen["images"][0]["mark"], seen["violations"], called["violations"]), (11, [], []), "what was seen")


def check_errors(peer):
    before = peer.units()
    for data, message in (("text", "No image present."), ({}, "No image present."),
                          (entry() | {"features": {"type": "LABEL_DETECTION"}}, "13 INTERNAL: Request message serialization failure: "
                           ".google.cloud.vision.v1.AnnotateImageRequest.features: array expected"),
                          ({"image": {}, "features": []}, "3 INVALID_ARGUMENT: Request must specify image and features.")):
        same(peer.call(data), (500, {"error": {"message": message, "status": "INTERNAL"}}), message)
    for kind, start in (("quota-minute", "8 RESOURCE_EXHAUSTED: Quota exceeded"), ("unavailable", "14 UNAVAILABLE: The service"),
                        ("billing-disabled", "7 PERMISSION_DENIED: This API method requires billing"),
                        ("gateway-timeout", "4 DEADLINE_EXCEEDED: "), ("bad-gateway", "14 UNAVAILABLE: Received HTTP status code 502"),
                        ("cut", "14 UNAVAILABLE: read ECONNRESET"), ("garbage", "13 INTERNAL: ")):
        peer.upstream(kind)
        status, answer = peer.call(entry())
        same((status, answer["error"]["status"], answer["error"]["message"][:len(start)]), (500, "INTERNAL", start), kind)
    same(peer.units(), before, "units of errors")
    peer.upstream("image", code=3)
    same(peer.call(entry())[1]["result"][0]["error"], {"code": 3, "message": "Bad image data.", "details": []}, "an image's error")
    for fault, expected in ((("error", {"status": "ABORTED", "message": "no", "details": {"a": [1]}}),
                             (409, {"error": {"message": "no", "status": "ABORTED", "details": {"a": [1]}}})),
                            (("error", {"status": "OK", "message": ""}), (200, {"error": {"message": "", "status": "OK"}}))):
        peer.fault(fault[0], **fault[1])
        same(peer.call(entry()), expected, str(fault))
    for kind, status in (("not-invokable", 403), ("no-function", 404), ("bad-gateway", 502), ("too-large-html", 413)):
        peer.fault(kind)
        status_found, text = peer.call(entry())
        same((status_found, text[:15]), (status, b"<!DOCTYPE html>"), kind)
    before = peer.units()
    peer.fault("cut", worked=True)
    try:
        peer.call(entry())
    except OSError:
        same(peer.units() - before, 1, "units after a cut")
    else:
        sys.exit("the cut was not noticed")
    peer.control(rules=[])


def check_forms(folder):
    answers = {}
    for words in ([], ["--result", "object"], ["--result", "responses"], ["--result", "triple"], ["--result", "annotations"]):
        for text in ([], ["--result-text"]):
            with Function(folder, *words, *text) as peer:
                result = peer.call(entry())[1]["result"]
                same(isinstance(result, str), bool(text), f"{words} as text")
                answers[" ".join(words)] = json.loads(result) if text else result
    one = answers["--result object"]
    same(one["labelAnnotations"][0]["description"], "mark-1", "an object")
    same([answers[""], answers["--result responses"], answers["--result annotations"]],
         [[one], {"responses": [one]}, one["labelAnnotations"]], "forms")
    same(answers["--result triple"], [{"responses": [one], "context": None}, None, None], "what the raw method resolves to")
    with Function(folder, "--argument", "string", PEER_APP_CHECK="app") as peer:
        app = {"X-Firebase-AppCheck": "app"}
        same(peer.call(json.dumps(entry()), app)[0], 200, "a text")
        same(peer.call(entry(), app)[1]["error"]["message"], '"[object Object]" is not valid JSON', "an object to the older form")
        peer.upstream("quota-plain")
        same(peer.call(json.dumps(entry()), app)[1]["error"]["details"], "Resource has been exhausted (e.g. check quota).", "details")
        for wrong in ({}, {"X-Firebase-AppCheck": "other"}):
            same(peer.call(json.dumps(entry()), wrong), (401, UNAUTHENTICATED), "App Check")
        same([row["app_check"] for row in peer.rows()[-2:]], [None, "wrong"], "App Check in the log")
    with Function(folder, "--argument", "string", "--node", "18") as peer:
        same(peer.call(entry())[1]["error"]["message"], "Unexpected token o in JSON at position 1", "Node 18")


def check_auth(folder):
    secrets = {"PEER_EMAIL": "a@example.com", "PEER_PASSWORD": "pass-word", "PEER_WEB_KEY": "web-key", "PEER_REFRESH_TOKEN": "early"}
    with Peer(folder, "--rotate", "--token-seconds", "100", "--said-seconds", "90", script="auth_emulator.py", **secrets) as peer:
        def ask(action, key="web-key", **fields):
            return peer.ask(fields, f"{SIGN_IN}{action}?key={key}", JSON)

        def sign_in(email, password="pass-word", **more):
            return ask("signInWithPassword", email=email, password=password, returnSecureToken=True, **more)

        def refresh(old):
            form = urllib.parse.urlencode({"grant_type": "refresh_token", "refresh_token": old})
            return peer.ask(form, f"{TOKEN}?key=web-key", {"Content-Type": "application/x-www-form-urlencoded"})

        def message(answer):
            return answer[0], answer[1]["error"]["message"]

        status, user = sign_in("a@example.com")
        same((status, user["registered"], user["expiresIn"], user["kind"]), (200, True, "90", "identitytoolkit#VerifyPasswordResponse"),
             "a user")
        claims = json.loads(base64.urlsafe_b64decode(user["idToken"].split(".")[1] + "=="))
        same((claims["aud"], claims["exp"] - claims["iat"], user["idToken"][-1]), ("demo-project", 100, "."), "an ID token")
        same(message(sign_in("a@example.com", "wrong")), (400, "INVALID_LOGIN_CREDENTIALS"), "a wrong password")
        for code in ("USER_DISABLED", "EMAIL_NOT_FOUND", "PASSWORD_LOGIN_DISABLED", "INVALID_PASSWORD"):
            same(message(sign_in(f"{code.lower()}@example.com")), (400, code), code)
        same(message(sign_in("too_many_attempts_try_later@example.com"))[1].partition(" : ")[0], "TOO_MANY_ATTEMPTS_TRY_LATER",
             "words behind the code")
        same("mfaPendingCredential" in sign_in("mfa@example.com")[1], True, "a second factor")
        same(message(ask("signUp", key="")), (403, "The request is missing a valid API key."), "no key")
        same(message(ask("signUp", key="other")), (400, "API key not valid. Please pass a valid API key."), "another key")
        guests = [ask("signUp", returnSecureToken=True)[1]["localId"] for _ in range(2)]
        same(guests[0] != guests[1], True, "guests")
        now = int(time.time())
        custom = {"iss": "r@x", "sub": "r@x", "aud": AUDIENCE, "uid": "me", "iat": now, "exp": now + 3600}
        for changes, status in (({}, 200), ({"aud": "x"}, 400), ({"exp": now + 7200}, 400), ({"uid": ""}, 400)):
            text = ".".join([part({"alg": "none"}), part(custom | changes), ""])
            same(ask("signInWithCustomToken", token=text, returnSecureToken=True)[0], status, f"a custom token with {changes}")
        status, first = refresh(user["refreshToken"])
        same((status, first["expires_in"], first["access_token"] == first["id_token"], first["user_id"]), (200, "90", True, "user-1"),
             "refreshed")
        same(message(refresh(user["refreshToken"])), (400, "INVALID_REFRESH_TOKEN"), "rotated away")
        same([refresh(first["refresh_token"])[0], refresh("early")[0]], [200, 200], "the newer one, and an earlier one")
        peer.fault("TOKEN_EXPIRED", {"kind": "token"})
        same(message(refresh("early")), (400, "TOKEN_EXPIRED"), "as told")
        same(peer.control(rules=[])["requests"]["signUp"], 4, "counts")
        with Function(pathlib.Path(folder, "f")) as function:
            answer = function.ask({"data": entry()}, CALL, bearer(user["idToken"]) | JSON)
            same(answer[0], 200, "the function takes the emulator's tokens")
        for secret in secrets.values():
            same(secret.encode() in peer.log_path.read_bytes(), False, f"{secret} in the log")


def check_app_check(folder):
    app, secrets = "1:123456789012:web:0a1b2c", {"PEER_WEB_KEY": "web-key", "PEER_DEBUG_TOKEN": "debug-token", "PEER_APP_CHECK_SECRET": "s"}
    root = f"/v1/projects/demo-project/apps/{app}"
    now = int(time.time())
    claims = {"iss": "r@x", "sub": "r@x", "app_id": app, "iat": now, "exp": now + 300,
              "aud": "https://firebaseappcheck.googleapis.com/google.firebase.appcheck.v1.TokenExchangeService"}
    key = {"X-Goog-Api-Key": "web-key"}
    with Peer(folder, "--token-seconds", "1.5", script="app_check_peer.py", **secrets) as peer:
        def ask(fields, action="exchangeDebugToken", headers=key, path=root):
            status, answer = peer.ask(fields, f"{path}:{action}", JSON | headers)
            return (status, answer) if status == 200 else (status, answer["error"]["message"])

        debug = {"debugToken": "debug-token", "limitedUse": False}
        status, answer = ask(debug)
        same((status, answer["ttl"], sorted(answer)), (200, "1.5s", ["token", "ttl"]), "a debug token")
        same(ask(debug, headers={}), (403, "The request is missing a valid API key."), "no key")
        same(ask(debug, headers={"X-Goog-Api-Key": "k"})[0], 400, "another key")
        same(ask({"debugToken": "other"}), (403, "App attestation failed."), "another debug token")
        same(ask(debug | {"limitedUse": True})[0], 200, "a token of limited use")
        same(ask(debug | {"limitedUse": 1})[0], 400, "a number in the place of a flag")
        same(ask(debug, path="/v1/projects/demo-project/apps/1:2:web:3"), (400, "App not registered: 1:2:web:3."), "another app")
        for changes, expected in (({}, 200), ({"aud": "x"}, 403), ({"app_id": "x"}, 403), ({"exp": now - 1}, 403)):
            text = ".".join([part({"alg": "RS256"}), part(claims | changes), "sign"])
            same(ask({"customToken": text}, "exchangeCustomToken")[0], expected, f"a custom token with {changes}")
        with Function(pathlib.Path(folder, "f"), PEER_APP_CHECK_SECRET="s") as function:
            for token, expected in ((ask(debug)[1]["token"], 200), ("x.y.z", 401), (answer["token"] + "A", 401), (None, 401)):
                headers = {"X-Firebase-AppCheck": token} if token else {}
                same(function.call(entry(), headers)[0], expected, f"the function with {token and token[:9]}")
        os.mkdir(pathlib.Path(folder, "g"))
        with Function(pathlib.Path(folder, "g"), "--consume-app-check", PEER_APP_CHECK_SECRET="s") as function:
            token = {"X-Firebase-AppCheck": ask(debug)[1]["token"]}
            same([function.call(entry(), token)[0] for _ in range(2)], [200, 403], "a token that is taken once")
        for secret in ("web-key", "debug-token"):
            same(secret.encode() in peer.log_path.read_bytes(), False, f"{secret} in the log")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(pathlib.Path(folder, "f"))
        with Function(folder) as peer:
            for check in (check_protocol, check_answer, check_errors):
                check(peer)
        check_forms(folder)
        check_auth(folder)
        check_app_check(folder)
    print("Calls and sign-ins, each answered as it should be")


if __name__ == "__main__":
    main()
