import Glibc
import LiteRT
import Platform
import TestSupport
import Testing

@Suite struct LibraryTests {
    @Test func `the library that setup fetched opens, absent places before it passed over`() throws {
        let library = try LiteRTLibrary(places: [FilePath("/nowhere/libLiteRt.so"), Fixtures.library])
        #expect(library.path == Fixtures.library)
    }

    @Test func `a library that is nowhere is an error with every place`() {
        let places = [FilePath("/nowhere/a.so"), FilePath("/dev/null/b.so")]
        #expect(throws: LiteRTError.notFound(places)) { try LiteRTLibrary(places: places) }
    }

    @Test func `a library cut anywhere is refused without being opened`() throws {
        let folder = try Scratch()
        let whole = try Files.read(Fixtures.library)
        for length in [0, 1, 63, 64, 4096, 100_000, whole.count / 2, whole.count - 4096, whole.count - 1] {
            let path = try folder.write("libLiteRt.so", Array(whole[..<length]))
            let reason = length < 64 ? "it is too short" : "it is cut short"
            #expect(throws: LiteRTError.notALibrary(path, reason: reason)) { try LiteRTLibrary(places: [path]) }
        }
    }

    @Test func `text, a folder and another processor's library are told apart`() throws {
        let folder = try Scratch()
        let text = try folder.write("text.so", [UInt8](repeating: 0x61, count: 5000))
        #expect(throws: LiteRTError.notALibrary(text, reason: "it is not an ELF file")) {
            try LiteRTLibrary(places: [text])
        }
        let pipe = folder.path.appending("pipe")
        Files.call(pipe) { _ = mkfifo($0, 0o600) }
        #expect(throws: LiteRTError.notALibrary(pipe, reason: "it is not a file")) { try LiteRTLibrary(places: [pipe]) }
        var other = try Files.read(Fixtures.library)
        other[18] = 8
        let mips = try folder.write("mips.so", other)
        let error = #expect(throws: LiteRTError.self) { try LiteRTLibrary(places: [mips]) }
        #expect(error?.description.contains("another processor (ELF machine 8") == true)
        var narrow = try Files.read(Fixtures.library)
        narrow[4] = 1
        let path = try folder.write("narrow.so", narrow)
        #expect(throws: LiteRTError.notALibrary(path, reason: "it is not for a 64-bit, little-endian processor")) {
            try LiteRTLibrary(places: [path])
        }
    }

    @Test func `the folder that the library lies in names it, and a folder without it is said to be one`() throws {
        #expect(try LiteRTLibrary(places: [Fixtures.library.directory]).path == Fixtures.library)
        let folder = try Scratch()
        let error = #expect(throws: LiteRTError.folder(folder.path)) { try LiteRTLibrary(places: [folder.path]) }
        #expect(
            error?.description
                == "CAIRN_LITERT=\(folder.path) is a folder without libLiteRt.so; name the file libLiteRt.so, or the "
                + "folder it lies in")
    }

    @Test func `a library without LiteRT's functions is too old`() throws {
        // The test's own C library stands in: whole, openable, and of another kind.
        let path = try #require(
            ["/lib/x86_64-linux-gnu/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6"].map { FilePath($0) }
                .first { (try? FileStatus(of: $0)) != nil })
        #expect(throws: LiteRTError.tooOld(path, missing: "kLiteRtRuntimeBuiltin")) {
            try LiteRTLibrary(places: [path])
        }
        #expect(LiteRTError.tooOld(path, missing: "x").description.contains("LiteRT 2.2 or newer is needed"))
    }
}
