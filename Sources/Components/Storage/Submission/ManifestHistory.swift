/// What complete submissions a job had when one of them begins.
package enum ManifestHistory: Sendable {
    /// None.
    case firstOfJob
    /// The last one went by another manifest.
    case newManifest
    /// The last one went by the same manifest.
    case sameManifest
}
