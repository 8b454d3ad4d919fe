import Crypto
import Domain
import Platform

/// The services that serve models, on a port of this machine.
///
/// They are Cloud Storage, Cloud Storage for Firebase, Firebase ML with its installations, and a plain web server. A
/// request that a real service would not take is noted.
package final class ModelServices: Sendable {
    /// What the services know and have seen.
    struct State {
        var content: [UInt8] = []
        /// Counts the versions.
        var generation = 1000
        var faults: [(fault: ModelFault, times: Int)] = []
        var violations: [String] = []
        /// How often the bytes of a model were asked for.
        var downloads = 0
        /// How often it was asked for its version alone.
        var questions = 0
        var installations: [String: String] = [:]
        var registrations = 0
        var renewals = 0
        var bundle: String?
    }

    /// The bucket.
    package static let bucket = "flower-bucket"
    /// The object's name in it.
    package static let object = "models/flowers v1.tflite"
    /// The Firebase project.
    package static let project = "flower-project"
    /// The model's name at Firebase ML.
    package static let model = "flowers"
    /// The app's id.
    package static let appID = "1:123456789012:ios:0123456789abcdef"
    /// The project's API key.
    package static let apiKey = "AIzaSyFlowerKey0123456789abcdefghijklm"
    /// What an account proves itself with.
    package static let accessToken = "ya29.flower-access-token"
    /// What shows that the app asks.
    package static let appCheck = "app-check-token-of-flowers"
    /// What a Firebase user proves himself with.
    package static let idToken = "id-token-of-a-flower-user"
    /// `GoogleService-Info.plist`, in the shape that the Firebase console gives for an iOS app.
    package static let propertyList = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>API_KEY</key>
        \t<string>\(apiKey)</string>
        \t<key>GCM_SENDER_ID</key>
        \t<string>123456789012</string>
        \t<key>PLIST_VERSION</key>
        \t<string>1</string>
        \t<key>BUNDLE_ID</key>
        \t<string>org.example.flowers</string>
        \t<key>PROJECT_ID</key>
        \t<string>\(project)</string>
        \t<key>STORAGE_BUCKET</key>
        \t<string>\(bucket)</string>
        \t<key>IS_ADS_ENABLED</key>
        \t<false></false>
        \t<key>IS_GCM_ENABLED</key>
        \t<true/>
        \t<key>GOOGLE_APP_ID</key>
        \t<string>\(appID)</string>
        </dict>
        </plist>
        """

    let state: Monitor<State>
    /// The server; its requests and connections are counted.
    package let server: LoopbackServer
    /// `http://127.0.0.1:PORT`, without a closing slash.
    package var url: String { server.url }
    /// The address of the file on the web server.
    package var address: String { "\(url)/files/flowers.tflite" }

    /// Starts the services with a model.
    package init(_ content: [UInt8]) throws {
        let state = Monitor(State(content: content))
        self.state = state
        server = try LoopbackServer { request in ModelServices.answer(request, state) }
    }

    /// Publishes a newer version.
    package func publish(_ content: [UInt8]) {
        state.with {
            $0.content = content
            $0.generation += 1
        }
    }

    /// Does something wrong for some requests; for every one where `times` is not said.
    package func fault(_ fault: ModelFault, times: Int = .max) { state.with { $0.faults.append((fault, times)) } }

    /// Does everything right again.
    package func mend() { state.with { $0.faults = [] } }

    /// Restricts the API key to an app.
    package func restrict(to bundle: String) { state.with { $0.bundle = bundle } }

    /// Requests that no real service would take.
    package var violations: [String] { state.with { $0.violations } }
    /// How often a model's bytes were asked for.
    package var downloads: Int { state.with { $0.downloads } }
    /// How often only the version was asked for.
    package var questions: Int { state.with { $0.questions } }
    /// How many installations were registered.
    package var registrations: Int { state.with { $0.registrations } }
    /// How often an installation's token was renewed.
    package var renewals: Int { state.with { $0.renewals } }

    private static func answer(
        _ request: LoopbackServer.Request, _ state: Monitor<State>
    ) -> LoopbackServer.Response {
        let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
        let call = ModelCall(request, path: parts[0], query: parts.count > 1 ? parts[1] : "")
        return state.with { $0.answer(call) }
    }
}

/// One request, taken apart.
struct ModelCall {
    let request: LoopbackServer.Request
    let path: String
    let query: [String: String]

    init(_ request: LoopbackServer.Request, path: String, query: String) {
        self.request = request
        self.path = path
        self.query = Dictionary(
            query.split(separator: "&").map { pair in
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return (sides[0], sides.count > 1 ? sides[1] : "")
            }, uniquingKeysWith: { first, _ in first })
    }

    func header(_ name: String) -> String? { request.header(name) }
}
