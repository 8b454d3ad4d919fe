import Accounting
import Testing

@Suite struct AccountMatchTests {
    @Test func `each project is the account of its name`() throws {
        let match = try AccountMatch(projects: ["tower", "bridge"], account: nil, known: ["tower", "castle"])
        #expect(match.accounts == ["tower": "tower"])
    }

    @Test func `the only project is the account that is meant, whatever its name`() throws {
        #expect(
            try AccountMatch(projects: ["tower-1"], account: "tower", known: ["tower"]).accounts == ["tower-1": "tower"]
        )
    }

    @Test func `of several projects the one with the account's name is meant`() throws {
        let match = try AccountMatch(projects: ["tower", "bridge"], account: "bridge", known: ["tower", "bridge"])
        #expect(match.accounts == ["bridge": "bridge"])
        #expect(throws: AccountMatch.Problem.noSuchProject("castle")) {
            try AccountMatch(projects: ["tower", "bridge"], account: "castle", known: ["castle"])
        }
    }

    @Test func `without usage, or without a name that is known, nothing is matched`() {
        #expect(throws: AccountMatch.Problem.noUsage) { try AccountMatch(projects: [], account: "tower", known: []) }
        #expect(throws: AccountMatch.Problem.noUsage) { try AccountMatch(projects: [], account: nil, known: []) }
        #expect(throws: AccountMatch.Problem.noKnownProject) {
            try AccountMatch(projects: ["tower"], account: nil, known: ["bridge"])
        }
    }
}
