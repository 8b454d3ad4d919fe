internal import Crypto
internal import Platform
internal import SQLite
internal import Domain

extension ImageKey {
    /// Its columns beside the digest: kind, page and turn.
    var numbers: [Value] { [.integer(kind.code), Value(page), Value(turn)] }

    /// The key in four columns of a row: kind, digest, page and turn; nil where they hold none.
    init?(_ row: Row, at column: Int32) {
        guard let kind = Kind(code: row.integer(column)), let digest = Digest(bytes: row.blob(column + 1)) else {
            return nil
        }
        self.init(kind, digest, page: Int(row.integer(column + 2)), turn: Int(row.integer(column + 3)))
    }
}

extension ImageKey.Kind {
    /// Its number in the column `kind`.
    var code: Int64 {
        switch self {
        case .picture: 0
        case .file: 1
        case .reference: 2
        }
    }

    /// The kind of such a number; nil where there is none.
    init?(code: Int64) {
        guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = kind
    }
}

extension ImageIdentity {
    /// Half of the content's digest, which tells contents apart as well.
    var storedContent: [UInt8] { Array(content.bytes.prefix(16)) }
}

/// The columns of the image `i` that `ImageKey` reads.
let imageKeyColumns = "i.kind, i.digest, i.page, i.turn"

/// Whether the image `i` has a key: the digest ?1, and the other columns ?2, ?3 and ?4.
let isImage = """
    substr(i.digest, 1, 16) = substr(?1, 1, 16) AND i.kind = ?2 AND i.page = ?3 AND i.turn = ?4 AND i.digest = ?1
    """
