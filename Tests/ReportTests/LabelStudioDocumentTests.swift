import Crypto
import Domain
import Platform
import Testing

@testable import Report

@Suite("Tasks of Label Studio") struct LabelStudioDocumentTests {
    private let size = Size(width: 900, height: 600)

    private func polygon(_ kind: Annotation.Kind, _ name: String, _ corners: [(Double, Double)], score: Float?)
        -> Annotation
    {
        Annotation(
            kind: kind, rank: 0, description: name, score: score, polygon: corners.map { Point(x: $0.0, y: $0.1) })
    }

    private func box(_ kind: Annotation.Kind, _ name: String, score: Float? = 0.81) -> Annotation {
        polygon(kind, name, [(120, 60), (420, 60), (420, 240), (120, 240)], score: score)
    }

    private func task(
        _ annotations: [Annotation], by backend: String = "vision", isPerson: Bool = false,
        in document: inout LabelStudioDocument
    ) -> String {
        let image = ShownImage(
            id: ImageID(11), key: ImageKey(.picture, Digest(of: Array("a".utf8).span)), size: size,
            path: "pics/o 1.jpg", name: FilePath("/s/pics/o 1.jpg"), state: .answered)
        let answer = ShownAnswer(
            id: ResultID(10),
            recipe: ShownRecipe(
                feature: .objectLocalization, backend: backend, model: "builtin/stable", isPerson: isPerson),
            annotatedAt: Timestamp(milliseconds: 0), annotations: annotations)
        return String(
            decoding: document.task(image, name: image.path, size: size, answers: [answer]), as: UTF8.self)
    }

    @Test func `have boxes and polygons in per cent, and each label in the configuration`() {
        var document = LabelStudioDocument(imageRoot: nil, minScore: nil)
        let text = task(
            [
                box(.object, "Stone"), polygon(.object, "Cairn", [(0, 0), (450, 0), (0, 300)], score: 0.5),
                Annotation(kind: .label, rank: 0, description: "a & \"b\""),
                polygon(.object, "nowhere", [(1000, 0), (1100, 0), (1100, 50)], score: 1),
            ], in: &document)
        #expect(text.contains(#""image":"/data/local-files/?d=pics/o%201.jpg","path":"pics/o 1.jpg","image_id":11"#))
        #expect(
            text.contains(
                #""id":"a10485760","type":"rectanglelabels","from_name":"box","to_name":"image","original_width":900,"#
                    + #""original_height":600,"image_rotation":0,"score":0.81,"value":{"x":13.3333,"y":10,"#
                    + #""width":33.3333,"height":30,"rotation":0,"rectanglelabels":["Stone"]}"#), "\(text)")
        #expect(text.contains(#""points":[[0,0],[50,0],[0,50]],"closed":true,"polygonlabels":["Cairn"]"#), "\(text)")
        #expect(text.contains(#""choices":["a & \"b\""]"#) && document.withoutArea == 1 && document.classCount == 3)
        let view = String(decoding: document.configuration, as: UTF8.self)
        #expect(view.contains("<Label value=\"Stone\"/>") && view.contains("<Label value=\"Cairn\"/>"))
        #expect(view.contains("<Choice value=\"a &amp; &quot;b&quot;\"/>") && !view.contains("TextArea"), "\(view)")
    }

    @Test func `have no score that is no probability, and the mean of those that are`() {
        var document = LabelStudioDocument(imageRoot: "https://pictures.example/", minScore: nil)
        let text = task([box(.object, "x", score: 0.5), box(.object, "y", score: 1)], in: &document)
        #expect(text.contains(#""model_version":"vision builtin/stable","score":0.75,"#), "\(text)")
        #expect(text.contains("https://pictures.example/pics/o%201.jpg"))
        let wild = task([box(.object, "x", score: 0.5), box(.object, "y", score: 14)], in: &document)
        #expect(wild.contains(#""model_version":"vision builtin/stable","result""#), "\(wild)")
        #expect(!wild.contains("14,\"value\""))
    }

    @Test func `have a turned text as a turned rectangle, and what is a person's as an annotation`() {
        var document = LabelStudioDocument(imageRoot: nil, minScore: nil)
        let turned = polygon(.text, "SALE\u{0}", [(400, 100), (400, 300), (300, 300), (300, 100)], score: 0.9)
        let text = task([turned], in: &document)
        #expect(
            text.contains(
                #""x":44.4444,"y":16.6667,"width":22.2222,"height":16.6667,"rotation":90,"text":["SALE"#
                    + "\u{FFFD}\"]"), "\(text)")
        #expect(text.split(separator: "\"id\":\"t10485760\"").count == 3)
        let own = task([box(.object, "Stone", score: nil)], by: "person", isPerson: true, in: &document)
        #expect(own.contains(#""annotations":[{"result":[{"id":"a10485760""#), "\(own)")
        #expect(own.contains(#""predictions":[]"#))
        #expect(String(decoding: document.configuration, as: UTF8.self).contains("<TextArea name=\"transcription\""))
    }
}
