"""What must hold when files were edited: the facts of each file before and after, beside what the views say."""

KEY = ("kind", "digest", "page", "turn")
PICTURE = ("kind", "digest", "page")
# In these EXIF is where the program and Pillow both look for it.
EXIF_FORMATS = ("JPEG", "MPO", "PNG", "WEBP")
# What the service that stands in for Vision says of a picture without a mark: Tests/Peers/entry.py.
UNREADABLE_MARK = "the mark does not stand upright, or cannot be read"


class Verdict:
    """One edit: the numbers of its line in the table, what breaks a rule, and what is only told."""

    def __init__(self):
        self.breaches, self.notes = [], []
        self.changed = self.digest_kept = self.image_kept = self.pixels_equal = self.units = 0
        self.differing = {}

    def count(self, before, after, old, new):
        self.changed += 1
        self.pixels_equal += before.pixels == after.pixels
        self.digest_kept += all(old[key] == new[key] for key in PICTURE)
        self.image_kept += old["image_id"] == new["image_id"]
        for word in after.differences(before):
            self.differing[word] = self.differing.get(word, 0) + 1

    def words(self):
        """What differs of what makes an image, and in how many files."""
        return ", ".join(f"{word} {count}" for word, count in sorted(self.differing.items()))


def original_breaches(names, facts, shown):
    """What is wrong with the set itself: each file must be known as a picture, turned as it says, and answered."""
    for name in names:
        row = shown.names.get(name)
        if row is None:
            yield f"{name}: no row in image_paths; {shown.failures.get(name, 'no failure')}"
        elif facts[name].pixels is None:
            yield f"{name}: Pillow cannot decode the file of the set"
        elif shown.states.get(row["image_id"]) != "answered":
            yield f"{name}: {shown.states.get(row['image_id'])}, not answered; {shown.failures.get(name)}"
        elif row["kind"] != "picture":
            yield f"{name}: its kind is {row['kind']}, not picture"
        else:
            yield from (f"{name}: {words}" for words in wrong_columns(facts[name], row))


def judge(names, before, after, old, new, newest, units):
    """The verdict on an edit.

    - before, after: the facts by name. old, new: what the views showed.
    - newest: the highest image_id before the edit. units: what the run behind the edit was billed.
    """
    verdict = Verdict()
    verdict.units = units
    shown = {row["image_id"] for row in new.names.values()}
    fresh = [image for image in shown if image > newest and new.states.get(image) == "answered"]
    for name in names:
        was, now = old.names.get(name), new.names.get(name)
        if was is None or now is None:
            verdict.breaches.append(f"{name}: no row in image_paths {'before' if was is None else 'after'} the edit")
            continue
        if before[name].sha256 != after[name].sha256:
            verdict.count(before[name], after[name], was, now)
        verdict.breaches += [f"{name}: {words}" for words in broken_rules(before[name], after[name], was, now)]
        if was["image_id"] == now["image_id"] and old.labels.get(was["image_id"]) != new.labels.get(now["image_id"]):
            verdict.breaches.append(f"{name}: the same image has other rows in labels")
        if new.states.get(now["image_id"]) != "answered":
            failure = new.failures.get(name) or ""
            # An edit of the picture may leave nothing of the mark that the service looks for.
            is_damaged = not after[name].pixels or was["image_id"] != now["image_id"] and UNREADABLE_MARK in failure
            told = verdict.notes if is_damaged else verdict.breaches
            told.append(f"{name}: {new.states.get(now['image_id'])}; {failure}")
    if units != len(fresh):
        verdict.breaches.append(f"{units} units were billed for {len(fresh)} images that the store did not know before")
    return verdict


def broken_rules(before, after, was, now):
    """Of one file. `is_same`: nothing of the file that makes an image differs."""
    is_same = before.is_same_picture(after)
    is_kept = all(was[key] == now[key] for key in PICTURE)
    if is_kept != is_same:
        what = ", ".join(after.differences(before)) or "nothing of the picture"
        yield f"{what} changed, and its digest {'did not' if is_kept else 'did'} ({was['kind']} {was['digest'][:12]} -> " \
              f"{now['kind']} {now['digest'][:12]})"
    if now["kind"] == "picture" and after.pixels:
        yield from wrong_columns(after, now)
    if all(was[key] == now[key] for key in KEY) != (was["image_id"] == now["image_id"]):
        yield f"image {was['image_id']} -> {now['image_id']} with {[was[key] for key in KEY]} -> {[now[key] for key in KEY]}"
    if is_same and before.turn == after.turn and was["image_id"] != now["image_id"]:
        yield f"an edit of metadata made another image of it: {was['image_id']} -> {now['image_id']}"
    held = 1 if was["image_id"] == now["image_id"] else 2
    if now["images_held"] != held:
        yield f"it has {now['images_held']} rows in image_paths, not {held}"
    if now["bytes"] != after.bytes:
        yield f"its length in image_paths is {now['bytes']}, not {after.bytes}"
    if (before.sha256 == after.sha256) != (was["content_digest"] == now["content_digest"]):
        yield f"its bytes {'did not change' if before.sha256 == after.sha256 else 'changed'}, content_digest " \
              f"{was['content_digest']} -> {now['content_digest']}"


def wrong_columns(facts, row):
    """Of a file that is known as a picture: what the views say of its EXIF."""
    if row["turn"] != facts.turn:
        yield f"its turn is {row['turn']}, not {facts.turn}"
    if facts.format not in EXIF_FORMATS:
        return
    if row["name_orientation"] != facts.turn:
        yield f"its orientation in image_paths is {row['name_orientation']}, not {facts.turn}"
    if facts.taken and (row["taken_at"] or "")[:19] != facts.taken:
        yield f"its taken_at is {row['taken_at']}, not {facts.taken}"
    place = None if row["camera_latitude"] is None else (round(row["camera_latitude"], 4), round(row["camera_longitude"], 4))
    if place != facts.place:
        yield f"its camera_latitude and camera_longitude are {place}, not {facts.place}"
