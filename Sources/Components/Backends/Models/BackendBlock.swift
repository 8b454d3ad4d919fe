internal import LiteRT
internal import Text
package import Platform
internal import Domain

/// The `backend:` block of a manifest for one model, as `cairn check` accepts it.
package enum BackendBlock: Equatable, Sendable {
    /// Lines of YAML, the first of which is `backend:`.
    case block([String])
    /// Why no block is accepted.
    case refused(String)

    /// The block for an AutoML export.
    init(of export: AutoMLSettings, named path: FilePath) {
        do throws(BackendError) {
            _ = try AutoMLPlan(export)
            self = .block(BackendBlock.head(.automl, path))
        } catch {
            self = .refused(error.sentence)
        }
    }

    /// The block for a model file: with the first meaning of its outputs that the model can have.
    init(of file: ModelFile, in model: FilePath, named path: FilePath) {
        var first: BackendError?
        let shape = file.outputs.first.map { OutputShape($0, batch: 1) }
        let fitting = [TFLiteSettings.Meaning.segmentation, .embedding, .raw].filter { shape?.fits($0) == true }
        for meaning in [nil] + fitting.map(Optional.init) {
            var settings = TFLiteSettings(model: model)
            settings.output.meaning = meaning
            settings.inputs = BackendBlock.inputs(of: file)
            let problems = TFLitePlan.problems(settings)
            let others = problems.filter { if case .labelsMissing = $0 { false } else { true } }
            guard others.isEmpty else {
                first = first ?? others.first
                continue
            }
            let lines = BackendBlock.lines(file, model, meaning, lacksLabels: !problems.isEmpty)
            self = .block(BackendBlock.head(.tflite, path) + lines)
            return
        }
        self = .refused(first?.sentence ?? "")
    }

    private static func head(_ kind: BackendSettings.Kind, _ path: FilePath) -> [String] {
        ["backend:", "  kind: \(kind.rawValue)", "  model: \(scalar(path))"]
    }

    /// What each of several inputs is filled with: the first that can take the picture with it, the others with zeros.
    private static func inputs(of file: ModelFile) -> [TFLiteSettings.Input] {
        guard file.inputs.count > 1 else { return [] }
        let picture = file.inputs.indices.first { file.whyNoPicture(at: $0, nil) == nil }
        return file.inputs.indices.map { index in
            var input = TFLiteSettings.Input()
            input.index = index
            input.feed = index == picture ? .picture : .value(0)
            return input
        }
    }

    private static func lines(
        _ file: ModelFile, _ model: FilePath, _ guess: TFLiteSettings.Meaning?, lacksLabels: Bool
    ) -> [String] {
        let meaning = guess ?? (file.detection != nil ? .detection : .classification)
        var lines: [String] = []
        if lacksLabels {
            let count = count(ofLabels: file, model, meaning)
            lines.append("  labels: labels.txt  # yours: one label a line\(count.map { ", \($0)" } ?? "")")
        }
        if file.inputs.count == 1 {
            let input = file.inputs[0]
            lines.append("  input: {type: \(input.type), dimensions: \(list(input.dimensions))}")
        } else {
            let feeds = inputs(of: file).enumerated().map { index, input in
                "{index: \(index), feed: \(input.feed == .picture ? "picture" : "zeros")}"
            }
            lines.append("  inputs: [\(feeds.joined(separator: ", "))]")
        }
        lines.append("  output: {meaning: \(meaning.rawValue)}")
        return lines
    }

    /// How many labels an output of this meaning has; nil where nothing is known of it.
    private static func count(
        ofLabels file: ModelFile, _ model: FilePath, _ meaning: TFLiteSettings.Meaning
    ) -> String? {
        guard let output = file.outputs.first else { return nil }
        switch meaning {
        case .detection: return file.detectedClasses.map { "\($0) lines" }
        case .segmentation:
            switch try? SegmentReading.form(of: output, batch: 1, classCount: nil, model) {
            case .classes: return "as many as there are classes"
            case .single: return "1 or 2 lines"
            case .scores(let count, _): return "\(count) lines"
            case nil: return nil
            }
        case .classification, .embedding, .raw: return output.dimensions.last.flatMap { $0 > 0 ? "\($0) lines" : nil }
        }
    }

    /// Dimensions, with one picture where the batch is open.
    private static func list(_ dimensions: [Int]) -> String {
        let shown = dimensions.first == -1 ? [1] + dimensions.dropFirst() : dimensions
        return "[\(shown.map(String.init).joined(separator: ", "))]"
    }

    /// A path as a YAML scalar: as it is where every character is harmless, else in quotation marks.
    package static func scalar(_ path: FilePath) -> String {
        let text = path.description
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        let isHarmless = text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "/._-".utf8.contains($0) }
        let isPlain = isHarmless && text.utf8.first.map { isLetter($0) || "/.".utf8.contains($0) } == true
        let isWord = !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
        if isPlain, isWord || text.contains("/") || text.contains(".") { return text }
        var quoted: [UInt8] = []
        quoted.append(json: text)
        return String(decoding: quoted, as: UTF8.self)
    }
}
