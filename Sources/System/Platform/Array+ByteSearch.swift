internal import CPlatform
internal import Glibc

extension [UInt8] {
    /// The first place from some index on at which other bytes lie whole, by the C library's own loop; nil for none,
    /// and for no bytes.
    package func firstPlace(of wanted: [UInt8], from start: Int) -> Int? {
        guard start >= 0, !wanted.isEmpty, wanted.count <= count, start <= count - wanted.count else { return nil }
        return unsafe withUnsafeBytes { text in
            unsafe wanted.withUnsafeBytes { wanted in
                guard let base = text.baseAddress, let first = wanted.baseAddress,
                    let found = unsafe cp_find(base + start, text.count - start, first, wanted.count)
                else { return nil }
                return unsafe base.distance(to: found)
            }
        }
    }

    /// The first place of a byte from some index on, by the C library's own loop.
    package func firstPlace(of byte: UInt8, from start: Int) -> Int? {
        guard start >= 0, start < count else { return nil }
        return unsafe withUnsafeBytes { text in
            guard let base = text.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), text.count - start)
            else { return nil }
            return unsafe base.distance(to: found)
        }
    }
}

extension String {
    /// Whether two texts are the same bytes, where `==` asks whether they mean the same.
    package func hasSameBytes(as other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        let order = unsafe utf8.withContiguousStorageIfAvailable { own in
            unsafe other.utf8.withContiguousStorageIfAvailable { others in
                guard let own = own.baseAddress, let others = others.baseAddress else { return Int32(0) }
                return unsafe memcmp(own, others, count)
            }
        }
        guard case .some(.some(let order)) = order else { return utf8.elementsEqual(other.utf8) }
        return order == 0
    }
}
