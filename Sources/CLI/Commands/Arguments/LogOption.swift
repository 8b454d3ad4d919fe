internal import Platform

extension Option {
    /// `--log FILE`, for commands that submit or work.
    static func log(_ path: any WritableKeyPath<Root, FilePath?> & Sendable) -> Option {
        .option("log", path, "FILE", "append each event to FILE as a line of JSON; SIGHUP opens it again")
    }

    /// `--new-store`, for commands that submit.
    static func newStore(_ path: any WritableKeyPath<Root, Bool> & Sendable) -> Option {
        .flag("new-store", path, "make the store where there is none, also without a terminal")
    }
}
