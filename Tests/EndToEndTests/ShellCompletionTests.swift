import Platform
import TestSupport
import Testing

/// The completions ask the program for what a store knows, in the shells themselves.
@Suite("Completion in a shell", .inTurn) struct ShellCompletionTests {
    let scratch: Scratch

    init() async throws {
        scratch = try Scratch()
        try scratch.writePictures(1, seed: 47)
        // A name that a shell must not carry out.
        try await scratch.run("mv", "pictures/0.png", "pictures/a $(touch carried-out).png")
        try await scratch.cairn("run", try scratch.writeJob("holidays"), "--store", "my store.db", exits: 0)
        for shell in ["bash", "zsh", "fish"] {
            _ = try await scratch.bash("\"$cairn\" completions \(shell) > _\(shell)")
        }
    }

    /// The program as `cairn` on the path of a script.
    private func run(_ shell: String, _ script: String) async throws -> Ending {
        try scratch.write("script", script)
        return try await scratch.bash(
            "mkdir -p bin && ln -sf \"$cairn\" bin/cairn && PATH=$PWD/bin:$PATH exec \(shell) script")
    }

    @Test func `asks the program for jobs, runs and paths`() async throws {
        let names = try await scratch.cairn("completions", "jobs", "--store", "my store.db", exits: 0)
        #expect(names.output == "holidays\tjob\n", "\(names)")
        let runs = try await scratch.cairn("completions", "runs", "--store", "my store.db", exits: 0)
        #expect(runs.output == "1\tholidays, finished\nholidays\tits newest run\n", "\(runs)")
        let none = try await scratch.cairn("completions", "jobs", exits: 3)
        #expect(none.output.isEmpty && Files.mode(scratch.file("cairn.db")) == nil, "\(none)")
    }

    @Test func `bash proposes jobs, runs and paths of the store that the line names`() async throws {
        let shown = try await run(
            "bash",
            """
            source ./_bash
            propose() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cairn 2> /dev/null; printf '%s|' "${COMPREPLY[@]}"; echo; }
            propose cairn status --store 'my store.db' ''
            propose cairn report --store = 'my store.db' ho
            propose cairn correct --store "'my store.db'" holidays pic
            propose cairn status ''
            """)
        #expect(shown.lines == ["1|holidays|", "holidays|", "pictures/a $(touch carried-out).png|", "|"], "\(shown)")
        #expect(Files.mode(scratch.file("carried-out")) == nil)
    }

    @Test func `zsh completes the name of a job`() async throws {
        let shown = try await run(
            "zsh -f",
            """
            zmodload zsh/zpty
            zpty shell 'TERM=dumb zsh -f -i'
            zpty -w shell 'PROMPT= ; autoload -Uz compinit; compinit -u -D; source ./_zsh; print ready-$((6 * 7))'
            zpty -r -m shell line '*ready-42*'
            zpty -w -n shell $'cairn report --store my\\\\ store.db ho\\t'
            zpty -r -m shell line '*holidays*' && print completed
            zpty -d shell
            """)
        #expect(shown.lines.last == "completed", "\(shown)")
    }

    @Test func `fish proposes jobs with what they are`() async throws {
        let shown = try await run(
            "fish --no-config",
            """
            source ./_fish
            complete -C "cairn status --store 'my store.db' "
            complete -C "cairn report --store='my store.db' ho"
            """)
        #expect(shown.lines.contains("1\tholidays, finished"), "\(shown)")
        #expect(shown.lines.contains("holidays\tits newest run") && shown.lines.last == "holidays\tjob", "\(shown)")
    }
}
