import Commands
import TestSupport
import Testing

@Suite("The parser of arguments") struct ArgumentTests {
    @Test(arguments: [
        (["query"], "- table [] - 30000 -1 false false false\n"),
        (["query", "SELECT 1"], "SELECT 1 table [] - 30000 -1 false false false\n"),
        (["query", "--format=csv", "x"], "x csv [] - 30000 -1 false false false\n"),
        (["query", "--format", "csv", "x"], "x csv [] - 30000 -1 false false false\n"),
        (["query", "-fcsv", "-r16"], "- csv [] - 30000 16 false false false\n"),
        (["query", "-f=csv", "-r", "16"], "- csv [] - 30000 16 false false false\n"),
        (["query", "-avr16", "x"], "x table [] - 30000 16 true true false\n"),
        (["query", "-p", "a=1", "--param=b=2=3", "x"], "x table [\"a=1\", \"b=2=3\"] - 30000 -1 false false false\n"),
        (["query", "--json", "--", "--all"], "--all table [] - 30000 -1 false false true\n"),
        (["query", "-", "--file="], ""),
        (["query", "--limit-time", "2m", "--file", "q.sql"], "- table [] q.sql 120000 -1 false false false\n"),
        (["query", "-f", "csv", "-f", "tsv"], "- tsv [] - 30000 -1 false false false\n"),
        (["query", "-r", "-5"], "- table [] - 30000 -5 false false false\n"),
    ])
    func `words become options`(words: [String], output: String) {
        let run = Sample.run(words)
        #expect(run.output == output)
        #expect(run.status == (output.isEmpty ? 2 : 5))
    }

