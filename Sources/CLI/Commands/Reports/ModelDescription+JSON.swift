internal import Backends
internal import Platform
internal import Storage

extension ModelDescription {
    /// What programs read: one object.
    var json: JSONObject {
        var object = JSONObject()
        object.add("model", .text(model.bytes))
        object.add("bytes", Cell(bytes))
        object.add("sha256", .text(sha256))
        var metadata = JSONObject()
        for line in card { metadata.add(line.name, .text(line.text)) }
        object.add("metadata", metadata)
        object.add("inputs", inputs.map(\.json))
        object.add("outputs", outputs.map(\.json))
        object.add("labels", labels?.json)
        object.add("custom_operations", list: customOperations.map { .text($0) })
        object.add("unsupported_operations", list: unsupportedOperations.map { .text($0) })
        object.add("notices", list: notices.map { .text($0) })
        switch backend {
        case .block(let lines):
            object.add("backend", .text(lines.map { $0 + "\n" }.joined()))
            object.add("refused", .null)
        case .refused(let reason):
            object.add("backend", Cell.null)
            object.add("refused", .text(reason))
        }
        return object
    }
}

extension TensorDescription {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.add("index", Cell(index))
        object.add("name", .text(name))
        object.add("type", .text(type))
        object.add("dimensions", list: dimensions.map { Cell($0) })
        object.add("scale", Cell(scale))
        object.add("zero_point", zeroPoint.map { Cell($0) } ?? .null)
        object.add("title", Cell(title))
        object.add("description", Cell(description))
        object.add("mean", list: mean?.map { Cell($0) })
        object.add("std", list: std?.map { Cell($0) })
        object.add("score_threshold", Cell(threshold))
        object.add("calibrated", Cell(hasCalibration ? 1 : 0))
        return object
    }
}

extension LabelsDescription {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.add("count", Cell(count))
        object.add("first", list: first.map { .text($0) })
        object.add("class_names", list: classNames?.map { .text($0) })
        object.add("source", .text(source))
        return object
    }
}

extension Cell {
    /// A number as short as it can be told from its neighbours, or no value.
    fileprivate init(_ number: Float?) { self = number.flatMap { Double("\($0)") }.map { .real($0) } ?? .null }
}
