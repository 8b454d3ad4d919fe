internal import Glibc

/// How large the stack of this process's first thread may become: `ulimit -s`.
package enum StackLimit {
    /// The least with which decoders and models run, in bytes: with 64 KiB they end the process by SIGSEGV.
    private static let minBytes: UInt64 = 256 << 10

    /// Why the stack is too small; nil where it is large enough.
    package static var problem: String? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0, limit.rlim_cur < minBytes
        else {
            return nil
        }
        return "the stack may have \(limit.rlim_cur >> 10) KiB, and \(minBytes >> 10) are needed; "
            + "allow more with `ulimit -s 8192`"
    }
}
