import Platform
import Testing

@testable import Exporting

@Suite("Names that differ by their endings alone") struct NameStemsTests {
    private func repeated(_ names: [String]) -> [String] {
        var stems = NameStems()
        return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
            .filter { stems.repeats(FilePath($0)) }
    }

    @Test func `are found, whatever lies between them`() {
        #expect(repeated(["a.jpg", "a.png", "b.jpg"]) == ["a.png"])
        #expect(repeated(["a", "a-b.jpg", "a b", "a.jpg", "a.b.jpg"]) == ["a.jpg"])
        #expect(
            repeated(["d/a.jpg", "d/a.x.jpg", "d/a.y", "d/a.z", "d/a!.png", "d/a!"]) == ["d/a!.png", "d/a.y", "d/a.z"])
        #expect(repeated([".a", ".b", "d.x/a", "d.y/a", "d/a"]).isEmpty)
    }

    @Test func `are those that a look at all of them finds`() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let names = Set(
                (0..<30).map { _ in
                    String(
                        (0..<Int.random(in: 1...5, using: &numbers)).map { _ in
                            "ab.-/".randomElement(using: &numbers) ?? "a"
                        })
                }
            ).filter { !$0.hasPrefix("/") && !$0.hasSuffix("/") && !$0.contains("//") }
            let all = Dictionary(grouping: names) { name in
                let last = name.split(separator: "/").last ?? ""
                guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return name }
                return String(name.dropLast(last[dot...].count))
            }
            #expect(repeated(Array(names)).count == all.values.reduce(0) { $0 + $1.count - 1 }, "\(names)")
        }
    }
}
