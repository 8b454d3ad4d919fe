import Glibc
import Platform
import TestSupport
import Testing

@testable import Commands

@Suite("A file that a command is to write") struct OutputFileTests {
    private static let event = #"{"time":"2026-11-21T15:33:16.042Z","event":"sent","pid":1}"# + "\n"

    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func problem(_ kind: OutputFile.Kind, of content: String) throws -> String? {
        try #require(OutputFile(try scratch.write("out", content), kind)).contentProblem
    }

    @Test func `may replace what the same option wrote, and what is empty or not there`() throws {
        #expect(try problem(.metrics, of: "# HELP cairn_runs Runs.\n") == nil)
        #expect(try problem(.log, of: Self.event) == nil)
        // The last line may be cut: a machine lost its power.
        #expect(try problem(.log, of: "noise\n" + Self.event + "{\"ti") == nil)
        for kind in [OutputFile.Kind.plan, .metrics, .log] {
            #expect(try problem(kind, of: "") == nil)
            #expect(try #require(OutputFile(scratch.file("none"), kind)).contentProblem == nil)
        }
    }

    @Test(arguments: [
        (OutputFile.Kind.plan, "is not a plan of an earlier --out"),
        (.metrics, "is not a file of metrics of an earlier --prometheus"),
        (.log, "is not a log of an earlier --log"),
    ])
    func `never replaces another file`(kind: OutputFile.Kind, reason: String) throws {
        #expect(try problem(kind, of: "my holiday\n") == reason)
        #expect(try problem(kind, of: "no line feed") == reason)
    }

    @Test func `is no link, no FIFO and no folder`() throws {
        let target = try scratch.write("target", Self.event)
        #expect(symlink(target.description, scratch.file("link").description) == 0)
        #expect(mkfifo(scratch.file("pipe").description, 0o600) == 0)
        #expect(
            OutputFile(scratch.file("link"), .log)?.contentProblem == "is a symbolic link, which is not followed")
        #expect(
            OutputFile(scratch.file("pipe"), .plan)?.contentProblem == "is not a plain file and cannot be replaced")
        // A log may go to a reader of a FIFO.
        #expect(OutputFile(scratch.file("pipe"), .log)?.contentProblem == nil)
    }

    @Test func `is the same under another name`() throws {
        let path = try scratch.write("a", Self.event)
        #expect(link(path.description, scratch.file("b").description) == 0)
        let file = try #require(OutputFile(path, .log))
        #expect(file.isSame(as: scratch.file("b")) && !file.isSame(as: scratch.file("c")))
        let absent = try #require(OutputFile(scratch.file("x"), .plan))
        #expect(absent.isSame(as: FilePath("\(scratch.path)/./x")) && !absent.isSame(as: path))
    }

    @Test func `metrics on standard output are no file`() {
        #expect(OutputFile(FilePath("-"), .metrics) == nil && OutputFile(nil, .plan) == nil)
    }
}
