internal import Backends
internal import Platform
package import Storage
internal import Domain

/// The program: every command, and what a process gives them.
package enum Commands {
    /// The program with all its commands.
    ///
    /// - Parameter stores: the kind of store that its commands open.
    package static func program(on stores: any StoreProvider) -> Program {
        let commands = [
            InitCommand.command, DemoCommand.command, CheckCommand.command, PlanCommand.command, ApplyCommand.command,
            SubmitCommand.command,
            WorkCommand.command,
            RunCommand.command, NightlyCommand.command,
            StatusCommand.command, JobsCommand.command, QueryCommand.command, ReportCommand.command,
            ExportCommand.command, CorrectCommand.command, EvaluateCommand.command,
            RetryCommand.command, PauseCommand.pause,
            PauseCommand.resume, PrioritizeCommand.command, CancelCommand.command,
            QuotaCommand.command, ModelsCommand.command,
            ResultsCommand.command, DoctorCommand.command, SchemaCommand.command,
        ]
        return Program(
            "cairn",
            "annotates image sets in batches and keeps answers, attempts and costs in one database",
            version: programVersion, commands: commands.map { $0(stores) }, build: { BuildFacts(of: stores) },
            stores: stores)
    }

    /// Runs what this process was started with; answers its exit status.
    ///
    /// - Parameter stores: the kind of store that the commands open.
    package static func run(stores: any StoreProvider) -> Int32 {
        let words = Array(commandLine().dropFirst())
        if words.first == ModelTrial.word { return TrialRun.run(Array(words.dropFirst())) }
        if words.first == ProcessGuard.word { return ProcessGuard.run(Array(words.dropFirst())) }
        if words.first == PageReader.word { return PageServer.run(Array(words.dropFirst())) }
        ignoreBrokenPipes()
        let output = Descriptor.output
        let error = Descriptor.error
        let environment = environmentVariables()
        // On a terminal without control sequences lines are written one after the other, as in a file.
        let isDumb = TextStyle.isDumb(environment)
        let console = Console(
            output: { bytes in
                if let problem = output.write(bytes) {
                    // A reader that has seen enough (`| head`) is not an error; a full disk is one.
                    guard problem.code != "EPIPE" else { endProcess(0) }
                    _ = error.write(
                        Array(
                            ("cairn: cannot write the answer: \(problem.reason); write it to another place, or free "
                                + "some space\n").utf8))
                    endProcess(ExitCode.noAnswer.rawValue)
                }
            },
            error: { _ = error.write($0) }, outputColumns: output.isTerminal ? output.columns ?? 80 : nil,
            errorColumns: error.isTerminal && !isDumb ? error.columns ?? 80 : nil,
            outputUsesColor: TextStyle.usesColor(isTerminal: output.isTerminal, environment: environment),
            errorUsesColor: TextStyle.usesColor(isTerminal: error.isTerminal, environment: environment),
            isInteractive: Descriptor.input.isTerminal, readLine: { Descriptor.input.readLine(until: $0) },
            trialProgram: FilePath("/proc/self/exe"),
            outputSize: { output.isTerminal && !isDumb ? (output.columns ?? 80, output.rows ?? 24) : nil })
        return program(on: stores).main(
            words, environment: environment, console: console)
    }
}
