internal import CPlatform
internal import Glibc

/// The processors this process may use, at least 1.
package func usableProcessors() -> Int { max(1, Int(cp_processors())) }

/// Every environment variable and its value.
package func environmentVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
        let pair = unsafe String(cString: text)
        if let cut = pair.firstIndex(of: "=") {
            variables[String(pair[..<cut])] = String(pair[pair.index(after: cut)...])
        }
        unsafe entry += 1
    }
    return variables
}

/// Whether the process ignores a signal: `nohup` has it ignore SIGHUP, a shell that starts it behind itself SIGINT.
package func isIgnored(signal number: Int32) -> Bool { cp_is_ignored(number) != 0 }

/// Ends the process at once, without waiting for its threads.
package func endProcess(_ status: Int32) -> Never { _exit(status) }

/// Lets threads that start from now on take their memory from one heap, which gives back what it no longer needs.
///
/// For many threads that mostly wait, each with large buffers now and then: with heaps of their own they would keep the
/// largest for ever. Threads that allocate all the time are better off without.
package func shareHeap() { cp_share_heap() }

/// How many bytes a file in this folder may still take; nil where the folder cannot be looked at.
package func freeBytes(in folder: FilePath) -> Int64? {
    var room = statvfs()
    guard unsafe withCPath(folder, { unsafe statvfs($0, &room) }) == 0 else { return nil }
    return Int64(clamping: UInt64(room.f_bavail) * UInt64(room.f_frsize))
}

/// Has blocks of 4 MiB and more go back to the system as soon as they are freed, whatever was freed before.
///
/// Otherwise each thread's heap keeps the largest that it once had, such as all coefficients of a progressive
/// photograph.
package func returnLargeBlocks() { cp_return_large_blocks() }
