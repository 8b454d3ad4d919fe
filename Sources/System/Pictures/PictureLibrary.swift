internal import CHEIF
internal import CTurboJPEG

/// A library that reads or writes pictures.
package struct PictureLibrary: Sendable {
    /// Its name.
    package let name: String
    /// Nil where it is not here.
    package let version: String?
    /// What is read with it, of a library that is opened when it is needed, and Debian's package; nil for one that is
    /// linked.
    package let need: (format: PictureFormat, package: String)?

    /// The one that is linked, and tells its version.
    package static var turboJPEG: PictureLibrary {
        let version = unsafe String(cString: ct_version())
        return PictureLibrary(
            name: "libjpeg-turbo", version: version.isEmpty ? "its version is not told" : version, need: nil)
    }

    /// Those whose versions are known when the program runs.
    package static var all: [PictureLibrary] {
        let heif = (try? HEIFLibrary.installed()).flatMap { library in
            unsafe library.functions.get_version().map { unsafe String(cString: $0) }
        }
        let (tiff, gif) = (try? TIFFLibrary.installed(), try? GIFLibrary.installed())
        return [
            turboJPEG,
            PictureLibrary(name: "libheif", version: heif, need: (.heic, HEIFLibrary.debianPackage)),
            PictureLibrary(name: "libtiff", version: tiff?.version, need: (.tiff, TIFFLibrary.debianPackage)),
            PictureLibrary(
                name: "giflib", version: gif == nil ? nil : GIFLibrary.version,
                need: (.gif, GIFLibrary.debianPackage)),
        ]
    }
}
