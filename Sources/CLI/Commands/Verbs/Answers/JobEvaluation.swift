internal import Evaluation
internal import ShortAnswers
internal import Storage
internal import Domain

/// A machine's answers beside the truth, picture by picture.
struct JobEvaluation {
    private let names: [String: String]
    /// Of each label, the pictures that have it or were found with it.
    private(set) var labels: [String: [(isTrue: Bool, score: Double?)]] = [:]
    private(set) var boxes: [String: [(truth: [TrueBox], found: [FoundBox])]] = [:]
    private(set) var reading: ReadingErrors
    /// How many pictures have a truth of each.
    private(set) var labelled = 0, boxed = 0, read = 0
    /// The pictures without an answer to what the truth is about.
    private(set) var unanswered: [String] = []
    /// What was found under a name that the truth calls otherwise.
    private(set) var namesMapped: Set<String> = []

    /// Whether a picture has a truth that answers are compared with.
    var comparesAnything: Bool { labelled + boxed + read > 0 }

    /// - Parameter names: what the truth calls what the job calls otherwise.
    init(names: [String: String], ignoresCase: Bool) {
        self.names = names
        reading = ReadingErrors(ignoresCase: ignoresCase)
    }

    /// Adds a picture with the machine's answers.
    mutating func add(_ picture: TruePicture, _ answers: [KeptAnswer]) {
        func answer(_ list: ShortAnswerList) -> KeptAnswer? {
            list.features.compactMap { feature in answers.first { $0.feature == feature } }.first
        }
        var isUnanswered = false
        if let truth = picture.labels {
            labelled += 1
            let found = answer(.labels)
            isUnanswered = found == nil
            add(truth, found?.annotations ?? [])
        }
        if let truth = picture.boxes {
            boxed += 1
            let found = answer(.objects)
            isUnanswered = isUnanswered || found == nil
            add(truth, found?.boxes ?? [:])
        }
        if let truth = picture.text {
            read += 1
            let found = answer(.texts)
            isUnanswered = isUnanswered || found == nil
            reading.add(truth: truth, reading: found?.text ?? "")
        }
        if isUnanswered { unanswered.append(picture.member.path) }
    }

    private mutating func add(_ truth: Set<String>, _ found: [Annotation]) {
        var scores: [String: Double] = [:]
        for label in found {
            let name = nameInTruth(label.description)
            scores[name] = max(scores[name] ?? 0, label.knownScore)
        }
        for name in truth.union(scores.keys) {
            labels[name, default: []].append((truth.contains(name), scores[name]))
        }
    }

    private mutating func add(_ truth: [String: [TrueBox]], _ found: [String: [FoundBox]]) {
        var own: [String: [FoundBox]] = [:]
        for (name, boxes) in found { own[nameInTruth(name), default: []] += boxes }
        for name in Set(truth.keys).union(own.keys) {
            boxes[name, default: []].append((truth[name] ?? [], own[name] ?? []))
        }
    }

    private mutating func nameInTruth(_ name: String) -> String {
        guard let other = names[name] else { return name }
        namesMapped.insert(name)
        return other
    }
}
