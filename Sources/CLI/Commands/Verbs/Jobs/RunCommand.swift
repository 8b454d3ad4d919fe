internal import Platform
internal import Storage
internal import Domain

/// `cairn run JOB`: submits, works, sums up.
enum RunCommand {
    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "run", "submits jobs, works on them and sums up",
            details: [
                "Several jobs are done one after the other, also when one of them fails; "
                    + "if a manifest is invalid, no job starts. "
                    + "The exit code is that of the worst."
            ],
            items: [.flag("dry-run", \.isDry, "queue nothing; show the plan, as `cairn plan` does")]
                + RunOptions.items(
                    "JOB", "job manifests, such as holidays.yaml; - is standard input", accepting: Option.acceptances),
            defaults: RunOptions()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let jobs = try context.jobs(at: call.options.files)
                let named = try context.onStore(of: jobs)
                return call.options.isDry
                    ? try named.plan(
                        jobs, PlanCommand.Options(accepted: call.options.accepted, cacert: call.options.cacert))
                    : try named.run(jobs, call.options, within: context.limits(call.options.work))
            }
        }
    }
}
