import Glibc
import Platform
import TestSupport
import Testing

@Suite("A file in the making") struct AtomicFileTests {
    private let scratch: Scratch
    private let victim: FilePath

    init() throws {
        scratch = try Scratch()
        victim = try scratch.write("victim", "precious")
    }

    /// Puts a symbolic link to the victim into the folder.
    private func link(_ name: String) -> FilePath {
        let link = scratch.file(name)
        Files.call(link) { link in #expect(symlink("victim", link) == 0) }
        return link
    }

    @Test func `a file is written through no link that stands beside it`() throws {
        let target = scratch.file("metrics")
        for number in [getpid(), 1] { _ = link(".metrics.\(number).new") }
        try replaceFile(target, with: Array("metrics".utf8))
        #expect(try Files.text(victim) == "precious")
        #expect(try Files.text(target) == "metrics" && !FileStatus.isLink(target))
        // What has the file's own name is replaced, and not what it leads to.
        let taken = link("plan")
        try replaceFile(taken, with: Array("plan".utf8))
        #expect(try Files.text(victim) == "precious")
        #expect(try Files.text(taken) == "plan" && !FileStatus.isLink(taken))
    }

    @Test func `a new file is made where nothing has its name, not even a link`() throws {
        _ = symlink("nothing", scratch.file("dangling").description)
        for path in [victim, link("link"), scratch.file("dangling")] {
            for isPrivate in [false, true] { #expect(Descriptor.create(path, isPrivate: isPrivate) == nil) }
        }
        #expect(try Files.text(victim) == "precious")
        #expect(Files.names(in: scratch.path) == ["dangling", "link", "victim"])
    }

    @Test func `two drafts of one file are two files, and one that was left behind harms no other`() throws {
        let target = scratch.file("copy")
        let (left, first, second) = (
            try AtomicFile(of: target), try AtomicFile(of: target), try AtomicFile(of: target)
        )
        #expect(Set([left.path, first.path, second.path]).count == 3)
        try first.publish()
        #expect(throws: SystemError.self) { try second.publish() }
        try replaceFile(target, with: Array("plan".utf8))
        #expect(Files.names(in: scratch.path) == [left.path.name.description, "copy", "victim"])
        #expect(left.path.name.description.hasPrefix(".copy.") && left.path.name.description.hasSuffix(".new"))
    }

    @Test(arguments: [(true, 0o600), (false, 0o644)])
    func `the mode is there from the first byte on`(isPrivate: Bool, mode: mode_t) throws {
        let draft = try AtomicFile(of: scratch.file("copy"), isPrivate: isPrivate)
        // The umask takes bits away, and adds none.
        #expect(Files.mode(draft.path).map { $0 & 0o777 & ~mode } == 0)
        #expect(Files.mode(draft.path).map { $0 & 0o600 } == 0o600)
    }

    @Test func `no lock and no log is opened through a link`() throws {
        let log = link("log")
        let appended = LogFile(log).append(Array("line\n".utf8), at: 0)
        #expect(appended.bytes == 0 && appended.error?.code == "ELOOP")
        #expect(appended.error?.reason.contains("symbolic link") == true)
        let lock = link("lock")
        let error = #expect(throws: SystemError.self) { try FileLock.acquire(lock) }
        #expect(error?.code == "ELOOP" && error?.reason.contains("symbolic link") == true)
        #expect(try Files.text(victim) == "precious")
    }
}
