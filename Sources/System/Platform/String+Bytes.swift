internal import Glibc

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
