import JSON
import Testing
import Domain

@testable import Backends

@Suite("The reader of image responses") struct ImageResponseTests {
    @Test func `landmarks have a polygon in the original, every location and no score but their own`() throws {
        let found = try annotations(everything, .landmarkDetection)
        var expected = Annotation(
            kind: .landmark, rank: 0, description: "Eiffel Tower", mid: "/m/02j81", score: 0.921,
            polygon: points([-6, 2, 198, 2, 198, 120]))
        expected.locations = [
            Coordinate(latitude: 48.858461, longitude: 2.294351), Coordinate(latitude: 0, longitude: -7.5),
        ]
        #expect(found == [expected])
    }

    @Test func `labels keep score, topicality, language and properties; what is absent is 0`() throws {
        let found = try annotations(everything, .labelDetection)
        #expect(found.map(\.description) == ["Sky", "Tower \"old\" é"])
        #expect(found.map(\.rank) == [0, 1] && found.map(\.mid) == ["/m/01bqvp", nil])
        #expect(found.map(\.score) == [0.98, 0] && found.map(\.topicality) == [0.97, 0])
        #expect(found.map(\.locale) == ["en", nil] && found.allSatisfy(\.polygon.isEmpty))
        #expect(
            found[0].attributes
                == #"{"properties":[{"name":"kind","value":"thing"},{"name":"n","#
                + #""uint64Value":"18446744073709551615"}]}"#
        )
    }

    @Test func `logos have a polygon`() throws {
        let found = try annotations(everything, .logoDetection)
        #expect(
            found == [Annotation(kind: .logo, rank: 0, description: "Cairn", score: 0, polygon: points([2, 0]))])
    }

    @Test func `faces have angles, likelihoods, both outlines and landmarks in the original`() throws {
        let face = try #require(try annotations(everything, .faceDetection).first)
        #expect(face.kind == .face && face.description.isEmpty && face.score == 0.921)
        #expect(face.polygon == points([0, 0, 20, 0, 20, 40, 0, 40]))
        #expect(
            face.attributes
                == #"{"rollAngle":-1.25,"panAngle":0.0,"tiltAngle":0.1,"landmarkingConfidence":0.5,"#
                + #""joyLikelihood":"VERY_LIKELY","sorrowLikelihood":"UNKNOWN","angerLikelihood":"VERY_UNLIKELY","#
                + #""surpriseLikelihood":"UNKNOWN","underExposedLikelihood":"UNKNOWN","#
                + #""blurredLikelihood":"SOMETHING_NEW","#
                + #""headwearLikelihood":"UNKNOWN","fdBoundingPoly":[[2.0,4.0],[6.0,8.0]],"#
                + #""landmarks":[{"type":"LEFT_EYE","x":5.0,"y":8.0,"z":-3.0},"#
                + #"{"type":"UNKNOWN_LANDMARK","x":0.0,"y":0.0,"z":0.0}]}"#)
    }

    @Test func `objects' fractions are multiplied out`() throws {
        let object = try #require(try annotations(everything, .objectLocalization).first)
        #expect(object.description == "Balloon" && object.mid == "/m/01j51" && object.score == 0.75)
        #expect(
            object.polygon == points([50, 0, 100, 50, 0, 100]) && object.attributes == nil && object.locale == "en")
    }

    @Test func `safe search is one annotation a category`() throws {
        let found = try annotations(everything, .safeSearchDetection)
        #expect(found.map(\.description) == ["adult", "spoof", "medical", "violence", "racy"])
        #expect(
            found.map(\.attributes)
                == ["VERY_UNLIKELY", "UNKNOWN", "UNKNOWN", "POSSIBLE", "LIKELY"].map { #"{"likelihood":"\#($0)"}"# })
        #expect(try annotations("{}", .safeSearchDetection).isEmpty)
    }

    @Test func `colors are named as the web names them`() throws {
        let found = try annotations(everything, .imageProperties).filter { $0.kind == .color }
        #expect(found.map(\.description) == ["#d0a000", "#000000"] && found.map(\.score) == [0.5, 0])
        #expect(found[0].attributes == #"{"red":208.0,"green":159.6,"blue":0.0,"pixelFraction":0.125}"#)
        #expect(found[1].attributes == #"{"red":0.0,"green":0.0,"blue":0.0,"alpha":0.5,"pixelFraction":0.0}"#)
    }

    @Test func `crop hints have a polygon and an importance`() throws {
        let found = try annotations(everything, .cropHints)
        #expect(
            found == [
                Annotation(
                    kind: .cropHint, rank: 0, description: "", score: 0.25,
                    polygon: points([0, 0, 100, 0, 100, 50, 0, 50]), attributes: #"{"importanceFraction":0.75}"#)
            ])
    }

    @Test func `crop hints that come beside colors unasked are kept once`() throws {
        let hint = try annotations(everything, .cropHints)
        #expect(try annotations(everything, .imageProperties).filter { $0.kind == .cropHint } == hint)
        let response = try #require(ImageResponse(try JSONDocument(Array(everything.utf8)).root, asking: []))
        let both = response.reading(of: recipes([.imageProperties, .cropHints]), in: halved).answers
        #expect(both.map { $0.annotations.filter { $0.kind == .cropHint } } == [[], hint])
        let odd = #"{"imagePropertiesAnnotation":{"dominantColors":{"colors":[{}]}},"cropHintsAnnotation":7}"#
        #expect(try annotations(odd, .imageProperties).map(\.kind) == [.color])
    }

    @Test func `web detection gives entities, pictures, pages and guesses`() throws {
        let found = try annotations(everything, .webDetection)
        #expect(found.map(\.kind) == [.webEntity, .webEntity, .webImage, .webImage, .webPage, .webLabel])
        #expect(found.map(\.rank) == [0, 1, 0, 1, 0, 0])
        #expect(
            found.map(\.description)
                == ["Cairn", "", "https://e.org/a.jpg", "https://e.org/b.jpg", "https://e.org/", "cairn"])
        #expect(found.map(\.score) == [13.5, 0, 0.5, nil, nil, nil] && found[0].mid == "/m/0k8")
        #expect(found[2].attributes == #"{"match":"full"}"# && found[3].attributes == #"{"match":"similar"}"#)
        #expect(
            found[4].attributes
                == #"{"pageTitle":"A <b>cairn</b>","partialMatchingImages":["https://e.org/c.jpg"]}"#)
        #expect(found[5].locale == "en")
    }

    @Test func `products are named once, with the region they were found in`() throws {
        let found = try annotations(everything, .productSearch)
        #expect(
            found.map(\.description)
                == ["Shoe", "projects/p/locations/l/products/hat", "projects/p/locations/l/products/sock"])
        #expect(found.map(\.score) == [0.8, 0.4, 0] && found.map(\.rank) == [0, 1, 2])
        let region = points([0, 0, 200, 0, 200, 50])
        #expect(found.map(\.polygon) == [region, [], region])
        #expect(
            found[0].attributes
                == #"{"name":"projects/p/locations/l/products/shoe","productCategory":"apparel","#
                + #""productLabels":[{"key":"colour","value":"red"}],"image":"i/1","#
                + #""objectAnnotations":[{"mid":"/m/09j5n","name":"Footwear","score":0.5}],"#
                + #""indexTime":"2024-01-01T00:00:00Z"}"#)
        #expect(found[1].attributes?.hasSuffix(#","indexTime":"2024-01-01T00:00:00Z"}"#) == true)
    }

    @Test func `an image without a hit is answered with nothing`() throws {
        let asked = recipes(FeatureType.vision)
        let response = try #require(ImageResponse(try JSONDocument(Array("{}".utf8)).root, asking: asked))
        #expect(response.error == nil)
        let answers = response.reading(of: asked, in: halved).answers
        #expect(answers.map(\.recipe) == asked && answers.allSatisfy(\.annotations.isEmpty))
    }

    @Test func `beside an error only what is there counts as answered`() throws {
        let asked = recipes([.labelDetection, .landmarkDetection, .webDetection])
        let json = #"""
            {"labelAnnotations":[{"description":"Sky"}],"landmarkAnnotations":[],"webDetection":{},
             "error":{"code":13,"message":"internal"}}
            """#
        let response = try #require(ImageResponse(try JSONDocument(Array(json.utf8)).root, asking: asked))
        #expect(response.error?.code == .internal && response.error?.message == "internal")
        #expect(response.reading(of: asked, in: halved).answers.map(\.recipe) == [asked[0]])
    }

    @Test(arguments: [
        (#"{"code":3,"message":"Bad image data."}"#, RPCCode.invalidArgument),
        (#"{"code":"3"}"#, .invalidArgument), (#"{"code":"NOT_FOUND"}"#, .notFound), (#"{"code":99}"#, .unknown),
        (#"{"message":"something"}"#, .unknown), (#""something""#, .unknown), (#"{"code":14.0}"#, .unavailable),
        (#"{"status":"INTERNAL"}"#, .internal), (#"{"details":[{"@type":"t/x"}]}"#, .unknown),
    ])
    func `an error's code is read in every form`(_ json: String, _ code: RPCCode) throws {
        #expect(RPCStatus(try JSONDocument(Array(json.utf8)).root)?.code == code)
    }

    @Test(arguments: ["{}", #"{"code":0,"message":"","details":[]}"#, "[]", "7", #""""#])
    func `a status of nothing is no error`(_ json: String) throws {
        #expect(RPCStatus(try JSONDocument(Array(json.utf8)).root) == nil)
    }

    @Test func `without a size fractions stay fractions, and pixels are taken as they come`() throws {
        let unknown = Frame(sent: nil, original: nil)
        let object = try #require(try annotations(everything, .objectLocalization, in: unknown).first)
        #expect(object.polygon.isEmpty)
        #expect(object.attributes == #"{"normalizedVertices":[[0.25,0.0],[0.5,0.5],[0.0,1.0]]}"#)
        let landmark = try #require(try annotations(everything, .landmarkDetection, in: unknown).first)
        #expect(landmark.polygon == points([-3, 1, 99, 1, 99, 60]))
    }
}
