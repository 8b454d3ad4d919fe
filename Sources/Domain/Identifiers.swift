/// The number of a row, typed by what the row is so that a task's number is never taken for an image's.
package struct Identifier<Row>: Hashable, Sendable, Comparable {
    /// The number in the store, from 1.
    package let value: Int64

    /// An identifier from the store's number.
    package init(_ value: Int64) {
        self.value = value
    }

    /// Order of creation.
    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// Names for the rows that identifiers number; none has values.
package enum Rows {
    /// A row of images.
    package enum Image {}
    /// A row of runs.
    package enum Run {}
    /// A row of tasks.
    package enum Task {}
    /// A row of attempts.
    package enum Attempt {}
    /// A row of recipes.
    package enum Recipe {}
    /// A row of workers.
    package enum Worker {}
    /// A row of paths.
    package enum Path {}
    /// A row of folders.
    package enum Folder {}
    /// A row of feature sets.
    package enum FeatureSet {}
    /// A row of results.
    package enum Result {}
    /// A row of jobs.
    package enum Job {}
    /// A row of submissions.
    package enum Submission {}
}

/// The number of an image.
package typealias ImageID = Identifier<Rows.Image>
/// The number of a run.
package typealias RunID = Identifier<Rows.Run>
/// The number of a task.
package typealias TaskID = Identifier<Rows.Task>
/// The number of an attempt.
package typealias AttemptID = Identifier<Rows.Attempt>
/// The number of a recipe.
package typealias RecipeID = Identifier<Rows.Recipe>
/// The number of a worker.
package typealias WorkerID = Identifier<Rows.Worker>
/// The number of a path.
package typealias PathID = Identifier<Rows.Path>
/// The number of a folder.
package typealias FolderID = Identifier<Rows.Folder>
/// The number of a set of recipes, which is all that a run asks for.
package typealias FeatureSetID = Identifier<Rows.FeatureSet>
/// The number of a result.
package typealias ResultID = Identifier<Rows.Result>
/// The number of a job.
package typealias JobID = Identifier<Rows.Job>
/// The number of a submission.
package typealias SubmissionID = Identifier<Rows.Submission>
