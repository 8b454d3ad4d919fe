import Glibc

/// What programs get that tests start, so that they go by another clock than this machine's: empty, unless
/// Scripts/test-clock runs the tests.
///
/// A test that sets a clock of its own replaces it; see Tests/Torture/clock.c.
package let programClock: [String: String] = {
    let names = ["CAIRN_CLOCK_LIBRARY": "LD_PRELOAD", "CAIRN_CLOCK_AHEAD": "CLOCK_AHEAD", "CAIRN_CLOCK_ZONE": "TZ"]
    var variables: [String: String] = [:]
    for (outer, inner) in names {
        variables[inner] = getenv(outer).map { String(cString: $0) }
    }
    return variables
}()
