import Platform
import TestSupport
import Testing

@Suite("The limits of a query", .inTurn) struct QueryLimitTests {
    let workspace: Scratch

    init() async throws {
        workspace = try Scratch()
        try workspace.write("pictures/blue.png", Picture(width: 30, height: 20, color: [30, 30, 220]).png)
        try await workspace.cairn("submit", try workspace.writeJob(), exits: 0)
    }

    private func ask(_ sql: String, _ format: String = "csv", timeout: String = "1s") async throws -> Ending {
        try await workspace.start(
            [Place.cairn.description, "query", sql, "--format", format, "--timeout", timeout], limit: 300
        ).end()
    }

    /// The same, with the most memory that the program had, in KiB.
    ///
    /// A process just started from this one counts this one's peak as its own: a third one stands between.
    private func measure(_ sql: String, _ format: String = "csv", timeout: String) async throws -> (Ending, peak: Int) {
        let ending = try await workspace.start(
            [
                Place.python.description, "-c",
                """
                import resource, subprocess, sys
                status = subprocess.run(sys.argv[1:]).returncode
                open("peak", "w").write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
                sys.exit(status)
                """, Place.cairn.description, "query", sql, "--format", format, "--timeout", timeout,
            ], limit: 300
        ).end()
        return (ending, try #require(Int(try Files.text(workspace.file("peak")))))
    }

    /// So many rows of one expression, each made anew.
    private static func rows(_ count: Int, of expression: String) -> String {
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(count)) SELECT \(expression) FROM n"
    }

    @Test(arguments: [
        "SELECT instr(zeroblob(6000000), cast(zeroblob(3000000) || 'x' AS blob))",
        "SELECT replace(hex(zeroblob(4000000)), '0', 'a') LIKE '%' || replace(hex(zeroblob(24000)), '0', 'a') || 'b'",
        "SELECT replace(hex(zeroblob(4000000)), '0', 'a') GLOB '*' || replace(hex(zeroblob(24000)), '0', 'a') || 'b'",
        rows(4000, of: "length(replace(hex(zeroblob(4000000 + x)), '00', 'abc'))"),
        rows(100_000, of: "length(printf('%.*c', 9000000 + x, 'x'))"),
        "SELECT length(group_concat(y)) FROM (\(rows(100_000, of: "hex(zeroblob(2000000 + x)) IS NULL AS y")))",
        "SELECT length(max(y)) FROM (\(rows(2000, of: "randomblob(8000000 + x) AS y")) ORDER BY y)",
        "SELECT printf('%.*c', 9000000, 'x') REGEXP '(x?){500}y'",
        rows(1_000_000_000, of: "regexp('(a+)+$', printf('%.*c', 1000, 'a') || 'b' || x)"),
        rows(1_000_000_000, of: "regexp('(a|b|c' || x || ')*d', 'abc')"),
        "SELECT median(y) OVER (ORDER BY y) FROM (\(rows(200_000, of: "x AS y")))",
        rows(1_000_000_000, of: "x"),
    ])
    func `the limits of cairn query hold the time inside of long functions, too, and say how to allow more`(sql: String)
        async throws
    {
        let ending = try await ask(sql)
        #expect(ending.status == 7, "\(ending)")
        #expect(ending.error.contains("took longer than 1 s; allow more with --timeout"), "\(ending)")
        // A second, and one more for what cannot be interrupted; the rest is for a busy machine.
        #expect(ending.milliseconds < 20_000, "\(ending)")
    }

    @Test(arguments: [
        "SELECT " + Array(repeating: "zeroblob(60000000)", count: 40).joined(separator: ", "),
        "SELECT " + Array(repeating: "zeroblob(15000000)", count: 40).joined(separator: ", "),
        "SELECT " + Array(repeating: "randomblob(15000000)", count: 40).joined(separator: ", "),
        "SELECT group_concat(y) FROM (\(rows(1000, of: "hex(zeroblob(1000000 + x)) AS y")))",
    ])
    func `the limits of cairn query hold the memory, and say what to ask instead`(sql: String) async throws {
        for format in ["csv", "table", "json"] {
            let (ending, peak) = try await measure(sql, format, timeout: "60s")
            #expect(ending.status == 7, "\(format): \(ending)")
            #expect(ending.error.contains("memory") && ending.error.contains("substr"), "\(format): \(ending)")
            #expect(ending.outputBytes.isEmpty, "\(format): \(ending)")
            #expect(peak < 400_000, "\(format): \(peak) KiB")
        }
    }

