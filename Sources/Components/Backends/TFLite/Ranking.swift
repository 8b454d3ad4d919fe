/// Places of the best scores, best first, equal ones in their own order.
///
/// Scores are taken as the model gives them: no softmax is applied, and a model that ends in raw logits or leaves
/// 0...1 is shown as it is. What is not a number is not a score and is left out.
func best(_ scores: [Float], threshold: Float, most: Int) -> [Int] {
    var kept: [Int] = []
    guard most > 0 else { return kept }
    for (place, score) in scores.enumerated() where score >= threshold {
        if kept.count == most {
            guard let last = kept.last, score > scores[last] else { continue }
            kept.removeLast()
        }
        // Behind the last one that is at least as good.
        var low = 0
        var high = kept.count
        while low < high {
            let middle = (low + high) / 2
            if scores[kept[middle]] >= score { low = middle + 1 } else { high = middle }
        }
        kept.insert(place, at: low)
    }
    return kept
}
