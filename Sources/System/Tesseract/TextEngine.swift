internal import CTesseract
internal import Glibc
internal import Platform

/// How an engine reads.
package struct EngineSettings: Equatable, Sendable {
    /// Where the files of its languages lie.
    package var data: TrainedData
    /// Tesseract's names of its languages, the most likely first.
    package var languages: [String]
    /// How a page is divided into lines: a PageSegMode.
    package var segmentation: Int
    /// The only letters that words may have; nil: all.
    package var whitelist: String?

    /// Settings.
    package init(data: TrainedData, languages: [String], segmentation: Int, whitelist: String? = nil) {
        self.data = data
        self.languages = languages
        self.segmentation = segmentation
        self.whitelist = whitelist
    }
}

/// An engine with its languages loaded, for one thread.
///
/// A damaged file of a language can crash or hang it, and a page can take minutes: it runs in a process of its own.
@safe package final class TextEngine {
    let library: TesseractLibrary
    private let handle: ct_engine
    private var functions: ct_functions { unsafe library.functions.pointee }

    /// Loads the languages.
    package init(_ library: TesseractLibrary, _ settings: EngineSettings) throws(TesseractError) {
        for language in settings.languages where !settings.data.has(language) {
            throw .noLanguage(language, folder: settings.data.folder)
        }
        let table = unsafe library.functions.pointee
        guard let handle = unsafe table.create() else { throw .failed(step: "make an engine") }
        self.library = library
        unsafe self.handle = handle
        // A global variable: what the library prints ("Empty page!!") is of no use to people.
        _ = unsafe table.set_variable(handle, "debug_file", "/dev/null")
        let names = settings.languages.joined(separator: "+")
        let isLoaded = unsafe table.open(handle, "\(settings.data.folder)", names) == 0
        // One that cannot be loaded is left out in silence where another can.
        guard isLoaded, Set(settings.languages).isSubset(of: loadedLanguages) else {
            throw .notLoaded(settings.languages, folder: settings.data.folder)
        }
        unsafe table.set_segmentation(handle, Int32(settings.segmentation))
        if let whitelist = settings.whitelist {
            guard unsafe table.set_variable(handle, "tessedit_char_whitelist", whitelist) != 0 else {
                throw .failed(step: "take the whitelist")
            }
        }
    }

    deinit {
        unsafe functions.destroy(handle)
    }

    private var loadedLanguages: Set<String> {
        guard let names = unsafe functions.loaded(handle) else { return [] }
        defer { unsafe functions.free_texts(names) }
        var loaded: Set<String> = []
        var next = unsafe names
        while let name = unsafe next.pointee {
            loaded.insert(unsafe String(cString: name))
            unsafe next += 1
        }
        return loaded
    }

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - pixels: one byte a pixel, rows from the top without gaps.
    ///   - resolution: pixels an inch; nil: the engine estimates it from the letters' height.
    ///   - symbols: whether each letter is told, too.
    package func read(
        _ pixels: Span<UInt8>, width: Int, height: Int, resolution: Int?, symbols: Bool
    ) throws(TesseractError) -> RecognizedPage {
        precondition(width > 0 && height > 0 && pixels.count == width * height, "pixels of another page")
        let found = try readOnce(pixels, width: width, height: height, resolution: resolution, symbols: symbols)
        guard symbols else { return found }
        return try located(found, pixels, width: width, height: height) {
            upright, width, height throws(TesseractError) in
            try readOnce(upright.span, width: width, height: height, resolution: resolution, symbols: true)
        }
    }

    private func readOnce(
        _ pixels: Span<UInt8>, width: Int, height: Int, resolution: Int?, symbols: Bool
    ) throws(TesseractError) -> RecognizedPage {
        // The engine takes smaller pictures for an error, and no letter fits.
        guard min(width, height) >= minEdge else { return RecognizedPage() }
        unsafe pixels.withUnsafeBufferPointer { pixels in
            guard let first = pixels.baseAddress else { return }
            unsafe functions.set_image(handle, first, Int32(width), Int32(height), 1, Int32(width))
        }
        defer { unsafe functions.clear(handle) }
        if let resolution { unsafe functions.set_resolution(handle, Int32(resolution)) }
        // What it learnt from earlier pages would make an answer depend on them.
        unsafe functions.forget(handle)
        guard unsafe functions.recognize(handle, nil) == 0 else { throw .failed(step: "read this page") }
        var found = RecognizedPage()
        if let results = unsafe functions.results(handle) {
            defer { unsafe functions.destroy_results(results) }
            var walk = unsafe ResultWalk(library.functions, results, symbols: symbols)
            walk.read()
            found.elements = walk.elements
        }
        if let table = unsafe functions.table(handle, 0) {
            unsafe found.table = Array(UnsafeRawBufferPointer(start: table, count: strlen(table)))
            unsafe functions.free_text(table)
        }
        return found
    }
}

private let minEdge = 3
