internal import CPlatform
internal import Glibc

/// Whether this process may open `count` files beside those it has open; the error says why not.
///
/// Libraries that find none left end the process (libdispatch), or say that a file is not there.
package func mayOpen(_ count: Int) -> SystemError? {
    var opened: [Int32] = []
    defer { for number in opened { close(number) } }
    while opened.count < count {
        let number = unsafe cp_open("/dev/null", O_RDONLY, 0)
        guard number >= 0 else {
            let error = SystemError("open", "\(count) files")
            return error.isOutOfDescriptors ? error : nil
        }
        opened.append(number)
    }
    return nil
}

/// How many files this process may have open: `ulimit -n`.
func mostDescriptors() -> UInt64 {
    var limit = rlimit()
    return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) : 0
}
