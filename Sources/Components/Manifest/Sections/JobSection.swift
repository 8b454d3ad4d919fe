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
            complain("the manifest is empty; it needs at least `job`, `images` and `backend`")
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
        let limits = fields[.limits]?.limits()
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
