internal import Platform

extension Option {
    /// `--log FILE`, for commands that submit or work.
    static func log(_ path: any WritableKeyPath<Root, FilePath?> & Sendable) -> Option {
        .option("log", path, "FILE", "append each event to FILE as a line of JSON; SIGHUP opens it again")
    }

    /// `--new-store`, for commands that submit.
    static func newStore(_ path: any WritableKeyPath<Root, Bool> & Sendable) -> Option {
        .flag("new-store", path, "the store may be new to a billed job, also without a terminal")
    }

    /// `--accept-missing`: pictures that are gone are marked as missing, however many they are.
    static func acceptMissing(_ path: any WritableKeyPath<Root, Bool> & Sendable) -> Option {
        .flag("accept-missing", path, "any number of pictures may be gone")
    }
}
