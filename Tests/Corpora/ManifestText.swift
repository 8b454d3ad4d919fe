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
