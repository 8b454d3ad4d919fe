internal import JSON
package import Domain

/// A JSON export of Label Studio.
package struct LabelStudioExport: Sendable {
    /// The tasks that have a result, in the order of the export.
    package let tasks: [LabelStudioTask]
    /// How many have none, and correct nothing.
    package let emptyTasks: Int

    /// Reads an export.
    ///
    /// Of each task the newest annotation counts that was not cancelled; predictions are no annotations.
    ///
    /// - Parameter features: what may be corrected; results of anything else are refused.
    package init(_ bytes: [UInt8], features: [FeatureType]) throws(AnswerRefusals) {
        let (document, words) = try StrictJSON.read(bytes)
        var results = ResultReader(features, AnswerFields(words))
        guard document.root.isArray else {
            throw AnswerRefusals("a list of tasks expected, \(results.fields.kind(of: document.root)) found")
        }
        var tasks: [LabelStudioTask] = []
        var emptyTasks = 0
        for task in document.root.elements {
            guard let annotation = LabelStudioExport.newest(task["annotations"]?.elements ?? []),
                let list = annotation["result"]?.elements, !list.isEmpty
            else {
                emptyTasks += 1
                continue
            }
            guard let data = task["data"], let picture = data["image"]?.string, !picture.isEmpty else {
                results.fields.refuse("\(task.path).data.image: missing")
                continue
            }
            let (annotations, size) = results.read(list)
            let generations = Generations(data[Generations.key], &results.fields)
            tasks.append(
                LabelStudioTask(
                    picture: picture, annotations: annotations, size: size, generations: generations, place: task.path))
        }
        if results.fields.refusals.count > 0 { throw results.fields.refusals }
        (self.tasks, self.emptyTasks) = (tasks, emptyTasks)
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
