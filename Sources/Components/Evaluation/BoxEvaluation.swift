/// How well the boxes of one class were found, as COCO counts it at an IoU of 0.5, for boxes of all sizes.
package struct BoxEvaluation: Equatable, Sendable {
    /// The mean of the precisions at 101 recalls from 0 to 1; nil where the truth has no box of the class.
    package let averagePrecision: Double?
    /// The share of the truth's boxes that were found; nil where there is none.
    package let recall: Double?
    /// The truth's boxes, without crowds.
    package let positives: Int

    /// - Parameter images: the boxes of the class in each image, in an order that decides among equal scores.
    package init(_ images: [(truth: [TrueBox], found: [FoundBox])]) {
        var matches: [Match] = []
        for image in images { matches += BoxEvaluation.matches(of: image.found, with: image.truth) }
        positives = images.reduce(0) { $0 + $1.truth.count { !$0.isCrowd } }
        guard positives > 0 else {
            (averagePrecision, recall) = (nil, nil)
            return
        }
        var (recalls, precisions): ([Double], [Double]) = ([], [])
        var (hits, misses) = (0, 0)
        for match in matches.sortedByScore(\.score) {
            if match.isTrue { hits += 1 } else { misses += 1 }
            recalls.append(Double(hits) / Double(positives))
            precisions.append(Double(hits) / (Double(hits + misses) + Double.ulpOfOne))
        }
        for index in precisions.indices.dropLast().reversed() {
            precisions[index] = max(precisions[index], precisions[index + 1])
        }
        var (sum, at) = (0.0, 0)
        for step in 0...100 {
            while at < recalls.count, recalls[at] < Double(step) * 0.01 { at += 1 }
            if at < precisions.count { sum += precisions[at] }
        }
        averagePrecision = sum / 101
        recall = recalls.last ?? 0
    }

    /// A found box that counts.
    private struct Match {
        let score: Double
        let isTrue: Bool
    }

    /// What counts of the boxes found in one image: each takes the free box of the truth that it covers best, of equals
    /// the later one; one that only covers a crowd counts neither way.
    private static func matches(of found: [FoundBox], with truth: [TrueBox]) -> [Match] {
        // A crowd takes what no other box takes.
        let truth = truth.filter { !$0.isCrowd } + truth.filter(\.isCrowd)
        var isTaken = Array(repeating: false, count: truth.count)
        var matches: [Match] = []
        for box in found.sortedByScore(\.score).prefix(maxBoxes) {
            var (best, taken): (Double, Int?) = (0.5, nil)
            for (index, other) in truth.enumerated() where !isTaken[index] || other.isCrowd {
                if let taken, other.isCrowd, !truth[taken].isCrowd { break }
                let overlap = box.box.overlap(with: other)
                if overlap >= best { (best, taken) = (overlap, index) }
            }
            if let taken { isTaken[taken] = true }
            if taken.map({ truth[$0].isCrowd }) != true {
                matches.append(Match(score: box.score, isTrue: taken != nil))
            }
        }
        return matches
    }
}

/// A box in pixels, by its least and greatest coordinates.
package struct BoundingBox: Equatable, Sendable {
    /// From the left and the top edge of the picture.
    package let xMin, yMin, xMax, yMax: Double

    /// A box.
    package init(xMin: Double, yMin: Double, xMax: Double, yMax: Double) {
        (self.xMin, self.yMin, self.xMax, self.yMax) = (xMin, yMin, xMax, yMax)
    }

    private var area: Double { (xMax - xMin) * (yMax - yMin) }

    /// The share of both that they have in common; of a crowd, the share of this box that lies in it.
    func overlap(with truth: TrueBox) -> Double {
        let width = min(xMax, truth.box.xMax) - max(xMin, truth.box.xMin)
        let height = min(yMax, truth.box.yMax) - max(yMin, truth.box.yMin)
        guard width > 0, height > 0 else { return 0 }
        let common = width * height
        return common / (truth.isCrowd ? area : area + truth.box.area - common)
    }
}

/// A box of the truth.
package struct TrueBox: Equatable, Sendable {
    package let box: BoundingBox
    /// Whether it stands for many things, which may be found any number of times or not at all.
    package let isCrowd: Bool

    /// A box of one thing, or of many.
    package init(_ box: BoundingBox, isCrowd: Bool = false) {
        self.box = box
        self.isCrowd = isCrowd
    }
}

/// A box that was found, with its score.
package struct FoundBox: Equatable, Sendable {
    package let box: BoundingBox
    package let score: Double

    /// A box that was found.
    package init(_ box: BoundingBox, score: Double) {
        self.box = box
        self.score = score
    }
}

extension Sequence {
    /// By descending scores, equals in their order.
    fileprivate func sortedByScore(_ score: (Element) -> Double) -> [Element] {
        enumerated().sorted { left, right in
            let (first, second) = (score(left.element), score(right.element))
            return first == second ? left.offset < right.offset : first > second
        }.map(\.element)
    }
}

/// The most boxes of one class in one image; COCO takes no more.
private let maxBoxes = 100
