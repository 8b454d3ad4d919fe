import Platform
import TestSupport
import Testing

/// What a page or a message names is there.
@Suite("The links of the documents") struct LinkTests {
    @Test(arguments: MarkdownPage.all())
    func `every link of a page leads to a file and to a heading that are there`(page: String) throws {
        var anchors: [String: Set<String>] = [:]
        for link in try MarkdownPage(page).links where !link.target.contains("://") {
            let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            let file = parts[0].isEmpty ? page : path(parts[0], from: page)
            let isThere = Files.mode(packageRoot.appending(file)) != nil
            #expect(isThere, "\(page):\(link.line): there is no \(file)")
            guard isThere, parts.count == 2 else { continue }
            if anchors[file] == nil { anchors[file] = try MarkdownPage(file).anchors }
            let hasHeading = anchors[file]?.contains(parts[1]) == true
            #expect(hasHeading, "\(page):\(link.line): \(file) has no heading #\(parts[1])")
        }
    }

    /// What changed before names what was there then.
    @Test(arguments: MarkdownPage.all().filter { $0 != "CHANGELOG.md" })
    func `every file that a page names is there`(page: String) throws {
        let names = /(Sources|Tests|Schema|Scripts|Jobs|docs|Benchmarks|\.github)\/[A-Za-z0-9_.+\/-]+/
        for name in try MarkdownPage(page).quoted where name.wholeMatch(of: names) != nil {
            #expect(Files.mode(packageRoot.appending(name)) != nil, "\(page): there is no \(name)")
        }
    }

    @Test func `every page that a message names is there, with the heading that it names`() throws {
        var count = 0
        for source in try sources() {
            for line in try Files.text(source).split(separator: "\n")
            where (line.contains(".md") || line.contains("README")) && !line.contains(/^\s*\/\//) {
                let words = line.matches(of: /"(?:[^"\\]|\\.)*"/).map { String($0.0) }.joined()
                #expect(!words.contains("README,") && !words.contains("the README"), "\(source): \(words)")
                for match in words.matches(of: /\b((?:docs|Schema|Jobs)\/[A-Za-z\/-]+\.md)(?:, ([^)"]+)\))?/) {
                    count += 1
                    let page = String(match.1)
                    let isThere = Files.mode(packageRoot.appending(page)) != nil
                    #expect(isThere, "\(source): there is no \(page)")
                    guard isThere, let heading = match.2.map({ String($0) }) else { continue }
                    let headings = try MarkdownPage(page).headings
                    #expect(headings.contains(heading), "\(source): \(page) has no heading \(heading)")
                }
            }
        }
        #expect(count >= 4)
    }

    @Test func `anchors are those of GitHub`() {
        let page = MarkdownPage(
            text: """
                # Where `labels` are: one row per [job](a.md#b)
                ## Money & caps
                ## Money & caps
                ```
                # no heading
                ```
                [a](#money--caps) `[b](c)` [d](e/f.md)
                """)
        let anchors: Set = ["where-labels-are-one-row-per-job", "money--caps", "money--caps-1"]
        #expect(page.anchors == anchors)
        #expect(page.links.map(\.target) == ["a.md#b", "#money--caps", "e/f.md"])
    }

    /// A link's path below the checkout.
    private func path(_ link: String, from page: String) -> String {
        var parts = page.split(separator: "/").dropLast().map(String.init)
        for part in link.split(separator: "/") where part != "." {
            if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }
}
