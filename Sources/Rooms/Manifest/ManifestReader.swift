internal import Crypto
package import Platform
package import Vocabulary
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
        let complaints = Complaints(file: file)
        if let kind = ForeignFile.kind(of: bytes) {
            complaints.add(at: YAMLPosition(line: 1, column: 1), "", ForeignFile.refusal(of: kind))
            throw complaints.error
        }
        let directory = workingDirectory.appending(file).directory
        let root: YAMLValue
        do {
            root = try YAMLValue(parsing: bytes)
        } catch {
            if let kind = ForeignFile.kind(ofText: bytes) {
                complaints.add(at: YAMLPosition(line: 1, column: 1), "", ForeignFile.refusal(of: kind))
            } else {
                complaints.add(at: error.position, "", error.message)
            }
            throw complaints.error
        }
        // What is not even a mapping is another kind of file, a key perhaps, and is not shown.
        let isMapping = if case .mapping = root.content { true } else { false }
        if !isMapping, let kind = ForeignFile.kind(ofText: bytes) {
            complaints.add(at: YAMLPosition(line: 1, column: 1), "", ForeignFile.refusal(of: kind))
            throw complaints.error
        }
        let node = Node(value: root, path: "", isQuiet: !isMapping, directory: directory, complaints: complaints)
        let job = node.job(source: String(decoding: bytes, as: UTF8.self), digest: Digest(of: bytes.span))
        guard let job, complaints.isEmpty else { throw complaints.error }
        return job
    }
}
