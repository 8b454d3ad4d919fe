/// How many of some things have a property: 18 of 20.
package struct Share: Equatable, Sendable {
    /// Those that have it; never more than `total`.
    package let count: Int
    package let total: Int

    /// A part of some things.
    package init(_ count: Int, of total: Int) {
        (self.count, self.total) = (count, total)
    }

    /// Fewer things than this tell nothing.
    package static let minTotal = 20

    /// Whether the property is far more common, or far rarer, than it was before: by more than 20 percentage points and
    /// by more than four standard deviations of what chance makes of an unchanged share.
    ///
    /// With `h` of `m` things before, the share is taken for `p = (h + 1) / (m + 2)`, and that of `n` things now has
    /// the variance `p (1 - p) / n * (m + 2 + n) / (m + 3)`: the binomial one, widened by how little `m` things tell of
    /// `p`. Both are those of the beta-binomial distribution of an even prior, so that neither is 0 where a share
    /// before was 0 or 1. A share near 0 or 1 is skewed, and chance takes it across four of its own deviations every
    /// few thousand times; so the deviation is that at the share before or at the share now, whichever is greater. And
    /// the distance is that to half a thing nearer, as is usual where whole things are counted.
    ///
    /// - Parameter before: the share of earlier things.
    package func isUnlike(_ before: Share) -> Bool {
        guard total >= Share.minTotal, before.total >= Share.minTotal else { return false }
        let (now, past) = (Double(count) / Double(total), Double(before.count) / Double(before.total))
        guard abs(now - past) > Share.minDistance else { return false }
        let (n, m) = (Double(total), Double(before.total))
        let spread = max(before.smoothed * (1 - before.smoothed), smoothed * (1 - smoothed))
        let variance = spread / n * (m + 2 + n) / (m + 3)
        let distance = max(0, abs(now - before.smoothed) - 0.5 / n)
        return distance * distance > Share.deviations * Share.deviations * variance
    }

    /// The share as it is to be expected of further things: never 0 nor 1.
    private var smoothed: Double { Double(count + 1) / Double(total + 2) }

    /// Twenty percentage points.
    private static let minDistance = 0.2
    /// Of standard deviations.
    private static let deviations = 4.0
}
