package import Crypto
package import Platform

/// The SHA-256 of the model inside an AutoML export's ZIP, by which recipes and views name it; nil where the file is
/// another one, or no export.
package func digestOfModel(inside archive: FilePath) -> Digest? {
    guard AutoMLArchive.isOne(archive) else { return nil }
    return try? AutoMLExport(archive, key: "backend.hosted").model.read().withBytes { Digest(of: $0) }
}
