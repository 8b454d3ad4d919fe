import JSON
import Platform
import TestSupport
import Testing
import Domain
import Services

@testable import Backends

/// Values that no answer can have, and those that look odd and are right.
@Suite("The reader of malformed answers") struct MalformedTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        let feature: FeatureType
        /// The place in the message.
        let place: String
        /// What was expected there.
        let expected: String
        var testDescription: String { json }

        init(_ json: String, _ feature: FeatureType, _ place: String, _ expected: String) {
            (self.json, self.feature, self.place, self.expected) = (json, feature, place, expected)
        }
    }

    private static let long = #"{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"#

    private static func landmark(_ members: String) -> String { #"{"landmarkAnnotations":[{\#(members)}]}"# }
    private static func label(_ members: String) -> String { #"{"labelAnnotations":[{"score":0.5},{\#(members)}]}"# }
    private static func vertices(_ list: String) -> String { landmark(#""boundingPoly":{"vertices":\#(list)}"#) }
    private static func place(_ latLng: String) -> String { landmark(#""locations":[{"latLng":\#(latLng)}]"#) }

    private static let latitude = "landmarkAnnotations[0].locations[0].latLng.latitude"
    private static let vertex = "landmarkAnnotations[0].boundingPoly.vertices[0]"

    static let malformed: [Row] = [
        Row(place(#"{"latitude":"n/a","longitude":2}"#), .landmarkDetection, latitude, "a number"),
        Row(place(#"{"latitude":90.1}"#), .landmarkDetection, latitude, "a number from -90 to 90"),
        Row(place(#"{"latitude":"NaN"}"#), .landmarkDetection, latitude, "a number"),
        Row(place(#"{"latitude":1e999}"#), .landmarkDetection, latitude, "a number"),
        Row(place("[1,2]"), .landmarkDetection, "landmarkAnnotations[0].locations[0].latLng", "an object"),
        Row(label(#""score":"high""#), .labelDetection, "labelAnnotations[1].score", "a number"),
        Row(label(#""score":"NaN""#), .labelDetection, "labelAnnotations[1].score", "a number"),
        Row(label(#""score":"Infinity""#), .labelDetection, "labelAnnotations[1].score", "a number"),
        Row(label(#""score":" 0.5""#), .labelDetection, "labelAnnotations[1].score", "a number"),
        Row(label(#""score":"0x1p-1""#), .labelDetection, "labelAnnotations[1].score", "a number"),
        Row(label(#""score":"""#), .labelDetection, "labelAnnotations[1].score", "a number"),
        Row(label(#""score":true"#), .labelDetection, "labelAnnotations[1].score", "a number"),
        Row(label(#""score":{"value":0.5}"#), .labelDetection, "labelAnnotations[1].score", "a number"),
        Row(label(#""score":1e39"#), .labelDetection, "labelAnnotations[1].score", "a number of 32 bits"),
        Row(label(#""description":5"#), .labelDetection, "labelAnnotations[1].description", "a text"),
        Row(label(#""mid":[]"#), .labelDetection, "labelAnnotations[1].mid", "a text"),
        Row(
            label(#""properties":[{"uint64Value":"-1"}]"#), .labelDetection,
            "labelAnnotations[1].properties[0].uint64Value", "a whole number of 64 bits"),
        Row(#"{"labelAnnotations":{}}"#, .labelDetection, "labelAnnotations", "an array"),
        Row(#"{"labelAnnotations":"Sky"}"#, .labelDetection, "labelAnnotations", "an array"),
        Row(#"{"labelAnnotations":[null]}"#, .labelDetection, "labelAnnotations[0]", "an object"),
        Row(#"{"landmarkAnnotations":{}}"#, .landmarkDetection, "landmarkAnnotations", "an array"),
        Row(vertices("[1,2]"), .landmarkDetection, vertex, "an object"),
        Row(vertices(#"[{"x":"left"}]"#), .landmarkDetection, "\(vertex).x", "a number"),
        Row(vertices(#"[{"x":1.5}]"#), .landmarkDetection, "\(vertex).x", "a whole number of 32 bits"),
        Row(vertices(#"[{"x":2147483648}]"#), .landmarkDetection, "\(vertex).x", "a whole number of 32 bits"),
        Row(vertices(#"[{"x":1e300}]"#), .landmarkDetection, "\(vertex).x", "a whole number of 32 bits"),
        Row(
            vertices(#"[{"x":\#(long)"-9223372036854775800 and some other junk"}}]"#), .landmarkDetection,
            "\(vertex).x", "a whole number of 64 bits"),
        Row(
            vertices(#"[{"x":\#(long)"9223372036854775808"}}]"#), .landmarkDetection, "\(vertex).x",
            "a whole number of 64 bits"),
        Row(#"{"safeSearchAnnotation":[]}"#, .safeSearchDetection, "safeSearchAnnotation", "an object"),
        Row(#"{"safeSearchAnnotation":{"adult":{}}}"#, .safeSearchDetection, "safeSearchAnnotation.adult", "a name"),
        Row(#"{"safeSearchAnnotation":{"adult":1.5}}"#, .safeSearchDetection, "safeSearchAnnotation.adult", "a name"),
        Row(
            #"{"fullTextAnnotation":{"pages":[{"blocks":[{"paragraphs":[{"words":[{"symbols":[{"text":7}]}]}]}]}]}}"#,
            .textDetection, "fullTextAnnotation.pages[0].blocks[0].paragraphs[0].words[0].symbols[0].text", "a text"),
        Row(
            #"{"fullTextAnnotation":{"pages":[{"width":"wide"}]}}"#, .documentTextDetection,
            "fullTextAnnotation.pages[0].width", "a number"),
        Row(#"{"textAnnotations":[{"description":{}}]}"#, .textDetection, "textAnnotations[0].description", "a text"),
        Row(#"{"webDetection":{"webEntities":[7]}}"#, .webDetection, "webDetection.webEntities[0]", "an object"),
        Row(#"{"faceAnnotations":[{"rollAngle":"up"}]}"#, .faceDetection, "faceAnnotations[0].rollAngle", "a number"),
        Row(
            #"{"localizedObjectAnnotations":[{"name":null,"score":[]}]}"#, .objectLocalization,
            "localizedObjectAnnotations[0].score", "a number"),
        Row(
            #"{"imagePropertiesAnnotation":{"dominantColors":{"colors":[{"color":{"red":"r"}}]}}}"#, .imageProperties,
            "imagePropertiesAnnotation.dominantColors.colors[0].color.red", "a number"),
        Row(#"{"cropHintsAnnotation":7}"#, .cropHints, "cropHintsAnnotation", "an object"),
        Row(
            #"{"productSearchResults":{"results":[{"product":"shoe"}]}}"#, .productSearch,
            "productSearchResults.results[0].product", "an object"),
        Row(#"{"labelAnnotations":[],"error":7}"#, .labelDetection, "error", "an object"),
    ]

    @Test(arguments: malformed) func `a malformed value fails its image, which is billed, and says where`(
        _ row: Row
    ) throws {
        let service = try Service(features: [row.feature]) { _ in .init(200, #"{"responses":[{},\#(row.json)]}"#) }
        let replies = try service.send("one", "two")
        let reply = try #require(replies.last)
        let reason = try #require(reply.failure, "it is taken for an answer: \(reply.answers)")
        #expect(reason.kind == .service && reason.code == "MALFORMED_RESPONSE" && !reason.isTransient)
        #expect(reason.message.contains("responses[1].\(row.place) is "), "\(reason.message)")
        #expect(reason.message.contains(", and \(row.expected) was expected"), "\(reason.message)")
        #expect(reply.charge == .billed && reply.answers.isEmpty)
        #expect(reply.raw.map { String(decoding: $0.bytes, as: UTF8.self) } == row.json)
        #expect(summary(replies[0]) == "answered  billed", "its neighbour is answered")
        // The same behind a function, and from the store.
        let caller = try Caller(.object, [row.feature]) { _ in .init(200, #"{"result":[\#(row.json)]}"#) }
        let relayed = try caller.reply()
        #expect(relayed.failure?.code == "MALFORMED_RESPONSE" && relayed.charge == .billed)
        #expect(relayed.failure?.message.contains("result[0].\(row.place) is ") == true)
        #expect(throws: Failure.self) {
            try reparse(RawResponse(bytes: Array(row.json.utf8)), original: nil, recipes: recipes([row.feature]))
        }
    }

    @Test(arguments: [
        #"{"score":0.921}"#, #"{"score":"0.921"}"#, #"{"score":"9.21e-1"}"#, #"{"score":0.9210000038146973}"#,
        #"{"score":0.921,"confidence":null,"boundingPoly":null,"locations":null,"unknown":{"score":"high"}}"#,
    ])
    func `a number comes in every form that the mapping allows`(_ label: String) throws {
        let found = try annotations(#"{"labelAnnotations":[\#(label)]}"#, .labelDetection)
        #expect(found.map(\.score) == [0.921])
    }

    @Test(arguments: ["7", "7.0", #""7""#, "7e0", long + #""7"}"#, long + "7}"])
    func `a whole number comes in every form that the mapping and Firebase's libraries have`(_ number: String) throws {
        let found = try annotations(Self.vertices(#"[{"x":\#(number)},{}]"#), .landmarkDetection)
        #expect(found.map(\.polygon) == [points([14, 0, 0, 0])])
    }

    @Test func `what is huge and legal is left out and stops nothing`() throws {
        let corners = #"[{"x":2147483647,"y":-2147483648}]"#
        #expect(try annotations(Self.vertices(corners), .landmarkDetection).map(\.polygon) == [[]])
        let object = #"{"localizedObjectAnnotations":[{"boundingPoly":{"normalizedVertices":[{"x":3e38,"y":-3e38}]}}]}"#
        #expect(try annotations(object, .objectLocalization).map(\.polygon) == [[]])
        let color = #"{"imagePropertiesAnnotation":{"dominantColors":{"colors":[{"color":{"red":3e38}}]}}}"#
        #expect(try annotations(color, .imageProperties).map(\.description) == ["#ff0000"])
    }

    @Test func `what else was asked of the image is kept beside the malformed answer`() throws {
        let service = try Service(features: [.labelDetection, .landmarkDetection]) { _ in
            .init(200, #"{"responses":[{"labelAnnotations":[{"description":"Sky"}],"landmarkAnnotations":{}}]}"#)
        }
        let reply = try #require(try service.send("one").first)
        #expect(summary(reply) == "failed service beside Sky billed")
    }

    @Test func `an error of the service goes before what is malformed beside it`() throws {
        let service = try Service { _ in
            .init(200, #"{"responses":[{"labelAnnotations":{},"error":{"code":13,"message":"m"}}]}"#)
        }
        #expect(try service.send("one").map(summary) == ["failed service transient uncertain"])
    }

    @Test func `an error whose code cannot be read is an error`() throws {
        for json in [#"{"code":{}}"#, #"{"code":"n/a"}"#, #"{"code":1.5}"#] {
            #expect(RPCStatus(try JSONDocument(Array(json.utf8)).root)?.code == .unknown, "\(json)")
        }
    }

    /// The cases of firebase-ios-sdk's FunctionsSerializerTests and of firebase-js-sdk's serializer.test.ts that
    /// decode, read as the details of an error.
    @Test(
        arguments: [
            ("null", nil), ("1", "1"), (long + #""1"}"#, "1"), ("-9223372036854775800", "-9223372036854775800"),
            (long + #""-9223372036854775800"}"#, "-9223372036854775800"),
            ("18446744073709551607", "18446744073709551607"),
            (
                #"{"@type":"type.googleapis.com/google.protobuf.UInt64Value","value":"18446744073709551607"}"#,
                "18446744073709551607"
            ),
            (
                #"{"value":"9223372036854800000","@type":"type.googleapis.com/google.protobuf.UInt64Value"}"#,
                "9223372036854800000"
            ),
            ("1.2", "1.2"), ("true", "true"), (#""good-bye""#, #""good-bye""#),
            (#""2021-05-10T17:01:35.891Z""#, #""2021-05-10T17:01:35.891Z""#),
            (#"[1, "two", [3, \#(long)"9876543210"}]]"#, #"[1,"two",[3,9876543210]]"#),
            (
                #"{"foo":1,"bar":"hello","baz":[1,2,\#(long)"1099511627776"}]}"#,
                #"{"foo":1,"bar":"hello","baz":[1,2,1099511627776]}"#
            ),
            (#"{"@type":"unknown","value":"whatever"}"#, #"{"@type":"unknown","value":"whatever"}"#),
            (#"{"@type":"unknown"}"#, #"{"@type":"unknown"}"#),
            (long + #""1234567890","extra":{"id":123}}"#, "1234567890"),
            // What is no number stays as it came: it says something all the same.
            (long + #""1 and some other junk"}"#, long + #""1 and some other junk"}"#),
            (
                #"{"@type":"type.googleapis.com/google.protobuf.UInt64Value","value":"18446744073709551616"}"#,
                #"{"@type":"type.googleapis.com/google.protobuf.UInt64Value","value":"18446744073709551616"}"#
            ),
        ] as [(String, String?)])
    func `what Firebase's own tests decode is decoded alike`(_ json: String, _ expected: String?) throws {
        #expect(keptDetails(try JSONDocument(Array(#"{"d":\#(json)}"#.utf8)).root["d"]) == expected)
    }
}
