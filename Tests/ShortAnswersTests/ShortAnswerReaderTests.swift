import Domain
import JSON
import ShortAnswers
import TestSupport
import Testing

@Suite struct ShortAnswerReaderTests {
    private static let features: [FeatureType] = [
        .labelDetection, .objectLocalization, .textDetection, .landmarkDetection, .caption, .imageEmbedding,
    ]

    private func read(
        _ text: String, of features: [FeatureType] = Self.features, mustBeWhole: Bool = false
    ) throws(AnswerRefusals) -> ShortAnswer {
        try ShortAnswerReader(of: features, mustBeWhole: mustBeWhole, ignoring: ["id"]).read(Array(text.utf8))
    }

    private func refusal(_ text: String, of features: [FeatureType] = Self.features, mustBeWhole: Bool = false)
        -> String
    {
        do throws(AnswerRefusals) { return "\(try read(text, of: features, mustBeWhole: mustBeWhole))" } catch {
            return error.description
        }
    }

    @Test func `a whole answer is read with its ranks, scores and corners`() throws {
        let answer = try read(
            """
            {"id": 7, "labels": ["tower", {"description": "stone", "score": 0.9, "mid": "/m/01"}],
             "objects": [{"description": "door", "box": [1, 2.5, 30, 40], "score": 1e-1}],
             "texts": ["a\\nb\\u0000", {"text": "é", "level": "word", "confidence": 1, "locale": "fr",
                        "polygon": [[0, 0], [9, 0], [9, 9]]}],
             "landmarks": [{"description": "Eiffel Tower", "locations": [[48.85, 2.29], [-90, 180]]}]}
            """)
        var stone = Annotation(kind: .label, rank: 1, description: "stone", mid: "/m/01", score: 0.9)
        stone.rank = 1
        #expect(
            answer.annotations[.labelDetection] == [Annotation(kind: .label, rank: 0, description: "tower"), stone])
        let corners = [(1, 2.5), (30, 2.5), (30, 40), (1, 40)].map { Point(x: $0.0, y: $0.1) }
        #expect(
            answer.annotations[.objectLocalization] == [
                Annotation(kind: .object, rank: 0, description: "door", score: 0.1, polygon: corners)
            ])
        let texts = try #require(answer.annotations[.textDetection])
        #expect(texts.map(\.description) == ["a\nb\u{FFFD}", "é"] && texts.map(\.level) == [.paragraph, .word])
        #expect(texts.map(\.locale) == [nil, "fr"] && texts.map(\.score) == [nil, 1] && texts[1].polygon.count == 3)
        let landmark = try #require(answer.annotations[.landmarkDetection]?.first)
        #expect(landmark.locations.map(\.latitude) == [48.85, -90] && landmark.polygon.isEmpty)
        #expect(answer.root["id"]?.integer == 7)
    }

    @Test func `captions and embeddings are read with what a view shows of them`() throws {
        let answer = try read(
            """
            {"captions": ["a tower", {"text": "ein Turm\\nam Meer", "score": 0.5, "locale": "de"}],
             "embeddings": [{"vector": [3, 4]}, {"vector": [-0.5, 1e-3], "description": "clip"}]}
            """)
        let captions = try #require(answer.annotations[.caption])
        #expect(captions.map(\.description) == ["a tower", "ein Turm\nam Meer"] && captions.map(\.rank) == [0, 1])
        #expect(captions.map(\.locale) == [nil, "de"] && captions.map(\.score) == [nil, 0.5])
        #expect(captions.allSatisfy { $0.kind == .caption && $0.level == nil })
        let embeddings = try #require(answer.annotations[.imageEmbedding])
        #expect(embeddings.map(\.description) == ["embedding", "clip"] && embeddings.map(\.rank) == [0, 1])
        #expect(embeddings[0].blob == [0, 0, 0x40, 0x40, 0, 0, 0x80, 0x40] && embeddings[0].score == 5)
        #expect(embeddings[0].attributes == #"{"norm":5.0,"dimension":2}"#)
    }

    @Test func `embeddings of one recipe have as many numbers as the first one`() throws {
        let texts = [#"{"embeddings": [{"vector": [1, 2, 3]}]}"#, #"{"embeddings": [{"vector": [1, 2]}]}"#]
        let refusals = texts.map { text -> String? in
            let reader = ShortAnswerReader(of: [.imageEmbedding], mustBeWhole: true, dimension: 3)
            do throws(AnswerRefusals) { _ = try reader.read(Array(text.utf8)) } catch { return error.description }
            return nil
        }
        #expect(refusals == [nil, "embeddings[0].vector: 2 numbers, this recipe has 3"])
        let zeros = Array(repeating: "0", count: 65_536).joined(separator: ",")
        #expect(try read("{\"embeddings\": [{\"vector\": [\(zeros)]}]}").annotations[.imageEmbedding]?.count == 1)
        #expect(
            refusal("{\"embeddings\": [{\"vector\": [\(zeros),0]}]}")
                == "embeddings[0].vector: 1 to 65,536 numbers expected, 65,537 found")
    }

    @Test func `text goes to the feature that is asked, to that of documents where both are`() throws {
        #expect(try Array(read(#"{"texts": []}"#).annotations.keys) == [.textDetection])
        let both: [FeatureType] = [.textDetection, .documentTextDetection]
        #expect(try Array(read(#"{"texts": []}"#, of: both).annotations.keys) == [.documentTextDetection])
    }

    @Test(arguments: [
        (#"{"labels": [{"description": 3}]}"#, "labels[0].description: text expected, a number found"),
        (#"{"labels": [""]}"#, "labels[0]: is empty"),
        (#"{"labels": ["a\tb"]}"#, "labels[0]: holds a control character"),
        (#"{"labels": ["a", true]}"#, "labels[1]: an object expected, true found"),
        (#"{"labels": [{"score": 1}]}"#, "labels[0].description: missing"),
        (#"{"labels": "tower"}"#, "labels: a list expected, text found"),
        (#"{"labels": null}"#, "labels: a list expected, null found"),
        (#"{"labels": [{"description": "a", "score": "1"}]}"#, "labels[0].score: a number expected, text found"),
        (#"{"labels": [{"description": "a", "score": NaN}]}"#, "labels[0].score: NaN is not JSON"),
        (#"{"labels": [{"description": "a", "score": -Infinity}]}"#, "labels[0].score: -Infinity is not JSON"),
        (#"{"labels": [NaN]}"#, "labels[0]: NaN is not JSON"),
        (#"{"labels": [{"description": "a", "score": 1e39}]}"#, "labels[0].score: is too large for a 32-bit number"),
        (#"{"labels": [{"description": "a", "score": 1e999}]}"#, "labels[0].score: is too large for a 32-bit number"),
        (#"{"labels": [], "labels": []}"#, "labels: the key is there twice"),
        (#"{"labels": [{"description": "a", "mid": ""}]}"#, "labels[0].mid: is empty"),
        (#"{"objects": [{"description": "a", "scroe": 1, "box": [0,0,1,1]}]}"#, "objects[0].scroe: unknown; score?"),
        (
            #"{"objects": [{"description": "a", "wheels": 4, "box": [0,0,1,1]}]}"#,
            "objects[0].wheels: unknown; known are description, box, polygon, score, mid"
        ),
        (#"{"objects": [{"description": "a"}]}"#, "objects[0]: box or polygon is missing"),
        (#"{"objects": [{"description": "a", "box": [0, 0, 1]}]}"#, "objects[0].box: 4 numbers expected, 3 found"),
        (#"{"objects": [{"description": "a", "box": [9, 0, 1, 1]}]}"#, "objects[0].box: x_max is less than x_min"),
        (#"{"objects": [{"description": "a", "box": [0, 9, 1, 1]}]}"#, "objects[0].box: y_max is less than y_min"),
        (
            #"{"objects": [{"description": "a", "box": [0, null, 1, 1]}]}"#,
            "objects[0].box[1]: a number expected, null found"
        ),
        (#"{"objects": [{"description": "a", "box": [0, 0, 1, 2e6]}]}"#, "objects[0].box[3]: is beyond 1,000,000"),
        (
            #"{"objects": [{"description": "a", "box": 3}]}"#,
            "objects[0].box: a list of 4 numbers expected, a number found"
        ),
        (
            #"{"objects": [{"description": "a", "polygon": [[0,0],[1,1]]}]}"#,
            "objects[0].polygon: 3 to 1,000 corners expected, 2 found"
        ),
        (
            #"{"objects": [{"description": "a", "polygon": [[0,0],[1,1],[2]]}]}"#,
            "objects[0].polygon[2]: 2 numbers expected, 1 found"
        ),
        (
            #"{"objects": [{"description": "a", "box": [0,0,1,1], "polygon": [[0,0],[1,1],[2,2]]}]}"#,
            "objects[0]: box and polygon: one of them"
        ),
        (#"{"texts": [null]}"#, "texts[0]: an object expected, null found"),
        (#"{"texts": [{"text": null}]}"#, "texts[0].text: text expected, null found"),
        (
            #"{"texts": [{"text": "a", "level": "sentence"}]}"#,
            #"texts[0].level: "sentence": word, line or paragraph expected"#
        ),
        (#"{"texts": [{"text": "a", "level": "page"}]}"#, #"texts[0].level: "page": word, line or paragraph expected"#),
        (
            #"{"landmarks": [{"description": "a", "locations": [[0, 0], [91.2, 0]]}]}"#,
            "landmarks[0].locations[1]: latitude 91.2 is not within -90 and 90"
        ),
        (
            #"{"landmarks": [{"description": "a", "locations": [[0, -181]]}]}"#,
            "landmarks[0].locations[0]: longitude -181.0 is not within -180 and 180"
        ),
        (#"{"captions": [{"text": 3}]}"#, "captions[0].text: text expected, a number found"),
        (#"{"captions": [3]}"#, "captions[0]: an object expected, a number found"),
        (#"{"captions": [{"score": 1}]}"#, "captions[0].text: missing"),
        (#"{"captions": [{"text": "a", "score": NaN}]}"#, "captions[0].score: NaN is not JSON"),
        (#"{"captions": [{"text": "a", "locale": ""}]}"#, "captions[0].locale: is empty"),
        (
            #"{"captions": [{"text": "a", "confidence": 1}]}"#,
            "captions[0].confidence: unknown; known are text, score, locale"
        ),
        (#"{"embeddings": [[1, 2]]}"#, "embeddings[0]: an object expected, a list found"),
        (#"{"embeddings": [{}]}"#, "embeddings[0].vector: missing"),
        (#"{"embeddings": [{"vector": "1"}]}"#, "embeddings[0].vector: a list of numbers expected, text found"),
        (#"{"embeddings": [{"vector": []}]}"#, "embeddings[0].vector: 1 to 65,536 numbers expected, 0 found"),
        (#"{"embeddings": [{"vector": [1, "2"]}]}"#, "embeddings[0].vector[1]: a number expected, text found"),
        (#"{"embeddings": [{"vector": [1, Infinity]}]}"#, "embeddings[0].vector[1]: Infinity is not JSON"),
        (#"{"embeddings": [{"vector": [1e39]}]}"#, "embeddings[0].vector[0]: is too large for a 32-bit number"),
        (#"{"embeddings": [{"vector": [1], "description": ""}]}"#, "embeddings[0].description: is empty"),
        (
            #"{"embeddings": [{"vector": [1, 2]}, {"vector": [1]}]}"#,
            "embeddings[1].vector: 1 number, this recipe has 2"
        ),
        (#"{"lables": []}"#, "lables: unknown; labels?"),
        (
            #"{"faces": []}"#,
            "faces: this job asks LABEL_DETECTION, OBJECT_LOCALIZATION, TEXT_DETECTION, LANDMARK_DETECTION, CAPTION, "
                + "IMAGE_EMBEDDING"
        ),
        ("[]", "an object expected, a list found"), ("", "no JSON: a value was expected at byte 0"),
        (#"{"labels": [],}"#, "no JSON: a name in quotation marks was expected at byte 14"),
    ])
    func `every refusal names its place`(text: String, expected: String) { #expect(refusal(text) == expected) }

    @Test func `a list of a feature that is not asked is refused, and one that is missing where all must be there`() {
        #expect(refusal(#"{"texts": []}"#, of: [.labelDetection]) == "texts: this job asks LABEL_DETECTION")
        #expect(refusal(#"{"labels": []}"#, of: [.faceDetection]) == "labels: this job asks nothing that a list is for")
        let missing = "texts: missing; [] says that there is none"
        #expect(refusal(#"{"labels": []}"#, of: [.labelDetection, .textDetection], mustBeWhole: true) == missing)
    }

    @Test func `limits hold, and of many refusals five are told`() throws {
        let long = String(repeating: "x", count: 1001)
        #expect(refusal(#"{"labels": ["\#(long)"]}"#) == "labels[0]: is longer than 1,000 bytes")
        let labels = Array(repeating: #""a""#, count: 10_000).joined(separator: ",")
        #expect(try read("{\"labels\": [\(labels)]}").annotations[.labelDetection]?.count == 10_000)
        #expect(refusal("{\"labels\": [\(labels),\"a\"]}") == "labels: 10,000 at most, 10,001 found")
        let eight = refusal("{\"labels\": [1, 2, 3, 4, 5, 6, 7, 8]}")
        #expect(eight.contains("labels[4]: an object expected, a number found; and 3 more"), "\(eight)")
        #expect(!eight.contains("labels[5]"))
        #expect(throws: AnswerRefusals.self) {
            try ShortAnswerReader(of: Self.features, mustBeWhole: false).read(
                Array("{\"labels\": [\"".utf8) + [0xC3, 0x22])
        }
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(refusal("{\"id\": \(deep)}").contains("no more than 64 values in each other"))
    }

    /// Any answer is read again as it was written.
    @Test func `what is written is read again as it was`() throws {
        var random = Seeded(44)
        for _ in 0..<300 {
            let answers = Self.features.map { ($0, RandomAnswer.annotations(of: $0, using: &random)) }
            let text = ShortAnswerWriter.text(of: answers)
            let answer = try ShortAnswerReader(of: Self.features, mustBeWhole: true).read(Array(text.utf8))
            for (feature, annotations) in answers { #expect(answer.annotations[feature] == annotations, "\(text)") }
        }
    }
}
