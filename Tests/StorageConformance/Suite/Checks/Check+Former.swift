internal import Platform
internal import Storage
internal import Domain

extension Check {
    /// Names that no source gives any more, and what cannot be taken night after night.
    static let former = [
        Check("names in a folder that no source gives are looked for, and the folder keeps its number") { scene in
            try scene.answer(Picture.numbered(0..<3))
            let left = try Submitted(scene, scene.request())
            let folder = try unwrap(try left.formerFolder(), "a folder that left the sources is not former")
            try requireEqual(folder.path, Picture.folder, "the former folder")
            try requireEqual(folder.checkedAt, nil, "the number of a folder that was not looked at")
            try requireEqual(
                try left.session.formerFolders(outside: [SourcePath(Picture.folder)]).count, 0,
                "former folders below a root")
            let names = try left.formerNames(in: folder)
            try requireEqual(names.map(\.path.name.description), ["0.jpg", "1.jpg", "2.jpg"], "former names")
            try requireEqual(names.map(\.isMissing), [false, false, false], "names that are missing")
            try left.leave(missing: [names[0].id, names[2].id], checked: [FolderCheck(folder.id, at: 17)])
            try requireEqual(try scene.probe.count(.missingNames), 2, "names that are missing")

            let later = try Submitted(scene, scene.request())
            let again = try unwrap(try later.formerFolder(), "a folder that was looked at is not former any more")
            try requireEqual(again.checkedAt, 17, "the number of the folder")
            try requireEqual(try later.formerNames(in: again).map(\.isMissing), [true, false, true], "missing names")
            try later.leave(returned: [names[2].id])
            try requireEqual(try scene.probe.count(.missingNames), 1, "names that are missing")

            try scene.submit(Picture.numbered(0..<3))
            try requireEqual(
                try scene.probe.count(.missingNames), 0, "names that are missing in a folder that is listed")
            let third = try unwrap(try Submitted(scene, scene.request()).formerFolder(), "a folder that left again")
            try requireEqual(third.checkedAt, nil, "the number of a folder that was listed since")
        },
        Check("a folder in which another job's selection has a name is not former") { scene in
            try scene.answer(Picture.numbered(0..<2))
            try scene.submit(Picture.numbered(0..<2), scene.request("other"))
            let left = try Submitted(scene, scene.request())
            try require(try left.formerFolder() == nil, "a folder is former that another job uses")
            try left.leave()
            let other = try Submitted(scene, scene.request("other"))
            let folder = try unwrap(try other.formerFolder(), "a folder that no job uses is not former")
            try requireEqual(try other.formerNames(in: folder).count, 2, "former names")
        },
        Check("names that were seen, and those that a source gives though they are not there, are not former") {
            scene in
            try scene.answer(Picture.numbered(0..<3))
            let listed = try Submitted(scene, scene.request())
            let part = Listing(folder: Picture.folder, files: [Picture("0.jpg", 0).listed], isWhole: false)
            _ = try listed.session.diff(part, at: 0)
            let failure = Failure(stage: .find, kind: .missing, code: "ENOENT", message: "no such file")
            try listed.apply([], problems: [SubmissionProblem(failure, at: Picture("1.jpg", 1).path, isName: true)])
            let folder = try unwrap(try listed.formerFolder(), "a folder with a name that no list gives is not former")
            try requireEqual(try listed.formerNames(in: folder).map(\.path.name.description), ["2.jpg"], "former names")
        },
        Check("what cannot be taken is kept once, for as long as each submission says so") { scene in
            func submit(_ problems: [SubmissionProblem], finishes: Bool = true) throws {
                let submitted = try Submitted(scene, scene.request())
                try submitted.apply([], problems: problems)
                if finishes { try submitted.finish() }
            }
            let failure = Failure(stage: .find, kind: .missing, code: "ENOENT", message: "no such file")
            let name = SubmissionProblem(failure, at: Picture("a.jpg", 1).path, isName: true)
            let source = SubmissionProblem(failure, at: FilePath("/nowhere"), isName: false)
            let notice = SubmissionProblem(failure, at: FilePath("/empty"), isName: false, isNotice: true)
            let process = Scene.process(7, of: "host")
            try submit([name, name, source, notice])
            try requireEqual(try scene.probe.count(.submissionProblems), 3, "problems noted")
            let before = try scene.probe.dump().filter { $0.hasPrefix("submission_problem ") }
            let mark = try scene.store.snapshot { reports throws(StoreError) in try reports.mark(process) }
            try submit([name, source, notice])
            try requireEqual(
                try scene.probe.dump().filter { $0.hasPrefix("submission_problem ") }, before, "the same problems")
            let same = try scene.store.snapshot { reports throws(StoreError) in
                try reports.receipt(job: "job", since: mark)
            }
            try requireEqual(same.problemsBefore, 2, "problems of before")
            try requireEqual([same.failures.count, same.emptySources.count], [0, 0], "new problems")
            try submit([], finishes: false)
            try requireEqual(try scene.probe.count(.submissionProblems), 3, "problems behind an interrupted submission")
            try submit([name])
            try requireEqual(try scene.probe.count(.submissionProblems), 1, "problems that are left")
            let second = try scene.store.snapshot { reports throws(StoreError) in try reports.mark(process) }
            try submit([source, notice])
            let new = try scene.store.snapshot { reports throws(StoreError) in
                try reports.receipt(job: "job", since: second)
            }
            try requireEqual([new.problemsBefore, new.brokenSources], [0, 1], "problems of before, and new sources")
            try requireEqual(new.failures.map(\.count), [1], "new failures")
            try requireEqual(new.emptySources, ["/empty"], "new sources without a file")
        },
        Check("a submission knows whether its job and its manifest are new") { scene in
            func history(version: Int, finishes: Bool = true) throws -> ManifestHistory {
                let submitted = try Submitted(scene, scene.request(version: version))
                if finishes { try submitted.finish() }
                return submitted.session.history
            }
            try requireEqual(try history(version: 1, finishes: false), .firstOfJob, "an interrupted submission")
            try requireEqual(try history(version: 1), .firstOfJob, "the first submission that is complete")
            try requireEqual(try history(version: 1), .sameManifest, "the second one")
            try requireEqual(try history(version: 2), .newManifest, "one of another manifest")
        },
    ]
}

extension Submitted {
    /// The only folder whose names no source gives; nil where there is none.
    fileprivate func formerFolder() throws -> FormerFolder? {
        let folders = try session.formerFolders(outside: [])
        guard folders.count < 2 else { throw Nonconformance("\(folders.count) folders are former") }
        return folders.first
    }

    /// Its names, by pages of two.
    fileprivate func formerNames(in folder: FormerFolder) throws -> [FormerName] {
        var names: [FormerName] = []
        while case let page = try session.formerNames(in: folder.id, after: names.last?.id, limit: 2), !page.isEmpty {
            names += page
        }
        return names
    }

    /// Completes a submission whose sources give none of the members any more.
    fileprivate func leave(missing: [PathID] = [], returned: [PathID] = [], checked: [FolderCheck] = []) throws {
        var completion = SubmissionCompletion(counts: counts, missingNames: missing)
        completion.members = try session.unseenImages(after: nil, limit: 100).map { .removed($0.image) }
        completion.returnedNames = returned
        completion.checkedFolders = checked
        _ = try session.finish(completion)
    }
}
