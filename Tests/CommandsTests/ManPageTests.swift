import Glibc
import Platform
import TestSupport
import Testing

/// docs/man has a page for each command and for what files and codes mean; `make goldens` writes them again.
@Suite("The pages for man") struct ManPageTests {
    private static let folder = packageRoot.appending("docs/man")

    @Test func `every page is as the program's tables have it, and there is no other`() throws {
        let pages = try ManPages().all()
        for page in pages {
            let file = Self.folder.appending(page.file)
            if getenv("CAIRN_WRITE_GOLDEN") != nil { try Files.write(file, Array(page.text.utf8)) }
            #expect(page.text == (try Files.text(file)), "\(page.file)")
        }
        #expect(Set(Files.names(in: Self.folder)) == Set(pages.map(\.file)))
    }

    @Test func `groff shows every page in eighty columns, and complains of nothing`() throws {
        let pages = Self.folder.description
        let said = shell("groff -man -Tutf8 -rLL=80n -P-cbou -ww '\(pages)'/* 2>&1 > /dev/null")
        #expect(said.status == 0 && said.output.isEmpty, "\(String(decoding: said.output, as: UTF8.self))")
        let shown = shell("groff -man -Tutf8 -rLL=80n -P-cbou '\(pages)'/*")
        let lines = String(decoding: shown.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 1_000)
        for line in lines where line.count > 80 { Issue.record("\(line.count) columns: \(line)") }
        // A character beyond ASCII needs `man -K`, or is shown as another one.
        let foreign = shell("grep -nP '[^\\x00-\\x7F]' '\(pages)'/*")
        #expect(foreign.output.isEmpty, "\(String(decoding: foreign.output, as: UTF8.self))")
    }
}
