import Manifest
import Platform
import Domain

/// The job in a manifest's text, as `night/job.yaml` below `/home/ann`.
func read(_ text: String) throws(ManifestError) -> Job {
    try read(bytes: Array(text.utf8))
}

/// The job in a manifest's bytes.
func read(bytes: [UInt8]) throws(ManifestError) -> Job {
    try ManifestReader.read(bytes, file: FilePath("night/job.yaml"), workingDirectory: FilePath("/home/ann"))
}

/// The complaints about a manifest, a line each, without the file's name; none where it is a job.
func diagnostics(_ text: String) -> [String] {
    do throws(ManifestError) {
        _ = try read(text)
        return []
    } catch {
        return error.description.split(separator: "\n").map { String($0.replacing("night/job.yaml:", with: "")) }
    }
}
