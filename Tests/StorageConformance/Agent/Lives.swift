internal import Platform
internal import SQLiteStore
internal import Storage
internal import StorageConformance
internal import StoreProbe
internal import Domain

/// Random lives of stores, each by its seed.
enum Lives {
    /// Lives as many lives as there are seeds; the status for the shell.
    static func main(_ seeds: Seeds) -> Int32 {
        let began = monotonicMilliseconds()
        var failures = 0
        for seed in seeds.all where failures < 5 {
            do {
                try RandomLife.run(on: MemoryPlaces(), seed: seed, steps: 250)
            } catch {
                print("\(error)\nagain: storeagent lives --seed \(seed) --count 1")
                failures += 1
            }
        }
        let seconds = Double(monotonicMilliseconds() - began) / 1000
        print("\(seeds.count) lives from seed \(seeds.first): \(failures) breaches, \(seconds) s")
        return failures == 0 ? 0 : 1
    }

    /// Places for SQLite stores in memory.
    private struct MemoryPlaces: StoreMaker {
        func make() throws -> any StoreUnderTest { MemoryPlace(try Place()) }
    }

    private final class MemoryPlace: StoreUnderTest {
        private let place: Place
        private let file: FilePath

        init(_ place: Place) {
            self.place = place
            file = place.folder.appending("cairn.db")
        }

        var probe: any ContractProbe { SQLiteProbe(file) }

        var copyLocation: StoreLocation { StoreLocation(place.folder.appending("copy.db")) }

        func openCopy(for purpose: StorePurpose, clock: Clock) throws(StoreError) -> any Store {
            try SQLiteStore(at: place.folder.appending("copy.db"), for: purpose, clock: clock)
        }

        func open(for purpose: StorePurpose, clock: Clock) throws(StoreError) -> any Store {
            try SQLiteStore(at: file, for: purpose, clock: clock)
        }
    }
}
