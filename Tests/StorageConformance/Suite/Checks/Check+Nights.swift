internal import Platform
internal import Storage
internal import TestSupport
internal import Domain

extension Check {
    /// The nights of jobs, and what a process is told that it did.
    static let nights = [
        Check("a job has one night at a time, and another job has its own") { scene in
            let mine = try scene.night()
            let other = Scene.process(2, of: "host 2")
            let holder = try unwrap(try scene.holder(as: other), "two processes have a night of one job")
            try requireEqual(
                holder, NightOwner(process: Scene.process(1, of: "host 1"), hostName: "tower", since: scene.now),
                "who has the night")
            _ = try scene.night("another", as: other)
            try mine.end(NightResult(exitStatus: 0))
            _ = try scene.night(as: other)
        },
        Check("a night dies with its process, and a process of another host with its lease") { scene in
            let me = try ProcessIdentity.current()
            let dead = try scene.night(as: ProcessIdentity(host: me.host, pid: 1 << 30, started: 7))
            let next = try scene.night(as: me)
            try dead.end(NightResult(exitStatus: 0))
            try requireEqual(
                try scene.successes(), [], "jobs whose night is well, of which only the dead one's has ended")
            let holder = try unwrap(try dead.renew(), "a night that was given up does not say whose it is")
            try requireEqual(holder.process, me, "whose the night is")
            try next.end(NightResult(exitStatus: 0))
            let far = Scene.process(1, of: "host 1")
            _ = try scene.night(as: far)
            scene.advance(.seconds(59))
            try requireEqual(try scene.holder(as: me)?.process, far, "who has a night whose lease lasts")
            scene.advance(.seconds(2))
            _ = try scene.night(as: me)
        },
        Check("a night that renews its lease lasts, also behind one that has ended") { scene in
            let other = Scene.process(2, of: "host 2")
            let night = try scene.night()
            for _ in 0..<4 {
                scene.advance(.seconds(40))
                try requireEqual(try night.renew(), nil, "who has a night that is renewed in time")
                try requireEqual(
                    try scene.holder(as: other)?.process, Scene.process(1, of: "host 1"),
                    "who has a night that was renewed"
                )
            }
            // Its process slept, and no other has come meanwhile.
            scene.advance(.seconds(100))
            try scene.store.rescue(seenFrom: other)
            try requireEqual(try night.renew(), nil, "who has a night that no other process wants")
            try requireEqual(try scene.holder(as: other) != nil, true, "a night that goes on is held")
        },
        Check("a night begins and ends once, however often it is told to") { scene in
            let request = scene.nightRequest()
            guard case .begun(let first) = try scene.store.night(request) else {
                throw Nonconformance("a job without a night has one")
            }
            let rows = try scene.probe.dump()
            guard case .begun(let again) = try scene.store.night(request) else {
                throw Nonconformance("a night that is begun again by its key is another process's")
            }
            try requireEqual(again.began, first.began, "when a night began that was begun twice")
            try requireEqual(try scene.probe.dump(), rows, "rows of a night that was begun twice")
            try first.end(NightResult(exitStatus: 1))
            let ended = try scene.probe.dump()
            scene.advance(.seconds(5))
            try again.end(NightResult(exitStatus: 0))
            try requireEqual(try scene.probe.dump(), ended, "rows of a night that has ended and is ended again")
            try requireEqual(try scene.successes(), [], "jobs whose night is well")
            try scene.night().end(NightResult(exitStatus: 0))
            try requireEqual(try scene.successes(), ["job"], "jobs whose night is well")
        },
        Check("a submission that ends late keeps the lease of its night") { scene in
            let me = Scene.process(1, of: "host 1")
            let request = scene.nightRequest(as: me)
            guard case .begun(let night) = try scene.store.night(request) else {
                throw Nonconformance("a job without a night has one")
            }
            let submitted = try Submitted(scene, scene.request())
            try submitted.see(Picture.numbered(0..<2))
            scene.advance(.seconds(50))
            // It takes longer than the ten seconds that are left: each look at the clock is 15 seconds behind the one
            // before.
            scene.time.step(.seconds(15))
            try submitted.finish(night: request.key)
            scene.time.step(.seconds(0))
            // As of the moment at which the finish began, the lease would have ended by now.
            scene.advance(TimeSpan(milliseconds: night.began.milliseconds + 120_000 - scene.now.milliseconds))
            try requireEqual(
                try scene.holder(as: Scene.process(2, of: "host 2"))?.process, me,
                "who has a night whose finish took long")
            try requireEqual(try night.renew(), nil, "who has the night in its place")
        },
        Check("a receipt has what the process's own workers did since the mark, and nothing else") { scene in
            let me = Scene.process(1, of: "host 1"), other = Scene.process(2, of: "host 2")
            let billing = Billing.test()
            let run = try scene.run(Picture.numbered(0..<8))
            func work(_ count: Int, as process: ProcessIdentity, charge: Charge = .billed) throws {
                let worker = try scene.worker(on: run, as: process, billing: billing)
                let claims = try worker.take(count)
                _ = try worker.send(claims)
                if charge == .uncertain {
                    try worker.end(claims, .failed(TestWorker.failure(.lost)), charge: charge)
                } else {
                    try worker.answer(claims)
                }
                try worker.session.leave()
            }
            try work(1, as: me)
            let mark = try scene.store.snapshot { reports throws(StoreError) in try reports.mark(me) }
            try work(2, as: me)
            try work(3, as: other)
            try work(1, as: me, charge: .uncertain)
            let (own, foreign) = try scene.store.snapshot { reports throws(StoreError) in
                (try reports.receipt(job: "job", since: mark), try reports.receipt(job: "another", since: mark))
            }
            try requireEqual(
                [own.done, own.settled, own.uncertain], [2, 2, 1], "images, and settled and uncertain units")
            try requireEqual(own.failures.map(\.count), [1], "failures")
            try requireEqual(own.maxMicroDollars, 4500, "the most that three units cost")
            try requireEqual(own.monthMicroDollars, 10500, "what seven units of the month cost")
            try requireEqual([foreign.done, foreign.settled, foreign.uncertain], [0, 0, 0], "what another job had")
        },
    ]
}
