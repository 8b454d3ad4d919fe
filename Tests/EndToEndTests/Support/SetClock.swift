import Glibc
import Platform
import TestSupport
import Testing

/// A clock on the wall that a test sets while programs run; spans of time go on as they are.
///
/// See Tests/Torture/clock.c.
struct SetClock {
    /// What programs get that go by it.
    let environment: [String: String]
    private let scratch: Scratch
    private let file: FilePath

    /// A clock in a moment's zone, set to it.
    init(in scratch: Scratch, at moment: Moment = .noon) async throws {
        self.scratch = scratch
        let library = try await scratch.preload("clock")
        file = try scratch.write("clock", [UInt8](repeating: 0, count: 8))
        var environment = ["LD_PRELOAD": library.description, "CLOCK_FILE": file.description]
        environment["TZ"] = moment.zone
        self.environment = environment
        try set(to: moment.seconds)
    }

    /// Sets it to a number of seconds since 1970.
    func set(to seconds: Int) throws {
        var ahead = (Int64(seconds) - wallMilliseconds() / 1000) * 1000
        // In place and in one piece: programs have the file in their memory.
        let number = open(file.description, O_WRONLY)
        defer { close(number) }
        guard number >= 0, pwrite(number, &ahead, 8, 0) == 8 else { throw SystemError("write", file) }
    }

    /// When it shows a date and a time of day: `2026-11-22 03:30:00`, in seconds since 1970.
    func seconds(_ local: String) async throws -> Int {
        let ending = try await scratch.start(["date", "-d", local, "+%s"], environment: environment).end()
        return try #require(Int(ending.output.dropLast()), "\(ending)")
    }

    /// What date(1) makes of a number of seconds since 1970, in this clock's zone.
    func date(_ seconds: Int, _ format: String = "%F %H:%M:%S") async throws -> String {
        let ending = try await scratch.start(["date", "-d", "@\(seconds)", "+\(format)"], environment: environment)
            .end()
        #expect(ending.status == 0, "\(ending)")
        return String(ending.output.dropLast())
    }
}

extension Scratch {
    /// Compiles a library of Tests/Torture that programs load before all others.
    func preload(_ name: String, linking options: String...) async throws -> FilePath {
        let library = file("\(name).so")
        let source = packageRoot.appending("Tests/Torture/\(name).c")
        let ending = try await start(
            ["cc", "-shared", "-fPIC", "-O1", "-o", library.description, source.description] + options
        ).end()
        #expect(ending.status == 0, "\(ending)")
        return library
    }
}
