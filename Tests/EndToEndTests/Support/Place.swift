import Glibc
import Platform

/// Where things are: the checkout, the program, the models.
enum Place {
    /// The checkout.
    static let root = FilePath("\(#filePath)").directory.directory.directory.directory
    /// The models of the tests.
    static let models = root.appending("Tests/Fixtures/Models")
    /// The demo's folder.
    static let demo = root.appending("Jobs/demo")
    /// Python with the packages of Scripts/requirements/test.txt.
    static let python = root.appending(".deps/python/bin/python")
    /// The library that Scripts/setup fetched.
    static let library = root.appending(".deps/litert/libLiteRt.so")
    /// The program: what was built together with the tests lies beside their bundle.
    static let cairn: FilePath = {
        for start in [ownBundle, ownExecutable].compactMap({ $0 }) {
            let beside = start.directory.appending("cairn")
            if access(beside.description, X_OK) == 0 { return beside }
        }
        return root.appending(".build/debug/cairn")
    }()

    /// The bundle that `swift test` names on the command line of the runner.
    private static let ownBundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }.map { FilePath($0) }
    private static let ownExecutable = try? FilePath("/proc/self/exe").resolved()
}
