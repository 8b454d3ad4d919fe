internal import Crypto
internal import Domain
internal import YAML

enum JobKey: String, SectionKey {
    case job, store, images, exclude, backend, features, prepare, budget, pace, retry, refresh, limits
    static let section = "job"
}

extension Node {
    /// The whole manifest.
    func job(source: String, digest: Digest) -> Job? {
        if case .null = value.content {
            report("the manifest is empty; it needs at least `job`, `images` and `backend`")
            return nil
        }
        let expected = "a mapping with `job`, `images` and `backend`"
        guard var fields = Fields(self, expected, keys: JobKey.self, ignored: "x-") else { return nil }
        let name = fields.required(.job, "old-town")?.name(.job)
        let store = fields[.store]?.filePath("a path, such as cairn.db")
        let backend = fields.required(.backend, "{kind: tflite, model: model.tflite}")?.backend()
        let rules = FeatureRules(kind: backend?.kind, settings: backend?.settings)
        let images = fields.required(.images, "[{folder: photos}]")?.images(kind: backend?.kind)
        let features = features(fields, rules)
        let exclude = fields[.exclude]?.exclude()
        if let refusal = rules.prepareRefusal { fields.refuse(.prepare, refusal) }
        let prepare = fields[.prepare]?.prepare()
        let budget = fields[.budget]?.budget()
        let pace = fields[.pace]?.pace()
        let retry = fields[.retry]?.retry()
        let refresh = fields[.refresh]?.refresh()
        let limits = fields[.limits]?.limits(beside: backend?.kind)
        guard let name, let images, let settings = backend?.settings, let features else { return nil }
        var job = Job(
            name: name, images: images, backend: settings, features: features, directory: directory, source: source,
            digest: digest)
        job.store = store
        job.exclude = exclude ?? []
        job.prepare = prepare ?? Prepare()
        job.budget = budget ?? Budget()
        job.pace = pace ?? Pace()
        job.retry = retry ?? RetryPolicy()
        job.refresh = refresh ?? Refresh()
        job.limits = limits ?? Limits()
        return job
    }

    private func features(_ fields: Fields<JobKey>, _ rules: FeatureRules) -> [Feature]? {
        if let given = fields[.features] { return given.features(rules) }
        if rules.isRequired {
            return fields.required(.features, "[LANDMARK_DETECTION, LABEL_DETECTION]").map { _ in [] }
        }
        return rules.implied
    }

    private func exclude() -> [String]? {
        guard case .list(let items) = value.content else {
            return mismatch("a list of patterns, such as [\"**/.thumbs/**\"]")
        }
        return items.enumerated().compactMap { child($1, index: $0).glob() }
    }
}

enum LimitsKey: String, SectionKey {
    case megapixels
    case memory
    case picture
    static let section = "limits"
}

extension Node {
    /// What an image may be, and what the work on it may take.
    func limits(beside kind: BackendSettings.Kind?) -> Limits? {
        let expected = "a mapping such as {megapixels: 200, memory: 256MB}"
        guard var fields = Fields(self, expected, keys: LimitsKey.self) else { return nil }
        if kind == .vision || kind == .firebase {
            fields.refuse(
                .picture, "no model works on this machine; `retry.timeout` limits what a request to a service takes")
        }
        if kind == .command {
            fields.refuse(.picture, "`retry.timeout` limits how long a program of your own may be silent")
        }
        var limits = Limits()
        if let megapixels = fields[.megapixels]?.whole(1...10_000) { limits.pixels = Int64(megapixels) * 1_000_000 }
        if let memory = fields[.memory]?.memory() { limits.memory = memory }
        if let picture = fields[.picture]?.duration() { limits.picture = picture }
        return limits
    }
}

enum RefreshKey: String, SectionKey {
    case olderThan, failed
    static let section = "refresh"
}

extension Node {
    /// Which answers are asked for again.
    func refresh() -> Refresh? {
        let expected = "a mapping such as {olderThan: 90d, failed: true}"
        guard let fields = Fields(self, expected, keys: RefreshKey.self) else { return nil }
        var refresh = Refresh()
        refresh.olderThan = fields[.olderThan]?.duration(usually: "d")
        refresh.failed = fields[.failed]?.flag() ?? refresh.failed
        return refresh
    }
}

enum RetryKey: String, SectionKey {
    case attempts, base, cap, timeout, crashes, nights
    static let section = "retry"
}

extension Node {
    /// What is tried again, and how often.
    func retry() -> RetryPolicy? {
        let expected = "a mapping such as {attempts: 5, base: 1s}"
        guard var fields = Fields(self, expected, keys: RetryKey.self) else { return nil }
        var retry = RetryPolicy()
        let cap = fields[.cap]?.duration()
        retry.attempts = fields[.attempts]?.whole(1...100) ?? retry.attempts
        retry.base = fields[.base]?.duration() ?? retry.base
        retry.cap = cap ?? max(retry.cap, retry.base)
        retry.timeout = fields[.timeout]?.duration() ?? retry.timeout
        retry.crashes = fields[.crashes]?.whole(1...100) ?? retry.crashes
        retry.nights = fields[.nights]?.whole(0...100) ?? retry.nights
        if let cap, cap < retry.base {
            fields.refuse(.cap, "the longest wait, `cap`, is shorter than the first, `base`")
        }
        return retry
    }
}
