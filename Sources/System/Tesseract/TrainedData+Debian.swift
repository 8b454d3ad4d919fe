internal import Platform

extension TrainedData {
    /// Tesseract's own names of languages: those of which Debian 12 has a package.
    package static let languageNames: [String] = """
        afr amh ara asm aze aze_cyrl bel ben bod bos bre bul cat ceb ces chi_sim chi_sim_vert chi_tra chi_tra_vert
        chr cos cym dan deu div dzo ell eng enm epo est eus fao fas fil fin fra frk frm fry gla gle glg grc guj hat
        heb hin hrv hun hye iku ind isl ita ita_old jav jpn jpn_vert kan kat kat_old kaz khm kir kmr kor kor_vert
        lao lat lav lit ltz mal mar mkd mlt mon mri msa mya nep nld nor oci ori pan pol por pus que ron rus san sin
        slk slv snd spa spa_old sqi srp srp_latn sun swa swe syr tam tat tel tgk tha tir ton tur uig ukr urd uzb
        uzb_cyrl vie yid yor
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// What to install for the file of a language.
    static func packageWords(ofFile path: FilePath) -> String {
        let language = path.name.description.prefix { $0 != "." }
        return packageWords(of: String(language)) ?? "its package"
    }

    /// What to install for a language: Debian's package; nil where Debian has none for a name of this kind.
    package static func packageWords(of language: String) -> String? {
        // Scripts are `script/Latin`, in packages that are named by ISO 15924.
        if language.hasPrefix("script/") {
            return "its Debian package (`apt-cache search tesseract-ocr-script` lists them)"
        }
        guard language == orientation || languageNames.contains(language) else { return nil }
        return "the Debian package tesseract-ocr-" + String(language.map { $0 == "_" ? "-" : $0 })
    }
}
