/// The BCP-47 tag of a language as Tesseract names it: `de` of `deu`, `zh-Hans` of `chi_sim`.
///
/// BCP 47 wants the code of two letters where ISO 639-1 has one, else that of three; what is not in the list is one of
/// three letters already, or a name of the user's own, which is given as it is.
func languageTag(_ name: String) -> String {
    if let tag = special[name] { return tag }
    // `script/Latin` is of no language.
    if name.contains("/") { return "und" }
    // `deu_frak`, `jpn_vert`: the language with something about its letters.
    let base = name.prefix { $0 != "_" }
    return twoLetters[String(base)] ?? String(base)
}

/// Tesseract's name of the language with a code of two letters, `deu` of `de`; nil where there is none.
func tesseractName(of code: String) -> String? {
    if code == "zh" { return "chi_sim" }
    return twoLetters.filter { $0.value == code }.keys.min()
}

private let special = [
    "chi_sim": "zh-Hans", "chi_sim_vert": "zh-Hans", "chi_tra": "zh-Hant", "chi_tra_vert": "zh-Hant",
    "aze_cyrl": "az-Cyrl", "srp_latn": "sr-Latn", "uzb_cyrl": "uz-Cyrl", "kmr": "ku",
]

private let twoLetters = [
    "afr": "af", "amh": "am", "ara": "ar", "asm": "as", "aze": "az", "bel": "be", "ben": "bn", "bod": "bo", "bos": "bs",
    "bre": "br", "bul": "bg", "cat": "ca", "ces": "cs", "cos": "co", "cym": "cy", "dan": "da", "deu": "de", "div": "dv",
    "dzo": "dz", "ell": "el", "eng": "en", "epo": "eo", "est": "et", "eus": "eu", "fao": "fo", "fas": "fa", "fin": "fi",
    "fra": "fr", "fry": "fy", "gla": "gd", "gle": "ga", "glg": "gl", "guj": "gu", "hat": "ht", "heb": "he", "hin": "hi",
    "hrv": "hr", "hun": "hu", "hye": "hy", "iku": "iu", "ind": "id", "isl": "is", "ita": "it", "jav": "jv", "jpn": "ja",
    "kan": "kn", "kat": "ka", "kaz": "kk", "khm": "km", "kir": "ky", "kor": "ko", "lao": "lo", "lat": "la", "lav": "lv",
    "lit": "lt", "ltz": "lb", "mal": "ml", "mar": "mr", "mkd": "mk", "mlt": "mt", "mon": "mn", "mri": "mi", "msa": "ms",
    "mya": "my", "nep": "ne", "nld": "nl", "nor": "no", "oci": "oc", "ori": "or", "pan": "pa", "pol": "pl", "por": "pt",
    "pus": "ps", "que": "qu", "ron": "ro", "rus": "ru", "san": "sa", "sin": "si", "slk": "sk", "slv": "sl", "snd": "sd",
    "spa": "es", "sqi": "sq", "srp": "sr", "sun": "su", "swa": "sw", "swe": "sv", "tam": "ta", "tat": "tt", "tel": "te",
    "tgk": "tg", "tha": "th", "tir": "ti", "ton": "to", "tur": "tr", "uig": "ug", "ukr": "uk", "urd": "ur", "uzb": "uz",
    "vie": "vi", "yid": "yi", "yor": "yo", "zho": "zh",
]
