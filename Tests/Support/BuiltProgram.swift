import Glibc
import Platform

/// A program of this package: what was built together with the tests lies beside their bundle.
package func builtProgram(_ name: String) -> FilePath {
    for start in [ownBundle, ownExecutable].compactMap({ $0 }) {
        let beside = start.directory.appending(name)
        if access(beside.description, X_OK) == 0 { return beside }
    }
    return packageRoot.appending(".build/debug/\(name)")
}

/// The bundle that `swift test` names on the command line of the runner.
private let ownBundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }.map { FilePath($0) }
private let ownExecutable = try? FilePath("/proc/self/exe").resolved()
