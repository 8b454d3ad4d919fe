internal import Tesseract
internal import Platform

/// The child's part of text recognition: it loads languages and reads one page after another.
///
/// Nothing that it does can harm its parent.
package enum PageServer {
    /// Does the work of a child process; answers its exit status.
    ///
    /// The first request is empty, and asks whether the languages are loaded: the reply is empty, or says why not.
    /// Each further one is a page: width, height and pixels. The reply is 1 and a `RecognizedPage`, or 0 and why not.
    ///
    /// - Parameter words: the library, the folder of the languages, these with `+` between them, the page segmentation,
    ///   the whitelist, whether symbols are wanted, the limit of memory: as `PageReader` writes them.
    package static func run(_ words: [String]) -> Int32 {
        guard words.count == 7, let segmentation = Int(words[3]), let memory = Int64(words[6]) else { return 2 }
        let parent = ParentConnection()
        // The parent stops what takes too much; a single allocation beyond all measure is refused here.
        ProcessLimits.set(seconds: nil, memory: memory &* 2)
        guard parent.next() != nil else { return 0 }
        let engine: TextEngine
        do throws(TesseractError) {
            engine = try TextEngine(
                try TesseractLibrary(places: [FilePath(words[0])]),
                EngineSettings(
                    data: TrainedData(folder: FilePath(words[1])),
                    languages: words[2].split(separator: "+").map(String.init), segmentation: segmentation,
                    whitelist: words[4].isEmpty ? nil : words[4]))
        } catch {
            parent.reply(Array(error.description.utf8))
            return 1
        }
        parent.reply([])
        while let request = parent.next() {
            do throws(TesseractError) {
                parent.reply([1] + (try read(request[...], by: engine, symbols: words[5] == "true").bytes))
            } catch {
                parent.reply([0] + Array(error.description.utf8))
            }
        }
        return 0
    }

    private static func read(
        _ request: ArraySlice<UInt8>, by engine: TextEngine, symbols: Bool
    ) throws(TesseractError) -> RecognizedPage {
        var rest = request
        guard let width = rest.takeNumber(), let height = rest.takeNumber() else {
            throw .failed(step: "take this page")
        }
        return try engine.read(rest.span, width: width, height: height, resolution: nil, symbols: symbols)
    }
}
