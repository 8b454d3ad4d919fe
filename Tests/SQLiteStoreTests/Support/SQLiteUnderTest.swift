import SQLite
@testable import SQLiteStore
import Storage
import StorageConformance
import StoreProbe
import TestSupport
import Domain

/// A store in a SQLite file of its own, as the suite tests it.
final class SQLiteUnderTest: StoreUnderTest {
    private let scratch: Scratch
    private let checksSchema: Bool
    private let rewriting: ((String) -> String)?
    let sqlite: SQLiteProbe

    /// A store.
    ///
    /// - Parameter checksSchema: whether it is refused with a fault in its schema.
    init(checksSchema: Bool = true, rewriting: ((String) -> String)? = nil) throws {
        scratch = try Scratch()
        self.checksSchema = checksSchema
        self.rewriting = rewriting
        sqlite = SQLiteProbe(scratch.file("cairn.db"))
    }

    var probe: any ContractProbe { sqlite }

    func open(for purpose: StorePurpose, clock: Clock) throws(StoreError) -> any Store {
        SQLiteStore(
            try .underTest(
                at: scratch.file("cairn.db"), for: purpose, clock: clock, checksSchema: checksSchema,
                rewriting: rewriting))
    }

    var copyLocation: StoreLocation { StoreLocation(scratch.file("copy.db")) }

    func openCopy(for purpose: StorePurpose, clock: Clock) throws(StoreError) -> any Store {
        try SQLiteStore(at: scratch.file("copy.db"), for: purpose, clock: clock)
    }

    /// Places for sound stores.
    struct Maker: StoreMaker {
        func make() throws -> any StoreUnderTest { try SQLiteUnderTest() }
    }
}
