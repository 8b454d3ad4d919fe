import Storage
import StorageConformance
import StoreProbe
import Synchronization
import TestSupport

/// Makes stores with a fault, and counts the statements that were changed.
final class BrokenMaker: StoreMaker {
    private let cuts: [BrokenStore.Cut]
    private let script: String
    /// How many statements had each of the pieces that are cut.
    private let hits: Mutex<[String: Int]> = Mutex([:])

    /// Stores with one of the faults.
    convenience init(_ broken: BrokenStore) { self.init(broken.cuts, broken.script) }

    /// Stores with these pieces cut out.
    init(_ cuts: [BrokenStore.Cut], _ script: String = "") {
        self.cuts = cuts
        self.script = script
    }

    /// The pieces that no statement had.
    var missed: [String] { hits.withLock { hits in cuts.map(\.piece).filter { hits[$0] == nil } } }

    func make() throws -> any StoreUnderTest {
        let place = try SQLiteUnderTest(
            checksSchema: script.isEmpty, rewriting: cuts.isEmpty ? nil : { self.cut($0) })
        _ = try place.open(for: .work, clock: TestClock().clock)
        try place.sqlite.damage(script)
        return place
    }

    private func cut(_ statement: String) -> String {
        var text = statement
        for cut in cuts where text.contains(cut.piece) {
            hits.withLock { $0[cut.piece, default: 0] += 1 }
            text = text.replacing(cut.piece, with: cut.instead)
        }
        return text
    }
}