    @Test func `the limits of cairn query hold the memory of a median, and let ten million values through`()
        async throws
    {
        let limit = try await ask("SELECT median(x) FROM (\(Self.rows(10_000_000, of: "x")))", timeout: "240s")
        #expect(limit.status == 0 && limit.lines.last == "5000000.5", "\(limit)")
        let (ending, peak) = try await measure(
            "SELECT median(x) FROM (\(Self.rows(1_000_000_000, of: "x")))", timeout: "240s")
        #expect(ending.status == 7 && ending.error.contains("more memory than it may have"), "\(ending)")
        #expect(peak < 400_000, "\(peak) KiB")
    }

    @Test func `the limits of cairn query let a table of long values through without keeping it`() async throws {
        let sql = Self.rows(150, of: "x AS number, printf('%.*c', 300000, 'x') AS word, zeroblob(100000) AS bytes")
        let (ending, peak) = try await measure(sql, "table", timeout: "240s")
        #expect(ending.status == 0 && ending.lines.count == 152, "\(ending.lines.count) lines: \(ending.error)")
        #expect(peak < 400_000, "\(peak) KiB")
        let padded = Self.rows(300, of: "iif(x = 1, printf('%.*c', 3000000, 'x'), 'short') AS word, x AS number")
        let ragged = try await ask(padded, "table", timeout: "240s")
        #expect(ragged.status == 0 && ragged.lines.count == 302, "\(ragged.lines.count) lines: \(ragged.error)")
        #expect(ragged.outputBytes.count < 30_000_000, "\(ragged.outputBytes.count) bytes")
    }

    @Test func `the limits of cairn query let a large sort through that needs more than the memory it may have`()
        async throws
    {
        let sql = Self.rows(100_000, of: "randomblob(2000) AS y")
        let (ending, peak) = try await measure(
            "SELECT max(place) AS places FROM (SELECT row_number() OVER (ORDER BY y) AS place FROM (\(sql)))",
            timeout: "240s")
        #expect(ending.status == 0 && ending.lines.last == "100000", "\(ending)")
        #expect(peak < 400_000, "\(peak) KiB")
    }

    @Test func `the limits of cairn query leave the reader all the time it wants`() async throws {
        // More than a pipe holds, and a reader that begins when the limit is long over.
        let ending = try await workspace.bash(
            """
            mkfifo rows held
            "$cairn" query --format csv --timeout 9s "\(Self.rows(14_000, of: "x"))" > rows 2> words & id=$!
            exec 3< rows; read -u 3 first
            read -t 11 <> held; cat <&3 | tail -1; wait $id; echo " $?"; cat words
            """)
        #expect(ending.lines.map { $0.filter { !$0.isWhitespace } } == ["14000", "0"], "\(ending)")
    }

    @Test func `the limits of cairn query say that what was written is not the whole answer`() async throws {
        let ending = try await ask(Self.rows(1_000_000_000, of: "x"), "ndjson")
        #expect(ending.status == 7 && ending.error.contains("is not the whole answer"), "\(ending.error)")
        #expect(ending.outputBytes.last == UInt8(ascii: "\n"), "whole lines")
    }

    @Test(arguments: [
        "query 'SELECT 1'", "query 'SELECT 1' --json", "status", "status 1", "status --json", "status --prometheus -",
        "quota --json", "schema", "schema job", "completions bash", "--help", "--version", "run --help",
        "submit job.yaml", "run job.yaml --json", "doctor", "check none.yaml --json", "cancel 1 --json",
    ])
    func `the limits of cairn query do not hide an output that cannot be written, whichever command writes it`(
        words: String
    ) async throws {
        let ending = try await workspace.bash("exec \"$cairn\" \(words) > /dev/full")
        #expect(ending.status == 7, "\(ending)")
        #expect(ending.error.contains("cannot write the answer: No space left on device"), "\(ending)")
    }
}
