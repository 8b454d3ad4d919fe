internal import Storage
internal import Domain

extension Check {
    /// What an image needs, and why.
    static let deciding = [
        Check("what decides changes nothing") { scene in
            try scene.answer(Picture.numbered(0..<2))
            let submitted = try Submitted(scene, scene.request())
            let before = try scene.probe.dump()
            let pictures = Picture.numbered(0..<4)
            let diff = try submitted.diff(pictures)
            _ = try submitted.session.decide(diff.unread.map { pictures[$0].identified(at: Int64($0)) })
            _ = try submitted.session.lastSeen([Picture("http://a.example/1.jpg", 9).path], as: Reading())
            _ = try submitted.session.unseenImages(after: nil, limit: 10)
            _ = try submitted.session.unseenNames(below: [SourcePath(Picture.folder)], after: nil, limit: 10)
            try requireEqual(try scene.probe.dump(), before, "the rows behind calls that only read")
        },
        Check("an image without an answer is queued as new") { scene in
            let run = try scene.run([Picture("a.jpg", 1)])
            try requireEqual(
                try scene.probe.tasks(in: run),
                [ProbedTask(name: "a.jpg", state: "queued", reason: "new", kind: nil, crashes: 0)], "tasks")
        },
        Check("a file that is as it was is not read again") { scene in
            let pictures = Picture.numbered(0..<3)
            try scene.answer(pictures)
            let again = try scene.submit(pictures)
            let counts = try again.completedCounts()
            try requireEqual(counts.read, 0, "files read")
            try requireEqual(counts.known, 3, "files known")
            try requireEqual(again.run, nil, "the run of a submission with nothing to do")
        },
        Check("a file that is queued is known, and is not queued again") { scene in
            let pictures = Picture.numbered(0..<3)
            let run = try scene.run(pictures)
            let again = try Submitted(scene, scene.request())
            let diff = try again.diff(pictures)
            try requireEqual(diff.queued, 3, "files that are queued already")
            try requireEqual(diff.unread, [], "files to be read")
            try requireEqual(try scene.totals(of: run).total, 3, "tasks of the run")
        },
        Check("a file that has changed is read, and its new content is queued because of that") { scene in
            try scene.answer([Picture("a.jpg", 1)])
            let submitted = try scene.submit([Picture("a.jpg", 2)])
            let run = try unwrap(submitted.run, "an overwritten file has no run")
            try requireEqual(try scene.probe.tasks(in: run).map(\.reason), ["bytes_changed"], "reasons")
            try requireEqual(try submitted.completedCounts().replaced, 1, "names that hold another image")
            try requireEqual(try scene.probe.members(of: "job"), ["a.jpg"], "members")
        },
        Check("another model is a reason") { scene in
            try scene.answer([Picture("a.jpg", 1)])
            let run = try scene.run([Picture("a.jpg", 1)], scene.request(asking: [scene.recipe(1, model: "m@2")]))
            try requireEqual(try scene.probe.tasks(in: run).map(\.reason), ["model_changed"], "reasons")
        },
        Check("other parameters are a reason") { scene in
            try scene.answer([Picture("a.jpg", 1)])
            let run = try scene.run([Picture("a.jpg", 1)], scene.request(asking: [scene.recipe(2)]))
            try requireEqual(try scene.probe.tasks(in: run).map(\.reason), ["parameters_changed"], "reasons")
        },
        Check("an added feature is a reason, and only it is asked") { scene in
            try scene.answer([Picture("a.jpg", 1)])
            let both = [scene.recipe(1), scene.recipe(2, of: .faceDetection)]
            let run = try scene.run([Picture("a.jpg", 1)], scene.request(asking: both))
            try requireEqual(try scene.probe.tasks(in: run).map(\.reason), ["feature_added"], "reasons")
            let worker = try scene.worker(on: run, asking: both)
            let asked = try worker.claim(1).flatMap { $0.asked.compactMap { worker.session.recipes[$0] } }
            try requireEqual(asked, [both[1]], "what is asked")
        },
        Check("an image that failed is left alone") { scene in
            let run = try scene.run([Picture("a.jpg", 1)])
            let worker = try scene.worker(on: run)
            try worker.end(try worker.claim(1), .failed(TestWorker.failure(.refused)))
            let again = try scene.submit([Picture("a.jpg", 1)])
            try requireEqual(again.progress.failedBefore, 1, "images that failed before")
            try requireEqual(try scene.states(of: run), "1 failed", "tasks")
            try requireEqual(again.run, nil, "the run of a submission with nothing to do")
        },
        Check("an image that failed is queued again where the manifest asks for it") { scene in
            let run = try scene.run([Picture("a.jpg", 1)])
            let worker = try scene.worker(on: run)
            try worker.end(try worker.claim(1), .failed(TestWorker.failure(.refused)))
            var refresh = Refresh()
            refresh.failed = true
            let again = try scene.run([Picture("a.jpg", 1)], scene.request(refresh: refresh))
            try requireEqual(try scene.probe.tasks(in: again).map(\.reason), ["failed_before"], "reasons")
        },
        Check("a failure of the file is taken over by another job") { scene in
            let run = try scene.run([Picture("a.jpg", 1), Picture("b.jpg", 2)])
            let worker = try scene.worker(on: run)
            let claims = try worker.take(2)
            try worker.end([claims[0]], .failed(TestWorker.failure(.damaged)))
            try worker.end([claims[1]], .failed(TestWorker.failure(.refused)))
            let other = try scene.run([Picture("a.jpg", 1), Picture("b.jpg", 2)], scene.request("other"))
            let tasks = try scene.probe.tasks(in: other).sorted { $0.name < $1.name }
            try requireEqual(tasks.map(\.state), ["failed", "queued"], "states in the other job's run")
            try requireEqual(tasks.map(\.kind), ["damaged", nil], "failures in the other job's run")
        },
        Check("an answer that is too old is asked for a second time, and once") { scene in
            let pictures = Picture.numbered(0..<3)
            try scene.answer(pictures)
            scene.advance(.seconds(100))
            var refresh = Refresh()
            refresh.olderThan = .seconds(60)
            let run = try scene.run(pictures, scene.request(refresh: refresh))
            try requireEqual(
                try scene.probe.tasks(in: run).map(\.reason), Array(repeating: "too_old", count: 3), "reasons")
            let worker = try scene.worker(on: run)
            let claims = try worker.take(3)
            try requireEqual(claims.count, 3, "claims of images whose answers are too old")
            try worker.answer(claims, words: "castle")
            try requireEqual(
                try scene.probe.answers(of: "job"), (0..<3).map { "\($0).jpg {\"recipe\":1} 2" }, "what the job shows")
            let third = try scene.submit(pictures, scene.request(refresh: refresh))
            try requireEqual(third.run, nil, "the run of a submission with nothing to do")
        },
        Check("an answer that is not too old is kept") { scene in
            try scene.answer([Picture("a.jpg", 1)])
            var refresh = Refresh()
            refresh.olderThan = .seconds(60)
            scene.advance(.seconds(59))
            let again = try scene.submit([Picture("a.jpg", 1)], scene.request(refresh: refresh))
            try requireEqual(again.run, nil, "the run of a submission with nothing to do")
        },
        Check("what is asked for a second time is answered by another run's new answer") { scene in
            try scene.answer([Picture("a.jpg", 1)])
            scene.advance(.seconds(100))
            var refresh = Refresh()
            refresh.olderThan = .seconds(60)
            let first = try scene.run([Picture("a.jpg", 1)], scene.request(refresh: refresh))
            let other = try scene.run([Picture("a.jpg", 1)], scene.request("other", refresh: refresh))
            let worker = try scene.worker(on: first)
            try worker.answer(try worker.claim(1))
            try requireEqual(
                try scene.worker(on: other, "other").claim(1).count, 0, "claims of an image that has a new answer")
            try requireEqual(try scene.states(of: other), "1 done", "tasks of the other run")
        },
        Check("a second job is answered by what is there, without a task") { scene in
            try scene.answer(Picture.numbered(0..<3))
            let other = try scene.submit(Picture.numbered(0..<3), scene.request("other"))
            try requireEqual(other.run, nil, "the run of a job whose images are answered")
            try requireEqual(
                try scene.probe.answers(of: "other").count, 3, "answers that the second job shows")
        },
        Check("two submissions that decide at once queue an image once") { scene in
            let first = try Submitted(scene, scene.request())
            let second = try Submitted(scene, scene.request(), in: try scene.another())
            let read = Picture.numbered(0..<3).enumerated().map { $0.element.identified(at: Int64($0.offset)) }
            let (one, two) = (try first.session.decide(read), try second.session.decide(read))
            try first.apply(one)
            try second.apply(two)
            try requireEqual(try scene.probe.count(.tasks), 3, "tasks of both submissions")
            try requireEqual(try scene.probe.count(.runs), 1, "runs of both submissions")
            try requireEqual(first.progress.queued + second.progress.queued, 3, "images that both say they have queued")
        },
        Check("a batch is written once, and the next one adds to it") { scene in
            let submitted = try Submitted(scene, scene.request())
            let pictures = Picture.numbered(0..<4).enumerated().map { $0.element.identified(at: Int64($0.offset)) }
            try submitted.take(Array(pictures[..<2]))
            let run = try unwrap(submitted.run, "a batch of new images has no run")
            try submitted.take(Array(pictures[2...]))
            try requireEqual(submitted.run, run, "the run of the second batch")
            try submitted.finish()
            try requireEqual(try scene.totals(of: run).total, 4, "tasks of the run")
        },
        Check("what is queued behind a run that has ended goes to a new run") { scene in
            let run = try scene.answer(Picture.numbered(0..<1))
            let next = try scene.run(Picture.numbered(0..<2))
            try require(next != run, "a task was queued in a run that has ended")
            try requireEqual(try scene.states(of: next), "1 queued", "tasks of the new run")
        },
    ]
}
