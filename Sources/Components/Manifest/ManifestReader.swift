internal import Crypto
package import Platform
package import Domain
internal import YAML

/// Reads a manifest into a job, or says all that is wrong with it.
package enum ManifestReader {
    /// The job that a manifest's bytes describe.
    ///
    /// - Parameters:
    ///   - bytes: the manifest, YAML or JSON.
    ///   - file: its name, for messages; the paths in it start from its folder.
    ///   - workingDirectory: the folder that `file` itself starts from where it is relative; absolute.
    package static func read(
        _ bytes: [UInt8], file: FilePath, workingDirectory: FilePath
    ) throws(ManifestError) -> Job {
        let found = examine(bytes, file: file, workingDirectory: workingDirectory)
        if let error = found.error { throw error }
        guard let job = found.job else { preconditionFailure("a manifest without a mistake is a job") }
        return job
    }

    /// All that a manifest's bytes tell; the parameters are those of `read`.
    package static func examine(_ bytes: [UInt8], file: FilePath, workingDirectory: FilePath) -> ManifestExamination {
        let diagnostics = Diagnostics(file: file)
        func refuse(_ position: YAMLPosition, _ message: String) -> ManifestExamination {
            diagnostics.add(at: position, "", message)
            return ManifestExamination(nil, diagnostics, nil)
        }
        let start = YAMLPosition(line: 1, column: 1)
        if let kind = ForeignFile.kind(of: bytes) { return refuse(start, ForeignFile.refusal(of: kind)) }
        let root: YAMLValue
        do {
            root = try YAMLValue(parsing: bytes)
        } catch {
            guard let kind = ForeignFile.kind(ofText: bytes) else {
                let slip = YAMLSlip.cause(of: error, in: String(decoding: bytes, as: UTF8.self))
                return refuse(slip.position, slip.message)
            }
            return refuse(start, ForeignFile.refusal(of: kind))
        }
        // What is not even a mapping is another kind of file, a key perhaps, and is not shown.
        let isMapping = if case .mapping = root.content { true } else { false }
        if !isMapping, let kind = ForeignFile.kind(ofText: bytes) {
            return refuse(start, ForeignFile.refusal(of: kind))
        }
        let directory = workingDirectory.appending(file).directory
        let node = Node(value: root, path: "", isQuiet: !isMapping, directory: directory, diagnostics: diagnostics)
        let job = node.job(source: String(decoding: bytes, as: UTF8.self), digest: Digest(of: bytes.span))
        return ManifestExamination(job, diagnostics, ManifestPlaces(file: file, root: root))
    }
}

/// Why a manifest is not a job: every complaint, in the order of their places.
package struct ManifestError: Error, Equatable, Sendable {
    /// The complaints; never none.
    package let diagnostics: [Diagnostic]

    /// An error; the complaints are put in order.
    ///
    /// - Parameter omitted: how many more there are, which one complaint at the end counts.
    init(_ diagnostics: [Diagnostic], omitted: Int = 0) {
        var sorted = diagnostics.sorted { left, right in
            (left.line, left.column, left.keyPath, left.message)
                < (right.line, right.column, right.keyPath, right.message)
        }
        if omitted > 0, let last = sorted.last, let file = last.file {
            sorted.append(
                Diagnostic(keyPath: "", message: "and \(omitted) more complaints; correct these first")
                    .at(file, line: last.line, column: last.column))
        }
        self.diagnostics = sorted
    }
}

extension ManifestError: CustomStringConvertible {
    /// A line for each complaint.
    package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
