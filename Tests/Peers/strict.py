"""Whether a request is written as Google's own types print it: the canonical JSON form, and nothing besides."""

import json
import struct

from google.protobuf import json_format


class Repeated(ValueError):
    """An object with the same name twice."""


def parsed_json(body):
    """The JSON of a body; ValueError says what it is not."""

    def once(pairs):
        found = dict(pairs)
        if len(found) < len(pairs):
            raise Repeated("a name twice in one object: " + ", ".join(sorted(name for name, _ in pairs)))
        return found

    return json.loads(body.decode("utf-8"), object_pairs_hook=once)


def departures(raw, message):
    """Each place where `raw`, from which `message` was parsed, is not the canonical form of it."""
    canonical = json_format.MessageToDict(message)
    return list(_compare(raw, canonical, ""))


def _compare(raw, canonical, path):
    if isinstance(raw, dict) and isinstance(canonical, dict):
        for name in raw.keys() | canonical.keys():
            where = f"{path}.{name}" if path else name
            if name not in canonical:
                yield f"{where}: not its canonical name, or nothing in it"
            elif name not in raw:
                yield f"{where}: written under another name"
            else:
                yield from _compare(raw[name], canonical[name], where)
    elif isinstance(raw, list) and isinstance(canonical, list) and len(raw) == len(canonical):
        for place, (one, other) in enumerate(zip(raw, canonical)):
            yield from _compare(one, other, f"{path}[{place}]")
    elif isinstance(raw, float) or isinstance(canonical, float):
        if isinstance(raw, str) or single(raw) != single(canonical):
            yield f"{path}: {raw!r} for {canonical!r}"
    elif type(raw) is not type(canonical) or raw != canonical:
        shown = [text[:40] + "..." if len(text) > 40 else text for text in (repr(raw), repr(canonical))]
        yield f"{path}: {shown[0]} for {shown[1]}"


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]
