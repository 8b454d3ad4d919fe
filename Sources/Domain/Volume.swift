/// Where paths are: on a store that several machines share, the same path of two machines may be two files.
package struct Volume: Hashable, Sendable {
    /// The name; empty on one machine.
    package let name: String

    /// A volume.
    package init(_ name: String) {
        self.name = name
    }

    /// The only volume of a store that one machine uses.
    package static let thisMachine = Volume("")
}
