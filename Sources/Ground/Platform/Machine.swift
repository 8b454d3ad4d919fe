internal import CPlatform
internal import Glibc

/// The processors this process may use, at least 1.
package func usableProcessors() -> Int { max(1, Int(cp_processors())) }

/// The value of an environment variable; nil where it is not set.
package func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
}

/// Ends the process at once, without waiting for its threads.
package func endProcess(_ status: Int32) -> Never { _exit(status) }
