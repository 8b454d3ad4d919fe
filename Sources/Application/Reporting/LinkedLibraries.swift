internal import Crypto
internal import Pictures

/// The libraries that are loaded with the program and tell their versions; the store's is not among them.
package func linkedLibraries() -> [(name: String, version: String)] {
    let turbo = PictureLibrary.turboJPEG
    return [(turbo.name, turbo.version ?? ""), ("libcrypto", libcryptoVersion())]
}
