import Testing
import Text

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "ab", 2), ("cat", "cut", 1), ("status", "sttaus", 1),
        ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
    func `an edit distance counts letters that are added, dropped, changed or swapped`(
        left: String, right: String, distance: Int
    ) {
        #expect(editDistance(Array(left.utf8), Array(right.utf8)) == distance)
        #expect(editDistance(Array(right.utf8), Array(left.utf8)) == distance)
    }

    private let verbs = ["check", "plan", "submit", "status", "results", "prioritize"]

    @Test(arguments: [
        ("sttaus", "status"), ("STATUS", "status"), ("chekc", "check"), ("priortise", "prioritize"), ("", nil),
        ("stat", "status"), ("sta", nil), ("prior", nil), ("xyzzy", nil),
    ])
    func `a command is found by its letters`(word: String, name: String?) {
        #expect(nearestName(to: word, among: verbs, spelling: .letters) == name)
    }

    private let features = ["LABEL_DETECTION", "TEXT_DETECTION", "LOGO_DETECTION", "maxResults"]

    @Test(arguments: [
        ("label-detection", "LABEL_DETECTION"), ("LABELS", "LABEL_DETECTION"), ("labels", "LABEL_DETECTION"),
        ("max_results", "maxResults"), ("maxResult", "maxResults"), ("TEXT_DETECTOIN", "TEXT_DETECTION"), ("l", nil),
        ("lo", nil), ("log", "LOGO_DETECTION"), ("", nil), ("faces", nil),
    ])
    func `a key is found by its words, and by the beginning of a single name`(word: String, name: String?) {
        #expect(nearestName(to: word, among: features, spelling: .words) == name)
    }

    @Test func `a text of any length is compared with nothing`() {
        let long = String(repeating: "a", count: 65)
        #expect(nearestName(to: long, among: [long], spelling: .letters) == nil)
        #expect(nearestName(to: long, among: [long], spelling: .words) == nil)
    }

    @Test func `of two names that are equally near the first is meant`() {
        #expect(nearestName(to: "cat", among: ["cut", "cot"], spelling: .letters) == "cut")
        #expect(nearestName(to: "cat", among: ["cut", "cot"], spelling: .words) == "cut")
        #expect(nearestName(to: "cat", among: [], spelling: .letters) == nil)
    }
}
