import Glibc
import Platform
import TestSupport

/// A run of many cases of one kind.
struct Run {
    private let kind: any Kind.Type
    private let options: Options

    init(_ kind: any Kind.Type, _ options: Options) {
        self.kind = kind
        self.options = options
    }

    /// Runs the cases and prints the figures.
    ///
    /// - Returns: the status to exit with; 1 where anything does not hold.
    func perform() -> Int32 {
        Watch.begin("\(kind.name) seed \(options.seed)")
        let start = monotonicMilliseconds()
        var (cases, accepted, breaches) = (0, 0, 0)
        do {
            let subject = try kind.init()
            for index in options.from..<(options.from + options.count) where breaches < options.breaches {
                current = index
                var random = Seeded(seed: options.seed, index: index)
                cases += 1
                do throws(Breach) {
                    if try subject.run(&random) { accepted += 1 }
                } catch {
                    breaches += 1
                    report(error, index, isFirst: breaches == 1)
                }
            }
        } catch {
            say("BREACH \(kind.name): the seeds cannot be read: \(error)")
            breaches += 1
        }
        let peak = Run.peakMegabytes()
        if peak > kind.maxMegabytes {
            say("BREACH \(kind.name): \(peak) MiB of memory, and \(kind.maxMegabytes) are the most")
            breaches += 1
        }
        let seconds = Double(monotonicMilliseconds() - start) / 1000
        say(
            "\(kind.name) cases=\(cases) accepted=\(accepted) refused=\(cases - accepted - breaches) "
                + "breaches=\(breaches) seconds=\(seconds) peak=\(peak) seed=\(options.seed) from=\(options.from)")
        return breaches > 0 ? 1 : 0
    }

    private func report(_ breach: Breach, _ index: Int, isFirst: Bool) {
        say("BREACH \(kind.name): \(breach.words)")
        say("  again: fuzz \(kind.name) --seed \(options.seed) --from \(index) --count 1 --write FILE")
        guard isFirst, let file = options.write else { return }
        do { try Files.write(FilePath(file), breach.input) } catch { say("  \(error)") }
    }

    /// The most memory that the process has held so far, in MiB.
    private static func peakMegabytes() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss / 1024
    }

    /// Prints a line at once: whatever comes next may be the end of the process.
    private func say(_ line: String) { _ = Descriptor.output.write(Array("\(line)\n".utf8)) }
}
