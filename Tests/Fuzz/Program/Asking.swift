import Backends
import Curl
import Domain
import Services

/// The two backends whose readers are under test, with responses that come from nowhere.
struct Asking {
    /// Who is asked.
    enum Service: CaseIterable {
        case vision, function

        /// What proves who asks, and no message may repeat.
        var secret: String {
            switch self {
            case .vision: "AIzaFuzzFuzzFuzzFuzzFuzzFuzzFuzzFuzzFuz"
            case .function: "e30.e30.c2lnbmF0dXJlLW9mLWEtZnV6eg"
            }
        }
    }

    /// What became of a request.
    struct Outcome {
        var replies: [Reply] = []
        /// Why the run would stop.
        var stop: BackendError?

        /// The replies that are an answer.
        var isAnswered: Bool { stop == nil && replies.contains { $0.isAnswered } }
    }

    private let vision: VisionBackend
    private let environment = ProcessEnvironment(
        variables: ["KEY": Service.vision.secret, "ID": Service.function.secret],
        clock: Clock { Timestamp(milliseconds: 1_795_000_000_000) })
    private let features = FeatureType.vision.map { Feature(type: $0) }

    init() throws {
        var settings = VisionSettings(auth: .apiKey(.environment("KEY")))
        settings.account = "my-project"
        vision = try VisionPlan(settings, features: features, prepare: Prepare())
            .open(in: environment, timeout: .seconds(1))
    }

    /// What a service's response means for some pictures, of which all is asked.
    func send(_ service: Service, count: Int, _ response: HTTPResponse, isText: Bool = false) -> Outcome {
        let transport: Transport = { _ throws(HTTPError) in response }
        var outcome = Outcome()
        do throws(BackendError) {
            switch service {
            case .vision: outcome.replies = try send(count, to: vision, vision.makeSlot(over: transport))
            case .function:
                let function = try function(isText: isText)
                outcome.replies = try send(count, to: function, function.makeSlot(over: transport))
            }
        } catch {
            outcome.stop = error
        }
        return outcome
    }

    private func send<Backend: RemoteBackend>(
        _ count: Int, to backend: Backend, _ slot: Backend.Slot
    ) throws(BackendError) -> [Reply] {
        var batch = backend.makeBatch()
        for _ in 0..<count { _ = batch.append(.picture(Asking.picture), asking: backend.recipes) }
        return try slot.send(batch) { _ in true }
    }

    /// What is read of a response that was kept.
    func again(_ raw: RawResponse) -> [Answer]? {
        try? reparse(raw, original: Size(width: 1, height: 1), recipes: vision.recipes)
    }

    /// A function of which nothing is known yet: what one case finds out is nothing to the next.
    private func function(isText: Bool) throws(BackendError) -> FirebaseBackend {
        var settings = FirebaseSettings(
            project: "p-1", function: .named("annotateImage", region: "us-central1"),
            auth: .idToken(.environment("ID")))
        settings.argument = isText ? .string : .auto
        return try FirebasePlan(settings, features: features, prepare: Prepare())
            .open(in: environment, timeout: .seconds(1))
    }

    /// A picture whose pixels are the original's, and the fractions of it are pixels.
    private static let picture = EncodedImage(
        bytes: [1, 2, 3], size: Size(width: 1, height: 1),
        placement: Placement(
            scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 0), original: Size(width: 1, height: 1)))
}

extension Reply {
    /// Whether all that was asked is answered.
    var isAnswered: Bool {
        if case .answered = outcome { return true }
        return false
    }

    /// Why it failed; nil where it did not.
    var failure: Failure? {
        if case .failed(let failure) = outcome { return failure }
        return nil
    }

    /// Whether two replies say the same of their images.
    func says(_ other: Reply) -> Bool {
        isAnswered == other.isAnswered && answers.map(\.annotations) == other.answers.map(\.annotations)
            && failure?.code == other.failure?.code && charge == other.charge
    }
}
