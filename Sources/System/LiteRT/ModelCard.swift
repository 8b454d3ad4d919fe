internal import Text
internal import Platform

/// What a model's author wrote for people into TensorFlow Lite Metadata, beside what running the model needs.
package struct ModelCard: Equatable, Sendable {
    /// What is written about one output.
    package struct Output: Equatable, Sendable {
        /// What it holds.
        package let description: String?
        /// The score below which the author leaves results out.
        package let threshold: Float?
        /// Whether the author calibrates its scores.
        package let hasCalibration: Bool
    }

    /// The model's name.
    package let name: String?
    /// What it does.
    package let description: String?
    package let version: String?
    /// The names of those that made it.
    package let author: String?
    /// Under which terms.
    package let license: String?
    /// One for each output that is described.
    package let outputs: [Output]

    /// Reads a model's bytes; nil where they have no metadata.
    package init?(_ bytes: Span<UInt8>) throws(LiteRTError) {
        guard let found = try ModelMetadata.range(of: try FlatTable(rootOf: bytes), in: bytes) else { return nil }
        try self.init(metadata: bytes.extracting(found))
    }

    private init(metadata bytes: Span<UInt8>) throws(LiteRTError) {
        let root = try FlatTable(rootOf: bytes)
        name = try ModelCard.line(root, 0, bytes)
        description = try ModelCard.line(root, 1, bytes)
        version = try ModelCard.line(root, 2, bytes)
        author = try ModelCard.line(root, 4, bytes)
        license = try ModelCard.line(root, 5, bytes)
        let graphs = try root.vector(3, of: 4, in: bytes)
        guard graphs.count > 0 else {
            outputs = []
            return
        }
        let described = try graphs.table(0, in: bytes).vector(3, of: 4, in: bytes)
        var outputs: [Output] = []
        for index in 0..<min(described.count, 64) {
            let tensor = try described.table(index, in: bytes)
            let units = try ModelCard.units(try tensor.vector(4, of: 4, in: bytes), bytes)
            outputs.append(
                Output(
                    description: try ModelCard.line(tensor, 1, bytes), threshold: units.threshold,
                    hasCalibration: units.hasCalibration))
        }
        self.outputs = outputs
    }

    /// Process units of type 2 calibrate scores, those of type 3 cut them.
    private static func units(
        _ units: FlatVector, _ bytes: Span<UInt8>
    ) throws(LiteRTError) -> (threshold: Float?, hasCalibration: Bool) {
        var threshold: Float?
        var hasCalibration = false
        for index in 0..<min(units.count, 64) {
            let unit = try units.table(index, in: bytes)
            let type = try unit.scalar(0, default: UInt8(0), in: bytes)
            if type == 2 { hasCalibration = true }
            if type == 3, let options = try unit.table(1, in: bytes) {
                threshold = Float(bitPattern: try options.scalar(0, default: UInt32(0), in: bytes))
            }
        }
        return (threshold, hasCalibration)
    }

    /// A text on one line, as it can be shown; nil for an empty one.
    private static func line(_ table: FlatTable, _ field: Int, _ bytes: Span<UInt8>) throws(LiteRTError) -> String? {
        guard let text = try table.text(field, in: bytes), !text.isEmpty else { return nil }
        return readable(Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8.prefix(500)))
    }
}
