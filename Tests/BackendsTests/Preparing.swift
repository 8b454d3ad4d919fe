import FoundationEssentials
import Platform
import TestSupport
import Domain

@testable import Backends

/// A picture resized as tf.image.resize does it, from the formula: the tests' own second way to the same pixels.
func prepared(_ example: Oracle.Case, for request: SampleRequest) -> PreparedImage {
    let pixels = Data(base64Encoded: example.pixels).map(Array.init) ?? []
    func axis(_ from: Int, _ to: Int) -> [(low: Int, high: Int, part: Float)] {
        let scale = Float(from) / Float(to)
        return (0..<to).map { index in
            let centre = (Float(index) + 0.5) * scale - 0.5
            let floor = centre.rounded(.down)
            return (max(Int(floor), 0), min(Int(centre.rounded(.up)), from - 1), centre - floor)
        }
    }
    let columns = axis(example.width, request.size.width)
    var samples: [Float] = []
    for row in axis(example.height, request.size.height) {
        for column in columns {
            let colors = (0..<3).map { color -> Float in
                func at(_ y: Int, _ x: Int) -> Float { Float(pixels[(y * example.width + x) * 3 + color]) }
                let above = at(row.low, column.low) + (at(row.low, column.high) - at(row.low, column.low)) * column.part
                let below =
                    at(row.high, column.low) + (at(row.high, column.high) - at(row.high, column.low)) * column.part
                return above + (below - above) * row.part
            }
            if request.channels == 3 {
                samples += colors
            } else {
                samples.append((colors[0] * 0.299 + colors[1] * 0.587) + colors[2] * 0.114)
            }
        }
    }
    let scale = Point(
        x: Double(example.width) / Double(request.size.width), y: Double(example.height) / Double(request.size.height))
    return PreparedImage(
        size: request.size, channels: request.channels, samples: samples,
        placement: Placement(
            scale: scale, offset: Point(x: 0, y: 0), original: Size(width: example.width, height: example.height)))
}

/// Settings for one of the checkout's models, and labels from a list where the model has none inside.
func settings(_ name: String, labels: [String]? = nil, in folder: Scratch) throws -> TFLiteSettings {
    var settings = TFLiteSettings(model: Fixtures.models.appending("\(name).tflite"))
    if let labels {
        settings.labels = try folder.write("labels.txt", Array((labels.joined(separator: "\n") + "\n").utf8))
    }
    return settings
}

let colors = ["red", "green", "blue", "light", "dark"]

extension LocalSlot {
    /// What a slot says of one picture alone.
    func answers(to image: PreparedImage) throws -> (answers: [Answer], raw: RawResponse) {
        do {
            let answer = try annotate([image])[0].get()
            return (answer.answers, answer.raw)
        } catch LocalProblem.failure(let failure, _) {
            throw failure
        }
    }
}
