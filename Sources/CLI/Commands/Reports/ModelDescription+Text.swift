internal import Backends
internal import Text
internal import Domain

extension ModelDescription {
    /// What people read: a line for each thing, and the manifest's block last, ready to be copied.
    var text: String { lines.map { $0.text + "\n" }.joined() + block }

    /// The manifest's block below an empty line; empty where there is none.
    var block: String {
        guard case .block(let lines) = backend else { return "" }
        return "\n" + lines.map { $0 + "\n" }.joined()
    }

    /// A line for each thing.
    var lines: [StyledLine] {
        var rows: [(label: String, text: String)] = [
            ("model", "\(model), \(HumanFormat.count(bytes, "byte"))"), ("sha256", sha256),
        ]
        rows += card.map { ($0.name, $0.text) }
        rows += inputs.map { ("input \($0.index)", $0.text) }
        rows += outputs.map { ("output \($0.index)", $0.text) }
        rows.append(("labels", labels?.text ?? "none"))
        if !customOperations.isEmpty {
            rows.append(("custom operations", customOperations.map(quoted).joined(separator: ", ")))
        }
        if !unsupportedOperations.isEmpty {
            rows.append(("not in LiteRT", unsupportedOperations.map(quoted).joined(separator: ", ")))
        }
        rows += notices.map { ("notice", $0) }
        if case .refused(let reason) = backend { rows.append(("not usable", reason)) }
        let width = (rows.map(\.label.count).max() ?? 0) + 2
        return rows.map { row in
            StyledLine(
                row.label + String(repeating: " ", count: width - row.label.count) + row.text, indent: width)
        }
    }

    /// A name from a file: the first 80 characters.
    private func quoted(_ name: String) -> String { String(name.prefix(80)) }
}

extension TensorDescription {
    /// `float32 [1, 224, 224, 3] "picture"`, and what else is known of it.
    fileprivate var text: String {
        var parts = ["\(type) \(dimensions) \"\(name)\""]
        if let scale { parts.append("quantized: scale \(scale), zero point \(zeroPoint ?? 0)") }
        if let title, title != name { parts.append("called \(readable(Array(title.utf8.prefix(200))))") }
        if let description { parts.append(description) }
        if let mean, let std { parts.append("mean \(mean), std \(std)") }
        if let threshold { parts.append("score threshold \(threshold)") }
        if hasCalibration { parts.append("scores are calibrated") }
        return parts.joined(separator: "; ")
    }
}

extension LabelsDescription {
    /// The number, the file and the first of them.
    fileprivate var text: String {
        let words = zip(first, classNames ?? first).map { name, className in
            let whole = name == className ? name : "\(name) (\(className))"
            return whole.isEmpty ? "\"\"" : readable(Array(whole.utf8.prefix(80)))
        }.joined(separator: ", ")
        return "\(HumanFormat.grouped(count)) in \(source): \(words)\(count > first.count ? ", ..." : "")"
    }
}
