/// A query over what other jobs show, whose rows are images of those jobs.
package struct ImageQuery: Equatable, Sendable {
    /// One SELECT, as it is written, with a column `image_id` or `path`.
    package let text: String
    /// The jobs whose rows it reads; where several have an image, the first one names it.
    package let jobs: [String]
    /// Whether an image that it once gave stays in the job when it gives it no more.
    package let keeps: Bool

    /// A query.
    package init(_ text: String, from jobs: [String], keeps: Bool = false) {
        self.text = text
        self.jobs = jobs
        self.keeps = keeps
    }
}

extension Job {
    /// The queries among its sources, each with its key in the manifest: `images[2].sql`.
    package var queries: [(keyPath: String, query: ImageQuery)] {
        images.enumerated().compactMap { index, source in
            guard case .sql(let query) = source.location else { return nil }
            return ("images[\(index)].sql", query)
        }
    }

    /// The jobs whose rows its queries read, each once.
    package var readJobs: [String] {
        queries.flatMap(\.query.jobs).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }
}
