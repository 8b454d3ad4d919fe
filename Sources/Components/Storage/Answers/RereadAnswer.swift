package import Domain

/// What was read again of an answer, from the response that was kept.
package struct RereadAnswer: Sendable {
    /// The answer's row.
    package let id: ResultID
    /// What is in it.
    package let annotations: [Annotation]
    /// Whether the response has symbols of text that are not among them.
    package let lacksSymbols: Bool

    /// An answer with what was read of it.
    package init(id: ResultID, annotations: [Annotation], lacksSymbols: Bool = false) {
        self.id = id
        self.annotations = annotations
        self.lacksSymbols = lacksSymbols
    }

    /// An answer with what was read of it.
    package init(id: ResultID, _ answer: Answer) {
        self.init(id: id, annotations: answer.annotations, lacksSymbols: answer.lacksSymbols)
    }
}
