"""The Vision peer against a plain HTTP client: what it refuses, how it fails on demand, what it writes down. Exits 0 when right.

    peer_check.py
"""

import base64
import http.client
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from google.auth import crypt, jwt
from PIL import Image

import marks
import picture_set

HERE = pathlib.Path(__file__).parent
KEY = {"X-Goog-Api-Key": "right-key"}
JSON = {"Content-Type": "application/json"}
FEATURES = [{"type": "LABEL_DETECTION", "maxResults": 3}]


def same(found, expected, what):
    if found != expected:
        sys.exit(f"{what}: {found!r} and not {expected!r}")


def picture(number, stored=1, **saving):
    box = marks.random_box(320, 240, np.random.default_rng(number))
    pixels = picture_set.STORED[stored](marks.draw(320, 240, number, box))
    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(file, "JPEG", **saving)
    return base64.b64encode(file.getvalue()).decode()


def entry(number=1, **more):
    return {"image": {"content": picture(number)}, "features": FEATURES} | more


class Peer:
    """A running peer."""

    def __init__(self, folder, *words, script="vision_peer.py", **environment):
        self.log_path, self.meter_path = pathlib.Path(folder, "log"), pathlib.Path(folder, "meter")
        for path in (self.log_path, self.meter_path):
            path.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, HERE / script, "--until-eof", "--log", self.log_path, "--meter", self.meter_path, *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | environment)
        self.port = int(self.process.stdout.readline().split()[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()

    def ask(self, body, path="/v1/images:annotate", headers=KEY | JSON, method="POST"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body if isinstance(body, (bytes, str, type(None))) else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text
        finally:
            connection.close()

    def annotate(self, *entries):
        return self.ask({"requests": list(entries)})

    def control(self, **told):
        return self.ask(told, "/control")[1]

    def fault(self, kind, match=None, **more):
        self.control(rules=[{"match": match or {}, "fault": {"kind": kind} | more}])

    def rows(self):
        return [json.loads(line) for line in self.log_path.read_text().splitlines()]

    def units(self):
        return len(self.meter_path.read_text().splitlines()) if self.meter_path.exists() else 0


def check_refusals(peer):
    good = entry()
    content = good["image"]["content"]
    refused = [
        ("unknown field", {"requests": [good | {"colour": 1}]}, "colour"),
        ("unknown enum", {"requests": [good | {"features": [{"type": "SMELL"}]}]}, "SMELL"),
        ("snake case", {"requests": [good | {"features": [{"type": "LABEL_DETECTION", "max_results": 3}]}]}, "canonical"),
        ("number for enum", {"requests": [good | {"features": [{"type": 4, "maxResults": 3}]}]}, "canonical"),
        ("text for number", {"requests": [good | {"features": [{"type": "LABEL_DETECTION", "maxResults": "3"}]}]}, "canonical"),
        ("no padding", {"requests": [good | {"image": {"content": picture(1, quality=70, comment=b"x").rstrip("=")}}]}, None),
        ("line breaks", {"requests": [good | {"image": {"content": content[:76] + "\n" + content[76:]}}]}, None),
        ("an empty image", {"requests": [good, {"image": {}, "features": FEATURES}]}, "must specify image"),
        ("nothing", {}, "must specify image"),
        ("17 images", {"requests": [good] * 17}, "Too many"),
        ("too large", {"requests": [good], "parent": "x" * 10_485_760}, "10485760"),
        ("no maxResults", {"requests": [good | {"features": [{"type": "LABEL_DETECTION"}]}]}, "maxResults"),
        ("a name twice", b'{"requests":[],"requests":[]}', "twice"),
        ("no JSON", b"{", "Invalid JSON"),
    ]
    for stored in range(2, 9):
        turned = {"image": {"content": picture(5, stored)}, "features": FEATURES}
        refused.append((f"turned as {stored}", {"requests": [turned]}, "upright"))
    exif = picture_set.exif(6)
    refused.append(("EXIF", {"requests": [{"image": {"content": picture(1, exif=exif)}, "features": FEATURES}]}, "orientation 6"))
    before = len(peer.rows())
    for name, body, words in refused:
        status, answer = peer.ask(body)
        if name == "no padding" and picture(1, quality=70, comment=b"x")[-1] != "=":
            continue
        same((status, answer["error"]["status"]), (400, "INVALID_ARGUMENT"), name)
        if words and words not in answer["error"]["message"] + json.dumps(answer):
            sys.exit(f"{name}: {answer}")
    rows = peer.rows()[before:]
    same([row["number"] for row in rows if not row["violations"]
          and not any(image["bytes"] == 0 for image in row["images"])], [], "refusals without a violation")
    same(peer.units(), 0, "units of what was refused")


def check_credentials(peer):
    for headers, status in (({}, 403), ({"X-Goog-Api-Key": "wrong"}, 400), ({"Authorization": "Bearer wrong"}, 401),
                            ({"Authorization": "Bearer right-token"}, 200), (KEY, 200)):
        same(peer.ask({"requests": [entry()]}, headers=headers | JSON)[0], status, str(headers))
    same(peer.ask({"requests": [entry()]}, "/v1/images:annotate?key=right-key", JSON)[0], 400, "a key in the URL")
    for secret in (b"right-key", b"right-token"):
        same(secret in peer.log_path.read_bytes(), False, "a secret in the log")


def check_metadata(peer):
    peer.annotate({"image": {"content": picture(3, exif=picture_set.exif(1), comment=b"hello")}, "features": FEATURES})
    found = " ".join(peer.rows()[-1]["images"][0]["metadata"])
    for words in ("APP1", "JPEG comment", "gps", "0x0112"):
        same(words in found, True, f"{words} in {found}")


def check_faults(peer):
    for kind, status in (("quota-minute", 429), ("quota-day", 429), ("quota-zero", 429), ("quota-tokens", 429),
                         ("quota-plain", 429), ("quota-legacy", 403), ("unavailable", 503), ("internal", 500),
                         ("bad-gateway", 502), ("gateway-timeout", 504), ("gateway-timeout-html", 504), ("not-found-html", 404),
                         ("too-large-html", 413), ("billing-disabled", 403), ("service-disabled", 403), ("permission-denied", 403),
                         ("unauthenticated", 401), ("key-missing", 403), ("key-invalid", 400), ("bad-request", 400),
                         ("too-many-images", 400), ("payload-size", 400), ("garbage", 200), ("empty", 200)):
        before = peer.units()
        peer.fault(kind, retry_after="2", retry_delay="26s")
        same(peer.annotate(entry())[0], status, kind)
        same(peer.units(), before, f"units after {kind}")
        peer.fault(kind, worked=True)
        peer.annotate(entry())
        same(peer.units(), before + 1, f"units after {kind}, worked")
    for kind, more, units in (("cut", {}, 0), ("cut", {"worked": True}, 1), ("cut", {"reset": True}, 0), ("truncated", {}, 1),
                              ("cut", {"unread": True}, 0)):
        before = peer.units()
        peer.fault(kind, **more)
        try:
            peer.annotate(entry())
        except (http.client.HTTPException, ConnectionError):
            same(peer.units() - before, units, f"units after {kind} {more}")
        else:
            sys.exit(f"{kind} was not noticed")
    for chunked in (False, True):
        peer.fault("giant", bytes=30_000_000, chunked=chunked)
        same(len(peer.annotate(entry())[1]), 30_000_000, "giant")
    peer.fault("delay", ms=200)
    began = time.monotonic()
    peer.annotate(entry())
    same(time.monotonic() - began >= 0.2, True, "late")
    peer.fault("hold")
    asking = threading.Thread(target=peer.annotate, args=[entry()])
    asking.start()
    same(peer.ask(None, "/control/wait?held=1", {}, "GET")[1]["arrived"], True, "a request is held")
    same(asking.is_alive(), True, "its client waits")
    peer.ask({}, "/control/release")
    asking.join(30)
    same(asking.is_alive(), False, "let go")
    peer.fault("body", body={"responses": []}, status=203, headers={"X-Peer": "1"})
    same(peer.annotate(entry()), (203, {"responses": []}), "a given body")
    peer.control(rules=[])
    same(peer.annotate(entry())[0], 200, "no faults any more")


def check_images(peer):
    peer.fault("image", {"mark": 2}, code=14, beside=True)
    before = peer.units()
    _, answer = peer.annotate(entry(1), entry(2), entry(3))
    same([each.get("error", {}).get("code") for each in answer["responses"]], [None, 14, None], "an error beside one image")
    same("labelAnnotations" in answer["responses"][1], True, "annotations beside an error")
    same(peer.units() - before, 2, "units")
    peer.fault("image", {"mark": 2}, code=8, billed=True)
    peer.annotate(entry(1), entry(2))
    same(peer.units() - before, 4, "units where an error is billed")
    peer.fault("entry", {"mark": 3}, value=None)
    same(peer.annotate(entry(3), entry(4))[1]["responses"][0], None, "an entry of any shape")
    for by, count in ((-1, 2), (1, 4)):
        peer.fault("count", by=by)
        same(len(peer.annotate(entry(1), entry(2), entry(3))[1]["responses"]), count, "count")
    peer.fault("bad-request", {"mark": 9})
    same([peer.annotate(entry(8), entry(9))[0], peer.annotate(entry(8))[0], peer.annotate(entry(9))[0]], [400, 200, 400],
         "a batch with a culprit")
    peer.fault("unavailable", {"times": 2})
    same([peer.annotate(entry())[0] for _ in range(3)], [503, 503, 200], "times")
    peer.fault("unavailable", {"probability": 0.5, "seed": 4})
    drawn = [peer.annotate(entry())[0] for _ in range(40)]
    same(8 <= drawn.count(503) <= 32, True, f"half of them: {drawn.count(503)}")
    peer.control(rules=[])
    answer = peer.annotate({"image": {"content": base64.b64encode(b"no picture").decode()}, "features": FEATURES})[1]
    same(answer["error"]["code"], 400, "no picture")


def check_references(peer, stored):
    def reference(uri):
        kind = "gcsImageUri" if uri.startswith("gs:") else "imageUri"
        return {"image": {"source": {kind: uri}}, "features": FEATURES}

    _, answer = peer.annotate(*map(reference, ("gs://b/here.jpg", "gs://b/gone.jpg", "http://h/x.jpg", "gs://b/shut.jpg")))
    same([each.get("error", {}).get("code") for each in answer["responses"]], [None, 5, 7, 14], "references")
    same(answer["responses"][0]["labelAnnotations"][0]["description"], "mark-21", "a reference")
    path = "/storage/v1/b/b/o/shut.jpg?alt=media"
    same(peer.ask(None, path, KEY, "GET"), (200, stored), "a download")
    same(peer.ask(None, path, {}, "GET")[0], 403, "a download without credentials")
    same(peer.ask(None, "/storage/v1/b/b/o/none.jpg?alt=media", KEY, "GET")[0], 404, "a missing object")


def check_tokens(folder):
    key = rsa.generate_private_key(65537, 2048)
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    certs = pathlib.Path(folder, "certs.json")
    certs.write_text(json.dumps({"k1": public}))
    signer = crypt.RSASigner.from_string(pem, "k1")
    now = int(time.time())
    claims = {"iss": "a@b", "sub": "a@b", "iat": now, "exp": now + 3600, "scope": "https://www.googleapis.com/auth/cloud-vision"}

    def signed(**changes):
        return jwt.encode(signer, {name: value for name, value in (claims | changes).items() if value is not None}).decode()

    def bearer(token):
        return peer.ask({"requests": [entry()]}, headers={"Authorization": f"Bearer {token}"} | JSON)[0]

    def grant(**form):
        body = "&".join(f"{name}={value.replace(':', '%3A').replace('/', '%2F')}" for name, value in form.items())
        return peer.ask(body, "/token", {"Content-Type": "application/x-www-form-urlencoded"})

    jwt_grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    with Peer(folder, "--jwt-certs", certs, "--rotate", PEER_CLIENT_ID="id", PEER_CLIENT_SECRET="s", PEER_REFRESH_TOKEN="r") as peer:
        same(bearer(signed()), 200, "self-signed")
        same(bearer(signed(scope=None, aud="https://vision.googleapis.com/")), 200, "self-signed by audience")
        for changes in ({"sub": "c@d"}, {"exp": now - 100}, {"exp": now + 7200}, {"scope": "other"},
                        {"iat": now + 1000, "exp": now + 2000}, {"aud": "https://vision.googleapis.com/"}):
            same(bearer(signed(**changes)), 401, f"self-signed with {changes}")
        same(bearer(signed()[:-8] + "AAAAAAAA"), 401, "a forged signature")
        status, given = grant(grant_type=jwt_grant, assertion=signed(aud="https://oauth2.googleapis.com/token"))
        same((status, given["token_type"]), (200, "Bearer"), "a token for an assertion")
        same(bearer(given["access_token"]), 200, "a token that was given")
        same(grant(grant_type=jwt_grant, assertion=signed(aud="https://else/"))[1]["error"], "invalid_grant", "another audience")
        refresh = {"grant_type": "refresh_token", "client_id": "id", "client_secret": "s"}
        status, given = grant(**refresh, refresh_token="r")
        same((status, bearer(given["access_token"])), (200, 200), "a refreshed token")
        same(grant(**refresh, refresh_token="r")[0], 400, "a refresh token that was rotated away")
        same(grant(**refresh, refresh_token=given["refresh_token"])[0], 200, "a rotated refresh token")
        peer.fault("unavailable", {"kind": "token", "times": 1})
        same([grant(**refresh, refresh_token="none")[0] for _ in range(2)], [503, 400], "a fault of the token endpoint")
        path = "/computeMetadata/v1/instance/service-accounts/default/token"
        same(peer.ask(None, path, {}, "GET")[0], 403, "metadata without flavor")
        given = peer.ask(None, path, {"Metadata-Flavor": "Google"}, "GET")[1]
        same(bearer(given["access_token"]), 200, "a token of the metadata server")
        log = peer.log_path.read_text()
        same(given["access_token"] in log or signed()[:60] in log, False, "a token in the log")


def main():
    with tempfile.TemporaryDirectory() as folder:
        stored = base64.b64decode(picture(21))
        file = pathlib.Path(folder, "stored.jpg")
        file.write_bytes(stored)
        objects = pathlib.Path(folder, "objects.json")
        objects.write_text(json.dumps({"gs://b/here.jpg": str(file), "gs://b/shut.jpg": {"file": str(file), "code": 14}}))
        with Peer(folder, "--objects", objects, PEER_API_KEY="right-key", PEER_TOKEN="right-token") as peer:
            for check in (check_refusals, check_credentials, check_metadata, check_faults, check_images):
                check(peer)
            check_references(peer, stored)
            count = len(peer.rows())
        check_tokens(folder)
    print(f"{count} requests, each answered as it should be")


if __name__ == "__main__":
    main()
