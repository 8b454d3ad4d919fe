internal import Platform
internal import Storage
internal import Domain

extension Check {
    /// What becomes of the tasks of workers that are gone.
    static let rescue = [
        Check("what a dead process of this host held is queued again at once") { scene in
            let run = try scene.run(Picture.numbered(0..<3))
            _ = try scene.worker(on: run, as: Scene.process(7, of: "here")).claim(2)
            try scene.store.rescue(seenFrom: Scene.process(8, of: "here"))
            try requireEqual(try scene.states(of: run), "3 queued", "tasks")
            try requireEqual(try scene.probe.tasks(in: run).map(\.crashes), [1, 1, 0], "crashes of the tasks")
            try requireEqual(try scene.probe.attempts(in: run), ["died", "died"], "attempts")
            try requireEqual(try scene.probe.count(.workers), 0, "workers that have not ended")
        },
        Check("a worker finds dead ones by itself") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            _ = try scene.worker(on: run, as: Scene.process(7, of: "here")).claim(2)
            let claims = try scene.worker(on: run, as: Scene.process(8, of: "here")).claim(2)
            try requireEqual(claims.count, 2, "claims of tasks whose worker is dead")
        },
        Check("a process of another host is dead when its lease has ended, and not before") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            _ = try scene.worker(on: run, as: Scene.process(7, of: "there")).claim(2)
            try scene.store.rescue(seenFrom: Scene.process(8, of: "here"))
            try requireEqual(try scene.states(of: run), "2 running", "tasks of a worker whose lease has not ended")
            scene.advance(.seconds(600))
            try scene.store.rescue(seenFrom: Scene.process(8, of: "here"))
            try requireEqual(try scene.states(of: run), "2 queued", "tasks of a worker whose lease has ended")
            try requireEqual(try scene.probe.attempts(in: run), ["died", "died"], "attempts")
        },
        Check("a process that lives and has not renewed loses its tasks, and no image is blamed") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let own = try ProcessIdentity.current()
            _ = try scene.worker(on: run, as: own).claim(1)
            try scene.store.rescue(seenFrom: own)
            try requireEqual(try scene.states(of: run), "1 running", "tasks of a process that lives")
            scene.advance(.seconds(600))
            try scene.store.rescue(seenFrom: own)
            try requireEqual(try scene.probe.attempts(in: run), ["lapsed"], "attempts")
            try requireEqual(try scene.probe.tasks(in: run).map(\.crashes), [0], "crashes of the task")
        },
        Check("a worker that was given up works on as a new one") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let worker = try scene.worker(on: run, as: Scene.process(7, of: "there"))
            let old = try worker.take(1)
            scene.advance(.seconds(600))
            try scene.store.rescue(seenFrom: Scene.process(8, of: "here"))
            let order = try worker.exchange {
                $0.results = old.map { worker.answered($0) }
                $0.wanted = 2
            }
            try requireEqual(order.claims.count, 2, "claims of a worker that was given up")
            try requireEqual(try scene.states(of: run), "2 running", "tasks")
            try worker.answer(order.claims)
            try requireEqual(try scene.states(of: run), "2 done", "tasks")
        },
        Check("an image that killed a worker runs alone before the limit, and fails at it") { scene in
            let run = try scene.run(Picture.numbered(0..<1), scene.request(crashLimit: 2))
            _ = try scene.worker(on: run, as: Scene.process(7, of: "here")).claim(1)
            try scene.store.rescue(seenFrom: Scene.process(9, of: "here"))
            let second = try scene.worker(on: run, as: Scene.process(8, of: "here"))
            try requireEqual(try second.claim(1).count, 0, "claims that may not run alone")
            try requireEqual(try second.claim(1, mayIsolate: true).map(\.isIsolated), [true], "claims that run alone")
            try scene.store.rescue(seenFrom: Scene.process(9, of: "here"))
            try requireEqual(try scene.probe.tasks(in: run).map(\.kind), ["quarantined"], "how the image failed")
            try requireEqual(
                try scene.store.control.retry(.run(run), only: .failures(kind: .quarantined)).images, 1,
                "images queued again")
            let third = try scene.worker(on: run)
            try requireEqual(try third.claim(1).count, 0, "claims of an image in quarantine that may not run alone")
            try requireEqual(try third.claim(1, mayIsolate: true).count, 1, "claims of an image in quarantine")
        },
        Check("an image that its own worker gives up as a crash is blamed alone") { scene in
            let run = try scene.run(Picture.numbered(0..<2), scene.request(crashLimit: 2))
            for attempt in 0...1 {
                let worker = try scene.worker(on: run)
                var claims = try worker.claim(2)
                if claims.isEmpty { claims = try worker.claim(1, mayIsolate: true) }
                try worker.end(Array(claims.prefix(1)), .crashed("it was too long"))
                // A result that comes after that counts no more.
                try worker.answer(Array(claims.prefix(1)))
                try worker.answer(Array(claims.dropFirst()))
                try requireEqual(
                    try scene.states(of: run), attempt == 0 ? "1 queued, 1 done" : "1 done, 1 failed", "tasks")
                try worker.session.leave()
            }
            try requireEqual(
                try scene.probe.tasks(in: run).map(\.kind), ["quarantined", nil], "how the images ended")
            try requireEqual(try scene.probe.tasks(in: run).map(\.crashes), [2, 0], "crashes of the tasks")
            try requireEqual(try scene.probe.attempts(in: run), ["died", "answered", "died"], "attempts")
        },
        Check("a crash that names its images is counted on these alone, and they run alone") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let process = Scene.process(7, of: "here")
            let held = try scene.worker(on: run, as: process).claim(3)
            let stranger = Scene.crash(Scene.process(9, of: "here"), of: [held[2]])
            let records = [Scene.crash(process, of: [held[1]]), stranger]
            let rescue = try scene.store.rescue(seenFrom: Scene.process(8, of: "here"), records)
            try requireEqual(rescue.crashes.map(\.record), [records[0]], "crashes that were found")
            try requireEqual(rescue.crashes.flatMap(\.images).map(\.state), [.queued], "images that are blamed")
            try requireEqual(
                rescue.crashes.flatMap(\.images).map(\.path), [held[1].locations.first?.path], "their names")
            try requireEqual(rescue.isPending, false, "whether a record is wanted again")
            try requireEqual(try scene.probe.tasks(in: run).map(\.crashes), [0, 1, 0, 0], "crashes of the tasks")
            try requireEqual(
                try scene.probe.attempts(in: run), ["interrupted", "died", "interrupted"], "attempts")
            let worker = try scene.worker(on: run)
            let claims = try worker.claim(5, mayIsolate: true)
            try requireEqual(claims.count, 3, "claims while others are queued")
            try worker.answer(claims)
            try requireEqual(
                try worker.claim(5, mayIsolate: true).map(\.isIsolated), [true], "claims behind all others")
            try requireEqual(
                try scene.store.rescue(seenFrom: Scene.process(8, of: "here"), records).crashes.count, 0,
                "crashes that are told again")
        },
        Check("a crash that names no image is counted on each") { scene in
            let run = try scene.run(Picture.numbered(0..<2), scene.request(crashLimit: 1))
            let process = Scene.process(7, of: "here")
            _ = try scene.worker(on: run, as: process).claim(2)
            let worker = try scene.worker(on: run, as: Scene.process(8, of: "here"))
            let rescue = try worker.exchange { $0.crashes = [Scene.crash(process, of: [])] }.rescue
            try requireEqual(rescue?.crashes.flatMap(\.images).map(\.state), [.failed, .failed], "images")
            try requireEqual(
                try scene.probe.tasks(in: run).map(\.kind), ["quarantined", "quarantined"], "how the images failed")
        },
        Check("a crash of a worker that still counts as living is wanted again") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let process = Scene.process(7, of: "there")
            let held = try scene.worker(on: run, as: process).claim(1)
            let records = [Scene.crash(process, of: held)]
            let early = try scene.store.rescue(seenFrom: Scene.process(8, of: "here"), records)
            try requireEqual(early.isPending, true, "whether a record is wanted again")
            try requireEqual(early.crashes.count, 0, "crashes of a worker whose lease has not ended")
            scene.advance(.seconds(600))
            let late = try scene.store.rescue(seenFrom: Scene.process(8, of: "here"), records)
            try requireEqual(late.isPending, false, "whether a record is wanted again")
            try requireEqual(late.crashes.count, 1, "crashes of a worker whose lease has ended")
        },
        Check("an image that must run alone comes behind all others") { scene in
            let run = try scene.run(Picture.numbered(0..<2), scene.request(crashLimit: 2))
            _ = try scene.worker(on: run, as: Scene.process(7, of: "here")).claim(1)
            try scene.store.rescue(seenFrom: Scene.process(9, of: "here"))
            let worker = try scene.worker(on: run)
            let claims = try worker.claim(5, mayIsolate: true)
            try requireEqual(claims.map(\.isIsolated), [false], "claims while others are queued")
            try worker.answer(claims)
            try requireEqual(
                try worker.claim(5, mayIsolate: true).map(\.isIsolated), [true], "claims behind all others")
        },
        Check("what dead workers held of a cancelled run is cancelled") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            _ = try scene.worker(on: run, as: Scene.process(7, of: "here")).claim(2)
            _ = try scene.store.control.cancel(run)
            try scene.store.rescue(seenFrom: Scene.process(8, of: "here"))
            try requireEqual(try scene.states(of: run), "2 cancelled", "tasks")
        },
        Check("two that rescue one worker queue its tasks once") { scene in
            let run = try scene.run(Picture.numbered(0..<3))
            _ = try scene.worker(on: run, as: Scene.process(7, of: "here")).claim(3)
            let other = try scene.another()
            try scene.store.rescue(seenFrom: Scene.process(8, of: "here"))
            try other.rescue(seenFrom: Scene.process(9, of: "here"))
            try requireEqual(try scene.totals(of: run).queued, 3, "images queued by the run's count")
            try requireEqual(try scene.totals(of: run).total, 3, "images of the run by its count")
            try requireEqual(try scene.states(of: run), "3 queued", "tasks")
            try requireEqual(try scene.probe.tasks(in: run).map(\.crashes), [1, 1, 1], "crashes of the tasks")
        },
        Check("what waits is due when the clock was set back") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run)
            try worker.end(try worker.claim(1), .retry(TestWorker.failure(.service), after: .seconds(30)))
            scene.advance(.seconds(-86_400))
            try requireEqual(try worker.claim(1).count, 1, "claims of a task that waited for a moment of the old time")
        },
        Check("no task waits for longer than the longest wait") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run)
            try worker.end(try worker.claim(1), .retry(TestWorker.failure(.service), after: .seconds(86_400)))
            try requireEqual(try scene.worker(on: run).claim(1).count, 1, "claims of a task that would wait for a day")
        },
    ]
}
