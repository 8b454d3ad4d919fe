internal import Crypto
package import Platform
package import Storage
package import Domain

/// A file of a test that lies nowhere: a name, and the number of its content.
package struct Picture: Hashable, Sendable {
    /// The name in the folder of pictures, or a whole address.
    package let name: String
    /// Which content it has.
    package let content: Int

    /// A file.
    package init(_ name: String, _ content: Int) {
        self.name = name
        self.content = content
    }

    /// Files `0.jpg`, `1.jpg` and so on, each of its own content.
    package static func numbered(_ numbers: Range<Int>) -> [Picture] { numbers.map { Picture("\($0).jpg", $0) } }

    /// The folder of all of them.
    package static let folder = FilePath("/pictures")

    /// The whole path or address.
    var path: FilePath { name.contains("://") ? FilePath(name) : Picture.folder.appending(name) }

    /// As a listing has it.
    package var listed: ListedFile {
        ListedFile(
            name: Array(name.utf8), bytes: 3, modifiedNanoseconds: Int64(content) + 1, inode: UInt64(content) + 1)
    }

    /// SHA-256 of the content, as hexadecimal digits.
    package var digest: String { Digest(of: "image \(content)").hex }

    /// As it is when it has been read.
    package func identified(at order: Int64) -> IdentifiedImage {
        IdentifiedImage(
            path: path, order: order,
            content: .file(ImageIdentity(sha256: Digest(of: "image \(content)"), bytes: 3), listed))
    }
}
