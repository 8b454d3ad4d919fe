internal import Storage

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
        Check("a store knows where it is") { scene in
            try require(!scene.store.location.bytes.isEmpty, "the store has no location")
            try scene.store.checkPresence()
        },
    ]
}
