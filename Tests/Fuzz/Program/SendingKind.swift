import Corpora
import Imaging
import Pictures
import TestSupport
import Domain

/// Pictures on their way to a service: stripped or whole, at their own size or in a box.
final class SendingKind: Kind {
    static let name = "sending"
    static let maxMegabytes = TensorKind.maxMegabytes

    private let seeds: PictureSeeds
    private let preparer = ImagePreparer()
    private let decoder = PictureDecoder()
    private var (original, sent) = (Bitmap(), Bitmap())
    /// What must not be found in what is sent without metadata.
    private let secrets = Talkative.secrets.filter { $0.bytes.count >= 12 }

    init() throws { seeds = try PictureSeeds() }

    func run(_ random: inout Seeded) throws(Breach) -> Bool {
        let file = seeds.mutated(&random)
        let request = EncodeRequest(
            fit: random.pick([.original, .box(Size(width: 60, height: 40)), .box(Size(width: 640, height: 480))]),
            quality: random.pick([1, 85, 100]), metadata: random.pick([.strip, .strip, .keep]),
            maxBytes: random.once(in: 6) ? 900 : 7_000_000)
        let image: EncodedImage
        do throws(Failure) {
            image = try preparer.encode(file.span, for: request, pixelLimit: TensorKind.pixelLimit)
        } catch {
            try error.holds(file)
            return false
        }
        guard let header = try? PictureHeader.read(file.span), let after = try? PictureHeader.read(image.bytes.span)
        else {
            throw Breach(words: "what is sent has no header", input: file)
        }
        try sizes(image, header, after, request, file)
        let isPassedOn = isPassedOn(image, header, after)
        // With few bytes to go, a JPEG may have been made again at its own size.
        let isSure = request.maxBytes > 1000 || header.format != .jpeg
        try pixels(image, header, isPassedOn: isPassedOn, isSure: isSure, file)
        switch request.metadata {
        case .keep:
            if isPassedOn, isSure, image.bytes != file {
                throw Breach(words: "the file that is kept is changed", input: file)
            }
        case .strip:
            guard after.takenAt == nil, after.cameraLatitude == nil else {
                throw Breach(words: "what is sent says when or where it was taken", input: file)
            }
            try marks(image.bytes, file)
        }
        return true
    }

    private func sizes(
        _ image: EncodedImage, _ header: PictureHeader, _ after: PictureHeader, _ request: EncodeRequest,
        _ file: [UInt8]
    ) throws(Breach) {
        let before = Size(width: header.upright.width, height: header.upright.height)
        let wanted = before.fitted(in: request.fit)
        guard image.bytes.count <= request.maxBytes else {
            throw Breach(words: "\(image.bytes.count) bytes are more than \(request.maxBytes)", input: file)
        }
        guard after.upright == PixelSize(width: image.size.width, height: image.size.height), after.orientation == 1,
            image.placement.original == before
        else {
            throw Breach(
                words:
                    "what is sent is \(after.stored), orientation \(after.orientation), and said to be "
                    + "\(image.size) of \(image.placement.original)", input: file)
        }
        let isOwn = request.maxBytes < 1000
        guard image.size == wanted || isOwn && image.size.width <= before.width && image.size.height <= before.height
        else { throw Breach(words: "the size \(image.size) is sent, and not \(wanted)", input: file) }
    }

    /// Whether the file went along as it is: whatever is made again is a JPEG.
    private func isPassedOn(_ image: EncodedImage, _ header: PictureHeader, _ after: PictureHeader) -> Bool {
        header.format == after.format
            && (header.format != .jpeg || header.isCommon && header.orientation == 1 && header.stored == after.stored)
    }

    private func pixels(
        _ image: EncodedImage, _ header: PictureHeader, isPassedOn: Bool, isSure: Bool, _ file: [UInt8]
    ) throws(Breach) {
        do throws(PictureError) {
            try decoder.decode(image.bytes.span, atLeast: nil, pixelLimit: TensorKind.pixelLimit, into: &sent)
        } catch {
            // A file that goes as it is may be broken inside, where a decoder alone sees it.
            let isBroken =
                (try? decoder.decode(
                    file.span, atLeast: nil, pixelLimit: TensorKind.pixelLimit, into: &original)) == nil
            if isPassedOn, isBroken { return }
            throw Breach(words: "what is sent cannot be decoded: \(error)", input: file)
        }
        guard sent.width == image.size.width, sent.height == image.size.height else {
            throw Breach(words: "what is sent is decoded to \(sent.size), and not to \(image.size)", input: file)
        }
        guard isPassedOn, isSure,
            (try? decoder.decode(file.span, atLeast: nil, pixelLimit: TensorKind.pixelLimit, into: &original)) != nil
        else { return }
        if sent != original { throw Breach(words: "what is sent shows other pixels than the file", input: file) }
    }

    /// What was said about a picture may be found again in its coded pixels alone, where the mutator has put it.
    private func marks(_ bytes: [UInt8], _ file: [UInt8]) throws(Breach) {
        for secret in secrets {
            guard Talkative.find(secret.bytes, in: bytes) != nil else { continue }
            for piece in PicturePieces(bytes).saying
            where Talkative.find(secret.bytes, in: Array(bytes[piece.range])) != nil {
                throw Breach(words: "\(secret.name) is sent, in \(piece.name)", input: file)
            }
        }
    }
}
