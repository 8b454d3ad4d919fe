import LiteRT
import TestSupport
import Testing
import Zlib

@Suite struct EmbeddedFilesTests {
    @Test(arguments: ["float32-metadata", "float32-deflated", "int8-metadata"])
    func `labels come out of stored and of deflated archives`(name: String) throws {
        let bytes = try Fixtures.bytes("\(name).tflite")
        let files = try unpacked(bytes)
        #expect(files.names == ["labels.txt"])
        #expect(
            try contents(of: "labels.txt", in: bytes) == Array("red\ngreen\nblue\nlight\ndark\n".utf8))
        #expect(try contents(of: "other.txt", in: bytes) == nil)
    }

    @Test func `a model with nothing behind it has no files`() throws {
        #expect(try unpacked(try Fixtures.bytes("float32.tflite")).names.isEmpty)
        #expect(try unpacked([UInt8]()).names.isEmpty)
    }

    @Test func `an archive that was only pasted behind counts from its own start`() throws {
        let text = Array("a\nb\n".utf8)
        let pasted = [UInt8](repeating: 9, count: 333) + archive("labels.txt", text, method: 0, content: text)
        #expect(try contents(of: "labels.txt", in: pasted) == text)
    }

    @Test func `a label changed by one bit is noticed`() throws {
        var bytes = try Fixtures.bytes("float32-metadata.tflite")
        let word = Array("green\nblue".utf8)
        let place = try #require((0..<(bytes.count - 10)).first { bytes[$0..<($0 + 10)].elementsEqual(word) })
        bytes[place] ^= 1
        #expect(throws: LiteRTError.modelRefused(reason: "the files packed behind it are damaged")) {
            try contents(of: "labels.txt", in: bytes)
        }
    }

    @Test func `other ways of packing and archive bombs are refused`() throws {
        let text = Array("a\nb\n".utf8)
        let odd = archive("a", text, method: 12, content: text)
        #expect(throws: LiteRTError.modelRefused(reason: "its file a is packed by method 12")) {
            try contents(of: "a", in: odd)
        }
        let packed = deflated([UInt8](repeating: 0, count: 20_000_000))
        let bomb = archive("a", Array(packed[2...]), method: 8, content: text)
        let error = #expect(throws: LiteRTError.self) {
            try contents(of: "a", in: bomb)
        }
        #expect(error?.description == "its file a: the compressed data holds more than 16777216 bytes")
    }

    /// A zip archive of one file, whose directory claims the length of `content`.
    private func archive(_ name: String, _ packed: [UInt8], method: Int, content: [UInt8]) -> [UInt8] {
        func number(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let sizes = number(packed.count, 4) + number(content.count, 4) + number(name.utf8.count, 2)
        let common =
            number(20, 2) + number(0, 2) + number(method, 2) + number(0, 4) + number(checksum(content), 4) + sizes
        let local = number(0x0403_4B50, 4) + common + number(0, 2) + Array(name.utf8) + packed
        let central =
            number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 2) + number(0, 10) + number(0, 4)
            + Array(name.utf8)
        let end =
            number(0x0605_4B50, 4) + number(0, 4) + number(1, 2) + number(1, 2) + number(central.count, 4)
            + number(local.count, 4) + number(0, 2)
        return local + central + end
    }
}
