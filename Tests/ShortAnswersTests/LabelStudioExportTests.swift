import Domain
import ShortAnswers
import Testing

@Suite("Label Studio's export") struct LabelStudioExportTests {
    private static let features: [FeatureType] = [.labelDetection, .objectLocalization, .textDetection]

    /// A task with one annotation of these results.
    private func task(_ picture: String, _ results: String, more: String = "") -> String {
        """
        {"data": {"image": "\(picture)"}, \(more)"annotations": [{"id": 1, "result": [\(results)]}]}
        """
    }

    private func read(_ tasks: String..., features: [FeatureType] = features) throws(AnswerRefusals)
        -> LabelStudioExport
    {
        try LabelStudioExport(Array("[\(tasks.joined(separator: ","))]".utf8), features: features)
    }

    /// What is refused of an export.
    private func refusal(_ tasks: String...) -> String {
        do throws(AnswerRefusals) {
            _ = try LabelStudioExport(Array("[\(tasks.joined(separator: ","))]".utf8), features: Self.features)
            return ""
        } catch {
            return error.description
        }
    }

    private let box = """
        {"type": "rectanglelabels", "original_width": 10, "original_height": 10,
         "value": {"x": 0, "y": 0, "width": 50, "height": 50, "rectanglelabels": ["door"]}}
        """
    private let choice = #"{"type": "choices", "value": {"choices": ["house"]}}"#

    @Test func `of a submitted annotation without a result says that nothing is there of what the project labels`()
        throws
    {
        let export = try read(task("1.png", box), task("2.png", ""), task("3.png", choice))
        #expect(export.tasks.map(\.picture) == ["1.png", "2.png", "3.png"] && export.emptyTasks == 0)
        let nothing = export.tasks.first { $0.picture == "2.png" }
        #expect(nothing?.annotations == [.objectLocalization: [], .labelDetection: []] && nothing?.size == nil)
        #expect(export.tasks.last.map { Array($0.annotations.keys) } == [.labelDetection])
        // What a project labels is in its predictions and cancelled annotations, too.
        let predicted = try read(
            task("1.png", "", more: #""predictions": [{"result": [\#(choice)]}], "#),
            #"{"data": {"image": "2.png"}, "annotations": [{"was_cancelled": true, "result": [\#(box)]}]}"#)
        #expect(predicted.tasks.map(\.annotations) == [[.labelDetection: [], .objectLocalization: []]])
        #expect(predicted.emptyTasks == 1)
        // A feature that the job does not ask is not corrected.
        let other = try read(task("1.png", choice), task("2.png", ""), features: [.labelDetection])
        #expect(other.tasks.last?.annotations == [.labelDetection: []])
    }

    @Test func `without any result does not tell what nothing is there of`() {
        #expect(
            refusal(task("1.png", ""), task("2.png", ""))
                == "2 empty annotations, and no result shows what the project labels; export them with one that has a result"
        )
        #expect(throws: Never.self) { try read(#"{"data": {"image": "1.png"}, "annotations": []}"#) }
    }

    @Test func `refuses an outline without points, and passes relations, which are between regions`() throws {
        let size = #""original_width": 10, "original_height": 10"#
        #expect(
            refusal(task("1.png", #"{"type": "polygonlabels", \#(size), "value": {"polygonlabels": ["door"]}}"#))
                == "[0].annotations[0].result[0].value.points: missing")
        let relation = #"{"type": "relation", "from_id": "a", "to_id": "b", "direction": "right"}"#
        let export = try read(task("1.png", "\(choice), \(relation)"))
        #expect(export.tasks.map { Array($0.annotations.keys) } == [[.labelDetection]])
        #expect(refusal(task("1.png", #"{"type": "choices"}"#)).hasSuffix("result[0]: type and value expected"))
    }

    @Test(arguments: [
        (#"{"id": 1, "result": []}"#, "an annotation, and not its task; export the tasks (JSON)"),
        (#"{"image": "1.png", "label": ["a"]}"#, "a task has no annotations; export as JSON, and not as JSON-MIN"),
        ("7", "a task expected, a number found"),
        (#"{"data": {"image": "1.png"}, "annotations": {}}"#, "a list expected, an object found"),
        (#"{"data": {"image": "1.png"}, "annotations": [{"id": 3}]}"#, "result: missing"),
    ])
    func `is of tasks alone, and tells what else a list holds`(element: String, words: String) {
        let refused = refusal(task("1.png", choice), element)
        #expect(refused.hasPrefix("[1]") && refused.hasSuffix(words), "\(refused)")
    }
}
