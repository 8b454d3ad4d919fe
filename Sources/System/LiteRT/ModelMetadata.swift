/// TensorFlow Lite Metadata: what a model's author wrote down about inputs, outputs and labels.
///
/// A flatbuffer of its own, identifier `M001`, in the buffer that the model's metadata entry `TFLITE_METADATA`
/// names; field numbers from metadata_schema.fbs.
package struct ModelMetadata: Equatable, Sendable {
    /// `(pixel - mean) / std`, each with one value or one a channel.
    package struct Normalization: Equatable, Sendable {
        /// Subtracted.
        package let mean: [Float]
        /// Divided by after that.
        package let std: [Float]
    }

    /// What a tensor holds.
    package enum Content: Equatable, Sendable {
        case picture, sound, text, features
    }

    /// What is said of one tensor.
    package struct Tensor: Equatable, Sendable {
        /// The author's name for it: `location`, `category`, `score`, `number of detections`.
        package let name: String?
        /// How pixels are to be normalized.
        package let normalization: Normalization?
        /// Files of labels, those for every language first.
        package let labels: [String]
        /// Files of names to show in place of these labels, English ones first; none where every file of labels has a
        /// language.
        package let displayNames: [String]
        /// Whether it holds a picture in grey.
        package let isGrey: Bool
        /// How its scores are to be calibrated.
        package let calibration: Calibration?
        /// The score below which its results are to be left out.
        package let threshold: Float?
        /// The least and the greatest of its numbers.
        package let range: ClosedRange<Float>?
        /// What it holds, where the author says so.
        package let content: Content?
    }

    /// One for each input that is described.
    package let inputs: [Tensor]
    /// One for each output that is described.
    package let outputs: [Tensor]

    /// Finds and reads the metadata of a Model table; nil where there is none.
    init?(of model: FlatTable, in bytes: Span<UInt8>) throws(LiteRTError) {
        guard let found = try ModelMetadata.range(of: model, in: bytes) else { return nil }
        let bytes = bytes.extracting(found)
        guard bytes.count >= 12, bytes.copy(4..<8) == Array("M001".utf8) else {
            throw LiteRTError.modelRefused(reason: "its metadata is not TensorFlow Lite Metadata")
        }
        let root = try FlatTable(rootOf: bytes)
        let graphs = try root.vector(3, of: 4, in: bytes)
        guard graphs.count > 0 else {
            inputs = []
            outputs = []
            return
        }
        let graph = try graphs.table(0, in: bytes)
        inputs = try ModelMetadata.tensors(try graph.vector(2, of: 4, in: bytes), in: bytes)
        outputs = try ModelMetadata.tensors(try graph.vector(3, of: 4, in: bytes), in: bytes)
    }

    static func range(of model: FlatTable, in bytes: Span<UInt8>) throws(LiteRTError) -> Range<Int>? {
        let entries = try model.vector(6, of: 4, in: bytes)
        let buffers = try model.vector(4, of: 4, in: bytes)
        for index in 0..<min(entries.count, 64) {
            let entry = try entries.table(index, in: bytes)
            guard try entry.text(0, in: bytes) == "TFLITE_METADATA" else { continue }
            let number = Int(try entry.scalar(1, default: UInt32(0), in: bytes))
            return try buffers.table(number, in: bytes).vector(0, of: 1, in: bytes).range
        }
        return nil
    }

    private static func tensors(_ vector: FlatVector, in bytes: Span<UInt8>) throws(LiteRTError) -> [Tensor] {
        var tensors: [Tensor] = []
        for index in 0..<min(vector.count, 64) {
            let table = try vector.table(index, in: bytes)
            let content = try table.table(3, in: bytes)
            let scores = try Scores(table, in: bytes)
            let files = try labelFiles(try table.vector(6, of: 4, in: bytes), in: bytes)
            tensors.append(
                Tensor(
                    name: try table.text(0, in: bytes),
                    normalization: try normalization(try table.vector(4, of: 4, in: bytes), in: bytes),
                    labels: files.map(\.name), displayNames: displayNames(among: files),
                    isGrey: try content.map { content throws(LiteRTError) in try isGrey(content, in: bytes) } ?? false,
                    calibration: scores.calibration, threshold: scores.threshold, range: scores.range,
                    content: try kind(content, units: try table.vector(4, of: 4, in: bytes), in: bytes)))
        }
        return tensors
    }

    /// What a tensor holds, by the type of its content and by the tokenizers among its process units.
    private static func kind(
        _ content: FlatTable?, units: FlatVector, in bytes: Span<UInt8>
    ) throws(LiteRTError) -> Content? {
        for index in 0..<min(units.count, 64) {
            // 4, 5 and 6 are BertTokenizerOptions, SentencePieceTokenizerOptions and RegexTokenizerOptions.
            let unit = try units.table(index, in: bytes)
            if (4...6).contains(try unit.scalar(0, default: UInt8(0), in: bytes)) { return .text }
        }
        guard let content else { return nil }
        // FeatureProperties, ImageProperties, BoundingBoxProperties, AudioProperties.
        switch try content.scalar(0, default: UInt8(0), in: bytes) {
        case 1: return .features
        case 2: return .picture
        case 4: return .sound
        default: return nil
        }
    }

    private static func normalization(_ units: FlatVector, in bytes: Span<UInt8>) throws(LiteRTError) -> Normalization?
    {
        for index in 0..<min(units.count, 64) {
            let unit = try units.table(index, in: bytes)
            // A union takes two fields, its type first; 1 is NormalizationOptions.
            guard try unit.scalar(0, default: UInt8(0), in: bytes) == 1, let options = try unit.table(1, in: bytes)
            else {
                continue
            }
            return Normalization(
                mean: try options.vector(0, of: 4, in: bytes).floats(limit: 64, in: bytes),
                std: try options.vector(1, of: 4, in: bytes).floats(limit: 64, in: bytes))
        }
        return nil
    }

    /// A file of labels.
    private struct LabelFile {
        let name: String
        /// 2: it labels an axis; 3: the values.
        let type: UInt8
        /// A language such as `en`; empty: the file serves every language.
        let locale: String

        /// Axes before values, and each without a language first, then English.
        var order: Int {
            let language = locale.isEmpty ? 0 : locale == "en" || locale.hasPrefix("en-") ? 1 : 2
            return language + (type == 2 ? 0 : 3)
        }
    }

    /// Label files of a tensor, the preferred one first.
    private static func labelFiles(_ files: FlatVector, in bytes: Span<UInt8>) throws(LiteRTError) -> [LabelFile] {
        var found: [LabelFile] = []
        for index in 0..<min(files.count, 256) {
            let file = try files.table(index, in: bytes)
            let type = try file.scalar(2, default: UInt8(0), in: bytes)
            guard type == 2 || type == 3, let name = try file.text(0, in: bytes) else { continue }
            found.append(LabelFile(name: name, type: type, locale: try file.text(3, in: bytes) ?? ""))
        }
        // The index keeps the file's own order among equals.
        return found.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            .map(\.element)
    }

    private static func displayNames(among files: [LabelFile]) -> [String] {
        guard let first = files.first, first.locale.isEmpty else { return [] }
        return files.filter { $0.type == first.type && !$0.locale.isEmpty }.map(\.name)
    }

    /// Content of type 2 is ImageProperties, whose color space 2 is GRAYSCALE.
    private static func isGrey(_ content: FlatTable, in bytes: Span<UInt8>) throws(LiteRTError) -> Bool {
        guard try content.scalar(0, default: UInt8(0), in: bytes) == 2, let image = try content.table(1, in: bytes)
        else {
            return false
        }
        return try image.scalar(0, default: UInt8(0), in: bytes) == 2
    }
}
