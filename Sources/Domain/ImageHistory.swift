package import Crypto

/// What is known of an image's answers and tasks, for deciding what to ask.
package struct ImageHistory: Equatable, Sendable {
    /// The newest answer to one recipe.
    package struct Answered: Equatable, Sendable {
        package let recipe: RecipeID
        /// When it came.
        package let at: Timestamp
        /// How many answers to the recipe there are by now, this one included.
        package let generation: Int64

        /// An answer.
        package init(recipe: RecipeID, at: Timestamp, generation: Int64) {
            self.recipe = recipe
            self.at = at
            self.generation = generation
        }
    }

    /// The newest answer to each recipe asked for, and to those that were asked or shown before them.
    package var answers: [Answered] = []
    /// The state of its task in the run that new tasks join.
    package var taskInRun: TaskState?
    /// How a task of the job failed that asked for all that is lacking, later than any answer to it.
    package var failure: Failure?
    /// Whether that is the job's newest task of it, which its rows tell: no later one, of other recipes or cancelled,
    /// hides it.
    package var isFailing = false
    /// How the file itself failed in any job, where it did: no other attempt would end otherwise.
    package var fileFailure: Failure?
    /// The content that its name held before, where that was overwritten.
    package var replaced: ImageID?

    /// A history of nothing.
    package init() {}
}

/// What is kept of a file's content: its digest, which it is known by, and what its header says.
package struct ImageIdentity: Equatable, Sendable {
    /// SHA-256 of the file's bytes.
    package var sha256: Digest
    /// Length in bytes.
    package var bytes: Int64
    /// The format by content: `jpeg`; nil where the bytes are no picture that is known.
    package var format: String?
    /// Size of the upright picture (EXIF orientation applied).
    package var size: Size?
    /// EXIF orientation as stored, 1...8; 1 where the file says nothing.
    package var orientation: Int
    /// When it was taken, by EXIF.
    package var takenAt: Timestamp?
    /// Where it was taken, by EXIF: degrees north.
    package var cameraLatitude: Double?
    /// Where it was taken, by EXIF: degrees east.
    package var cameraLongitude: Double?

    /// The identity of content of which only the digest is known.
    package init(sha256: Digest, bytes: Int64) {
        self.sha256 = sha256
        self.bytes = bytes
        orientation = 1
    }
}
