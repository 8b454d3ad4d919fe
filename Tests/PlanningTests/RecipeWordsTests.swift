import Planning
import Testing
import Domain

@Suite struct RecipeWordsTests {
    @Test func `a recipe is described on one line`() {
        #expect(
            vision().words
                == "LABEL_DETECTION by vision builtin/stable: requestVersion 1, maxResults 10, fit 640x480, "
                + "quality 85, metadata strip")
        #expect(
            local(version: "1a2b3c4d").words.hasPrefix(
                "LABEL_DETECTION by tflite scenes.tflite@1a2b3c4d: algorithmVersion 1, modelDigest 1a2b3c4d,"))
        let bare = Recipe(
            backend: "automl", model: "flowers", modelVersion: "3", feature: .labelDetection, parameters: "{}",
            preparation: "{}")
        #expect(bare.words == "LABEL_DETECTION by automl flowers version 3")
    }

    @Test(arguments: [
        (vision(), vision(), []),
        (vision(), vision(parameters: #"{"requestVersion":1,"maxResults":12}"#), ["maxResults 10 -> 12"]),
        (vision(), vision(model: "builtin/latest"), ["model builtin/stable -> builtin/latest"]),
        (
            vision(),
            vision(
                model: "builtin/latest", parameters: #"{"requestVersion":1,"maxResults":12}"#,
                preparation: #"{"fit":"original","quality":85,"metadata":"strip"}"#),
            ["model builtin/stable -> builtin/latest", "maxResults 10 -> 12", "fit 640x480 -> original"]
        ),
        (
            vision(), vision(parameters: #"{"requestVersion":1,"maxResults":10,"languageHints":["en","de"]}"#),
            [#"languageHints not set -> ["en","de"]"#]
        ),
        (vision(), vision(parameters: #"{"requestVersion":1}"#), ["maxResults 10 -> not set"]),
        (
            vision(parameters: #"{"productSearch":{"filter":"a = \"b\"","productSet":"x"}}"#),
            vision(parameters: #"{"productSearch":{"filter":"","productSet":"x"}}"#),
            [#"productSearch.filter "a = \"b\"" -> """#]
        ),
        // A file's name is not part of a recipe with a version; its digest is told by the version.
        (local(version: "1a2b3c4d"), local("renamed.tflite", version: "1a2b3c4d"), []),
        (
            local(version: "1a2b3c4d"), local(version: "5e6f7a8b"),
            ["model scenes.tflite@1a2b3c4d -> scenes.tflite@5e6f7a8b"]
        ),
        (
            local(version: "1a2b3c4d"), local(version: "1a2b3c4d", labels: "0f0f0f0f"),
            ["labelsDigest 99999999 -> 0f0f0f0f"]
        ),
        // The same values in other texts are other recipes.
        (
            vision(), vision(parameters: #"{"maxResults":10,"requestVersion":1}"#),
            [
                #"parameters {"requestVersion":1,"maxResults":10} -> {"maxResults":10,"requestVersion":1}"#
            ]
        ),
        (vision(), vision(parameters: "no JSON"), [#"{"requestVersion":1,"maxResults":10} -> no JSON"#]),
    ])
    func `what differs between two recipes is worded as old and new`(old: Recipe, new: Recipe, words: [String]) {
        #expect(new.differences(from: old) == words)
    }

    @Test func `no difference is empty exactly where the digests are the same`() {
        let recipes = [
            vision(), vision(model: "b"), vision(parameters: "{}"), vision(parameters: "{ }"),
            vision(preparation: "[]"),
            local(version: "1a2b3c4d"), local("b", version: "1a2b3c4d"), local(version: "5e6f7a8b"),
        ]
        for old in recipes {
            for new in recipes {
                #expect(new.differences(from: old).isEmpty == (old.digest == new.digest), "\(old.words) \(new.words)")
            }
        }
    }

    @Test func `a long value is cut and still told apart, and nothing moves the cursor`() throws {
        func hint(_ text: String) -> Recipe { vision(parameters: #"{"hint":"\#(text)"}"#) }
        let long = String(repeating: "x", count: 500)
        let words = try #require(hint(long + "b").differences(from: hint(long + "a")).first)
        #expect(words.utf8.count < 250)
        let sides = words.dropFirst("hint ".count).split(separator: " -> ")
        #expect(sides.count == 2 && sides[0] != sides[1])
        #expect(hint(#"a\u001bb"#).words.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(vision(model: "a\u{1B}b\u{202E}").words.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 })
    }

    @Test func `places keep their order and stay below the limit`() {
        var places = RecipeIndexes([5, 0, 63, 64, -1])
        #expect(places.indexes == [0, 5, 63])
        #expect(places.count == 3)
        #expect(places.contains(63) && !places.contains(64) && !places.contains(-1) && !places.contains(1))
        places.insert(1)
        #expect(places == RecipeIndexes([0, 1, 5, 63]))
        #expect(RecipeIndexes(first: 100).count == 64)
        #expect(RecipeIndexes().isEmpty)
    }
}

private func vision(
    model: String = "builtin/stable", parameters: String = #"{"requestVersion":1,"maxResults":10}"#,
    preparation: String = #"{"fit":[640,480],"quality":85,"metadata":"strip"}"#
) -> Recipe {
    Recipe(
        backend: "vision", model: model, feature: .labelDetection, parameters: parameters, preparation: preparation)
}

private func local(_ name: String = "scenes.tflite", version: String, labels: String = "99999999") -> Recipe {
    let rest = String(repeating: "0", count: 56)
    return Recipe(
        backend: "tflite", model: "\(name)@\(version)", modelVersion: version, feature: .labelDetection,
        parameters: #"{"algorithmVersion":1,"modelDigest":"\#(version + rest)","labelsDigest":"\#(labels + rest)"}"#,
        preparation: #"{"type":"uint8","dimensions":[1,224,224,3],"fit":"stretch"}"#)
}
