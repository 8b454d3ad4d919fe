internal import Glibc
internal import Platform
internal import TestSupport

/// Many short lives of two processes on one file, each with an order of calls of its own.
enum Schedules {
    /// Runs as many schedules as there are seeds; the status for the shell.
    static func main(_ seeds: Seeds) -> Int32 {
        do {
            let place = try Place()
            var (calls, kills, repeats, failures) = (0, 0, 0, 0)
            let began = monotonicMilliseconds()
            for seed in seeds.all {
                do {
                    let schedule = try Schedule(seed: seed, in: place)
                    try schedule.run()
                    calls += schedule.calls
                    kills += schedule.kills
                    repeats += schedule.repeats
                } catch {
                    print("schedule \(seed): \(error)")
                    print("again: storeagent schedules --seed \(seed) --count 1")
                    place.forgetAgents()
                    failures += 1
                    if failures == 5 { break }
                }
            }
            let seconds = Double(monotonicMilliseconds() - began) / 1000
            print(
                "\(seeds.count) schedules from seed \(seeds.first): \(calls) calls, \(repeats) of them repeated, "
                    + "\(kills) kills, \(failures) breaches, \(seconds) s")
            return failures == 0 ? 0 : 1
        } catch {
            print("\(error)")
            return 1
        }
    }
}
