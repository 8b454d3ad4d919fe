package import Crypto
package import Platform

/// The SHA-256 by which recipes and views name a model: in an AutoML export's ZIP that of the model inside, else that
/// of its file.
///
/// - Parameter digest: that of the file.
package func modelDigest(of file: FilePath?, _ digest: Digest) -> Digest {
    guard let file, AutoMLArchive.isOne(file) else { return digest }
    let inside = try? AutoMLExport(file, key: "backend.hosted").model.read().withBytes { Digest(of: $0) }
    return inside ?? digest
}
