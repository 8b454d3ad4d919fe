import Corpora
import Pictures
import TestSupport

/// Pairs of a picture file and the same with other metadata: where their canonical copies are equal, so are their
/// pixels, and a copy shows what its file shows.
///
/// Of a HEIC the list of its parts stands for the copy, and no program reads it.
final class CopyKind: Kind {
    static let name = "copies"
    static let maxMegabytes = TensorKind.maxMegabytes

    /// A file, its copy, and its pixels where its format is decoded.
    private struct Seed {
        var file: [UInt8]
        var copy: [UInt8]
        var pixels: Bitmap?
    }

    private var seeds: [Seed] = []
    private let decoder = PictureDecoder()

    init() throws {
        for file in try PictureSeeds().files {
            guard let parts = Self.parts(of: file) else { continue }
            seeds.append(Seed(file: file, copy: parts.copy(of: file.span), pixels: try decode(file).get()))
        }
    }

    func run(_ random: inout Seeded) throws(Breach) -> Bool {
        let seed = random.pick(seeds)
        var picture = PicturePieces(seed.file)
        for _ in 0...random.below(3) { picture.changeMetadata(&random) }
        var file = picture.file
        if random.once(in: 4) { file.mutate(&random, limit: 2) }
        guard let parts = Self.parts(of: file) else { return false }
        let copy = parts.copy(of: file.span)
        let shown = decode(file)
        if parts.isFile { try check(copy, of: file, shown) }
        guard copy == seed.copy, file != seed.file, case .success(let pixels) = shown else { return false }
        guard pixels == seed.pixels else { throw Breach(words: "equal copies show other pixels", input: file) }
        return true
    }

    /// Holds a copy against its file: it decodes to the same pixels, or neither is decoded.
    private func check(
        _ copy: [UInt8], of file: [UInt8], _ shown: Result<Bitmap?, PictureError>
    ) throws(Breach) {
        guard Self.parts(of: copy)?.copy(of: copy.span) == copy else {
            throw Breach(words: "the copy of the copy is not the copy", input: file)
        }
        switch (shown, decode(copy)) {
        case (.success(let shown), .success(let copied)):
            guard shown == copied else { throw Breach(words: "the copy shows other pixels", input: file) }
        case (.failure, .failure): break
        case (.success, .failure(let error)):
            throw Breach(words: "the copy cannot be decoded: \(error)", input: file)
        case (.failure(let error), .success):
            throw Breach(words: "the copy alone can be decoded: \(error)", input: file)
        }
    }

    private static func parts(of file: [UInt8]) -> PictureParts? {
        PictureFormat(of: file.span).flatMap { try? PictureParts(file.span, $0) }
    }

    /// The pixels; none for a format that is not decoded.
    private func decode(_ file: [UInt8]) -> Result<Bitmap?, PictureError> {
        do throws(PictureError) {
            var bitmap = Bitmap()
            try decoder.decode(file.span, atLeast: nil, pixelLimit: TensorKind.pixelLimit, into: &bitmap)
            return .success(bitmap)
        } catch {
            if case .unsupported(_, .format) = error { return .success(nil) }
            if case .notAPicture = error { return .success(nil) }
            return .failure(error)
        }
    }
}
