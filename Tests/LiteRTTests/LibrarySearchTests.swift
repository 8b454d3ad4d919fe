import Glibc
import LiteRT
import Platform
import TestSupport
import Testing

@Suite struct LibrarySearchTests {
    @Test func `a place that is named is the only one`() {
        let environment = ["CAIRN_LITERT": "/opt/a.so", "HOME": "/home/u"]
        #expect(
            LibrarySearch.places(
                explicit: FilePath("/x/b.so"), environment: environment, executable: FilePath("/bin/cairn"))
                == [FilePath("/x/b.so")])
        #expect(
            LibrarySearch.places(explicit: nil, environment: environment, executable: FilePath("/bin/cairn"))
                == [FilePath("/opt/a.so")])
    }

    @Test func `places are neighbours, the checkout, the cache and the system`() {
        let places = LibrarySearch.places(
            explicit: nil, environment: ["CAIRN_LITERT": "", "HOME": "/home/u"],
            executable: FilePath("/src/cairn/.build/release/cairn"))
        #expect(
            places.map(\.description) == [
                "/src/cairn/.build/release/libLiteRt.so", "/src/cairn/.build/lib/libLiteRt.so",
                "/src/cairn/.build/lib/cairn/libLiteRt.so",
                "/src/cairn/.deps/litert/libLiteRt.so", "/home/u/.cache/cairn/litert/2.3.0/libLiteRt.so",
                "libLiteRt.so",
            ])
    }

    @Test func `no folder above a program outside of a checkout is looked into`() {
        let places = LibrarySearch.places(explicit: nil, environment: [:], executable: FilePath("/tmp/tools/bin/cairn"))
        #expect(
            places.map(\.description) == [
                "/tmp/tools/bin/libLiteRt.so", "/tmp/tools/lib/libLiteRt.so", "/tmp/tools/lib/cairn/libLiteRt.so",
                "libLiteRt.so",
            ])
    }

    @Test(arguments: [(0o777, 0o644), (0o770, 0o644), (0o755, 0o666), (0o755, 0o664)])
    func `a library that others may replace is not loaded unless it is named`(folder: Int, file: Int) throws {
        let scratch = try Scratch()
        let library = scratch.file("bin/libLiteRt.so")
        try Files.makeFolder(library.directory)
        try Files.write(library, Array("not a library".utf8))
        #expect(chmod(library.description, mode_t(file)) == 0)
        #expect(chmod(library.directory.description, mode_t(folder)) == 0)
        let other = folder == 0o755 ? library : library.directory
        #expect(throws: LiteRTError.writableByOthers(library, other)) {
            try LiteRTLibrary(places: [library, FilePath("libNothing.so")])
        }
        // The only place is the user's own word; what lies there is not a library.
        #expect(throws: LiteRTError.self) { try LiteRTLibrary(places: [library]) }
        #expect(chmod(library.directory.description, 0o755) == 0 && chmod(library.description, 0o644) == 0)
        do throws(LiteRTError) {
            _ = try LiteRTLibrary(places: [library, FilePath("libNothing.so")])
        } catch {
            guard case .notALibrary = error else { throw error }
        }
    }

    @Test func `a cache folder of its own replaces that of the home, unless it is relative`() {
        func places(_ environment: [String: String]) -> [String] {
            LibrarySearch.places(explicit: nil, environment: environment, executable: nil).map(\.description)
        }
        #expect(
            places(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == ["/c/cairn/litert/2.3.0/libLiteRt.so", "libLiteRt.so"])
        #expect(
            places(["XDG_CACHE_HOME": "c", "HOME": "/h"])
                == ["/h/.cache/cairn/litert/2.3.0/libLiteRt.so", "libLiteRt.so"])
        #expect(places([:]) == ["libLiteRt.so"])
    }
}
