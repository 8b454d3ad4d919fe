internal import LiteRT
internal import Platform
internal import Domain

/// What is read from a model's outputs, and with which labels.
struct TFLiteOutput: Equatable, Sendable {
    /// One for each recipe.
    let readings: [OutputReading]
    /// The words for classes; nil where no output has any.
    let labels: Labels?
    /// What people should know about how the outputs are read.
    let notices: [String]
    /// How many pictures the model takes at a time.
    let batch: Int

    /// Resolves the outputs, or says what does not fit.
    ///
    /// - Parameters:
    ///   - batch: how many pictures the model takes at a time; outputs whose first dimension it is have a row for each.
    ///   - given: the labels; nil: those that the settings name, or those inside the model.
    ///   - contents: the model's bytes.
    init(
        _ settings: TFLiteSettings, _ file: ModelFile, batch: Int = 1, labels given: Labels? = nil,
        contents: Span<UInt8>
    ) throws(BackendError) {
        self.batch = batch
        let guess = OutputMeaningDetector(settings, file, batch: batch, hasLabels: given != nil)
        var groups: [(meaning: TFLiteSettings.Meaning, choices: [OutputSelection.OutputChoice])] = []
        for choice in try OutputSelection(settings, file).choices {
            let meaning = try guess.meaning(of: choice)
            if let index = groups.firstIndex(where: { $0.meaning == meaning }) {
                groups[index].choices.append(choice)
            } else {
                groups.append((meaning, [choice]))
            }
        }
        var plans: [OutputPlan] = []
        for group in groups {
            plans.append(try OutputPlan(group.meaning, group.choices, settings, file, batch: batch))
        }
        let labelled = plans.compactMap(\.labelled).flatMap(\.self)
        if labelled.isEmpty || given != nil {
            labels = labelled.isEmpty ? nil : given
        } else {
            labels = try Labels(
                file: settings.labels, model: settings.model, contents: contents, description: file, outputs: labelled)
        }
        let maker = try OutputDecoderBuilder(settings, file, batch: batch, labels, contents)
        var readings: [OutputReading] = []
        var notices: [String] = []
        for (group, plan) in zip(groups, plans) {
            let (reading, notice) = try maker.reading(of: plan, group.choices[0])
            readings.append(reading)
            if let notice { notices.append(notice) }
        }
        try maker.checkSettings(readings)
        self.readings = readings
        self.notices = notices
    }

    /// Every output that is read.
    var plans: [Int] { readings.flatMap(\.indexes) }
}