    @Test(arguments: [
        (["chekc"], "there is no command 'chekc'; did you mean check?"),
        (["backup"], "there is no command 'backup'; `cairn query --out copy.db` copies the store"),
        (["new"], "there is no command 'new'; `cairn init FOLDER` writes a manifest for a folder of pictures"),
        (
            ["query", "--threads", "4"],
            "there is no option '--threads'; how many pictures are asked at a time is `pace.inFlight` of a manifest"
        ),
        (
            ["query", "--limit", "5m"],
            "there is no option '--limit'; `budget.run.units` of a manifest limits what a run asks, and LIMIT the rows of SQL"
        ),
        (
            ["query", "-y"],
            "there is no option '-y'; what is to be accepted is named, as by --accept-again, --accept-missing and --new-store"
        ),
        (["frobnicate"], "there is no command 'frobnicate'"),
        (["--hlep"], "there is no option '--hlep'; did you mean --help?"),
        (["query", "--fromat", "csv"], "there is no option '--fromat'; did you mean --format?"),
        (["query", "--stor", "x"], "there is no option '--stor'; did you mean --store?"),
        (["query", "--" + "zzzzzzz"], "there is no option '--zzzzzzz'"),
        (["query", "-x"], "there is no option '-x'"),
        (["query", "--format"], "--format needs a value: --format FORMAT"),
        (["query", "-f"], "-f needs a value: -f FORMAT"),
        (["query", "--all=yes"], "--all takes no value"),
        (["query", "-a=yes"], "-a takes no value"),
        (["--format", "csv", "query"], "write --format after the command"),
        (["--stroe=x", "query"], "there is no option '--stroe'; did you mean --store?"),
        (["--store"], "--store needs a value: --store PATH"), (["-x", "query"], "there is no option '-x'"),
        (["--quiet=yes", "query"], "--quiet takes no value"), (["-", "query"], "there is no command '-'"),
        (["--", "query"], "there is no option '--'"),
        (
            ["query", "--format", "jsno"],
            "--format is 'jsno', not one of table, csv, tsv, json, ndjson, geojson; did you mean json?"
        ),
        (["query", "--format", "xml"], "--format is 'xml', not one of table, csv, tsv, json, ndjson, geojson"),
        (["query", "--rows=many"], "--rows is 'many', not a whole number"),
        (["query", "--rows=99999999999999999999"], "--rows is '99999999999999999999', not a whole number"),
        (
            ["query", "--limit-time", "99999999999999d"],
            "--limit-time is '99999999999999d', not a length of time above 0, such as 250ms, 30s, 5m, 12h or 90d"
        ),
        (
            ["query", "--limit-time", "5"],
            "--limit-time is '5', not a length of time above 0, such as 250ms, 30s, 5m, 12h or 90d"
        ),
        (["query", "a", "b"], "unexpected argument 'b'"),
        (["query", "a", "csv"], "unexpected argument 'csv'; write --format csv"),
        (["query", "a", "16"], "unexpected argument '16'; write --rows 16"),
        (["check"], "missing argument JOB: manifests"),
        (["schema", "vews"], "WHAT is 'vews', not one of views, manifest; did you mean views?"),
        (["query", "--\u{1B}[31m"], "there is no option '--\\x1b[31m'"),
    ])
    func `words that do not add up are told with status 2`(words: [String], sentence: String) {
        let run = Sample.run(words)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.error.split(separator: "\n").first.map { String($0) } == "cairn: \(sentence)")
    }

    @Test func `the next step is named`() {
        #expect(Sample.run(["check"]).error.hasSuffix("Try `cairn check --help`.\n"))
        #expect(Sample.run(["--quiet", "check"]).error.hasSuffix("Try `cairn check --help`.\n"))
        #expect(Sample.run(["frobnicate"]).error.hasSuffix("Try `cairn --help`.\n"))
    }

    @Test(arguments: [
        (["--store", "a", "check", "j"], "a quiet false"), (["--store=a", "-q", "check", "j"], "a quiet true"),
        (["--store", "a", "check", "--store", "b", "j"], "b quiet false"),
        (["-q", "check", "--", "j"], "e.db quiet true"), (["--store", "check", "check", "j"], "check quiet false"),
    ])
    func `options may stand before the command`(words: [String], output: String) {
        #expect(Sample.run(words, environment: ["CAIRN_STORE": "e.db"]).output == "[j] store \(output)\n")
    }

    @Test(arguments: [[], ["--json"], ["-q", "--store", "x"]])
    func `without a command the commands are listed`(words: [String]) {
        let run = Sample.run(words)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.error == Sample.run(["--help"]).output + "\ncairn: name a command, such as `cairn status`\n")
    }

    @Test func `an option comes from its variable unless it is given`() {
        #expect(
            Sample.run(["check", "a"], environment: ["CAIRN_STORE": "e.db"]).output == "[a] store e.db quiet false\n")
        #expect(
            Sample.run(["check", "a"], environment: ["CAIRN_STORE": ""]).output == "[a] store cairn.db quiet false\n")
        #expect(
            Sample.run(["check", "a", "--store=s.db", "-q"], environment: ["CAIRN_STORE": "e.db"]).output
                == "[a] store s.db quiet true\n")
        let bad = Sample.run(["query"], environment: ["FORM": "xml"])
        #expect(bad.error.hasPrefix("cairn: FORM is 'xml', not one of table"))
        #expect(Sample.run(["query", "-f", "csv"], environment: ["FORM": "xml"]).status == 5)
    }

    @Test func `help wins over what is missing or wrong behind it`() {
        #expect(Sample.run(["check", "--help"]).status == 0)
        #expect(Sample.run(["check", "-h", "--nonsense"]).status == 0)
        #expect(Sample.run(["--version"]).output == "cairn 1.2.3\n")
        #expect(Sample.run(["help", "check"]).output == Sample.run(["check", "--help"]).output)
        #expect(Sample.run(["-q", "help", "check"]).output == Sample.run(["check", "--help"]).output)
        #expect(Sample.run(["--json", "--help"]).output == Sample.run(["--help"]).output)
        #expect(Sample.run(["help"]).output == Sample.run(["--help"]).output)
    }

    @Test func `random words never stop the program`() {
        let words = [
            "query", "check", "--", "-", "-f", "-f=", "--format", "--=", "---", "csv", "", "-avr", "é", "\0", "-é",
            "--é=1", "=", "--help",
        ]
        var generator = Seeded(7)
        for _ in 0..<2000 {
            let line = (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in
                words.randomElement(using: &generator)
            }
            let run = Sample.run(line)
            #expect(run.status == 2 ? !run.error.isEmpty : !run.output.isEmpty, "\(line), seed 7")
        }
    }
}
