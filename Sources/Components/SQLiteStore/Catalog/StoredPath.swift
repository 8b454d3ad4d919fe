internal import Text
internal import Platform
internal import SQLite

/// A path as the store keeps it: text that any program can read, and its bytes where that text is not all.
struct StoredPath {
    /// The folder, with a closing slash.
    let folder: [UInt8]
    /// The whole path; bytes that are not valid UTF-8 are written `\xe9`.
    let text: String
    /// The whole path's bytes where they are not valid UTF-8, and otherwise empty.
    let bytes: [UInt8]

    /// The two values between which all paths below a folder of valid UTF-8 lie; bytes come after all texts.
    static func bounds(of folder: [UInt8]) -> [Value] {
        if folder.isEmpty { return [.text(""), .blob([])] }
        let text = String(decoding: folder, as: UTF8.self)
        return [.text(text), .text(text.dropLast() + "0")]
    }

    /// A name in a folder.
    init(folder: [UInt8], name: [UInt8]) {
        self.folder = folder
        let whole = folder + name
        if let valid = String(validating: whole, as: UTF8.self) {
            (text, bytes) = (valid, [])
        } else {
            (text, bytes) = (readable(whole), whole)
        }
    }
}

extension StoredPath: Comparable {
    /// The order of the index over a folder's names.
    static func < (left: StoredPath, right: StoredPath) -> Bool {
        if left.text == right.text { return left.bytes.lexicographicallyPrecedes(right.bytes) }
        return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
