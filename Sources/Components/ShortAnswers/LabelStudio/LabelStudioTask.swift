package import Domain

/// What an annotator of Label Studio says of one picture.
package struct LabelStudioTask: Sendable {
    /// `data.image` of the task, as the export has it.
    package let picture: String
    /// What is in the picture; geometry in pixels of the picture as it was shown.
    package let annotations: [FeatureType: [Annotation]]
    /// The size of the picture as it was shown; nil where no result says it.
    package let size: Size?
    /// `data.generation`, where the task has it: of each list the generation of the correction that it began with.
    package let generations: Generations
    /// Where the task stands: `[3]`.
    package let place: String
}
