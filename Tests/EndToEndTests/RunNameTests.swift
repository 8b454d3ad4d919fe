import Platform
import TestSupport
import Testing

@Suite("The name of a run", .inTurn) struct RunNameTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(2, seed: 51)
        // Another model makes a run of its own.
        let other = Fixtures.models.appending("int8-metadata.tflite")
        for (name, isOther) in [("town", false), ("town", true), ("harbour", false)] {
            if isOther { try scratch.writeJob(name, model: other) } else { try scratch.writeJob(name) }
            try scratch.copy(scratch.file("\(name).yaml"), to: "\(name)-\(isOther ? 1 : 0).yaml")
        }
    }

    @Test func `a job's name in place of a run's number stands for the job's newest run, in every command about a run`()
        async throws
    {
        for manifest in ["town-0.yaml", "town-1.yaml", "harbour-0.yaml"] {
            try await scratch.cairn("submit", manifest, exits: 0)
        }
        let status = try await scratch.cairn("status", "town", exits: 0)
        #expect(status.output.hasPrefix("run 2 of town: "), "\(status)")
        for (words, column) in [
            (["pause", "town"], "paused"), (["resume", "town"], "resumed"), (["retry", "town"], "retried"),
            (["prioritize", "town", "--priority", "3"], "priority"),
        ] {
            let ending = try await scratch.start([Place.cairn.description] + words + ["--json"]).end()
            let answer = try JSONText(ending.outputBytes)[0]
            #expect(answer["run_id"].int == 2 && answer[column].int != nil, "\(ending)")
        }
        try await scratch.cairn("work", "--run", "harbour", exits: 0)
        #expect(try scratch.book.column("SELECT DISTINCT run_id FROM attempts") == ["3"])
        try await scratch.cairn("cancel", "town", exits: 0)
        #expect(try scratch.book.column("SELECT run_id FROM runs WHERE state = 'cancelled'") == ["2"])
        // Digits are always a number: no job may be called so.
        let number = try await scratch.cairn("status", "2", exits: 0)
        #expect(number.output.hasPrefix("run 2 of town: "), "\(number)")
    }

    @Test func `a job's name in place of a run's number is refused where there is no such job, with what may be meant`()
        async throws
    {
        try await scratch.cairn("submit", "town-0.yaml", exits: 0)
        try await scratch.cairn("submit", "harbour-0.yaml", exits: 0)
        for words in [
            ["status", "tovn"], ["retry", "tovn"], ["cancel", "tovn"], ["pause", "tovn"], ["resume", "tovn"],
            ["prioritize", "tovn", "--priority", "1"], ["work", "--run", "tovn"],
            ["results", "reparse", "--run", "tovn"],
        ] as [[String]] {
            let ending = try await scratch.start([Place.cairn.description] + words).end()
            #expect(
                ending.status == 2
                    && ending.error == "cairn: there is no run of a job called \"tovn\"; did you mean town?\n",
                "\(ending)")
        }
        let far = try await scratch.cairn("status", "castle", exits: 2)
        #expect(far.error.contains("the store has harbour, town\n"), "\(far)")
        let number = try await scratch.cairn("pause", "77", exits: 2)
        #expect(number.error.contains("there is no run 77"), "\(number)")
    }
}
