import Text
import Platform
import StoreProbe
import TestSupport
import Testing

@Suite("What a terminal is shown", .inTurn) struct TerminalTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A window's title, red letters, a C1 introducer, letters that run backwards, and a line of its own.
    private static let evil = "\u{1B}]0;owned\u{7}\u{1B}[31m\u{9B}31m\u{7F}\u{8}\u{202E}txt\u{2066}\u{2028}\rfake"

    /// Bytes that would move a cursor or change a terminal; line feeds are none.
    private static func controls(in bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars
            .filter { $0.movesText && $0 != "\n" }.map { "U+\(String($0.value, radix: 16))" }
    }

    private func expectClean(_ ending: Ending, sourceLocation: SourceLocation = #_sourceLocation) {
        for (stream, bytes) in [("output", ending.outputBytes), ("error", ending.errorBytes)] {
            let found = Self.controls(in: bytes)
            #expect(found.isEmpty, "\(found) in standard \(stream): \(ending)", sourceLocation: sourceLocation)
        }
    }

    private func cairn(_ words: [String]) async throws -> Ending {
        try await scratch.start([Place.cairn.description] + words).end()
    }

    @Test func `holds no control character of an argument, whichever command it is given to`() async throws {
        try scratch.write("pictures/a.png", Picture(width: 20, height: 20, color: [220, 30, 30]).png)
        try await scratch.cairn("run", try scratch.writeJob(), exits: 0)
        let evil = Self.evil
        let calls: [[String]] = [
            [evil], ["--\(evil)"], ["help", evil], ["status", evil], ["status", "1", evil], ["status", "--\(evil)"],
            ["check", evil], ["run", evil], ["submit", evil], ["work", "--run", evil], ["work", "--until", evil],
            ["work", "--for", evil], ["work", "--max-failures", evil], ["run", "job.yaml", "--cacert", evil],
            ["query", evil], ["query", "SELECT \(evil)"], ["query", "SELECT '\(evil)"],
            ["query", "SELECT \"\(evil)\""],
            ["query", "SELECT * FROM [\(evil)]"], ["query", "SELECT [\(evil)] FROM labels"], ["query", "--file", evil],
            ["query", "SELECT :a", "--param", evil], ["query", "SELECT 1", "--param", "\(evil)=1"],
            ["query", "SELECT '\(evil)' AS \"\(evil)\""], ["query", "SELECT '\(evil)' AS \"\(evil)\"", "--json"],
            ["query", "SELECT json_extract('{}', '\(evil)')"], ["query", "SELECT 1", "--format", evil],
            ["query", "SELECT 1", "--timeout", evil], ["retry", evil], ["retry", "1", "--kind", evil],
            ["retry", "1", "--code", evil], ["retry", "1", "--since", evil], ["pause", evil], ["resume", evil],
            ["cancel", evil],
            ["prioritize", evil, "--priority", "1"], ["prioritize", "1", "--priority", evil], ["quota", evil],
            ["quota", "show", "--account", evil], ["quota", "settle", "--billed", "--account", evil],
            ["quota", "settle", "--billed", "--month", evil], ["quota", "settle", "--from", evil],
            ["quota", "set", "--day-units", "5", "--account", evil], ["quota"], ["quota", "--json"],
            ["results", evil], ["results", "reparse", "--run", evil], ["schema", evil], ["completions", evil],
            ["status", "--store", evil], ["doctor", "--store", evil], ["work", "--store", evil],
            ["status", "--prometheus", "\(evil)/x"], ["status", "--watch", "--interval", evil],
        ]
        for words in calls {
            let ending = try await cairn(words)
            expectClean(ending)
            #expect(!ending.outputBytes.isEmpty || !ending.errorBytes.isEmpty || ending.status == 0, "\(ending)")
        }
    }

    @Test func `holds no control character of a manifest, a billing export or a file's name`() async throws {
        let evil = Self.evil
        try scratch.write("pictures/\(evil).png", Picture(width: 20, height: 20, color: [220, 30, 30]).png)
        try scratch.write("pictures/no \(evil).png", "text\n")
        expectClean(try await cairn(["run", try scratch.writeJob()]))
        let escaped = #"\e]0;owned\a\e[31m\x9B31m\x7F\b\u202Etxt\L\rfake"#
        for (number, text) in [
            "job: \"\(escaped)\"\nimages: [{folder: \"\(escaped)\"}]\nbackend: {kind: \"\(escaped)\"}\n",
            "\"\(escaped)\": 1\njob: a\n\"\(escaped)\": 2\n", "job: a\nimages: \"\(escaped)\"\n", "a: *\u{9B}\n",
            "job: a\nimages: [{folder: x}]\nbackend: {kind: tflite, model: \"\(escaped)\", labels: [\"\(escaped)\"]}\n",
            "job: a\nbackend: {kind: vision, account: \"\(escaped)\", endpoint: \"\(escaped)\", auth: \"\(escaped)\"}",
            "job: a\nimages: [{glob: \"\(escaped){\"}]\nfeatures: [\"\(escaped)\"]\nbudget: {run: {\"\(escaped)\": "
                + "1}}\n",
            "! \(evil)\n", "job: \(evil)\n", "%\(evil) \n", "!\u{202E} x: 1\n",
        ].enumerated() {
            try scratch.write("\(number).yaml", text)
            for words in [
                ["check", "\(number).yaml"], ["run", "\(number).yaml"], ["check", "\(number).yaml", "--json"],
            ] {
                let ending = try await cairn(words)
                expectClean(ending)
                #expect(ending.status == 2 || ending.status == 4, "\(ending)")
            }
        }
        let head =
            "Project ID,Service description,SKU description,Usage start date,Usage end date,Usage amount,Usage unit"
        let vision = "Cloud Vision API,Label Detection Operations"
        for (number, line) in [
            "p,\(vision),2026-10-01,2026-10-31,\"\(evil)5\",count", "p,\(vision),\"\(evil)\",2026-10-31,5,count",
            "p,\(vision),2026-10-01,2026-10-31,5,\"\(evil)\"", "\"\(evil)\",\(vision),2026-10-01,2026-10-31,5,count",
            "p,Cloud Vision API,\"\(evil)\",2026-10-01,2026-10-31,5,count",
            "p,Cloud Vision API,\"\(evil)\",2026-10-01,2026-10-31,5,count\np,\(vision),2026-10-01,2026-10-31,5,count",
        ].enumerated() {
            try scratch.write("\(number).csv", "\(head)\n\(line)\n")
            let ending = try await cairn(["quota", "settle", "--from", "\(number).csv", "--dry-run"])
            expectClean(ending)
            #expect(ending.status == 2 && !ending.errorBytes.isEmpty, "\(ending)")
        }
    }

    @Test func `holds no control character of a store from elsewhere, in whichever column it is`() async throws {
        try scratch.write("pictures/a.png", Picture(width: 20, height: 20, color: [220, 30, 30]).png)
        try scratch.write("pictures/b.png", "text\n")
        try await scratch.cairn("run", try scratch.writeJob(), exits: 1)
        try scratch.write("pictures/c.png", Picture(width: 30, height: 20, color: [30, 30, 220]).png)
        try await scratch.cairn("submit", "job.yaml", exits: 0)
        try await scratch.cairn("quota", "set", "--account", "a", "--day-units", "5", "--new-account", exits: 0)
        try await scratch.cairn("query", "SELECT 1", exits: 0)
        let whole = try Files.read(scratch.file("cairn.db"))
        let columns = try StoreProbe(scratch.file("cairn.db")).rows(
            """
            SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND t.sql NOT LIKE '%VIRTUAL%' AND t.name NOT LIKE '%\\_fts\\_%' ESCAPE '\\'
                AND t.name NOT LIKE 'sqlite%' AND c.type IN ('TEXT', 'ANY', '')
            """)
        #expect(columns.count > 20)
        var changed = 0
        for place in columns {
            let (table, column) = (place[0], place[1])
            for extra in ["-wal", "-shm"] { Files.removeTree(scratch.file("cairn.db\(extra)")) }
            try scratch.write("cairn.db", whole)
            do {
                let probe = try StoreProbe(scratch.file("cairn.db"))
                try probe.script("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
                let change =
                    "UPDATE OR IGNORE \"\(table)\" SET \"\(column)\" = \"\(column)\" || "
                    + "\(StoreProbe.literal(Self.evil))"
                // Some tables are guarded by triggers; what they refuse cannot come from a store either.
                guard (try? probe.script(change)) != nil, probe.changes > 0 else { continue }
                changed += 1
            }
            for words in [
                ["status"], ["status", "1"], ["status", "2"], ["doctor"], ["quota"], ["retry", "1"], ["work"],
                ["query", "SELECT * FROM failures"], ["quota", "settle", "--billed"], ["status", "--json"],
                ["query", "SELECT * FROM runs", "--json"],
            ] {
                let ending = try await cairn(words)
                let found = Self.controls(in: ending.outputBytes + ending.errorBytes)
                #expect(found.isEmpty, "\(table).\(column): \(found): \(ending)")
            }
        }
        #expect(changed > 10, "\(changed) of \(columns.count)")
    }

    @Test func `says the same of a run's progress as the status does`() async throws {
        try scratch.writePictures(300, seed: 7)
        try scratch.write("pictures/!.png", "text\n")
        try await scratch.cairn("submit", try scratch.writeJob(), exits: 0)
        try await scratch.cairn("work", "--max-failures", "0", exits: 1)
        let status = try await scratch.cairn("status", "1", exits: 0)
        let counts = try #require(status.lines.first { $0.contains(" of 301 done (") })
        let done = try #require(counts.split(separator: " ").dropFirst().first)
        let share = try #require(counts.split(separator: "(").last?.split(separator: ")").first)
        #expect(counts.contains("1 failed"), "\(status)")
        let seen = String(decoding: try await onTerminal("$cairn work; true"), as: UTF8.self)
        let first = try #require(seen.split(separator: "\r").first)
        let red = "\u{1B}[31m1 failed\u{1B}[0m"
        #expect(first.hasPrefix("\(done)/301  \(share)  ") && first.contains("  \(red)"), "\(status): \(seen)")
    }

    /// Runs a command on a terminal, which `script` makes, and gives what is seen there.
    private func onTerminal(_ command: String) async throws -> [UInt8] {
        let ending = try await scratch.start(
            ["script", "-qec", command, "/dev/null"],
            environment: ["cairn": Place.cairn.description, "SHELL": "/bin/sh", "TERM": "xterm"]
        ).end()
        #expect(ending.status == 0, "\(ending)")
        // The terminal itself makes a carriage return of each line's end.
        return Array(ending.output.replacing("\r\n", with: "\n").utf8)
    }

    @Test func `is escaped on a terminal, and byte by byte the data itself in a pipe`() async throws {
        try scratch.write(
            "pictures/\(Self.evil), \"x\".png", Picture(width: 20, height: 20, color: [220, 30, 30]).png)
        let seen = try await onTerminal("$cairn run \(try scratch.writeJob())")
        let words = String(decoding: seen, as: UTF8.self).replacing("\u{1B}[K", with: "").replacing("\r", with: "")
        #expect(Self.controls(in: Array(words.utf8)).isEmpty && words.contains("1 of 1 image done"), "\(words)")
        let sql = "SELECT path AS p, char(9) || 'x' || char(10) || 'y' AS q FROM images"
        for format in ["table", "csv", "tsv", "json", "ndjson"] {
            let bytes = try await onTerminal("$cairn query --format \(format) \"\(sql)\"")
            // What belongs to the format itself: tabs between columns, and a carriage return at each line's end.
            let data = bytes.filter { $0 != (format == "tsv" ? 0x09 : format == "csv" ? 0x0D : 0) }
            #expect(
                Self.controls(in: data).isEmpty && data.count > 50,
                "\(format): \(String(decoding: bytes, as: UTF8.self))")
        }
        let name = "pictures/\(Self.evil), \"x\".png"
        let csv = try await cairn(["query", sql, "--format", "csv"])
        let quoted = name.replacing("\"", with: "\"\"")
        #expect(csv.output == "p,q\r\n\"\(quoted)\",\"\tx\ny\"\r\n", "\(csv)")
        let tsv = try await cairn(["query", sql, "--format", "tsv"])
        #expect(tsv.output == "p\tq\n\(name.replacing("\r", with: "\\r"))\t\\tx\\ny\n", "\(tsv)")
        for format in ["json", "ndjson"] {
            let json = try await cairn(["query", sql, "--format", format])
            let row = format == "json" ? try JSONText(json.outputBytes)[0] : try JSONText(json.outputBytes)
            #expect(row["p"] == .text(name) && row["q"] == .text("\tx\ny"), "\(json)")
        }
    }
}
