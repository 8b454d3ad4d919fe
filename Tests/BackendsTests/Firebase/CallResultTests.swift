import TestSupport
import Text
import Testing
import Domain

@testable import Backends

/// What functions return, in every form that is found in the wild.
@Suite("The result of a callable function") struct CallResultTests {
    /// As Google's Node client resolves to it.
    private static let message = #"""
        {"faceAnnotations":[],"landmarkAnnotations":[{"locations":[{"latLng":{"latitude":48.858461,"longitude":0}}],
        "properties":[{"name":"n","value":"",
        "uint64Value":{"@type":"type.googleapis.com/google.protobuf.UInt64Value","value":"7"}}],
        "mid":"/m/02j81","locale":"","description":"Eiffel \#
        Tower","score":0.9210000038146973,"confidence":0,"topicality":0,
        "boundingPoly":{"vertices":[{"x":0,"y":0},{"x":2.0,"y":0},
        {"x":{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"2"},"y":3}],"normalizedVertices":[]}}],
        "logoAnnotations":[],"labelAnnotations":[],"textAnnotations":[],"localizedObjectAnnotations":[],
        "safeSearchAnnotation":null,"imagePropertiesAnnotation":null,"error":null,"cropHintsAnnotation":null,
        "fullTextAnnotation":null,"webDetection":null,"productSearchResults":null,"context":null}
        """#.replacing("\n", with: "")

    private static var shapes: [String] {
        let list = message.firstRange(of: #","logoAnnotations"#).map { message[..<$0.lowerBound] } ?? ""
        let annotations = String(list.drop { $0 != "," }.dropFirst(#","landmarkAnnotations":"#.utf8.count))
        let plain = [
            "[\(message)]", message, #"{"responses":[\#(message)]}"#, #"[{"responses":[\#(message)]},null,null]"#,
            "[\(message),null,null]", annotations,
        ]
        return plain + plain.map(jsonString) + [jsonString(jsonString(plain[0])), "[\(jsonString(message))]"]
    }

    @Test(arguments: shapes, ["result", "data", "response"])
    func `is read in every shape, whatever it is called`(shape: String, name: String) throws {
        for argument in [FirebaseSettings.Argument.object, .string] {
            let caller = try Caller(argument, [.landmarkDetection], always: #"{"\#(name)":\#(shape),"more":1}"#)
            let reply = try caller.reply()
            #expect(reply.failure == nil && reply.charge == .billed && reply.metrics?.httpStatus == 200, "\(shape)")
            let landmark = try #require(reply.answers.first?.annotations.first)
            #expect(landmark.description == "Eiffel Tower" && landmark.score == 0.921 && landmark.mid == "/m/02j81")
            #expect(landmark.topicality == nil || landmark.topicality == 0)
            #expect(landmark.locations == [Coordinate(latitude: 48.858461, longitude: 0)])
            #expect(landmark.polygon == [Point(x: 0, y: 0), Point(x: 4, y: 0), Point(x: 4, y: 6)])
            // What is kept is read again in the same way.
            let raw = try #require(reply.raw)
            let again = try reparse(raw, original: Size(width: 8, height: 6), recipes: caller.backend.recipes)
            #expect(again == reply.answers, "\(shape)")
        }
    }

    @Test(arguments: [
        #"{"result":[{}]}"#, #"{"result":{}}"#, #"{"result":[]}"#, #"{"error":null,"result":[{}]}"#,
        #"{"result":[{"labelAnnotations":null,"error":null}]}"#, #"{"data":"[]"}"#.replacing("[]", with: "{}"),
        #"{"result":[{"error":{"code":0,"message":"","details":[]}}]}"#,
        // Firebase's library for iOS takes such an error for none.
        #"{"error":{"status":"OK"},"result":[{}]}"#, #"{"error":{"status":"OK","message":"ok"},"data":{}}"#,
    ])
    func `may be an image without any hit`(body: String) throws {
        let reply = try Caller(always: body).reply()
        #expect(reply.charge == .billed && reply.failure == nil, "\(body)")
        #expect(reply.answers.map(\.annotations) == [[]], "\(body)")
        #expect(reply.raw != nil)
    }

    @Test func `may hold an error of its image, and annotations beside it`() throws {
        let one =
            #"{"labelAnnotations":[{"description":"Sky"}],"error":{"details":[],"code":3,"message":"Bad image data."}}"#
        let reply = try Caller(always: #"{"result":[\#(one)]}"#).reply()
        #expect(reply.failure?.kind == .refused && reply.failure?.code == "INVALID_ARGUMENT")
        #expect(reply.failure?.message.contains("Bad image data.") == true)
        #expect(reply.charge == .uncertain)
        #expect(reply.answers.flatMap(\.annotations).map(\.description) == ["Sky"])
        #expect(reply.raw.map { String(decoding: $0.bytes, as: UTF8.self) } == one)
    }

    @Test func `may ask for the content of what went by name`() throws {
        let caller = try Caller(
            always: #"{"result":[{"error":{"code":14,"message":"We can not access the URL currently. "#
                + #"Please download the content and pass it in."}}]}"#)
        var batch = caller.backend.makeBatch()
        _ = batch.append(.reference("gs://b/a.jpg"), asking: caller.backend.recipes)
        let reply = try caller.backend.makeSlot().send(batch)[0]
        guard case .wantsContent = reply.outcome else {
            Issue.record("\(reply.outcome)")
            return
        }
    }

    @Test(arguments: ["", "{}", "no JSON {", "[]", "null", #"{"status":"ok"}"#, "<html></html>", "\u{0}\u{1}"])
    func `that keeps no protocol is a failure which may pass`(body: String) throws {
        let reply = try Caller(always: body).reply()
        #expect(reply.failure?.kind == .service && reply.failure?.isTransient == true, "\(body)")
        #expect(reply.charge == .uncertain && reply.answers.isEmpty && reply.raw == nil, "\(body)")
    }

    private static let strange = [
        "null", "7", "true", #""text""#, #"{"landmarks":[]}"#, #"{"responses":[]}"#, #"{"responses":[{},{}]}"#, "[1]",
        #"[{"labelAnnotations":[]},{"labelAnnotations":[]}]"#, #""""#,
    ]

    @Test(arguments: strange)
    func `that is none of the Vision API's fails its image for good`(result: String) throws {
        let reply = try Caller(.auto, [.labelDetection, .safeSearchDetection], always: #"{"result":\#(result)}"#)
            .reply()
        #expect(reply.failure?.kind == .service && reply.failure?.isTransient == false, "\(result)")
        #expect(reply.charge == .uncertain && reply.answers.isEmpty && reply.raw == nil, "\(result)")
    }

    @Test(arguments: [#"[{"tags":[]}]"#, #"["Sky","Sea"]"#, #"[{"description":"Sky"},7]"#, #"[null]"#, #"[[]]"#])
    func `that is a list of something else is none either`(result: String) throws {
        let reply = try Caller(always: #"{"result":\#(result)}"#).reply()
        #expect(reply.failure?.code == "UNREADABLE_RESPONSE" && reply.charge == .uncertain, "\(result)")
    }

    @Test func `that was never readable stops the run before all images are paid for`() throws {
        let caller = try Caller(always: #"{"result":{"tags":["Sky"]}}"#)
        let replies = try (0..<3).map { _ in try caller.reply() }
        #expect(replies.map { $0.failure?.code } == ["UNREADABLE_RESPONSE", nil, nil])
        for reply in replies[1...] {
            guard case .stop(.setting("backend.url", let why), _) = reply.outcome else {
                Issue.record("\(reply.outcome)")
                continue
            }
            #expect(why.contains("p-1/annotateImage") && reply.charge == .uncertain)
        }
    }

    @Test func `that was readable once stops nothing`() throws {
        let turns = Turns([#"{"result":[{}]}"#] + Array(repeating: #"{"result":7}"#, count: 9))
        let caller = try Caller { _ in .init(200, turns.next()) }
        let replies = try (0..<10).map { _ in try caller.reply() }
        #expect(replies.compactMap { $0.failure?.code }.count == 9)
    }
}
