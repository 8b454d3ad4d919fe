internal import Platform
internal import Domain

extension TFLitePlan {
    /// Everything that keeps a plan from being made, each key once: what the manifest declares is left out where it
    /// does not fit, and the rest is looked at again.
    static func problems(_ settings: TFLiteSettings) -> [BackendError] {
        var settings = settings
        var problems: [BackendError] = []
        while let problem = firstProblem(settings) {
            if let key = problem.keyPath, problems.contains(where: { $0.keyPath == key }) { break }
            problems.append(problem)
            guard settings.forget(problem.keyPath) else { break }
        }
        // What is wrong with the model hides its labels.
        if let labels = settings.labels, !problems.isEmpty,
            !problems.contains(where: { $0.keyPath == "backend.labels" })
        {
            do throws(BackendError) {
                _ = try Labels(file: labels)
            } catch {
                problems.append(error)
            }
        }
        return problems
    }

    private static func firstProblem(_ settings: TFLiteSettings) -> BackendError? {
        do throws(BackendError) {
            _ = try TFLitePlan(settings)
            return nil
        } catch {
            return error
        }
    }
}

extension TFLiteSettings {
    /// Leaves out what the manifest declares under a key; whether it is one that can be left out.
    fileprivate mutating func forget(_ key: String?) -> Bool {
        switch key {
        case "backend.input.type": input.type = nil
        case "backend.input.dimensions": input.dimensions = nil
        case "backend.input.mean": input.mean = nil
        case "backend.input.std": input.std = nil
        case "backend.output.type": output.type = nil
        case "backend.output.dimensions": output.dimensions = nil
        default: return false
        }
        return true
    }
}
