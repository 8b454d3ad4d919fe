import TestSupport
import Testing
import YAML

@Suite struct FuzzTests {
    private static let seedText = """
        job: old-town
        images: &i
          - glob: "photos/**/*.jpg"
          - {folder: 'scans', n: [1, 2.5e3, ~, true]}
        text: |
          one
          two
        again: *i
        ? complex
        : >-
          folded
        é: !!str 5
        """

    @Test(arguments: Array(0..<8) as [UInt64])
    func `damaged text gives a tree or an error inside the text`(seed: UInt64) {
        var random = Seeded(seed)
        let start = Array(Self.seedText.utf8)
        let odd = Array("\u{0}\t\r\n:-?[]{}&*!|>'\"%@`#,~\u{FEFF}\u{2028}\u{85}".utf8) + [0xFF, 0xC0, 0xED, 0xA0, 0xF4]
        for round in 0..<1500 {
            var bytes = start
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<max(1, bytes.count), using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes.insert(odd.randomElement(using: &random) ?? 0, at: min(at, bytes.count))
                case 1 where !bytes.isEmpty: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 2 where !bytes.isEmpty: bytes.removeSubrange(at..<min(bytes.count, at + 5))
                case 3: bytes = Array(bytes.prefix(at))
                default: bytes.insert(contentsOf: bytes.dropFirst(at).prefix(20), at: min(at, bytes.count))
                }
            }
            check(bytes, "seed \(seed), round \(round)")
        }
    }

    @Test(arguments: Array(0..<4) as [UInt64])
    func `random bytes give a tree or an error inside the text`(seed: UInt64) {
        var random = Seeded(seed)
        for round in 0..<1500 {
            let isText = Bool.random(using: &random)
            let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: isText ? 0x20...0x7E : 0...255, using: &random)
            }
            check(bytes, "seed \(seed), round \(round)")
        }
    }

    @Test(arguments: [
        "[", "{", "- ", "{a: ", "[[],", "? ", "&a ", "\"", "a: |\n ", "\t", "!", "[{a: 1}, ", "a: ", ",", "'",
    ])
    func `a megabyte of openings is refused in good time`(piece: String) {
        let bytes = Array(String(repeating: piece, count: 1_000_000 / piece.utf8.count).utf8)
        let start = ContinuousClock.now
        #expect(complaint(about: bytes) != nil || piece == "\t" || piece == "'" || piece.hasSuffix("\n "))
        #expect(ContinuousClock.now - start < .seconds(20), "\(ContinuousClock.now - start)")
    }

    private func check(_ bytes: [UInt8], _ message: String) {
        do throws(YAMLError) {
            _ = try YAMLValue(parsing: bytes)
        } catch {
            // One more than the line ends: the place behind the last of them.
            let lines =
                String(decoding: bytes, as: UTF8.self).unicodeScalars
                .count { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) } + 1
            #expect((1...lines).contains(error.line), "\(message): \(error) of \(lines) lines, \(bytes)")
            #expect((1...(bytes.count + 1)).contains(error.column), "\(message): \(error), \(bytes)")
            #expect(!error.message.isEmpty, "\(message)")
        }
    }
}
