"""The pictures, the sources and the manifest of one job, which change from night to night."""

import fnmatch
import shutil

import tags
from stage import ACCOUNT, draw as drawing

FEATURES = (["LABEL_DETECTION"], ["LABEL_DETECTION", "LANDMARK_DETECTION"])
# What a person leaves out of the job: nothing, or the pictures whose numbers end with some digits, which may be most of them.
EXCLUSIONS = ("", "", "*0.jpg", "*[02468].jpg", "*[0-7].jpg")


class Town:
    """One job. `metadata` is whether a picture is what is seen of it (strip) or the whole file (keep)."""

    def __init__(self, stage, draw):
        self.stage, self.draw = stage, draw
        self.metadata = draw.choice(["keep", "strip"])
        self.features, self.most, self.model, self.budget, self.refresh = FEATURES[0], 5, "builtin/stable", "", ""
        self.exclude = ""
        self.number = 0
        self.plain = {}  # what each file was before it was tagged
        self.sources = {}  # beside the folder of pictures: name -> as the manifest says it
        self.gone = set()  # names of sources that are gone for good

    def files(self):
        return sorted(path for path in self.stage.pictures.iterdir() if path.is_file())

    def given(self):
        """The files that the folder of pictures gives the job."""
        return [path for path in self.files() if not fnmatch.fnmatch(path.name, self.exclude)]

    def write(self, path):
        """Another picture, under this name."""
        self.number += 1
        self.plain[path.name] = drawing(self.number)
        path.write_bytes(self.plain[path.name])

    def tag(self, path):
        """As a photo manager does that writes a rating or a keyword."""
        self.number += 1
        path.write_bytes(tags.tagged(self.plain[path.name], tags.Tags(f"tag {self.number}", rating=self.number % 6)))

    def change_files(self):
        pictures, draw = self.stage.pictures, self.draw
        for _ in range(draw.choice([0, 0, 1, 3, 6])):
            self.number += 1
            self.write(pictures / f"{self.number}.jpg")
        files = [path for path in self.files() if path.name in self.plain]
        for path in draw.sample(files, min(len(files), draw.choice([0, 0, 0, 1, 2]))):
            what = draw.choice(["edit", "edit", "tag", "rename", "delete", "copy", "touch"])
            self.number += 1
            if what == "edit":
                self.write(path)
            elif what == "tag":
                self.tag(path)
            elif what == "rename":
                renamed = path.rename(pictures / f"renamed-{self.number}.jpg")
                self.plain[renamed.name] = self.plain.pop(path.name)
            elif what == "delete":
                path.unlink()
            elif what == "copy":
                copy = pictures / f"copy-{self.number}.jpg"
                shutil.copy(path, copy)
                self.plain[copy.name] = self.plain[path.name]
            else:
                path.touch()
        if draw.random() < 0.06:  # a day of tagging
            for path in self.files():
                if path.name in self.plain:
                    self.tag(path)
        if draw.random() < 0.1:
            self.number += 1
            (pictures / f"bad-{self.number}.jpg").write_text(f"a text {self.number}\n")

    def change_manifest(self):
        draw = self.draw
        if draw.random() < 0.08:
            self.features = draw.choice(FEATURES)
        if draw.random() < 0.1:
            self.most = draw.choice([3, 5, 10])
        if draw.random() < 0.04:
            self.model = draw.choice(["builtin/stable", "builtin/latest"])
        if draw.random() < 0.08:
            self.exclude = draw.choice(EXCLUSIONS)
        if draw.random() < 0.2:
            self.budget = draw.choice(["", "", "day: {units: 4}", "month: {units: 60}", "day: {usd: 0.006}", "run: {units: 9}"])
        self.refresh = "refresh: {failed: true}\n" if draw.random() < 0.1 else ""
        self.change_sources()

    def change_sources(self):
        """Another source comes, or what one names is gone for good: the manifest goes on naming it."""
        draw, folder = self.draw, self.stage.folder
        if draw.random() < 0.06:
            self.number += 1
            name = f"source-{self.number}"
            what = draw.choice(["folder", "list", "url"])
            if what == "folder":
                (folder / name).mkdir()
                for _ in range(draw.choice([1, 3])):
                    self.write(folder / name / f"{self.number}.jpg")
                self.sources[name] = f"folder: {name}"
            elif what == "list":
                names = [f"no/{self.number}-{line}.jpg" for line in range(draw.choice([1, 30]))]
                (folder / name).write_text("\n".join(names) + "\n")
                self.sources[name] = f"list: {name}"
                self.gone.add(name)
            else:
                self.sources[name] = f"url: \"http://127.0.0.1:{self.stage.peer.port}/{name}.jpg\""
                self.gone.add(name)
        going = [name for name in self.sources if name not in self.gone]
        if going and draw.random() < 0.1:
            name = draw.choice(going)
            shutil.rmtree(folder / name)
            self.gone.add(name)
        if self.sources and draw.random() < 0.03:
            name = draw.choice(list(self.sources))
            del self.sources[name]
            self.gone.discard(name)

    def write_job(self):
        features = ", ".join(f"{{type: {name}, maxResults: {self.most}}}" for name in self.features)
        sources = ["folder: pictures", *self.sources.values()]
        exclude = f"exclude: [\"{self.exclude}\"]\n" if self.exclude else ""
        (self.stage.folder / "job.yaml").write_text(
            f"job: town\nimages: [{', '.join(f'{{{source}}}' for source in sources)}]\n{exclude}"
            f"backend: {{kind: vision, account: {ACCOUNT}, model: {self.model}, "
            f"endpoint: \"http://127.0.0.1:{self.stage.peer.port}\", auth: {{apiKey: \"env:KEY\"}}}}\n"
            f"features: [{features}]\nprepare: {{fit: original, metadata: {self.metadata}}}\nbudget: {{{self.budget}}}\n"
            f"pace: {{inFlight: 2}}\nretry: {{attempts: 6, base: 1ms, cap: 10ms, timeout: 20s, crashes: 100}}\n{self.refresh}")
