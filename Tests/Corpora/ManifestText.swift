/// A manifest with nothing but what every job has, and a backend.
package func manifest(_ backend: String, features: String? = nil, images: String = "[{folder: p}]", _ more: String = "")
    -> String
{
    "job: j\nimages: \(images)\nbackend: \(backend)\n" + (features.map { "features: \($0)\n" } ?? "") + more
}

/// A backend that needs little.
package let vision = "{kind: vision, auth: {apiKey: env:KEY}}"
/// A model that needs little.
package let tflite = "{kind: tflite, model: m.tflite}"

/// A TensorFlow Lite backend of a hosted model alone.
package func hosted(_ settings: String) -> String { manifest("{kind: tflite, hosted: {\(settings)}}") }

/// A SHA-256 in hexadecimal digits.
package let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
