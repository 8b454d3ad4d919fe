internal import Crypto
package import Platform
package import Storage
package import Domain

/// A file of a test that lies nowhere: a name, the number of the picture in it, and what its metadata say.
package struct Picture: Hashable, Sendable {
    /// The name in the folder of pictures, or a whole address.
    package let name: String
    /// Which picture it has.
    package let content: Int
    /// How often its metadata were edited.
    var edit = 0
    /// How it is turned, 1...8.
    var turn = 1

    /// A file.
    package init(_ name: String, _ content: Int) {
        self.name = name
        self.content = content
    }

    /// The same with other metadata.
    func edited() -> Picture {
        var picture = self
        picture.edit += 1
        return picture
    }

    /// The same in another turn.
    func turned(_ turn: Int) -> Picture {
        var picture = edited()
        picture.turn = turn
        return picture
    }

    /// Files `0.jpg`, `1.jpg` and so on, each with a picture of its own.
    package static func numbered(_ numbers: Range<Int>) -> [Picture] { numbers.map { Picture("\($0).jpg", $0) } }

    /// The folder of all of them.
    package static let folder = FilePath("/pictures")

    /// The whole path or address.
    var path: FilePath { name.contains("://") ? FilePath(name) : Picture.folder.appending(name) }

    /// As a listing has it.
    package var listed: ListedFile {
        ListedFile(
            name: Array(name.utf8), bytes: 3, modifiedNanoseconds: Int64(content) + 1 + Int64(edit) << 32,
            inode: UInt64(content) + 1)
    }

    /// The image as work keys name it.
    package var image: String { key.name }

    /// By what the image is known.
    var key: ImageKey { ImageKey(.picture, Digest(of: "image \(content)"), turn: turn) }

    /// As it is when it has been read.
    package func identified(at order: Int64, as reading: Reading = Reading()) -> IdentifiedImage {
        let identity = ImageIdentity(key, content: Digest(of: "picture \(content), edit \(edit)"), bytes: 3)
        return IdentifiedImage(path: path, reading: reading, order: order, content: .file(identity, listed))
    }
}

extension ImageKey {
    /// The digest and the turn, as a probe names an image.
    var name: String { "\(digest.hex) \(turn)" }
}
