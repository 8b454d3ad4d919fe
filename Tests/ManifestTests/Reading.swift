import Manifest
import Platform
import Vocabulary

/// The job in a manifest's text, as `night/job.yaml` below `/home/ann`.
func read(_ text: String) throws(ManifestError) -> Job {
    try read(bytes: Array(text.utf8))
}

/// The job in a manifest's bytes.
func read(bytes: [UInt8]) throws(ManifestError) -> Job {
    try ManifestReader.read(bytes, file: FilePath("night/job.yaml"), workingDirectory: FilePath("/home/ann"))
}

/// The complaints about a manifest, a line each, without the file's name; none where it is a job.
func complaints(_ text: String) -> [String] {
    do throws(ManifestError) {
        _ = try read(text)
        return []
    } catch {
        return error.description.split(separator: "\n").map { String($0.replacing("night/job.yaml:", with: "")) }
    }
}

/// A manifest with nothing but what every job has, and a backend.
func manifest(_ backend: String, features: String? = nil, images: String = "[{folder: p}]", _ more: String = "")
    -> String
{
    "job: j\nimages: \(images)\nbackend: \(backend)\n" + (features.map { "features: \($0)\n" } ?? "") + more
}

/// A backend that needs little.
let vision = "{kind: vision, auth: {apiKey: env:KEY}}"
/// A model that needs little.
let tflite = "{kind: tflite, model: m.tflite}"
