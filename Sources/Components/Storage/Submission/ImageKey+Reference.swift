internal import Crypto
package import Domain
package import Platform

extension ImageKey {
    /// That of an object that is handed on by its name, whose bytes Cairn does not have.
    package init(referenceTo address: FilePath) { self.init(.reference, Digest(of: address.bytes.span)) }
}
