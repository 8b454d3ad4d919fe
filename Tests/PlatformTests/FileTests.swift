import Glibc
import Platform
import TestSupport
import Testing

@Suite struct FileTests {
    let scratch: Scratch
    var folder: FilePath { scratch.path }
    let buffer = FileBuffer()

    init() throws { scratch = try Scratch() }

    func code(_ path: FilePath, limit: Int64 = 100) -> String? {
        do throws(SystemError) {
            try buffer.read(path, limit: limit)
            return nil
        } catch { return error.code }
    }

    @Test func `one buffer takes files of any size one after another`() throws {
        var random = Seeded(5)
        for size in [0, 1, 4095, 4096, 4097, 200_000, 3, 0] {
            let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            let status = try buffer.read(try scratch.write("a", bytes), limit: 1 << 20)
            #expect(buffer.copy == bytes && status.bytes == Int64(size) && buffer.count == size)
            #expect(buffer.withBytes { $0.count } == size)
        }
    }

    @Test func `a window goes forward through a file, and grows where it stays`() throws {
        var random = Seeded(6)
        let bytes = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let path = try scratch.write("a", bytes)
        for round in 0..<200 {
            let window = Int.random(in: 1...(round < 100 ? 600 : 6000), using: &random)
            #expect(try buffer.open(path, limit: 5000, window: window).bytes == 5000)
            #expect(buffer.start == 0 && buffer.count == min(window, 5000) && buffer.isWhole == (window >= 5000))
            while !buffer.isAtEnd {
                let (start, count) = (buffer.start, buffer.count)
                #expect(buffer.copy == Array(bytes[start..<(start + count)]))
                let step = round % 3 == 0 ? 0 : Int.random(in: 0...count, using: &random)
                try buffer.move(to: start + step)
                #expect(buffer.start == start + step)
                #expect(step == 0 ? buffer.isAtEnd || buffer.count >= 2 * count : true)
            }
            #expect(buffer.copy == Array(bytes[buffer.start...]) && buffer.isUnchanged)
            if round % 2 == 0 {
                try buffer.readWhole()
                #expect(buffer.isWhole && buffer.copy == bytes)
            }
        }
    }

    @Test func `a window shows a file that is changed, and ends where it was cut`() throws {
        let path = try scratch.write("a", [UInt8](repeating: 1, count: 5000))
        try buffer.open(path, limit: 5000, window: 1000)
        #expect(buffer.isUnchanged && !buffer.isAtEnd)
        #expect(truncate(path.description, 1500) == 0)
        #expect(!buffer.isUnchanged && !buffer.isAtEnd)
        try buffer.move(to: 1000)
        #expect(buffer.isAtEnd && buffer.count == 500 && !buffer.isUnchanged)
        buffer.close()
        #expect(buffer.count == 500 && !buffer.isUnchanged)
        try buffer.read(path, limit: 5000)
        #expect(buffer.isWhole && buffer.isUnchanged)
    }

    @Test func `what cannot be taken into memory is refused by the system's word for it, and none hangs`() throws {
        let long = try scratch.write("long", [UInt8](repeating: 1, count: 101))
        #expect(code(long) == "EFBIG")
        #expect(buffer.count == 0)
        #expect(code(long, limit: 101) == nil)
        #expect(code(folder) == "EISDIR")
        #expect(code(folder.appending("none")) == "ENOENT")
        #expect(code(long.appending("below")) == "ENOTDIR")
        let pipe = folder.appending("pipe")
        #expect(mkfifo(pipe.description, 0o600) == 0)
        #expect(code(pipe) == "EINVAL")
        #expect(code(FilePath("/dev/null")) == "EINVAL")
    }

    @Test(arguments: [13_569_465_600, -15_000_000_000, 9_223_372_036, 0]) func `any time of change is a number`(
        seconds: Int
    ) throws {
        let path = try scratch.write("dated", [1])
        var times = [timespec(tv_sec: seconds, tv_nsec: 999), timespec(tv_sec: seconds, tv_nsec: 999)]
        #expect(utimensat(AT_FDCWD, path.description, &times, 0) == 0)
        let status = try FileStatus(of: path)
        #expect(status.kind == .file && status.bytes == 1)
        if seconds == 0 { #expect(status.modifiedNanoseconds == 999) }
        if seconds > 10_000_000_000 { #expect(status.modifiedNanoseconds >= 9_223_372_036_000_000_000) }
    }

    @Test func `a refusal names what was done, to what, and why`() {
        let error = SystemError("open", FilePath("a\nb"), number: ENOENT)
        #expect(error.subject == "a\\x0ab" && error.code == "ENOENT" && error.reason == "No such file or directory")
        #expect(!error.isTransient && SystemError("read", "x", number: EIO).isTransient)
        #expect(SystemError("x", "y", number: 4242).code == "errno 4242")
        #expect(SystemError("x", "y", number: 4242).reason == "error 4242")
    }

    @Test func `this process lives, another start under its number does not, and another host cannot tell`() throws {
        let mine = try ProcessIdentity.current()
        #expect(!mine.isDead(seenFrom: mine.host))
        let earlier = ProcessIdentity(host: mine.host, pid: mine.pid, started: mine.started - 1)
        #expect(earlier.isDead(seenFrom: mine.host) && !earlier.isDead(seenFrom: "elsewhere"))
    }

    @Test func `a child that has ended is dead, before and after it is reaped`() throws {
        let mine = try ProcessIdentity.current()
        var child: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        #expect(posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil) == 0)
        // Waits for the end and leaves the child to be reaped.
        var information = siginfo_t()
        #expect(waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) == 0)
        let identity = ProcessIdentity(host: mine.host, pid: child, started: 1)
        #expect(identity.isDead(seenFrom: mine.host))
        #expect(waitpid(child, nil, 0) == child)
        #expect(identity.isDead(seenFrom: mine.host))
    }
}
