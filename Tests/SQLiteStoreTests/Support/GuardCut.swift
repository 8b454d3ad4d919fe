import Domain
import Glibc
import Platform
import Schema
@testable import SQLiteStore
import Storage

/// The guard that is cut out of the store's SQL while `Tests/Guards/guards` runs a suite; no guard is cut otherwise.
enum GuardCut {
    private static let piece = variable("CAIRN_GUARD_FIND")
    private static let instead = variable("CAIRN_GUARD_CUT")

    /// The steps that make a store, without the guard.
    static var migrations: [String] { StoreSchema.migrations.map { without($0) } }

    /// Leaves the guard out of a statement; nil where none is cut.
    static var rewriting: ((String) -> String)? { piece.isEmpty ? nil : { without($0) } }

    private static func without(_ text: String) -> String {
        piece.isEmpty ? text : text.replacing(piece, with: instead)
    }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}

extension Database {
    /// A store as tests open it: whole, or without the guard that is cut.
    static func underTest(
        at path: FilePath, for purpose: StorePurpose = .work, clock: Clock, checksSchema: Bool = true,
        rewriting: ((String) -> String)? = nil
    ) throws(StoreError) -> Database {
        try Database(
            at: path, for: purpose, clock: clock, migrations: GuardCut.migrations, checksSchema: checksSchema,
            rewriting: rewriting ?? GuardCut.rewriting)
    }
}
