internal import JSON
package import Domain

/// A JSON export of Label Studio.
package struct LabelStudioExport: Sendable {
    /// The tasks that have an annotation, in the order of the export.
    package let tasks: [LabelStudioTask]
    /// How many have none, and correct nothing.
    package let emptyTasks: Int

    /// Reads an export.
    ///
    /// Of each task the newest annotation counts that was not cancelled; predictions are no annotations. One without a
    /// result says that nothing is there of what any result of the export is of: the export has no other word of what
    /// the project labels.
    ///
    /// - Parameter features: what may be corrected; results of anything else are refused.
    package init(_ bytes: [UInt8], features: [FeatureType]) throws(AnswerRefusals) {
        let (document, words) = try StrictJSON.read(bytes)
        var results = ResultReader(features, AnswerFields(words))
        guard document.root.isArray else {
            throw AnswerRefusals("a list of tasks expected, \(results.fields.kind(of: document.root)) found")
        }
        let labelled = Set(document.root.elements.flatMap { LabelStudioExport.lists(in: $0) })
        let asked = labelled.compactMap { list in list.features.first { features.contains($0) } }
        let nothing = Dictionary(asked.map { ($0, [Annotation]()) }) { $1 }
        var tasks: [LabelStudioTask] = []
        var emptyTasks = 0
        var unknown = 0
        for task in document.root.elements {
            guard let list = results.annotations(of: task) else { continue }
            guard let annotation = LabelStudioExport.newest(list) else {
                emptyTasks += 1
                continue
            }
            guard let result = results.result(of: annotation) else { continue }
            guard let data = task["data"], let picture = data["image"]?.string, !picture.isEmpty else {
                results.fields.refuse("\(task.path).data.image: missing")
                continue
            }
            if result.isEmpty, nothing.isEmpty { unknown += 1 }
            let (annotations, size) = result.isEmpty ? (nothing, nil) : results.read(result)
            let generations = Generations(data[Generations.key], &results.fields)
            tasks.append(
                LabelStudioTask(
                    picture: picture, annotations: annotations, size: size, generations: generations, place: task.path))
        }
        if unknown > 0 {
            results.fields.refuse(
                "\(HumanFormat.count(unknown, "empty annotation")), and no result shows what the project labels; "
                    + "export them with one that has a result")
        }
        if results.fields.refusals.count > 0 { throw results.fields.refusals }
        (self.tasks, self.emptyTasks) = (tasks, emptyTasks)
    }

    /// What the results of a task are of, also those of predictions and of annotations that do not count.
    private static func lists(in task: JSONNode) -> [ShortAnswerList] {
        ["annotations", "predictions"].flatMap { task[$0]?.elements ?? [] }.flatMap { $0["result"]?.elements ?? [] }
            .compactMap { $0["type"]?.string.flatMap { ResultReader.list(of: $0) } }
    }

    /// The annotation that was changed last, of those that were not cancelled.
    private static func newest(_ annotations: [JSONNode]) -> JSONNode? {
        func age(_ annotation: JSONNode) -> (String, Int) {
            let moment = annotation["updated_at"]?.string ?? annotation["created_at"]?.string
            return (moment ?? "", annotation["id"]?.integer ?? 0)
        }
        return annotations.filter { $0["was_cancelled"]?.bool != true }.max { age($0) < age($1) }
    }
}
