extension ModelMetadata {
    /// How scores are made comparable between classes: ScoreCalibrationOptions of metadata_schema.fbs, and the file of
    /// the type TENSOR_AXIS_SCORE_CALIBRATION that belongs to it.
    package struct Calibration: Equatable, Sendable {
        /// ScoreTransformationType: what is done to a score first.
        package enum Transformation: UInt8, Sendable {
            case identity = 0
            case logarithm = 1
            case inverseLogistic = 2
        }

        /// What is done to a score first.
        package let transformation: Transformation
        /// The score of a class without parameters, and of a score below its class's least.
        package let defaultScore: Float
        /// The name of the file with a line of parameters for each class.
        package let file: String?
    }

    /// What is said of a tensor's scores.
    struct Scores {
        var calibration: Calibration?
        var threshold: Float?
        var range: ClosedRange<Float>?

        /// Reads a TensorMetadata table: its process units (4), stats (5) and associated files (6).
        init(_ table: FlatTable, in bytes: Span<UInt8>) throws(LiteRTError) {
            let units = try table.vector(4, of: 4, in: bytes)
            for index in 0..<min(units.count, 64) {
                let unit = try units.table(index, in: bytes)
                // A union takes two fields, its type first: 2 is ScoreCalibrationOptions, 3 ScoreThresholdingOptions.
                let type = try unit.scalar(0, default: UInt8(0), in: bytes)
                guard type == 2 || type == 3, let options = try unit.table(1, in: bytes) else { continue }
                if type == 3 {
                    threshold = Float(bitPattern: try options.scalar(0, default: UInt32(0), in: bytes))
                    continue
                }
                let number = try options.scalar(0, default: UInt8(0), in: bytes)
                guard let transformation = Calibration.Transformation(rawValue: number) else {
                    throw LiteRTError.modelRefused(
                        reason: "its metadata calibrates scores by a transformation that is not known (\(number))")
                }
                calibration = Calibration(
                    transformation: transformation,
                    defaultScore: Float(bitPattern: try options.scalar(1, default: UInt32(0), in: bytes)),
                    file: try Scores.calibrationFile(table, in: bytes))
            }
            range = try Scores.range(try table.table(5, in: bytes), in: bytes)
        }

        private static func calibrationFile(_ table: FlatTable, in bytes: Span<UInt8>) throws(LiteRTError) -> String? {
            let files = try table.vector(6, of: 4, in: bytes)
            for index in 0..<min(files.count, 256) {
                let file = try files.table(index, in: bytes)
                // 4 is TENSOR_AXIS_SCORE_CALIBRATION.
                if try file.scalar(2, default: UInt8(0), in: bytes) == 4 { return try file.text(0, in: bytes) }
            }
            return nil
        }

        /// The least and the greatest number, of all channels.
        private static func range(_ stats: FlatTable?, in bytes: Span<UInt8>) throws(LiteRTError) -> ClosedRange<Float>?
        {
            guard let stats else { return nil }
            let high = try stats.vector(0, of: 4, in: bytes).floats(limit: 1 << 16, in: bytes).max()
            let low = try stats.vector(1, of: 4, in: bytes).floats(limit: 1 << 16, in: bytes).min()
            guard let low, let high, low < high else { return nil }
            return low...high
        }
    }
}
