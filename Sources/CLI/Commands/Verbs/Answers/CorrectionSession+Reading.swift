internal import Platform
internal import ShortAnswers
internal import Storage
internal import Domain

extension CorrectionSession {
    /// The text of a file as a correction.
    func text(in file: FilePath, of member: JobMember) throws(CommandFailure) -> Correction {
        let feature = try feature(of: .texts, option: "--text")
        guard let text = String(validating: try bytes(of: file), as: UTF8.self) else {
            throw CommandFailure("\(file): the text is not UTF-8", .badInput)
        }
        let lines = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
        let paragraphs = lines.enumerated().map { rank, line in
            var paragraph = Annotation(kind: .text, rank: rank, description: String(line))
            paragraph.level = .paragraph
            return paragraph
        }
        let checked = try checked(paragraphs, of: feature, from: "\(file)")
        return correction(of: member, feature, checked, base: nil)
    }

    /// The labels that are shown, with some more and without some, as a correction.
    ///
    /// - Parameter words: `a,b,-c`.
    func labels(_ words: String, of member: JobMember) throws(CommandFailure) -> Correction {
        let feature = try feature(of: .labels, option: "--labels")
        var labels = try shown(member.image, feature)?.annotations ?? []
        let list = words.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty && $0 != "-" }
        guard !list.isEmpty else { throw CommandFailure("--labels: give labels such as a,b,-c", .badInput) }
        for word in list where word.hasPrefix("-") {
            let name = word.dropFirst()
            guard labels.contains(where: { $0.description == name }) else {
                let names = labels.map(\.description).joined(separator: ", ")
                throw CommandFailure(
                    "--labels: \(member.path) has no label \(name); it has \(names.isEmpty ? "none" : names)", .badInput
                )
            }
            labels.removeAll { $0.description == name }
        }
        let added = list.filter { word in !word.hasPrefix("-") && !labels.contains { $0.description == word } }
        // What a person names comes first: the label of rank 0 is the one that stands for a picture.
        labels =
            try checked(
                added.map { Annotation(kind: .label, rank: 0, description: $0) }, of: feature, from: "--labels")
            + labels
        return correction(of: member, feature, labels, base: nil)
    }

    /// What a file says: the short form of one picture, or Label Studio's export of several.
    func corrections(in file: FilePath, of word: String?) throws(CommandFailure) -> [Correction] {
        let bytes = try bytes(of: file)
        guard bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "[") else {
            let found = try corrections(bytes, of: member(word), from: "\(file)")
            guard !found.isEmpty else {
                throw CommandFailure("\(file) corrects nothing: it has no list such as \"labels\"", .badInput)
            }
            return found
        }
        guard word == nil else {
            throw CommandFailure(
                "\(file) is a list, such as Label Studio exports, and names its pictures itself; leave \(word ?? "") out",
                .badInput)
        }
        return try corrections(ofExport: bytes, from: "\(file)")
    }

    /// What the short form says of a picture.
    func corrections(_ bytes: [UInt8], of member: JobMember, from source: String) throws(CommandFailure) -> [Correction]
    {
        let reader = ShortAnswerReader(of: features, mustBeWhole: false, ignoring: [Generations.key])
        let (answer, generations) = try endingCommand(refused(source)) { () throws(AnswerRefusals) in
            let answer = try reader.read(bytes)
            return (answer, try answer.generations())
        }
        let levels = Set(answer.annotations.values.joined().compactMap { $0.kind == .text ? $0.level?.rawValue : nil })
        guard levels.count < 2 else {
            throw CommandFailure(
                "\(source): texts have the levels \(levels.sorted().joined(separator: " and ")), and would be read at one of them; give all one level; nothing was saved",
                .badInput)
        }
        return answer.annotations.sorted { $0.key.rawValue < $1.key.rawValue }.map { feature, annotations in
            correction(of: member, feature, annotations, base: generations[feature])
        }
    }

    /// A correction; what has no score is sure, and a label that is named twice is one.
    func correction(of member: JobMember, _ feature: FeatureType, _ annotations: [Annotation], base: Int?) -> Correction
    {
        var sure: [Annotation] = []
        for var annotation in annotations {
            let isKnown = annotation.kind == .label && sure.contains { $0.description == annotation.description }
            guard !isKnown else { continue }
            annotation.rank = sure.count
            annotation.score = annotation.score ?? 1
            sure.append(annotation)
        }
        return Correction(image: member.image, feature: feature, annotations: sure, base: base)
    }

    /// What is shown of a picture: a person's answer where there is one, or a machine's.
    func shown(_ image: ImageID, _ feature: FeatureType) throws(CommandFailure) -> KeptAnswer? {
        let list = ShortAnswerList(feature)
        return try endingCommand { () throws(StoreError) in
            let own = try corrections.currentCorrections(of: image, of: job).first {
                ShortAnswerList($0.feature) == list
            }
            if let own { return own }
            return try corrections.machineAnswers(to: image, of: job).first { $0.feature == feature }
        }
    }

    /// The feature of a list that the job asks.
    private func feature(of list: ShortAnswerList, option: String) throws(CommandFailure) -> FeatureType {
        guard let feature = list.features.first(where: features.contains) else {
            let asked = features.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("\(option): job \(job) asks for no \(list.rawValue), but for \(asked)", .badInput)
        }
        return feature
    }

    /// Annotations, where the short form would take them.
    private func checked(_ annotations: [Annotation], of feature: FeatureType, from source: String)
        throws(CommandFailure) -> [Annotation]
    {
        let text = ShortAnswerWriter.text(of: [(feature, annotations)])
        return try endingCommand(refused(source)) { () throws(AnswerRefusals) in
            try ShortAnswerReader(of: [feature], mustBeWhole: true).read(Array(text.utf8)).annotations[feature] ?? []
        }
    }

    /// That something is refused, and saved is nothing.
    func refused(_ source: String) -> (AnswerRefusals) -> CommandFailure {
        { CommandFailure("\(source): \($0); nothing was saved", .badInput) }
    }

    private func bytes(of file: FilePath) throws(CommandFailure) -> [UInt8] {
        file == FilePath("-") ? try context.standardInput() : try context.text(of: file, limit: 1 << 30)
    }
}

extension Substring {
    /// Without white space around it.
    fileprivate var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
