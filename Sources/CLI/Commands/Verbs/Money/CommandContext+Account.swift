internal import Storage
internal import Text
internal import Domain

extension CommandContext {
    /// Says where a manifest's account is new to a store and near one that it has: a misspelt one has no caps.
    ///
    /// - Parameter isWarning: whether it is said with `--quiet`, too.
    func warnAboutNewAccounts(of jobs: [Job], in store: any Store, isWarning: Bool = false) throws(CommandFailure) {
        let named = jobs.compactMap(\.backend.namedAccount)
        guard !named.isEmpty else { return }
        let known = try knownAccounts(store)
        for name in named where !known.contains(name) {
            guard let near = nearestName(to: name, among: known, spelling: .letters) else { continue }
            let words = "no job or ledger of the store has account \(name); did you mean \(near)?"
            isWarning ? reporter.warn(words) : reporter.say(words)
        }
    }

    /// Says that the machine's clock is a day or more before a moment that the store has heard of: what is billed now
    /// is booked on a day that is over.
    func warnAboutClock(_ store: any Store) throws(CommandFailure) {
        let latest = try store.read { reports throws(StoreError) in try reports.latestMoment() }
        let now = clock.now()
        guard latest.milliseconds - now.milliseconds >= TimeSpan.seconds(86_400).milliseconds else { return }
        reporter.warn(
            "this machine's clock says \(HumanFormat.moment(now)), and the store was used at "
                + "\(HumanFormat.moment(latest)); set the clock right: units count for the day that it says")
    }

    /// The same as `warnAboutNewAccounts` for `check`, which opens no store but to look, and leaves what is wrong with
    /// it to others.
    func warnAboutNewAccount(of job: Job) {
        guard let store = storeToLookAt(for: job) else { return }
        try? warnAboutNewAccounts(of: [job], in: store)
    }

    /// The store that a job would be submitted to, opened to look at it; nil where there is none, or none that can be
    /// read.
    func storeToLookAt(for job: Job) -> (any Store)? {
        let own = common.storeSource == .usual ? job.store.map { StoreLocation($0) } : nil
        let location = own ?? common.store
        guard stores.newStore(at: location) == nil else { return nil }
        return try? stores.open(location, for: .preview, clock: clock)
    }
}
