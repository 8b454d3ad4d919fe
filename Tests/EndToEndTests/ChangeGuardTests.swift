import Platform
import TestSupport
import Testing

/// More than half of a job's pictures, and more than ten, that one command would ask again, or remove.
@Suite("Most of a job, changed at once", .inTurn) struct ChangeGuardTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A job of twelve answered pictures, 12 units.
    ///
    /// - Parameter isTurned: whether the service takes pictures that do not stand upright.
    private func answered(features: [String] = ["LABEL_DETECTION"], isTurned: Bool = false) async throws -> VisionSite {
        let site = try VisionSite(
            try await VisionSite.peer(isTurned ? ["--turned"] : [], in: scratch), marks: 1..<13)
        try await site.cairn("run", try site.writeJob(features: features), exits: 0)
        return site
    }

    /// What a command wrote, without the ends of its lines.
    private func words(_ ending: Ending) -> String {
        (ending.output + ending.error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A manifest with which all pictures would be asked again, and what a refusal says of it.
    enum Edit: CaseIterable {
        case preparation, fit, metadata, rotation, orientation, address, model, feature
    }

    private func edit(_ site: VisionSite, _ edit: Edit) throws -> String {
        switch edit {
        case .preparation:
            try site.writeJob(more: ["prepare: {quality: 84}"])
            return "12 of other parameters (LABEL_DETECTION quality 85 -> 84)"
        case .fit:
            try site.writeJob(more: ["prepare: {fit: 320x240}"])
            return "12 of other parameters (LABEL_DETECTION fit 640x480 -> 320x240)"
        case .metadata:
            try site.writeJob(more: ["prepare: {metadata: keep}"])
            return "12 of other parameters (LABEL_DETECTION metadata strip -> keep)"
        case .rotation:
            try site.writeJob(images: ["{folder: pictures, rotate: 180}"])
            return "12 of other parameters (LABEL_DETECTION turned otherwise)"
        case .orientation:
            try site.writeJob(images: ["{folder: pictures, orientation: 2}"])
            return "12 of other parameters (LABEL_DETECTION turned otherwise)"
        case .address:
            let address = site.peer.url.replacing("127.0.0.1", with: "localhost")
            try site.writeJob(endpoint: address)
            return "12 of other parameters (LABEL_DETECTION endpoint \(site.peer.url) -> \(address))"
        case .model:
            try site.writeJob(features: ["{type: LABEL_DETECTION, model: builtin/latest}"])
            return "12 of another model (LABEL_DETECTION model builtin/stable -> builtin/latest)"
        case .feature:
            try site.writeJob(features: ["LABEL_DETECTION", "LANDMARK_DETECTION"])
            return "12 of another feature"
        }
    }

    @Test(arguments: Edit.allCases)
    func `is not asked again without a person, with what was changed and the price`(edited: Edit) async throws {
        let site = try await answered(isTurned: [.rotation, .orientation].contains(edited))
        let reason = try edit(site, edited)
        let refusal = "all 12 answered pictures would be asked again, 12 units, up to $0.02: \(reason)"
        let plan = try await site.cairn("plan", "job.yaml", exits: 0)
        #expect(words(plan).contains("guard \(refusal); this needs --accept-again"), "\(plan)")
        #expect(plan.output.contains("to do it: `cairn run job.yaml --accept-again`"), "\(plan)")
        for _ in 0..<2 {
            let night = try await site.cairn("nightly", "job.yaml", exits: 5)
            #expect(words(night).contains("nothing asked"), "\(night)")
            #expect(
                words(night).contains(
                    "again \(refusal) If that is not meant, correct the manifest. If it is: cairn nightly job.yaml"),
                "\(night)")
            #expect(night.output.contains(" --accept-again\n"), "\(night)")
        }
        for command in ["run", "submit"] {
            let ending = try await site.cairn(command, "job.yaml", exits: 5)
            #expect(
                words(ending).contains(
                    "\(refusal). Nothing was asked. If that is not meant, correct the manifest. If it is:"), "\(ending)"
            )
            #expect(ending.error.hasSuffix("  cairn \(command) job.yaml --accept-again\n"), "\(ending)")
        }
        #expect(try site.units().count == 12)
        let again = try await site.cairn("nightly", "job.yaml", "--accept-again", exits: 0)
        #expect(words(again).contains("again asked again, as the manifest says: \(reason)"), "\(again)")
        #expect(try site.units().count == 24)
        let quiet = try await site.cairn("nightly", "job.yaml", exits: 0)
        #expect(quiet.output.isEmpty, "\(quiet)")
        try await site.audit("accepted")
    }

    /// The same files once more, turned, beside the pictures that stay.
    @Test func `is no question where another source reads the same files in another way`() async throws {
        let site = try await answered(isTurned: true)
        try site.writeJob(images: ["folder: pictures", "{folder: pictures, rotate: 180}"])
        let plan = try await site.cairn("plan", "job.yaml", exits: 0)
        #expect(plan.output.contains("12 images (12 new)") && !plan.output.contains("guard"), "\(plan)")
        try await site.cairn("nightly", "job.yaml", exits: 0)
        #expect(try site.units().count == 24)
        // Only one of the sources is read in another way then.
        try site.writeJob(images: ["folder: pictures", "{folder: pictures, rotate: 90}"])
        let told = try await site.cairn("nightly", "job.yaml", exits: 0)
        #expect(words(told).contains("asked again, as the manifest says: 12 of other parameters"), "\(told)")
        #expect(try site.units().count == 36)
    }

    /// A cap has left most of the pictures unanswered.
    @Test func `is asked again without a person only where it is few of the answered ones`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<41)
        try site.writeJob(more: ["pace: {inFlight: 1}", "budget: {month: {units: 14}}"])
        try await site.cairn("run", "job.yaml", exits: 5)
        try site.writeJob(more: ["pace: {inFlight: 1}", "prepare: {quality: 84}"])
        let night = try await site.cairn("nightly", "job.yaml", exits: 5)
        #expect(words(night).contains("all 14 answered pictures would be asked again, 14 units"), "\(night)")
        #expect(try site.units().count == 14)
        // Other content under names that were never answered is asked for the first time.
        try site.writeJob()
        for mark in 22..<41 { try site.scratch.write("pictures/\(mark).png", Picture(mark: mark + 100).png) }
        let changed = try await site.cairn("nightly", "job.yaml", "-v", exits: 0)
        #expect(!changed.output.contains("asked again"), "\(changed)")
        #expect(try site.units().count == 40)
    }

    @Test func `is asked again by a plan that was pinned, which shows it`() async throws {
        let site = try await answered()
        _ = try edit(site, .preparation)
        let plan = try await site.cairn("plan", "job.yaml", "--out", "p.json", exits: 0)
        #expect(words(plan).contains("all 12 answered pictures would be asked again"), "\(plan)")
        #expect(!plan.output.contains("--accept-again"), "\(plan)")
        try await site.cairn("apply", "p.json", exits: 0)
        #expect(try site.units().count == 24)
    }

    @Test(arguments: [("y", true), ("", false), ("no", false)])
    func `is a question at a terminal`(answer: String, isAsked: Bool) async throws {
        let site = try await answered()
        _ = try edit(site, .preparation)
        let command = "printf '\(answer)\\n' | script -qec 'stty cols 200; \"$cairn\" run job.yaml' /dev/null"
        let ending = try await site.scratch.start(
            ["bash", "-c", command],
            environment: ["cairn": Place.cairn.description, "SHELL": "/bin/sh", "TERM": "xterm"]
                .merging(site.environment) { $1 }
        ).end()
        #expect(words(ending).contains("12 of other parameters (LABEL_DETECTION quality 85 -> 84)"), "\(ending)")
        #expect(ending.output.contains("Ask them again? [y/N] "), "\(ending)")
        #expect(ending.output.contains("job: nothing was asked") == !isAsked, "\(ending)")
        #expect(try site.units().count == (isAsked ? 24 : 12))
    }

    @Test func `in what its names hold is another archive, until it is accepted or the first one is back`() async throws
    {
        let site = try await answered()
        try Files.rename(site.scratch.file("pictures"), to: site.scratch.file("first"))
        for mark in 1..<13 { try site.scratch.write("pictures/\(mark).png", Picture(mark: mark + 100).png) }
        for _ in 0..<2 {
            let night = try await site.cairn("nightly", "job.yaml", exits: 5)
            #expect(
                words(night).contains(
                    "all 12 answered pictures would be asked again, 12 units, up to $0.02: 12 changed"))
        }
        try Files.rename(site.scratch.file("pictures"), to: site.scratch.file("second"))
        try Files.rename(site.scratch.file("first"), to: site.scratch.file("pictures"))
        try await site.cairn("nightly", "job.yaml", exits: 0)
        #expect(try site.units().count == 12)
        try Files.rename(site.scratch.file("pictures"), to: site.scratch.file("first"))
        try Files.rename(site.scratch.file("second"), to: site.scratch.file("pictures"))
        try await site.cairn("nightly", "job.yaml", exits: 5)
        try await site.cairn("nightly", "job.yaml", "--accept-again", exits: 0)
        #expect(try site.units().count == 24)
        #expect(try site.scratch.book.column("SELECT images || ' ' || answered FROM jobs") == ["12 12"])
        try await site.audit("accepted")
    }

    @Test func `is no question where it is ten pictures, or new ones`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<11)
        try await site.cairn("run", try site.writeJob(), exits: 0)
        try site.writePictures(11..<40)
        try site.writeJob(more: ["prepare: {quality: 84}"])
        let told = try await site.cairn("nightly", "job.yaml", exits: 0)
        #expect(told.output.contains("asked again, as the manifest says: 10 of other parameters"), "\(told)")
        #expect(try site.units().count == 49)
        // Nor where fewer than half were changed.
        for mark in 11..<30 { try site.scratch.write("pictures/\(mark).png", Picture(mark: mark + 100).png) }
        let changed = try await site.cairn("nightly", "job.yaml", "-v", exits: 0)
        #expect(changed.output.contains("19 images: 19 changed"), "\(changed)")
        #expect(try site.units().count == 68)
        try await site.audit("nineteen of thirty-nine")
    }

    /// A manifest that names few of the pictures.
    @Test func `is not removed without a person, who may also take the manifest back`() async throws {
        let site = try await answered()
        try site.writePictures(20..<22, in: "scans")
        try site.writeJob(images: ["folder: scans"])
        let refusal = "all 12 known pictures would leave the job: its sources do not give them any more"
        let plan = try await site.cairn("plan", "job.yaml", exits: 0)
        #expect(words(plan).contains("guard \(refusal); this needs --accept-removed"), "\(plan)")
        for _ in 0..<2 {
            let night = try await site.cairn("nightly", "job.yaml", exits: 5)
            #expect(
                words(night).contains(
                    "removed \(refusal) If that is not meant, correct the manifest. If it is: cairn nightly job.yaml"),
                "\(night)")
            #expect(!night.output.contains("disk"), "\(night)")
        }
        let run = try await site.cairn("run", "job.yaml", exits: 5)
        #expect(words(run).contains("\(refusal). None of them left, and nothing was asked."), "\(run)")
        #expect(try site.scratch.book.column("SELECT images FROM jobs") == ["14"])
        // The pictures of the wrong manifest leave without a question.
        try site.writeJob()
        let back = try await site.cairn("nightly", "job.yaml", exits: 0)
        #expect(back.output.isEmpty, "\(back)")
        try site.writeJob(images: ["folder: picturse"])
        let misspelt = try await site.cairn("nightly", "job.yaml", exits: 5)
        #expect(words(misspelt).contains("A source cannot be read, which may be why"), "\(misspelt)")
        #expect(try site.scratch.book.column("SELECT images || ' ' || answered FROM jobs") == ["12 12"])
        #expect(try site.units().count == 12)
        try site.writeJob(images: ["folder: scans"])
        try await site.cairn("nightly", "job.yaml", "--accept-removed", exits: 0)
        #expect(try site.scratch.book.column("SELECT images || ' ' || answered FROM jobs") == ["2 2"])
        #expect(try site.units().count == 14)
    }

    @Test func `is told as removed, and not as gone, where the manifest leaves them out`() async throws {
        let site = try await answered()
        try site.writePictures(1..<20)
        try site.writePictures(20..<40, in: "pictures/2024")
        try await site.cairn("nightly", "job.yaml", exits: 0)
        try site.writeJob(more: ["exclude: [\"**/2024/**\"]"])
        let few = try await site.cairn("run", "job.yaml", exits: 5)
        #expect(words(few).contains("20 of 39 known pictures would leave the job"), "\(few)")
        #expect(!few.error.contains("disk"), "\(few)")
        try await site.cairn("run", "job.yaml", "--accept-removed", exits: 0)
        #expect(try site.scratch.book.column("SELECT images FROM jobs") == ["19"])
    }

    @Test func `is asked again of a local model without a question, which bills nothing`() async throws {
        try scratch.writePictures(13, seed: 11)
        let job = try scratch.writeJob()
        try await scratch.cairn("run", job, exits: 0)
        try scratch.writeJob(backend: ["input: {fit: pad}"])
        let run = try await scratch.cairn("run", job, exits: 0)
        #expect(run.error.contains("asks 13 of other parameters"), "\(run)")
    }
}
