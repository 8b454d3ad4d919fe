internal import Storage
internal import Domain

extension Check {
    /// Opening a store, and what several that are open see.
    static let opening = [
        Check("a store that is not there is made for work alone") { scene in
            let count = try scene.store.snapshot { reports throws(StoreError) in try reports.recentRuns(limit: 9).count
            }
            try requireEqual(count, 0, "runs of an empty store")
            try requireEqual(try scene.store.problems(), [], "problems of an empty store")
        },
        Check("a store at one place is seen by every process") { scene in
            let other = try scene.another()
            let run = try scene.run(Picture.numbered(0..<2))
            let totals = try other.snapshot { reports throws(StoreError) in try reports.totals(of: run) }
            try requireEqual(totals?.total, 2, "images of the run, seen by another process")
        },
        Check("a store that is opened for reading is not changed") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let reader = try scene.place.open(for: .read, clock: scene.clock)
            do throws(StoreError) {
                _ = try reader.control.cancel(run)
            } catch {
                return try requireEqual(error.kind, .readOnly, "the kind of error")
            }
            throw Nonconformance("a store that was opened for reading was changed")
        },
        Check("a snapshot is of one moment") { scene in
            let pictures = Picture.numbered(0..<2)
            let run = try scene.run(pictures)
            let other = try scene.another()
            let (before, after) = try scene.store.snapshot { reports throws(StoreError) in
                let before = try reports.totals(of: run)
                _ = try other.control.cancel(run)
                return (before, try reports.totals(of: run))
            }
            try requireEqual(after, before, "the same report twice within a snapshot")
            try requireEqual(try scene.totals(of: run).cancelled, 2, "cancelled images behind the snapshot")
        },
        Check("a copy is marked, and changed only once it is adopted") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            _ = try scene.store.copy(to: scene.place.copyLocation, replacing: false)
            let mark = { (store: any Store) throws in
                try store.snapshot { reports throws(StoreError) in try reports.copyMark() }
            }
            try require(try mark(scene.store) == nil, "the original is marked as a copy")
            let reader = try scene.place.openCopy(for: .read, clock: scene.clock)
            try requireEqual(try mark(reader)?.at, scene.now, "the moment of the copy")
            for purpose in [StorePurpose.work, .change] {
                do throws(StoreError) {
                    _ = try scene.place.openCopy(for: purpose, clock: scene.clock)
                } catch {
                    try requireEqual(error.kind, .copy, "the kind of error")
                    continue
                }
                throw Nonconformance("a copy was opened to be changed")
            }
            let adopted = try scene.place.openCopy(for: .adopt, clock: scene.clock)
            try require(try adopted.adopt() != nil, "a copy is none")
            try require(try adopted.adopt() == nil, "a store that was adopted is a copy")
            let own = try scene.place.openCopy(for: .change, clock: scene.clock)
            try requireEqual(try own.control.cancel(run), 2, "cancelled images of the adopted store")
            try requireEqual(try scene.totals(of: run).queued, 2, "queued images of the original")
        },
        Check("queued images that others answered are ended, and no others") { scene in
            let pictures = Picture.numbered(0..<3)
            let first = try scene.run(pictures, scene.request("one"))
            let second = try scene.run(Array(pictures.prefix(2)), scene.request("two"))
            try requireEqual(try scene.store.control.finishAnswered(in: second), 0, "ended images before any answer")
            let worker = try scene.worker(on: first, "one")
            try worker.answer(try worker.take(1))
            let queue = try scene.store.snapshot { reports throws(StoreError) in try reports.queue(of: second) }
            let missingRecipes = queue.parts.sorted { $0.features.count < $1.features.count }
            try requireEqual(
                missingRecipes, [RunQueue.Part([], images: 1), RunQueue.Part([.labelDetection], images: 1)],
                "what the queued images lack")
            try requireEqual(try scene.store.control.finishAnswered(in: second), 1, "ended images")
            try requireEqual(try scene.states(of: second), "1 queued, 1 done", "tasks of the second run")
            try requireEqual(try scene.store.control.finishAnswered(in: second), 0, "ended images once more")
        },
        Check("a store knows where it is") { scene in
            try require(!scene.store.location.bytes.isEmpty, "the store has no location")
            try scene.store.checkPresence()
        },
    ]
}
