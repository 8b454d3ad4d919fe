import Glibc
import Platform
import TestSupport
import Testing

/// A clock on the wall that a test sets while programs run; spans of time go on as they are.
///
/// See Tests/Torture/clock.c.
struct SetClock {
    /// What programs get that go by it, in UTC.
    let environment: [String: String]
    private let file: FilePath

    /// A clock, which is the machine's until it is set.
    init(in scratch: Scratch) async throws {
        let library = scratch.file("clock.so")
        try await scratch.run(
            "cc", "-shared", "-fPIC", "-O1", "-o", library.description,
            packageRoot.appending("Tests/Torture/clock.c").description)
        file = try scratch.write("clock", [UInt8](repeating: 0, count: 8))
        environment = ["LD_PRELOAD": library.description, "CLOCK_FILE": file.description, "TZ": "UTC"]
    }

    /// Sets it to a number of seconds since 1970.
    func set(to seconds: Int) throws {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var ahead = Int64(seconds - now.tv_sec) * 1000
        // In place and in one piece: programs have the file in their memory.
        let number = open(file.description, O_WRONLY)
        defer { close(number) }
        guard number >= 0, pwrite(number, &ahead, 8, 0) == 8 else { throw SystemError("write", file) }
    }
}
