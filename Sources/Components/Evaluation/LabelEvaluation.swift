/// How well one label was found, over images of which it is known whether they have it.
///
/// An image without the label, or with one below a threshold, is not found at that threshold.
package struct LabelEvaluation: Equatable, Sendable {
    /// Of the images that were found with the label, by one score: how many have it, and how many have not.
    private struct Step: Equatable {
        let score: Double
        var hits = 0
        var misses = 0
    }

    /// Precision and recall of what has at least a score; each is nil where it is 0 / 0.
    package struct Rates: Equatable, Sendable {
        /// The least score.
        package let threshold: Double
        /// The share of what is found that is true.
        package let precision: Double?
        /// The share of what is true that is found.
        package let recall: Double?
    }

    /// The images that have the label.
    package let positives: Int
    /// By descending scores, each once.
    private let steps: [Step]

    /// - Parameter images: of each whether it has the label, and the score with which it was found; nil: it was not.
    package init(_ images: [(isTrue: Bool, score: Double?)]) {
        positives = images.count { $0.isTrue }
        var steps: [Step] = []
        let found = images.compactMap { image in image.score.map { (score: $0, image.isTrue) } }
        for (score, isTrue) in found.sorted(by: { $0.score > $1.score }) {
            if steps.last?.score != score { steps.append(Step(score: score)) }
            if isTrue { steps[steps.count - 1].hits += 1 } else { steps[steps.count - 1].misses += 1 }
        }
        self.steps = steps
    }

    /// Precision and recall at a threshold.
    package func rates(at threshold: Double) -> Rates {
        var (hits, misses) = (0, 0)
        for step in steps where step.score >= threshold {
            hits += step.hits
            misses += step.misses
        }
        return Rates(
            threshold: threshold, precision: quotient(hits, hits + misses), recall: quotient(hits, positives))
    }

    /// The sum of (R_n - R_(n-1)) P_n over the scores, descending; nil where no image has the label.
    package var averagePrecision: Double? {
        guard positives > 0 else { return nil }
        var (hits, found, sum) = (0, 0, 0.0)
        for step in steps {
            hits += step.hits
            found += step.hits + step.misses
            sum += Double(step.hits) / Double(positives) * (Double(hits) / Double(found))
        }
        return sum
    }

    /// The lowest score whose precision is at least the one wanted; nil where none is.
    package func lowest(precision wanted: Double) -> Rates? {
        var best: Rates?
        var (hits, found) = (0, 0)
        for step in steps {
            hits += step.hits
            found += step.hits + step.misses
            let precision = Double(hits) / Double(found)
            if precision >= wanted {
                best = Rates(threshold: step.score, precision: precision, recall: quotient(hits, positives))
            }
        }
        return best
    }
}

/// The mean of what is known; nil of nothing.
package func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
}

/// A quotient of two counts; nil for 0 / 0.
func quotient(_ part: Int, _ whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }
