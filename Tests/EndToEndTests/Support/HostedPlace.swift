import Crypto
import Platform
import TestSupport
import Testing

/// A store, pictures and a cache of its own beside services of hosted models.
final class HostedPlace: Sendable {
    let scratch: Scratch
    let site: ModelServices
    /// Two versions of one model that answer alike and have different bytes.
    let versions: [[UInt8]]

    init(pictures: Int = 3) throws {
        scratch = try Scratch()
        let model = try Files.read(Fixtures.models.appending("float32-metadata.tflite"))
        let other = try Files.read(Fixtures.models.appending("int8-metadata.tflite"))
        versions = [model, other]
        site = try ModelServices(model)
        try scratch.writePictures(pictures, seed: 41)
    }

    /// Writes a job of a hosted model.
    ///
    /// - Parameters:
    ///   - hosted: the lines of the section.
    ///   - bundled: the bundled model's file; nil: there is none.
    @discardableResult
    func writeJob(
        _ name: String = "job", _ hosted: [String]? = nil, bundled: FilePath? = nil, kind: String = "tflite",
        more: [String] = []
    ) throws -> String {
        var lines = ["job: \(name)", "images: [{folder: pictures}]", "backend:", "  kind: \(kind)"]
        if let bundled { lines.append("  model: \(bundled)") }
        lines += ["  hosted:"] + (hosted ?? ["url: \(site.address)"]).map { "    \($0)" } + more
        try scratch.write("\(name).yaml", lines.joined(separator: "\n") + "\n")
        return "\(name).yaml"
    }

    /// Runs `cairn` to its end, which must be of this exit status.
    @discardableResult
    func cairn(
        _ words: String..., exits status: Int32, environment: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Ending {
        let ending = try await scratch.start(
            [Place.cairn.description] + words, environment: environment.merging(["TZ": "UTC"]) { $1 }
        ).end()
        #expect(ending.status == status, "\(ending)", sourceLocation: sourceLocation)
        return ending
    }

    /// The SHA-256 of a version's file in hexadecimal digits.
    func digest(_ version: Int) -> String {
        let bytes = versions[version]
        return Crypto.Digest(of: bytes.span).hex
    }

    /// Removes every cached version.
    func emptyCache() async throws { try await scratch.run("rm", "-rf", ".cache/cairn") }

    /// How many versions of models have answered.
    func answeringModels() throws -> Int {
        try scratch.book.number("SELECT count(DISTINCT recipe_id) FROM answer")
    }
}
