import Crypto
import Domain
import ModelHosting
import Platform
import TestSupport
import Testing

@Suite("The conditions of a model's download") struct ConditionTests {
    @Test func `missing downloads once and asks no more`() throws {
        let bench = try HostingBench()
        var model = bench.model(.plainStorage)
        model.when = .missing
        #expect(try bench.resolve(model).path == "downloaded")
        bench.services.publish(modelBytes(5000))
        let asked = bench.services.server.requests.count
        #expect(try bench.resolve(model).path == "cached: the manifest asks for no newer version")
        #expect(bench.services.server.requests.count == asked)
    }

    @Test func `always downloads although nothing has changed`() throws {
        let bench = try HostingBench()
        for place in HostingBench.Place.allCases {
            var model = bench.model(place)
            model.when = .always
            let first = try bench.resolve(model)
            let second = try bench.resolve(model)
            #expect([first.path, second.path] == ["downloaded", "downloaded"])
            #expect(first.model.digest == second.model.digest)
        }
        #expect(bench.services.downloads == 8)
    }

    @Test func `background answers with the cached version and fetches the next one when it is told to`() throws {
        let bench = try HostingBench()
        var model = bench.model(.address)
        model.when = .background
        #expect(try bench.resolve(model).path == "downloaded")
        bench.services.publish(modelBytes(5000, seed: 5))
        let now = try bench.resolve(model)
        #expect(now.wantsUpdate)
        #expect(now.content == modelBytes(10_000))
        #expect(try bench.store().update(model).path == "downloaded")
        #expect(try bench.resolve(model).content == modelBytes(5000, seed: 5))
    }

    @Test func `offline sends not one packet`() throws {
        let bench = try HostingBench()
        for place in HostingBench.Place.allCases {
            var model = bench.model(place)
            model.isOffline = true
            let error = #expect(throws: HostingError.self) { try bench.resolve(model) }
            #expect(error?.description.contains("is not in the cache, and offline: true keeps to the cache") == true)
            #expect(throws: HostingError.self) { try bench.store().update(model) }
            #expect(try bench.store().cached(model) == nil)
        }
        #expect(bench.services.server.connections == 0)
        _ = try bench.resolve(bench.model(.firebaseML))
        let connections = bench.services.server.connections
        var model = bench.model(.firebaseML)
        model.isOffline = true
        #expect(try bench.resolve(model).path == "cached: offline: true keeps to the cache")
        #expect(try bench.store().update(model).path == "cached: offline: true keeps to the cache")
        #expect(bench.services.server.connections == connections)
    }

    @Test func `outside its window the service is not asked, and within it is`() throws {
        let bench = try HostingBench()
        var model = bench.model(.plainStorage)
        // By the local clock, in minutes of the day: the window opens in an hour.
        let midnight = nextLocal(hour: 0, minute: 0, after: bench.clock.clock.now().milliseconds - 86_400_000)
        let minute = Int((bench.clock.clock.now().milliseconds - midnight) / 60_000)
        model.window = DailyWindow(start: (minute + 60) % 1440, end: (minute + 120) % 1440)
        let error = #expect(throws: HostingError.self) { try bench.resolve(model) }
        #expect(error?.description.contains(" (hosted.between); next at ") == true)
        #expect(error?.description.contains(" UTC; `cairn models pull JOB` fetches it at any time") == true)
        #expect(bench.services.server.connections == 0)
        bench.clock.advance(.seconds(3600))
        #expect(try bench.resolve(model).path == "downloaded")
        bench.clock.advance(.seconds(3600))
        #expect(try bench.resolve(model).path.hasPrefix("cached: downloads are allowed only at "))
    }

    @Test func `a download ends with its window, and the next one continues it`() throws {
        let bench = try HostingBench(modelBytes(2_000_000))
        var model = bench.model(.plainStorage)
        let midnight = nextLocal(hour: 0, minute: 0, after: bench.clock.clock.now().milliseconds - 86_400_000)
        let minute = Int((bench.clock.clock.now().milliseconds - midnight) / 60_000)
        model.window = DailyWindow(start: minute, end: (minute + 60) % 1440)
        let store = bench.store { event in
            // As soon as the first bytes are about to come.
            if case .started(_, resumedAt: 0, _) = event { bench.clock.advance(.seconds(7200)) }
        }
        let error = #expect(throws: HostingError.self) { try store.resolve(model) }
        #expect(error?.description.contains("stopped: downloads are allowed only at ") == true, "\(error)")
        model.window = nil
        #expect(try bench.resolve(model).content == modelBytes(2_000_000))
        let resumed = bench.events.compactMap { if case .started(_, let at, _) = $0 { at } else { nil } }
        #expect(resumed.count == 2 && resumed[1] > 0, "\(resumed)")
    }

    @Test func `a rate holds, and progress is told`() throws {
        let bench = try HostingBench(modelBytes(1_500_000))
        var model = bench.model(.address)
        model.rate = 500_000
        let started = monotonicMilliseconds()
        #expect(try bench.resolve(model).content == modelBytes(1_500_000))
        let took = monotonicMilliseconds() - started
        #expect(took >= 3000, "\(took) ms")
        let progress = bench.events.compactMap {
            if case .progress(_, let bytes, let of, _) = $0 { (bytes, of) } else { nil }
        }
        #expect(!progress.isEmpty)
        #expect(progress.allSatisfy { $0.1 == 1_500_000 && $0.0 <= 1_500_000 })
    }

    @Test func `an interruption ends a download, and the next one continues it`() throws {
        let bench = try HostingBench(modelBytes(2_000_000))
        let model = bench.model(.firebaseML)
        let store = bench.store { event in
            if case .started = event { bench.interrupt() }
        }
        let error = #expect(throws: HostingError.self) { try store.resolve(model) }
        #expect(error?.description.contains("stopped: it was interrupted; the next one continues it") == true)
    }

    @Test func `a version that the service has no more is never replaced by another`() throws {
        let bench = try HostingBench()
        let first = try bench.resolve(bench.model(.plainStorage)).model
        bench.services.publish(modelBytes(5000))
        try Files.remove(first.file)
        let error = #expect(throws: HostingError.self) {
            try bench.store().version(first.digest, of: bench.model(.plainStorage))
        }
        #expect(error?.description.contains("the job was submitted with \(first.digest.short)") == true)
    }
}
