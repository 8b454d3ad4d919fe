import Backends
import Curl
import JSON
import Domain
import Services

/// A service with a wire of its own: one POST for each picture with the file as its body, answered `{"tags":["sky"]}`.
struct TagService: RemotePlan, RemoteBackend {
    let url: String
    let recipes = [tagRecipe]
    let account = "tag-lovers"
    let defaultInFlight = 2
    let maxImages = 1
    var knownAccount: String? { account }

    func open(in environment: ProcessEnvironment, timeout: TimeSpan) -> TagService { self }
    func makeBatch() -> TagRequest { TagRequest() }
    func makeSlot() -> TagSlot { TagSlot(url) }
    func encoding(for recipes: [Recipe]) -> EncodeRequest {
        EncodeRequest(fit: .original, quality: 85, metadata: .strip, maxBytes: 1_000_000)
    }
    func download(_ object: String, limit: Int) throws(Failure) -> [UInt8] {
        throw Failure(stage: .read, kind: .unreachable, message: "it takes no references")
    }
}

/// A request: one picture.
struct TagRequest: ImageBatch {
    var pictures: [EncodedImage] = []
    var count: Int { pictures.count }
    var isFull: Bool { count == 1 }

    mutating func append(_ content: ImageContent, asking recipes: [Recipe]) -> Bool {
        guard !isFull, case .picture(let picture) = content else { return false }
        pictures = [picture]
        return true
    }
    func slice(_ places: Range<Int>) -> TagRequest { TagRequest(pictures: Array(pictures[places])) }
}

/// One connection.
final class TagSlot: RemoteSlot {
    private let client = HTTPClient()
    private let url: String

    init(_ url: String) { self.url = url }

    func send(_ batch: TagRequest, again: (Int) -> Bool) throws(BackendError) -> [Reply] {
        guard let picture = batch.pictures.first else { return [] }
        var request = HTTPRequest(.post, url)
        request.body = HTTPBody(picture.bytes)
        guard let response = try? client.perform(request) else { throw .unreachable("no tags today") }
        let tags = (try? JSONDocument(response.body))?.root["tags"]?.elements.compactMap(\.string) ?? []
        if response.status == 403 { throw .service(account: "tag-lovers", code: "403", words: "no", advice: "ask") }
        let failure = Failure(stage: .annotate, kind: .refused, code: "\(response.status)", message: "it is refused")
        var reply = response.status == 200 ? Reply(.answered, charge: .billed) : Reply(.failed(failure), charge: .none)
        if response.status == 200 { reply.answers = [tagAnswer(tags)] }
        reply.raw = RawResponse(bytes: response.body, sent: picture.size)
        reply.metrics = CallMetrics(
            httpStatus: response.status, requestBytes: picture.bytes.count, latency: .seconds(1))
        return [reply]
    }
}
