internal import Storage
internal import Domain

extension Check {
    /// Units: reserved, sent, and what becomes of them.
    static let money = [
        Check("a unit is reserved before its task is claimed, sent, and settled by its answer") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let worker = try scene.worker(on: run, billing: .test())
            let claims = try worker.take(2)
            try requireEqual(try scene.probe.units(), ["reserved": 2], "units of claims")
            try requireEqual(try worker.send(claims), .send(claims.map(\.attempt)), "the decision")
            try requireEqual(try scene.probe.units(), ["sent": 2], "units of requests")
            try worker.answer(claims)
            try requireEqual(try scene.probe.units(), ["settled": 2], "units of answers")
        },
        Check("what was not sent is released, whatever its end says") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let worker = try scene.worker(on: run, billing: .test())
            let claims = try worker.take(2)
            try worker.end([claims[0]], .interrupted(nil, after: nil))
            try worker.end([claims[1]], .failed(TestWorker.failure(.damaged)), charge: .uncertain)
            try requireEqual(try scene.probe.units(), ["released": 2], "units")
        },
        Check("what was sent and refused is released, what was lost is uncertain, what was billed is settled") {
            scene in
            let run = try scene.run(Picture.numbered(0..<3))
            let worker = try scene.worker(on: run, billing: .test())
            let claims = try worker.take(3)
            _ = try worker.send(claims)
            let failure = TestWorker.failure(.refused)
            try worker.end([claims[0]], .failed(failure), charge: .none)
            try worker.end([claims[1]], .retry(TestWorker.failure(.lost), after: .seconds(1)), charge: .uncertain)
            try worker.end([claims[2]], .failed(failure), charge: .billed)
            try requireEqual(try scene.probe.units(), ["released": 1, "uncertain": 1, "settled": 1], "units")
        },
        Check("a retry has a unit of its own") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run, billing: .test())
            let claims = try worker.take(1)
            _ = try worker.send(claims)
            try worker.end(claims, .retry(TestWorker.failure(.lost), after: .seconds(0)), charge: .uncertain)
            let again = try worker.claim(1)
            _ = try worker.send(again)
            try worker.answer(again)
            try requireEqual(try scene.probe.units(), ["uncertain": 1, "settled": 1], "units")
        },
        Check("what a dead worker had sent is uncertain, what it had reserved is released") { scene in
            let run = try scene.run(Picture.numbered(0..<3))
            let worker = try scene.worker(on: run, as: Scene.process(7, of: "here"), billing: .test())
            let claims = try worker.take(3)
            _ = try worker.send(Array(claims[..<2]))
            try scene.store.rescue(seenFrom: Scene.process(8, of: "here"))
            try requireEqual(try scene.probe.units(), ["uncertain": 2, "released": 1], "units")
        },
        Check("a request whose attempts other workers have by now is not sent") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let late = try scene.worker(on: run, as: Scene.process(7, of: "here"), billing: .test())
            let old = try late.take(2)
            try scene.store.rescue(seenFrom: Scene.process(8, of: "here"))
            try requireEqual(try late.send(old), .send([]), "the decision about attempts that are other workers'")
            try requireEqual(try scene.probe.units(), ["released": 2], "units")
        },
        Check("what was reserved yesterday is not sent today") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let worker = try scene.worker(on: run, billing: .test())
            let claims = try worker.take(2)
            scene.advance(.seconds(86_400))
            try scene.store.rescue(seenFrom: Scene.process(99, of: "nowhere"))
            try requireEqual(try worker.send(claims), .send([]), "the decision about units of another day")
        },
        Check("requests keep the pace of their account") { scene in
            let run = try scene.run(Picture.numbered(0..<3))
            let billing = Billing.test(requestsPerMinute: 60)
            let worker = try scene.worker(on: run, billing: billing)
            let claims = try worker.take(3)
            guard case .send = try worker.send([claims[0]]) else { throw Nonconformance("the first request waits") }
            guard case .wait(let span, let slot) = try worker.send([claims[1]]), let slot else {
                throw Nonconformance("a second request within a second does not wait for its place")
            }
            try require(span > .seconds(0) && span < .seconds(2), "a second request waits for \(span.milliseconds) ms")
            var again = SendRequest(attempts: [claims[1].attempt])
            again.slot = slot
            let early = try worker.exchange { $0.requests = [again] }
            try requireEqual(early.decisions, [.wait(span, slot: slot)], "the decision before its time has come")
            scene.advance(span)
            let order = try worker.exchange { $0.requests = [again] }
            try requireEqual(order.decisions, [.send([claims[1].attempt])], "the decision when its time has come")
        },
        Check("an account that was told to wait sends nothing until its time has come") { scene in
            let run = try scene.run(Picture.numbered(0..<2))
            let worker = try scene.worker(on: run, billing: .test())
            let claims = try worker.take(2)
            _ = try worker.send([claims[0]])
            var result = AttemptResult(
                claim: claims[0], outcome: .retry(TestWorker.failure(.service), after: .seconds(1)))
            result.hold = .seconds(20)
            try worker.exchange { $0.results = [result] }
            try requireEqual(
                try worker.send([claims[1]]), .wait(.seconds(20), slot: nil), "the decision of a held account")
            let until = try scene.store.snapshot { reports throws(StoreError) in try reports.holdEnds("project") }
            try requireEqual(until, scene.now + .seconds(20), "until when the account is held")
            scene.advance(.seconds(20))
            guard case .send = try worker.send([claims[1]]) else { throw Nonconformance("an account stays held") }
        },
        Check("uncertain units are closed as billed or as not billed") { scene in
            let lost = try lose(scene, 3)
            var units = UncertainUnits(account: "project")
            units.attempt = lost.first?.attempt
            try requireEqual(try scene.store.ledger.settle(units, areBilled: true), 1, "units closed as billed")
            units.attempt = nil
            try requireEqual(try scene.store.ledger.settle(units, areBilled: false), 2, "units closed as not billed")
            try requireEqual(try scene.probe.units(), ["settled": 1, "released": 2], "units")
            try requireEqual(
                try scene.store.ledger.settle(UncertainUnits(account: "elsewhere"), areBilled: true), 0,
                "units of another account")
        },
        Check("the vendor's count closes what it tells of") { scene in
            try lose(scene, 3)
            try requireEqual(try reconcile(scene, 4, closing: true), .tooMany, "the status on more than was sent")
            try requireEqual(
                try reconcile(scene, 2, closing: true, within: .seconds(3600)), .tooYoung,
                "the status on a day that goes on")
            try requireEqual(try reconcile(scene, 2, closing: false), .closed, "the status on a count that fits")
            try requireEqual(try scene.probe.units(), ["uncertain": 3], "units behind a comparison")
            try requireEqual(try reconcile(scene, 2, closing: true), .closed, "the status on a count that fits")
            try requireEqual(try scene.probe.units(), ["settled": 2, "released": 1], "units")
            try requireEqual(try reconcile(scene, 1, closing: true), .tooFew, "the status on less than was answered")
            try requireEqual(try reconcile(scene, 2, closing: true), .agrees, "the status on what was answered")
        },
        Check("what is under way is not reconciled") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run, billing: .test())
            _ = try worker.send(try worker.claim(1))
            let day = VendorDay(of: scene.now)
            let counts = [VendorCount(account: "project", feature: .labelDetection, days: day...day, units: 1)]
            let report = try scene.store.ledger.reconcile(counts, closing: true, settlingTime: nil)
            try requireEqual(report.counts.map(\.status), [.inFlight], "the status")
        },
        Check("one image that two jobs ask the same is billed once") { scene in
            let (first, second) = (
                try scene.run(Picture.numbered(0..<3)), try scene.run(Picture.numbered(0..<3), scene.request("other"))
            )
            for _ in 0..<6 {
                for (run, job) in [(first, "job"), (second, "other")] {
                    let worker = try scene.worker(on: run, job, billing: .test())
                    let claims = try worker.claim(1)
                    _ = try worker.send(claims)
                    try worker.answer(claims)
                    scene.advance(.seconds(1))
                }
            }
            try requireEqual(try scene.probe.units(), ["settled": 3], "units of two jobs that ask the same")
            try requireEqual(try scene.states(of: second), "3 done", "tasks of the other job")
        },
    ]

    /// What follows from a count of the vendor's for today.
    private static func reconcile(_ scene: Scene, _ count: Int, closing: Bool, within span: TimeSpan? = nil) throws
        -> ReconciliationStatus?
    {
        let today = VendorDay(of: scene.now)
        let count = VendorCount(account: "project", feature: .labelDetection, days: today...today, units: count)
        let ledger = scene.store.ledger
        let report = try ledger.reconcile([count], closing: closing, settlingTime: span)
        return report.counts.first?.status
    }

    /// Some images whose units are uncertain.
    @discardableResult
    private static func lose(_ scene: Scene, _ count: Int) throws -> [Claim] {
        let run = try scene.run(Picture.numbered(0..<count))
        let worker = try scene.worker(on: run, billing: .test())
        let claims = try worker.take(count)
        _ = try worker.send(claims)
        try worker.end(claims, .failed(TestWorker.failure(.lost)), charge: .uncertain)
        try requireEqual(try scene.probe.units(), ["uncertain": count], "units of lost answers")
        return claims
    }
}
