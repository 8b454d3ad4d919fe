package import Storage
package import Domain

/// A place for one store, which is empty at first, and what looks into it from outside.
package protocol StoreUnderTest: AnyObject {
    /// Opens the store once more, as another process would.
    func open(for purpose: StorePurpose, clock: Clock) throws(StoreError) -> any Store

    /// Where nothing is yet, and a copy of the store can be written.
    var copyLocation: StoreLocation { get }

    /// Opens the copy.
    func openCopy(for purpose: StorePurpose, clock: Clock) throws(StoreError) -> any Store

    /// What looks at the store's rows.
    var probe: any ContractProbe { get }
}

/// A kind of store, as the suite tests it.
package protocol StoreMaker: Sendable {
    /// Makes an empty place.
    func make() throws -> any StoreUnderTest
}
