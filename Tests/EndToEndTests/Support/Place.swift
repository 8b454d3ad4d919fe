import Glibc
import Platform
import TestSupport

/// Where things are: the program, the demo, Python.
enum Place {
    /// The demo's folder.
    static let demo = packageRoot.appending("Jobs/demo")
    /// Python with the packages of Scripts/requirements/test.txt.
    static let python = packageRoot.appending(".deps/python/bin/python")
    /// The program.
    static let cairn = program("cairn")
    /// What reads mutated inputs.
    static let fuzz = program("fuzz")

    /// A program: what was built together with the tests lies beside their bundle.
    private static func program(_ name: String) -> FilePath {
        for start in [ownBundle, ownExecutable].compactMap({ $0 }) {
            let beside = start.directory.appending(name)
            if access(beside.description, X_OK) == 0 { return beside }
        }
        return packageRoot.appending(".build/debug/\(name)")
    }

    /// The bundle that `swift test` names on the command line of the runner.
    private static let ownBundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }.map { FilePath($0) }
    private static let ownExecutable = try? FilePath("/proc/self/exe").resolved()
}
