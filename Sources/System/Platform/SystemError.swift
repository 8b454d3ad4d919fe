internal import CPlatform
internal import Glibc

/// A call to the system that failed: what was tried, on what, and the system's number for why.
package struct SystemError: Error, Equatable, Sendable {
    /// What was being done, as a verb: `open`, `read`.
    package let operation: String
    /// The file or thing it was done to, as text for people.
    package let subject: String
    /// The system's error number.
    package let number: Int32

    /// An error with the current `errno`.
    package init(_ operation: String, _ subject: String, number: Int32 = lastError) {
        self.operation = operation
        self.subject = subject
        self.number = number
    }

    /// An error about a file.
    package init(_ operation: String, _ path: FilePath, number: Int32 = lastError) {
        self.init(operation, path.description, number: number)
    }

    /// The symbol people search for: `ENOENT`, or `errno 123` for a rare one.
    package var code: String {
        switch number {
        case ENOENT: "ENOENT"
        case EACCES: "EACCES"
        case EPERM: "EPERM"
        case EISDIR: "EISDIR"
        case ENOTDIR: "ENOTDIR"
        case ENOSPC: "ENOSPC"
        case EDQUOT: "EDQUOT"
        case EROFS: "EROFS"
        case EIO: "EIO"
        case EMFILE: "EMFILE"
        case ENFILE: "ENFILE"
        case ENOMEM: "ENOMEM"
        case ELOOP: "ELOOP"
        case ENAMETOOLONG: "ENAMETOOLONG"
        case EFBIG: "EFBIG"
        case EINVAL: "EINVAL"
        case ESTALE: "ESTALE"
        case EPIPE: "EPIPE"
        default: "errno \(number)"
        }
    }

    /// The system's own words: `No such file or directory`; of a limit also how it is raised.
    package var reason: String {
        switch number {
        case EMFILE:
            "this process may open no more than \(maxDescriptors()) files at a time; allow more with `ulimit -n 1024`"
        case ELOOP where ["lock", "append to"].contains(operation):
            "it is a symbolic link, which is not followed; name the file behind it, or remove the link"
        case ENFILE: "all processes together have as many files open as the system allows; see fs.file-max in proc(5)"
        default: words
        }
    }

    /// The whole of it for people: `cannot open /a/b: No such file or directory`.
    package var sentence: String { "cannot \(operation) \(subject): \(reason)" }

    /// Whether it says that there is nothing of a name.
    package var isAbsence: Bool { number == ENOENT || number == ENOTDIR }

    /// Whether it failed for want of file descriptors, of this process or of the system.
    package var isOutOfDescriptors: Bool { number == EMFILE || number == ENFILE }

    private var words: String {
        // The GNU strerror_r may ignore the buffer; strerrordesc_np is constant and safe on any thread.
        guard let text = unsafe cp_error_text(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }

    /// Whether the same call may succeed later without anybody mending the file.
    package var isTransient: Bool {
        [EIO, EMFILE, ENFILE, ENOMEM, EAGAIN, EINTR, ESTALE, EBUSY, ETIMEDOUT].contains(number)
    }
}

/// The calling thread's `errno`.
package var lastError: Int32 { Glibc.errno }

/// Repeats a system call while a signal interrupts it; the one place that knows EINTR.
func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        if result != -1 || lastError != EINTR { return result }
    }
}

extension SystemError {
    /// The number that says that another process has a lock.
    package static var busy: Int32 { EWOULDBLOCK }
    /// The number that says that something has the name already.
    package static var taken: Int32 { EEXIST }

    /// That a disk has no room for a file, before it is written.
    package static func diskFull(_ path: FilePath) -> SystemError { SystemError("write", path, number: ENOSPC) }
}
