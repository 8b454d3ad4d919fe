import Platform
import TestSupport

/// Where things are: the program, the demo, Python.
enum Place {
    /// The demo's folder.
    static let demo = packageRoot.appending("Jobs/demo")
    /// Python with the packages of Scripts/requirements/test.txt.
    static let python = packageRoot.appending(".deps/python/bin/python")
    /// The program.
    static let cairn = builtProgram("cairn")
    /// What reads mutated inputs.
    static let fuzz = builtProgram("fuzz")
}
