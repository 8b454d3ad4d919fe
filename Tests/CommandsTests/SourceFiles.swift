import FoundationEssentials
import Platform
import TestSupport

/// The files of the program.
func sources() throws -> [FilePath] {
    let folder = packageRoot.appending("Sources").description
    return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        .map { FilePath("\(folder)/\($0)") }
}
