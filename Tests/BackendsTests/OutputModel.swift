import FoundationEssentials
import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

/// One of the small models of Tests/Fixtures/Models/Outputs, and the settings that it is read with.
struct OutputModel: CustomTestStringConvertible, Sendable {
    let name: String
    let labels: [String]?
    let change: @Sendable (inout TFLiteSettings) -> Void

    var testDescription: String { name }

    init(
        _ name: String, labels: [String]? = nil, _ change: @escaping @Sendable (inout TFLiteSettings) -> Void = { _ in }
    ) {
        self.name = name
        self.labels = labels
        self.change = change
    }

    func settings(in folder: Scratch) throws -> TFLiteSettings {
        var settings = TFLiteSettings(model: Fixtures.models.appending("Outputs/\(name).tflite"))
        if let labels {
            settings.labels = try folder.write("labels.txt", Array((labels.joined(separator: "\n") + "\n").utf8))
        }
        change(&settings)
        return settings
    }

    var oracle: Oracle { get throws { try Fixtures.oracle("Outputs/\(name)") } }

    /// What the second reading makes of each picture.
    var readings: [[ReadAnnotation]] {
        get throws {
            struct Whole: Decodable {
                struct Case: Decodable { let annotations: [ReadAnnotation] }
                let cases: [Case]
            }
            let bytes = try Fixtures.bytes("Outputs/\(name).oracle.json")
            return try JSONDecoder().decode(Whole.self, from: Data(bytes)).cases.map(\.annotations)
        }
    }
}

/// An annotation as Scripts/read_outputs.py gives it.
struct ReadAnnotation: Decodable {
    let kind: String
    let description: String
    let score: Double?
    let box: [Double]?
    let blob: String?
    let attributes: ReadAttributes?
}

/// The attributes of all kinds.
struct ReadAttributes: Decodable {
    let norm, share, scale: Double?
    let dimension, `class`, width, height, zeroPoint: Int?
    let frame: [Double]?
    let name, type: String?
    let shape: [Int]?

    init(json: String) throws {
        self = try JSONDecoder().decode(ReadAttributes.self, from: Data(json.utf8))
    }

    /// The same in words, real numbers with as many digits as both sides have.
    var words: String {
        let reals = [norm, share, scale].map { $0.map { "\(Float($0 * 0.99999))".prefix(6) } ?? "-" }
        let wholes = [dimension, `class`, width, height, zeroPoint].map { $0.map { "\($0)" } ?? "-" }
        return "\(reals) \(wholes) \(frame ?? []) \(name ?? "-") \(type ?? "-") \(shape ?? [])"
    }
}
