internal import Storage
internal import Domain

extension Check {
    /// Beginning a submission.
    static let beginning = [
        Check("a job's first recipes are shown at once") { scene in
            _ = try scene.store.submission(scene.request(asking: [scene.recipe(1), scene.recipe(2)]))
            try requireEqual(
                try scene.probe.shown(by: "job"), ["{\"recipe\":1}", "{\"recipe\":2}"], "recipes that the job shows")
        },
        Check("a submission that is begun twice with one key is one submission") { scene in
            let request = scene.request()
            _ = try scene.store.submission(request)
            let again = try Submitted(scene, request)
            try requireEqual(try scene.probe.count(.submissions), 1, "submissions")
            try again.see(Picture.numbered(0..<2))
            try again.finish()
            try requireEqual(try again.completedCounts().queued, 2, "images that the submission found again has queued")
        },
        Check("a submission that another process finds again by its key is the same one") { scene in
            try scene.answer([Picture("gone.jpg", 99)])
            let request = scene.request()
            let first = try Submitted(scene, request)
            try first.see(Picture.numbered(0..<3))
            let again = try Submitted(scene, request, in: try scene.another())
            try again.see(Picture.numbered(0..<3))
            try again.finish()
            try requireEqual(try scene.probe.count(.submissions), 2, "submissions")
            try requireEqual(try scene.probe.count(.tasks), 4, "tasks")
            try requireEqual(
                try scene.probe.members(of: "job"), ["-gone.jpg", "0.jpg", "1.jpg", "2.jpg"], "members")
            let third = try scene.another().submission(request)
            let outcome = try third.finish(SubmissionCompletion(counts: SubmissionCounts()))
            guard case .completed(let counts, let run) = outcome else {
                throw Nonconformance("a completed submission ends otherwise in another process: \(outcome)")
            }
            try requireEqual(counts, try again.completedCounts(), "counts of a completed submission")
            try requireEqual(run, again.run, "the run of a completed submission")
        },
        Check("a submission with another key is another submission") { scene in
            _ = try scene.store.submission(scene.request())
            _ = try scene.store.submission(scene.request())
            try requireEqual(try scene.probe.count(.submissions), 2, "submissions")
        },
        Check("other recipes supersede the job's open runs") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let worker = try scene.worker(on: run)
            _ = try scene.store.submission(scene.request(asking: [scene.recipe(2)]))
            let order = try worker.exchange { $0.wanted = 2 }
            try require(order.claims.isEmpty, "a superseded run still gives \(order.claims.count) tasks")
            try requireEqual(order.stopReason, .superseded, "what keeps the tasks of a superseded run queued")
            try require(try scene.totals(of: run).isSuperseded, "the run does not say that it is superseded")
        },
        Check("another job's submission supersedes nothing") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            _ = try scene.store.submission(scene.request("other", asking: [scene.recipe(2)]))
            try require(try !scene.totals(of: run).isSuperseded, "another job's recipes supersede a run")
        },
        Check("a feature that is only added is shown at once") { scene in
            let pictures = Picture.numbered(0..<2)
            try scene.answer(pictures)
            let more = [scene.recipe(1), scene.recipe(2, of: .faceDetection)]
            _ = try scene.store.submission(scene.request(asking: more))
            try requireEqual(
                try scene.probe.shown(by: "job"), ["{\"recipe\":1}", "{\"recipe\":2}"], "recipes that the job shows")
        },
        Check("the same recipes with another manifest leave the run open, and the manifest governs it") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            try scene.submit(Picture.numbered(0..<2), scene.request(version: 2))
            try requireEqual(try scene.probe.count(.runs), 1, "runs")
            let manifest = try scene.store.snapshot { reports throws(StoreError) in try reports.manifest(of: run) }
            try requireEqual(
                manifest?.digest, scene.manifest("job", version: 2).digest, "the manifest that governs the run")
            let claims = try scene.worker(on: run, version: 2).claim(5)
            try requireEqual(claims.count, 2, "tasks that the run still gives")
        },
        Check("the priority of a submission is the run's") { scene in
            let run = try scene.run(Picture.numbered(0..<1), scene.request(priority: 7))
            try requireEqual(try scene.totals(of: run).priority, 7, "the new run's priority")
            try scene.submit(Picture.numbered(0..<2), scene.request(priority: -5))
            try requireEqual(try scene.totals(of: run).priority, -5, "the priority of the run that was joined")
        },
    ]
}
