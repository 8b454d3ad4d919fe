import Platform
import Synchronization
import Testing

@Suite("A child process") struct ChildProcessTests {
    @Test func `has the bytes as its input, its own variables, and no others`() throws {
        let result = try run("cat; echo \"$A-$HOME\" >&2; exit 3", input: [1, 2, 0, 255], environment: ["A": "b"])
        #expect(result.exitReason == .exited(3))
        #expect(result.output == [1, 2, 0, 255])
        #expect(String(decoding: result.errors, as: UTF8.self) == "b-\n")
    }

    @Test(arguments: [("SEGV", "SIGSEGV"), ("ABRT", "SIGABRT"), ("KILL", "SIGKILL")])
    func `that dies of a signal is told by it`(signal: String, name: String) throws {
        let result = try run("echo last words >&2; kill -\(signal) $$")
        guard case .killed(let number) = result.exitReason else {
            Issue.record("\(result.exitReason)")
            return
        }
        #expect(signalName(number) == name)
        #expect(String(decoding: result.errors, as: UTF8.self) == "last words\n")
    }

    @Test(arguments: ["while :; do :; done", "read a < /dev/zero", "exec >&- 2>&-; while :; do :; done"])
    func `that does not end is stopped when its time is over`(script: String) throws {
        let began = monotonicMilliseconds()
        let result = try run(script, milliseconds: 200)
        #expect(result.exitReason == .tooLong)
        #expect(monotonicMilliseconds() - began < 20_000)
    }

    @Test func `that writes without end is read without end, and the first bytes are kept`() throws {
        let result = try run("yes noise >&2 & yes; wait", milliseconds: 500)
        #expect(result.exitReason == .tooLong)
        #expect(result.output.count == 65_536 && result.errors.count == 65_536)
    }

    @Test func `that takes much memory is stopped`() throws {
        let script = "a=xxxxxxxxxxxxxxxx; while :; do a=$a$a; done"
        let result = try run(script, milliseconds: 30_000, memory: 64 << 20)
        #expect(result.exitReason == .tooLarge)
    }

    @Test func `is stopped when its caller is interrupted`() throws {
        let asked = Atomic<Int>(0)
        let result = try run("while :; do :; done", isInterrupted: { asked.add(1, ordering: .relaxed).newValue > 3 })
        #expect(result.exitReason == .interrupted)
    }

    @Test func `of a program that is not there is an error that names it`() {
        let child = ChildProcess(FilePath("/none/such"), [], environment: [:])
        let error = #expect(throws: SystemError.self) { try child.run(input: [UInt8]().span) }
        #expect(error == SystemError("start", FilePath("/none/such"), number: 2))
    }

    private func run(
        _ script: String, input: [UInt8] = [], environment: [String: String] = [:], milliseconds: Int64 = 30_000,
        memory: Int64 = .max, isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) throws -> ChildProcess.Result {
        var child = ChildProcess(
            FilePath("/bin/sh"), ["-c", script],
            environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
        child.milliseconds = milliseconds
        child.memory = memory
        child.isInterrupted = isInterrupted
        return try child.run(input: input.span)
    }
}
