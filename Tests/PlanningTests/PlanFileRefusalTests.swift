import Glibc
import Planning
import TestSupport
import Testing
import Domain

@Suite struct PlanFileRefusalTests {
    @Test(arguments: [
        (#""format":2"#, #""format":3"#, "format: this Cairn reads format 2, found 3: make the plan again"),
        (#""format":2"#, #""format":"2""#, #"format: expected a whole number from 0, found "2""#),
        (#""format":2"#, #""format":null"#, "format: expected a whole number from 0, found null"),
        (#""format":2,"#, "", "format: is missing"),
        (#""job":"old-town""#, #""job":7"#, "job: expected a text, found 7"),
        (#""job":"old-town""#, #""job":"a","job":"b""#, "job: is there twice"),
        (#""job":"old-town""#, #""job":"a","jobs":"b""#, "jobs: is not known here"),
        (#""made_at":"2026-11-21T"#, #""made_at":"2026-11-31T"#, "made_at: expected a moment such as"),
        (#""made_at":"2026-11-21T08"#, #""made_at":"2026-11-21T24"#, "made_at: expected a moment such as"),
        (#","path":"/srv/job.yaml""#, "", "manifest.path: is missing"),
        (#","path":"/srv/job.yaml""#, #","path_hex":"61""#, "manifest.path_hex: expected lower-case hexadecimal"),
        (#""account":"my-project""#, #""account":null"#, "prices: expected no prices, since there is no account"),
        (#""account":"my-project""#, #""account":{}"#, "account: expected a text, found an object"),
        (#"\"maxResults\":10"#, #"\"maxResults\":11"#, "recipes[0].digest: expected"),
        (
            #""feature":"LABEL_DETECTION","parameters""#, #""feature":"LABELS","parameters""#,
            "recipes[0].feature: expected a feature"
        ),
        (#""model_version":null"#, #""model_version":3"#, "recipes[0].model_version: expected a text, found 3"),
        (#""version":null"#, #""version":1"#, "models[0].version: expected a text, found 1"),
        (#""free_units":1000"#, #""free_units":-1"#, "prices[0].free_units: expected a whole number from 0, found -1"),
        (
            #""free_units":1000"#, #""free_units":1.5"#,
            "prices[0].free_units: expected a whole number from 0, found 1.5"
        ),
        (#""first_micro_usd":1500"#, #""first_micro_usd":1600"#, "cost.features[0].most_micro_usd: expected 3200"),
        (
            #"{"feature":"SAFE_SEARCH_DETECTION","free_units""#, #"{"feature":"LABEL_DETECTION","free_units""#,
            "prices: the price of LABEL_DETECTION is there twice"
        ),
        (#""cost":{"units":3"#, #""cost":{"units":4"#, "cost.units: expected 3, the sum of the features, found 4"),
        (
            #""most_micro_usd":3000,"least_micro_usd":0,"features""#,
            #""most_micro_usd":null,"least_micro_usd":0,"features""#,
            "cost.most_micro_usd: expected 3000, the sum of the features, found null"
        ),
        (#""units":2,"#, #""units":3,"#, "cost.features[0].units: expected 2 as the images have it, found 3"),
        (#""free_units":1,"#, #""free_units":0,"#, "cost.features[1].free_units: expected 1"),
        (
            #""most_micro_usd":0,"least_micro_usd":0}]"#, #""most_micro_usd":0,"least_micro_usd":null}]"#,
            "cost.features[1].least_micro_usd: expected null exactly"
        ),
        (#""recipes":[0,1]"#, #""recipes":[0]"#, "cost.features: expected those that the images lack"),
        (
            #""recipes":[0,1]"#, #""recipes":[1,0]"#,
            "images[0].recipes[1]: expected places of recipes in ascending order"
        ),
        (
            #""recipes":[0,1]"#, #""recipes":[0,2]"#,
            "images[0].recipes[1]: expected places of recipes in ascending order, each below 2, found 2"
        ),
        (#""recipes":[0,1]"#, #""recipes":[]"#, "images[0].recipes: expected the places of the recipes"),
        (#""recipes":[0,1]"#, #""recipes":"all""#, #"images[0].recipes: expected an array, found "all""#),
        (#""reason":"new""#, #""reason":"odd""#, "images[0].reason: expected one of new, bytes_changed"),
        (
            #""reason":"new""#, #""reason":"too_old","from":"\#(String(repeating: "0", count: 64))""#,
            "images[0].from: is not expected beside too_old"
        ),
        (#""reason":"bytes_changed""#, #""reason":"new""#, "images[1].from: is not expected beside new"),
        (#""reason":"new""#, #""reason":"model_changed""#, "images[0].from: is missing, and model_changed needs it"),
        (#""path":"photos/a.jpg""#, #""path_hex":"ff","path":"a""#, "images[0].path_hex: is not expected beside path"),
        (#""path_hex":"ff"#, #""path_hex":"fF"#, "images[1].path_hex: expected lower-case hexadecimal digits"),
        (
            #""reason":"new""#, #""kind":"photo","reason":"new""#,
            "images[0].kind: expected one of picture, file, reference"
        ),
        (#""reason":"new""#, #""turn":9,"reason":"new""#, "images[0].turn: expected a turn from 1 to 8, found 9"),
        (#""reason":"new""#, #""page":-1,"reason":"new""#, "images[0].page: expected a whole number from 0, found -1"),
        (#"{"digest":"ca"#, #"{"digest":"CA"#, "images[0].digest: expected 64 lower-case hexadecimal digits"),
        (#""images":["#, #""images":[7,"#, "images[0]: expected an object, found 7"),
        ("]\n}\n", "]\n", "line 23, column 1: not JSON: expected `,` or `}`"),
        ("{\n\"format\"", "[\n\"format\"", "line 2, column 9: not JSON: expected `,` or `]`"),
    ])
    func `a plan that is not whole is refused with the place`(part: String, other: String, diagnostic: String) throws {
        let text = String(decoding: samplePlan().json, as: UTF8.self)
        let keyPath = try #require(text.firstRange(of: part), "the sample has no \(part)")
        let broken = text[..<keyPath.lowerBound] + other + text[keyPath.upperBound...]
        let error = #expect(throws: PlanFileError.self) { try PlanFile(reading: Array(broken.utf8)) }
        let first = try #require(error?.diagnostics.first)
        #expect(first.description.hasPrefix(diagnostic), "\(first)")
    }

    @Test func `an image that is there twice is named`() throws {
        var lines = String(decoding: samplePlan().json, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let image = try #require(lines.firstIndex { $0.hasPrefix(#"{"digest""#) && $0.contains("reason") })
        lines.insert(lines[image], at: image)
        let error = #expect(throws: PlanFileError.self) {
            try PlanFile(reading: Array(lines.joined(separator: "\n").utf8))
        }
        #expect(error?.diagnostics.map(\.keyPath) == ["images[1].digest"])
    }

    @Test func `all diagnostics come together, up to a limit`() throws {
        let text = String(decoding: samplePlan().json, as: UTF8.self)
        let broken = text.replacing("\"new\"", with: "1").replacing("\"bytes_changed\"", with: "2")
        let error = #expect(throws: PlanFileError.self) { try PlanFile(reading: Array(broken.utf8)) }
        #expect(error?.diagnostics.map(\.keyPath) == ["images[0].reason", "images[1].reason"])
        let many = text.replacing("\"images\":[", with: "\"images\":[" + String(repeating: "7,", count: 100))
        let limited = #expect(throws: PlanFileError.self) { try PlanFile(reading: Array(many.utf8)) }
        #expect(limited?.diagnostics.count == PlanFileError.limit)
    }

    @Test func `the work of refusing unknown fields grows with their number, and not with its square`() {
        /// Nanoseconds of this thread that a plan with so many unknown fields takes.
        func work(_ count: Int) -> Int {
            let fields = (0..<count).map { "\"u\($0)\":1" }.joined(separator: ",")
            let bytes = Array("{\(fields)}".utf8)
            return (0..<3).map { _ in
                let before = threadNanoseconds()
                #expect(throws: PlanFileError.self) { try PlanFile(reading: bytes) }
                return threadNanoseconds() - before
            }.min() ?? 0
        }
        let (few, many) = (work(1000), work(8000))
        // In proportion it is 8, by the square 64.
        #expect(many < 24 * few, "\(few) ns, \(many) ns")
    }

    @Test(arguments: [[], Array("[]".utf8), Array("null".utf8), [0xFF], Array("{}".utf8)])
    func `what is not a plan is refused`(bytes: [UInt8]) {
        #expect(throws: PlanFileError.self) { try PlanFile(reading: bytes) }
    }

    /// Any damage is refused or read as what it says: nothing crashes, and what is read is written as it was read.
    @Test(arguments: seeds(20))
    func `no damage breaks the reader`(seed: UInt64) {
        var chance = Seeded(seed)
        let whole = samplePlan().json
        for _ in 0..<100 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &chance) {
                let keyPath = Int.random(in: bytes.indices, using: &chance)
                switch Int.random(in: 0..<3, using: &chance) {
                case 0: bytes[keyPath] = UInt8.random(in: 0...255, using: &chance)
                case 1: bytes.remove(at: keyPath)
                default: bytes.insert(bytes.randomElement(using: &chance) ?? 0, at: keyPath)
                }
            }
            guard let plan = try? PlanFile(reading: bytes) else { continue }
            #expect((try? PlanFile(reading: plan.json)) == plan, "seed \(seed)")
        }
    }
}

/// The processor's time of the calling thread, which other processes do not lengthen.
private func threadNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
