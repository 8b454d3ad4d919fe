import Platform
import TestSupport

/// A deployed function and the Auth emulator whose users it knows.
struct FunctionSite {
    let function: Peer
    let auth: Peer

    /// All that must be nowhere; where it is expected, by the names of environment variables.
    static let secrets = [
        "EMAIL": "only-user@example.com", "PASSWORD": "pass-word-never-to-be-seen",
        "WEB_KEY": "AIzaSyWebKey-never-to-be-seen", "APP_CHECK": "app-check-never-to-be-seen",
    ]
    /// Besides those: how every ID token of the emulator begins.
    static let hidden = Array(secrets.values) + ["eyJhbGciOi"]

    /// Starts both.
    ///
    /// - Parameter arguments: of callable_peer.py.
    init(_ arguments: [String] = [], in scratch: Scratch, name: String = "peer") async throws {
        (function, auth) = try await offPool {
            let expected = Self.secrets.map { ("PEER_" + $0.key, $0.value) }
            let environment = Dictionary(uniqueKeysWithValues: expected)
            return (
                try Peer(
                    "callable_peer.py", arguments, environment: environment, in: scratch, name: "\(name)-function"),
                try Peer("auth_emulator.py", ["--rotate"], environment: environment, in: scratch, name: "\(name)-auth")
            )
        }
    }

    /// A place with pictures of the marks, from which the function is called.
    func site(marks: Range<Int> = 1..<1) throws -> VisionSite {
        try VisionSite(function, marks: marks, environment: Self.secrets)
    }

    /// Writes a job that asks the function about all pictures.
    func writeJob(
        in site: VisionSite, images: [String] = ["folder: pictures"], features: [String] = ["LABEL_DETECTION"],
        retry: String = "attempts: 3", argument: String = "auto", more: [String] = ["pace: {inFlight: 1}"]
    ) throws -> String {
        var lines = ["job: job", "images:"] + images.map { "  - \($0)" }
        lines += ["backend:", "  kind: firebase", "  project: demo-project", "  argument: \(argument)"]
        lines += [
            "  url: \(function.url)/demo-project/us-central1/annotateImage", "  appCheck: env:APP_CHECK", "  auth:",
        ]
        lines += ["    webKey: env:WEB_KEY", "    email: env:EMAIL", "    password: env:PASSWORD"]
        lines += ["    emulator: \(auth.authority)", "features:"] + features.map { "  - \($0)" }
        lines += ["retry: {base: 1ms, cap: 20ms, \(retry)}"] + more
        try site.scratch.write("job.yaml", lines.joined(separator: "\n") + "\n")
        return "job.yaml"
    }
}
