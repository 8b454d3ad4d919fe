"""Compares what the program says with what another library says: foreign.py labels --seeds 20"""

import argparse
import importlib
import pathlib
import tempfile

from answers import Job, ROOT

options = argparse.ArgumentParser()
options.add_argument("subject", choices=["labels", "boxes", "texts", "studio", "coco", "tasks"])
options.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/cairn")
options.add_argument("--seeds", type=int, default=20)
options.add_argument("--seed", type=int, default=1, help="the first")
options.add_argument("--pictures", type=int, default=20)
chosen = options.parse_args()

subject = importlib.import_module(chosen.subject)
with tempfile.TemporaryDirectory() as folder:
    job = Job(chosen.program.resolve(), pathlib.Path(folder) / "job", chosen.pictures, subject.FEATURES)
    for seed in range(chosen.seed, chosen.seed + chosen.seeds):
        try:
            subject.check(job, seed)
        except SystemExit as difference:
            raise SystemExit(f"{chosen.subject}, seed {seed}: {difference}")
    job.cairn("doctor")
print(f"{chosen.subject}: {chosen.seeds} sets of {chosen.pictures} pictures agree")
