import Glibc

/// What stands before a command so that permissions bind it, too, when the tests are run by root.
let withoutPrivilege = getuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search " : ""

/// What stands before a command that may mount disks which nobody else sees.
///
/// Propagation stays as it is: changing it is refused where / is no mount, in a chroot.
let inNamespace =
    getuid() == 0
    ? "unshare --mount --propagation unchanged bash -c"
    : "unshare --map-root-user --mount --propagation unchanged bash -c"

/// Whether a small disk may be mounted at all: containers without privileges forbid it.
let mayMount = system("\(inNamespace) 'mount -t tmpfs none /mnt' >/dev/null 2>&1") == 0
