internal import Platform
internal import Storage
internal import Domain

extension Check {
    /// Claims, and how they end.
    static let working = [
        Check("tasks are claimed in the order in which they were queued, and no more than wanted") { scene in
            let run = try scene.run(Picture.numbered(0..<5))
            let worker = try scene.worker(on: run)
            let (first, second) = (try worker.claim(3), try worker.claim(3))
            try requireEqual([first.count, second.count], [3, 2], "claims of 3 and 3 out of 5")
            try requireEqual(
                (first + second).flatMap { $0.locations.map(\.path.name.description) },
                ["0.jpg", "1.jpg", "2.jpg", "3.jpg", "4.jpg"], "the order of claims")
            try requireEqual(try worker.claim(3).count, 0, "claims of an empty queue")
        },
        Check("two workers never have one task") { scene in
            let run = try scene.run(Picture.numbered(0..<6))
            let workers = [try scene.worker(on: run), try scene.worker(on: run)]
            let claims = try (0..<6).flatMap { try workers[$0 % 2].claim(1) }
            try requireEqual(Set(claims.map(\.task)).count, 6, "different tasks among six claims")
            try requireEqual(Set(claims.map(\.attempt)).count, 6, "different attempts among six claims")
        },
        Check("one image is never processed for two runs at once, and is asked once") { scene in
            let (first, second) = (
                try scene.run([Picture("a.jpg", 1)]), try scene.run([Picture("a.jpg", 1)], scene.request("other"))
            )
            let (one, two) = (try scene.worker(on: first), try scene.worker(on: second, "other"))
            let claims = try one.take(1)
            try requireEqual(try two.claim(1).count, 0, "claims of an image that another run processes")
            try requireEqual(try scene.states(of: second), "1 queued", "tasks of the other run")
            try one.answer(claims)
            scene.advance(.seconds(5))
            try requireEqual(try two.claim(1).count, 0, "claims of an image that has its answer")
            try requireEqual(try scene.states(of: second), "1 done", "tasks of the other run")
            try requireEqual(try scene.probe.count(.attempts), 1, "attempts")
        },
        Check("what another run's failure leaves without an answer is asked") { scene in
            let (first, second) = (
                try scene.run([Picture("a.jpg", 1)]), try scene.run([Picture("a.jpg", 1)], scene.request("other"))
            )
            let (one, two) = (try scene.worker(on: first), try scene.worker(on: second, "other"))
            try one.end(try one.claim(1), .failed(TestWorker.failure(.refused)))
            scene.advance(.seconds(5))
            try requireEqual(try two.claim(1).count, 1, "claims of an image that failed in another run")
        },
        Check("an answer is kept with its words and its response") { scene in
            let run = try scene.answer([Picture("a.jpg", 1)])
            try requireEqual(try scene.probe.answers(of: "job"), ["a.jpg {\"recipe\":1} 1"], "what the job shows")
            try requireEqual(try scene.probe.count(.responses), 1, "responses")
            let totals = try scene.totals(of: run)
            try requireEqual(totals.done, 1, "images done")
            try require(totals.finishedAt != nil, "a run without work is not finished")
        },
        Check("answers of many images at once are those of the images") { scene in
            let run = try scene.run(Picture.numbered(0..<20))
            let worker = try scene.worker(on: run)
            let claims = try worker.take(20)
            try worker.answer(claims.reversed())
            try requireEqual(try scene.states(of: run), "20 done", "tasks")
            try requireEqual(
                try scene.probe.answers(of: "job"),
                (0..<20).map { "\($0).jpg {\"recipe\":1} 1" }.sorted(), "what the job shows")
        },
        Check("a late result of a task that has another attempt changes nothing") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let late = try scene.worker(on: run, as: Scene.process(7, of: "late"))
            let old = try late.take(1)
            try scene.store.rescue(seenFrom: Scene.process(8, of: "late"))
            let worker = try scene.worker(on: run)
            let new = try worker.take(1)
            try requireEqual(new.count, 1, "claims of a task whose worker is dead")
            try require(new[0].attempt != old[0].attempt, "two claims have one attempt")
            try late.answer(old)
            try requireEqual(try scene.states(of: run), "1 running", "tasks behind a late result")
            try requireEqual(try scene.probe.count(.answers), 0, "answers behind a late result")
            try worker.answer(new)
            try late.answer(old)
            try requireEqual(try scene.probe.count(.answers), 1, "answers")
        },
        Check("late results of neighbouring tasks change nothing") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let late = try scene.worker(on: run, as: Scene.process(7, of: "late"))
            let old = try late.take(4)
            try scene.store.rescue(seenFrom: Scene.process(8, of: "late"))
            let new = try scene.worker(on: run).claim(4)
            try requireEqual(new.count, 4, "claims of tasks whose worker is dead")
            try late.answer(old)
            try requireEqual(try scene.states(of: run), "4 running", "tasks behind late results")
            try requireEqual(try scene.probe.count(.answers), 0, "answers behind late results")
        },
        Check("a failure that may pass is tried again when its time has come, and not before") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run)
            let failure = TestWorker.failure(.service, code: "UNAVAILABLE")
            try worker.end(try worker.claim(1), .retry(failure, after: .seconds(10)))
            try requireEqual(try worker.claim(1).count, 0, "claims of a task that waits")
            try require(try worker.session.hasWork(), "a run with a task that waits has no work")
            let due = try scene.store.snapshot { reports throws(StoreError) in
                (reports.now, try reports.nextDue(in: run))
            }
            try requireEqual(due.1, due.0 + .seconds(10), "when the task is due")
            scene.advance(.seconds(10))
            try requireEqual(try worker.claim(1).map(\.attemptCount), [1], "tries of the task that has waited")
        },
        Check("work that was stopped is not a try") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run)
            try worker.end(try worker.claim(1), .interrupted(nil, after: nil))
            try requireEqual(try worker.claim(1).map(\.attemptCount), [0], "tries of the task")
        },
        Check("a failure that stands fails the image with its words") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let worker = try scene.worker(on: run)
            let claims = try worker.take(2)
            try worker.end([claims[0]], .failed(TestWorker.failure(.refused, code: "INVALID_ARGUMENT")))
            try worker.answer([claims[1]])
            try requireEqual(try scene.states(of: run), "1 done, 1 failed", "tasks")
            let failures = try scene.store.snapshot { reports throws(StoreError) in try reports.failures(of: run) }
            try requireEqual(
                failures.map { "\($0.kind) \($0.count) \($0.example)" }, ["refused 1 it is refused"], "failures")
        },
        Check("answers beside a failure are kept, and only the rest is asked again") { scene in
            let both = [scene.recipe(1), scene.recipe(2, of: .faceDetection)]
            let run = try scene.run(Picture.numbered(0..<1), scene.request(asking: both))
            let worker = try scene.worker(on: run, asking: both)
            let claim = try worker.take(1)[0]
            try requireEqual(claim.asked.count, 2, "recipes asked")
            var result = AttemptResult(claim: claim, outcome: .retry(TestWorker.failure(.service), after: .seconds(0)))
            result.answers = Array(worker.answered(claim).answers.prefix(1))
            try worker.exchange { $0.results = [result] }
            try requireEqual(try scene.probe.count(.answers), 1, "answers")
            let again = try worker.claim(1)
            try requireEqual(again.map(\.asked), [Array(claim.asked.suffix(1))], "what is asked again")
            try worker.answer(again)
            try requireEqual(try scene.states(of: run), "1 done", "tasks")
        },
        Check("a worker that leaves gives back what it has claimed") { scene in
            let run = try scene.run(Picture.numbered(0..<3))
            let worker = try scene.worker(on: run)
            _ = try worker.claim(2)
            try worker.session.leave()
            try requireEqual(try scene.states(of: run), "3 queued", "tasks")
            try requireEqual(try scene.probe.count(.workers), 0, "workers that have not ended")
            try requireEqual(try scene.worker(on: run).claim(5).map(\.attemptCount), [0, 0, 0], "tries of the tasks")
        },
        Check("an exchange that is repeated changes nothing, and gives the same claims") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let session = try scene.worker(on: run).session
            var report = WorkReport(number: 1)
            report.wanted = 2
            let first = try session.exchange(report)
            let before = try scene.probe.dump()
            let second = try session.exchange(report)
            try requireEqual(second.claims.map(\.attempt), first.claims.map(\.attempt), "claims of a repeated exchange")
            try requireEqual(try scene.probe.dump(), before, "the rows behind a repeated exchange")
        },
        Check("an image that could not go by reference is sent as bytes") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run)
            // Whether the result says so, and whether the next claim does: a code of the failure decides nothing, and
            // what was asked for once holds.
            for (wanted, expected) in [(false, false), (true, true), (false, true)] {
                let claim = try worker.take(1)[0]
                let failure = TestWorker.failure(.unreachable, code: "WANTS_CONTENT")
                var result = AttemptResult(claim: claim, outcome: .retry(failure, after: .seconds(0)))
                result.sendsContent = wanted
                try worker.exchange { $0.results = [result] }
                let next = try worker.take(1)
                try requireEqual(next.map(\.sendsContent), [expected], "whether bytes are sent")
                try worker.exchange { $0.results = next.map { AttemptResult(returning: $0) } }
            }
        },
        Check("a run has work as long as something is queued or another worker has it") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let (one, two) = (try scene.worker(on: run), try scene.worker(on: run))
            try require(try two.session.hasWork(), "a run with a queued image has no work")
            let claims = try one.take(1)
            try require(try two.session.hasWork(), "a run whose image another worker has has no work")
            try one.answer(claims)
            try require(try !two.session.hasWork(), "a run whose images are done has work")
        },
        Check("a run of other recipes, and one that is not there, cannot be worked on") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let other = try scene.store.worker(scene.work(on: run, asking: [scene.recipe(2)]))
            try require(other == nil, "a run can be worked on with other recipes than its own")
            let none = try scene.store.worker(scene.work(on: RunID(run.value + 1)))
            try require(none == nil, "a run that is not there can be worked on")
        },
        Check("a worker that was opened twice with one key is one worker") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let request = scene.work(on: run)
            let first = try scene.worker(request)
            let claims = try first.take(2)
            let again = try scene.worker(request, in: try scene.another())
            let repeated = try again.claim(2)
            try requireEqual(
                repeated.map(\.attempt), claims.map(\.attempt), "claims of the first exchange, asked again")
            try requireEqual(try scene.probe.count(.workers), 1, "workers")
        },
    ]
}
