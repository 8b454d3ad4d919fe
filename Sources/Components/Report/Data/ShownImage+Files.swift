internal import Crypto
package import Domain
internal import Platform
internal import Text

extension ShownImage {
    /// Its name for people: an address without its secrets.
    package var shownPath: String {
        let name = FilePath(path)
        return name.isAddress ? name.withoutSecrets.description : path
    }

    /// The beginning of the names of its thumbnail and its larger view: 24 digits of its digest and its turn.
    package var pictureName: String { "\(key.digest.hex.prefix(2))/\(key.digest.hex.prefix(24))-\(key.turn)" }

    /// Whether a page on this machine can show the file itself: one below the store's folder that browsers read, and
    /// that they turn as the job does.
    var isShownByBrowsers: Bool {
        let format = format ?? ""
        return !isMissing && !name.isAddress && !path.hasPrefix("/") && !path.contains("\\") && !path.contains("://")
            && ["jpeg", "png", "webp", "gif"].contains(format) && (orientation ?? 1) == key.turn
    }
}
