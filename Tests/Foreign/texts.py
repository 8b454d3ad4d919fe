"""Error rates of text beside jiwer's, over texts whose white space is one space."""

import json
import random
import unicodedata

import jiwer

from answers import same


def plain(text):
    return " ".join(unicodedata.normalize("NFC", text).split())


def check(job, seed):
    dice = random.Random(seed)
    names = [path.name for path in sorted((job.folder / "pictures").iterdir())]
    words = ["Rue", "rue", "de", "la", "Gare", "e\u0301cole", "\u00e9cole", "50", "%", "\u4e2d\u6587", "caf\u00e9,", "SALE!"]
    def text(least=1):
        return dice.choice([" ", "  ", "\t"]).join(dice.choice(words) for _ in range(dice.randint(least, 12)))
    truth = {name: text() for name in names}
    def read(name):
        return " ".join(w if dice.random() < 0.7 else dice.choice(words) for w in truth[name].split() if dice.random() < 0.9)
    found = {name: read(name) for name in names}
    job.answer("DOCUMENT_TEXT_DETECTION", {name: [(text, 0.9, None)] if text else [] for name, text in found.items()})
    for number, name in enumerate(names):
        generation = {"generation": {"texts": 10**6}, "texts": [truth[name]]}
        job.cairn("correct", "j", f"pictures/{name}", "--from", "-", text=json.dumps(generation))
    report = job.evaluate()["text"]
    pairs = [plain(truth[name]) for name in names], [plain(found[name]) for name in names]
    same("word error rate", report["word_error_rate"], jiwer.process_words(*pairs).wer, 1e-12)
    same("character error rate", report["character_error_rate"], jiwer.process_characters(*pairs).cer, 1e-12)


FEATURES = ["LABEL_DETECTION", "DOCUMENT_TEXT_DETECTION"]
