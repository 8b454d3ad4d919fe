internal import Tesseract
package import Platform
package import Domain

/// What recognizes text on this machine.
package struct TextRecognition: Equatable, Sendable {
    /// The library's version.
    package let version: String
    /// The library's path, or its name where the system found it.
    package let library: FilePath
    /// The folder of its languages.
    package let folder: FilePath
    /// The languages that are there.
    package let languages: [String]
    /// Whether it can find out how a page is turned.
    package let findsOrientation: Bool

    /// Looks at the library and its languages.
    ///
    /// - Parameter variables: environment variables.
    package init(variables: [String: String]) throws(BackendError) {
        let library: TesseractLibrary
        do throws(TesseractError) {
            library = try TesseractLibrary(places: TesseractLibrary.places(variables))
        } catch {
            throw BackendError(error)
        }
        let data = TrainedData(variables)
        version = library.version
        self.library = library.path
        folder = data.folder
        languages = data.languages
        findsOrientation = data.has(TrainedData.orientation)
    }
}
