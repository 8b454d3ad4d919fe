import Domain
import Planning
import Testing

/// The order of jobs that read what others show.
@Suite struct JobReadsTests {
    private func reads(_ edges: [String: [String]]) -> JobReads {
        var reads = JobReads([])
        for (name, jobs) in edges { reads.add(name, reading: jobs) }
        return reads
    }

    @Test func `jobs keep their order but where one reads another`() {
        func order(_ edges: [String: [String]], _ jobs: [String]) -> [String] { reads(edges).ordered(jobs) { $0 } }
        #expect(order([:], ["c", "a", "b"]) == ["c", "a", "b"])
        #expect(order(["c": ["b"]], ["c", "a", "b"]) == ["a", "b", "c"])
        #expect(order(["a": ["b", "c"], "b": ["c"]], ["a", "b", "c", "d"]) == ["c", "b", "a", "d"])
        // What is not among them has no place.
        #expect(order(["a": ["x"], "x": ["b"]], ["a", "b"]) == ["a", "b"])
    }

    @Test func `a cycle is found from each job of it, over any jobs, and told`() {
        let three = reads(["a": ["d", "b"], "b": ["c"], "c": ["a"], "d": []])
        #expect(three.cycle(through: "a") == ["a", "b", "c"] && three.cycle(through: "c") == ["c", "a", "b"])
        #expect(three.cycle(through: "d") == nil && reads(["a": ["b"]]).cycle(through: "a") == nil)
        #expect(reads(["x": ["a"], "a": ["b"], "b": ["a"]]).cycle(through: "x") == nil)
        #expect(reads(["a": ["a"]]).cycle(through: "a") == ["a"])
        #expect(JobReads.text(of: ["a", "b", "c"]) == "a reads b, b reads c, and c reads a")
        #expect(JobReads.text(of: ["a", "b"]) == "a reads b, and b reads a")
        #expect(JobReads.text(of: ["a"]) == "a reads itself")
    }

    @Test func `jobs of which nothing is known are named until they are added`() {
        var some = reads(["a": ["c", "b"]])
        #expect(some.unknownJob == "b" && some.has("a") && !some.has("b"))
        some.add("b", reading: ["a"])
        some.add("c", reading: [])
        #expect(some.unknownJob == nil && some.cycle(through: "a") == ["a", "b"])
    }
}
