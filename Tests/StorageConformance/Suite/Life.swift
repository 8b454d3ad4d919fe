internal import Storage
internal import TestSupport
internal import Domain

/// A store's life as it may be: two jobs, several submissions and workers, orders, and money.
package enum Life {
    /// Throws where a store is another one when every write was called twice.
    package static func compareOnceAndTwice(on maker: any StoreMaker) throws {
        let (once, twice) = (try rows(maker, repeatsWrites: false), try rows(maker, repeatsWrites: true))
        for (left, right) in zip(once, twice) where left != right {
            throw Nonconformance("a row is `\(left)`, and `\(right)` where every write was called twice")
        }
        try requireEqual(twice.count, once.count, "rows where every write was called twice")
    }

    private static func rows(_ maker: any StoreMaker, repeatsWrites: Bool) throws -> [String] {
        do {
            let scene = try Scene(maker.make(), repeatsWrites: repeatsWrites)
            try live(scene)
            try scene.driver.check()
            return try scene.probe.dump()
        } catch let error as StoreError {
            throw Nonconformance("the store threw \(error.kind): \(error.message)")
        }
    }

    private static func live(_ scene: Scene) throws {
        let both = [scene.recipe(1), scene.recipe(2, of: .faceDetection)]
        try scene.store.ledger.setCap(.units(30), of: "project", for: .day)
        let first = try scene.run(Picture.numbered(0..<8), scene.request(priority: 3))
        try work(scene, first)
        scene.advance(.seconds(20))
        let second = try scene.run(Picture.numbered(4..<12), scene.request("other", asking: both))
        try die(scene, second, both)
        let control = scene.store.control
        _ = try control.pause(second)
        try control.prioritize(second, at: 5)
        _ = try control.resume(second)
        scene.advance(.seconds(20))
        try scene.submit([Picture("0.jpg", 0), Picture("1.jpg", 100), Picture("new.jpg", 2)])
        _ = try control.retry(.run(first), only: .failures())
        try scene.store.ledger.setCap(.units(40), of: "project", for: .month)
        try change(scene)
        _ = try control.cancel(second)
        try scene.store.control.noteStop(of: first, reason: "the time is up")
    }

    /// A worker that meets all that can come of an attempt, and leaves some of it.
    private static func work(_ scene: Scene, _ run: RunID) throws {
        let worker = try scene.worker(on: run, billing: .test(day: .units(20)))
        let claims = try worker.take(7)
        _ = try worker.send(Array(claims[..<6]))
        try worker.answer(Array(claims[..<3]))
        try worker.end([claims[3]], .failed(TestWorker.failure(.damaged)), charge: .none)
        try worker.end([claims[4]], .retry(TestWorker.failure(.lost), after: .seconds(5)), charge: .uncertain)
        try worker.end([claims[5]], .failed(TestWorker.failure(.refused)), charge: .billed)
        try worker.session.leave()
        var units = UncertainUnits(account: "project")
        units.feature = .labelDetection
        _ = try scene.store.ledger.settle(units, areBilled: true)
    }

    /// A worker that dies.
    private static func die(_ scene: Scene, _ run: RunID, _ recipes: [Recipe]) throws {
        let worker = try scene.worker(
            on: run, "other", asking: recipes, as: Scene.process(7, of: "here"), billing: .test())
        let claims = try worker.claim(4)
        _ = try worker.send(Array(claims.prefix(2)))
        try scene.store.rescue(seenFrom: Scene.process(8, of: "here"))
        try worker.answer(claims)
    }

    /// A manifest that asks something else, and one that asks as before.
    private static func change(_ scene: Scene) throws {
        let other = scene.request(version: 2, asking: [scene.recipe(3)])
        let run = try scene.run([Picture("0.jpg", 0), Picture("9.jpg", 9)], other)
        let worker = try scene.worker(on: run, version: 2, asking: [scene.recipe(3)])
        try worker.answer(try worker.claim(1))
        var refresh = Refresh()
        (refresh.failed, refresh.olderThan) = (true, .seconds(10))
        try scene.submit([Picture("0.jpg", 0), Picture("9.jpg", 9)], scene.request(version: 3, refresh: refresh))
        let day = VendorDay(of: scene.now)
        let count = VendorCount(account: "project", feature: .labelDetection, days: day...day, units: 6)
        _ = try scene.store.ledger.reconcile([count], closing: true, settlingTime: nil)
    }
}
