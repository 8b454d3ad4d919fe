package import Crypto

/// A part of the images of a source, by their digests: the same images in every store and in every night, whatever
/// their files are called.
package struct ImageShare: Equatable, Sendable {
    /// The numbers that belong to it, of 2^32: an image has the first four bytes of its digest, read from the left.
    package let numbers: Range<UInt64>
    /// Splits otherwise than by the digests alone; nil: two shares of the same numbers are the same images.
    package let salt: String?

    /// A share.
    ///
    /// - Parameter millionths: what it holds of all images, in millionths, 0...1,000,000.
    package init(_ millionths: Range<UInt64>, salt: String? = nil) {
        numbers = ImageShare.bound(millionths.lowerBound)..<ImageShare.bound(millionths.upperBound)
        self.salt = salt
    }

    /// The first number that is not below a bound, so that neighbours hold each number once.
    private static func bound(_ millionths: UInt64) -> UInt64 {
        ((millionths << 32) + whole - 1) / whole
    }

    /// Whether an image of this digest belongs to it, in whichever turn.
    package func contains(_ digest: Digest) -> Bool {
        guard let salt else { return numbers.contains(number(digest)) }
        let salted = Array(salt.utf8) + [0] + digest.bytes
        return numbers.contains(number(Digest(of: salted.span)))
    }

    private func number(_ digest: Digest) -> UInt64 { digest.bytes.prefix(4).reduce(0) { $0 << 8 | UInt64($1) } }
}

/// A hundred percent.
private let whole: UInt64 = 1_000_000
