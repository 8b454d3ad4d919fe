internal import Storage
internal import Domain

extension Check {
    /// Caps, of all kinds.
    static let caps = [
        Check("a run's cap in units is never passed") { scene in
            try hold(scene, .test(run: .units(3)), .run, 3)
        },
        Check("a job's cap of a day is never passed, by all of its runs") { scene in
            let billing = Billing.test(day: .units(3))
            try scene.answer(Picture.numbered(0..<2), billing: billing)
            let run = try scene.run(Picture.numbered(0..<6))
            let worker = try scene.worker(on: run, billing: billing)
            let order = try worker.exchange { $0.wanted = 6 }
            try requireEqual(order.claims.count, 1, "claims with 2 of 3 units spent by another run")
            try requireEqual(order.stopReason.scope, .jobDay, "the cap that keeps the rest queued")
        },
        Check("a job's cap of a month is never passed") { scene in
            try hold(scene, .test(month: .units(4)), .jobMonth, 4)
        },
        Check("an account's cap of a day is never passed, by all jobs") { scene in
            try scene.store.ledger.setCap(.units(3), of: "project", for: .day)
            try scene.answer(Picture.numbered(0..<2), scene.request("other"), billing: .test())
            let run = try scene.run(Picture.numbered(10..<16))
            let order = try scene.worker(on: run, billing: .test()).exchange { $0.wanted = 6 }
            try requireEqual(order.claims.count, 1, "claims with 2 of 3 units spent by another job")
            try requireEqual(order.stopReason.scope, .accountDay, "the cap that keeps the rest queued")
        },
        Check("an account's cap of a month is never passed") { scene in
            try scene.store.ledger.setCap(.units(2), of: "project", for: .month)
            try hold(scene, .test(), .accountMonth, 2)
        },
        Check("another account's cap is no cap") { scene in
            try scene.store.ledger.setCap(.units(1), of: "elsewhere", for: .month)
            let run = try scene.run(Picture.numbered(0..<4))
            try requireEqual(try scene.worker(on: run, billing: .test()).claim(4).count, 4, "claims")
        },
        Check("a cap in dollars is never passed") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let cap = Budget.Cap(microDollars: 4_000)
            let order = try scene.worker(on: run, billing: .test(run: cap)).exchange { $0.wanted = 4 }
            try requireEqual(order.claims.count, 2, "claims at 0.0015 dollars each under a cap of 0.004 dollars")
            try requireEqual(order.stopReason.scope, .run, "the cap that keeps the rest queued")
        },
        Check("two workers together do not pass a cap") { scene in
            let run = try scene.run(Picture.numbered(0..<8))
            let billing = Billing.test(run: .units(5))
            let one = try scene.worker(on: run, billing: billing)
            let two = try scene.worker(
                scene.work(on: run, billing: billing), in: try scene.another())
            let claims = try (0..<8).map { try ($0 % 2 == 0 ? one : two).claim(1).count }
            try requireEqual(claims.reduce(0, +), 5, "claims of two workers under a cap of 5 units")
            try requireEqual(try scene.probe.capsPassed(), [], "caps that were passed")
        },
        Check("an image whose recipes have no room together is not asked in part") { scene in
            let both = [scene.recipe(1), scene.recipe(2, of: .faceDetection)]
            let run = try scene.run(Picture.numbered(0..<3), scene.request(asking: both))
            let worker = try scene.worker(on: run, asking: both, billing: .test(run: .units(3)))
            let order = try worker.exchange { $0.wanted = 3 }
            try requireEqual(order.claims.map(\.asked.count), [2], "recipes asked under a cap of 3 units")
            try requireEqual(try scene.probe.units(), ["reserved": 2], "units")
        },
        Check("a cap that is raised lets work continue, and one that is taken away, too") { scene in
            try scene.store.ledger.setCap(.units(1), of: "project", for: .day)
            let run = try scene.run(Picture.numbered(0..<4))
            let worker = try scene.worker(on: run, billing: .test())
            try requireEqual(try worker.claim(4).count, 1, "claims under a cap of 1 unit")
            try scene.store.ledger.setCap(.units(2), of: "project", for: .day)
            try requireEqual(try worker.claim(4).count, 1, "further claims under a cap of 2 units")
            try scene.store.ledger.setCap(nil, of: "project", for: .day)
            try requireEqual(try worker.claim(4).count, 2, "further claims without a cap")
        },
        Check("what a lowered cap has no room for is not sent") { scene in
            let run = try scene.run(Picture.numbered(0..<3))
            let worker = try scene.worker(on: run, billing: .test())
            let claims = try worker.take(3)
            guard case .send = try worker.send([claims[0]]) else {
                throw Nonconformance("a request is not sent though no cap holds")
            }
            try scene.store.ledger.setCap(.units(1), of: "project", for: .day)
            let order = try worker.exchange { $0.requests = [SendRequest(attempts: [claims[1].attempt])] }
            try requireEqual(order.decisions, [.withdrawn], "the decision under a cap of 1 unit that is sent")
            try require(order.isOverdrawn, "a worker is not told that a cap was lowered")
            try worker.end(Array(claims[1...]), .interrupted(nil, after: nil))
            try requireEqual(try scene.probe.units(), ["sent": 1, "released": 2], "units")
        },
        Check("a day's cap opens at the vendor's midnight") { scene in
            let run = try scene.run(Picture.numbered(0..<4))
            let billing = Billing.test(day: .units(2))
            let worker = try scene.worker(on: run, billing: billing)
            let order = try worker.exchange { $0.wanted = 4 }
            guard case .cap(let cap) = order.stopReason, let opensAt = cap.opensAt else {
                throw Nonconformance("a day's cap does not say when it opens")
            }
            _ = try worker.send(order.claims)
            try worker.answer(order.claims)
            let now = scene.now
            scene.advance(opensAt - now)
            try requireEqual(try worker.claim(4).count, 2, "claims of the next day")
            try requireEqual(try scene.probe.capsPassed(), [], "caps that were passed")
        },
    ]

    /// A worker on a run of six images gets as many as a cap allows.
    private static func hold(_ scene: Scene, _ billing: Billing, _ scope: CapScope, _ room: Int) throws {
        let run = try scene.run(Picture.numbered(0..<6))
        let worker = try scene.worker(on: run, billing: billing)
        let order = try worker.exchange { $0.wanted = 6 }
        try requireEqual(order.claims.count, room, "claims under a cap of \(room) units")
        try requireEqual(order.stopReason.scope, scope, "the cap that keeps the rest queued")
        try requireEqual(try worker.claim(6).count, 0, "further claims at the cap")
        _ = try worker.send(order.claims)
        try worker.answer(order.claims)
        try requireEqual(try worker.claim(6).count, 0, "further claims when all was answered")
        try requireEqual(try scene.probe.capsPassed(), [], "caps that were passed")
    }
}
