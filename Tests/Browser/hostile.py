"""Texts that break pages, shells, parsers and eyes, by the kinds that public lists name."""

import itertools

MARKUP = ["<script>canary()</script>", "<img src=x onerror=canary()>", "\"><svg onload=canary()>", "' onmouseover='canary()",
          "</title><script>canary()</script>", "</script><script>canary()</script>", "<!--", "]]>", "&lt;b&gt;", "&#x3c;script&#x3e;",
          "<iframe srcdoc='<script>parent.canary()</script>'>", "<style>*{display:none}</style>", "{{title}}", "${canary()}",
          "javascript:canary()", "data:text/html,<script>canary()</script>", "'-canary()-'", "\\'-canary()//", "`${canary()}`"]
WORDS = ["null", "undefined", "NaN", "__proto__", "constructor", "true", "0", "-1", "1e309", "CON", "..", "%2e%2e%2f", "%00", "%n%s"]
QUOTES = ["'", "\"", "`", "\\", "';--", "' or '1'='1", "a\tb", "a#b?c=d", "a&b=c", "a+b", "a;b", "$(canary)", "|canary", "*?[a-z]"]
LETTERS = ["é", "e\u0301", "日本語", "ｆｕｌｌ", "😀", "👩\u200d👩\u200d👧", "שלום", "مرحبا", "\u202eevil\u202c", "\u2066x\u2069", "a\u200bb",
           "\ufeffx", "\u2028", "\u2029", "Z͑ͫa̴l̡g̛o", "ﷺ" * 20, "A" * 180, "ſ", "İ", "ß", "\U00020bb7"]
KINDS = [MARKUP, WORDS, QUOTES, LETTERS]


def texts(count):
    """That many different texts: each by itself, then in pairs of different kinds."""
    def all_texts():
        yield from itertools.chain(*KINDS)
        for number in itertools.count(1):
            for one, other in itertools.permutations(KINDS, 2):
                for left, right in itertools.product(one, other):
                    yield f"{left}{right}" if number == 1 else f"{left}{number}{right}"
    seen = dict.fromkeys(itertools.islice(all_texts(), 3 * count))
    return list(seen)[:count]


def names(count):
    """The same as names of files."""
    plain = (text.replace("/", "∕").replace("\0", "")[:60] for text in texts(2 * count))
    kept = [name for name in dict.fromkeys(plain) if name.strip(". ")]
    return [f"{name} {number}.png" for number, name in enumerate(kept[:count])]
