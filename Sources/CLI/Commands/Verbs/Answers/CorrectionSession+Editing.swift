internal import Backends
internal import Platform
internal import Services
internal import ShortAnswers
internal import Storage
internal import Domain

extension CorrectionSession {
    /// Opens what is shown of a picture in an editor, and saves the lists that were changed there.
    func edit(_ member: JobMember, by author: String, force: Bool) throws(CommandFailure) {
        let process = context.backendEnvironment().process
        guard let editor = ["VISUAL", "EDITOR"].compactMap({ process.variables[$0] }).first(where: { !$0.isEmpty })
        else {
            throw CommandFailure(
                "--edit: no editor is set; `export EDITOR=nano`, or write a file and give it with --from", .badInput)
        }
        let text = try draft(of: member)
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        let file = process.temporaryFolder.appending("cairn-\(random).json")
        let edited = try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) -> [UInt8]? in
            try replaceFile(file, with: Array(text.utf8), isPrivate: true)
            guard try runInForeground(editor, on: file) == 0 else { return nil }
            let buffer = FileBuffer()
            try buffer.read(file, limit: 16 << 20)
            return buffer.copy
        }
        guard let edited else {
            removeFile(file)
            throw CommandFailure("--edit: `\(editor)` failed; nothing was saved", .badInput)
        }
        do throws(CommandFailure) {
            let before = try? corrections(Array(text.utf8), of: member, from: "\(file)")
            let changed = try corrections(edited, of: member, from: "\(file)").filter { correction in
                !(before ?? []).contains(correction)
            }
            if changed.isEmpty { context.reporter.say("nothing was changed") }
            if !changed.isEmpty { try save(changed, by: author, force: force) }
        } catch {
            throw CommandFailure(
                "\(error.sentence); your text is in \(file), for --from when it is mended", error.exit)
        }
        removeFile(file)
    }

    /// What is shown of a picture, in the short form.
    private func draft(of member: JobMember) throws(CommandFailure) -> String {
        var answers: [(feature: FeatureType, annotations: [Annotation])] = []
        var generations: [String] = []
        let current = try endingCommand { () throws(StoreError) in
            try corrections.currentCorrections(of: member.image, of: job)
        }
        for list in ShortAnswerList.allCases {
            guard let feature = list.features.first(where: features.contains) else { continue }
            if let own = current.first(where: { ShortAnswerList($0.feature) == list }) {
                generations.append("\"\(list.rawValue)\": \(own.generation)")
            }
            answers.append((feature, try shown(member.image, feature)?.editable ?? []))
        }
        let head = generations.isEmpty ? [] : ["\"\(Generations.key)\": {\(generations.joined(separator: ", "))}"]
        return ShortAnswerWriter.text(of: answers, head: head)
    }
}

extension KeptAnswer {
    /// What a person edits: of a machine's text the passages, as they are read.
    fileprivate var editable: [Annotation] {
        let levels = Set(annotations.compactMap(\.level))
        guard levels.count > 1 || !levels.isSubset(of: [.word, .line, .paragraph]) else { return annotations }
        return passages.map { passage in
            var annotation = annotations[passage.index]
            annotation.description = passage.text
            annotation.level = .paragraph
            return annotation
        }
    }
}
