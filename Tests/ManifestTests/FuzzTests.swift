import Corpora
import Manifest
import TestSupport
import Testing
import Domain

@Suite struct FuzzTests {
    @Test(arguments: Array(0..<6) as [UInt64])
    func `a damaged manifest gives a job, or diagnostics inside the file`(seed: UInt64) {
        var random = Seeded(seed)
        let words = [
            "kind", "vision", "~", "null", "-1", "1e999", "[]", "{}", "env:", "\"", ": ", "\n", "- ", "\t", "é", "[",
            "*a", "&a ",
        ]
        for round in 0..<400 {
            var bytes = Array((validCorpus.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let at = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.insert(contentsOf: (words.randomElement(using: &random) ?? "").utf8, at: at)
                case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...9, using: &random)))
                case 2 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
                default:
                    bytes.insert(
                        contentsOf: bytes.dropFirst(at).prefix(30), at: Int.random(in: 0...bytes.count, using: &random))
                }
            }
            check(bytes, "seed \(seed), round \(round)")
        }
    }

    private func check(_ bytes: [UInt8], _ message: String) {
        let lines =
            String(decoding: bytes, as: UTF8.self).unicodeScalars
            .count { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) } + 1
        do throws(ManifestError) {
            let job = try read(bytes: bytes)
            #expect(!job.images.isEmpty && !job.name.isEmpty, "\(message)")
        } catch {
            #expect(!error.diagnostics.isEmpty, "\(message)")
            for diagnostic in error.diagnostics {
                #expect((1...lines).contains(diagnostic.line), "\(message): \(diagnostic)")
                #expect((1...(bytes.count + 1)).contains(diagnostic.column), "\(message): \(diagnostic)")
                #expect(!diagnostic.description.contains("\n"), "\(message): \(diagnostic)")
            }
        }
    }
}
