internal import Glibc
internal import Storage
internal import Domain

/// Answers without delay: ten labels an image, of a thousand that are as frequent as words are, by Zipf's law.
struct Vendor {
    private let answers: [(answer: Answer, raw: CompressedResponse)]

    /// A vendor whose answers are ready, so that giving them costs nothing.
    init(recipe: Recipe) {
        var seed: UInt64 = 20_261_121
        answers = (0..<4096).map { _ in
            let labels = (0..<10).map { rank in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let chance = Double(seed >> 40) / Double(1 << 24)
                let word = Int(exp(chance * log(1001))) - 1
                var label = Annotation(
                    kind: .label, rank: rank, description: "Label of the kind \(word)",
                    mid: "/m/0\(hexadecimal(word * 977))",
                    score: Float(0.5 + Double(seed >> 48) / 131_072))
                label.topicality = label.score
                return label
            }
            return (
                Answer(recipe: recipe, annotations: labels), CompressedResponse(RawResponse(bytes: Vendor.json(labels)))
            )
        }
    }

    /// What is said of one image.
    subscript(number: Int64) -> (answer: Answer, raw: CompressedResponse) { answers[Int(number) % answers.count] }

    /// An AnnotateImageResponse.
    private static func json(_ labels: [Annotation]) -> [UInt8] {
        let entities = labels.map {
            "{\"mid\":\"\($0.mid ?? "")\",\"description\":\"\($0.description)\",\"score\":\($0.score ?? 0),"
                + "\"topicality\":\($0.topicality ?? 0)}"
        }
        return Array("{\"labelAnnotations\":[\(entities.joined(separator: ","))]}".utf8)
    }
}

/// Five digits at least.
private func hexadecimal(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, 5 - digits.utf8.count)) + digits
}
