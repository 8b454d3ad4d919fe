import Domain
import Platform

/// Sources that are read by EXIF, which most tests have.
extension ImageSource {
    /// Files that match a pattern.
    package static func glob(_ pattern: String) -> ImageSource { ImageSource(.glob(pattern)) }
    /// A folder.
    package static func folder(_ folder: FilePath) -> ImageSource { ImageSource(.folder(folder)) }
    /// A list.
    package static func list(_ file: FilePath) -> ImageSource { ImageSource(.list(file)) }
    /// An address.
    package static func url(_ address: String) -> ImageSource { ImageSource(.url(address)) }
    /// An object.
    package static func gs(_ name: String) -> ImageSource { ImageSource(.gs(name)) }
    /// A query.
    package static func sql(_ query: ImageQuery) -> ImageSource { ImageSource(.sql(query)) }
    /// Standard input.
    package static var standardInput: ImageSource { ImageSource(.standardInput) }
}
