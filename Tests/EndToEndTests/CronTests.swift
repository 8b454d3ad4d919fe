import Glibc
import Platform
import TestSupport
import Testing

/// Jobs/nightly.cron under Debian's own cron, with its clock set to the job's minute; see Tests/Nights/README.md.
@Suite("A night under cron", .inTurn) struct CronTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Runs Jobs/nightly.cron with a program as `cairn`, and its paths here; answers the mails.
    ///
    /// - Parameter variables: what the crontab sets besides.
    private func mails(of cairn: FilePath, variables: [String: String] = [:]) async throws -> [String] {
        var table = try Files.text(packageRoot.appending("Jobs/nightly.cron"))
        for folder in ["/var/lib/cairn", "/var/log/cairn", "/etc/cairn"] {
            try #require(table.contains("\(folder)/"))
            table = table.components("\(folder)/").joined(separator: "\(scratch.path)/")
        }
        try #require(table.contains("--until 06:00"))
        let lines =
            variables.map { "\($0)=\($1)" }
            + table.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.hasPrefix("PATH=") ? "PATH=\(cairn.directory):/usr/bin:/bin" : $0
            }
        try scratch.write("crontab", lines.joined(separator: "\n"))
        let script = packageRoot.appending("Tests/Nights/cron.py").description
        let folder = scratch.file("out\(Files.names(in: scratch.path).count { $0.hasPrefix("out") })")
        try await scratch.run(
            Place.python.description, script, "--at", "2026-11-22 03:30", "--folder", folder.description,
            scratch.file("crontab").description)
        return try Files.names(in: folder.appending("mail")).filter { !$0.hasSuffix(".new") }.map {
            try Files.text(folder.appending("mail/\($0)"))
        }
    }

    /// The same with a script as `cairn`.
    private func mails(ofScript script: String) async throws -> [String] {
        let cairn = try scratch.write("bin/cairn", "#!/bin/sh\n\(script)\n")
        try Files.permit(cairn, 0o755)
        return try await mails(of: cairn)
    }

    @Test(arguments: Moment.nights)
    func `a quiet night sends no mail, and one that somebody should see sends its report`(day: Moment) async throws {
        // Cron gives its jobs no clock; that of the machine may be past six.
        let clock = try await SetClock(in: scratch, at: day)
        try clock.set(to: try await clock.seconds("\(day.local?.prefix(10) ?? "") 03:30:10"))
        let variables = clock.environment
        try scratch.writePictures(3, seed: 21)
        try scratch.writeJob("old-town")
        for _ in 0..<2 {
            let mails = try await mails(of: Place.cairn, variables: variables)
            #expect(mails.isEmpty, "\(mails)")
            #expect(try scratch.book.number("SELECT count(*) FROM answer") == 3)
        }
        try scratch.write("pictures/gr\u{FC}n.jpg", "a text")
        let told = try await mails(of: Place.cairn, variables: variables)
        #expect(told.count == 1, "\(told)")
        let mail = told.first ?? ""
        #expect(mail.contains("To: me@example.org\n") && mail.contains("charset=UTF-8\n"), "\(mail)")
        #expect(mail.contains("\n\ncairn nightly old-town: 1 failed"), "\(mail)")
        #expect(mail.contains("1 notAnImage (pictures/gr\u{FC}n.jpg)"), "\(mail)")
        let quiet = try await mails(of: Place.cairn, variables: variables)
        #expect(quiet.isEmpty, "\(quiet)")
        let log = try Files.text(scratch.file("events.ndjson"))
        #expect(log.split(separator: "\n").count { $0.contains(#""event":"night""#) } == 4, "\(log)")
    }

    @Test func `a night has these variables and no others, its home, and no terminal`() async throws {
        let mails = try await mails(
            ofScript: "env | cut -d= -f1 | sort | tr '\\n' ' '; tty; pwd; umask; readlink /proc/$$/fd/0")
        let home = getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) }
        let text = mails.first?.components("\n\n").last ?? ""
        let lines = text.split(separator: "\n").map(String.init)
        #expect(
            lines.first == "CONTENT_TYPE HOME LOGNAME MAILTO PATH PWD SHELL not a tty", "\(text)")
        #expect(lines.dropFirst().first == home && lines.dropFirst(2).first == "0022", "\(text)")
        #expect(lines.last?.hasPrefix("pipe:") == true, "\(text)")
    }
}

extension String {
    /// The parts between separators.
    fileprivate func components(_ separator: String) -> [String] {
        var parts: [String] = [""]
        var rest = self[...]
        while let first = rest.first {
            if rest.hasPrefix(separator) {
                parts.append("")
                rest = rest.dropFirst(separator.count)
            } else {
                parts[parts.count - 1].append(first)
                rest = rest.dropFirst()
            }
        }
        return parts
    }
}
