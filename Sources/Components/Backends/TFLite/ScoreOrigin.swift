internal import LiteRT

/// What a model's own numbers are, as far as the model tells.
enum ScoreOrigin: Equatable, Sendable {
    /// From 0 to 1.
    case probabilities
    /// Any number: what a softmax or a sigmoid is made for.
    case logits
    /// It does not tell.
    case unknown

    /// What an output's numbers are: by the operation that makes it, by its metadata, by the range of its integers.
    init(_ file: ModelFile, _ place: Int) {
        // Their numbers are shares whatever the metadata says, whose range is that of the integers in some models.
        if [.softmax, .sigmoid].contains(file.finalOperations[place]) {
            self = .probabilities
            return
        }
        let described = file.metadata?.outputs ?? []
        let told = described.indices.contains(place) ? described[place].range : nil
        if let range = told {
            self = ScoreOrigin.isShare(range) ? .probabilities : .logits
            return
        }
        switch file.finalOperations[place] {
        case .softmax, .sigmoid: self = .probabilities
        case .linear, .greatest, .other:
            let range = file.outputs[place].range
            if let range, ScoreOrigin.isShare(range) {
                self = .probabilities
            } else {
                self = range != nil || file.finalOperations[place] == .linear ? .logits : .unknown
            }
        }
    }

    /// Whether numbers of a range are from 0 to 1, give or take a step of 8-bit integers.
    private static func isShare(_ range: ClosedRange<Float>) -> Bool {
        range.lowerBound >= -0.01 && range.upperBound <= 1.01
    }
}
