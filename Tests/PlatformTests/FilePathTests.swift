import Text
import Platform
import TestSupport
import Testing

@Suite struct FilePathTests {
    /// A path of few distinct parts, so that dots, slashes and bytes that are no UTF-8 meet.
    func path(_ random: inout Seeded) -> FilePath {
        let parts: [[UInt8]] = [[47], [47, 47], [46], [46, 46], [97], [98, 46, 106], [255], [195, 169], [10]]
        return FilePath(
            bytes: (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            })
    }

    @Test(arguments: UInt64(1)...8) func `paths keep their laws whatever their bytes`(seed: UInt64) {
        var random = Seeded(seed)
        for _ in 0..<2000 {
            let (one, two) = (path(&random), path(&random))
            let normal = one.normalized
            #expect(normal.normalized == normal, "seed \(seed): \(one)")
            #expect(normal.isAbsolute == one.isAbsolute, "seed \(seed): \(one)")
            if one.isAbsolute {
                #expect(!normal.bytes.split(separator: 47).contains { $0 == [46] || $0 == [46, 46] }, "seed \(seed)")
            }
            let joined = one.appending(two)
            if two.isAbsolute { #expect(joined == two, "seed \(seed): \(one) \(two)") }
            if !one.bytes.isEmpty, !two.isAbsolute, !two.bytes.isEmpty {
                #expect(joined.relative(to: one) == two, "seed \(seed): \(one) \(two)")
            }
            if one.bytes.contains(47), one.bytes.last != 47 {
                #expect(one.directory.appending(one.name).normalized == normal, "seed \(seed): \(one)")
            }
            #expect(one.relative(to: one) == nil, "seed \(seed): \(one)")
        }
    }

    @Test(arguments: UInt64(1)...8) func `any bytes are shown in one line from which they can be read again`(
        seed: UInt64
    ) {
        var random = Seeded(seed)
        for _ in 0..<2000 {
            // Without backslashes, which are shown as they are.
            let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }.filter { $0 != 92 }
            let shown = readable(bytes)
            #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "seed \(seed): \(bytes)")
            var back: [UInt8] = []
            var rest = Array(shown.utf8)[...]
            while let first = rest.first {
                if first == 92,
                    let byte = UInt8(String(decoding: rest.dropFirst(2).prefix(2), as: UTF8.self), radix: 16)
                {
                    back.append(byte)
                    rest = rest.dropFirst(4)
                } else {
                    back.append(first)
                    rest = rest.dropFirst()
                }
            }
            #expect(back == bytes, "seed \(seed)")
        }
    }

    @Test func `parts of a path are what they are called`() {
        #expect(FilePath("/a/b.JPG").name == FilePath("b.JPG") && FilePath("/a/b.JPG").fileExtension == "jpg")
        #expect(FilePath("/b").directory == FilePath("/") && FilePath("b").directory == FilePath(""))
        #expect(FilePath(".hidden").fileExtension == "" && FilePath("a.").fileExtension == "")
        #expect(FilePath("/a/b").relative(to: FilePath("/")) == FilePath("a/b"))
        #expect(FilePath("/ab").relative(to: FilePath("/a")) == nil)
        #expect(FilePath("/../a").normalized == FilePath("/a") && FilePath("../a").normalized == FilePath("../a"))
    }
}
