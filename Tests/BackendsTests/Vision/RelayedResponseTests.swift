import JSON
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("The reader of relayed responses") struct RelayedResponseTests {
    @Test func `defaults, nulls, widened floats and numbered enums read as REST's form does`() throws {
        let types: [FeatureType] = [
            .faceDetection, .landmarkDetection, .labelDetection, .objectLocalization, .safeSearchDetection,
            .imageProperties, .documentTextDetection, .logoDetection, .webDetection, .cropHints, .productSearch,
        ]
        for type in types {
            #expect(try annotations(relayed, type) == annotations(plain, type), "\(type)")
            if type != .logoDetection, type != .webDetection, type != .cropHints, type != .productSearch {
                #expect(try !annotations(plain, type).isEmpty, "\(type)")
            }
        }
        #expect(RPCStatus(try JSONDocument(Array(relayed.utf8)).root["error"] ?? JSONDocument([0x30]).root) == nil)
    }

    @Test(arguments: [
        #"{"labelAnnotations":[{"description":"Sky"}]}"#,
        #"[{"labelAnnotations":[{"description":"Sky"}],"error":null}]"#,
        #"{"responses":[{"labelAnnotations":[{"description":"Sky"}]}]}"#,
        #"[{"responses":[{"labelAnnotations":[{"description":"Sky"}]}]},null,null]"#,
        #"[{"labelAnnotations":[{"description":"Sky"}]},null,null]"#,
        #"[{"description":"Sky"}]"#,
        #"[{"description":"Sky"},{"description":"Sky"}]"#,
        #""{\"labelAnnotations\":[{\"description\":\"Sky\"}]}""#,
        #""[{\"labelAnnotations\":[{\"description\":\"Sky\"}]}]""#,
        #"["{\"responses\":[{\"labelAnnotations\":[{\"description\":\"Sky\"}]}]}"]"#,
    ])
    func `the response is found in whatever a relay wraps it`(_ json: String) throws {
        let answers = try reparse(
            RawResponse(bytes: Array(json.utf8)), original: nil, recipes: recipes([.labelDetection]))
        #expect(answers.flatMap(\.annotations).first?.description == "Sky")
        #expect(answers.count == 1)
    }

    @Test(arguments: [
        "7", "null", "true", #""""#, #""not JSON""#, "[]", #"{"responses":[]}"#, #"{"responses":[{},{}]}"#,
        #"[{"labelAnnotations":[]},{"labelAnnotations":[]}]"#, #"{"result":1}"#, #"[[[[[[[[{}]]]]]]]]"#, "", "{",
        #"[1]"#,
    ])
    func `what holds no response, or more than one, is refused`(_ json: String) throws {
        #expect(throws: Failure.self) {
            try reparse(RawResponse(bytes: Array(json.utf8)), original: nil, recipes: recipes([.labelDetection]))
        }
    }

    @Test func `a bare list is not guessed to be of one of several features`() {
        let raw = RawResponse(bytes: Array(#"[{"description":"Sky"}]"#.utf8))
        #expect(throws: Failure.self) {
            try reparse(raw, original: nil, recipes: recipes([.labelDetection, .logoDetection]))
        }
        #expect(throws: Failure.self) {
            try reparse(raw, original: nil, recipes: recipes([.safeSearchDetection]))
        }
    }

    @Test func `a bare list answers what asks one feature with two numbers of results`() throws {
        func asking(_ most: Int) -> Recipe {
            Recipe(
                backend: "firebase", model: "builtin/stable", feature: .labelDetection,
                parameters: #"{"requestVersion":1,"maxResults":\#(most)}"#, preparation: "{}")
        }
        let raw = RawResponse(bytes: Array(#"[{"description":"Sky"},{"description":"Sea"}]"#.utf8))
        let answers = try reparse(raw, original: nil, recipes: [asking(10), asking(1)])
        #expect(answers.map { $0.annotations.map(\.description) } == [["Sky", "Sea"], ["Sky"]])
        let fewer = answer(to: asking(1), from: raw, original: nil, to: asking(10))
        #expect(fewer == answers[1] && fewer?.recipe == asking(1))
        #expect(answer(to: asking(3), from: raw, original: nil, to: asking(2)) == nil, "it was cut")
    }

    @Test func `a kept response is read anew in the original's pixels`() throws {
        let raw = RawResponse(bytes: Array(everything.utf8), sent: Size(width: 100, height: 50))
        let answers = try reparse(
            raw, original: Size(width: 200, height: 100), recipes: recipes(FeatureType.vision))
        #expect(answers.count == FeatureType.vision.count)
        for answer in answers {
            // Where crop hints are asked for themselves they do not stand beside the colors.
            let alone = try annotations(everything, answer.recipe.feature)
            let expected = answer.recipe.feature == .imageProperties ? alone.filter { $0.kind == .color } : alone
            #expect(answer.annotations == expected)
            #expect(!answer.annotations.isEmpty)
        }
    }

    @Test func `responses that are cut or damaged anywhere are read or refused, and never crash`() throws {
        let seed: UInt64 = 1_213
        var generator = Seeded(seed)
        let all = recipes(FeatureType.vision)
        let sources = [everything, relayed].map { Array($0.utf8) }
        let pieces = ["null", "[]", "{}", "-1e308", "1e999", "\"\"", "[{}]", "\"x\"", "99999999999999999999", "true"]
        for round in 0..<600 {
            var bytes = sources[round % 2]
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            case 1:
                for _ in 0..<Int.random(in: 1...8, using: &generator) {
                    bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
            default:
                // Another value in place of one: still JSON, of a shape that no service has.
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let document = try? JSONDocument(bytes)
                    guard let place = document.map({ anyValue(of: $0.root, &generator) }) else { break }
                    bytes.replaceSubrange(place, with: Array((pieces.randomElement(using: &generator) ?? "0").utf8))
                }
            }
            let raw = RawResponse(bytes: bytes, sent: Size(width: Int.random(in: 0...9, using: &generator), height: 5))
            let answers = try? reparse(raw, original: Size(width: 50, height: 50), recipes: all)
            for annotation in (answers ?? []).flatMap(\.annotations) {
                let isSound =
                    annotation.polygon.allSatisfy { $0.x.isFinite && $0.y.isFinite }
                    && annotation.score?.isFinite != false
                    && (annotation.attributes.map { (try? JSONDocument(Array($0.utf8))) != nil } ?? true)
                #expect(isSound, "seed \(seed), round \(round): \(annotation)")
            }
            for annotations in (answers ?? []).map(\.annotations) {
                for (place, annotation) in annotations.enumerated() {
                    #expect((annotation.parent ?? -1) < place, "seed \(seed), round \(round)")
                }
            }
        }
    }
}

/// Where some value below a node lies in the text.
private func anyValue(of root: JSONNode, _ generator: inout Seeded) -> Range<Int> {
    var node = root
    while true {
        let children = node.isArray ? node.elements : node.members.map(\.value)
        guard let child = children.randomElement(using: &generator), Int.random(in: 0..<6, using: &generator) > 0 else {
            break
        }
        node = child
    }
    let text = node.text
    let isString = node.string != nil
    return (text.startIndex - (isString ? 1 : 0))..<(text.endIndex + (isString ? 1 : 0))
}

private let plain = #"""
    {"faceAnnotations":[{"boundingPoly":{"vertices":[{},{"x":10}]},"landmarks":[{"type":"NOSE_TIP","position":{"x":1}}],
      "rollAngle":0.1,"detectionConfidence":0.921,"joyLikelihood":"LIKELY"}],
     "landmarkAnnotations":[{"mid":"/m/02j81","description":"Eiffel Tower","score":0.921,
      "locations":[{"latLng":{"latitude":48.858461,"longitude":2.294351}}],
      "boundingPoly":{"vertices":[{},{"x":10,"y":5}]}}],
     "labelAnnotations":[{"description":"Sky","score":0.1,"topicality":0.2}],
     "localizedObjectAnnotations":[{"name":"Balloon","score":0.3,"boundingPoly":{"normalizedVertices":[{"x":0.1},{}]}}],
     "safeSearchAnnotation":{"adult":"LIKELY"},
     "imagePropertiesAnnotation":{"dominantColors":{"colors":[{"color":{"red":1.1,"alpha":0.5},"score":0.7}]}},
     "fullTextAnnotation":{"text":"a b","pages":[{"width":100,"height":50,"blocks":[{"blockType":"TEXT","paragraphs":[
      {"words":[{"confidence":0.9,"symbols":[{"text":"a","property":{"detectedBreak":{"type":"SPACE"}}}]},
       {"symbols":[{"text":"b"}]}]}]}]}]}}
    """#

private let relayed = #"""
    {"faceAnnotations":[{"boundingPoly":{"vertices":[{"x":0,"y":0},{"x":10,"y":0}],"normalizedVertices":[]},
      "fdBoundingPoly":null,"landmarks":[{"type":8,"position":{"x":1,"y":0,"z":0}}],"rollAngle":0.10000000149011612,
      "panAngle":0,"tiltAngle":0,"detectionConfidence":0.9210000038146973,"landmarkingConfidence":0,"joyLikelihood":4,
      "sorrowLikelihood":0,"angerLikelihood":"UNKNOWN","surpriseLikelihood":"UNKNOWN","underExposedLikelihood":0,
      "blurredLikelihood":"UNKNOWN","headwearLikelihood":"UNKNOWN"}],
     "landmarkAnnotations":[{"locations":[{"latLng":{"latitude":48.858461,"longitude":2.294351}}],"properties":[],
      "mid":"/m/02j81","locale":"","description":"Eiffel Tower","score":0.9210000038146973,"confidence":0,
      "topicality":0,"boundingPoly":{"vertices":[{"x":0,"y":0},{"x":10.0,"y":{"@type":
        "type.googleapis.com/google.protobuf.Int64Value","value":"5"}}],"normalizedVertices":[]}}],
     "logoAnnotations":[],
     "labelAnnotations":[{"locations":[],"properties":[],"mid":"","locale":"","description":"Sky",
      "score":0.10000000149011612,"confidence":0,"topicality":0.20000000298023224,"boundingPoly":null}],
     "localizedObjectAnnotations":[{"mid":"","languageCode":"","name":"Balloon","score":0.30000001192092896,
      "boundingPoly":{"vertices":[],"normalizedVertices":[{"x":0.10000000149011612,"y":0},{"x":0,"y":0}]}}],
     "safeSearchAnnotation":{"adult":4,"spoof":0,"medical":"UNKNOWN","violence":"UNKNOWN","racy":"UNKNOWN"},
     "imagePropertiesAnnotation":{"dominantColors":{"colors":[{"color":{"red":1.100000023841858,"green":0,"blue":0,
      "alpha":{"value":0.5}},"score":0.699999988079071,"pixelFraction":0}]}},
     "error":null,"cropHintsAnnotation":null,"webDetection":null,"productSearchResults":null,"context":null,
     "textAnnotations":[],
     "fullTextAnnotation":{"text":"a b","pages":[{"property":null,"width":100,"height":50,"confidence":0,"blocks":[
      {"property":null,"boundingBox":null,"confidence":0,"blockType":1,"paragraphs":[{"property":null,
       "boundingBox":null,"confidence":0,"words":[
        {"property":{"detectedLanguages":[],"detectedBreak":null},"boundingBox":null,"confidence":0.8999999761581421,
         "symbols":[{"text":"a","confidence":0,"boundingBox":null,"property":{"detectedLanguages":[],
          "detectedBreak":{"type":1,"isPrefix":false}}}]},
        {"property":null,"boundingBox":null,"confidence":0,"symbols":[{"property":null,"text":"b"}]}]}]}]}]}}
    """#
