internal import Platform
internal import Storage
internal import Domain

extension Check {
    /// Names, contents and what they were found by.
    static let names = [
        Check("two names of one content are one image and one task") { scene in
            let run = try scene.run([Picture("a.jpg", 1), Picture("b.jpg", 1)])
            try requireEqual(try scene.probe.members(of: "job"), ["a.jpg"], "members")
            let claims = try scene.worker(on: run).claim(5)
            try requireEqual(claims.count, 1, "claims")
            try requireEqual(
                claims.flatMap { $0.locations.map(\.path.name.description) }, ["a.jpg", "b.jpg"],
                "names of the claim's content")
        },
        Check("a member has the first name that the sources give it, in whichever order the files are read") { scene in
            let submitted = try Submitted(scene, scene.request())
            let (first, second) = (Picture("b.jpg", 1).identified(at: 0), Picture("a.jpg", 1).identified(at: 1))
            try submitted.apply(try submitted.session.decide([second]))
            try submitted.apply(try submitted.session.decide([first]))
            try submitted.finish()
            try requireEqual(try scene.probe.members(of: "job"), ["b.jpg"], "members")
        },
        Check("a member that was renamed has its new name") { scene in
            try scene.answer([Picture("a.jpg", 1)])
            let again = try scene.submit([Picture("c.jpg", 1)])
            try requireEqual(try again.completedCounts().renamed, 1, "images renamed")
            try requireEqual(try scene.probe.members(of: "job"), ["c.jpg"], "members")
            try requireEqual(again.run, nil, "the run of a renamed image that is answered")
        },
        Check("a name of bytes that are no text is a name") { scene in
            let path = FilePath(bytes: Picture.folder.bytes + [47, 0xE4, 0xFF, 46, 106, 112, 103])
            let submitted = try Submitted(scene, scene.request())
            let picture = Picture("a.jpg", 1)
            let image = IdentifiedImage(path: path, order: 0, content: picture.identified(at: 0).content)
            try submitted.take([image])
            try submitted.finish()
            let run = try unwrap(submitted.run, "a new image has no run")
            let claim = try unwrap(try scene.worker(on: run).claim(1).first, "a queued image is not claimed")
            try requireEqual(claim.locations.map(\.path.bytes), [path.bytes], "the bytes of the name")
        },
        Check("an edit of metadata asks nothing, and changes the name's row in place") { scene in
            let (before, after) = (Picture("a.jpg", 1), Picture("a.jpg", 1).edited())
            try scene.answer([before])
            let answers = try scene.probe.answers(of: "job")
            let submitted = try Submitted(scene, scene.request())
            try requireEqual(try submitted.diff([after]).unread, [0], "files that are read")
            let decided = try submitted.session.decide([after.identified(at: 0)])
            try requireEqual(decided.map(\.edit), [.metadata], "what was edited")
            try submitted.apply(decided)
            try submitted.finish()
            try requireEqual(submitted.progress.queued, 0, "images queued")
            try requireEqual(try scene.probe.count(.names), 1, "names")
            try requireEqual(try scene.probe.answers(of: "job"), answers, "answers shown")
            try requireEqual(try scene.submit([after]).progress.answered, 0, "files that are read again")
        },
        Check("another turn of a picture is another image, and its claim carries it") { scene in
            try scene.answer([Picture("a.jpg", 1)])
            let turned = Picture("a.jpg", 1).turned(6)
            let submitted = try scene.submit([turned])
            let run = try unwrap(submitted.run, "a turned picture is not queued")
            try requireEqual(try scene.probe.tasks(in: run).map(\.reason), ["bytes_changed"], "reasons")
            try requireEqual(try submitted.completedCounts().replaced, 1, "images whose name holds another")
            let claims = try scene.worker(on: run).claim(5)
            try requireEqual(claims.map(\.key), [turned.key], "keys of claims")
            // Back as it was: the answer is there still.
            try requireEqual(try scene.submit([Picture("a.jpg", 1)]).progress.queued, 0, "images queued again")
        },
        Check("a name that is read in two ways is two names") { scene in
            let (picture, other) = (Picture("a.jpg", 1), Reading(code: 32))
            try scene.answer([picture])
            let submitted = try Submitted(scene, scene.request("other"))
            let listing = Listing(folder: Picture.folder, files: [picture.listed], isWhole: true, reading: other)
            try requireEqual(
                try submitted.session.diff(listing, at: 0).unread, [0], "what one reading knows of another")
            try submitted.take([picture.turned(3).identified(at: 0, as: other)])
            try submitted.finish()
            try requireEqual(try scene.probe.count(.names), 2, "names")
            try requireEqual(try scene.probe.members(of: "other"), ["a.jpg"], "members of the other job")
            try requireEqual(try scene.submit([picture]).progress.queued, 0, "images of the first reading")
        },
        Check("a name outside of a share is known, and its image is not in the selection") { scene in
            let picture = Picture("a.jpg", 1)
            let lower = ImageShare(0..<500_000)
            let other = lower.contains(picture.key.digest) ? ImageShare(500_000..<1_000_000) : lower
            let found = picture.identified(at: 0)
            let submitted = try Submitted(scene, scene.request())
            try submitted.take([
                IdentifiedImage(path: found.path, isOutsideShare: true, order: 0, content: found.content)
            ])
            try submitted.finish()
            try requireEqual(try scene.probe.count(.names), 1, "names")
            try requireEqual(try scene.probe.members(of: "job"), [], "members")
            let again = try Submitted(scene, scene.request())
            let listing = Listing(folder: Picture.folder, files: [picture.listed], isWhole: true, share: other)
            let diff = try again.session.diff(listing, at: 0)
            try requireEqual(
                [diff.outsideShare, diff.unread.count, diff.images.count], [1, 0, 0],
                "outside, unread and to be written")
        },
        Check("an object in Cloud Storage is claimed by its name") { scene in
            let submitted = try Submitted(scene, scene.request())
            try submitted.take([
                IdentifiedImage(path: FilePath("gs://bucket/a b.jpg"), order: 0, content: .reference)
            ])
            try submitted.finish()
            let run = try unwrap(submitted.run, "a new object has no run")
            let claim = try unwrap(try scene.worker(on: run).claim(1).first, "a queued object is not claimed")
            try requireEqual(claim.reference, "gs://bucket/a b.jpg", "the claim's reference")
            try require(claim.locations.isEmpty, "an object is looked for among files")
        },
        Check("an address on the web is known as it was downloaded last") { scene in
            let picture = Picture("http://a.example/1.jpg", 7)
            let submitted = try Submitted(scene, scene.request())
            try requireEqual(
                try submitted.session.lastSeen([picture.path], as: Reading()).map { $0 == nil }, [true],
                "an address that is new")
            try submitted.take([picture.identified(at: 0)])
            try submitted.finish()
            let again = try Submitted(scene, scene.request())
            let seen = try again.session.lastSeen([FilePath("http://a.example/2.jpg"), picture.path], as: Reading())
            try requireEqual(seen.map { $0?.modifiedNanoseconds }, [nil, 8], "what is known of two addresses")
        },
        Check("a name that cannot be read is noted, and stays in the selection as it was") { scene in
            try scene.answer([Picture("a.jpg", 1)])
            let again = try Submitted(scene, scene.request())
            let failure = Failure(stage: .read, kind: .unreadable, code: "EACCES", message: "not readable")
            try again.apply([], problems: [SubmissionProblem(failure, at: Picture("a.jpg", 1).path, isName: true)])
            try again.finish()
            try requireEqual(try scene.probe.count(.submissionProblems), 1, "problems noted")
            try requireEqual(try scene.probe.members(of: "job"), ["a.jpg"], "members")
        },
        Check("a source that cannot be read is noted") { scene in
            let submitted = try Submitted(scene, scene.request())
            let failure = Failure(stage: .find, kind: .missing, code: "ENOENT", message: "no such folder")
            try submitted.apply([], problems: [SubmissionProblem(failure, at: FilePath("/nowhere"), isName: false)])
            try submitted.finish()
            try requireEqual(try scene.probe.count(.submissionProblems), 1, "problems noted")
            try requireEqual(try scene.probe.count(.names), 0, "names")
        },
        Check("further names of a content come behind those of its claim") { scene in
            let pictures = (0..<40).map { Picture("\(100 + $0).jpg", 1) }
            let run = try scene.run(pictures)
            let worker = try scene.worker(on: run)
            let claim = try unwrap(try worker.claim(1).first, "a queued image is not claimed")
            try require(claim.hasMoreLocations, "a claim with \(claim.locations.count) of 40 names has no more")
            var found = claim.locations.map(\.id)
            while let last = found.last, case let more = try worker.session.locations(of: claim, after: last),
                !more.isEmpty
            {
                found += more.map(\.id)
            }
            try requireEqual(Set(found).count, 40, "different names")
            try requireEqual(found.count, 40, "names")
        },
        Check("a name that is gone is not given any more") { scene in
            let run = try scene.run([Picture("a.jpg", 1), Picture("b.jpg", 1)])
            let worker = try scene.worker(on: run)
            let claim = try unwrap(try worker.claim(1).first, "a queued image is not claimed")
            let gone = try unwrap(claim.locations.last, "a claim has no name").id
            try worker.exchange {
                $0.missing = [gone]
                $0.results = [AttemptResult(returning: claim)]
            }
            let again = try unwrap(try worker.claim(1).first, "a task that was given back is not claimed")
            try requireEqual(again.locations.map(\.path.name.description), ["a.jpg"], "names that are left")
            try requireEqual(try scene.probe.count(.missingNames), 1, "names that are missing")
        },
    ]
}
