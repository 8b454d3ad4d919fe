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
        guard !forgetInput(key) else { return true }
        switch key {
        case "backend.threshold" where threshold != nil: threshold = nil
        default: return forgetOutput(key)
        }
        return true
    }

    private mutating func forgetInput(_ key: String?) -> Bool {
        for (index, declared) in declaredInputs.enumerated() {
            var input = declared.input
            switch key {
            case "\(declared.key).type": input.type = nil
            case "\(declared.key).dimensions" where input.dimensions != nil: input.dimensions = nil
            case "\(declared.key).mean": input.mean = nil
            case "\(declared.key).std": input.std = nil
            case "\(declared.key).layout" where input.layout != nil: input.layout = nil
            case "\(declared.key).channels": input.channels = nil
            case "\(declared.key).feed": input.feed = .value(0)
            default: continue
            }
            if inputs.isEmpty { self.input = input } else { inputs[index] = input }
            return true
        }
        return false
    }

    private mutating func forgetOutput(_ key: String?) -> Bool {
        for (index, declared) in declaredOutputs.enumerated() {
            var output = declared.output
            switch key {
            case "\(declared.key).type": output.type = nil
            case "\(declared.key).dimensions": output.dimensions = nil
            case "\(declared.key).activation": output.activation = nil
            default: continue
            }
            guard output != declared.output else { return false }
            if outputs.isEmpty { self.output = output } else { outputs[index] = output }
            return true
        }
        return false
    }
}
