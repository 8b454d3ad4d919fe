extension Failure {
    /// The failure of an answer that has more annotations than can be kept.
    package init(tooManyAnnotations answer: Answer) {
        self.init(
            stage: .record, kind: .tooLarge,
            message: "the answer to \(answer.recipe.feature.rawValue) has \(answer.annotations.count) annotations, and "
                + "\(Answer.mostAnnotations) are kept at most; the response itself is kept")
    }
}
