import Platform
import TestSupport

/// A deployed function and the Auth emulator whose users it knows.
struct FunctionSite {
    let function: Peer
    let auth: Peer
    /// What gives App Check tokens; nil: the function takes one token alone, which is in the environment.
    let appCheck: Peer?

    /// All that must be nowhere; where it is expected, by the names of environment variables.
    static let secrets = [
        "EMAIL": "only-user@example.com", "PASSWORD": "pass-word-never-to-be-seen",
        "WEB_KEY": "AIzaSyWebKey-never-to-be-seen", "APP_CHECK": "app-check-never-to-be-seen",
        "DEBUG_TOKEN": "debug-token-never-to-be-seen",
    ]
    /// Besides those: how every ID token of the emulator begins.
    static let hidden = Array(secrets.values) + ["eyJhbGciOi"]

    /// Starts them.
    ///
    /// - Parameters:
    ///   - arguments: of callable_peer.py.
    ///   - appCheck: of app_check_peer.py; nil: there is none.
    ///   - takes: whose App Check tokens the function takes where there is such a peer: those with this secret.
    init(
        _ arguments: [String] = [], appCheck: [String]? = nil, takes secret: String = "signing", in scratch: Scratch,
        name: String = "peer"
    ) async throws {
        (function, auth, self.appCheck) = try await offPool {
            let expected = Self.secrets.map { ("PEER_" + $0.key, $0.value) }
            var environment = Dictionary(uniqueKeysWithValues: expected)
            let auth = try Peer(
                "auth_emulator.py", ["--rotate"], environment: environment, in: scratch, name: "\(name)-auth")
            environment["PEER_APP_CHECK_SECRET"] = "signing"
            let giver = try appCheck.map {
                try Peer("app_check_peer.py", $0, environment: environment, in: scratch, name: "\(name)-app-check")
            }
            environment["PEER_APP_CHECK_SECRET"] = giver == nil ? nil : secret
            return (
                try Peer(
                    "callable_peer.py", arguments, environment: environment, in: scratch, name: "\(name)-function"),
                auth, giver
            )
        }
    }

    /// A place with pictures of the marks, from which the function is called.
    func site(marks: Range<Int> = 1..<1) throws -> VisionSite {
        try VisionSite(function, marks: marks, environment: Self.secrets)
    }

    /// Writes a job that asks the function about all pictures.
    ///
    /// - Parameter user: who signs in, in the section `auth`.
    func writeJob(
        in site: VisionSite, images: [String] = ["folder: pictures"], features: [String] = ["LABEL_DETECTION"],
        user: String = "email: env:EMAIL, password: env:PASSWORD", retry: String = "attempts: 3",
        argument: String = "auto", more: [String] = ["pace: {inFlight: 1}"], limitedUse: Bool = false
    ) throws -> String {
        let attestation = appCheck.map {
            "{appId: 1:123456789012:web:0a1b2c, debugToken: env:DEBUG_TOKEN, endpoint: '\($0.url)'"
                + (limitedUse ? ", limitedUse: true}" : "}")
        }
        var lines = ["job: job", "images:"] + images.map { "  - \($0)" }
        lines += ["backend:", "  kind: firebase", "  project: demo-project", "  argument: \(argument)"]
        lines += [
            "  url: \(function.url)/demo-project/us-central1/annotateImage",
            "  appCheck: \(attestation ?? "env:APP_CHECK")",
            "  auth: {webKey: env:WEB_KEY, \(user), emulator: '\(auth.authority)'}",
        ]
        lines += ["features:"] + features.map { "  - \($0)" }
        lines += ["retry: {base: 1ms, cap: 20ms, \(retry)}"] + more
        try site.scratch.write("job.yaml", lines.joined(separator: "\n") + "\n")
        return "job.yaml"
    }
}
