internal import Storage
internal import Domain

extension Check {
    /// What people order, and when workers see it.
    static let orders = [
        Check("a paused run gives nothing until it is resumed") { scene in
            let run = try scene.run(Picture.numbered(0..<3))
            let worker = try scene.worker(on: run)
            let claims = try worker.take(1)
            try require(try scene.store.control.pause(run), "an open run is not paused")
            let order = try worker.exchange { $0.wanted = 2 }
            try requireEqual(order.claims.count, 0, "claims of a paused run")
            try requireEqual(order.stopReason, .paused, "what keeps the run's tasks queued")
            try worker.answer(claims)
            try requireEqual(try scene.states(of: run), "2 queued, 1 done", "tasks of a paused run")
            let open = try scene.store.snapshot { reports throws(StoreError) in
                (try reports.openRuns(), try reports.pausedRuns())
            }
            try requireEqual(open.0, [], "runs to work on")
            try requireEqual(open.1, [run], "paused runs")
            try require(try scene.store.control.resume(run), "a paused run is not resumed")
            try requireEqual(try worker.claim(5).count, 2, "claims of a resumed run")
        },
        Check("a run that is finished cannot be paused, and one that is not paused cannot be resumed") { scene in
            let run = try scene.answer(Picture.numbered(0..<1))
            try require(try !scene.store.control.pause(run), "a finished run is paused")
            try require(try !scene.store.control.resume(run), "a run that is not paused is resumed")
        },
        Check("a cancelled run cancels what is queued, and what was claimed and given back") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let worker = try scene.worker(on: run)
            let claims = try worker.take(2)
            try requireEqual(try scene.store.control.cancel(run), 2, "images that were cancelled")
            let order = try worker.exchange { $0.wanted = 1 }
            try requireEqual(order.stopReason, .cancelled, "what keeps the run's tasks queued")
            try worker.answer([claims[0]])
            try worker.end([claims[1]], .interrupted(nil, after: nil))
            try requireEqual(try scene.states(of: run), "1 done, 3 cancelled", "tasks")
            try requireEqual(try scene.totals(of: run).state, "cancelled", "the run's state")
        },
        Check("a newer manifest is seen at the next exchange") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let worker = try scene.worker(on: run)
            _ = try scene.store.submission(scene.request(version: 2))
            let order = try worker.exchange { $0.wanted = 2 }
            try requireEqual(order.stopReason, .manifestChanged, "what keeps the run's tasks queued")
            try requireEqual(order.claims.count, 0, "claims by an older manifest")
        },
        Check("too many failures stop a worker, and no fewer") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let worker = try scene.worker(on: run, failures: .count(1))
            let claims = try worker.take(3)
            let first = try worker.end([claims[0]], .failed(TestWorker.failure(.refused)))
            try requireEqual(first.stopReason, nil, "what one failure stops")
            let second = try worker.end([claims[1]], .failed(TestWorker.failure(.refused)))
            try requireEqual(second.stopReason, .tooManyFailures(.count(1)), "what a second failure stops")
        },
        Check("a run of a higher priority is told of, and comes first") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run)
            let other = try scene.run(Picture.numbered(5..<6), scene.request("other"))
            try requireEqual(try worker.session.outlook().outrankedBy, [], "runs that come before an older one")
            try scene.store.control.prioritize(other, at: 10)
            try requireEqual(try worker.session.outlook().outrankedBy, [other], "runs that come first")
            let open = try scene.store.snapshot { reports throws(StoreError) in try reports.openRuns() }
            try requireEqual(open, [other, run], "runs to work on")
        },
        Check("failed tasks are queued again, by their kind and code where these are given") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let worker = try scene.worker(on: run)
            let claims = try worker.take(4)
            try worker.end([claims[0]], .failed(TestWorker.failure(.refused, code: "A")))
            try worker.end([claims[1]], .failed(TestWorker.failure(.refused, code: "B")))
            try worker.end([claims[2]], .failed(TestWorker.failure(.lost)))
            try worker.answer([claims[3]])
            try requireEqual(
                try retry(run, .failures(kind: .refused, code: "B"), scene), 1, "images queued by code")
            try requireEqual(try retry(run, .failures(kind: .lost), scene), 1, "images queued by kind")
            try requireEqual(try scene.states(of: run), "2 queued, 1 done, 1 failed", "tasks")
            try requireEqual(try retry(run, .failures(), scene), 1, "the other images queued")
            try requireEqual(try scene.worker(on: run).claim(5).map(\.attemptCount), [0, 0, 0], "tries of the tasks")
        },
        Check("some of the failed tasks are queued again, and no others") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let worker = try scene.worker(on: run)
            let claims = try worker.take(4)
            for claim in claims[..<3] { try worker.end([claim], .failed(TestWorker.failure(.refused))) }
            try worker.answer([claims[3]])
            let tasks = [claims[0], claims[2], claims[3]].map(\.task)
            try requireEqual(
                try retry(run, .tasks(tasks), scene), 2, "images queued by task")
            try requireEqual(try scene.states(of: run), "2 queued, 1 done, 1 failed", "tasks")
            try requireEqual(
                try retry(run, .tasks([]), scene), 0, "images queued by no task")
        },
        Check("nothing is queued again that the job does not ask any more") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let worker = try scene.worker(on: run)
            try worker.end(try worker.claim(2), .failed(TestWorker.failure(.refused)))
            try scene.submit([Picture("0.jpg", 0)], finishes: false).finish(unwanted: ["1.jpg"])
            try requireEqual(try retry(run, .failures(), scene), 1, "images queued again")
            _ = try scene.store.submission(scene.request(asking: [scene.recipe(2)]))
            try requireEqual(
                try retry(run, .failures(), scene), 0, "images queued again for other recipes")
        },
        Check("why the work on a run stopped is kept until it begins again") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            try scene.store.control.noteStop(of: run, reason: "the cap is reached")
            let stop = try scene.store.snapshot { reports throws(StoreError) in try reports.lastStop(of: run) }
            try requireEqual(stop?.reason, "the cap is reached", "why the work stopped")
            try scene.store.control.clearStop(of: run)
            let none = try scene.store.snapshot { reports throws(StoreError) in try reports.lastStop(of: run) }
            try require(none == nil, "a reason stays that was forgotten")
        },
        Check("why the work stopped is not noted while another worker has images of the run") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            _ = try scene.worker(on: run).claim(1)
            try scene.store.control.noteStop(of: run, reason: "the time is up")
            let stop = try scene.store.snapshot { reports throws(StoreError) in try reports.lastStop(of: run) }
            try require(stop == nil, "a run that is worked on says that it has stopped")
        },
    ]

    /// How many images of a run are queued again.
    private static func retry(_ run: RunID, _ filter: RetryFilter, _ scene: Scene) throws -> Int {
        try scene.store.control.retry(.run(run), only: filter).images
    }
}
