internal import Fetching
internal import Imaging
internal import Platform
internal import Domain

/// Makes smaller, upright JPEG files of pictures on this machine, without their metadata; one for each thread.
final class PictureMaker {
    private let loader = ImageLoader(DownloadSettings(RetryPolicy(), certificates: nil))
    private let preparer: ImagePreparer

    /// A maker.
    ///
    /// - Parameter memory: what it shares with others for large decodes.
    init(sharing memory: MemoryBudget) { preparer = ImagePreparer(sharing: memory) }

    /// The files in the sizes of an order.
    ///
    /// - Throws: why no file on this machine has the picture.
    func make(_ order: PictureOrder) throws(Failure) -> [[UInt8]] {
        let (preparer, turn, requests) = (preparer, order.key.turn, order.sizes.map(\.request))
        let result = try loader.load(order.key, from: order.files.filter { !$0.path.isAddress }) {
            file, _ -> [[UInt8]]? in
            guard requests.count == 1 else { return nil }
            return preparer.encode(file, for: requests[0], turn: turn).map { [$0.bytes] }
        } whole: { bytes, _ throws(Failure) in
            try requests.map { request throws(Failure) in try preparer.encode(bytes, for: request, turn: turn).bytes }
        }
        if let files = result.outcome { return files }
        throw result.failure
            ?? Failure(stage: .read, kind: .missing, message: "no file on this machine has the picture any more")
    }
}

/// A picture that is wanted, in some sizes.
struct PictureOrder: Sendable {
    let key: ImageKey
    /// Where it may be found.
    let files: [FileLocation]
    let sizes: [PictureSize]
}

/// A size in which pictures are made.
struct PictureSize: Hashable, Sendable {
    /// The longest edge in pixels.
    let edge: Int
    /// Of the JPEG, 1...100.
    let quality: Int

    /// What decides the file beside the picture.
    var key: String { "\(edge)q\(quality)" }

    fileprivate var request: EncodeRequest {
        EncodeRequest(
            fit: .box(Size(width: edge, height: edge)), quality: quality, metadata: .strip, maxBytes: 64_000_000)
    }
}
