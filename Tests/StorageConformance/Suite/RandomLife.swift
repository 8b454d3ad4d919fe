internal import Storage
internal import TestSupport
internal import Domain

/// Random calls by several sessions, beside a model that counts what a vendor would bill.
package final class RandomLife {
    private static let names = Picture.numbered(0..<24).map(\.name)
    private let scene: Scene
    private var random: Seeded
    private var vendor = VendorModel()
    private var workers: [RandomWorker] = []
    private var cap: Int?
    /// The files as they are now; the model knows a picture by its number and its turn.
    private var pictures = Picture.numbered(0..<24)

    private init(_ scene: Scene, seed: UInt64) {
        self.scene = scene
        random = Seeded(seed)
    }

    /// Throws where a life breaks the contract, with the seed that tells it again.
    package static func run(on maker: any StoreMaker, seed: UInt64, steps: Int) throws {
        let life = RandomLife(try Scene(maker.make(), repeatsWrites: false), seed: seed)
        var step = 0
        do {
            while step < steps {
                try life.step()
                try life.check()
                step += 1
            }
            try life.end()
        } catch let error as StoreError {
            throw Nonconformance("seed \(seed), step \(step): the store threw \(error.kind): \(error.message)")
        } catch {
            throw Nonconformance("seed \(seed), step \(step): \(error)")
        }
    }

    private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private func step() throws {
        switch number(0...19) {
        case 0...1: try submit()
        case 2...3: try open()
        case 4...12: try work()
        case 13: try order()
        case 14: try changeCap()
        case 15: try kill()
        case 16: if let worker = workers.popLast() { try worker.leave(using: &random, &vendor) }
        case 17: scene.advance(.seconds(Int64(number(-20...20))))
        case 18: scene.advance(.seconds(Int64(number(0...90))))
        default: try scene.store.rescue(seenFrom: Scene.process(1, of: "nowhere"))
        }
    }

    private func submit() throws {
        let first = number(0...16)
        for index in first..<(first + 8) where number(0...5) == 0 {
            pictures[index] = number(0...2) > 0 ? pictures[index].edited() : pictures[index].turned(number(1...8))
        }
        let pictures = Array(pictures[first..<(first + number(1...7))])
        var refresh = Refresh()
        refresh.failed = number(0...2) == 0
        if number(0...4) == 0 {
            refresh.olderThan = .seconds(60)
            for picture in pictures { vendor.mayAskAgain(picture.image) }
        }
        let request = scene.request(number(0...1) == 0 ? "job" : "other", refresh: refresh, crashLimit: 3)
        let store = number(0...1) == 0 ? scene.store : try scene.another()
        let submitted = try Submitted(scene, request, in: store)
        try submitted.see(pictures)
        if number(0...4) > 0 {
            try submitted.finish(unwanted: number(0...3) == 0 ? Set(RandomLife.names) : [])
        }
    }

    private func open() throws {
        guard workers.count < 3 else { return }
        let open = try scene.store.snapshot { reports throws(StoreError) in
            var runs: [(RunID, String)] = []
            for run in try reports.openRuns() { runs.append((run, try reports.totals(of: run)?.job ?? "")) }
            return runs
        }
        guard let (run, job) = open.randomElement(using: &random) else { return }
        let request = scene.work(on: run, job, billing: .test())
        let store = number(0...1) == 0 ? scene.store : try scene.another()
        workers.append(RandomWorker(try scene.worker(request, in: store), request.process))
    }

    private func work() throws {
        guard let index = workers.indices.randomElement(using: &random) else { return }
        let worker = workers[index]
        switch number(0...2) {
        case 0: try worker.claim(number(1...4))
        case 1:
            let decided = try worker.send(using: &random, &vendor)
            if decided, let cap {
                let sent = vendor.sent
                try require(sent <= cap, "\(sent) units are sent under a cap of \(cap)")
            }
        default: try worker.end(using: &random, &vendor)
        }
    }

    private func order() throws {
        let runs = try scene.store.snapshot { reports throws(StoreError) in try reports.recentRuns(limit: 4) }
        guard let run = runs.randomElement(using: &random)?.run else { return }
        let control = scene.store.control
        switch number(0...5) {
        case 0: _ = try control.cancel(run)
        case 1: _ = try control.pause(run)
        case 2:
            _ = try control.retry(
                number(0...1) == 0 ? .run(run) : .job("job"),
                only: number(0...2) == 0 ? .asked(since: Timestamp(milliseconds: .min)) : .failures())
        case 3: try control.prioritize(run, at: number(-100...100))
        default: _ = try control.resume(run)
        }
    }

    private func changeCap() throws {
        let units = number(0...2) == 0 ? nil : number(0...40)
        try scene.store.ledger.setCap(units.map { .units($0) }, of: "project", for: .month)
        cap = units
    }

    /// A worker dies: what it had sent may have been billed.
    private func kill() throws {
        guard let worker = workers.popLast() else { return }
        worker.die(using: &random, &vendor)
        try scene.store.rescue(seenFrom: worker.process)
    }

    private func check() throws {
        try scene.driver.check()
        let (billed, limit) = (try scene.probe.billed(), vendor)
        for (key, count) in limit.billed {
            let known = billed[key] ?? BilledUnits()
            let open = limit.open[key] ?? 0
            try require(
                count <= known.settled + known.uncertain + open,
                "\(key): \(count) units are billed, and the ledger has \(known) beside \(open) on their way")
            try require(known.settled <= count, "\(key): \(known.settled) units are settled, and \(count) are billed")
        }
        for (key, units) in billed {
            let limit = limit.limit(of: key)
            try require(
                units.settled <= limit, "\(key): \(units.settled) units are settled, and \(limit) were asked for")
        }
        if cap == nil { try requireEqual(try scene.probe.capsPassed(), [], "caps that were passed") }
    }

    /// All workers leave, and sound ones finish what is left.
    private func end() throws {
        for worker in workers { try worker.leave(using: &random, &vendor) }
        workers = []
        try check()
        try scene.store.ledger.setCap(nil, of: "project", for: .month)
        cap = nil
        let runs = try scene.store.snapshot { reports throws(StoreError) in try reports.recentRuns(limit: 1000) }
        for run in runs { _ = try scene.store.control.resume(run.run) }
        for _ in 0..<20 {
            scene.advance(.seconds(10))
            for run in runs {
                guard let session = try scene.store.worker(scene.work(on: run.run, run.job, billing: .test())) else {
                    continue
                }
                let worker = RandomWorker(TestWorker(session), Scene.process(2, of: "the end"))
                try worker.claim(30)
                try worker.finish(&vendor)
                try worker.leave(using: &random, &vendor)
            }
        }
        for run in runs {
            let totals = try scene.totals(of: run.run)
            try require(
                totals.total == totals.done + totals.failed + totals.cancelled,
                "run \(run.run.value) does not end: \(try scene.states(of: run.run))")
            try requireEqual(try scene.probe.tasks(in: run.run).count, totals.total, "tasks of the run")
        }
        try check()
    }
}
