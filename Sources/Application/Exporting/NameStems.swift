import Platform

/// Finds names that differ by their endings alone, such as `a.jpg` and `a.png`, among names in order of their bytes.
///
/// All that has a stem lies between the stem and what begins with it and a letter above the dot: there it is
/// forgotten.
struct NameStems {
    /// Each begins with the one before.
    private var open: [[UInt8]] = []

    /// Whether a name before had the same stem.
    mutating func repeats(_ path: FilePath) -> Bool {
        let bytes = path.bytes
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let dot = UInt8(ascii: ".")
        let end = bytes.lastIndex(of: dot).flatMap { $0 > start ? $0 : nil }
        let stem = Array(bytes[..<(end ?? bytes.count)])
        while let last = open.last,
            !bytes.starts(with: last) || bytes.count > last.count && bytes[last.count] > dot
        { open.removeLast() }
        if open.contains(stem) { return true }
        open.append(stem)
        return false
    }
}
