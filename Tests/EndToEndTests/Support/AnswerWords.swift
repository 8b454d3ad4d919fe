import TestSupport

/// What must be stored of an AnnotateImageResponse, kind by kind: the words of each annotation, in order.
struct AnswerWords {
    /// `images[].answer` of the peer's log.
    let answer: JSONText

    /// By kind, as the column has it.
    var all: [String: [String]] {
        let web = answer["webDetection"]
        let images = ["fullMatchingImages", "partialMatchingImages", "visuallySimilarImages"].flatMap { web[$0].items }
        return [
            "label": answer["labelAnnotations"].items.map {
                words($0, "description", score: "score", topicality: $0["topicality"].float)
            },
            "landmark": answer["landmarkAnnotations"].items.map { words($0, "description", score: "score") },
            "logo": answer["logoAnnotations"].items.map { words($0, "description", score: "score") },
            "object": answer["localizedObjectAnnotations"].items.map {
                words($0, "name", score: "score", locale: $0["languageCode"])
            },
            "face": answer["faceAnnotations"].items.map { words($0, "", score: "detectionConfidence") },
            "cropHint": answer["cropHintsAnnotation"]["cropHints"].items.map { words($0, "", score: "confidence") },
            "webEntity": web["webEntities"].items.map { words($0, "description", mid: "entityId", score: "score") },
            "webImage": images.map { words($0, "url") },
            "webPage": web["pagesWithMatchingImages"].items.map { words($0, "url") },
            "webLabel": web["bestGuessLabels"].items.map { words($0, "label", locale: $0["languageCode"]) },
            "product": answer["productSearchResults"]["results"].items.map {
                StoredAnnotation.words(
                    description: $0["product"]["displayName"].string ?? "", score: $0["score"].float ?? 0)
            },
            "safeSearch": ["adult", "spoof", "medical", "violence", "racy"].map {
                StoredAnnotation.words(description: $0)
            },
            "color": answer["imagePropertiesAnnotation"]["dominantColors"]["colors"].items.map {
                StoredAnnotation.words(description: Self.hexadecimal($0["color"]), score: $0["score"].float ?? 0)
            },
            "text": answer["fullTextAnnotation"]["pages"].items.flatMap {
                text($0, inside: ["blocks", "paragraphs", "words"])
            } + symbols(answer["fullTextAnnotation"]),
        ]
    }

    private func words(
        _ item: JSONText, _ description: String, mid: String = "mid", score: String? = nil, topicality: Float? = nil,
        locale: JSONText = .null
    ) -> String {
        StoredAnnotation.words(
            description: item[description].string ?? "", mid: item[mid].string ?? "NULL",
            score: score.map { item[$0].float ?? 0 }, topicality: topicality, locale: locale.string ?? "NULL")
    }

    /// A text element and all inside it.
    private func text(_ item: JSONText, inside names: [String]) -> [String] {
        var says = Self.reading(item)
        if names.count == 3, let whole = answer["fullTextAnnotation"]["text"].string { says = whole }
        let own = StoredAnnotation.words(
            description: says, score: item["confidence"].float,
            locale: item["property"]["detectedLanguages"][0]["languageCode"].string
                ?? (names.count == 3 ? answer["textAnnotations"][0]["locale"].string : nil) ?? "NULL")
        guard let name = names.first else { return [own] }
        if name == "words" {
            var found = [own]
            for words in lines(item[name].items) {
                found.append(line(words))
                for word in words { found += text(word, inside: []) }
            }
            return found
        }
        return [own] + item[name].items.flatMap { text($0, inside: Array(names.dropFirst())) }
    }

    /// The words of a paragraph, line by line.
    private func lines(_ words: [JSONText]) -> [[JSONText]] {
        var lines: [[JSONText]] = [[]]
        for word in words {
            let (first, last) = (pause(word["symbols"].items.first), pause(word["symbols"].items.last))
            if first.isPrefix, first.endsLine, lines.last != [] { lines.append([]) }
            lines[lines.count - 1].append(word)
            if !last.isPrefix, last.endsLine { lines.append([]) }
        }
        return lines.filter { !$0.isEmpty }
    }

    private func pause(_ symbol: JSONText?) -> (endsLine: Bool, isPrefix: Bool) {
        let found = (symbol ?? .null)["property"]["detectedBreak"]
        let endsLine = ["EOL_SURE_SPACE", "HYPHEN", "LINE_BREAK"].contains(found["type"].string)
        return (endsLine, found["isPrefix"] == .flag(true))
    }

    /// A line: its words with their breaks, the mean of their confidences, and the language of most of them.
    private func line(_ words: [JSONText]) -> String {
        let last = words.last?["symbols"].items.last ?? .null
        let hyphen = last["property"]["detectedBreak"]["type"].string == "HYPHEN" ? "-" : ""
        let scores = words.compactMap { $0["confidence"].float }
        let languages = words.compactMap { $0["property"]["detectedLanguages"][0]["languageCode"].string }
        var limit: (language: String, count: Int)?
        for language in languages {
            let count = languages.count { $0 == language }
            if count > limit?.count ?? 0 { limit = (language, count) }
        }
        return StoredAnnotation.words(
            description: Self.reading(.fields(["words": .list(words)])) + hyphen,
            score: scores.isEmpty ? nil : scores.reduce(0, +) / Float(scores.count), locale: limit?.language ?? "NULL")
    }

    /// The symbols of all words.
    private func symbols(_ item: JSONText) -> [String] {
        var found: [String] = []
        for name in ["pages", "blocks", "paragraphs", "words"] {
            for part in item[name].items { found += symbols(part) }
        }
        for symbol in item["symbols"].items {
            found.append(
                StoredAnnotation.words(description: symbol["text"].string ?? "", score: symbol["confidence"].float))
        }
        return found
    }

    /// The symbols of an element with their breaks.
    private static func reading(_ item: JSONText) -> String {
        var symbols: [JSONText] = []
        func collect(_ item: JSONText) {
            symbols += item["symbols"].items
            for name in ["blocks", "paragraphs", "words"] { item[name].items.forEach(collect) }
        }
        collect(item)
        var parts: [String] = []
        for (place, symbol) in symbols.enumerated() {
            let found = symbol["property"]["detectedBreak"]
            let pause = breaks[found["type"].string ?? ""] ?? ""
            let isBefore = found["isPrefix"] == .flag(true)
            parts.append(isBefore && place > 0 ? pause : "")
            parts.append(symbol["text"].string ?? "")
            parts.append(isBefore || place == symbols.count - 1 ? "" : pause)
        }
        return parts.joined()
    }

    private static let breaks = [
        "SPACE": " ", "SURE_SPACE": " ", "EOL_SURE_SPACE": "\n", "HYPHEN": "-\n", "LINE_BREAK": "\n",
    ]

    private static func hexadecimal(_ color: JSONText) -> String {
        "#"
            + ["red", "green", "blue"].map { name in
                let digits = String(Int((color[name].float ?? 0).rounded()), radix: 16)
                return String(repeating: "0", count: 2 - digits.count) + digits
            }.joined()
    }
}

extension JSONText {
    /// A number as the 32-bit value it was.
    var float: Float? { double.map { Float($0) } }
}
