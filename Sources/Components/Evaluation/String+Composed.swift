@_spi(_Unicode) internal import Swift

extension String {
    /// The scalars of the composed form (NFC).
    var composed: [Unicode.Scalar] { Array(_nfc) }
}
