internal import Storage
internal import Domain

extension Check {
    /// Reports against one another, and against the rows.
    static let reports = [
        Check("a run's numbers are those of its tasks") { scene in
            let run = try scene.run(Picture.numbered(0..<6))
            let worker = try scene.worker(on: run)
            let claims = try worker.take(4)
            try worker.answer(Array(claims[..<2]))
            try worker.end([claims[2]], .failed(TestWorker.failure(.refused)))
            let totals = try scene.totals(of: run)
            try requireEqual(
                [totals.total, totals.queued, totals.running, totals.done, totals.failed, totals.cancelled],
                [6, 2, 1, 2, 1, 0], "images: all, queued, running, done, failed and cancelled")
            try requireEqual(try scene.states(of: run), "2 queued, 1 running, 2 done, 1 failed", "tasks")
            let recent = try scene.store.snapshot { reports throws(StoreError) in
                try reports.recentEnds(within: .seconds(60))
            }
            try requireEqual(recent[run]?.count, 3, "images that ended lately")
        },
        Check("what is reported of caps, of features and of months is the ledger") { scene in
            try scene.store.ledger.setCap(.units(9), of: "project", for: .day)
            let billing = Billing.test(run: .units(8), day: .units(7))
            let run = try scene.run(Picture.numbered(0..<4))
            let worker = try scene.worker(on: run, billing: billing)
            let claims = try worker.take(4)
            _ = try worker.send(Array(claims[..<3]))
            try worker.answer([claims[0]])
            try worker.end([claims[1]], .failed(TestWorker.failure(.lost)), charge: .uncertain)
            let (caps, account, units, months) = try scene.store.snapshot { reports throws(StoreError) in
                (
                    try reports.caps(of: run, billing.budget), try reports.accountCaps(), try reports.featureUnits(),
                    try reports.spending(of: "project")
                )
            }
            try requireEqual(caps.map(\.units), [4, 4], "units that count against the run's and the day's cap")
            try requireEqual(caps.map(\.uncertain), [1, 1], "uncertain units of both")
            let day = account.first { $0.scope == .accountDay && $0.owner == "project" }
            try requireEqual(day?.units, 4, "units that count against the account's cap")
            try requireEqual(day?.cap.units, 9, "the account's cap")
            try requireEqual(
                units.map { [$0.settled, $0.uncertain, $0.reserved] }, [[1, 1, 2]], "units of the feature")
            try requireEqual(
                months.map { [$0.settled, $0.uncertain, $0.reserved] }, [[1, 1, 2]], "units of the month")
            let cost = try scene.totals(of: run).cost
            try requireEqual([cost.settled, cost.uncertain, cost.reserved], [1, 1, 2], "units of the run")
        },
        Check("how many more images a cap leaves room for is told") { scene in
            let billing = Billing.test(run: .units(5))
            let run = try scene.run(Picture.numbered(0..<4))
            let first = try scene.store.snapshot { reports throws(StoreError) in
                try reports.room(for: run, on: billing)
            }
            try requireEqual(first?.images, 5, "images that a cap of 5 units leaves room for before any worker came")
            _ = try scene.worker(on: run, billing: billing).claim(2)
            let room = try scene.store.snapshot { reports throws(StoreError) in try reports.room(for: run, on: billing)
            }
            try requireEqual(room?.images, 3, "images that a cap of 5 units leaves room for behind 2")
            try requireEqual(room?.cap.scope, .run, "the cap that leaves the least")
        },
        Check("workers are reported while they have not left, and where they work") { scene in
            let (one, two) = (
                try scene.run(Picture.numbered(0..<1)), try scene.run(Picture.numbered(5..<6), scene.request("other"))
            )
            let worker = try scene.worker(on: one)
            let claims = try worker.take(1)
            let (all, here, there) = try scene.store.snapshot { reports throws(StoreError) in
                (try reports.workers().count, try reports.workers(on: one).count, try reports.workers(on: two).count)
            }
            try requireEqual([all, here, there], [1, 1, 0], "workers: all, on the one run, on the other")
            try worker.answer(claims)
            try worker.session.leave()
            let left = try scene.store.snapshot { reports throws(StoreError) in try reports.workers().count }
            try requireEqual(left, 0, "workers when all have left")
        },
        Check("jobs and their runs are reported") { scene in
            let first = try scene.answer(Picture.numbered(0..<1))
            let second = try scene.run(Picture.numbered(0..<2))
            _ = try scene.run(Picture.numbered(7..<8), scene.request("another"))
            let (names, newest, runs, asks) = try scene.store.snapshot { reports throws(StoreError) in
                (
                    try reports.jobNames(), try reports.newestRun(job: "job"),
                    try reports.recentRuns(limit: 2).map(\.job), try reports.isCurrent(second)
                )
            }
            try requireEqual(names, ["another", "job"], "names of jobs")
            try requireEqual(newest, second, "the newest run of a job")
            try requireEqual(runs, ["another", "job"], "jobs of the two newest runs")
            try require(asks, "a run does not ask as its job does")
            try require(first != second, "two runs are one")
        },
    ]
}
