package import Platform

/// Where a store is: the path of a file, or the address of a server; never a password.
package struct StoreLocation: Hashable, Sendable, CustomStringConvertible {
    /// The bytes as the user gave them.
    package let bytes: [UInt8]

    /// A location as the user gave it.
    package init(_ path: FilePath) {
        bytes = path.bytes
    }

    /// The location as messages show it.
    package var description: String { FilePath(bytes: bytes).description }
}
