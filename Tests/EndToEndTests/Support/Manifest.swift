import Platform
import TestSupport

extension Scratch {
    /// Writes a job for one of the small models: every picture below `pictures`.
    ///
    /// - Parameters:
    ///   - backend: lines for the section `backend`.
    ///   - more: sections beside those.
    @discardableResult
    func writeJob(
        _ name: String = "job", model: FilePath = Fixtures.models.appending("float32.tflite"),
        labels: [String]? = ["red", "green", "blue", "light", "dark"], images: [String] = ["folder: pictures"],
        backend: [String] = [], more: [String] = []
    ) throws -> String {
        var lines = ["job: \(name)", "images:"] + images.map { "  - \($0)" }
        lines += ["backend:", "  kind: tflite", "  model: \(model)"]
        if let labels {
            try write("labels.txt", labels.joined(separator: "\n") + "\n")
            lines.append("  labels: labels.txt")
        }
        lines += backend.map { "  \($0)" } + more
        try write("\(name).yaml", lines.joined(separator: "\n") + "\n")
        return "\(name).yaml"
    }

    /// Writes so many pictures, no two alike, into a folder: small ones of noise, or larger ones that take longer to
    /// decode.
    func writePictures(_ count: Int, in folder: String = "pictures", seed: UInt64, areLarge: Bool = false)
        throws
    {
        var random = Seeded(seed)
        var picture =
            areLarge
            ? Picture(width: 400, height: 300, color: [90, 120, 60]) : Picture(noise: 24, 20, using: &random)
        for number in 0..<count {
            for place in 0..<8 { picture.pixels[place] = UInt8.random(in: 0...255, using: &random) }
            try write("\(folder)/\(number).png", picture.png)
        }
    }
}
