/// The numbers of the folders used last, so that a walk or a list asks for each once; a few only, so that memory
/// does not grow with the set.
struct FolderIDCache {
    private var numbers: [[UInt8]: Int64] = [:]
    private var newest: (path: [UInt8], number: Int64)?

    /// The number of a stored folder path, when it was used lately.
    subscript(path: [UInt8]) -> Int64? {
        if let newest, newest.path == path { return newest.number }
        return numbers[path]
    }

    /// Remembers a folder's number.
    mutating func remember(_ number: Int64, for path: [UInt8]) {
        if numbers.count >= 256 { numbers = [:] }
        numbers[path] = number
        newest = (path, number)
    }
}
