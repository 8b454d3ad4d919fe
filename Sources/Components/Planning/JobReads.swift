internal import Text
package import Domain

/// Which jobs read what other jobs show, by their names.
package struct JobReads: Equatable, Sendable {
    private var sources: [String: [String]] = [:]

    /// What some jobs read.
    package init(_ jobs: [Job]) {
        for job in jobs { add(job.name, reading: job.readJobs) }
    }

    /// Takes in what a job reads.
    package mutating func add(_ job: String, reading jobs: [String]) { sources[job] = jobs }

    /// Whether it is known what a job reads.
    package func has(_ job: String) -> Bool { sources[job] != nil }

    /// A job that is read and of which it is not known what it reads; nil where there is none.
    package var unknownJob: String? {
        sources.values.flatMap(\.self).filter { sources[$0] == nil }.min()
    }

    /// The shortest way from a job over those that it reads back to itself: the job first, each behind one that reads
    /// it; nil where there is none.
    package func cycle(through job: String) -> [String]? {
        var ways = [[job]]
        var met: Set<String> = []
        while !ways.isEmpty {
            let way = ways.removeFirst()
            for next in sources[way[way.count - 1]] ?? [] {
                if next == job { return way }
                if met.insert(next).inserted { ways.append(way + [next]) }
            }
        }
        return nil
    }

    /// Jobs in their order, but each behind those among them that it reads.
    package func ordered<Element>(_ jobs: [Element], name: (Element) -> String) -> [Element] {
        var left = jobs
        var ordered: [Element] = []
        while !left.isEmpty {
            let names = Set(left.map(name))
            let index = left.firstIndex { (sources[name($0)] ?? []).allSatisfy { !names.contains($0) } }
            ordered.append(left.remove(at: index ?? 0))
        }
        return ordered
    }

    /// `coarse reads fine, and fine reads coarse`, of a cycle.
    package static func text(of cycle: [String]) -> String {
        guard cycle.count > 1 else { return "\(displayText(cycle.first ?? "")) reads itself" }
        let clauses = cycle.indices.map { index in
            "\(displayText(cycle[index])) reads \(displayText(cycle[(index + 1) % cycle.count]))"
        }
        return clauses.dropLast().joined(separator: ", ") + ", and \(clauses[clauses.count - 1])"
    }
}
