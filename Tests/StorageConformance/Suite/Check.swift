internal import Storage

/// One thing that the contract promises, as a function that throws where a store does not keep it.
package struct Check: Sendable, CustomStringConvertible {
    /// A sentence that says what holds.
    package let name: String
    private let body: @Sendable (Scene) throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (Scene) throws -> Void) {
        self.name = name
        self.body = body
    }

    package var description: String { name }

    /// Throws a `Nonconformance` where a store of this kind does not keep what the check says.
    ///
    /// - Parameter repeatsWrites: whether every write is called twice, as after a lost connection.
    package func run(on maker: any StoreMaker, repeatsWrites: Bool = false) throws {
        do {
            let scene = try Scene(maker.make(), repeatsWrites: repeatsWrites)
            do {
                try body(scene)
            } catch {
                // What is wrong in the store comes before what follows from it.
                try scene.driver.check()
                throw error
            }
            try scene.driver.check()
        } catch let error as StoreError {
            throw Nonconformance("the store threw \(error.kind): \(error.message)")
        }
    }

    /// The check of a name; nil where there is none.
    package static func named(_ name: String) -> Check? { all.first { $0.name == name } }

    /// Every check of the suite.
    package static let all =
        opening + beginning + deciding + previewing + names + finishing + former
        + switching + working + orders + retrying + rescue + caps
        + money
        + archive + reports + nights
}
