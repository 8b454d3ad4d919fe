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
