internal import CXMP

/// Metadata of a picture in the making, as XMP (ISO 16684-1).
///
/// A value is named by its path: `mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Type`. Structures and arrays on the way
/// are made as needed.
@safe package final class XMPPacket {
    /// What an array is (`XMP_PROP_ARRAY_IS...` of exempi/xmpconsts.h).
    package enum ArrayForm: UInt32, Sendable {
        /// Without an order.
        case bag = 0x200
        /// In its order.
        case sequence = 0x600
    }

    private let functions: cx_library
    private let handle: cx_packet
    /// Whether the library took all that it was given.
    private var isWhole = true

    /// A packet without anything in it.
    package init?(_ library: XMPLibrary) {
        functions = library.functions
        guard let handle = functions.create() else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe _ = functions.destroy(handle) }

    /// Sets a value.
    package func set(_ path: String, to value: String) {
        let isTaken = unsafe functions.set(handle, address(of: path), path, plain(value), 0)
        isWhole = isWhole && isTaken
    }

    /// Sets a text in no particular language.
    package func setText(_ path: String, to value: String) {
        let isTaken = unsafe functions.set_localized(
            handle, address(of: path), path, nil, "x-default", plain(value), 0)
        isWhole = isWhole && isTaken
    }

    /// Adds a value to an array.
    package func append(_ value: String, to path: String, _ form: ArrayForm) {
        let isTaken = unsafe functions.append(handle, address(of: path), path, form.rawValue, plain(value), 0)
        isWhole = isWhole && isTaken
    }

    /// Adds a structure to an array, to be filled by the path of its number, from 1.
    package func appendStructure(to path: String, _ form: ArrayForm) {
        let isTaken = unsafe functions.append(handle, address(of: path), path, form.rawValue, nil, structure)
        isWhole = isWhole && isTaken
    }

    /// The packet as XML in UTF-8; nil where the library did not take something.
    package func serialized() -> [UInt8]? {
        guard isWhole, let text = functions.create_text() else { return nil }
        defer { unsafe functions.destroy_text(text) }
        guard unsafe functions.serialize(handle, text, withoutWrapper, 0), let letters = unsafe functions.text(text)
        else { return nil }
        return Array(unsafe String(cString: letters).utf8)
    }

    /// The namespace of the first name of a path.
    private func address(of path: String) -> String { namespaces[String(path.prefix { $0 != ":" })] ?? "" }

    /// A text without what XML 1.0 cannot have: the library cuts it at U+0000 without a word, and refuses others.
    private func plain(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x9, 0xA, 0xD: plain.unicodeScalars.append(scalar)
            case 0..<0x20, 0x7F, 0xFFFE, 0xFFFF: plain += "\u{FFFD}"
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }
}

/// `XMP_PROP_VALUE_IS_STRUCT`.
private let structure: UInt32 = 0x100
/// `XMP_SERIAL_OMITPACKETWRAPPER`.
private let withoutWrapper: UInt32 = 0x10
