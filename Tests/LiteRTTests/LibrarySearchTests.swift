import LiteRT
import Platform
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
            executable: FilePath("/src/cairn/.build/cairn"))
        #expect(
            places.map(\.description) == [
                "/src/cairn/.build/libLiteRt.so", "/src/cairn/lib/libLiteRt.so",
                "/src/cairn/.build/.deps/litert/libLiteRt.so", "/src/cairn/.deps/litert/libLiteRt.so",
                "/src/.deps/litert/libLiteRt.so", "/.deps/litert/libLiteRt.so",
                "/home/u/.cache/cairn/litert/2.3.0/libLiteRt.so", "libLiteRt.so",
            ])
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
