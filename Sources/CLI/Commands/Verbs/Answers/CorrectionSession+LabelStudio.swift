internal import ShortAnswers
internal import Storage
internal import Domain

extension CorrectionSession {
    /// What Label Studio's export says of the job's pictures.
    func corrections(ofExport bytes: [UInt8], from source: String) throws(CommandFailure) -> [Correction] {
        let export = try endingCommand(refused(source)) { () throws(AnswerRefusals) in
            try LabelStudioExport(bytes, features: features)
        }
        if export.emptyTasks > 0 {
            context.reporter.say(
                "\(HumanFormat.count(export.emptyTasks, "task")) without an annotation: nothing is corrected")
        }
        let matcher = MemberMatcher(
            try endingCommand { () throws(StoreError) in try corrections.members(of: job) })
        var places: [ImageID: String] = [:]
        var found: [Correction] = []
        for task in export.tasks {
            let member = try member(task, matcher, source)
            if let other = places.updateValue(task.place, forKey: member.image) {
                throw CommandFailure(
                    "\(source): \(other) and \(task.place) are both of \(member.path); nothing was saved", .badInput)
            }
            for (feature, annotations) in task.annotations.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                found.append(correction(of: member, feature, annotations, base: task.generations[feature]))
            }
        }
        return found
    }

    /// The picture of a task, which must be the one that was shown in Label Studio.
    private func member(_ task: LabelStudioTask, _ matcher: MemberMatcher, _ source: String)
        throws(CommandFailure) -> JobMember
    {
        let place = "\(source): \(task.place)"
        let found = matcher.members(called: task.picture)
        guard let member = found.first else {
            throw CommandFailure("\(place): job \(job) has no picture \(task.picture); nothing was saved", .badInput)
        }
        guard found.count == 1 else {
            let names = found.prefix(2).map(\.path).joined(separator: " and ")
            throw CommandFailure(
                "\(place): \(task.picture) may be \(names) of job \(job); give more of its path", .badInput)
        }
        if let shown = task.size, let size = member.size, shown != size {
            throw CommandFailure(
                "\(place): exported of a picture of \(shown.width) x \(shown.height), \(member.path) is \(size.width) x \(size.height); nothing was saved",
                .badInput)
        }
        return member
    }
}
