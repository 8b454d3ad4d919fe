import Curl
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("The request to the Vision API") struct RequestTests {
    @Test func `one image is asked for one feature in exactly these bytes`() {
        var batch = plan([Feature(type: .labelDetection, maxResults: 10)]).makeBatch()
        #expect(batch.body.text == #"{"requests":[]}"#)
        #expect(taking { batch.append(.picture(picture([0xFF, 0xD8, 0xFF])), asking: batch.all) })
        #expect(
            batch.body.text
                == #"{"requests":[{"image":{"content":"/9j/"},"features":[{"type":"LABEL_DETECTION","maxResults":10,"#
                + #""model":"builtin/stable"}]}]}"#)
    }

    @Test func `every feature is sent with its own parameters and the backend's model`() {
        var settings = VisionSettings(auth: .applicationDefault)
        settings.model = .latest
        let sent = FeatureType.vision.map { type in
            text(of: plan([Feature(type: type, maxResults: 3)], settings), asking: [type])
        }
        #expect(
            sent == [
                entry(#"{"type":"FACE_DETECTION","maxResults":3,"model":"builtin/latest"}"#),
                entry(#"{"type":"LANDMARK_DETECTION","maxResults":3,"model":"builtin/latest"}"#),
                entry(#"{"type":"LOGO_DETECTION","maxResults":3,"model":"builtin/latest"}"#),
                entry(#"{"type":"LABEL_DETECTION","maxResults":3,"model":"builtin/latest"}"#),
                entry(#"{"type":"TEXT_DETECTION","model":"builtin/latest"}"#),
                entry(#"{"type":"SAFE_SEARCH_DETECTION","maxResults":3,"model":"builtin/latest"}"#),
                entry(#"{"type":"IMAGE_PROPERTIES","maxResults":3,"model":"builtin/latest"}"#),
                entry(#"{"type":"CROP_HINTS","model":"builtin/latest"}"#),
                entry(#"{"type":"WEB_DETECTION","maxResults":3,"model":"builtin/latest"}"#),
                entry(#"{"type":"DOCUMENT_TEXT_DETECTION","model":"builtin/latest"}"#),
                entry(#"{"type":"PRODUCT_SEARCH","maxResults":3,"model":"builtin/latest"}"#),
                entry(#"{"type":"OBJECT_LOCALIZATION","maxResults":3,"model":"builtin/latest"}"#),
            ])
    }

    @Test func `parameters of several features are merged into one context`() {
        var document = Feature(type: .documentTextDetection)
        document.model = .weekly
        document.languageHints = ["en", "sr-Latn"]
        document.enableTextDetectionConfidenceScore = true
        document.advancedOcrOptions = ["legacy_layout"]
        var crops = Feature(type: .cropHints)
        crops.aspectRatios = [0.8, 1, 1.7777778]
        var products = Feature(type: .productSearch, maxResults: 5)
        var search = ProductSearch(
            productSet: "projects/p/locations/l/productSets/s", productCategories: ["homegoods-v2"])
        search.filter = #"colour = "red""#
        search.boundingPoly = [Point(x: Double(Float(0.1)), y: 0), Point(x: 1, y: 0), Point(x: 1, y: 0.5)]
        products.productSearch = search
        let plan = plan([document, crops, products])
        #expect(
            text(of: plan, asking: [.documentTextDetection, .cropHints, .productSearch])
                == entry(
                    #"{"type":"DOCUMENT_TEXT_DETECTION","model":"builtin/weekly"},"#
                        + #"{"type":"CROP_HINTS","model":"builtin/stable"},"#
                        + #"{"type":"PRODUCT_SEARCH","maxResults":5,"model":"builtin/stable"}"#,
                    context:
                        #"{"languageHints":["en","sr-Latn"],"cropHintsParams":{"aspectRatios":[0.8,1.0,1.7777778]},"#
                        + #""productSearchParams":{"boundingPoly":{"normalizedVertices":[{"x":0.1,"y":0.0},"#
                        + #"{"x":1.0,"y":0.0},{"x":1.0,"y":0.5}]},"productSet":"projects/p/locations/l/productSets/s","#
                        + #""productCategories":["homegoods-v2"],"filter":"colour = \"red\""},"#
                        + #""textDetectionParams":{"enableTextDetectionConfidenceScore":true,"#
                        + #""advancedOcrOptions":["legacy_layout"]}}"#))
        #expect(
            text(of: plan, asking: [.cropHints])
                == entry(
                    #"{"type":"CROP_HINTS","model":"builtin/stable"}"#,
                    context: #"{"cropHintsParams":{"aspectRatios":[0.8,1.0,1.7777778]}}"#),
            "what another feature needs is not sent")
    }

    @Test func `a reference is sent by its name`() {
        var batch = plan([Feature(type: .logoDetection)]).makeBatch()
        #expect(taking { batch.append(.reference(#"gs://bucket/a "b".jpg"#), asking: batch.all) })
        #expect(
            batch.body.text
                == #"{"requests":[{"image":{"source":{"gcsImageUri":"gs://bucket/a \"b\".jpg"}},"features":"#
                + #"[{"type":"LOGO_DETECTION","maxResults":10,"model":"builtin/stable"}]}]}"#)
        #expect(batch.entries[0].sent == nil)
    }

    @Test func `a batch takes sixteen images and no more bytes than are sent`() {
        let plan = plan([Feature(type: .labelDetection)])
        var batch = plan.makeBatch()
        for _ in 0..<16 {
            #expect(!batch.isFull)
            #expect(taking { batch.append(.picture(picture([1])), asking: plan.recipes) })
        }
        #expect(batch.isFull)
        let before = batch.body.bytes
        #expect(!taking { batch.append(.picture(picture([1])), asking: plan.recipes) })
        #expect(batch.body.bytes == before && batch.count == 16)

        var large = plan.makeBatch()
        let half = [UInt8](repeating: 7, count: 3_749_700)
        #expect(taking { large.append(.picture(picture(half)), asking: plan.recipes) })
        let room = VisionPlan.maxBytes - large.length - large.length + large.frame - 1
        let fitting = picture(half + [UInt8](repeating: 7, count: room / 4 * 3))
        let tooLarge = picture(fitting.bytes + [0])
        #expect(!taking { large.append(.picture(tooLarge), asking: plan.recipes) })
        #expect(taking { large.append(.picture(fitting), asking: plan.recipes) })
        #expect((VisionPlan.maxBytes - 3...VisionPlan.maxBytes).contains(large.length))
    }

    @Test func `an empty batch takes the largest picture that is prepared, with everything asked of it`() {
        let plan = plan(FeatureType.vision.map { Feature(type: $0) })
        var batch = plan.makeBatch()
        let largest = picture([UInt8](repeating: 0, count: RequestBatch.maxPictureBytes))
        #expect(taking { batch.append(.picture(largest), asking: plan.recipes) })
        #expect(batch.length < 10_485_760)
        #expect(!taking { batch.append(.reference("gs://b/a"), asking: plan.recipes) })
        #expect(plan.encoding(for: plan.recipes).maxBytes == RequestBatch.maxPictureBytes)
    }

    @Test func `parts of a batch hold what their images were asked, and together are the batch`() {
        let plan = plan([Feature(type: .labelDetection), Feature(type: .textDetection)])
        var generator = Seeded(12)
        for round in 0..<50 {
            var batch = plan.makeBatch()
            for index in 0..<Int.random(in: 1...16, using: &generator) {
                let bytes = (0..<Int.random(in: 0...50, using: &generator)).map { _ in UInt8(index) }
                let asked = plan.recipes.filter { _ in Bool.random(using: &generator) }
                #expect(taking { batch.append(.picture(picture(bytes)), asking: asked) })
            }
            let cut = Int.random(in: 0...batch.count, using: &generator)
            let parts = [batch.slice(0..<cut), batch.slice(cut..<batch.count)]
            let entries = parts.flatMap { $0.entries.map(\.body.text) }
            let whole = #"{"requests":["# + entries.joined(separator: ",") + "]}"
            #expect(whole == batch.body.text, "seed 12, round \(round)")
            #expect(parts.flatMap(\.entries).map(\.recipes) == batch.entries.map(\.recipes), "seed 12, round \(round)")
            for part in parts {
                let text = part.body.text
                #expect(text.hasPrefix(#"{"requests":["#) && text.hasSuffix("]}") && text.utf8.count == part.length)
            }
        }
    }
}

/// What an append says; `#expect` takes no mutating call itself.
private func taking(_ append: () -> Bool) -> Bool { append() }

private func plan(_ features: [Feature], _ settings: VisionSettings = VisionSettings(auth: .applicationDefault))
    -> VisionPlan
{
    VisionPlan(settings, features: features, prepare: Prepare())
}

private func picture(_ bytes: [UInt8]) -> EncodedImage {
    let size = Size(width: 4, height: 3)
    return EncodedImage(
        bytes: bytes, size: size,
        placement: Placement(scale: Point(x: 2, y: 2), offset: Point(x: 0, y: 0), original: Size(width: 8, height: 6)))
}

/// The body of a request for one picture of the bytes 1, 2, 3.
private func text(of plan: VisionPlan, asking types: [FeatureType]) -> String {
    var batch = plan.makeBatch()
    _ = batch.append(.picture(picture([1, 2, 3])), asking: plan.recipes.filter { types.contains($0.feature) })
    return batch.body.text
}

private func entry(_ features: String, context: String? = nil) -> String {
    #"{"requests":[{"image":{"content":"AQID"},"features":["# + features + "]"
        + (context.map { #","imageContext":"# + $0 } ?? "") + "}]}"
}

extension RequestBatch {
    fileprivate var all: [Recipe] {
        VisionPlan(
            VisionSettings(auth: .applicationDefault), features: FeatureType.vision.map { Feature(type: $0) },
            prepare: Prepare()
        ).recipes
    }
    /// The bytes of the body that belong to no entry.
    fileprivate var frame: Int { length - entries.map(\.body.count).reduce(0, +) }
}
