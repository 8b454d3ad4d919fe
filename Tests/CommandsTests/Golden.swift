import Glibc
import Platform
import TestSupport
import Testing

/// Compares a text with the file that was read and found good.
///
/// With `CAIRN_WRITE_GOLDEN` set the file is written instead: read the difference before it is committed.
func expectGolden(_ text: String, _ name: String, _ location: SourceLocation = #_sourceLocation) throws {
    let path = packageRoot.appending("Tests/CommandsTests/Golden").appending(name)
    if getenv("CAIRN_WRITE_GOLDEN") != nil {
        try Files.write(path, Array(text.utf8))
    }
    #expect(text == (try Files.text(path)), "\(name)", sourceLocation: location)
}
