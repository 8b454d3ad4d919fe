internal import Storage

/// Works on tasks once they are claimed: threads of a local backend, or preparers and senders of a remote one.
///
/// Each task that is given ends in one `finished` event, put into the queue that the pipeline was made with, unless it
/// is taken back.
protocol TaskPipeline {
    /// Why nothing can be annotated any more; what is given after that comes back unfinished.
    var problem: PipelineProblem? { get }

    /// The calls of a local model that are running; nil where a service answers.
    var modelCalls: ModelCalls? { get }

    /// That a service answers nothing at present; nil where it does, and of a local model.
    var trouble: ServiceTrouble? { get }

    /// How many events are worth a commit of their own, with a number of tasks in flight.
    func enough(of tasks: Int) -> Int
    /// How many tasks are worth a claim, with a number of tasks wanted in flight.
    func minClaim(of wanted: Int) -> Int
    /// How many tasks should be in flight at a speed.
    func wanted(at imagesPerSecond: Double) -> Int
    /// Gives tasks, in order; never waits.
    func add(_ claims: [Claim])
    /// Sends nothing more; what is not sent by then comes back unfinished.
    func stopSending()
    /// Takes back what has not begun.
    func withdraw() -> [Claim]
    /// Ends the pipeline once its running tasks have ended.
    func stop()
}

extension TaskPipeline {
    var modelCalls: ModelCalls? { nil }
    var trouble: ServiceTrouble? { nil }
}
