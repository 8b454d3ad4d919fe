import Platform
import TestSupport
import Testing

/// The blocks of README and the manual do what the pages say; see `ManualPage`.
@Suite("The pages of the manual", .inTurn) struct ManualTests {
    private static let pages = ["README.md", "Jobs/README.md"] + MarkdownPage.pagesBelow("docs")

    @Test(arguments: pages) func `each command of a page prints what the page shows`(name: String) async throws {
        let page = ManualPage(text: try Files.text(packageRoot.appending(name)))
        for problem in page.problems { Issue.record("\(name): \(problem)") }
        let desk = try await ManualDesk(peers: page.peers)
        for block in page.blocks where block.exclusion == nil {
            switch block.content {
            case .file(let file, let text): try desk.write(file, text)
            case .commands(let commands): try await run(commands, of: block, at: desk, on: name)
            }
        }
        let excluded = page.blocks.compactMap(\.exclusion)
        print("\(name): \(page.blocks.count - excluded.count) blocks run, \(excluded.count) not run")
        for reason in excluded { print("    not run: \(reason)") }
        for violation in try desk.violations() { Issue.record("\(name): \(violation)") }
    }

    private func run(
        _ commands: [ManualPage.Command], of block: ManualPage.Block, at desk: ManualDesk, on page: String
    ) async throws {
        var last: Int32 = 0
        var hasStatus = block.status == nil
        for (index, command) in commands.enumerated() {
            let ending = try await desk.run(command.text, after: last)
            last = ending.status ?? -1
            if last == block.status { hasStatus = true }
            let isShown = index + 1 < commands.count && commands[index + 1].text == "echo $?"
            let isExpected = last == 0 || isShown || last == block.status
            #expect(isExpected, "\(page):\(command.line): `\(command.text)` ends with \(last): \(ending.output)")
            #expect(
                ManualOutput.matches(command.output, ending.output),
                "\(page):\(command.line): `\(command.text)` prints\n\(ending.output)")
        }
        #expect(hasStatus, "\(page):\(block.line): no command of the block ends with \(block.status ?? 0)")
    }

    @Test func `a page is read as its files, commands and exclusions`() throws {
        let page = ManualPage(
            text: """
                <!-- peer: vision -->
                Text.

                ```yaml job.yaml
                job: j
                ```

                <!-- exit: 2 -->
                ```console
                $ echo "two
                > lines"
                two
                lines
                $ false; echo \\
                  a
                ```
                1. <!-- not run: it costs money -->
                   ```console
                   $ cairn run j
                   ```

                <!-- not run: -->
                ```console
                $ true
                ```
                ```sh
                true
                ```

                    cairn run x
                """)
        #expect(page.peers == ["vision"])
        #expect(page.blocks.map(\.exclusion) == [nil, nil, nil, ""])
        #expect(page.blocks.map(\.status) == [nil, 2, nil, nil])
        guard case .file("job.yaml", "job: j\n") = page.blocks[0].content,
            case .commands(let commands) = page.blocks[1].content
        else {
            Issue.record("\(page.blocks)")
            return
        }
        #expect(commands.map(\.text) == ["echo \"two\nlines\"", "false; echo \\\n  a"])
        #expect(commands.map(\.output) == [["two", "lines"], []])
        #expect(page.problems.count == 3, "\(page.problems)")
    }

    @Test(arguments: [
        (["a  b", "----"], "a b\n-------\n", true), (["a", "...", "z"], "a\nb\nc\nz\n", true), (["a"], "a\nb\n", false),
        (["new store ..."], "new store /tmp/x/cairn.db\n", true), (["..."], "", true), (["a"], "", false),
        (["run 2026-11-21 21:04 UTC, 1 min 38 s ago"], "run 2027-01-02 03:04 UTC, 5 ms ago", true),
        (["new store /home/ann/cairn.db"], "new store /tmp/x/y/cairn.db", true), (["14 images"], "15 images", false),
    ])
    func `what is printed is compared but for what differs from run to run`(
        shown: [String], printed: String, isEqual: Bool
    ) {
        #expect(ManualOutput.matches(shown, printed) == isEqual)
    }
}
