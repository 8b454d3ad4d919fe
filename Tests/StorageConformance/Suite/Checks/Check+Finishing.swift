internal import Storage
internal import Domain

extension Check {
    /// Completing a submission, or not.
    static let finishing = [
        Check("an interrupted submission marks nothing as missing") { scene in
            try scene.answer(Picture.numbered(0..<3))
            try scene.submit([Picture("0.jpg", 0)], finishes: false)
            try requireEqual(try scene.probe.members(of: "job"), ["0.jpg", "1.jpg", "2.jpg"], "members")
            try requireEqual(try scene.probe.count(.missingNames), 0, "names that are missing")
        },
        Check("nothing departs before a submission is complete") { scene in
            try scene.answer(Picture.numbered(0..<3))
            let submitted = try scene.submit([Picture("0.jpg", 0)], finishes: false)
            try requireEqual(try scene.probe.members(of: "job").count, 3, "members before the submission is complete")
            try submitted.finish(unwanted: ["1.jpg", "2.jpg"])
            try requireEqual(try scene.probe.members(of: "job"), ["0.jpg"], "members of the completed submission")
            try requireEqual(try submitted.completedCounts().removed, 2, "images that removed")
        },
        Check("what departs is not processed any more") { scene in
            let run = try scene.run(Picture.numbered(0..<3))
            try scene.submit([Picture("0.jpg", 0)], finishes: false).finish(unwanted: ["1.jpg", "2.jpg"])
            try requireEqual(try scene.states(of: run), "1 queued, 2 cancelled", "tasks")
        },
        Check("what is not there any more stays, and is marked") { scene in
            try scene.answer(Picture.numbered(0..<2))
            let again = try scene.submit([Picture("0.jpg", 0)])
            try requireEqual(try again.completedCounts().missing, 1, "images missing")
            try requireEqual(try scene.probe.members(of: "job"), ["-1.jpg", "0.jpg"], "members")
            let third = try scene.submit([Picture("0.jpg", 0)])
            try requireEqual(try third.completedCounts().missing, 0, "images missing since the second submission")
            try requireEqual(try scene.probe.members(of: "job"), ["-1.jpg", "0.jpg"], "members")
        },
        Check("what is there again is not missing any more") { scene in
            try scene.answer(Picture.numbered(0..<2))
            try scene.submit([Picture("0.jpg", 0)])
            let third = try scene.submit(Picture.numbered(0..<2))
            try requireEqual(try scene.probe.members(of: "job"), ["0.jpg", "1.jpg"], "members")
            try requireEqual(try scene.probe.count(.missingNames), 0, "names that are missing")
            try requireEqual(third.run, nil, "the run of images that are answered")
        },
        Check("what removed and is there again is a member again") { scene in
            try scene.answer(Picture.numbered(0..<2))
            try scene.submit([Picture("0.jpg", 0)], finishes: false).finish(unwanted: ["1.jpg"])
            try scene.submit(Picture.numbered(0..<2))
            try requireEqual(try scene.probe.members(of: "job"), ["0.jpg", "1.jpg"], "members")
        },
        Check("with more missing images than allowed nothing is changed") { scene in
            try scene.answer(Picture.numbered(0..<4))
            let submitted = try scene.submit([Picture("0.jpg", 0)], finishes: false)
            let before = try scene.probe.dump()
            try requireEqual(
                try submitted.finish(missingAtMost: 2), .tooManyMissing(3), "the outcome of a refused submission")
            try requireEqual(try scene.probe.dump(), before, "the rows behind a refused submission")
            let outcome = try submitted.finish(missingAtMost: 3)
            guard case .completed = outcome else {
                throw Nonconformance("as many missing images as allowed are refused: \(outcome)")
            }
        },
        Check("with more images that leave than allowed nothing is changed") { scene in
            try scene.answer(Picture.numbered(0..<4))
            let gone: Set = ["1.jpg", "2.jpg", "3.jpg"]
            let submitted = try scene.submit([Picture("0.jpg", 0), Picture("4.jpg", 4)], finishes: false)
            let before = try scene.probe.dump()
            try requireEqual(
                try submitted.finish(unwanted: gone, removedAtMost: 2), .tooManyRemoved(3),
                "the outcome of a refused submission")
            try requireEqual(try scene.probe.dump(), before, "the rows behind a refused submission")
            // What only the refused one gave leaves again, however many that are.
            let back = try scene.submit(Picture.numbered(0..<4), finishes: false)
            guard case .completed = try back.finish(unwanted: ["4.jpg"], removedAtMost: 0) else {
                throw Nonconformance("the images of a refused submission may not leave")
            }
            let outcome = try scene.submit([Picture("0.jpg", 0)], finishes: false)
                .finish(unwanted: gone, removedAtMost: 3)
            guard case .completed = outcome else {
                throw Nonconformance("as many images as allowed may not leave: \(outcome)")
            }
            try requireEqual(try scene.probe.members(of: "job"), ["0.jpg"], "members")
        },
        Check("a completed submission keeps its counts") { scene in
            let submitted = try scene.submit(Picture.numbered(0..<3))
            let counts = try submitted.completedCounts()
            try requireEqual([counts.found, counts.read, counts.queued], [3, 3, 3], "files found, read and queued")
            try requireEqual(try scene.probe.count(.completedSubmissions), 1, "submissions that are complete")
            let before = try scene.probe.dump()
            _ = try submitted.session.finish(SubmissionCompletion(counts: SubmissionCounts()))
            try requireEqual(try scene.probe.dump(), before, "the rows of a submission that is completed once more")
        },
        Check("a submission ends where a newer one goes by another manifest") { scene in
            let submitted = try scene.submit(Picture.numbered(0..<2), finishes: false)
            _ = try scene.store.submission(scene.request(version: 2))
            try submitted.take([Picture("9.jpg", 9).identified(at: 9)])
            try requireEqual(submitted.progress.end, .overtaken, "why the submission ends")
            try requireEqual(try scene.probe.count(.tasks), 2, "tasks")
            try requireEqual(try submitted.finish(), .ended(.overtaken), "the outcome")
            try requireEqual(try scene.probe.count(.completedSubmissions), 0, "submissions that are complete")
        },
        Check("a submission ends where its run was cancelled") { scene in
            let submitted = try scene.submit(Picture.numbered(0..<2), finishes: false)
            let run = try unwrap(submitted.run, "new images have no run")
            _ = try scene.store.control.cancel(run)
            try submitted.take([Picture("9.jpg", 9).identified(at: 9)])
            try requireEqual(submitted.progress.end, .runCancelled, "why the submission ends")
            try requireEqual(try scene.states(of: run), "2 cancelled", "tasks")
        },
        Check("a job's images are members of that job alone") { scene in
            try scene.answer(Picture.numbered(0..<3))
            try scene.submit(Picture.numbered(0..<2), scene.request("other"))
            try requireEqual(try scene.probe.members(of: "job").count, 3, "members of the one job")
            try requireEqual(try scene.probe.members(of: "other"), ["0.jpg", "1.jpg"], "members of the other job")
        },
    ]
}
