internal import Storage
internal import Domain

extension Check {
    /// What is asked again by an order, and whose answers are looked at.
    static let retrying = [
        Check("a job's failures are queued again as its rows show them, in the runs that they are of") { scene in
            let first = try scene.run(Picture.numbered(0..<3))
            try fail(try scene.worker(on: first), 3)
            let second = try scene.run(Picture.numbered(0..<5))
            try fail(try scene.worker(on: second), 2)
            // Another job answers one of the five.
            try scene.answer(Picture.numbered(4..<5), scene.request("other"))
            let found = try scene.store.snapshot { reports throws(StoreError) in
                try reports.retryable(.job("job"), only: .failures())
            }
            try requireEqual(found.map(\.run), [first, second], "runs whose images fail")
            try requireEqual(found.map(\.images), [3, 1], "images that fail, of each run")
            try requireEqual(
                found.flatMap(\.queue.parts).map(\.features), [[.labelDetection], [.labelDetection]],
                "what is asked of them")
            try requireEqual(try scene.store.control.retry(.job("job"), only: .failures()), found, "what was queued")
            try requireEqual(try scene.states(of: first), "3 queued", "tasks of the first run")
            try requireEqual(try scene.states(of: second), "1 queued, 1 failed", "tasks of the second run")
            try requireEqual(
                try scene.store.control.retry(.job("no such job"), only: .failures()), [], "runs of no job")
        },
        Check("a task that is blamed for a stop is asked as a retry of what may pass") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let worker = try scene.worker(on: run)
            let claims = try worker.take(1)
            try worker.end(claims, .interrupted(nil, after: nil))
            try scene.store.control.blame(claims.map(\.task))
            try scene.store.control.blame(claims.map(\.task))
            let again = try worker.take(2)
            try requireEqual(again.map(\.isNightRetry), again.map { $0.task == claims[0].task }, "retries")
            try requireEqual(again.count, 2, "claims")
        },
        Check("a run is asked again whole, and only by an answer of a later generation") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let worker = try scene.worker(on: run, billing: .test())
            let claims = try worker.take(4)
            _ = try worker.send(claims)
            try worker.answer(Array(claims[..<3]))
            try worker.end([claims[3]], .failed(TestWorker.failure(.refused)), charge: .billed)
            let all = RetryFilter.asked(since: Timestamp(milliseconds: .min))
            let found = try scene.store.snapshot { reports throws(StoreError) in
                try reports.retryable(.run(run), only: all)
            }
            try requireEqual(found.map(\.images), [4], "images that would be asked again")
            try requireEqual(try scene.states(of: run), "3 done, 1 failed", "tasks before the order")
            try requireEqual(try scene.store.control.retry(.run(run), only: all), found, "what was queued")
            try requireEqual(
                try scene.store.control.retry(.run(run), only: all), [], "what is queued by a second order")
            try requireEqual(try scene.states(of: run), "4 queued", "tasks")
            try requireEqual(try scene.probe.answers(of: "job").count, 3, "answers that the job shows meanwhile")
            let again = try scene.worker(on: run, billing: .test())
            let second = try again.take(4)
            _ = try again.send(second)
            try again.answer(second)
            try requireEqual(try scene.states(of: run), "4 done", "tasks in the end")
            try requireEqual(
                try scene.probe.answers(of: "job").map { $0.suffix(2) }, [" 2", " 2", " 2", " 1"],
                "generations that the job shows")
            try requireEqual(try scene.probe.units(), ["settled": 8], "units")
        },
        Check("what was asked since a moment is asked again, unless another run has answered it since") { scene in
            let first = try scene.answer(Picture.numbered(0..<2))
            scene.advance(.seconds(60))
            let moment = scene.now
            let second = try scene.answer(Picture.numbered(0..<5))
            scene.advance(.seconds(60))
            func images(_ scope: RetryScope, since moment: Timestamp) throws -> [Int] {
                try scene.store.snapshot { reports throws(StoreError) in
                    try reports.retryable(scope, only: .asked(since: moment)).map(\.images)
                }
            }
            try requireEqual(try images(.job("job"), since: moment), [3], "images of the job since the moment")
            try requireEqual(try images(.run(first), since: moment), [], "images of a run before it")
            try requireEqual(try images(.run(second), since: scene.now), [], "images since now")
            let before = Timestamp(milliseconds: .min)
            try requireEqual(try images(.job("job"), since: before), [2, 3], "images of both runs")
            // Answers that have grown too old are asked again, which makes them another run's.
            var old = Refresh()
            old.olderThan = .seconds(30)
            try scene.answer(Picture.numbered(1..<3), scene.request(refresh: old))
            try requireEqual(
                try images(.run(first), since: before), [1], "images of the first run, of which one is left")
        },
        Check("nothing is asked again for recipes that the job does not ask any more") { scene in
            let run = try scene.answer(Picture.numbered(0..<2))
            _ = try scene.store.submission(scene.request(asking: [scene.recipe(2)]))
            let all = RetryFilter.asked(since: Timestamp(milliseconds: .min))
            for scope in [RetryScope.run(run), .job("job")] {
                try requireEqual(try scene.store.control.retry(scope, only: all), [], "what was queued of \(scope)")
            }
        },
        Check("labels are counted of a process's answers since a mark, beside the job's last ones before it") { scene in
            let me = Scene.process(1, of: "host 1")
            func answer(_ numbers: Range<Int>, _ words: String, job: String = "job") throws {
                let run = try scene.run(Picture.numbered(numbers), scene.request(job))
                let worker = try scene.worker(on: run, job, as: me)
                try worker.answer(try worker.take(numbers.count), words: words)
                try worker.session.leave()
            }
            func shares(since mark: WorkBaseline) throws -> [LabelShares] {
                try scene.store.snapshot { reports throws(StoreError) in
                    try reports.labelShares(job: "job", since: mark)
                }
            }
            let first = try scene.store.snapshot { reports throws(StoreError) in try reports.mark(me) }
            try answer(0..<30, "tower")
            try requireEqual(try shares(since: first), [], "shares of a first night")
            try answer(100..<130, "Font", job: "other")
            let mark = try scene.store.snapshot { reports throws(StoreError) in try reports.mark(me) }
            try answer(30..<35, "Font")
            try requireEqual(try shares(since: mark), [], "shares of five answers")
            try answer(35..<50, "tower")
            try answer(50..<60, "Font")
            let found = try shares(since: mark)
            try requireEqual(found.map(\.unlabelled), [Share(0, of: 30)], "answers without a label")
            try requireEqual(found.map(\.unlabelledBefore), [Share(0, of: 30)], "those before, without the other job's")
            try requireEqual(
                found.map(\.commonest),
                [LabelShares.Commonest("Font", now: Share(15, of: 30), before: Share(0, of: 30))],
                "the commonest label, the first of two that are as common")
        },
    ]

    private static func fail(_ worker: TestWorker, _ count: Int) throws {
        try worker.end(try worker.take(count), .failed(TestWorker.failure(.refused)))
    }
}
