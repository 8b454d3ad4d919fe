"""When a peer misbehaves: rules, each a match and a fault.

    {"match": {...}, "fault": {"kind": "...", ...}}

A rule holds when everything its match names holds; an empty match always does. The first rule that holds decides.

    kind          the kind of request (default: the peer's main kind; "any" for every kind)
    number        the number of the request among its kind, from 1: one or a list
    from          this number and all after it
    every         every n-th number
    probability   this share of the requests, chosen by `seed` and the request's number, whatever the order of threads
    sha256        some image's bytes have this digest; the beginning is enough
    mark          some image shows this mark
    images        the least number of images in the request
    times         at most so often (in all)

Faults common to all peers, with their own fields:

    cut           closes the connection before the work; "worked": true after it; "reset": true with a TCP reset
    delay         answers "ms" milliseconds after the work is done
    hold          answers after POST /control/release
    giant         200 and "bytes" of blanks; "chunked": true without a length
    truncated     half of the answer's bytes, although all were promised
    garbage       200 and no JSON;  empty: 200 and {}
    stray         the answer, and "ms" milliseconds later another one that nothing asked for: as many images, all labelled
                  "stray"; or "status" without a body. "ms": null sends it when the next request on the connection has come
    reset         HTTP/2: resets the stream with "code" (else 7, REFUSED_STREAM); "begun": true after the answer's head;
                  "worked": true after the work
    goaway        HTTP/2: GOAWAY before the work; "processed": true names the stream as one that is answered still
    foreign       HTTP/2: a whole "stray" answer on another "stream": "before", "next", or "pushed", which is one of the
                  server's own; then the answer
    body          "status" and "body", as given: JSON or text, with "content_type" and "headers"

Every other name is the peer's own (vision: google_errors.py).
"""

import hashlib
import threading


class Rules:
    """The rules in force."""

    def __init__(self, rules):
        self.rules = [dict(rule, used=0) for rule in rules]
        self.lock = threading.Lock()
        for rule in self.rules:
            if "kind" not in rule["fault"]:
                raise ValueError(f"a rule without a kind of fault: {rule}")

    def pick(self, request, main_kind, images=(), only=None):
        """The fault of the first rule that holds, with its rule's match; or (None, None).

        - images: of each image, {"sha256": ..., "mark": ...}.
        - only: whether a fault is of the sort asked for.
        """
        with self.lock:
            for rule in self.rules:
                fault, match = rule["fault"], rule.get("match", {})
                if only and not only(fault):
                    continue
                if rule["used"] < match.get("times", 1 << 60) and holds(match, request, main_kind, images):
                    rule["used"] += 1
                    return fault, match
        return None, None


def holds(match, request, main_kind, images):
    kind = match.get("kind", main_kind)
    if kind not in ("any", request.kind):
        return False
    numbers = match.get("number")
    if numbers is not None and request.number not in (numbers if isinstance(numbers, list) else [numbers]):
        return False
    if request.number < match.get("from", 0) or request.number % match.get("every", 1):
        return False
    if "probability" in match and drawn(match.get("seed", 0), request.number) >= match["probability"]:
        return False
    if len(images) < match.get("images", 0):
        return False
    if "sha256" in match or "mark" in match:
        return any(concerns(match, image) for image in images)
    return True


def concerns(match, image):
    """Whether a rule that holds for a request is about this image of it: all, unless the rule names one."""
    return ("mark" not in match or image.get("mark") == match["mark"]) \
        and (image.get("sha256") or "").startswith(match.get("sha256", ""))


def drawn(seed, number):
    """A number from 0 up to 1, always the same for the same seed and number."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{number}".encode()).digest()[:6], "big") / (1 << 48)
