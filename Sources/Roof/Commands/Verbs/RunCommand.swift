internal import Platform
internal import Storage

/// `cairn run JOB`: submits, works, sums up.
enum RunCommand {
    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "run", "submits a job, works on it and sums up",
            items: RunOptions.items("JOB", "the job manifest"), defaults: RunOptions()
        ) { call, console in
            let place = Workplace(call.common, console, stores)
            return place.attempt { () throws(Stop) in
                let (job, file) = try place.job(at: call.options.file ?? FilePath(""))
                return try place.run(job, from: file, call.options)
            }
        }
    }
}
