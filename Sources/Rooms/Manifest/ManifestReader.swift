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
        let directory = workingDirectory.appending(file).directory
        let root: YAMLValue
        do {
            root = try YAMLValue(parsing: bytes)
        } catch {
            complaints.add(at: error.position, "", error.message)
            throw ManifestError(complaints.all)
        }
        let node = Node(value: root, path: "", isQuiet: false, directory: directory, complaints: complaints)
        let job = node.job(source: String(decoding: bytes, as: UTF8.self), digest: Digest(of: bytes.span))
        guard let job, complaints.all.isEmpty else { throw ManifestError(complaints.all) }
        return job
    }
}
