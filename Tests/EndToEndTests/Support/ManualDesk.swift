import Platform
import TestSupport
import Testing

/// A fresh folder in which the commands of a page run, with the program on the PATH and pictures in `photos`.
final class ManualDesk {
    private let scratch: Scratch
    private var vision: Peer?
    private var environment: [String: String]

    /// A folder for a page.
    ///
    /// - Parameter peers: the services that the page asks; `vision` is the Cloud Vision API.
    init(peers: Set<String>) async throws {
        scratch = try Scratch()
        try Files.makeFolder(scratch.file("bin"))
        let pictures = Place.demo.appending("pictures")
        for name in Files.names(in: pictures) { try scratch.copy(pictures.appending(name), to: "work/photos/\(name)") }
        let path = "\(scratch.file("bin")):/usr/local/bin:/usr/bin:/bin"
        environment = ["PATH": path, "CHECKOUT": packageRoot.description]
        // No other machine is asked: a port that no program listens on stands before them all.
        for name in ["http_proxy", "https_proxy"] { environment[name] = "http://127.0.0.1:9" }
        // Caps of pages are of a day and of a month, which must not end between two commands.
        environment.merge(try await SetClock(in: scratch).environment) { $1 }
        try await scratch.run("ln", "-s", Place.cairn.description, scratch.file("bin/cairn").description)
        for peer in peers {
            guard peer == "vision" else { throw PeerError(words: "there is no peer `\(peer)` for pages") }
            vision = try await VisionSite.peer(in: scratch)
            environment["GOOGLE_API_KEY"] = VisionSite.key
        }
    }

    /// Writes a file of the page; a manifest that asks the Cloud Vision API asks its peer.
    func write(_ name: String, _ text: String) throws {
        var text = text
        if let vision, !text.contains("endpoint:") {
            text = text.replacing(/\n( *)kind: vision(?: +#[^\n]*)?\n/) { "\($0.0)\($0.1)endpoint: \(vision.url)\n" }
            text = text.replacing("{kind: vision,", with: "{kind: vision, endpoint: '\(vision.url)',")
        }
        try scratch.write("work/\(name)", text)
    }

    /// Runs a command as a shell does, both streams in one.
    ///
    /// - Parameter status: how the command before it ended, for `echo $?`.
    func run(_ command: String, after status: Int32) async throws -> Ending {
        let script = "cd work; exec 2>&1; (exit \(status))\n\(command)"
        return try await scratch.start(["bash", "-c", script], environment: environment).end()
    }

    /// Requests that were not well done.
    func violations() throws -> [String] { try vision?.violations() ?? [] }
}
