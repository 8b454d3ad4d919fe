import Glibc

/// What stands before a command so that permissions bind it, too, when the tests are run by root.
let withoutPrivilege = getuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search " : ""
