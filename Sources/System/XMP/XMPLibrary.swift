internal import CXMP

/// Exempi, opened when the first sidecar is written; one thread at a time.
@safe package struct XMPLibrary: @unchecked Sendable {
    // because it holds nothing but the addresses of functions, which never change.
    let functions: cx_library

    /// The package that brings it.
    package static let debianPackage = "libexempi8"

    /// The system's library; nil where it is not installed.
    package static let installed = XMPLibrary(name: "libexempi.so.8")

    /// Opens a library by name; nil where it, or one of the functions, is not there.
    init?(name: String) {
        var found = cx_library()
        guard unsafe cx_load(name, &found) != 0, found.start() else { return nil }
        // An unknown prefix would be replaced by one of the library's own.
        for (prefix, address) in namespaces {
            guard let given = unsafe found.create_text() else { return nil }
            let isKnown = unsafe found.register_namespace(address, prefix, given)
            unsafe found.destroy_text(given)
            guard isKnown else { return nil }
        }
        functions = found
    }
}

/// The namespaces that paths begin with, by their prefixes.
let namespaces = [
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/",
    "lr": "http://ns.adobe.com/lightroom/1.0/",
    "digiKam": "http://www.digikam.org/ns/1.0/",
    "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
    "stDim": "http://ns.adobe.com/xap/1.0/sType/Dimensions#",
    "stArea": "http://ns.adobe.com/xmp/sType/Area#",
    "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
]
