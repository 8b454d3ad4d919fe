import Glibc
import Platform
import TestSupport
import Testing

/// How often a worker opens a picture, as the kernel tells it.
@Suite(.inTurn) struct `A worker` {
    private let once = Dictionary(uniqueKeysWithValues: (1..<7).map { ("\($0).png", 1) })

    @Test func `opens each picture once for a local model`() async throws {
        let scratch = try Scratch()
        for mark in 1..<7 { try scratch.write("pictures/\(mark).png", Picture(mark: mark).png) }
        try await scratch.cairn("submit", scratch.writeJob(), exits: 0)
        let watch = try OpenWatch(scratch.file("pictures"))
        try await scratch.cairn("work", exits: 0)
        #expect(try watch.opened() == once)
    }

    @Test func `opens each picture once for a service`() async throws {
        let peer = try await VisionSite.peer(in: try Scratch())
        let site = try VisionSite(peer, marks: 1..<7)
        try site.writeJob()
        try await site.cairn("submit", "job.yaml", exits: 0)
        let watch = try OpenWatch(site.scratch.file("pictures"))
        try await site.cairn("work", exits: 0)
        #expect(try watch.opened() == once)
    }
}

/// Counts how often the files of a folder are opened, by inotify(7).
private final class OpenWatch {
    private let descriptor: Int32

    init(_ folder: FilePath) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK))
        // The kernel merges equal events that follow each other; those of closing keep two of opening apart.
        let events = UInt32(IN_OPEN) | UInt32(IN_CLOSE_NOWRITE)
        guard descriptor >= 0, inotify_add_watch(descriptor, folder.description, events) >= 0 else {
            throw SystemError("inotify", folder.description)
        }
    }

    deinit { close(descriptor) }

    /// How often each file was opened so far, by name; the folder itself has none.
    func opened() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        var events = [UInt8](repeating: 0, count: 65_536)
        while true {
            let length = read(descriptor, &events, events.count)
            guard length > 0 else { return counts }
            // Each event is a watch, a mask, a cookie and the length of its name, of four bytes each, and the name.
            var place = 0
            while place < length {
                let isOpening = events[place + 4] & UInt8(IN_OPEN) != 0
                let nameLength = Int(events[place + 12]) | Int(events[place + 13]) << 8
                let name = events[(place + 16)..<(place + 16 + nameLength)].prefix { $0 != 0 }
                if isOpening, !name.isEmpty { counts[String(decoding: name, as: UTF8.self), default: 0] += 1 }
                place += 16 + nameLength
            }
        }
    }
}
